// One statement: sums with each tick, panes that follow what is looked at, keys. All of it works without.
import { look, panesFrom } from "./statement_panes.js";
import { recount, sure, tickedRanges, weigh } from "./statement_sums.js";
import { onKey } from "./statement_keys.js";

document.documentElement.classList.add("scripted");

document.addEventListener("change", (event) => {
  if (event.target.matches(".tick")) recount();
  else if (event.target.matches("[data-minor]")) weigh(event.target.form);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
  if (!link || !plain) return;
  if (link.matches(".row .what, .lines-table .what")) look(link, event);
  else if (link.matches("[data-pane]")) panesFrom(link, event);
  else if (link.matches("#lines .pager a")) part(link.href, event);
  else if (link.matches(".chips a, .list .pager a")) withTicks(link);
});

document.addEventListener("submit", (event) => {
  if (event.target.matches(".jump")) return jump(event);
  if (event.submitter?.matches(".find")) return find(event);
  if (event.submitter?.matches(".accept")) sure(event);
  else for (const button of event.target.querySelectorAll("button")) button.classList.add("busy");
});

// To other differences of the statement; what was ticked, and what was not, stays so.
function withTicks(link) {
  if (!document.querySelector(".tick")) return;
  const url = new URL(link.href);
  url.searchParams.delete("only");
  url.searchParams.set("ticked", "1");
  url.searchParams.set("beyond", tickedRanges());
  link.href = url;
}

// What a difference may be, in its place.
function find(event) {
  const link = document.createElement("a");
  const said = new URLSearchParams(new FormData(event.target, event.submitter));
  link.href = new URL(event.submitter.formAction).pathname + "?" + said;
  panesFrom(link, event);
}

document.addEventListener("panes", () => weigh(document.querySelector(".way[open] form")));

// To another page of the document; ticks stay.
function jump(event) {
  const link = document.createElement("a");
  link.href = event.target.action.split("#")[0] + "?" + new URLSearchParams(new FormData(event.target));
  link.dataset.pane = "";
  panesFrom(link, event);
}

const lines = document.getElementById("lines");
lines?.addEventListener("toggle", () => {
  if (lines.open && !lines.querySelector("table")) part(lines.dataset.src);
});

async function part(address, event) {
  event?.preventDefault();
  const url = new URL(address, location.href);
  url.searchParams.set("part", "1");
  const answer = await fetch(url);
  if (answer.ok) lines.querySelector(".part").innerHTML = await answer.text();
}

document.addEventListener("keydown", onKey);
recount();
