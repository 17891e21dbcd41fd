"""The currency of a statement: the words that name it, or a guess where only a sign does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from pipeline.reading.lexing.figures import LexedFigure
from pipeline.reading.lexing.headers import cells_of
from pipeline.reading.lexing.phrases import currency_names, squeeze, tables
from pipeline.reading.lexing.rows import LexedRow, text_of

_SYMBOLS: Final[dict[str, str]] = tables()["symbols"]
#: What a sign that several currencies share most often means.
_SHARED: Final = {"$": "USD", "¥": "JPY", "￥": "JPY", "Rs": "INR", "kr": "SEK"}
_AROUND: Final = ":.()[]*, "
_SHORT: Final = 4  # words of a cell with a currency in it
_IBAN: Final = re.compile(r"^([A-Z]{2})\d\d[0-9A-Z*]{0,30}$")
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
    return renamed(bare) if is_code(bare) else currency_names().get(squeeze(bare))


def currencies_on(rows: Iterable[LexedRow]) -> Iterator[CurrencyWords]:
    """Every currency that a word or two of a row name, where the cell around them is short."""
    for row in rows:
        labels = row.phrases("labels", "currency", "account_number", "opening", "closing")
        labels += row.phrases("columns")
        start = 0
        for cell in cells_of(row):
            stop = start + len(cell)
            if labels or len(cell) <= _SHORT:
                yield from _in_cell(row, start, stop, labelled=bool(labels))
            start = stop


def _in_cell(row: LexedRow, start: int, stop: int, *, labelled: bool) -> Iterator[CurrencyWords]:
    for first in range(start, stop):
        for last in (first + 1, first):
            text = text_of(row.words[first : last + 1]) if last < stop else ""
            if code := currency_in(text) if text else None:
                yield CurrencyWords(code, row, first, last, labelled)
                break


def currency_guess(rows: Sequence[LexedRow], figures: Iterable[LexedFigure]) -> str | None:
    """The likeliest currency: at the figures, else named on the page, else that of the country of
    an IBAN; None where nothing says."""
    signs = Counter(figure.currency.strip("+-()") for figure in figures if figure.currency)
    of_figures = Counter[str]()
    for sign, times in signs.items():
        if code := currency_in(sign) or _SYMBOLS.get(sign):
            of_figures[code] += times
    if of_figures:
        return of_figures.most_common(1)[0][0]
    shared = next((_SHARED[s] for s in (each.rstrip(".") for each in signs) if s in _SHARED), None)
    said = Counter[str]()
    for each in currencies_on(rows):
        said[each.code] += 3 if each.labelled else 1
    if said:
        return said.most_common(1)[0][0]
    return shared or next(filter(None, map(_by_iban, rows)), None)


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
