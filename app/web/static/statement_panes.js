// Puts the ledger's side and the page of what is looked at in their places; the list stays as it is.
const PANES = ["entry", "paper"];
let asked = 0;
let coming = null;

export async function look(link, event) {
  event?.preventDefault();
  const row = link.closest(".row");
  for (const other of document.querySelectorAll(".row[aria-current], .lines-table tr[aria-current]"))
    other.removeAttribute("aria-current");
  (row ?? link.closest("tr")).setAttribute("aria-current", "true");
  row?.scrollIntoView({ block: "nearest" });
  // What stands there is of another row: nothing of it may be done any more.
  document.getElementById("entry").inert = true;
  coming = panesFrom(link);
  await coming;
  if (event && stacked()) document.getElementById("entry").scrollIntoView();
}

export async function panesFrom(link, event) {
  event?.preventDefault();
  const mine = ++asked;
  const url = new URL(link.href, location.href);
  const zoom = new URL(location.href).searchParams.get("zoom");
  if (zoom && !link.dataset.zoom && !url.searchParams.has("zoom")) url.searchParams.set("zoom", zoom);
  const at = link.matches("[data-pane]") ? document.querySelector(".paper .scroll") : null;
  const kept = at && link.dataset.zoom ? [at.scrollLeft, at.scrollTop] : null;
  const answer = await fetch(url.pathname + "/panes" + url.search);
  if (!answer.ok) return location.assign(link.href);
  const parsed = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine !== asked) return;
  for (const id of PANES) {
    const fresh = parsed.getElementById(id);
    if (fresh) document.getElementById(id).replaceWith(fresh);
  }
  url.hash = "";
  history.replaceState(null, "", url);
  if (kept) document.querySelector(".paper .scroll")?.scrollTo(...kept);
  else document.querySelector("rect.looked-at")?.scrollIntoView({ block: "nearest" });
  document.dispatchEvent(new Event("panes"));
}

// The panes as they come, while they are of another row than the one that is chosen; else null.
export function arriving() {
  return document.getElementById("entry").inert ? coming : null;
}

export function stacked() {
  return matchMedia("(max-width: 60rem)").matches;
}
