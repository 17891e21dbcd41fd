"""The codes of currencies, and which of them a heading names."""

from __future__ import annotations

import re
from typing import Final

from pipeline.proof.rows import Row
from pipeline.proof.tables.languages import tables
from pipeline.proof.tables.phrases import squeeze

_CODES: Final = "|".join(tables()["codes"])
_CODE: Final = re.compile(rf"(?<![A-Za-z])({_CODES})(?![A-Za-z])")
_RENAMED: Final = {"RMB": "CNY", "RUR": "RUB"}
_FEW = 4  # words of a heading such as "EUR account"
_BRACKETS = "(["
_LABELS = ("currency", "opening", "closing", "balance_on")


def codes_in(text: str) -> set[str]:
    """The currencies whose code stands in a text."""
    return {renamed(code) for code in _CODE.findall(text)}


def is_code(text: str) -> bool:
    """Whether a text is a currency's code and nothing else."""
    return bool(_CODE.fullmatch(text))


def renamed(code: str) -> str:
    """The code that a currency has today."""
    return _RENAMED.get(code, code)


def headed_code(row: Row) -> tuple[str, str] | None:
    """The one currency that a few words without figures begin or end with, or that a row with a
    label of the currency or of a balance names; and how: in brackets, by which label,
    or beside which words."""
    codes = set() if row.dates else codes_in(row.text)
    label = next((hit.meaning for hit in row.phrases("labels", *_LABELS)), "")
    if len(codes) != 1 or not (label or _is_short(row)):
        return None
    bracketed = row.words[-1].text[0] in _BRACKETS
    return codes.pop(), _BRACKETS if bracketed else label or _words_beside(row)


def _is_short(row: Row) -> bool:
    ends = (row.words[0].text, row.words[-1].text)
    return len(row.words) <= _FEW and not row.figures and any(map(_CODE.search, ends))


def _words_beside(row: Row) -> str:
    """The letters of the words without a code."""
    return squeeze("".join(word.text for word in row.words if not _CODE.search(word.text)))
