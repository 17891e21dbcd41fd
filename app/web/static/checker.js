// A checker of certificates, written from docs/certificate.md alone: above each rule stand the section of that page and its words,
// shortened; where the page leaves something open, the comment says "Open:" and what is taken here. Money is BigInt throughout, days are
// whole numbers counted from 1970-01-01. check(text, {months, currencies, labels}) says what was found, and whether it is what is claimed.
export function check(text, tables) {
  const result = {
    accepted: false, refused: "", verdict: null, proven: false, problem: "", differences: [], obligations: [], hypotheses: [], lines: [], opening: null, closing: null,
    agreement: null, certificate: null, trusted: ["words, boxes, rows, looks and ink of the pages"],
  };
  try {
    const certificate = certificateShape(parseJson(text), "certificate"), document = documentOf(certificate, tables);
    checkPlaces(certificate, document);
    result.certificate = certificate;
    const { proven, problem, lines, opening, closing, ...page } = findPage(document, certificate);
    Object.assign(result, { proven, problem, lines, opening, closing, ...shown(page) });
    const agreement = certificate.agreement && findAgreement({ ...page, problem });
    if (agreement) Object.assign(result, { agreement: shown(agreement), verdict: agreement.verdict });
    if (agreement) result.trusted.push("others", "rivals", "alternatives");
    compare(certificate, result);
    result.accepted = true;
  } catch (error) {
    if (!(error instanceof Refused || error instanceof RangeError)) throw error;
    result.refused = error instanceof Refused ? error.message : "too large to be checked";
  }
  return result;
}

class Refused extends Error {}
const refuse = (why) => { throw new Refused(why); };
const [TURNED, FOLDS] = [new WeakMap(), new Map()]; // tables and texts that were read already
const present = (items) => items.filter((item) => item);
const rangeOf = ([first, last]) => Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
const literal = (one) => one.replace(/[.\\^$*+?()[\]{}|]/g, "\\$&");
const memo = (map, key, make) => (map.has(key) ? map : map.set(key, make())).get(key);
// Section 1, the file: strict JSON. JSON.parse would let names stand twice; whole numbers become BigInt, so that 2.0 is not 2.
const STRING = '"[^"\\\\\\u0000-\\u001f]*(?:\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\\\\u0000-\\u001f]*)*"';
const NUMBER = "-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?";
const TOKEN = new RegExp(`[ \\t\\n\\r]*([{}[\\],:]|true|false|null|${STRING}|${NUMBER})`, "y");
function parseJson(text) {
  if (typeof text !== "string" || new TextEncoder().encode(text).length > 64 * 1024 * 1024) refuse("the file is no text, or over 64 MB");
  const reader = { text, at: 0 }, value = jsonValue(reader, nextToken(reader), 0);
  return /^[ \t\n\r]*$/.test(text.slice(reader.at)) ? value : refuse("not JSON: something follows the object");
}
function nextToken(reader) {
  const [all, token] = Object.assign(TOKEN, { lastIndex: reader.at }).exec(reader.text) ?? refuse(`not JSON at character ${reader.at}`);
  reader.at += all.length;
  return token;
}
function jsonValue(reader, token, depth) {
  if (depth > 40) refuse("not a certificate: nested too deep");
  if (token === "{") return jsonObject(reader, depth);
  if (token === "[") return jsonItems(reader, "]", (first) => jsonValue(reader, first, depth + 1));
  if (/^["tfn]/.test(token)) return JSON.parse(token);
  if (!/^[-0-9]/.test(token)) refuse(`not JSON: ${token} before character ${reader.at}`);
  if (/^-?[0-9]+$/.test(token)) return BigInt(token);
  return Number.isFinite(Number(token)) ? Number(token) : refuse("a number is too large");
}
function jsonItems(reader, close_, take) {
  const items = [];
  for (let token = nextToken(reader); token !== close_;) {
    items.push(take(token));
    const next = nextToken(reader);
    if (next !== "," && next !== close_) refuse(`not JSON: , or ${close_} is wanted before character ${reader.at}`);
    token = next === "," ? nextToken(reader) : next;
    if (next === "," && token === close_) refuse(`not JSON: , before ${close_}`);
  }
  return items;
}
function jsonObject(reader, depth) {
  const members = Object.create(null);
  jsonItems(reader, "}", (token) => {
    if (token[0] !== '"' || nextToken(reader) !== ":") refuse(`not JSON: a name and : are wanted before character ${reader.at}`);
    const name = JSON.parse(token);
    if (name in members) refuse(`a member stands twice: ${name}`);
    members[name] = jsonValue(reader, nextToken(reader), depth + 1);
  });
  return members;
}
// Sections 1, 2, 5, 6, 7, the shape: "exactly the members named". A shape turns a parsed value into plain numbers; money stays BigInt.
const wanted = (at, what) => refuse(`${at} must be ${what}`);
const string = (value, at) => (typeof value === "string" ? value : wanted(at, "a text"));
const flag = (value, at) => (typeof value === "boolean" ? value : wanted(at, "true or false"));
const number = (value, at) => (["number", "bigint"].includes(typeof value) ? Number(value) : wanted(at, "a number"));
const money = (value, at) => (typeof value === "bigint" ? value : wanted(at, "a whole number"));
const orNull = (shape) => (value, at) => (value === null ? null : shape(value, at));
const count = (most) => (value, at) => (typeof value === "bigint" && value >= 0n && value <= BigInt(most) ? Number(value) : wanted(at, `0 to ${most}`));
const oneOf = (...values) => (value, at, own = typeof value === "bigint" ? Number(value) : value) =>
  values.includes(own) ? own : wanted(at, `one of ${values.map((one) => JSON.stringify(one)).join(", ")}`);
const list = (shape, least = 0, most = Infinity) => (value, at) => {
  if (!Array.isArray(value) || value.length < least || value.length > most) wanted(at, `a list of ${least} to ${most}`);
  return value.map((item, which) => shape(item, `${at}[${which}]`));
};
const tuple = (...shapes) => (value, at) => list((one) => one, shapes.length, shapes.length)(value, at).map((one, which) => shapes[which](one, `${at}[${which}]`));
const object = (shapes) => (value, at) => {
  if (value === null || typeof value !== "object" || Array.isArray(value)) wanted(at, "an object");
  const unlisted = Object.keys(value).find((name) => !Object.hasOwn(shapes, name));
  if (unlisted !== undefined) refuse(`${at} has an unlisted member ${unlisted}`);
  const member = (name) => (name in value ? shapes[name](value[name], `${at}.${name}`) : refuse(`${at} lacks the member ${name}`));
  return Object.fromEntries(Object.keys(shapes).map((name) => [name, member(name)]));
};
const [index, identity] = [count(1e9), (value, at) => String(money(value, at))];
const isoDay = (value, at) => isoToDay(string(value, at)) ?? wanted(at, "a day like 2024-02-29");
// "A *place* is `[page, [word, …]]`: words of one page by their index from 0, each once, at least one."
const place = (value, at) => {
  const [page, words] = tuple(index, list(index, 1))(value, at);
  return new Set(words).size === words.length ? [page, words] : refuse(`${at} cites a word twice`);
};
// Open: a mark that moves 0 would say nothing, and two equal strings would say two things. Both are refused.
const marks = (value, at) => {
  const found = list(tuple(string, oneOf(-1, 1)), 0, 4)(value, at), texts = new Set(found.map(([text]) => bareText(text)));
  return texts.size === found.length && !texts.has("") ? found : refuse(`${at} has an empty string, or one twice`);
};
const conventionMembers = {
  decimal: oneOf(".", ",", ""), group: oneOf(",", ".", "'", " ", ""), digits: count(4), order: oneOf("dmy", "mdy", "ymd"), marks,
  side: oneOf("money", "debt"), short: flag, months: string, calendar: string, newest_first: flag, booking: oneOf("day", "second"),
};
const columnsOf = (members) => list(object({ moves: oneOf(-1, 0, 1), ...members }), 1, 8);
const convention = object({ ...conventionMembers, columns: columnsOf({ head: list(place) }), year: orNull(place), balance_head: list(place) });
const labelled = orNull(object({ value: place, label: orNull(place) }));
const end = orNull(object({ figure: place, label: orNull(place), column: orNull(index) }));
const says = list((value, at) => (typeof value === "bigint" ? Number(value) : string(value, at)));
const [cited, text] = [orNull(place), orNull(string)];
const witness = object({
  section: tuple(index, index), convention, opening: end, closing: end, restated: list(object({ figure: place, says })),
  lines: list(object({ amount: place, column: index, day: cited, second: cited, mark: cited, balance: cited, text: list(place) })),
  other: list(object({ row: index, by: oneOf("layout", "person") })), currency: labelled, number: labelled, kind: labelled,
  period: orNull(object({ first: cited, last: place, label: cited })),
});
const obligations = list(object({ name: string, state: oneOf("passed", "failed", "unavailable"), expected: text, found: text, detail: string }));
const hypotheses = list(object({ name: string, value: string, source: string, words: list(place), detail: string }));
const known = object({ currency: text, kind: orNull(oneOf("money", "debt")), number: text, institution: text });
const entry = object({
  id: identity, day: isoDay, amount: money, origin: oneOf("typed", "source", "reading"), counted: oneOf("", "earlier", "later", "outstanding"), by: string,
});
const agreementShape = object({
  side: object({
    id: identity, currency: string, known, since: isoDay, opening: orNull(money), expected: list(identity), chosen_by: string, entries: list(entry),
    balance_origin: oneOf("typed", "source", "reading", ""), // Open: what it is without a balance; "" passes
    before: orNull(object({ last: isoDay, closing: orNull(money), whole: flag })),
    // Open: the types of these; taken: counts of equal amounts, and balances or null. They are taken on trust.
    others: list(object({ id: identity, number: text, equal: index, turned: index, opening: orNull(money), closing: orNull(money) })),
  }),
  pairing: object({ groups: list(tuple(list(index), list(identity), string)), window: index }),
  rivals: index, alternatives: index, verdict: oneOf("matched", "differences", "unproven"), obligations, hypotheses,
});
const layout = object({
  id: identity, source: string, heads: list(string), balance_head: text, opening: text, closing: text, period: text, currency: text, other: list(string),
  convention,
});
const answer = (value, at) => {
  const found = object({ id: identity, hypothesis: string, value: string, by: string, at: string })(value, at);
  const days = found.value.split(" to ").map(isoToDay);
  const isPeriod = found.value === "" || (days.length === 2 && !days.includes(null));
  return found.hypothesis !== "period" || isPeriod ? found : wanted(at, "two days with ` to ` between");
};
const points = (value, at) => (Math.abs(number(value, at)) <= 1e6 ? Number(value) : wanted(at, "points"));
const shownText = (value, at) => (string(value, at) && [...value].length <= 10000 ? value : wanted(at, "a text of 1 to 10,000 characters"));
const word = tuple(shownText, points, points, points, points, oneOf("seen", "ink", "doubted", "unjudged", "once", "twice", "person", null));
const certificateShape = object({
  format: oneOf("tieout certificate"), version: oneOf(2), kernel: oneOf(2),
  document: (value, at) => (/^[0-9a-f]{64}$/.test(string(value, at)) ? value : wanted(at, "a SHA-256 in hex")),
  pages: list(object({ number: index, width: points, height: points, words: list(word), rows: list(list(index)), ink: list(tuple(points, points, points, points)) })),
  witnesses: list(witness, 1, 400), statement: index, layouts: list(layout), account: orNull(known), agreement: orNull(agreementShape),
  objections: list(object({ code: string, detail: string, incomplete: flag })),
  answers: list(answer),
  page: object({ proven: flag, obligations, hypotheses, lines: list(tuple(text, text, text, text)), opening: text, closing: text }),
});
// Section 1, the document: words with their boxes, in rows that are counted through it.
const wordsOf = (document, [page, indices]) => indices.map((at) => document.pages[page - 1]?.words[at] ?? refuse(`word ${at} of page ${page} is not there`));
function documentOf(certificate, tables) {
  const document = { pages: [], rows: [], figures: new Map(), days: new Map(), tables: tablesOf(tables) };
  for (const [at, page] of certificate.pages.entries()) {
    if (page.number !== at + 1) refuse(`page ${at + 1} has the number ${page.number}`);
    const words = page.words.map(([shown_, x0, top, x1, bottom, look]) =>
      ({ text: plainText(shown_), x0, top, x1, bottom, look, page: page.number, row: -1, at: -1, digit: /\p{Nd}/u.test(shown_) }));
    document.pages.push({ words, ink: page.ink });
    if (words.some(({ look }) => (look === null) !== (words[0].look === null))) refuse(`some words of page ${page.number} were looked at, and others not`);
    for (const indices of page.rows) addRow(document.rows, page.number, wordsOf(document, [page.number, indices]));
    if (words.some(({ row }) => row < 0)) refuse(`a word of page ${page.number} has no row`);
  }
  return document;
}
function addRow(rows, page, words) {
  for (const [at, one] of words.entries()) Object.assign(one, one.row < 0 ? { row: rows.length, at } : refuse(`a word of page ${page} is in two rows`));
  rows.push({ page, number: rows.length, words });
}
// "One that names a page, word, row, column or line that is not there, is refused."
function checkPlaces({ witnesses, statement, agreement, page }, document) {
  if (agreement && !document.tables.codes.has(agreement.side.currency)) refuse("the ledger's currency is no code");
  if (statement >= witnesses.length) refuse("the statement has no witness");
  for (const one of witnesses) checkWitness(one, document);
  for (const one of placesIn([witnesses, page.hypotheses, agreement?.hypotheses])) wordsOf(document, one);
}
const isPlace = (value) => Array.isArray(value) && value.length === 2 && typeof value[0] === "number" && Array.isArray(value[1]);
const placesIn = (value) => (isPlace(value) ? [value] : value && typeof value === "object" ? Object.values(value).flatMap(placesIn) : []);
function checkWitness(statement, document) {
  const { section: [first, stop], convention: own, lines, opening, closing, other } = statement;
  if (!document.tables.calendars.has(own.calendar)) refuse("a calendar is not in months.json");
  if (first > stop || stop > document.rows.length || other.some(({ row }) => row >= document.rows.length)) refuse("a row is not there");
  if (first === stop) refuse("a section has no rows");
  if (present([...lines, opening, closing]).some(({ column }) => column !== null && column >= own.columns.length)) refuse("a column is not there");
}
// Section 1, measures: height, gap, extents. The box around words has their extent as x0 and x1.
const height = (one) => one.bottom - one.top, gap = (a, b) => Math.max(0, Math.max(a.x0, b.x0) - Math.min(a.x1, b.x1));
const overlap = (a, b) => Boolean(a && b) && Math.min(a.x1, b.x1) > Math.max(a.x0, b.x0);
const around = (words) => (words.length ? words.reduce((a, b) => ({
  x0: Math.min(a.x0, b.x0), top: Math.min(a.top, b.top), x1: Math.max(a.x1, b.x1), bottom: Math.max(a.bottom, b.bottom),
})) : null);
// Section 4, covered: "A figure *in* an extent has half of its width there." Open: the same is taken for days.
const inside = (words, extent) => Boolean(extent) && isHalfIn(around(words), extent);
const isHalfIn = (own, extent) => Math.min(own.x1, extent.x1) - Math.max(own.x0, extent.x0) >= (own.x1 - own.x0) / 2;
// Section 3, fold: "lower case, NFKD, then only letters and, from U+0900 on, marks".
const isKept = (sign) => /\p{L}/u.test(sign) || (sign >= "\u0900" && /\p{M}/u.test(sign));
const fold = (one) => memo(FOLDS.size > 100000 ? FOLDS.clear() ?? FOLDS : FOLDS, one, () => [...one.toLowerCase().normalize("NFKD")].filter(isKept).join(""));
const foldWords = (words) => words.map((one) => fold(one.text)).join("");
// Section 7: "A *pattern* is the folds of words with spaces between, `#` for a word with a digit."
const patternOf = (words) => present(words.map((one) => (one.digit ? "#" : fold(one.text)))).join(" ");
// Section 3: "Digits of any script are 0 to 9; `٬` and `،` are `,` and `٫` is `.`." Ten digits of a script follow each other from its nought.
const nought = (at) => (/\p{Nd}/u.test(String.fromCodePoint(at - 1)) ? nought(at - 1) : at);
const tenth = (sign) => (sign.codePointAt(0) - nought(sign.codePointAt(0))) % 10;
const plainText = (one) => one.replace(/[٬،]/g, ",").replace(/٫/g, ".").replace(/(?![0-9])\p{Nd}/gu, tenth);
const bareText = (one) => one.replace(/[\s*#]/gu, "");
// The three tables of data, turned once so that a text is looked up.
const tablesOf = (tables) => memo(TURNED, tables, () => turnedTables(tables));
function turnedTables({ months, currencies: { codes, names, symbols, signs, digits }, labels }) {
  const [languages, anyMonth] = [new Map(), new Set()];
  for (const name of new Set([...Object.keys(months.names), ...Object.keys(months.joins)])) {
    const byFold = new Map((months.names[name] ?? []).flatMap((texts, at) => texts.map((one) => [fold(one), at + 1])));
    byFold.delete("");
    for (const one of byFold.keys()) if (one.length > 2 || /[^\x00-\x7f]/.test(one)) anyMonth.add(one);
    languages.set(name, { months: byFold, joins: new Set((months.joins[name] ?? []).map(fold)) });
  }
  const calendars = new Map(Object.entries(months.calendars).map(([name, one]) => [name, { ...one, name, words: new Set(one.words.map(fold)) }]));
  const phrases = (kind) => new Set(labels[kind].map(fold));
  return {
    languages, calendars, anyMonth, codes: new Set(codes), names: new Map(Object.entries(names).map(([name, code]) => [fold(name), code])), minor: new Map(Object.entries(digits)), money: [...codes, ...symbols, ...Object.keys(signs)], signs: new Map(Object.entries(signs)),
    phrases: { opening: phrases("opening"), closing: phrases("closing"), period: phrases("period") },
  };
}
const inRow = (words) => [...words].sort((a, b) => a.at - b.at);
// Section 3, figures: "joined with a space, or without one at a gap under 0.22 heights" of the left word, from left to right.
function figureText(words) {
  const joint = (left, right) => (gap(left, right) < 0.22 * height(left) ? "" : " ");
  return words.map((one, at) => (at ? joint(words[at - 1], one) : "") + one.text).join("");
}
// "Cited words, neighbours on their row at gaps under 3 heights of the left one (0.75 between two with digits)."
const areNeighbours = (words) => words.every((one, at) => {
  const left = words[at - 1];
  return !at || (one.row === left.row && one.at === left.at + 1 && gap(left, one) < (left.digit && one.digit ? 0.75 : 3) * height(left));
});
const figuresUnder = (document, { decimal, group, digits, marks: strings }, short) =>
  memo(document.figures, JSON.stringify([decimal, group, digits, short, strings]), () => (
    { decimal, digits, short, number: numberPattern(decimal, group, digits), tokens: tokensOf(strings, document.tables), read: new Map() }));
// "Digits; or 1 to 3 and groups of 3; or groups of 2 and a last of 3; each perhaps with `decimal` and 1 to `digits` digits." None are for ".50".
function numberPattern(decimal, group, digits) {
  const by = literal(group);
  const grouped = group ? `|[0-9]{1,3}(?:${by}[0-9]{3})+|[0-9]{1,3}(?:${by}[0-9]{2})+${by}[0-9]{3}` : "";
  return new RegExp(`^([0-9]*${grouped})${decimal && digits ? `(?:${literal(decimal)}([0-9]{1,${digits}}))?` : ""}$`);
}
// "A sequence of tokens, the longest at each place: marks (also in brackets), `codes`, …" Of two of one length the mark comes first.
function tokensOf(strings, tables) {
  const tokens = strings.flatMap(([one, way]) => [bareText(one), `(${bareText(one)})`].map((shown) => ({ text: shown, kind: "mark", way, string: one })));
  tokens.push(...tables.money.map((one) => ({ text: one, kind: "currency" })), ...[..."+-()"].map((one) => ({ text: one, kind: one })));
  const byFirst = new Map();
  for (const token of tokens.sort((a, b) => b.text.length - a.text.length)) byFirst.set(token.text[0], [...(byFirst.get(token.text[0]) ?? []), token]);
  return byFirst;
}
function tokenize(printed, byFirst) {
  const token = byFirst.get(printed[0])?.find((one) => printed.startsWith(one.text));
  const more = token && tokenize(printed.slice(token.text.length), byFirst);
  return printed === "" ? [] : more && [token, ...more];
}
const figureOf = (words, grammar, printed = figureText(words)) =>
  memo(grammar.read, printed, () => readFigure(printed.replace(/’/g, "'").replace(/−/g, "-").replace(/\s/gu, " "), grammar));
// "The *number* is from the first to the last digit, or with the `decimal` right before the first, if the whole is a figure so."
function readFigure(printed, grammar) {
  const first = printed.search(/[0-9]/);
  if (first < 0) return null;
  const stop = /[0-9][^0-9]*$/.exec(printed).index + 1;
  const from = (start) => figureFrom(printed.slice(0, start), printed.slice(start, stop), printed.slice(stop), grammar);
  return (grammar.decimal && printed[first - 1] === grammar.decimal && from(first - 1)) || from(first);
}
// "Fewer than `digits` only with `short` and digits before. At most 18 digits; of two or more whole digits the first is not 0."
function figureFrom(before, inner, behind, { number: shape, tokens, digits, short }) {
  const [, printed, decimals = ""] = shape.exec(inner) ?? [];
  if (printed === undefined) return null;
  const whole = printed.replace(/[^0-9]/g, "");
  if (decimals.length < digits && !(short && whole)) return null;
  if (whole.length + decimals.length > 18 || (whole.length > 1 && whole[0] === "0")) return null;
  const signs = signsOf(tokenize(bareText(before), tokens), tokenize(bareText(behind), tokens));
  return signs && { ...signs, whole, decimals, size: BigInt(whole + decimals.padEnd(digits, "0")) };
}
// "At most one mark, one currency, one sign; brackets only as a pair, not beside a sign; a mark goes with no sign against it."
function signsOf(front, back) {
  if (!front || !back) return null;
  const all = [...front, ...back];
  const times = (kind, some = all) => some.filter((token) => token.kind === kind).length;
  const [plus, minus, brackets] = [times("+"), times("-"), Math.min(times("(", front), times(")", back))];
  if (times("(") + times(")") !== 2 * brackets || plus + minus + brackets > 1 || times("mark") > 1 || times("currency") > 1) return null;
  const { way: mark = 0, string: markString } = all.find((token) => token.kind === "mark") ?? {};
  const clash = (mark < 0 && plus) || (mark > 0 && minus + brackets);
  return clash ? null : { mark, markString, sign: minus + brackets ? -1n : 1n, currency: all.find((token) => token.kind === "currency")?.text, signed: plus + minus + brackets > 0 };
}
// Section 3, days. A day is read as {year or null, month, day}, the year in our calendar.
const dayNumber = (year, month, day) => Date.UTC(year, month - 1, day) / 86400000;
const iso = (day) => (day === null ? null : new Date(day * 86400000).toISOString().slice(0, 10));
const partsOf = (day) => Object.fromEntries(iso(day).split("-").map((part, at) => [["year", "month", "day"][at], Number(part)]));
const exists = (year, month, day) => month >= 1 && month <= 12 && day >= 1 && day <= 31 && partsOf(dayNumber(year, month, day)).day === day;
const inYear = ({ month, day }, year) => (exists(year, month, day) ? dayNumber(year, month, day) : null);
const isoToDay = (one) => (/^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}$/.test(one) ? inYear({ month: Number(one.slice(5, 7)), day: Number(one.slice(8)) }, Number(one.slice(0, 4))) : null);
const daysUnder = ({ days, tables: { languages, calendars } }, { order, months, calendar }) => memo(days, `${order} ${months} ${calendar}`, () => (
  { order, language: languages.get(months) ?? { months: new Map(), joins: new Set() }, calendar: calendars.get(calendar), read: new Map() }));
// Open: days are read in the order cited, as one in a script from right to left stands the other way round in its row.
const dayText = (words) => words.map((one) => one.text).join(" ");
const dayOf = (words, grammar, printed = dayText(words)) => memo(grammar.read, printed, () => (/[0-9]/.test(printed) ? readDay(printed, grammar) : null));
const TIME = /T?[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?$/, PIECE = /([0-9]+)|([\p{L}\p{M}]+)|[\s.,/\-'’()*#]+/uy;
// "Without a time of day, `:` or `;` at the end, and points behind letters: numbers and runs of letters." Open: letters with their marks.
function piecesOf(printed, { language, calendar }) {
  const bare = printed.replace(/[:;]+$/, "").replace(TIME, "").replace(/(?<=[\p{L}\p{M}])\./gu, "");
  const found = { numbers: [], month: 0, named: false };
  for (PIECE.lastIndex = 0; PIECE.lastIndex < bare.length;) {
    const [piece, digits, letters] = PIECE.exec(bare) ?? [];
    if (piece === undefined) return null;
    if (digits) found.numbers.push(digits);
    if (!letters) continue;
    const [month, ofCalendar] = [monthOf(letters, language), calendar.words.has(fold(letters))];
    if (month ? found.month : !ofCalendar && !language.joins.has(fold(letters))) return null;
    Object.assign(found, { month: month || found.month, named: found.named || ofCalendar });
  }
  return found;
}
// "A run of letters is by its fold a month of `months` (one at most; from U+0590 to U+08FF also read backwards)."
const backwards = (run) => (/[\u0590-\u08ff]/.test(run) ? [...fold(run)].reverse().join("") : "");
const monthOf = (run, { months }) => months.get(fold(run)) ?? months.get(backwards(run)) ?? 0;
// "Days and months have two digits at most. A day must exist, without a year in 2000. (`solar`:) a year is needed."
function readDay(printed, { order, language, calendar }) {
  const pieces = piecesOf(printed, { language, calendar });
  const [yearText, month, day] = !pieces ? [] : pieces.month ? withMonth(pieces, order) : withoutMonth(pieces.numbers, order);
  if (day === undefined || day.length > 2 || String(month).length > 2) return null;
  if (calendar.name === "solar") return yearText === null ? null : solarDay(Number(yearText), Number(month), Number(day));
  const year = yearText === null ? 2000 : yearOf(yearText, calendar);
  return year && exists(year, Number(month), Number(day)) ? { year: yearText && year, month: Number(month), day: Number(day) } : null;
}
// "With a month: a day, or a day and a year (under `ymd` the year first)."
const withMonth = ({ numbers: [one, two, more], month }, order) =>
  (more !== undefined ? [] : two === undefined ? [null, month, one] : order === "ymd" ? [one, month, two] : [two, month, one]);
// "Without: two or three numbers in the `order` (`ymd` if four digits lead), or one of 4, 6 or 8 digits cut in twos with the rest as year."
function withoutMonth([one = "", ...more], order) {
  const rest = one.length - 4;
  if (!more.length && ![0, 2, 4].includes(rest)) return [];
  const cut = order === "ymd" ? [0, rest, rest + 2] : [0, 2, 4];
  const parts = more.length ? [one, ...more] : present(cut.map((from, at) => one.slice(from, cut[at + 1])));
  if (parts.length === 2) return order === "dmy" ? [null, parts[1], parts[0]] : [null, ...parts];
  const [a, b, c, d] = parts;
  return c !== undefined && d === undefined ? { dmy: [c, b, a], mdy: [c, a, b], ymd: [a, b, c] }[a.length === 4 ? "ymd" : order] : [];
}
// "Two digits are 2000 more below 70, else 1900 more; a calendar with `add` adds it, to two digits 2500 first if `long`, to four only then."
function yearOf(digits, { add, long }) {
  if (digits.length > 4) return null;
  const [two, four] = [digits.length === 2, digits.length === 4];
  const year = Number(digits) + (add ? (two && long ? 2500 : 0) + (four && !long ? 0 : add) : two ? (digits < "70" ? 2000 : 1900) : 0);
  return year >= 1970 && year <= 2100 ? year : null;
}
// "`solar` is Iran's calendar: years 1370 to 1429, leap where (25 × year + 11) mod 33 < 8, 1 Farvardin 1370 being 21 March 1991."
function solarDay(year, month, day) {
  const leap = (one) => (25 * one + 11) % 33 < 8, length = month <= 6 ? 31 : month < 12 || leap(year) ? 30 : 29;
  if (year < 1370 || year > 1429 || month < 1 || month > 12 || day < 1 || day > length) return null;
  let found = dayNumber(1991, 3, 21) + day - 1 + 30 * (month - 1) + Math.min(month - 1, 6);
  for (let before = 1370; before < year; before += 1) found += leap(before) ? 366 : 365;
  return partsOf(found);
}
// Section 4, parsed (i): "`year` is a whole day, a year of four digits, or one with words of the calendar."
function readYear(words, grammar) {
  const day = dayOf(words, grammar);
  if (day?.year) return { day: inYear(day, day.year) };
  const { numbers: [digits, more], month, named } = piecesOf(dayText(words), grammar) ?? { numbers: [] };
  if (digits === undefined || more !== undefined || month || (digits.length !== 4 && !named) || grammar.calendar.name === "solar") return null;
  const year = yearOf(digits, grammar.calendar);
  return year && { year };
}
// Sections 2 and 3, a reading: all that a witness cites, under its convention, or with a `change` (section 6).
function read(document, statement, change = {}) {
  const own = { ...statement.convention, ...change.convention };
  const [figures, days] = [figuresUnder(document, own, own.short), daysUnder(document, own)];
  const item = (words, reader) => ({ words, row: words[0].row, read: reader(words) });
  const cite = (one, reader = () => null) => one && item(wordsOf(document, one), reader);
  const figure = (one, grammar = figures) => cite(one, (words) => figureOf(words, grammar));
  const day = (one) => cite(one, (words) => dayOf(words, days));
  const ends = [statement.opening, statement.closing].map((one) => one && { ...figure(one.figure), label: cite(one.label), column: one.column });
  const lines = statement.lines.map((line) => ({
    amount: figure(line.amount), column: line.column, day: day(line.day), second: day(line.second), mark: cite(line.mark),
    balance: figure(line.balance), text: line.text.flatMap((one) => wordsOf(document, one)),
  }));
  for (const line of lines) Object.assign(line, { row: line.amount.row, page: line.amount.words[0].page }, wayOf(line, own));
  const { period, restated } = statement;
  return {
    document, statement, own, change, figures, days, lines, extents: extentsOf(lines, own),
    allBalances: lines.length > 0 && lines.every((line) => line.balance), year: cite(own.year, (words) => readYear(words, days)),
    opening: ends[change.exchanged ? 1 : 0], closing: ends[change.exchanged ? 0 : 1],
    restated: restated.map((one) => ({ ...figure(one.figure), says: one.says })),
    period: period && { first: day(period.first), last: day(period.last), label: cite(period.label) },
  };
}

// Section 4, sums: "*Moved* is mark × size, else moves × sign × size." `source` is the mark or column that says so.
function wayOf({ amount, mark, column }, own) {
  const [printed, way] = own.marks.find(([one]) => one === (mark ? figureText(mark.words) : amount.read?.markString)) ?? [];
  return printed ? { source: `mark ${printed}`, way: BigInt(way) } : { source: `column ${column}`, way: BigInt(own.columns[column].moves) * (amount.read?.sign ?? 1n) };
}
function extentsOf(lines, own) {
  const of = (name, some = lines) => around(wordsIn(some.map((line) => line[name])));
  const each = own.columns.map((_, at) => lines.filter(({ column }) => column === at));
  const days = each.flatMap((some, column) => ["day", "second"].map((name) => ({ column, extent: of(name, some) })));
  return { columns: each.map((some) => of("amount", some)), balances: of("balance"), days: days.filter(({ extent }) => extent) };
}
const [wordsIn, endsOf] = [(items) => present(items).flatMap(({ words }) => words), (reading) => present([reading.opening, reading.closing])];
const figuresOf = (reading) => present([...reading.lines.flatMap((line) => [line.amount, line.balance]), ...endsOf(reading), ...reading.restated]);
const daysOf = ({ lines, period }) => present([...lines.flatMap((line) => [line.day, line.second]), period?.first, period?.last]);
// Section 4, covered: "*Cited* words are figures, days, marks, periods and numbers."
const citedWords = (reading) => new Set(wordsIn([...figuresOf(reading), ...daysOf(reading), ...reading.lines.map(({ mark }) => mark)]));

// Section 4, parsed: each rule gives what is wrong, or "".
const parsedProblem = (reading, all) => [unread, partial, wordsTwice, astray, daysApart, disorder, wrongMarks, mixedColumns, strayEnds, noDirection]
  .reduce((problem, rule) => problem || rule(reading, all), "") || (reading.year && !reading.year.read ? "(i) the year is none" : "");
// (a) "Figures and days are such under the convention, on one row, …"
const unread = (reading) => [...figuresOf(reading), ...daysOf(reading)]
  .filter(({ words, row, read: found }) => !found || words.some((one) => one.row !== row) || (found.size !== undefined && !areNeighbours(words)))
  .map(({ words }) => `(a) ${dayText(words)} is no figure or day, or not on one row`)[0] ?? "";
function partial(reading, _all, { document, own, figures } = reading) {
  const spaced = (own.short || !own.decimal || !own.digits ? [",", "."] : []).map((decimal) => figuresUnder(document, { ...own, decimal, group: " ", digits: 4 }, true));
  const days = present([...daysOf(reading), reading.year?.read?.day !== undefined && reading.year]);
  const bad = figuresOf(reading).find((item) => item.words.some((one) => isPart(document, item.words, one, [figures, ...spaced])))
    ?? days.find((item) => yearFollows(reading, item));
  return bad ? `(a) ${dayText(bad.words)} is a part` : "";
}
// "A word beside, with a digit, makes it a part under 0.22 heights if two digits meet, under 0.75 if both joined are a figure, …"
function isPart(document, words, one, grammars) {
  const row = document.rows[one.row].words;
  return [row[one.at - 1], row[one.at + 1]].some((beside) => {
    if (!beside?.digit || words.includes(beside)) return false;
    const [left, right] = beside.at < one.at ? [beside, one] : [one, beside];
    const [apart, meet, texts] = [gap(left, right) / height(one), /\p{Nd}$/u.test(left.text) && /^\p{Nd}/u.test(right.text), [figureText(words), beside.text]];
    const printed = (left === beside ? texts.reverse() : texts).join(apart < 0.22 || /[.,]$/.test(left.text) || /^[.,]/.test(right.text) ? "" : " ");
    return (apart < 0.22 && meet) || (apart < 0.75 && grammars.some((each) => figureOf(words, each, printed) !== null));
  });
}
// "A day without a year is a part if the next word, under 1.3 heights, of four characters, makes it another." Open: next is to the right.
function yearFollows({ document, days }, { words, read: day }) {
  const [last, next] = [words.reduce((a, b) => (b.at > a.at ? b : a))].flatMap((one) => [one, document.rows[one.row].words[one.at + 1]]);
  const near = day && day.year === null && next && [...next.text].length === 4 && gap(last, next) < 1.3 * height(last);
  return Boolean(near) && dayOf([...words, next], days) !== null;
}
// (b) "No word of it serves twice …, here or in another witness; nor is such a word one of its period, number or kind."
function wordsTwice({ document, statement }, all) {
  const words = (places) => present(places).flatMap((one) => wordsOf(document, one));
  const serving = ({ lines, opening, closing, restated }) => words([
    ...lines.flatMap((line) => [line.amount, line.balance, line.day, line.second, line.mark, ...line.text]),
    ...[opening, closing, ...restated].map((one) => one?.figure),
  ]);
  const { period, number: number_, kind } = statement;
  const [own, facts] = [serving(statement), words([period?.first, period?.last, number_?.value, kind?.value])];
  const [once, others] = [new Set(own), new Set(all.filter((one) => one !== statement).flatMap(serving))];
  const twice = once.size < own.length || own.some((one) => others.has(one)) || facts.some((one) => once.has(one) || others.has(one));
  return twice ? "(b) a word serves twice" : "";
}
// (c) "Balance and mark on the row of their amount; days and text on it or between the lines around it (on it alone if one is on it)."
function astray({ lines, statement: { section: [first, stop] } }) {
  const bad = lines.some((line, at) => {
    const [before, after] = [lines[at - 1]?.row ?? first - 1, lines[at + 1]?.row ?? stop];
    const near = ({ row }) => row === line.row || (before !== line.row && after !== line.row && row > before && row < after);
    return wordsIn([line.balance, line.mark]).some(({ row }) => row !== line.row) || ![...wordsIn([line.day, line.second]), ...line.text].every(near);
  });
  return bad ? "(c) something cited is not at its line" : "";
}
// (c) "On each page the days of one column's lines, as far as on the rows of their amounts, share a sideways point; so do second days."
function daysApart({ lines }) {
  const groups = new Map();
  for (const line of lines) for (const name of ["day", "second"]) {
    if (line[name]?.row === line.row) memo(groups, `${name} ${line.page} ${line.column}`, () => []).push(around(line[name].words));
  }
  return [...groups.values()].every(sharePoint) ? "" : "(c) days are not under each other";
}
const sharePoint = (boxes) => Math.max(...boxes.map(({ x0 }) => x0)) <= Math.min(...boxes.map(({ x1 }) => x1));
// (d) "Lines are in the order of their rows; lines, ends and restated figures are in the section; sections share no row."
function disorder({ lines, statement: { section: own }, ...reading }, all) {
  const [first, stop] = own;
  if (lines.some((line, at) => at && line.row < lines[at - 1].row)) return "(d) lines are not in the order of their rows";
  if ([...lines, ...endsOf(reading), ...reading.restated].some(({ row }) => row < first || row >= stop)) return "(d) a figure is outside the section";
  const shared = all.some(({ section }) => section !== own && section[0] < stop && section[1] > first);
  return shared ? "(d) sections share a row" : "";
}
// (e) "A mark apart is a string of `marks`, and the figure has none; they share a sideways point, and over their extent no other stands."
function wrongMarks({ document, lines, own }) {
  const [strings, apart] = [new Set(own.marks.map(([one]) => one)), lines.filter((line) => line.mark)];
  if (apart.some(({ mark, amount }) => !strings.has(figureText(mark.words)) || amount.read.mark)) return "(e) a mark apart is none, or its figure has one";
  const [boxes, words] = [apart.map(({ mark }) => around(mark.words)), wordsIn(apart.map(({ mark }) => mark))];
  if (!sharePoint(boxes)) return "(e) marks share no sideways point";
  const another = (one, mark) => strings.has(one.text) && !mark?.words.includes(one) && overlap(one, around(words));
  return lines.some(({ row, mark }) => document.rows[row].words.some((one) => another(one, mark))) ? "(e) a mark is not cited" : "";
}
// (f) "Where two columns' amounts overlap, both have `head`s of one fold each (not the same), and each amount belongs to the nearest above it."
function mixedColumns({ document, lines, own, extents, ...reading }) {
  const figureRows = new Set(figuresOf({ lines, ...reading }).map(({ row }) => row));
  const heads = own.columns.map(({ head }, at) => head.map((one) => ({ at, words: wordsOf(document, one) })));
  const lowest = ({ words }) => Math.max(...words.map(({ row }) => row));
  for (const [at, extent] of extents.columns.entries()) {
    const over = extents.columns.flatMap((other, which) => (which === at || overlap(extent, other) ? [which] : []));
    if (over.length < 2) continue;
    const [own_, ...folds] = [at, ...over].map((which) => new Set(heads[which].map(({ words }) => foldWords(words))));
    if (folds.some((one, n) => one.size !== 1 || one.has("") || (over[n] !== at && own_.has([...one][0])))) return "(f) columns over one another need different heads";
    const above = over.flatMap((which) => heads[which]);
    if (wordsIn(above).some(({ row }) => figureRows.has(row))) return "(f) a head is on the row of a figure";
    const nearest = (row) => above.filter((head) => lowest(head) < row).reduce((a, b) => (a && lowest(a) >= lowest(b) ? a : b), null);
    if (lines.some(({ column, row }) => column === at && nearest(row)?.at !== at)) return "(f) an amount is under the head of another column";
  }
  return "";
}
// (g) "An end's `column` overlaps it, and two used columns move differently."
const sided = ({ lines, own }) => new Set(lines.map(({ column }) => own.columns[column].moves)).size > 1;
const strayEnds = (reading) => (endsOf(reading).some(({ column, words }) =>
  column !== null && !(sided(reading) && overlap(around(words), reading.extents.columns[column]))) ? "(g) an end is not in its column" : "");
// (h) "Where a column moves 0, its amounts have no mark or minus, a balance, and the statement an opening."
const noDirection = ({ lines, own, opening }) => (lines.some(({ amount, mark, balance, column }) => !own.columns[column].moves
  && (mark || amount.read.mark || amount.read.sign < 0n || !balance || !opening)) ? "(h) a column that moves 0 needs balances and an opening" : "");

// Section 4, seen. Open: a word on a page where nobody looked counts like `ink`.
function seenState(reading) {
  const { statement, own, allBalances, document, lines } = reading;
  const once = new Set(allBalances ? wordsIn([...lines.flatMap(({ amount, balance }) => [amount, balance]), ...endsOf(reading)]) : []);
  const values = present([own.year, statement.currency?.value, statement.number?.value, statement.kind?.value]);
  const looks = own.short ? ["seen", "person"] : ["seen", "twice", "person"];
  const good = (one) => (one.digit ? looks.includes(one.look) || (one.look === "once" && !own.short && once.has(one)) : !["doubted", "unjudged", null].includes(one.look));
  const wrong = [...citedWords(reading), ...values.flatMap((one) => wordsOf(document, one))].filter((one) => !good(one));
  return !wrong.length ? "passed" : wrong.every(({ look }) => look === null || look === "ink") ? "unavailable" : "failed";
}

// Section 4, sums: "A balance is (mark, else sign) × size; an end with a `column` and no mark, its moves × sign × size."
const balanceOf = ({ read: { mark, sign, size } }) => (mark ? BigInt(mark) : sign) * size;
const endValue = (one, own) => (!one ? null : one.column === null || one.read.mark ? balanceOf(one) : BigInt(own.columns[one.column].moves) * balanceOf(one));
const inTime = ({ lines, own }) => (own.newest_first ? [...lines].reverse() : [...lines]);
/** Sets `moved` of every line; gives {state, opening, closing} in the printed sign, with what is derived. */
function sumsOf(reading) {
  const [{ own, change }, time] = [reading, inTime(reading)];
  let [opening, closing] = [reading.opening, reading.closing].map((one) => endValue(one, own));
  let [reached, since, total, follows] = [opening, 0n, 0n, true];
  for (const line of time) {
    const [balance, { size }] = [line.balance && balanceOf(line.balance), line.amount.read];
    const way = line.way || (balance - (reached ?? 0n) - since < 0n ? -1n : 1n); // "where moves is 0, … the direction of the balances"
    line.moved = size * (change.turned?.has(line.source) ? -way : way);
    [since, total] = [since + line.moved, total + line.moved];
    if (balance === null) continue;
    follows &&= reached === null || reached + since === balance;
    [reached, since] = [balance, 0n];
  }
  if (reading.allBalances) opening ??= balanceOf(time[0].balance) - time[0].moved; // "*Derived* are an opening not cited, if each line has a balance:
  if (opening !== null && time.at(-1)?.balance) closing ??= balanceOf(time.at(-1).balance); // the oldest less its line; and, with one, a closing: the newest line's."
  for (let [at, sum] = [0, opening]; at < time.length; at += 1) time[at].reached = sum = sum === null ? null : sum + time[at].moved;
  const both = opening !== null && closing !== null;
  return { state: !follows || (both && opening + total !== closing) ? "failed" : both ? "passed" : "unavailable", opening, closing };
}

// Section 4, ordered: the one day of a printed one without a year that lies between two days; null if none does, or days of two years do.
function dayWithin(day, from, to, years = 0) {
  const reached = (one) => one !== null && one >= from && one <= to;
  const found = rangeOf([partsOf(from).year, partsOf(to).year]).map((year) => inYear(day, year)).filter(reached);
  const shifted = found.length === 1 && years ? inYear(day, partsOf(found[0]).year + years) : found[0];
  return found.length === 1 && reached(shifted) ? shifted : null;
}
// "Without a printed year: 45 days around the `period`; from a last day or `year` alone 320 before to 45 after; or the `year`, October on before."
function resolve(day, { first, last, year, change: { years = 0 } }) {
  if (day.year !== null) return inYear(day, day.year);
  if (first !== null && last !== null) return dayWithin(day, first - 45, last + 45, years);
  const from = year ? year.read.day : last;
  if (from !== undefined) return from === null ? null : dayWithin(day, from - 320, from + 45, years);
  return inYear(day, year.read.year + years);
}
// "The period's days exist." Taken with it: the first is not after the last. Open: a day of it without a year; taken: up to the last.
function resolvePeriod(reading) {
  Object.assign(reading, { first: null, last: null });
  const [first, last] = [reading.period?.first?.read, reading.period?.last.read];
  if (!last) return true;
  const [own, year] = [last.year === null ? null : inYear(last, last.year), first?.year ?? last.year];
  const before = first && own !== null ? inYear(first, year) : null;
  const begins = first?.year === null && before > own ? inYear(first, year - 1) : before;
  const exist = own !== null && (!first || (begins !== null && begins <= own));
  if (exist) Object.assign(reading, { first: begins, last: own });
  return exist;
}
function orderedState(reading) {
  let [exist, above] = [resolvePeriod(reading), null];
  for (const line of reading.lines) {
    above = line.day ? resolve(line.day.read, reading) : above;
    Object.assign(line, { at: above, later: line.second && resolve(line.second.read, reading) });
    const bySecond = reading.own.booking === "second" && line.second;
    Object.assign(line, { booked: bySecond ? line.later : line.at, printed: bySecond ? line.second : line.day });
    exist &&= line.booked !== null;
  }
  // "Oldest first, no day is over 10 days before the latest above it in its run."
  const numbered = numberedColumns(reading);
  const inOrder = (line, at, time) => {
    const latest = at && !runEnds(reading, time[at - 1], line) ? time[at - 1].latest : -Infinity, counts = !numbered.has(line.column);
    line.latest = counts ? Math.max(latest, line.booked) : latest;
    return !counts || line.booked >= latest - 10;
  };
  return !reading.lines.length || (exist && inTime(reading).every(inOrder)) ? "passed" : "failed";
}
// "A column whose lines' first texts, without `*` and `#` around, are numbers that rise does not count."
function numberedColumns({ document, statement }) {
  const last = new Map(); // null once a text is no greater number
  for (const { column, text: [one] } of statement.lines) {
    const shown = one ? dayText(wordsOf(document, one)).replace(/^[*#]+|[*#]+$/g, "") : "", before = last.has(column) ? last.get(column) : 0n;
    last.set(column, before !== null && /^[0-9]+$/.test(shown) && BigInt(shown) > before ? BigInt(shown) : null);
  }
  return new Set([...last].filter(([, number_]) => number_ !== null).map(([column]) => column));
}
const numbersOf = ({ document, statement }, columns = numberedColumns({ document, statement })) => statement.lines.flatMap(({ column, text }) => (columns.has(column) ? wordsOf(document, text[0]) : []));
// "A row with no day and no money between two lines, the text of neither, ends one."
function runEnds(reading, one, other) {
  const texts = new Set([...one.text, ...other.text].map(({ row }) => row));
  const empty = (row) => !texts.has(row) && !rowDays(reading, row).length && !rowFigures(reading, row).some(({ isMoney }) => isMoney);
  return rangeOf([Math.min(one.row, other.row) + 1, Math.max(one.row, other.row) - 1]).some(empty);
}
const isClose = (words, limit) => words.every((one, at) => !at || gap(words[at - 1], one) < limit * height(words[at - 1]));

// Section 4, covered: the figures and the days of a row, from the left, the longest first.
const scan = (reading, kind, row, most, take) => memo((reading.scans ??= new Map()), `${kind} ${row}`, () => {
  const { words } = reading.document.rows[row];
  let free = 0; // the first word that is in none yet
  return words.flatMap((_, at) => {
    for (let size = at < free ? 0 : Math.min(most, words.length - at); size; size -= 1) {
      const some = words.slice(at, at + size), item = take(some, words[at + size]);
      free = item ? at + size : free;
      if (item) return [{ words: some, ...item }];
    }
    return [];
  });
});
// "Two words at a gap under 0.75 heights, else one, without `.,;:` at the end a figure with `short` (no `%` behind). *Money*: a mark, a currency (A to Z: with 3 digits), digits behind
// `decimal`; or, with `short` or where `digits` is 0 or `decimal` empty, a sign; or, in the latter case, 3 digits." Open: or more than 3.
function rowFigures(reading, row) {
  const { document, own } = reading;
  const [grammar, bare] = [figuresUnder(document, own, true), !own.digits || !own.decimal];
  const isMoney = ({ markString, currency, decimals, signed, whole }) => markString || (currency && (whole.length >= 3 || !/^[A-Z]$/.test(currency))) || decimals !== "" || ((own.short || bare) && signed) || (bare && whole.length >= 3);
  return scan(reading, "figures", row, 2, (words, behind) => {
    const there = isClose(words, 0.75) && !behind?.text.startsWith("%");
    const found = there && (figureOf(words, grammar) ?? figureOf(words, grammar, figureText(words).replace(/[.,;:]+$/, "")));
    return found && { size: found.size, isMoney: isMoney(found) };
  });
}
// "Up to 3 words, with a digit, no `%`, gaps up to 3 heights, a day or of its *form*", and no figure or several numbers, unless so cited.
function rowDays(reading, row) {
  reading.cited ??= daysOf(reading).map(({ words }) => ({ printed: dayText(words), several: words.length > 1 }));
  const numbers = reading.cited.some(({ printed, several }) => several && !/\p{L}/u.test(printed));
  const points = reading.cited.some(({ printed }) => /[0-9]\.[0-9]/.test(printed));
  return scan(reading, "days", row, 3, (words) => {
    const printed = dayText(words);
    if (!/[0-9]/.test(printed) || printed.includes("%") || !isClose(words, 3)) return null;
    if (words.length > 1 && !numbers && !/\p{L}/u.test(printed)) return null;
    if (words.length === 1 && printed.includes(".") && !points && figureOf(words, reading.figures)) return null;
    return dayOf(words, reading.days) ?? (hasDayForm(words, reading.document.tables) ? {} : null);
  });
}
// "Two or three numbers with the same `.`, `/` or `-` between, one at most 31 and another at most 12; or a number up to 31 and any month."
function hasDayForm(words, { anyMonth }) {
  const [, one, , two, three] = /^\W{0,2}([0-9]{1,2}|[0-9]{4})([./-])(?:([0-9]{1,2})\2)?([0-9]{1,2}|[0-9]{4})\W{0,2}$/.exec(words[0].text) ?? [];
  const [numbers, isUpTo] = [present([one, two, three]).map(Number), (most) => (one) => one >= 1 && one <= most];
  if (words.length === 1) return numbers.some((one, at) => isUpTo(31)(one) && numbers.some((other, which) => which !== at && isUpTo(12)(other)));
  const isNumber = ({ text: shown }) => /^[0-9]{1,2}[.,]?$/.test(shown) && isUpTo(31)(parseInt(shown, 10));
  return words.length === 2 && [words, [...words].reverse()].some(([number_, month]) => isNumber(number_) && anyMonth.has(fold(month.text)));
}
function coveredState(reading, sums, taken, layouts) {
  const { document, statement, lines } = reading;
  const ranges = new Map(); // of each page, from the first to the last row with an amount; lines are in the order of rows
  for (const { page, row } of lines) ranges.set(page, [ranges.get(page)?.[0] ?? row, row]);
  const [other, isCited] = [new Set(statement.other.map(({ row }) => row)), ({ words }) => words.some((one) => taken.has(one))];
  const context = { reading, ranges, other, isCited, lineRows: new Set(lines.map(({ row }) => row)), dated: endsOf(reading).map(({ row }) => row).filter((row) => isDated(reading, row)) };
  // 5. "`other` by `"layout"` is on a row whose pattern a layout lists."
  const listed = new Set(layouts.flatMap((one) => one.other));
  const strange = statement.other.some(({ row, by }) => by === "layout" && !listed.has(patternOf(document.rows[row].words)));
  const [loose, beside] = looseRows(context);
  if (strange || uncitedFigure(context) || uncitedDay(context) || inked(context) || !harmless(loose, beside, lines, sums) || (loose.length && sums.state !== "passed")) return "failed";
  return !loose.length || endsOf(reading).length === 2 ? "passed" : "unavailable";
}
// 1. "A figure in the extent of a column or the balances is cited, or 0 on a line's, an end's or an undated row, or its row is `other`", also on a dated end's.
function uncitedFigure({ reading, ranges, other, isCited, lineRows, dated }) {
  const extents = [...reading.extents.columns.entries(), [null, reading.extents.balances]];
  const over = ({ words }) => extents.filter(([, extent]) => inside(words, extent)).map(([column]) => column);
  const isText = (row, figure) => !figure.isMoney && reading.own.decimal && reading.own.digits && !reading.own.short && isAside(reading, isCited, row, figure.words, over(figure));
  const isOpen = (row) => (figure) => over(figure).length && !isCited(figure) && !(figure.size === 0n && ([...lineRows, ...dated].includes(row) || !isDated(reading, row))) && !isText(row, figure);
  return [...[...ranges.values()].flatMap(rangeOf), ...dated].some((row) => !other.has(row) && rowFigures(reading, row).some(isOpen(row)));
}
// 2. "*Loose*: money, not cited, not 0, not of the size of its line; and a day, not cited, of other words." Open: of all rows of the document.
function looseRows({ reading, other, isCited }) {
  const own = new Map(reading.document.rows.map(({ number: row }) => [row, new Set()])); // sizes of the lines whose row or text it is
  for (const line of reading.lines) for (const { row } of [line, ...line.text]) own.get(row).add(line.amount.read.size);
  const [loose, beside, all, ends] = [[], [], [...reading.extents.columns, reading.extents.balances], endsOf(reading)];
  for (const { number: row, words } of reading.document.rows.filter(({ number: at }) => !other.has(at))) {
    const money = rowFigures(reading, row).filter((figure) => figure.isMoney && !isCited(figure));
    const odd = money.filter(({ size }) => size && !own.get(row).has(size));
    const days = odd.length ? rowDays(reading, row).filter((day) => !isCited(day)) : [];
    const isLoose = odd.some((figure) => days.some((day) => !day.words.some((one) => figure.words.includes(one))));
    // "Rows of the same words, but for digits outside such figures, each word within 1 point (x0, top) of the first such row, count once."
    const said = words.map((word) => odd.some((figure) => figure.words.includes(word)) ? word.text : word.text.replace(/\p{Nd}+/gu, "#"));
    const again = loose.find((one) => isRepeated(one.words, words) && one.said.join(" ") === said.join(" "));
    if (!isLoose) beside.push(...money.map(({ size }) => size));
    else if (again) again.times += 1;
    else loose.push({ sizes: odd.map(({ size }) => size), words, said, times: 1, isLine: ends.length < 2 && isLikeLine(reading, row, odd, all) });
  }
  return [loose, beside];
}
const isRepeated = (row, other) => row.length === other.length && row.every(({ x0, top }, at) => Math.abs(x0 - other[at].x0) <= 1 && Math.abs(top - other[at].top) <= 1);
// "At most 14 such figures, none of a line's size, no choice (a repeated one up to its times), added or subtracted, comes to 0; nor one without ends' sizes to …"
function harmless(loose, beside, lines, sums) {
  const [sizes, ends] = [lines.map(({ amount }) => amount.read.size), present([sums.opening, sums.closing]).flatMap((end) => [end, -end])].map((some) => new Set(some));
  const [isOther, as] = [(size) => size && !ends.has(size), (end, size) => (end < 0n ? -size : size)];
  const figures = loose.flatMap((row) => row.sizes.map((size) => ({ size, steps: rangeOf([1, row.times]).map((times) => size * BigInt(times)) })));
  if (loose.some(({ isLine }) => isLine) || figures.length > 14 || figures.some(({ size }) => sizes.has(size)) || comesTo(figures, [0n])) return false;
  return [null, ...figures].every((one) => { // "… to a *fee*: the closing less another size, or another less the opening, if above 0 …"
    const fees = (one ? [one.size] : beside).filter(isOther).flatMap((size) => [sums.closing && sums.closing - as(sums.closing, size), sums.opening && as(sums.opening, size) - sums.opening]);
    return !comesTo(figures.filter((each) => each !== one && isOther(each.size)), fees.filter((fee) => fee > 0n));
  });
}
function comesTo(figures, totals) {
  const added = (sums, { steps }) => new Set([...sums, ...steps.flatMap((size) => [0n, ...sums].flatMap((sum) => [sum + size, sum - size]))]);
  const [one, other] = [figures.slice(0, 7), figures.slice(7)].map((some) => some.reduce(added, new Set()));
  return totals.some((total) => one.has(total) || other.has(total) || [...one].some((sum) => other.has(total - sum)));
}
// "A figure or day in columns, or their days, is *aside* on a line's row above or below all their amounts on the page, behind an uncited word at a gap under 0.75 heights."
function isAside({ lines, document }, isCited, row, [first], columns) {
  const before = document.rows[row].words[first.at - 1], here = lines.filter(({ page }) => page === document.rows[row].page);
  const isAround = (own) => own.some((line) => line.row <= row) && own.some((line) => line.row >= row);
  return here.some((line) => line.row === row) && before && !isCited({ words: [before] }) && gap(before, first) < 0.75 * height(first)
    && !columns.some((column) => isAround(here.filter(({ column: at }) => [null, at].includes(column))));
}
// 3. "Days in an extent of cited days are cited or aside; if some day is below its amount, so are those above the first line of each page."
function uncitedDay({ reading, ranges, isCited, other, lineRows }) {
  const { extents, lines, document, statement: { section: [first] } } = reading;
  const skipped = new Set([...other, ...[...endsOf(reading), ...reading.restated].map(({ row }) => row)]);
  const below = lines.some(({ day, row }) => day && day.row > row);
  const topOf = (page) => Math.max(first, document.rows.findIndex((row) => row.page === page));
  const rows = [...ranges].flatMap(([page, [from, to]]) => rangeOf([below ? topOf(page) : from, to])).filter((row) => !skipped.has(row));
  const over = (words) => extents.days.filter(({ extent }) => inside(words, extent)).map(({ column }) => column);
  const isOpen = (row) => (day) => !isCited(day) && over(day.words).length && !isAside(reading, isCited, row, day.words, over(day.words));
  const isFree = (one) => !isCited({ words: [one] }) && extents.days.some(({ extent }) => overlap(one, extent)) && one.digit; // "on the row of a line without `day` …"
  const unsaid = lines.some((line) => !line.day && document.rows[line.row].words.some(isFree));
  return unsaid || rows.some((row) => rowDays(reading, row).some(isOpen(row))) || furtherDays(reading, [...lineRows], isCited);
}
// 3. "Of two such rows or more, not each has a day that is not cited over one sideways point."
function furtherDays(reading, rows, isCited) {
  const days = rows.map((row) => rowDays(reading, row).filter((day) => !isCited(day)).map(({ words }) => around(words)));
  const points = days.flat().map(({ x0 }) => x0);
  return rows.length >= 2 && points.some((x) => days.every((some) => some.some(({ x0, x1 }) => x0 <= x && x <= x1)));
}
// 4. "No ink overlaps the extent of a column or the balances between the first and last such row, and no page has ink and no words."
function inked({ reading: { document, extents }, ranges }) {
  const isOver = ([x0, top, x1, bottom], band) => top < band.bottom && bottom > band.top && [...extents.columns, extents.balances].some((extent) => overlap(extent, { x0, x1 }));
  return document.pages.some(({ ink, words }) => ink.length && !words.length) || [...ranges].some(([page, range]) =>
    document.pages[page - 1].ink.some((one) => isOver(one, around(wordsIn(rangeOf(range).map((row) => document.rows[row]))))));
}

// Section 4, restated: "The figure is what it says." Open: "in" is taken as what the holder gains, "net" as all; days as the booked ones.
function isRestated({ read: figure, says: [kind, way, extent, which, ...more] }, { lines, opening, closing }, sums) {
  if (kind !== "sum") return balanceOf({ read: figure }) === balanceSaid([kind, way, extent], lines, sums);
  const [line, month, those] = [lines[which], ({ booked }) => iso(booked)?.slice(0, 7), [which, ...more]];
  const same = line && line.booked !== null;
  const there = { all: () => which === undefined, page: ({ page }) => those.includes(page), column: ({ column }) => those.includes(column), day: ({ booked }) => same && booked === line.booked, month: (one) => same && month(one) === month(line) }[extent];
  const ways = { in: (one) => one.moved > 0n, out: (one) => one.moved < 0n, net: () => true };
  if (!there || !Object.hasOwn(ways, way) || (more.length && !["page", "column"].includes(extent))) return false;
  const chosen = lines.filter((one) => there(one) && ways[way](one)).map(({ moved }) => moved);
  return chosen.length >= (extent === "column" && opening && closing ? 1 : 2) && [figure.size, -figure.size].includes(chosen.reduce((sum, one) => sum + one, 0n));
}
// "`opening`, `closing`, the `balance` of a line, the opening and all lines to the `day` of one"; else null.
function balanceSaid([kind, at, more], lines, sums) {
  if (["opening", "closing"].includes(kind)) return at === undefined ? sums[kind] : null;
  const line = more === undefined && Number.isInteger(at) ? lines[at] : null;
  if (!line || kind === "balance") return line?.reached ?? null;
  if (kind !== "day" || line.booked === null || sums.opening === null) return null;
  return lines.filter(({ booked }) => booked !== null && booked <= line.booked).reduce((sum, { moved }) => sum + moved, sums.opening);
}
// "If its row is dated with a figure, not 0, in a column (or, without both ends, …), it is `opening` or a `day` on it, and nothing else is there."
function restatedState(reading, sums) {
  const { restated, document, lines, extents: { columns } } = reading;
  const [unknown, own] = [sums.opening === null || sums.closing === null, new Set(lines.map(({ row }) => row))];
  const isOpen = (row) => unknown && (lines.some(({ day }) => !day) || (!own.has(row) && rowDays(reading, row).length > 0));
  const dated = restated.filter(({ row }) => isOpen(row) || isLikeLine(reading, row, rowFigures(reading, row), columns));
  const sizes = dated.map(({ read: { size } }) => size).filter((size) => size);
  const isBalance = ({ row, says: [kind, at] }) => {
    const [days, line] = [rowDays(reading, row), lines[at]?.day?.read];
    const known = new Set(wordsIn([...days, ...restated.filter((one) => one.row === row)]));
    const told = kind === "opening" || (kind === "day" && days.some(({ day, month }) => day === line?.day && month === line?.month && day));
    return told && endsOf(reading).length === 2 && document.rows[row].words.every((one) => known.has(one));
  };
  return restated.every((one) => isRestated(one, reading, sums)) && dated.every(isBalance) && new Set(sizes).size === sizes.length ? "passed" : "failed";
}
const isDated = (reading, row) => rowDays(reading, row).some(({ words }) => reading.extents.days.some(({ extent }) => overlap(around(words), extent)));
const isLikeLine = (reading, row, figures, columns) => isDated(reading, row)
  && figures.some(({ words, size }) => size && present(columns).some((extent) => inside(words, extent)));

// Section 4, the page. "If *parsed* fails, the others are unavailable." Open: its hypotheses and lines are then not compared.
function findPage(document, certificate) {
  const { witnesses: all, statement, layouts, objections, account } = certificate;
  const reading = read(document, all[statement]), problem = parsedProblem(reading, all);
  const states = { parsed: "failed", seen: "unavailable", sums: "unavailable", covered: "unavailable", restated: "unavailable", ordered: "unavailable" };
  const page = { document, certificate, reading, problem, states, proven: false, hypotheses: [], lines: [], opening: null, closing: null };
  if (problem) return page;
  const [sums, ordered] = [sumsOf(reading), orderedState(reading)];
  // "… and of others that read and add up."
  const others = all.filter((one, at) => at !== statement).map((one) => read(document, one)).filter((one) => !parsedProblem(one, all) && one.lines.length && sumsOf(one).state === "passed");
  const covered = coveredState(reading, sums, new Set([reading, ...others].flatMap((one) => [...citedWords(one), ...numbersOf(one)])), layouts);
  page.states = { parsed: "passed", seen: seenState(reading), sums: sums.state, covered, restated: restatedState(reading, sums), ordered };
  page.proven = Object.values(page.states).every((state) => state === "passed") && !objections.length;
  page.hypotheses = hypothesesOf(Object.assign(page, { sums }), account);
  // Section 5: "days ISO, money decimal strings of `digits` decimals in the holder's sign, like `opening` and `closing`".
  const printed = (value) => (value === null ? null : decimalText(reading.own.side === "money" ? value : -value, reading.own.digits));
  const days = ({ booked, at, later }) => (reading.own.booking === "second" ? [booked, at] : [booked, later]);
  const lines = reading.lines.some(({ booked }) => booked === null) ? [] : reading.lines.map((line) =>
    [...days(line).map(iso), printed(line.moved), printed(line.balance && balanceOf(line.balance))]);
  return Object.assign(page, { lines, opening: printed(sums.opening), closing: printed(sums.closing) });
}
const decimalText = (value, digits) =>
  (value < 0n ? "-" : "") + String(value < 0n ? -value : value).padStart(digits + 1, "0").replace(new RegExp(`(?=.{${digits}}$)`), digits ? "." : "");

// Section 5: "If one says another value, the source is `assumed`." A source says true (this value), false (another), null (nothing).
const settle = (sources, disputed = sources.some(([, said]) => said === false)) =>
  ({ source: (!disputed && sources.find(([, said]) => said)?.[0]) || "assumed", disputed });
const together = (said) => (said.includes(false) ? false : said.includes(true) || null);
function valuesOf({ reading, sums }) {
  const { own, lines } = reading;
  const endText = (name) => `${name} ${reading[name] ? "cited" : sums[name] === null ? "not printed" : "derived"}`;
  const years = lines.filter(({ booked }) => booked !== null).map(({ booked }) => partsOf(booked).year);
  const ways = [...own.columns.map((column, at) => [at + 1, column.moves]), ...own.marks];
  return {
    ends: `${endText("opening")}, ${endText("closing")}`, direction: ways.map(([name, one]) => `${name}: ${["down", "by the balance", "up"][one + 1]}`).join(", "),
    side: own.side, scale: `${own.decimal || "no"} decimal, ${own.group || "no"} group, ${own.digits} digits`,
    order: own.order, booking: own.booking, year: years.length ? `${Math.min(...years)} to ${Math.max(...years)}` : "",
  };
}

// Section 5, the table of hypotheses.
function hypothesesOf(page, account) {
  const { reading, certificate: { answers } } = page;
  const matching = page.certificate.layouts.filter((one) => matches(one, reading));
  const values = { ...valuesOf(page), currency: account?.currency ?? (printedCurrency(reading) || (codesAt(reading)[0] ?? "")) };
  const layouts = matching.map((one) => saidByLayout(one, reading, values.currency));
  const answered = (name) => answers.findLast((one) => one.hypothesis === name)?.value ?? null; // the last one counts
  const person = (name, value) => ["person", answered(name) === null ? null : answered(name) === value];
  const byLayout = (name) => ["layout", together(layouts.map((one) => one[name] ?? null))];
  const found = (name, ...more) => ({ name, value: values[name], ...settle([person(name, values[name]), byLayout(name), ...more]) });
  const arithmetic = (rule) => ["arithmetic", rule(reading) || null];
  const period = periodHypothesis(reading, answered("period"), byLayout("period"));
  const byPeriod = [period.source, ["rows", "assumed"].includes(period.source) ? null : true];
  const all = [
    found("ends", ["label", otherEnd(reading) ? false : endLabels(reading) || null], arithmetic(timeCannotTurn)), found("direction", arithmetic(oneDirection)),
    found("side", ["person", kindSays(reading, account?.kind, values.side)]), found("scale", arithmetic(oneScale)), found("order", arithmetic(oneOrder)),
  ];
  if (reading.lines.some(({ at, later }) => at !== null && later !== null && later !== at)) all.push(found("booking"));
  if (reading.lines.some(({ printed }) => printed?.read.year === null)) all.push(found("year", byPeriod));
  return [...all, found("currency", ["printed", currencySays(reading, values.currency)]), period];
}
// "Each cited end has a phrase of `labels.json` of its kind (compared by fold) beside it."
const endLabels = (reading) => endsOf(reading).length > 0 && ["opening", "closing"].every((kind) => !reading[kind] || hasPhrase(reading, reading[kind].label, kind, reading[kind]));
// "If the rest of an end's row is one of the other kind, that says another value."
const otherEnd = ({ document, ...reading }) => [["opening", "closing"], ["closing", "opening"]].some(([kind, other]) => reading[kind]
  && document.tables.phrases[other].has(foldWords(document.rows[reading[kind].row].words.filter((one) => !reading[kind].words.includes(one)))));
const hasPhrase = ({ document }, label, kind, item) =>
  Boolean(label) && document.tables.phrases[kind].has(foldWords(label.words)) && label.words.every(({ row }) => row === item.row);
// "Each line has a balance, and the order of time cannot be turned": backwards, with the ends exchanged, some balance does not follow.
function timeCannotTurn(reading) {
  const { allBalances, opening, closing, own } = reading;
  if (!allBalances || !isTurnable(reading)) return allBalances;
  let [reached, follows] = [endValue(opening, own), true];
  for (const { moved, balance } of inTime(reading).reverse()) {
    follows &&= reached === null || reached + moved === balanceOf(balance);
    reached = balanceOf(balance);
  }
  return !(follows && (!closing || endValue(closing, own) === reached));
}
// "No columns and marks that move lines can be turned together so that each stretch between known balances still comes out, nor with time turned."
function oneDirection(reading) {
  const comesOut = (stretches, turned) => stretches.every(([change, sums]) =>
    [...sums].reduce((sum, [source, moved]) => sum + (turned.has(source) ? -moved : moved), 0n) === change);
  const turned = [...turnings(reading)];
  const ahead = stretchesOf(reading, inTime(reading), reading.opening, reading.closing);
  const back = isTurnable(reading) ? stretchesOf(reading, inTime(reading).reverse(), reading.opening, reading.closing) : null;
  return !reading.lines.length || balancesOf(reading).length >= 2 && telling(reading).length > 0 && !turned.some((some) => comesOut(ahead, some)) && !(back && turned.some((some) => comesOut(back, some)));
}
const balancesOf = (reading) => present([...endsOf(reading), ...reading.lines.map(({ balance }) => balance)]);
// "Not 0, no end where one overlaps a column as in (g), has no mark." And of a debt: "only if all balances are 0 or one of those … has no minus."
function telling(reading) {
  const inside = sided(reading) && endsOf(reading).some(({ words }) => present(reading.extents.columns).some((one) => overlap(around(words), one)));
  return balancesOf(reading).filter(({ read: { size, mark }, column }) => size && !mark && (column === undefined || !inside));
}
const kindSays = (reading, kind, side) => (!kind || (kind === "debt" && balancesOf(reading).some(({ read: { size } }) => size)
  && telling(reading).every(({ read: { sign } }) => sign < 0n)) ? null : kind === side);
const isTurnable = ({ document, statement, lines, change, own: { newest_first: newest } }) =>
  lines.length > 0 && orderedState(read(document, statement, { ...change, convention: { ...change.convention, newest_first: !newest } })) === "passed";
/** Between each two known balances: the change, and what each column and mark moves. */
function stretchesOf({ own }, lines, begin, end_) {
  let [from, by, stretches] = [endValue(begin, own), new Map(), []];
  const reach = (balance) => {
    if (from !== null) stretches.push([balance - from, by]);
    [from, by] = [balance, new Map()];
  };
  for (const { source, moved, balance } of lines) {
    by.set(source, (by.get(source) ?? 0n) + moved);
    if (balance) reach(balanceOf(balance));
  }
  if (end_) reach(endValue(end_, own));
  return stretches;
}
/** Each choice of columns and marks that move a line. */
function* turnings({ lines }) {
  const sources = [...new Set(lines.filter(({ way }) => way).map(({ source }) => source))];
  for (let bits = 1; bits < 2 ** sources.length; bits += 1) yield new Set(sources.filter((_, at) => (bits >> at) & 1));
}
// "None of `.`/`,`, `,`/`.`, none/`.`, none/`,` with 0, 2 or 3 digits, not short, reads all cited figures and one of them as another amount."
const SCALES = [[".", ","], [",", "."], ["", "."], ["", ","]].flatMap(([decimal, group]) => [0, 2, 3].map((digits) => ({ decimal, group, digits, short: false })));
const ordersFor = ({ order: own }, { calendars }) => [...["dmy", "mdy", "ymd"].map((order) => ({ order })), ...(own === "ymd" ? [...calendars.keys()] : []).map((calendar) => ({ calendar }))];
function oneScale(reading) {
  const items = figuresOf(reading);
  const amount = ({ size, sign }, digits) => size * sign * 10n ** BigInt(4 - digits);
  return !SCALES.some((scale) => {
    const figures = items.map(({ words }) => figureOf(words, figuresUnder(reading.document, { ...reading.own, ...scale }, false)));
    return !figures.includes(null) && figures.some((figure, at) => amount(figure, scale.digits) !== amount(items[at].read, reading.own.digits));
  });
}
// "No other reads all days, passes *ordered* and reads a line's day otherwise."
const ordersOf = ({ document, statement, own }) => ordersFor(own, document.tables).map((convention) => read(document, statement, { convention })).filter((other) =>
  [...daysOf(other), ...present([other.year])].every((item) => item.read) && orderedState(other) === "passed");
const lineDays = ({ lines }) => lines.map(({ booked }) => booked).join();
const oneOrder = (reading) => ordersOf(reading).every((other) => lineDays(other) === lineDays(reading));

// Section 3, currency: "What `names` has for the fold of the cited words, else of their first run of letters that it has."
const printedCurrency = ({ statement: { currency }, document }) => {
  const cited = currency ? dayText(wordsOf(document, currency.value)) : "";
  return [cited, ...cited.split(/\P{L}+/u)].map((one) => codeOf(one, document.tables)).find((code) => code) ?? "";
};
const codeOf = (printed, { names }) => names.get(fold(printed)) ?? "";
// "Printed, among the words of an end or of the first line's balance. The value is the account's, else the cited one, which if it is another says so."
function currencySays(reading, value) {
  const { document: { tables: { signs } } } = reading, own = printedCurrency(reading);
  const cited = reading.statement.currency ? dayText(wordsOf(reading.document, reading.statement.currency.value)) : "";
  const others = [cited, ...currenciesAt(reading)].map((one) => signs.get(one)).filter((codes) => codes?.length);
  if ((own && own !== value) || (value && others.some((codes) => !codes.includes(value)))) return false;
  return codesAt(reading).includes(value) || null;
}
const currenciesAt = (reading) => present(present([...endsOf(reading), reading.lines[0]?.balance]).map((item) => item.read.currency));
const codesAt = (reading) => present(currenciesAt(reading).map((one) => codeOf(one, reading.document.tables)));
// "Person · layout with this label · label of the list beside the first day (not where another order reads only the period otherwise) · rows: the lines' own days."
function periodHypothesis({ lines, first, last, period, ...reading }, said, byLayout) {
  const unclear = () => ordersOf(reading).some((other) => lineDays(other) === lineDays({ lines }) && (other.first !== first || other.last !== last));
  const booked = lines.map((line) => line.booked).filter((day) => day !== null);
  const printed = first === null || last === null ? null : [first, last], rows = booked.length ? [Math.min(...booked), Math.max(...booked)] : null;
  const firm = printed && (byLayout[1] || hasPhrase(reading, period.label, "period", period.first) && !unclear());
  const days = said ? said.split(" to ").map(isoToDay) : firm || !rows ? printed : rows;
  const value = days ? `${iso(days[0])} to ${iso(days[1])}` : "";
  const agrees = (kind) => (kind && firm ? days?.join() === printed.join() : null);
  const person = said === null ? null : said === value;
  const sources = [["person", person], ["layout", agrees(byLayout[1])], ["label", agrees(!byLayout[1])], ["rows", (!said && days !== null && days === rows) || null]];
  return { name: "period", value, ...settle(sources), first: days?.[0] ?? null, last: days?.[1] ?? null };
}

// Section 7: "It *matches* a page on which each column has a head if the patterns of heads, balance head and the ends' labels are the same."
function matches(one, { own, document, opening, closing }) {
  const headOf = (places) => (places.length ? patternOf(wordsOf(document, places[0])) : "");
  const labelOf = (item) => (item?.label ? patternOf(item.label.words) : null);
  const its = [own.columns.map(({ head }) => headOf(head)), headOf(own.balance_head), labelOf(opening), labelOf(closing)];
  return !its[0].includes("") && JSON.stringify(its) === JSON.stringify([one.heads, one.balance_head, one.opening, one.closing]);
}
// "It says the page's direction, side, … if these are its own, else another value; ends if it has both labels; its currency; …"
function saidByLayout(one, { own, period }, currency) {
  const same = (...names) => names.every((name) => JSON.stringify(one.convention[name]) === JSON.stringify(own[name]));
  const ways = (some) => some.columns.map((column) => column.moves).join();
  return {
    direction: ways(one.convention) === ways(own) && same("marks", "newest_first"), side: same("side"), booking: same("booking"),
    scale: same("decimal", "group", "digits", "short"), order: same("order", "months", "calendar"), currency: one.currency ? one.currency === currency : null,
    ends: (one.opening !== null && one.closing !== null) || null, period: (period?.label && patternOf(period.label.words) === one.period) || null,
  };
}

// Section 6: "Money is in minor units here: two digits, or what `digits` of `currencies.json` says."
/** The page's ends and amounts in the holder's minor units; undefined where one is not whole in them. */
function inMinor({ document, own, lines }, { opening, closing }, currency) {
  const digits = document.tables.minor.get(currency) ?? 2;
  const [scale, whole] = [10n ** BigInt(digits) * (own.side === "money" ? 1n : -1n), 10n ** BigInt(own.digits)];
  const minor = (value) => (value === null ? null : (value * scale) % whole ? undefined : (value * scale) / whole);
  return { opening: minor(opening), closing: minor(closing), amounts: lines.map(({ moved }) => minor(moved)) };
}
// "Days *covered* are those of the settled period and of the lines."
function coveredDays(lines, first, last) {
  const days = lines.map(({ booked }) => booked);
  return { first: first === null ? null : Math.min(first, ...days), last: last === null ? null : Math.max(last, ...days) };
}
function findAgreement(page) {
  const { reading, sums, problem, certificate: { agreement: { side, pairing, rivals } } } = page;
  const states = { paired: "unavailable", balances: "unavailable", settled: "unavailable", one_reading: "unavailable", chain: "unavailable" };
  if (problem) return { states, hypotheses: [], verdict: "unproven" };
  const amounts = inMinor(reading, sums, side.currency), ofPage = hypothesesOf(page, side.known);
  const none = ofPage.at(-1).source === "assumed" || ofPage.at(-1).first === null || reading.lines.some(({ booked }) => booked === null) || [amounts.opening, amounts.closing, ...amounts.amounts].includes(undefined);
  if (none) return { states, hypotheses: ofPage, verdict: "unproven" };
  const account = accountHypothesis(page, side, amounts);
  // "Beside a ledger also the account's own (currency), if *account* is settled but by the ledger: its source."
  const isBrought = ({ name, source, disputed }) => name === "currency" && source === "assumed" && !disputed && side.known.currency !== null;
  const all = [...ofPage.map((one) => (isBrought(one) ? { ...one, source: account.source } : one)), account];
  const { first: begins, last: ends, source } = all.find(({ name }) => name === "period");
  const { first, last } = coveredDays(reading.lines, begins, ends);
  const ledger = { side, amounts, source, first, last, reach: Math.min(pairing.window, 15), entries: new Map(side.entries.map((one) => [one.id, one])) };
  if (ledger.entries.size < side.entries.length) refuse("two entries have one id");
  const groups = groupsOf(ledger, pairing, reading);
  states.paired = groups && allPaired(ledger, groups) ? "passed" : "failed";
  states.balances = balancesState(ledger, pairing.groups.flatMap(([, ids]) => ids.map((id) => ledger.entries.get(id))).filter((one) => one?.counted === ""), amounts);
  // "**chain**: if `before` is `whole`, the period settled but by rows and on the next day, `before` closed with this opening."
  const next = side.before?.whole && side.before.closing !== null && amounts.opening !== null && !["rows", "assumed"].includes(source) && begins === side.before.last + 1;
  if (next) states.chain = side.before.closing === amounts.opening ? "passed" : "failed";
  states.one_reading = rivals === 0 ? "passed" : "failed";
  const isMore = ({ id, amount, counted, day }) => source === "rows" && reading.first !== null && reading.last !== null && amount && counted === "" && day >= reading.first && day <= reading.last && !pairing.groups.some(([, ids]) => ids.includes(id));
  const found = byLedger(ledger, page, all, groups ?? [], states).map((one) => (one.name === "period" && side.entries.some(isMore) ? { ...one, source: "assumed" } : one));
  states.settled = found.every((one) => one.source !== "assumed") ? "passed" : "failed";
  const [whole, lines] = [page.states.sums === "passed" || !page.certificate.objections.some(({ incomplete }) => incomplete), pairing.groups.flatMap(([own]) => own)];
  return { states, hypotheses: found, verdict: verdictOf({ ...page.states, ...states }, found, side, new Set(lines).size, whole) };
}
// "One line and one entry, or by a person several of one side; sums equal; nothing twice; else a day in the window, or after an `expected` one."
const isNear = ({ at, later }, one, reach) => [at, later].some((day) => day !== null && Math.abs(day - one.day) <= reach);
function groupsOf({ side, amounts: { amounts }, entries: byId, reach }, pairing, reading) {
  const groups = pairing.groups.map(([indices, ids, by]) => ({ indices, by, lines: indices.map((at) => reading.lines[at]), entries: ids.map((id) => byId.get(id)) }));
  const used = groups.flatMap(({ indices, entries }) => [...indices, ...entries]);
  const sum = (values) => values.reduce((total, one) => total + one, 0n);
  const good = ({ indices, by, lines, entries }) => {
    const shaped = lines.length && entries.length && (lines.length === 1 || (by && entries.length === 1)) && (by || entries.length === 1);
    if (!shaped || sum(indices.map((at) => amounts[at])) !== sum(entries.map(({ amount }) => amount))) return false;
    return by !== "" || isNear(lines[0], entries[0], reach) || (side.expected.includes(entries[0].id) && lines[0].booked > entries[0].day);
  };
  const free = new Set(used).size === used.length && groups.every(({ lines, entries }) => !lines.includes(undefined) && entries.every((one) => one?.counted === ""));
  return free && !amounts.includes(undefined) && groups.every(good) ? groups : null;
}
// "No line or entry of the days covered is left, but of 0. Failed if three groups or more, without a person, are off by one number but 0."
function allPaired({ side, first, last, amounts: { amounts } }, groups) {
  const [used, own] = [({ entries }) => entries, ({ indices }) => indices].map((ofGroup) => new Set(groups.flatMap(ofGroup)));
  const left = side.entries.some((one) => one.amount && !one.counted && !used.has(one) && first !== null && one.day >= first && one.day <= last);
  const off = groups.filter(({ by }) => !by).map(({ lines: [line], entries: [one] }) => one.day - line.booked);
  const shifted = off.length >= 3 && off[0] !== 0 && new Set(off).size === 1;
  return !left && amounts.every((amount, at) => !amount || own.has(at)) && !shifted;
}
// "The ledger's balance before a day, plus the paired and `earlier` entries that it dates from that day on and are counted by then, less the
// `later`, `outstanding` and, at the opening, paired ones dated before."
function ledgerBalance({ opening, entries, since }, day, paired, atClosing) {
  return entries.reduce((sum, one) => {
    const isPaired = paired.includes(one), counts = (isPaired && atClosing) || one.counted === "earlier";
    const waits = (isPaired && !atClosing) || ["later", "outstanding"].includes(one.counted);
    const booked = one.day < day && one.day >= since ? one.amount : one.day >= day && one.day < since ? -one.amount : 0n;
    return sum + booked + (one.day >= day && counts ? one.amount : 0n) - (one.day < day && waits ? one.amount : 0n);
  }, opening);
}
// "At least one is on the page." Open: the state where none is, or the ledger has no balance; taken: unavailable.
function balancesState({ side, first, last }, paired, { opening, closing }) {
  if (opening === null && closing === null) return "failed";
  if (side.opening === null || first === null) return "unavailable";
  const begins = opening === null || opening === ledgerBalance(side, first, paired, false);
  return begins && (closing === null || closing === ledgerBalance(side, last + 1, paired, true)) ? "passed" : "failed";
}
// "*account*: person · number: the cited one, else any on the pages, ends as `number` does, in more digits than for another account, and
// `institution` is in some row · statement_before: `before` closed with this opening · ledger." Open: a number's digits are those from 0 to 9.
function accountHypothesis({ reading, certificate, document }, side, { opening, closing }) {
  const [numbers, cited] = [printedNumbers(reading), citedNumber(reading)], digitsOf = (one) => (one ?? "").replace(/[^0-9]/g, "");
  const alike = (one, other) => (one.endsWith(other) || other.endsWith(one) ? Math.min(one.length, other.length) : 0);
  const fit = (one, among) => Math.max(0, ...(digitsOf(one).length < 4 ? [] : among.map((other) => alike(other, digitsOf(one)))));
  const [own, rival] = [fit(side.known.number, cited.length ? cited : numbers), (among) => Math.max(0, ...side.others.map((one) => fit(one.number, among)))];
  const named = document.rows.some(({ words }) => foldWords(words).includes(fold(side.known.institution ?? "")));
  const closed = side.before?.closing && side.before.closing === opening && !side.others.some((other) => other.closing === opening);
  const byNumber = (own > rival(numbers) && named && (reading.lines.length > 0 || closing !== 0n)) || null;
  const unprinted = own === 0 && digitsOf(side.known.number).length > 3, other = rival(cited) > own || (reading.statement.number && unprinted);
  const byBefore = (closed && !other && certificate.layouts.some((one) => matches(one, reading))) || null;
  const found = settle([["person", side.chosen_by !== "" || null], ["number", byNumber], ["statement_before", byBefore]]);
  return { name: "account", value: side.id, ...found, ...((other || (unprinted && printedNumbers(reading, false).length)) && found.source === "assumed" && { disputed: true }) };
}
// "A *number*: words at gaps under 1.5 heights as one, behind its last mask at least 4 digits, 5 without; or the cited number" in its order.
function printedNumbers(reading, days = true) {
  const [{ document, lines }, runs] = [reading, []];
  const taken = new Set([...citedWords(reading), ...lines.flatMap(({ text: own }) => own)]);
  const fits = (one) => !taken.has(one) && one.text !== "•" && (days || !hasDayForm([one], document.tables)) && /^[0-9A-Z*•xX#.\-/()]+$/.test(one.text);
  for (const { words } of document.rows) words.reduce((before, one, at) => {
    const joined = !fits(one) ? "" : at && isClose([words[at - 1], one], 1.5) ? before + one.text : one.text;
    if (joined && !words.slice(at + 1, at + 2).some((next) => fits(next) && isClose([one, next], 1.5))) runs.push(joined);
    return joined;
  }, "");
  const found = runs.map((run) => MASKED.exec(run) ?? []).map(([, mask, tail = ""]) => [mask === undefined ? 5 : 4, tail.replace(/[^0-9]/g, "")]);
  return [...found.filter(([least, one]) => one.length >= least).map(([, one]) => one), ...citedNumber(reading)];
}
const MASKED = /^(.*(?:[*•xX#]|\.\.))?(.*[0-9])$/;
function citedNumber({ document, statement }) {
  const cited = statement.number ? wordsOf(document, statement.number.value) : [];
  const own = dayText(cited).replace(/.*(?:[*•xX#]|\.\.)/, "").replace(/[^0-9]/g, "");
  const before = ((row = []) => row[row.findIndex((one) => cited.includes(one)) - 1])(document.rows[cited[0]?.row]?.words);
  return own.length < 4 || (before?.digit && isClose([before, cited[0]], 1.5)) || /^(19|20)[0-9]{2}$/.test(own) ? [] : [own];
}
// "*Ledger* settles … if paired and balances passed, side is settled, …, and an end is not 0." Side: taken as said by anybody, also in dispute.
function byLedger(ledger, page, all, groups, states) {
  const { side } = ledger;
  const open = all.filter(({ source, disputed, name }) => source === "assumed" && !disputed && name !== "side" && name !== "period");
  const firm = groups.filter(({ entries }) => entries.every(({ origin }) => origin !== "reading"));
  const sizes = new Set(firm.map(({ entries }) => entries.reduce((sum, { amount }) => sum + amount, 0n)).map((sum) => (sum < 0n ? -sum : sum)));
  const sided = all.some(({ name, source }) => name === "side" && source !== "assumed");
  const can = states.paired === "passed" && states.balances === "passed" && sided && sizes.size >= 3 && side.balance_origin !== "reading";
  const { opening: begin, closing: end_, amounts: { length } } = ledger.amounts;
  const another = side.others.some(({ equal, turned, opening, closing }) => Math.max(equal, turned) >= length && [null, begin].includes(opening) && [null, end_].includes(closing));
  if (!can || !(page.sums.opening || page.sums.closing)) return all;
  return all.map((one) => {
    if (!open.includes(one)) return one;
    if (one.name === "account") return another ? one : { ...one, source: "ledger" };
    if (otherAgrees(ledger, page, one.name, open, groups)) return { ...one, disputed: true };
    return { ...one, source: "ledger", ...(one.name === "currency" && { value: side.currency }) };
  });
}
// "A hypothesis of which another value, alone or with that of a second open one, agrees as well, is not settled."
function otherAgrees(ledger, page, name, open, groups) {
  const off = groups.flatMap(({ lines, entries }) => lines.flatMap((line) => entries.map((one) => Math.abs(line.booked - one.day))));
  const seconds = open.filter((one) => one.name !== name).flatMap((one) => changesOf(page.reading, one.name));
  const { own } = page.reading;
  const isOwn = ({ convention }) => convention && Object.keys(convention).every((key) => convention[key] === own[key]);
  return changesOf(page.reading, name).filter((one) => !isOwn(one)).some((change) => [{}, ...seconds].some((second) => agreesAsWell(
    ledger, page, { ...second, ...change, convention: { ...second.convention, ...change.convention } }, off.reduce((a, b) => a + b, 0))));
}
// "The ends exchanged, columns and marks turned as above, other scales and orders, the other booking day, a year more or less."
function changesOf(reading, name) {
  const { own, own: { booking, newest_first: newestFirst } } = reading;
  const timeTurned = isTurnable(reading) ? [{ exchanged: true, convention: { newest_first: !newestFirst } }] : [];
  const changes = {
    ends: () => [{ exchanged: true }], scale: () => SCALES.map((convention_) => ({ convention: convention_ })),
    order: () => ordersFor(own, reading.document.tables).map((convention_) => ({ convention: convention_ })), year: () => [{ years: 1 }, { years: -1 }],
    booking: () => [{ convention: { booking: booking === "day" ? "second" : "day" } }],
    direction: () => [...turnings(reading)].flatMap((turned) => [{}, ...timeTurned].map((one) => ({ turned, ...one }))),
  };
  return changes[name]?.() ?? [];
}
// "It agrees as well if the page adds up, is ordered, reads otherwise, and its lines pair one to one, agree and are together not further."
function agreesAsWell(ledger, page, change, far) {
  const other = read(page.document, page.reading.statement, change);
  if ([...figuresOf(other), ...daysOf(other), ...present([other.year])].some((item) => !item.read)) return false;
  const sums = sumsOf(other);
  if (sums.state === "failed" || orderedState(other) !== "passed") return false;
  const amounts = inMinor(other, sums, ledger.side.currency);
  const what = ({ lines }, { opening, closing, amounts: some }) => [opening, closing, ...some, ...lines.map(({ booked }) => booked)];
  const values = what(other, amounts);
  if (values.includes(undefined) || values.join() === what(page.reading, ledger.amounts).join()) return false;
  const days = other.lines.map(({ booked }) => booked);
  const { first, last } = ledger.source === "rows" ? coveredDays(other.lines, days[0], days[0]) : coveredDays(other.lines, other.first, other.last);
  const paired = nearestPairs({ ...ledger, first, last }, other.lines, amounts.amounts);
  return paired !== null && paired.far <= far && balancesState({ ...ledger, first, last }, paired.entries, amounts) === "passed";
}
/** The nearest pairs of lines and entries of equal amounts, with no line or entry of the days covered left but of 0, or null. */
function nearestPairs(ledger, lines, amounts) {
  const free = ledger.side.entries.filter((one) => !one.counted).sort((a, b) => a.day - b.day);
  const byAmount = new Map([...free.map(({ amount }) => amount), ...amounts].map((amount) => [amount, { lines: [], entries: [] }]));
  for (const one of free) byAmount.get(one.amount).entries.push(one);
  for (const [at, line] of lines.entries()) byAmount.get(amounts[at]).lines.push(line);
  const found = [...byAmount].filter(([amount]) => amount).map(([, same]) => pairsOf(ledger, same.lines.sort((a, b) => a.booked - b.booked), same.entries));
  return found.includes(null) ? null : { far: found.reduce((sum, { far }) => sum + far, 0), entries: found.flatMap(({ entries }) => entries) };
}
// In the order of days no pairs need to cross: best[n] is the nearest pairing of the first n lines with the entries so far.
function pairsOf({ first, last, reach }, lines, entries) {
  const best = entries.reduce((before, one) => [null, ...lines].map((line, at) => {
    const left = one.day < first || one.day > last ? before[at] : undefined, prior = line && isNear(line, one, reach) ? before[at - 1] : undefined;
    const far = prior ? prior.far + Math.abs(line.booked - one.day) : Infinity;
    return far < (left?.far ?? Infinity) ? { far, entries: [...prior.entries, one] } : left;
  }), [{ far: 0, entries: [] }]);
  return best[lines.length] ?? null;
}
// "The verdict is `matched` if …; `differences` if …; else `unproven`."
function verdictOf(states, all, side, paired, whole) {
  const passed = (...names) => names.every((name) => states[name] === "passed");
  if (passed("parsed", "seen", "restated", "ordered", "paired", "balances", "settled", "one_reading")
    && states.covered !== "failed" && whole && states.sums !== "failed" && states.chain !== "failed") return "matched";
  const differs = [states.paired, states.balances, states.chain].includes("failed");
  const sure = all.every(({ name, source, disputed }) => !disputed && (source !== "assumed" || ["currency", "account", "booking", "period"].includes(name)));
  const own = all.at(-1).source !== "assumed" || (paired > 0 && side.others.every(({ equal, turned }) => Math.max(equal, turned) < paired));
  return passed("parsed", "seen", "sums", "restated", "ordered", "one_reading") && states.covered !== "failed" && differs && sure && own ? "differences" : "unproven";
}
// "A second checker compares names and states", and all else that is found must be what the certificate says.
const shown = ({ states, hypotheses: all, verdict = null }) =>
  ({ verdict, obligations: Object.entries(states).map(([name, state]) => ({ name, state })), hypotheses: all.map(({ name, value, source }) => ({ name, value, source })) });
function compare({ page, agreement }, found) {
  const same = (name, said, is, what = name) => said === is || !found.differences.push({ name, text: `${what} is ${is}, but the certificate says ${said}` });
  const why = (name) => (name === "parsed" && found.problem ? `${name}, for ${found.problem},` : name);
  const alike = (kind, said, own) => same(kind, ...[said, own].map((one) => one[kind].map(({ name }) => name).join(", ")));
  for (const [said, own] of agreement ? [[page, found], [agreement, found.agreement]] : [[page, found]]) {
    const states = alike("obligations", said, own) ? own.obligations.entries() : [];
    for (const [at, { name, state }] of states) same(name, said.obligations[at].state, state, why(name));
    const all = !found.problem && alike("hypotheses", said, own) ? own.hypotheses.entries() : [];
    for (const [at, { name, value, source }] of all) {
      same(name, said.hypotheses[at].value, value, `the value of ${name}`);
      same(name, said.hypotheses[at].source, source, `the source of ${name}`);
    }
  }
  same("proven", page.proven, found.proven);
  if (agreement) same("verdict", agreement.verdict, found.verdict);
  if (!found.problem) for (const name of ["opening", "closing"]) same(name, page[name], found[name]);
  const lines = found.problem ? [] : Array.from({ length: Math.max(page.lines.length, found.lines.length) }, (_, at) => at);
  for (const at of lines) same("lines", JSON.stringify(page.lines[at]), JSON.stringify(found.lines[at]), `line ${at + 1}`);
  if (found.differences.length) refuse(found.differences[0].text);
}
