// Follows the work: what is at which page now, and a row anew once it stands otherwise.
(() => {
  const list = document.querySelector("[data-live]");
  if (!list || !window.EventSource || !window.DOMParser) return;
  const stages = JSON.parse(list.dataset.stages || "{}");
  const pageText = document.getElementById("drop")?.dataset.page || "{page}";
  const between = 2000;
  let source = null, counts = "", last = 0, waiting = null;

  const rows = (within) => [...within.querySelectorAll("[data-import]")];
  const rowOf = (within, id) => within.querySelector(`[data-import="${id}"]`);

  function doing(row, now) {
    const place = row.querySelector(".doing");
    if (!place) return;
    const page = now.page ? ", " + pageText.replace("{page}", now.page) : "";
    const text = now.stage ? (stages[now.stage] || now.stage) + page : "";
    if (place.textContent.trim() !== text) place.textContent = text;
  }

  function hear(event) {
    const now = JSON.parse(event.data);
    const running = new Map(now.running.map((each) => [String(each.id), each]));
    const moved = JSON.stringify(now.counts) !== counts;
    const first = counts === "";
    counts = JSON.stringify(now.counts);
    let old = moved && !first && list.dataset.live === "all";
    for (const row of rows(list)) {
      const at = running.get(row.dataset.import), status = row.dataset.status;
      if (at && status === "running") doing(row, at);
      else if (at || status === "running" || (status === "queued" && moved)) old = true;
    }
    if (now.ended.some(([id]) => rowOf(list, id))) old = true;
    if (old) soon();
  }

  function soon() {
    if (waiting) return;
    waiting = setTimeout(look, Math.max(0, last + between - Date.now()));
  }

  async function look() {
    waiting = null;
    last = Date.now();
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
    if (!answer || !answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-live]");
    if (list.dataset.live === "whole") return whole(fresh);
    const rooms = document.querySelector(".rooms"), counted = page.querySelector(".rooms");
    if (counted && !rooms.contains(document.activeElement)) rooms.replaceWith(counted);
    if (fresh) take(fresh);
  }

  // A page that is about one import is another one once that has ended.
  function whole(fresh) {
    const status = (of) => of?.querySelector("[data-import]")?.dataset.status;
    if (status(fresh) !== status(list)) location.reload();
  }

  // What somebody is typing or has ticked stays.
  function busy(row) {
    const typed = [...row.querySelectorAll("input[type=password], input[type=text]")];
    return row.contains(document.activeElement) || typed.some((input) => input.value);
  }

  function take(fresh) {
    const ids = (of) => rows(of).map((row) => row.dataset.import).join();
    const ticked = new Set([...list.querySelectorAll("input:checked")].map((tick) => tick.value));
    for (const tick of fresh.querySelectorAll("input[type=checkbox]")) {
      if (ticked.has(tick.value)) tick.checked = true;
    }
    if (ids(fresh) !== ids(list)) {
      if (!busy(list)) list.replaceChildren(...fresh.childNodes);
      return;
    }
    for (const row of rows(list)) {
      const now = rowOf(fresh, row.dataset.import);
      if (now && !busy(row)) row.replaceWith(now);
    }
    for (const part of list.querySelectorAll("[data-part]")) {
      const now = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
      if (now && !part.contains(document.activeElement)) part.replaceWith(now);
    }
  }

  // A browser has six connections to a server: a page that nobody sees needs none.
  function follow() {
    if (document.hidden) {
      source?.close();
      source = null;
    } else if (!source) {
      source = new EventSource((document.documentElement.dataset.root || "") + "/work/events");
      source.addEventListener("work", hear);
    }
  }
  // What went by between two looks of the server is met here.
  const open = () => rows(list).some((row) => ["queued", "running"].includes(row.dataset.status));
  setInterval(() => { if (source && open()) soon(); }, 15000);
  document.addEventListener("visibilitychange", follow);
  document.addEventListener("tieout:handed-in", soon);
  follow();
})();
