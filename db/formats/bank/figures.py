"""Reads the text, the amounts and the days of bank files, in which each bank has its own habits."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import ClassVar, Final

from db.errors import TieoutError
from db.formats.snapshot import SourceHasDoctype
from db.money import AmountOutOfRange, NotAnAmount, TooManyDecimals, to_minor
from db.text import storable

#: What a file of ours puts in front of a row's reference.
OURS: Final = "tieout-"
_BOMS: Final = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_CODECS: Final = {"1250": "cp1250", "1251": "cp1251", "8859-2": "iso8859-2", "8859-5": "iso8859-5"}
_DOCTYPE: Final = re.compile(r"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)

_BODY: Final = re.compile(r"[0-9]+(?:[.,'’ \u00a0\u202f][0-9]+)*[.,]?|[.,][0-9]+")
_GAPS: Final = re.compile(r"['’ \u00a0\u202f]")
_GROUPED: Final = re.compile(r"[0-9]{1,3}(?:[.,][0-9]{3})+")
_OTHER: Final = {",": ".", ".": ","}


class AmbiguousAmount(TieoutError):
    """One mark with three digits behind it: thousands or decimals, and no other amount of the file
    tells which. Write it with both marks."""

    code: ClassVar[str] = "ambiguous_amount"


def text_of(data: bytes, charset: str = "") -> str:
    """The text of a bank file: UTF-8 if it is, whatever its header claims; else ``charset`` where
    that is known, else what Windows writes in western countries. Ends of lines become ``\\n``."""
    for mark, codec in _BOMS.items():
        if data.startswith(mark):
            return _lines(data.decode(codec, "replace"))
    try:
        return _lines(data.decode())
    except UnicodeDecodeError:
        return _lines(data.decode(_CODECS.get(charset, "cp1252"), "replace"))


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def refuse_doctype(file: str, text: str) -> None:
    """Raises ``SourceHasDoctype``."""
    if _DOCTYPE.search(text):
        raise SourceHasDoctype(file=file)


def clean(*parts: str | None) -> str:
    """The parts in one line, each once, without those that another part begins with."""
    texts = [" ".join(storable(part).split()) for part in parts if part]
    kept: list[str] = []
    for at, text in enumerate(texts):
        longer = any(other.startswith(text) for other in texts[at + 1 :])
        if text and not longer and not any(other.startswith(text) for other in kept):
            kept.append(text)
    return " ".join(kept)


def day_of(year: int | str, month: int | str, day: int | str) -> date | None:
    """The day, if there is such a one."""
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


class TextLines:
    """Tells in which line, counted from 1, a character of a text is."""

    def __init__(self, text: str) -> None:
        self._ends = [each.start() for each in re.finditer("\n", text)]

    def at(self, place: int) -> int:
        """The line of the character at ``place``."""
        return bisect_left(self._ends, place) + 1


@dataclass(frozen=True, slots=True)
class BankFigures:
    """How a file writes its amounts.

    ``mark`` is its decimal mark, None where no amount or more than one tells; ``grouped`` is
    whether the form allows thousands to be set apart.
    """

    mark: str | None
    grouped: bool

    @classmethod
    def of(cls, texts: Iterable[str], *, grouped: bool) -> BankFigures:
        """As these amounts, which should be all of the file, show it."""
        marks = {_decimal_mark(_signed(text)[1]) for text in texts} - {None}
        return cls(marks.pop() if len(marks) == 1 else None, grouped)

    def minor(self, text: str, exponent: int) -> int:
        """The amount in minor units of ``exponent`` decimals.

        Raises ``NotAnAmount``, ``TooManyDecimals``, ``AmountOutOfRange`` and ``AmbiguousAmount``.
        """
        sign, body = _signed(text)
        if not _BODY.fullmatch(body):
            raise NotAnAmount
        body = _GAPS.sub("", body)
        mark = self._mark_in(body, exponent)
        whole, _, part = body.rpartition(mark) if mark else (body, "", "")
        if not whole.isdecimal() and whole and not _GROUPED.fullmatch(whole):
            raise NotAnAmount
        digits = whole.replace(",", "").replace(".", "") or "0"
        return to_minor(f"{sign}{digits}.{part or '0'}", exponent)

    def _mark_in(self, body: str, exponent: int) -> str | None:
        """The decimal mark of this one amount, None if it has no decimals."""
        if "," not in body and "." not in body:
            return None
        sure = _decimal_mark(body)
        if sure is not None:
            return sure if sure in body else None
        there = "," if "," in body else "."
        if self.mark is not None:
            return there if there == self.mark else None
        if self.grouped and exponent != 3:
            raise AmbiguousAmount
        return there


def _signed(text: str) -> tuple[str, str]:
    """The sign, which may be in front, behind or a pair of brackets, and the rest."""
    text = text.strip().replace("\u2212", "-")
    if text.startswith("(") and text.endswith(")"):
        return "-", text[1:-1].strip()
    if text[:1] in ("+", "-"):
        return text[0].strip("+"), text[1:].strip()
    if text[-1:] in ("+", "-"):
        return text[-1].strip("+"), text[:-1].strip()
    return "", text


def _decimal_mark(body: str) -> str | None:
    """The decimal mark, where this amount alone shows which it is."""
    marks = [char for char in body if char in _OTHER]
    if not marks:
        return None
    last = marks[-1]
    if len(set(marks)) == 2:
        return last
    if len(marks) > 1:
        return _OTHER[last]
    before, _, after = body.partition(last)
    grouping = len(after) == 3 and 0 < len(_GAPS.sub("", before)) <= 3 and before[0] != "0"
    return None if grouping else last


def why_not(error: TieoutError, text: str) -> str:
    """Why an amount was not read, for a remark."""
    shown = text if len(text) <= 40 else f"{text[:40]}…"
    if isinstance(error, NotAnAmount):
        return f"The row was not taken: {shown!r} is no amount."
    if isinstance(error, AmbiguousAmount):
        return f"The row was not taken: {shown!r} may mean thousands or decimals."
    if isinstance(error, TooManyDecimals):
        return f"The row was not taken: {shown!r} has more decimals than its currency."
    assert isinstance(error, AmountOutOfRange)
    return f"The row was not taken: {shown!r} is larger than any amount that tieout keeps."
