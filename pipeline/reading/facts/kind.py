"""Which bank and currency a page names, and whether it is a document of another kind."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from db.words import OtherDocument
from pipeline.reading.lexing.figures import LexedFigure
from pipeline.reading.lexing.headers import cell_places
from pipeline.reading.lexing.headers import cells_of as cells_in
from pipeline.reading.lexing.phrases import (
    currency_names,
    known_currencies,
    phrase_book,
    single,
    squeeze,
    tables,
    within,
)
from pipeline.reading.lexing.rows import LexedRow, text_of
from pipeline.words import Word


def is_statement(text: str) -> bool:
    """Whether a text holds a word for a statement of account."""
    return bool(within("statement").search(text))


def stands_above(rows: Sequence[LexedRow], index: int, cell: Sequence[Word]) -> bool:
    """Whether a figure or a date is right below a cell of a row, in the next one."""
    below = rows[index + 1] if index + 1 < len(rows) else None
    if below is None or below.page != rows[index].page:
        return False
    x0, x1 = cell[0].x0, cell[-1].x1
    places = [(f.x0, f.end) for f in below.figures] + [(d.x0, d.x1) for d in below.dates]
    return any(left < x1 and right > x0 for left, right in places)


_NOT_A_NAME = re.compile(r"@|www\.|https?:|\.com\b|\d{3,}|:$|[.!?]\s|^\W*$", re.IGNORECASE)
#: Behind a name: a registration, a number of any sort, or the rest of a legal line.
_BEHIND_NAME = re.compile(
    r"\s+(?:[-–|•·]\s.*|(?:ABN|BLZ|BIC|IBAN|RCS|CNPJ|CUIT|NIF)\b.*|\S*\d{3}.*)$"
)
_DOMAIN = re.compile(
    r"^(?:https?://)?(?:www\.)?([a-z0-9-]{3,})\.(?:[a-z]{2,3}\.)?[a-z]{2,8}[/.,]?$", re.IGNORECASE
)
_LONGEST = 60
_WORDS = 4  # of a name that is an address on the web as well


def institution_of(rows: Sequence[LexedRow]) -> str | None:
    """The name, or None where nothing on the first page but its entries looks like one."""
    titles = [row for row in rows if not row.looks_like_entry and row.page == rows[0].page]
    first = [_named_alone(cell) for cell in cells_of(titles)]
    likely = [cell for cell in first if _could_name(cell)]
    named = [cell for cell in likely if within("bank").search(cell.text)]
    if named:
        return _clean(max(named, key=lambda cell: (round(cell.size), -cell.top)).text)
    return _named_by_domain(rows) or _largest_at_the_top(likely, first)


def _largest_at_the_top(likely: Sequence[Cell], cells: Sequence[Cell]) -> str | None:
    """What is larger than the usual one of ``cells`` where a letterhead does."""
    top = [cell for cell in likely if cell.top < 150 and cell.size > 1.25 * _usual(cells)]
    top = [cell for cell in top if not _is_phrase(cell.text)]
    return _clean(max(top, key=lambda cell: (round(cell.size), -cell.top)).text) if top else None


def _named_by_domain(rows: Sequence[LexedRow]) -> str | None:
    """Words above the entries that are those of an address on the web there: "Coralo" beside
    www.coralo.com."""
    entry = next((i for i, row in enumerate(rows) if row.looks_like_entry), len(rows))
    above = [cell.text.split() for cell in cells_of(rows[:entry])]
    found = (_DOMAIN.match(word) for words in above for word in words)
    domains = {squeeze(each[1]) for each in found if each}
    names = {
        _clean(" ".join(words[:count]))
        for words in above
        for count in range(1, min(len(words), _WORDS) + 1)
        if squeeze("".join(words[:count])) in domains and not _DOMAIN.match(words[0])
    }
    return names.pop() if len(names) == 1 else None


def _named_alone(cell: Cell) -> Cell:
    """The cell with its bank's name alone, where it goes on with something else."""
    name = _BEHIND_NAME.sub("", cell.text)
    return cell._replace(text=name) if within("bank").search(name) else cell


def _could_name(cell: Cell) -> bool:
    text = cell.text
    if not 3 <= len(text) <= _LONGEST or not text[0].isalnum():
        return False
    return not (_NOT_A_NAME.search(text) or within("no_bank").search(text))


def _usual(cells: Sequence[Cell]) -> float:
    sizes = sorted(cell.size for cell in cells)
    return sizes[len(sizes) // 2]


def _is_phrase(text: str) -> bool:
    """Whether the words are a statement's own, such as "Account summary"."""
    words = text.split()
    covered = {i for hit in phrase_book().find(words) for i in range(hit.first, hit.last + 1)}
    return len(covered) * 2 >= len(words) or is_statement(text)


def _clean(text: str) -> str:
    return text.strip(" :|,-")


class Cell(NamedTuple):
    """Words of one row without a wide gap between them; ``size`` is the text height in points."""

    text: str
    size: float
    page: int
    top: float


def cells_of(rows: Iterable[LexedRow]) -> list[Cell]:
    """Every cell of the rows in reading order."""
    found: list[Cell] = []
    for row in rows:
        words: list[str] = []
        end = size = 0.0
        for word in row.words:
            height = word.bottom - word.top
            if words and word.x0 - end > 1.1 * height:
                found.append(Cell(" ".join(words), size, row.page, row.top))
                words = []
            words.append(word.text)
            end, size = word.x1, height
        if words:
            found.append(Cell(" ".join(words), size, row.page, row.top))
    return found


#: So many lines from the top may be the heading.
_HEADING: Final = 12
_LONGEST_TITLE: Final = 60


def titled(lines: Sequence[str]) -> OtherDocument | None:
    """The type that the document's heading names: a line that is such a title, or begins with one
    and a number. None without one, or more than one."""
    found = {kind for line in lines[:_HEADING] if (kind := _named_bank(line)) is not None}
    return found.pop() if len(found) == 1 else None


def _named_bank(line: str) -> OtherDocument | None:
    if len(line) > _LONGEST_TITLE:
        return None
    words = [word for word in line.split() if not any(char.isdigit() for char in word)]
    letters = squeeze(" ".join(word for word in words if squeeze(word) not in single("numbered")))
    return _titles().get(letters)


@lru_cache
def _titles() -> dict[str, OtherDocument]:
    """What such documents are headed with, by the letters; each is of one type alone."""
    return {
        squeeze(title): OtherDocument(kind)
        for kind, titles in tables()["titles"].items()
        for title in titles
    }


_SYMBOLS: Final[dict[str, str]] = tables()["symbols"]
#: What a sign that several currencies share most often means.
SHARED_SIGNS: Final = {"$": "USD", "¥": "JPY", "￥": "JPY", "Rs": "INR", "kr": "SEK"}
_AROUND: Final = ":.()[]*, （）："
_SHORT: Final = 4  # words of a cell with a currency in it
_TOGETHER: Final = 3  # words of a currency's name
_JOINED: Final = re.compile(r"[-:/()：]")
_IBAN: Final = re.compile(r"^([A-Z]{2})\d\d[0-9A-Z*]{0,30}$")
_IN_BRACKETS: Final = re.compile(r"[^\W\d]*[(\[]([^()\[\]]+)[)\]]")
_EURO: Final = frozenset(
    [
        "AT",
        "BE",
        "CY",
        "DE",
        "EE",
        "ES",
        "FI",
        "FR",
        "GR",
        "HR",
        "IE",
        "IT",
        "LT",
        "LU",
        "LV",
        "MT",
        "NL",
        "PT",
        "SI",
        "SK",
    ]
)  # members of the euro area in 2024, by the country of an IBAN
_BY_COUNTRY: Final = {
    "GB": "GBP", "CH": "CHF", "PL": "PLN", "CZ": "CZK", "HU": "HUF", "SE": "SEK", "NO": "NOK",
    "DK": "DKK", "RO": "RON", "BG": "BGN", "TR": "TRY", "AE": "AED", "SA": "SAR", "QA": "QAR",
    "IL": "ILS", "UA": "UAH", "BR": "BRL", "PK": "PKR", "EG": "EGP",
}  # fmt: skip


class CurrencyWords(NamedTuple):
    """A currency's code and the words of a row that say it, by code or name; ``labelled`` where a
    label of the currency, the account or a balance is on that row, or a column's name."""

    code: str
    row: LexedRow
    first: int
    last: int
    labelled: bool


@lru_cache(maxsize=16384)
def currency_in(text: str) -> str | None:
    """The code of the currency that a text names as a whole, by code or by name."""
    bare = text.strip(_AROUND)
    if is_code(bare):
        return renamed(bare)
    return None if bare.islower() and _is_plain(bare) else currency_names().get(squeeze(bare))


#: Groups of phrases about an account, its balances and its table.
_SAYING: Final = frozenset({"labels", "columns", "kinds", "sections"})
_LINK: Final = 2  # letters
_PLAIN: Final = 5  # letters: shorter names are words of other languages


def _is_plain(letters: str) -> bool:
    """Whether a name of a currency is a word of other languages, too, as short ones are: "sums"."""
    short = letters.isascii() and 0 < len(letters) < _PLAIN
    return short and squeeze(letters) not in tables()["names"]


def currencies_on(rows: Iterable[LexedRow]) -> Iterator[CurrencyWords]:
    """Every currency that a word or two of a row name, where the cell around them is short."""
    for row in rows:
        labels = row.phrases("labels", "currency", "account_number", "opening", "closing")
        labels += row.phrases("columns")
        start = 0
        for cell in cells_in(row):
            stop = start + len(cell)
            found = list(_named_alone_behind(row, start, stop))
            if not found and (labels or len(cell) <= _SHORT):
                found = list(_in_cell(row, start, stop, labelled=bool(labels)))
            yield from found
            start = stop


@lru_cache(maxsize=16384)
def currency_called(text: str) -> str | None:
    """The code of the currency that a text is where it can be nothing else, as behind a label: by a
    name that is a word of statements as well ("euro"), a rare code or a sign too."""
    bare = text.strip(_AROUND)
    spelt = tables()["names"].get(bare.casefold()) or known_currencies()["names"].get(squeeze(bare))
    return currency_in(text) or spelt or tables()["labelled"].get(bare) or _SYMBOLS.get(bare)


@lru_cache(maxsize=16384)
def currency_within(word: str) -> str | None:
    """The code of the one currency that is joined to other letters in a word: "EUR-Konto"."""
    parts, named = _JOINED.split(word.strip(_AROUND)), tables()["names"]
    if len(parts) == 1:
        return None
    codes = {renamed(e) if is_code(e) else named.get(e.casefold()) for e in parts}
    # In kanji as well: "（単位：円）".
    codes = {*codes, *(currency_in(each) for each in parts if not each.isascii())} - {None}
    return codes.pop() if len(codes) == 1 else None


def currency_in_text(word: str) -> str | None:
    """The code of the currency that a word of any text is. In small letters a code or a short name
    is another word as well: "all" and "sums" are in any small print, "ved" in Norwegian."""
    code, letters = currency_called(word), "".join(filter(str.isalpha, word))
    if letters != code and _is_plain(letters):
        return None
    return code or SHARED_SIGNS.get(word) or currency_within(word)


def meant_by(signs: Iterable[str]) -> set[str]:
    """The codes of all currencies that some signs may mean."""
    known = known_currencies()["signs"]
    return {code for sign in signs for code in known.get(sign, ())}


def _named_alone_behind(row: LexedRow, start: int, stop: int) -> Iterator[CurrencyWords]:
    """A currency that is all that a cell has behind a label of it, or behind a colon: "Divisa:
    EUROS"."""
    labels = {hit.last + 1: True for hit in row.phrases("labels", "currency")}
    colons = {at + 1: False for at in range(start, stop) if row.words[at].text.endswith(":")}
    for place, labelled in (colons | labels).items():
        words = row.words[place:stop] if start <= place else ()
        if 1 <= len(words) <= _TOGETHER and (code := currency_called(text_of(words))):
            yield CurrencyWords(code, row, place, stop - 1, labelled)


def _in_cell(row: LexedRow, start: int, stop: int, *, labelled: bool) -> Iterator[CurrencyWords]:
    texts = [word.text for word in row.words[start:stop]]
    for first, text in enumerate(texts, start):
        if first + 1 < stop and (code := currency_in(f"{text} {texts[first + 1 - start]}")):
            yield CurrencyWords(code, row, first, first + 1, labelled)
            continue
        code = None if is_word(row, first) else currency_in(text)
        if code := code or currency_within(text):
            yield CurrencyWords(code, row, first, first, labelled)


def is_word(row: LexedRow, place: int) -> bool:
    """Whether a code is rather a word among other capitals, as of an address or a slogan: "RR 2 STN
    MAIN". No amount and no word about the account is beside it."""
    bare = row.words[place].text.strip(_AROUND)
    if not (bare.isupper() and currency_called(bare) == renamed(bare)):
        return False
    cell = next(each for each in cell_places(row) if place in each)
    others = [row.words[at].text for at in cell if at != place]
    if not any(map(str.isupper, others)) or not all(_is_capital(text) for text in others):
        return False
    if any(_IBAN.match(text) for text in others):
        return False
    amounts = (each for each in row.figures if not each.weak)
    if any(place in (each.first - 1, each.last + 1) for each in amounts):
        return False
    before = (at for at in range(place - 1, cell.start - 1, -1) if not _is_link(row.words[at].text))
    near = {next(before, place), min(place + 1, cell.stop - 1)} - {place}
    said = {at for hit in row.hits if hit.group in _SAYING for at in hit.places}
    return not (near & said or any(_is_of_account(row.words[at].text) for at in near))


def _is_of_account(text: str) -> bool:
    """Whether a word is one for accounts, their statements or their products."""
    return any(within(each).search(text) for each in ("account", "statement", "product"))


def _is_capital(text: str) -> bool:
    """Whether a word has no small letters."""
    return text == text.upper()


def _is_link(text: str) -> bool:
    """Whether a word only leads from a label to a currency: "IN", or a number."""
    return len(text) <= _LINK or not any(map(str.isalpha, text))


def currency_guess(
    rows: Sequence[LexedRow],
    named: Iterable[CurrencyWords],
    figures: Iterable[LexedFigure],
    *,
    day_first: bool = False,
) -> str | None:
    """The likeliest currency: at the figures, else one ``named`` on the rows that their signs may
    mean, else that of the country of an IBAN; None where nothing says. A plain "$" is Canada's
    beside an address there, and nobody's where days are printed ``day_first``, as America does not.
    """
    signs = Counter(figure.currency.strip("+-()") for figure in figures if figure.currency)
    of_figures = Counter[str]()
    for sign, times in signs.items():
        if code := currency_in(sign) or _SYMBOLS.get(sign):
            of_figures[code] += times
    if of_figures:
        return of_figures.most_common(1)[0][0]
    bare = (each.rstrip(".") for each in signs)
    shared = next((SHARED_SIGNS[sign] for sign in bare if sign in SHARED_SIGNS), None)
    if shared == "USD":
        shared = "CAD" if any(map(_is_in_canada, rows)) else None if day_first else shared
    said = Counter[str]()
    for each in named:
        said[each.code] += 3 if each.labelled else 1
    heads = (word.text for row in rows if row.phrases("columns") for word in row.words)
    in_brackets = (found[1] for text in heads if (found := _IN_BRACKETS.fullmatch(text)))
    said.update(code for sign in in_brackets if (code := _SYMBOLS.get(sign)))
    meant = meant_by(signs)
    likely = (code for code, _ in said.most_common() if not meant or code in meant)
    of_ibans = (code for code in map(_by_iban, rows) if code and (not meant or code in meant))
    return next(likely, None) or shared or next(of_ibans, None)


_CANADA: Final = re.compile(r"\b[A-Z]{2} [ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d$")


def _is_in_canada(row: LexedRow) -> bool:
    """Whether some cell ends in a province and a postal code of Canada."""
    return any(_CANADA.search(text_of(cell)) for cell in cells_in(row))


def _by_iban(row: LexedRow) -> str | None:
    for word in row.words:
        if found := _IBAN.match(word.text.upper()):
            country = found[1]
            return "EUR" if country in _EURO else _BY_COUNTRY.get(country)
    return None


_CODES: Final = "|".join(tables()["codes"])
_CODE: Final = re.compile(rf"(?<![A-Za-z])({_CODES})(?![A-Za-z])")
_RENAMED: Final = {"RMB": "CNY", "RUR": "RUB"}


def is_code(text: str) -> bool:
    """Whether a text is a currency's code and nothing else."""
    return bool(_CODE.fullmatch(text))


def renamed(code: str) -> str:
    """The code that a currency has today."""
    return _RENAMED.get(code, code)
