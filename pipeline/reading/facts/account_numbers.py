"""Account numbers as banks print them, what tells the account's own, and its product name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from db.words import AccountKind
from pipeline.reading.facts.kind import cells_of, is_code, is_statement, stands_above
from pipeline.reading.lexing.dates import full_form
from pipeline.reading.lexing.headers import cells_of as cells_in
from pipeline.reading.lexing.headers import headers_of
from pipeline.reading.lexing.phrases import Hit, single, squeeze, within
from pipeline.reading.lexing.rows import LexedRow, text_of

_CUT = re.compile(r"[\s:\-]*(?:[*•#]{2,}|[Xx]{3,}|\d{4,}|[A-Z]{2}\*\*).*$|\s*:\s.*$")


def account_name(
    rows: Sequence[LexedRow], first_entry: int, document: Sequence[LexedRow] = ()
) -> str | None:
    """The product's name, such as "Classic Savings Account": the mention nearest above the table.

    Where the statement's own ``rows`` name none, the ``document`` around them may. Nothing in the
    table can: its words are of shops, persons and fees.
    """
    start = next((place for place, row in enumerate(document) if row is rows[0]), 0)
    for above in (rows[:first_entry], document[: start + first_entry]):
        if _name_in(above) and (name := _name_in(_above_table(above))):
            return name
    return None


def _above_table(above: Sequence[LexedRow]) -> list[LexedRow]:
    """The rows above the table, or above the first row that looks like an entry."""
    entry = next((i for i, row in enumerate(above) if row.looks_like_entry), len(above))
    heads = [header.first for header in headers_of(above[:entry]) if header.having("date")]
    return [row for row in above[: max(heads, default=entry)] if not row.begins_with_date]


def _name_in(rows: Sequence[LexedRow]) -> str | None:
    best: str | None = None
    for cell in cells_of(rows):
        name = _CUT.sub("", cell.text).strip(" :,-–")
        if 5 <= len(name) <= 48 and within("product").search(name) and not _generic(name):
            best = name if best is None or cell.size >= 8 else best
    return best


def _generic(name: str) -> bool:
    """Whether words are a sentence, an address, or what every statement prints."""
    words = re.findall(r"[^\W\d_]+", name)
    alone = len(words) < 2 and not single("product").issuperset(map(squeeze, words))
    return alone or bool(_NO_NAME.search(name) or within("no_product").search(name))


_NO_NAME = re.compile(r"[.!?]$|www\.", re.IGNORECASE)


def kind_of(
    rows: Sequence[LexedRow], skip: frozenset[int] = frozenset(), name: str | None = None
) -> tuple[AccountKind, int]:
    """The kind, and how many different words outside the entries state it.

    Of a card or loan only titles and labels with a figure, date or number count: adverts mention
    them too. ``skip`` are the rows of entries; ``name`` is the product, which settles savings.
    """
    named = _namings(rows, skip)
    current, savings = len(named["current"].texts), len(named["savings"].texts)
    card, loan = len(named["card"].texts), len(named["loan"].texts)
    if card >= 2 and card >= loan:
        return AccountKind.CARD, min(len(named["card"].stated), 1 if current else card)
    if loan and loan >= savings and loan > card:
        return AccountKind.LOAN, min(len(named["loan"].stated), 1 if current else loan)
    if savings and not (name and is_current(name)):
        return AccountKind.SAVINGS, savings
    if card:
        return AccountKind.CARD, len(named["card"].stated)
    return AccountKind.CHECKING, current


@dataclass(frozen=True, slots=True)
class _Naming:
    """The different words of a page for one kind of account; a title counts as a word more.

    ``stated`` are those in titles, and those that label a figure, a date or a number.
    """

    texts: set[str] = field(default_factory=set)
    stated: set[str] = field(default_factory=set)

    def add(self, rows: Sequence[LexedRow], index: int, hit: Hit) -> None:
        """Counts a word of a row."""
        row = rows[index]
        text = " ".join(word.text.casefold() for word in row.words[hit.first : hit.last + 1])
        titled = _titled(row, index)
        self.texts.update({text, "a title"} if titled else {text})
        if titled or _states(rows, index, hit):
            self.stated.add(text)
        if titled and _names_the_statement(row, index):
            self.stated.add("a title")


def _namings(rows: Sequence[LexedRow], skip: frozenset[int]) -> dict[str, _Naming]:
    """For each kind of account the words that mention it, outside the rows to skip."""
    found = {kind: _Naming() for kind in ("card", "loan", "savings", "current")}
    for index, row in enumerate(rows):
        for hit in row.hits if index not in skip else ():
            if hit.group == "kinds" and not _in_a_sentence(row, hit):
                found[hit.meaning].add(rows, index, hit)
    return found


def _in_a_sentence(row: LexedRow, hit: Hit) -> bool:
    """Whether "current" is only a word of a long row, where it may mean anything."""
    return hit.meaning == "current" and len(row.words) > 10


def _names_the_statement(row: LexedRow, index: int) -> bool:
    """Whether a title is the first row, or one near it that refers to a statement."""
    return index == 0 or (index < 6 and is_statement(row.text))


def _titled(row: LexedRow, index: int) -> bool:
    """Whether the row is a title: few words, no figures, near the top of the first page."""
    few = index < 12 and row.page == 1 and len(row.words) <= 6 and not row.figures
    return few and not any("%" in word.text for word in row.words)


def _states(rows: Sequence[LexedRow], index: int, hit: Hit) -> bool:
    """Whether a word labels a figure, a date or a number, beside or below it."""
    row = rows[index]
    cell = next(c for c in cells_in(row) if row.words[hit.first] in c)
    named = sum(len(squeeze(word.text)) for word in row.words[hit.first : hit.last + 1])
    letters = sum(len(squeeze(word.text)) for word in cell)
    if named < 0.5 * letters or any(word.text.endswith("%") for word in cell):
        return False
    if any(f.first > hit.last for f in row.figures) or any(d.first > hit.last for d in row.dates):
        return True
    after = [word.text for word in row.words[hit.last + 1 : hit.last + 6]]
    if any(number_at(after[place:]) for place in range(len(after))):
        return True
    return stands_above(rows, index, cell)


def is_current(name: str) -> bool:
    """Whether a product's name is that of a current account."""
    return bool(within("current").search(name))


_MASKS: Final = "*•#●∙·…xX"
_PART: Final = re.compile(r"[(\d*•#●∙·…Xx.][\dA-Z*•#●∙·…x.,/\-]*\)?[.,;:]?")
#: A word of an IBAN, or of a number with letters, that has no digit: "NWBK".
_LETTERS: Final = re.compile(r"[A-Z*]{2,4}")
_AMOUNT: Final = re.compile(r"[\d.,']*\d[.,]\d{1,3}")
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_BANK: Final = re.compile(r"(?<=\d)/\d{3,4}$")  # the bank's code behind a Czech number
_BANK_ALONE: Final = re.compile(r"/\d{3,4}")
_IBAN_START: Final = re.compile(r"[A-Z]{2}\d\d[A-Z0-9]*")
_BASE36: Final = 36
_SEPARATORS: Final = (",", ";")
#: A French RIB: bank, branch, account and a key of two digits.
_WITH_KEY: Final = re.compile(r"\d{5} \d{5} [\dA-Z]{11} \d{2}")
_LEAST = 4  # digits of a number
_LEAST_MASKED = 3  # digits behind a mask
_LONG, _WHOLE_DIGITS = 15, 7  # digits of a number with the bank's, and of the account's alone
_WHOLE: Final = re.compile(r"\d{7}")  # of a number that needs no more parts
#: Letters and digits of an IBAN, by its country (ISO 13616).
_LENGTHS: Final = {
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22,
    "BI": 27, "BR": 29, "BY": 28, "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DJ": 27,
    "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18, "FK": 18, "FO": 18, "FR": 27,
    "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28, "HN": 28, "HR": 21, "HU": 28,
    "IE": 22, "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20, "LB": 28,
    "LC": 32, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "LY": 25, "MC": 27, "MD": 24, "ME": 22,
    "MK": 19, "MN": 20, "MR": 27, "MT": 31, "MU": 30, "NI": 28, "NL": 18, "NO": 15, "OM": 23,
    "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "RU": 33, "SA": 24,
    "SC": 31, "SD": 18, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "SO": 23, "ST": 25, "SV": 28,
    "TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20, "YE": 30,
}  # fmt: skip


class Number(NamedTuple):
    """A number's digits as far as they are printed, and the count of words that it takes.

    Of a masked one the digits behind the mask; ``checked`` is an IBAN whose check digits hold.
    """

    digits: str
    words: int
    checked: bool = False
    masked: bool = False

    def is_same(self, other: "Number") -> bool:
        """Whether both can be one account's: the shorter ends the longer, or an IBAN or a number as
        long holds it."""
        long, short = sorted((self, other), key=lambda each: -len(each.digits))
        holds = len(long.digits) >= _LONG and len(short.digits) >= _WHOLE_DIGITS
        inside = (long.checked or holds) and short.digits.lstrip("0") in long.digits
        return long.digits.endswith(short.digits) or (inside and not short.masked)


def number_at(texts: Sequence[str]) -> Number | None:
    """The number that begins with the first of these words, as long as it can be."""
    return _iban(texts) or _plain(texts)


def is_bank_code(text: str) -> bool:
    """Whether a word behind a number is its bank's code: "/0800"."""
    return bool(_BANK_ALONE.fullmatch(text))


def iban_at(texts: Sequence[str]) -> Number | None:
    """The IBAN that begins with the first of these words, if its check digits hold."""
    return _iban(texts)


def _iban(texts: Sequence[str]) -> Number | None:
    joined = ""
    for count, text in enumerate(texts, start=1):
        joined += text.strip("(),.;:")
        if not _IBAN_START.fullmatch(joined):
            return None
        length = _LENGTHS.get(joined[:2], 0)
        if len(joined) >= length:
            valid = len(joined) == length and _holds(joined)
            digits = "".join(filter(str.isdigit, joined[4:]))
            return Number(digits, count, checked=True) if valid else None
    return None


def _holds(iban: str) -> bool:
    """Whether its two check digits are right."""
    turned = iban[4:] + iban[:4]
    return int("".join(str(int(char, _BASE36)) for char in turned)) % 97 == 1


def _plain(texts: Sequence[str]) -> Number | None:
    parts = _parts(texts)
    while parts and parts[-1].isalpha():
        parts.pop()  # letters that are another word
    text = _BANK.sub("", " ".join(parts).rstrip(".,;:()"))
    goes_on = _goes_on(parts) and not _WITH_KEY.fullmatch(text)
    if not text or text[-1] in _MASKS or _YEAR.fullmatch(text) or goes_on or _is_cut(text):
        return None
    shown, masked = _behind_mask(text)
    digits = "".join(filter(str.isdigit, shown))
    enough = len(digits) >= (_LEAST_MASKED if masked else _LEAST)
    return Number(digits, len(parts), masked=masked) if enough else None


def _goes_on(parts: Sequence[str]) -> bool:
    """Whether other digits are behind a part that is long enough for a whole number: a sort code,
    a date, a customer's number, of which no one can say whether they belong to it."""
    whole = next((n for n, part in enumerate(parts) if _WHOLE.search(part)), len(parts))
    return any(map(str.isdigit, "".join(parts[whole + 1 :])))


def _is_cut(text: str) -> bool:
    """Whether this is an IBAN without its end, which may be on the next line."""
    joined = text.replace(" ", "")
    return bool(_IBAN_START.fullmatch(joined)) and len(joined) < _LENGTHS.get(joined[:2], 0)


def _parts(texts: Sequence[str]) -> list[str]:
    """The words that one number may take from the first on."""
    found: list[str] = []
    for text in texts:
        capitals = found and found[0][:2].isalpha() and found[0][:2].isupper()
        letters = capitals and _LETTERS.fullmatch(text)
        if not letters and not _is_part(text):
            break
        found.append(text)
        if text.endswith(_SEPARATORS):
            break  # what is behind is another
    return found


def _is_part(text: str) -> bool:
    if full_form(text.strip("():;,")) or _AMOUNT.fullmatch(text):
        return False
    start = _IBAN_START.match(text) if any(map(str.isdigit, text)) else None
    return bool(start or _PART.fullmatch(text))


def _behind_mask(text: str) -> tuple[str, bool]:
    """What is behind the last sign of a mask, and whether there is one."""
    last = max((text.rfind(sign) for sign in _MASKS), default=-1)
    dots = text.rfind("..")
    last = max(last, dots + 1 if dots >= 0 else -1)
    return (text[last + 1 :], True) if last >= 0 else (text, False)


_SHORT: Final = 4  # letters of a joining word in another script than ours
_TELEPHONE: Final = re.compile(
    r"^(?:0?[89]0\d|0[38]\d\d|018\d\d?|1[- ]?8\d\d|\(8\d\d\))[ /-][\d /-]{5,10}$"
)
_DAY: Final = re.compile(
    r"^(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|"
    r"(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d)$"
)


def may_lead(row: LexedRow, place: int) -> bool:
    """Whether a word may be before a label of the account's own number: it says whose account it
    is, or only joins others. Any other may make it another account ("Old account")."""
    text = row.words[place].text
    letters = squeeze(text)
    foreign = not letters.isascii() and len(letters) <= _SHORT
    return (
        not letters or letters in single("lead") or foreign or is_code(text) or is_statement(text)
    )


def is_bare(row: LexedRow, hit: Hit) -> bool:
    """Whether a label only names an account and refers to no number: "Account 20230405" may be a
    date."""
    return squeeze(text_of(row.words[hit.first : hit.last + 1])) in single("account")


def is_another_sort(number: Number, text: str) -> bool:
    """Whether the digits behind a bare label are rather a telephone's number or a day."""
    return not number.checked and bool(_TELEPHONE.match(text) or _DAY.match(text))


def is_remark(row: LexedRow, place: int) -> bool:
    """Whether a bracket behind a number begins a remark on it: "(see overleaf)", "(closed)"."""
    first = row.words[place].text.lstrip("(")
    return row.words[place].text.startswith("(") and first[:1].islower()
