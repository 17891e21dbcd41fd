"""The codes of currencies, and which of them a heading names."""

from __future__ import annotations

import re
from typing import Final

from pipeline.proof.rows import Row
from pipeline.proof.tables.languages import tables

_CODES: Final = "|".join(tables()["codes"])
CODE: Final = re.compile(rf"(?<![A-Za-z])({_CODES})(?![A-Za-z])")
RENAMED: Final = {"RMB": "CNY", "RUR": "RUB"}
_FEW = 4  # words of a heading such as "EUR account"
_LABELS = ("currency", "opening", "closing", "balance_on")


def codes_in(text: str) -> set[str]:
    """The currencies whose code stands in a text."""
    return {RENAMED.get(code, code) for code in CODE.findall(text)}


def headed_codes(row: Row) -> set[str]:
    """The one currency that a few words without figures begin or end with, or that a row with a
    label of the currency or of a balance names."""
    codes = set() if row.dates else codes_in(row.text)
    named = row.phrases("labels", *_LABELS) or _is_short(row)
    return codes if len(codes) == 1 and named else set()


def _is_short(row: Row) -> bool:
    ends = (row.words[0].text, row.words[-1].text)
    return len(row.words) <= _FEW and not row.figures and any(map(CODE.search, ends))
