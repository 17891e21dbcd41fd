// Keys that work on every page. Every one of them only does what a link or a field does, too.
"use strict";
(() => {
  const root = document.documentElement.dataset.root || ""; // of the book that is looked at
  const rooms = {
    t: root + "/", s: root + "/statements", a: root + "/accounts", c: root + "/coverage",
    h: root + "/history", w: root + "/work", u: root + "/upload",
  };
  const dialog = document.getElementById("keys");
  const search = document.getElementById("search");
  let going = 0; // until when a letter after `g` names a room

  const writes = (element) =>
    element.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]") !== null;

  function showKeys(event) {
    if (!dialog) return;
    event.preventDefault();
    if (!dialog.open) dialog.showModal();
  }

  function step(by) {
    const rows = [...document.querySelectorAll("[data-row]")].filter((row) => row.offsetParent);
    if (!rows.length) return false;
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(Math.max(at + by, 0), rows.length - 1)];
    const target = next.matches("a, button, input") ? next : next.querySelector("a[href], button, input");
    if (target) target.focus();
    next.scrollIntoView({ block: "nearest" });
    return true;
  }

  function room(event) {
    const there = Date.now() < going && rooms[event.key];
    going = event.key === "g" ? Date.now() + 1500 : 0;
    if (there) location.assign(there);
    return Boolean(there) || event.key === "g";
  }

  const keys = {
    "/": () => search.focus(),
    u: () => location.assign(rooms.u),
    j: () => step(1),
    k: () => step(-1),
  };

  function pressed(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && event.target === search) search.blur();
    if (document.body.dataset.keys === "off" || writes(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "?") return showKeys(event);
    if (room(event)) return event.preventDefault();
    const act = Object.hasOwn(keys, event.key) && keys[event.key];
    if (act && act() !== false) event.preventDefault();
  }

  document.addEventListener("keydown", pressed);
  const button = document.getElementById("show-keys");
  if (button) button.addEventListener("click", showKeys);
})();
