// The keys of a statement's page; in a field of text they are letters, and Enter on a tick box ticks nothing.
import { arriving, look, panesFrom } from "./statement_panes.js";

const FIELDS = "input:not([type=checkbox]), select, textarea";

export function onKey(event) {
  const at = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.key === "Enter" && at.matches("input[type=checkbox]")) return event.preventDefault();
  if (at.matches(FIELDS)) return event.key === "Escape" ? at.blur() : undefined;
  if (arriving() && event.key === "Enter") return event.preventDefault();
  const act = ACTS[event.key] ?? (() => opens(event.key));
  if (act(event) !== false) event.preventDefault();
}

const ACTS = {
  j: () => step(1),
  k: () => step(-1),
  ArrowDown: (event) => moves(event, 1),
  ArrowUp: (event) => moves(event, -1),
  " ": (event) => ticks(event),
  Enter: (event) => accepts(event),
  "[": () => follow("a[rel=prev]"),
  "]": () => follow("a[rel=next]"),
  "+": () => zoom("+"),
  "-": () => zoom("-"),
};

function rows() {
  return [...document.querySelectorAll(".row.difference")];
}

function step(by) {
  const all = rows();
  const at = all.findIndex((row) => row.hasAttribute("aria-current"));
  const next = all[Math.min(Math.max(at + by, 0), all.length - 1)];
  if (!next) return false;
  const link = next.querySelector(".what");
  link.focus({ preventScroll: true });
  look(link);
}

// Arrows scroll the page where no row has the keys.
function moves(event, by) {
  return event.target.closest(".row") || event.target === document.body ? step(by) : false;
}

function ticks(event) {
  if (event.target.matches("button, summary, input")) return false;
  const tick = document.querySelector(".row[aria-current] .tick");
  if (!tick) return false;
  tick.click();
}

function accepts(event) {
  if (event.target.matches("button, summary") || event.target.closest("a[href]:not(.row[aria-current] .what)")) return false;
  const button = document.querySelector(".accept:not(:disabled)");
  if (!button) return false;
  button.click();
}

function follow(which) {
  const link = document.querySelector(which);
  if (!link) return false;
  link.click();
}

function zoom(which) {
  const link = document.querySelector(`[data-zoom="${which}"]`);
  if (!link) return false;
  panesFrom(link);
}

function opens(key) {
  if (arriving()) {
    arriving().then(() => opens(key));
    return false;
  }
  const way = document.querySelector(`.way[data-key="${CSS.escape(key)}"]`);
  if (!way) return false;
  way.open = true;
  way.scrollIntoView({ block: "nearest" });
  const open = "input[type=radio]:not(:checked), input:not([type=hidden]):not([type=checkbox]):not([type=radio]):required";
  const first = (way.querySelector("input[type=radio]:checked") ? null : way.querySelector(open)) ?? way.querySelector("button");
  first?.focus();
}
