"""What the files of banks share: figures, and statements that add up."""

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Final

from db.errors import TieoutError
from db.formats.snapshot import (
    Remark,
    Snapshot,
    SourceAccount,
    SourceEntry,
    SourceHasDoctype,
    SourceMalformed,
)
from db.money import AmountOutOfRange, NotAnAmount, TooManyDecimals, to_decimal_string, to_minor
from db.text import storable

_BOMS: Final = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_CODECS: Final = {"1250": "cp1250", "1251": "cp1251", "8859-2": "iso8859-2", "8859-5": "iso8859-5"}
_DOCTYPE: Final = re.compile(r"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)

_BODY: Final = re.compile(r"[0-9]+(?:[.,'’ \u00a0\u202f][0-9]+)*[.,]?|[.,][0-9]+")
#: What most amounts are, at a fraction of what the others cost: a file may have a million.
_PLAIN: Final = re.compile(r"-?[0-9]+\.[0-9]{2}")
_GAPS: Final = re.compile(r"['’ \u00a0\u202f]")
_GROUPED: Final = re.compile(r"[0-9]{1,3}(?:[.,][0-9]{3})+")
_OTHER: Final = {",": ".", ".": ","}


class AmbiguousAmount(TieoutError):
    """One mark with three digits behind it: thousands or decimals, and no other amount of the file
    tells which. Write it with both marks."""


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
    if len(texts) == 1:
        return texts[0]
    kept: list[str] = []
    for at, text in enumerate(texts):
        longer = any(other.startswith(text) for other in texts[at + 1 :])
        if text and not longer and not any(other.startswith(text) for other in kept):
            kept.append(text)
    return " ".join(kept)


def day_of(year: int | str, month: int | str, day: int | str) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


class TextLines:
    """Tells in which line, counted from 1, a character of a text is."""

    def __init__(self, text: str) -> None:
        self._ends = array("Q", (each.start() for each in re.finditer("\n", text)))

    def at(self, place: int) -> int:
        """The line of the character at ``place``."""
        return bisect_left(self._ends, place) + 1


@dataclass(frozen=True, slots=True)
class BankFigures:
    """How a file writes its amounts. ``mark`` is its decimal mark, None where no amount or more
    than one tells; ``grouped`` is whether the form allows thousands to be set apart."""

    mark: str | None
    grouped: bool

    @classmethod
    def of(cls, texts: Iterable[str], *, grouped: bool) -> "BankFigures":
        marks = {_decimal_mark(_signed(text)[1]) for text in set(texts)} - {None}
        return cls(marks.pop() if len(marks) == 1 else None, grouped)

    def minor(self, text: str, exponent: int) -> int:
        """The amount in minor units of ``exponent`` decimals. Raises ``NotAnAmount``,
        ``TooManyDecimals``, ``AmountOutOfRange`` and ``AmbiguousAmount``."""
        if _PLAIN.fullmatch(text):
            return to_minor(text, exponent)
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
    shown = text if len(text) <= 40 else f"{text[:40]}…"
    if isinstance(error, NotAnAmount):
        return f"The row was not taken: {shown!r} is no amount."
    if isinstance(error, AmbiguousAmount):
        return f"The row was not taken: {shown!r} may mean thousands or decimals."
    if isinstance(error, TooManyDecimals):
        return f"The row was not taken: {shown!r} has more decimals than its currency."
    assert isinstance(error, AmountOutOfRange)
    return f"The row was not taken: {shown!r} is larger than any amount that tieout keeps."


@dataclass(frozen=True, slots=True)
class BankStatement:
    """One statement of a file. ``opening`` and ``closing`` are a day and the balance on it.

    ``starts`` is the first day it covers, where that is written. It is not ``whole`` if one of its
    rows was not taken.
    """

    account: SourceAccount
    exponent: int
    entries: Sequence[SourceEntry]
    line: int | None = None
    opening: tuple[date, int] | None = None
    closing: tuple[date, int] | None = None
    starts: date | None = None
    whole: bool = True

    @property
    def total(self) -> int:
        """What its rows come to, without those that no balance counts yet."""
        return sum(entry.amount_minor for entry in self.entries if not entry.pending)

    def amount(self, minor: int) -> str:
        return f"{to_decimal_string(minor, self.exponent)} {self.account.currency}"


def snapshot_of(
    form: str,
    path: Path,
    digest: str,
    statements: Sequence[BankStatement],
    remarks: Iterable[Remark] = (),
) -> Snapshot:
    """All statements of the file, by account. Raises ``SourceMalformed`` if there is none."""
    told = list(remarks)
    if not statements:
        first = told[0] if told else Remark(path.name, 1, "It holds no statement.")
        raise SourceMalformed(file=path.name, line=first.line or 1, reason=first.reason)
    accounts: dict[str, list[BankStatement]] = {}
    for each in statements:
        accounts.setdefault(each.account.key, []).append(each)
    joined = tuple(_joined(path.name, group, told) for group in accounts.values())
    entries = tuple(entry for each in statements for entry in each.entries)
    return Snapshot(form, joined, entries, tuple(told), {str(path): digest})


def _joined(file: str, group: list[BankStatement], told: list[Remark]) -> SourceAccount:
    """The account of these statements; what does not add up is a remark."""
    group = sorted(group, key=_when)
    before: BankStatement | None = None
    for each in group:
        told.extend(_disagreements(file, each, before))
        before = each if each.closing else before
    account = group[0].account
    marks = {entry.ours for each in group for entry in each.entries}
    if marks == {True}:
        # Its kind and its balances are what a page was taken to say, and no word of a bank.
        account = replace(account, kind=None, opening_read=True)
    opening = group[0].opening or _derived(group)
    if opening is not None:
        booked = [entry.booked_on for each in group for entry in each.entries]
        account = replace(account, opening_minor=opening[1], opened_on=min([opening[0], *booked]))
    closings = [each.closing for each in group if each.closing]
    return replace(account, balance=closings[-1]) if closings else account


def _when(statement: BankStatement) -> date:
    known = statement.closing or statement.opening
    if known:
        return known[0]
    return max((entry.booked_on for entry in statement.entries), default=date.min)


def _disagreements(
    file: str, each: BankStatement, before: BankStatement | None
) -> Iterable[Remark]:
    if each.opening and each.closing:
        missing = each.closing[1] - each.opening[1] - each.total
        if missing:
            yield Remark(
                file,
                each.line,
                f"The statement does not add up: it opens at {each.amount(each.opening[1])}, its"
                f" rows come to {each.amount(each.total)}, and it closes at"
                f" {each.amount(each.closing[1])}, so {each.amount(missing)} are missing.",
            )
    if before and before.closing and each.opening and before.closing[1] != each.opening[1]:
        yield Remark(
            file,
            each.line,
            f"The statement opens at {each.amount(each.opening[1])}, and the one before it closed"
            f" at {each.amount(before.closing[1])}.",
        )


def _derived(group: Sequence[BankStatement]) -> tuple[date, int] | None:
    """The opening that follows from the last balance, if that counts every row of the account."""
    last = group[-1]
    if last.closing is None or not all(each.whole for each in group):
        return None
    days = [entry.booked_on for each in group for entry in each.entries if not entry.pending]
    if days and last.closing[0] < max(days):
        return None
    starts = [each.starts for each in group if each.starts]
    opened = min([*starts, *days], default=last.closing[0])
    return opened, last.closing[1] - sum(each.total for each in group)
