// The difference that is left after what is ticked: whole minor units (BigInt), then what the server says.
const changes = document.getElementById("changes");
const after = document.getElementById("after");
const MOST = 12; // of what is ticked, before it is said that there is more
let waiting;
let asked = 0;

function ticked() {
  return [...document.querySelectorAll(".tick:checked")];
}

function count() {
  return ticked().reduce((sum, tick) => sum + Number(tick.dataset.count ?? 1), 0);
}

// What is ticked as `1-3 5`, for an address: also what stands in for many.
export function tickedRanges() {
  const all = ticked().flatMap((tick) => tick.value.split(" ").flatMap(ends));
  const ranges = [];
  for (const n of all.sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === n - 1) last[1] = n;
    else ranges.push([n, n]);
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(" ");
}

function ends(part) {
  const [first, last = first] = part.split("-").map(Number);
  return Array.from({ length: last - first + 1 }, (_, n) => first + n);
}

export function money(minor, exponent, group = "", point = ".") {
  const sign = minor < 0n ? "-" : "";
  const digits = String(minor < 0n ? -minor : minor).padStart(exponent + 1, "0");
  const cut = digits.length - exponent;
  const whole = digits.slice(0, cut).replace(/\B(?=(\d{3})+$)/g, group);
  return sign + whole + (exponent ? point + digits.slice(cut) : "");
}

export function recount() {
  if (!changes) return;
  const accept = document.querySelector(".accept");
  const many = String(count());
  accept.firstChild.data = accept.dataset.text.replace("{count}", many) + " ";
  accept.disabled = many === "0";
  const text = after.dataset.text.replace("{count}", many);
  if (after.dataset.left) {
    const effect = ticked().reduce((sum, tick) => sum + BigInt(tick.dataset.effect), 0n);
    const left = BigInt(after.dataset.left) - effect;
    const { exponent, group, point } = after.dataset;
    after.textContent = text.replace("{left}", money(left, Number(exponent), group, point));
    after.classList.toggle("doubt", left !== 0n);
  } else after.textContent = text.replace("{left}", "—");
  clearTimeout(waiting);
  waiting = setTimeout(ask, 250);
}

// How far apart the lines and the entries are that are chosen to be one.
export function weigh(form) {
  const said = form?.querySelector(".chosen");
  if (!said) return;
  const chosen = [...form.querySelectorAll("[data-minor]:checked")];
  const apart = chosen.reduce((sum, one) => sum + BigInt(one.dataset.minor), 0n);
  const { exponent, group, point } = said.dataset;
  const text = money(apart < 0n ? -apart : apart, Number(exponent), group, point);
  said.hidden = !chosen.length;
  said.textContent = apart ? said.dataset.text.replace("{left}", text) : said.dataset.equal;
  said.classList.toggle("agrees", !apart);
}

async function ask() {
  const mine = ++asked;
  const said = await follows();
  if (mine !== asked || !said) return;
  after.textContent = after.dataset.text.replace("{count}", String(count())).replace("{left}", said.text);
  after.classList.toggle("doubt", said.verdict !== "matched");
}

async function follows() {
  const query = new URLSearchParams(new FormData(changes));
  const answer = await fetch(changes.action + "?" + query, { headers: { Accept: "application/json" } });
  const said = answer.headers.get("content-type")?.startsWith("application/json");
  return said ? answer.json() : null;
}

// What is ticked, as its tick boxes are called, with the payee that it gets and its counter-account.
function named(tick) {
  const own = tick.ariaLabel ?? document.querySelector(`label[for="${tick.id}"]`).textContent.trim();
  const before = document.querySelector(`[name="as_before"][value="${tick.value}"]:checked`);
  const leg = document.querySelector(`[name="leg-${tick.value}"]`)?.value.trim();
  return [own, before?.dataset.payee, leg].filter(Boolean).join(" → ");
}

function list(made) {
  const names = ticked().map(named);
  const lines = names.length > MOST ? [...names.slice(0, MOST), made.dataset.more.replace("{count}", names.length - MOST)] : names;
  made.replaceChildren(...lines.map((text) => {
    const item = document.createElement("li"), own = document.createElement("bdi");
    own.textContent = text;
    item.append(own);
    return item;
  }));
}

export async function sure(event) {
  event.preventDefault();
  const dialog = document.getElementById("sure");
  const what = dialog.querySelector(".what");
  what.textContent = what.dataset.text.replace("{count}", String(count()));
  list(dialog.querySelector(".made"));
  const says = dialog.querySelector(".follows");
  says.textContent = "";
  dialog.querySelector(".no").onclick = () => dialog.close();
  dialog.showModal();
  const said = await follows();
  if (said) says.textContent = said.code ? said.text : says.dataset.text.replace("{left}", said.text);
}
