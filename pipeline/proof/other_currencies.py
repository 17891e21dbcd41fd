"""Words that name another currency than the country: a Canadian bank's "US Dollar Account"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from pipeline.proof.codes import codes_in
from pipeline.proof.headers import cells_of
from pipeline.proof.rows import Row, text_of
from pipeline.proof.tables.languages import currency_names
from pipeline.proof.tables.phrases import squeeze
from pipeline.words import Word

_CELL: Final = 6  # words: a longer run is a sentence
_NAME: Final = 3  # words of a currency's name
#: What countries call their money, with the codes that each may mean.
_UNITS: Final = {
    r"dollar|d[oó]lar|доллар": "USD CAD AUD NZD SGD HKD TWD",
    r"\bfranc(?:s|os|hi)?\b|franken\b": "CHF",
    r"\b(?:pounds?|sterling|libras?)\b": "GBP EGP",
    r"\bpesos?\b": "MXN ARS CLP COP UYU PHP",
    r"\beuros?\b|\bevro\b|ευρώ|евро": "EUR",
    r"\b(?:yen|jen)\b": "JPY",
    r"\bkron(?:e|er|a|or|en|ur)\b": "SEK NOK DKK ISK",
    r"\brupees?\b": "INR PKR LKR NPR MUR",
    r"\bu\.?s\.? funds\b": "USD",
}


def names_another(rows: Sequence[Row], code: str) -> bool:
    """Whether a few words of a row without figures name another currency than this one."""
    cells = (cell for row in rows if not row.figures for cell in cells_of(row))
    return any(
        not codes.issuperset({code})
        for cell in cells
        if len(cell) <= _CELL
        for codes in _named(cell)
    )


def _named(cell: Sequence[Word]) -> Iterator[frozenset[str]]:
    """The currencies that each name in a cell may mean."""
    text = text_of(cell)
    yield from (frozenset({each}) for each in codes_in(text))
    yield from (codes for unit, codes in _units() if unit.search(text.casefold()))
    for start in range(len(cell)):
        for stop in range(start + 2, min(start + _NAME, len(cell)) + 1):
            if found := currency_names().get(squeeze(text_of(cell[start:stop]))):
                yield frozenset({found})


@cache
def _units() -> tuple[tuple[re.Pattern[str], frozenset[str]], ...]:
    return tuple((re.compile(name), frozenset(codes.split())) for name, codes in _UNITS.items())
