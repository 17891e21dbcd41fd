// The page for auditors: shows what checker.js finds in a certificate, its hypotheses and rows, and its words as they are placed.

import { check } from "./checker.js";

// Where the tables of the rules are: beside this page, or at their place in the repository.
const FOLDERS = ["./", "../../../pipeline/proof/"];
const NAMES = ["months", "currencies", "labels"];

const OBLIGATIONS = {
  parsed: ["The cited words can be read", "Each cited figure and day is one, complete, in its place, and cited once."],
  seen: ["The words are what the page shows", "Whoever looked at the picture of the page saw the same characters."],
  sums: ["The sums come out", "The opening balance and all lines lead to every printed balance and to the closing balance."],
  covered: ["Nothing was left out", "No figure or day in the columns of the statement was passed over."],
  restated: ["Repeated totals agree", "Totals and balances that are printed again say the same."],
  ordered: ["The days make sense", "Each line has a real day, and the days are in order."],
  paired: ["Lines and entries match", "Every line has its entry in the books, and every entry of these days has its line."],
  balances: ["The balances agree with the books", "The balance in the books before and after is the one on the statement."],
  settled: ["Nothing is assumed", "Everything the sums cannot show is settled by a person, the page or the books."],
  one_reading: ["There is one reading only", "No other reading of the pages agrees with the books. This rests on trust; see below."],
  chain: ["It follows on from the last statement", "The statement before closed with the balance that this one opens with."],
};
const STATES = { passed: "holds", failed: "does not hold", unavailable: "cannot be told" };
const HYPOTHESES = {
  ends: "Opening and closing balance", direction: "Which way each column moves the balance", side: "Whose a positive balance is",
  scale: "How amounts are written", order: "How days are written", booking: "Which of two days counts", year: "Year of days printed without one",
  currency: "Currency", period: "Period of the statement", account: "Account in the books",
};
const SOURCES = {
  person: "A person said so", layout: "A confirmed layout of this account says so", label: "A printed label says so", arithmetic: "The sums allow nothing else",
  rows: "Taken from the days of the lines", number: "The account number on the page", statement_before: "The statement before this one",
  ledger: "The books agree, and would agree with nothing else", printed: "Printed on the page", assumed: "Assumed: not settled",
};
const VERDICTS = {
  matched: "The statement and the books agree.", differences: "The statement reads reliably, and the books differ from it.",
  unproven: "It is not proven whether the statement and the books agree.",
};
const ENDS = {
  "opening cited": "Opening balance printed", "opening derived": "Opening balance worked out from the others", "opening not printed": "No opening balance",
  "closing cited": "closing balance printed", "closing derived": "closing balance worked out from the others", "closing not printed": "no closing balance",
};
const SIDES = { money: "The holder’s money (an account in credit)", debt: "The holder’s debt (such as a card)" };
const TRUSTED = {
  others: "What is said of other accounts in the books, and whether they would fit as well.",
  rivals: "That the program found no other reading that agrees with the books.",
  alternatives: "How many other readings the program tried.",
};

let tables; // once loaded

/** An element with attributes and children; texts go in as text, never as markup. */
function make(name, attributes = {}, ...children) {
  const svg = ["svg", "rect", "text", "g", "title"].includes(name);
  const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children.filter((child) => child !== null));
  return element;
}

async function firstOf(places, load) {
  for (const place of places) {
    try {
      return await load(place);
    } catch { /* not there: the next place is tried */ }
  }
  throw new Error("not found");
}

async function tableFrom(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
}

const load = () => firstOf(FOLDERS, async (folder) => {
  const found = {};
  for (const name of NAMES) found[name] = await tableFrom(`${folder}${name}.json`);
  return found;
});

function say(text) {
  document.getElementById("status").textContent = text;
}

async function checkFile(file) {
  say(`Checking ${file.name} …`);
  try {
    tables ??= await load();
  } catch {
    return say("The tables of the rules could not be loaded. Put them beside this page; its source says how.");
  }
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
  } catch {
    return show(file.name, { accepted: false, refused: "the file is not UTF-8 text", certificate: null, trusted: [] });
  }
  return show(file.name, check(text, tables));
}

function show(name, result) {
  const main = document.getElementById("result");
  const parts = [verdictPart(result)];
  if (result.certificate) {
    parts.push(obligationsPart(result), hypothesesPart(result), linesPart(result), drawingPart(result), trustPart(result));
  }
  main.replaceChildren(...parts);
  main.hidden = false;
  say(`${name}: ${result.accepted ? "accepted" : "refused"}`);
}

function verdictPart({ accepted, refused, proven, verdict, certificate, differences }) {
  const part = make("section", { class: `verdict ${accepted ? "accepted" : "refused"}` }, make("h2", {}, accepted ? "Accepted" : "Refused"));
  if (!accepted) {
    part.append(make("p", {}, `Do not rely on this certificate. The reason: ${refused}.`));
    const further = (differences ?? []).slice(1, 20).map(({ text }) => make("li", {}, text));
    if (further.length) part.append(make("p", {}, "What follows from it, or is found besides:"), make("ul", {}, ...further));
    if (certificate) part.append(make("p", {}, "What follows is what this checker found, not what the certificate says."));
    return part;
  }
  part.append(make("p", {}, "This checker finds exactly what the certificate says. Accepted means that it is honest, not that all is well: see what it says."));
  part.append(make("p", {}, proven ? "The page is proven: its words, sums and days hold together." : "The page is not proven: see below what does not hold."));
  if (verdict) part.append(make("p", {}, make("strong", {}, VERDICTS[verdict])));
  else part.append(make("p", {}, "It says nothing about the books."));
  return part;
}

const badge = (kind, text) => make("span", { class: `badge ${kind}` }, text);

function tableOf(caption, heads, rows) {
  const head = make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)));
  return make("div", { class: "wide" }, make("table", {}, make("caption", {}, caption), make("thead", {}, head), make("tbody", {}, ...rows)));
}

function obligationsPart({ obligations, agreement, problem }) {
  const row = ({ name, state }) => {
    const [title, meaning] = OBLIGATIONS[name];
    const why = name === "parsed" && problem ? make("p", { class: "soft" }, problem) : null;
    return make("tr", {}, make("th", { scope: "row" }, title), make("td", {}, badge(state, STATES[state])), make("td", {}, meaning, why));
  };
  const heads = ["What must hold", "State", "What it means"];
  const part = make("section", {}, make("h2", {}, "What was checked"), tableOf("On the pages", heads, obligations.map(row)));
  if (agreement) part.append(tableOf("Against the books", heads, agreement.obligations.map(row)));
  return part;
}

/** What a hypothesis says, in words: that of writing is taken from the convention, as its value is a code. */
function wordsFor({ certificate }, name, value) {
  const { decimal, group, digits, columns, marks } = certificate.witnesses[certificate.statement].convention;
  const sign = (text) => (text === " " ? "a space" : `“${text}”`);
  const way = (moves) => ["takes from the balance", "by the balance beside it", "adds to the balance"][moves + 1];
  if (name === "side") return SIDES[value] ?? value;
  if (name === "ends") return value.split(", ").map((text) => ENDS[text] ?? text).join("; ");
  if (name === "scale") return `${digits} decimals${decimal ? ` behind ${sign(decimal)}` : ""}, ${group ? `thousands set apart by ${sign(group)}` : "thousands not set apart"}`;
  if (name === "order") return { dmy: "Day, month, year", mdy: "Month, day, year", ymd: "Year, month, day" }[value];
  if (name === "booking") return value === "second" ? "The second day" : "The first day";
  if (name === "direction") return [...columns.map((one, at) => `Column ${at + 1} ${way(one.moves)}`), ...marks.map(([text, one]) => `“${text}” ${way(one)}`)].join("; ");
  return value ? value[0].toUpperCase() + value.slice(1) : "Not printed";
}

/** The printed words that the witness cites for a hypothesis, if any. */
function printedFor(certificate, name) {
  const { opening, closing, convention, currency, number, period } = certificate.witnesses[certificate.statement];
  const cited = {
    ends: [opening?.label, closing?.label], direction: convention.columns.flatMap(({ head }) => head), year: [convention.year],
    currency: [currency?.value], period: [period?.label, period?.first, period?.last], account: [number?.value],
  }[name] ?? [];
  return cited.filter((place) => place).map((place) => `“${textOf(certificate, [place])}”`).join(", ");
}

function hypothesesPart(result) {
  const { hypotheses, agreement } = result;
  const row = ({ name, value, source }) => {
    const words = printedFor(result.certificate, name);
    const shown = [wordsFor(result, name, value), words ? make("small", {}, make("br"), `printed: ${words}`) : null].filter((each) => each);
    const how = source === "assumed" ? badge("assumed", SOURCES.assumed) : SOURCES[source] ?? source;
    return make("tr", source === "assumed" ? { class: "assumption" } : {}, make("th", { scope: "row" }, HYPOTHESES[name] ?? name), make("td", {}, ...shown), make("td", {}, how));
  };
  const heads = ["What cannot be seen from sums alone", "Taken as", "Settled by"];
  const part = make("section", {}, make("h2", {}, "What the figures rest on"));
  const rows = (agreement ?? { hypotheses }).hypotheses;
  const open = rows.filter(({ source }) => source === "assumed").length;
  part.append(make("p", {}, open ? `${open} of these ${open === 1 ? "is" : "are"} only assumed. Ask for a reason before you rely on ${open === 1 ? "it" : "them"}.` : "Nothing is assumed."));
  part.append(tableOf(agreement ? "With the books" : "From the pages alone", heads, rows.map(row)));
  if (agreement) part.append(make("details", {}, make("summary", {}, "The same from the pages alone, without the books"), tableOf("From the pages alone", heads, hypotheses.map(row))));
  return part;
}

/** The words of places as one text. */
const textOf = ({ pages }, places) => places.map(([page, words]) => words.map((at) => pages[page - 1].words[at][0]).join(" ")).join(" ");

function linesPart({ certificate, lines, opening, closing }) {
  const own = certificate.witnesses[certificate.statement];
  const part = make("section", { id: "lines" }, make("h2", {}, "What the statement says"));
  if (!lines.length) part.append(make("p", {}, "No lines could be read."));
  const sums = `Opening balance: ${opening ?? "not known"}. Closing balance: ${closing ?? "not known"}. Amounts are from the account holder’s side: a minus is money out or owed.`;
  part.append(make("p", {}, sums));
  const money = (value) => make("td", { class: "money" }, value ?? "");
  const rows = lines.map(([day, second, amount, balance], at) => {
    const button = make("button", { type: "button" }, `Line ${at + 1}`);
    const row = make("tr", { "data-line": at }, make("th", { scope: "row" }, button), make("td", {}, day ?? "no day", second ? make("small", {}, ` / ${second}`) : null));
    row.append(make("td", {}, textOf(certificate, own.lines[at].text)), money(amount), money(balance));
    row.addEventListener("click", () => choose(at, own.lines[at].amount[0]));
    return row;
  });
  if (rows.length) part.append(tableOf("Choose a line to see its words on the page", ["Line", "Day", "Text", "Amount", "Balance"], rows));
  for (const cell of part.querySelectorAll("thead th:nth-last-child(-n+2)")) cell.className = "money";
  return part;
}

/** Marks a line in the table and its words on the drawing, and brings these into view. */
function choose(line, page) {
  const sheet = document.querySelector(`details[data-page="${page}"]`);
  sheet.open = true;
  draw(sheet);
  for (const one of document.querySelectorAll("#result .chosen")) one.classList.remove("chosen");
  for (const one of document.querySelectorAll(`#result [data-line="${line}"]`)) one.classList.add("chosen");
  const box = sheet.querySelector(".amount.chosen") ?? sheet;
  box.scrollIntoView({ block: "center", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
}

/** Everything that the witness cites: {page, words, role, line, title}. */
function citations({ witnesses, statement }) {
  const own = witnesses[statement];
  const found = [];
  const cite = (place, role, title, line = null) => place && found.push({ page: place[0], words: place[1], role, title, line });
  for (const [at, line] of own.lines.entries()) {
    for (const text of line.text) cite(text, "text", `Line ${at + 1}: text`, at);
    for (const role of ["day", "second", "mark", "balance", "amount"]) cite(line[role], role, `Line ${at + 1}: ${role === "second" ? "second day" : role}`, at);
  }
  for (const name of ["opening", "closing"]) {
    cite(own[name]?.label, "label", `Label of the ${name} balance`);
    cite(own[name]?.figure, name, `${name === "opening" ? "Opening" : "Closing"} balance`);
  }
  for (const { figure, says } of own.restated) cite(figure, "restated", `Printed again: ${says.join(" ")}`);
  for (const name of ["currency", "number", "kind"]) {
    cite(own[name]?.label, "label", `Label of the ${name}`);
    cite(own[name]?.value, name, `The ${name}`);
  }
  for (const name of ["label", "first", "last"]) cite(own.period?.[name], name === "label" ? "label" : "period", `Period: ${name}`);
  own.convention.columns.forEach((column, at) => column.head.forEach((place) => cite(place, "head", `Head of column ${at + 1}`)));
  for (const place of own.convention.balance_head) cite(place, "head", "Head of the balances");
  cite(own.convention.year, "year", "The year");
  return found;
}

const LEGEND = [
  ["amount", "amount"], ["balance", "balance"], ["day", "day"], ["second", "second day"], ["mark", "mark"], ["text", "text, label or head"],
  ["opening", "opening or closing balance"], ["period", "period"], ["restated", "printed again, number, currency or year"],
];
const sheets = new WeakMap(); // a page's <details> -> what its drawing needs; it is drawn when first opened

function drawingPart({ certificate }) {
  const cited = citations(certificate);
  const part = make("section", {}, make("h2", {}, "The cited words on the pages"));
  part.append(make("p", {}, "A plain drawing of the pages from the words in the certificate, not a picture of the document. Boxes are around cited words; point at one to see what it is cited for."));
  const samples = LEGEND.flatMap(([role, name]) => [make("svg", { width: 22, height: 12, class: "sample", "aria-hidden": "true" },
    make("rect", { class: `box ${role}`, x: 1, y: 1, width: 20, height: 10 })), ` ${name}  `]);
  part.append(make("p", {}, ...samples));
  const first = cited.find(({ role }) => role === "amount")?.page ?? 1;
  for (const page of certificate.pages) {
    const own = cited.filter((one) => one.page === page.number);
    const sheet = make("details", { "data-page": page.number }, make("summary", {}, `Page ${page.number}: ${page.words.length} words, ${own.length} citations`));
    sheets.set(sheet, { page, own, others: otherRows(certificate, page.number) });
    sheet.addEventListener("toggle", () => sheet.open && draw(sheet));
    sheet.open = page.number === first;
    part.append(sheet);
  }
  return part;
}

/** The words of the rows of a page that are said to be no lines. */
function otherRows({ pages, witnesses, statement }, number) {
  const rows = pages.flatMap((page) => page.rows.map((words) => ({ page: page.number, words })));
  return witnesses[statement].other.map(({ row, by }) => ({ ...rows[row], by })).filter(({ page }) => page === number);
}

function draw(sheet) {
  if (sheet.querySelector("svg.page")) return;
  const { page, own, others } = sheets.get(sheet);
  const svg = make("svg", { class: "page", viewBox: `0 0 ${page.width} ${page.height}`, role: "img", "aria-label": `Drawing of page ${page.number} with its cited words` });
  for (const [x0, top, x1, bottom] of page.ink) svg.append(boxed([x0, top, x1, bottom], "ink", "Print without text"));
  for (const { words, by } of others) svg.append(boxed(around(page, words), "row-other", by === "person" ? "Not a line, a person says" : "Not a line, a layout says"));
  for (const word of page.words) svg.append(wordText(word));
  for (const { words, role, title, line } of own) {
    const rect = boxed(around(page, words, 1), `box ${role}`, title);
    if (line !== null) rect.setAttribute("data-line", line);
    svg.append(rect);
  }
  sheet.append(svg);
}

function boxed([x0, top, x1, bottom], kind, title) {
  return make("rect", { class: kind, x: x0, y: top, width: x1 - x0, height: bottom - top, rx: 1 }, make("title", {}, title));
}

function around(page, words, margin = 0) {
  const boxes = words.map((at) => page.words[at]);
  const side = (at, least) => boxes.reduce((found, box) => least(found, box[at]), boxes[0][at]);
  return [side(1, Math.min) - margin, side(2, Math.min) - margin, side(3, Math.max) + margin, side(4, Math.max) + margin];
}

/** A word at its box: as wide as the box, whatever the font, and upright if the box is. */
function wordText([text, x0, top, x1, bottom]) {
  const upright = bottom - top > 1.5 * (x1 - x0) && [...text].length > 2;
  const [width, height] = upright ? [bottom - top, x1 - x0] : [x1 - x0, bottom - top];
  const place = upright ? { transform: `translate(${x0 + height * 0.8} ${bottom}) rotate(-90)` } : { x: x0, y: bottom - height * 0.2 };
  return make("text", { ...place, "font-size": height * 0.85, textLength: Math.max(width, 0.1), lengthAdjust: "spacingAndGlyphs" }, text);
}

function trustPart({ trusted, certificate }) {
  const items = ["That the words, boxes and looks in the certificate are those of the document. Only a check with the document at hand shows it."];
  items.push(...trusted.filter((name) => TRUSTED[name]).map((name) => TRUSTED[name]));
  const side = certificate.agreement?.side;
  if (side) items.push(`That the books say what the certificate says of them: ${side.entries.length} entries, and a balance of ${side.opening ?? "unknown size"} in the smallest unit of ${side.currency}.`);
  for (const { hypothesis, value } of certificate.answers) items.push(`That a person answered “${value}” on: ${HYPOTHESES[hypothesis] ?? hypothesis}.`);
  for (const { detail, code } of certificate.objections) items.push(`The reader of the document objected: ${detail || code}.`);
  const hidden = certificate.witnesses[certificate.statement].other.filter(({ by }) => by === "person").length;
  if (hidden) items.push(`That ${hidden} row(s) are no lines of the statement, as a person says. They are shaded on the drawing.`);
  return make("section", {}, make("h2", {}, "What is taken on trust"), make("p", {}, "This page cannot check the following. Someone else has to."),
    make("ul", {}, ...items.map((text) => make("li", {}, text))), make("p", { class: "soft" }, `SHA-256 of the document: ${certificate.document}`));
}

const drop = document.getElementById("drop");
const input = document.getElementById("file");
input.addEventListener("change", () => input.files[0] && checkFile(input.files[0]));
for (const kind of ["dragenter", "dragover"]) document.addEventListener(kind, (event) => { event.preventDefault(); drop.classList.add("over"); });
for (const kind of ["dragleave", "drop"]) document.addEventListener(kind, () => drop.classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer.files[0]) checkFile(event.dataTransfer.files[0]);
});
