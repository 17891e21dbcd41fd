"""The lines of a journal as they are, changed one by one, and shown as a unified diff."""

import codecs
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from functools import cached_property
from pathlib import Path
from typing import Final

from db.formats.snapshot import Snapshot, SourceEntry, SourcePlace
from db.money import exponent_of

_SYMBOL: Final = r'"[^"]*"|[^\s\d+\-.,@*;"{}=()\[\]/&|!<>?^~]+'
_DIGITS: Final = "\\d[\\d.,]*(?:[ \u00a0\u202f]\\d{3}(?!\\d)[\\d.,]*)*"
_POSTINGS: Final = {
    True: re.compile(
        r"(?P<lead>[ \t]+(?:[*!&#?%PSTCURMW][ \t]+)?)"
        r'(?P<account>[A-Z\u0080-\U0010ffff][^\s;":]*(?::[^\s;":]+)+)(?P<gap>[ \t]*)(?P<rest>.*)'
    ),
    False: re.compile(
        r"(?P<lead>[ \t]+(?:[*!][ \t]*)?)(?P<account>[^\s;]\S*(?: \S+)*?)"
        r"(?P<gap>(?: [ \t]|\t)[ \t]*|[ \t]*$)(?P<rest>.*)"
    ),
}
_AMOUNT: Final = re.compile(
    rf"(?P<sign>[-+]?)[ \t]*(?:(?P<left>{_SYMBOL})(?P<space>[ \t]*)(?P<inner>[-+]?)[ \t]*)?"
    rf"(?P<digits>{_DIGITS})(?:(?P<blank>[ \t]*)(?P<right>{_SYMBOL}))?"
    r"(?P<asserted>[ \t]*==?\*?[^;@{]*)?(?P<end>[ \t]*(?:;.*)?)"
)


@dataclass(frozen=True, slots=True)
class WrittenAmount:
    """A plain amount at ``at`` in its line: a number and its commodity, no cost and no price."""

    at: int
    found: re.Match[str]

    @property
    def commodity(self) -> str:
        return self.found["left"] or self.found["right"] or ""

    @property
    def asserted(self) -> bool:
        return bool(self.found["asserted"])

    @property
    def end(self) -> int:
        return self.at + self.found.end("right" if self.found["right"] else "digits")

    def mark(self, minor: int, exponent: int) -> str | None:
        """The decimal mark with which the digits say ``minor``; None if they do not."""
        negative = "-" in self.found["sign"] + (self.found["inner"] or "")
        if negative is not (minor < 0) and minor:
            return None
        for mark in ".,":
            plain = "".join(each for each in self.found["digits"] if each.isdigit() or each == mark)
            try:
                number = Decimal(plain.replace(",", "."))
            except InvalidOperation:
                continue
            if number.scaleb(exponent) == abs(minor):
                return mark
        return None

    def text(self, minor: int, exponent: int, mark: str) -> str:
        found = self.found
        digits = figures(minor, exponent, found["digits"], mark)
        minus = "-" if minor < 0 else ""
        right = f"{found['blank']}{found['right']}" if found["right"] else ""
        if found["left"] is None:
            return f"{minus}{digits}{right}"
        before, inner = (minus, "") if found["sign"] else ("", minus)
        return f"{before}{found['left']}{found['space']}{inner}{digits}{right}"

    def changed(self, line: str, minor: int, exponent: int, mark: str) -> str:
        """The line with other digits, and with a sign where there was none or one too many."""
        found = self.found
        start, end = self.at + found.start("digits"), self.at + found.end("digits")
        digits = figures(minor, exponent, found["digits"], mark)
        line = line[:start] + digits + line[end:]
        group = "inner" if found["inner"] else "sign"
        if minor < 0 and found[group] != "-":
            start = self.at + found.start(group) if found[group] else start
            return f"{line[:start]}-{line[start + len(found[group]) :]}"
        if minor >= 0 and found[group] == "-":
            start = self.at + found.start(group)
            return line[:start] + line[start + 1 :]
        return line


@dataclass(frozen=True, slots=True)
class Posting:
    """A posting, on the line with this index; ``amount`` is None if it is not a plain one."""

    index: int
    lead: str
    account: str
    gap: str
    rest: str
    amount: WrittenAmount | None

    @property
    def elided(self) -> bool:
        return not self.rest or self.rest.startswith(";")


def figures(minor: int, exponent: int, like: str, mark: str) -> str:
    """The digits of an amount, with the decimals and the group marks of ``like`` or more."""
    had = len(like.rpartition(mark)[2]) if mark in like else 0
    least = exponent if minor % 10**exponent else 0
    number = f"{Decimal(abs(minor)).scaleb(-exponent):.{max(had, least)}f}"
    whole, _, part = number.partition(".")
    group = next((each for each in like if not each.isdigit() and each != mark), "")
    if group:
        whole = f"{int(whole):,}".replace(",", group)
    return f"{whole}{mark}{part}" if part else whole


def posting_of(line: str, index: int, *, beancount: bool) -> Posting | None:
    found = _POSTINGS[beancount].fullmatch(line)
    if not found or found["account"].startswith(";"):
        return None
    amount = _AMOUNT.fullmatch(found["rest"])
    return Posting(
        index,
        found["lead"],
        found["account"],
        found["gap"],
        found["rest"],
        WrittenAmount(found.start("rest"), amount) if amount else None,
    )


@dataclass
class JournalLines:
    """The lines of one file, with what is to be put in their places."""

    data: bytes
    ends: list[str] = field(init=False)
    was: list[str] = field(init=False)
    now: dict[int, str] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    new: dict[int, list[list[str]]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        pieces = self.data.decode("utf-8-sig").split("\n")
        self.was = [each.removesuffix("\r") for each in pieces[:-1]] + pieces[-1:]
        self.ends = [each[len(line) :] + "\n" for each, line in zip(pieces, self.was, strict=True)]
        self.ends[-1] = ""

    def blank(self, index: int) -> bool:
        return 0 <= index < len(self.was) and not self.was[index].strip()

    def put(self, index: int, line: str) -> bool:
        """Change a line; False if it is to be another one already."""
        return self.now.setdefault(index, line) == line

    def remove(self, first: int, last: int) -> None:
        """Take out the lines between these indexes, and one blank line."""
        self.gone.update(range(first, last))
        beside = [each for each in (last, first - 1) if self.blank(each) and self.ends[each]]
        self.gone.update([each for each in beside if each not in self.gone][:1])

    def after(self, index: int, lines: Sequence[str]) -> None:
        """Put lines before this index, which ends another block."""
        dense = index < len(self.was) and not self.blank(index)
        self.new[index].append([*([] if dense else [""]), *lines])

    def before(self, index: int, lines: Sequence[str]) -> None:
        """Put lines before this index, where another block with its comments begins."""
        while index and self.was[index - 1].startswith((";", "#", "*")):
            index -= 1
        self.new[index].append([*lines, ""])

    def changed(self) -> bytes:
        end = next((each for each in self.ends if each), "\n")
        parts: list[str] = []
        for index, line in enumerate(self.was):
            parts += self._new(index, end)
            if index not in self.gone:
                parts.append(self.now.get(index, line) + self.ends[index])
        added = self._new(len(self.was), end)
        if added:  # the last line had no end, and gets none
            parts += [end, *added[:-1], added[-1].removesuffix(end)]
        bom = codecs.BOM_UTF8 if self.data.startswith(codecs.BOM_UTF8) else b""
        return bom + "".join(parts).encode()

    def _new(self, index: int, end: str) -> list[str]:
        return [line + end for block in self.new.get(index, ()) for line in block]


class JournalText:
    """The files of a journal with the places of its rows in them."""

    def __init__(self, files: Mapping[Path, bytes], snapshot: Snapshot) -> None:
        self.lines = {file: JournalLines(data) for file, data in files.items()}
        self.beancount = snapshot.format == "beancount"
        self.currency = {each.key: each.currency for each in snapshot.accounts}
        self.entries = snapshot.entries

    def texts(self) -> dict[Path, bytes]:
        now = {file: lines.changed() for file, lines in self.lines.items()}
        return {file: data for file, data in now.items() if data != self.lines[file].data}

    def postings(self, place: SourcePlace) -> list[Posting]:
        lines = self.lines[place.file].was
        between = range(place.first, place.last)
        legs = (posting_of(lines[at], at, beancount=self.beancount) for at in between)
        return [leg for leg in legs if leg]

    def own_leg(self, each: SourceEntry) -> Posting | None:
        """The leg with the amount of the row, if it is written."""
        if each.place is None or each.place.amount_line is None:
            return None
        at = each.place.amount_line - 1
        return posting_of(self.lines[each.place.file].was[at], at, beancount=self.beancount)

    def mark(self, file: Path, currency: str, amount: WrittenAmount, fits: str) -> str:
        """The decimal mark of an amount: the one it shows, else the usual one of the file."""
        shown = "." in amount.found["digits"] or "," in amount.found["digits"]
        usual = self._marks[file, currency].most_common(1)
        return fits if shown or self.beancount or not usual else usual[0][0]

    @cached_property
    def _marks(self) -> dict[tuple[Path, str], Counter[str]]:
        found: dict[tuple[Path, str], Counter[str]] = defaultdict(Counter)
        for each in self.entries:
            leg = self.own_leg(each)
            if leg and leg.amount and each.place:
                currency = self.currency[each.account]
                mark = leg.amount.mark(each.amount_minor, exponent_of(currency))
                if mark and mark in leg.amount.found["digits"]:
                    found[each.place.file, currency][mark] += 1
        return found


#: So many equal lines end a change, and so many are shown around one.
_EQUAL: Final = 3
#: Up to this many lines that go or come, any mixture of both is tried.
_MIXED: Final = 60

_Change = tuple[int, int, int, int]


def unified(was: bytes, now: bytes, name: str) -> str:
    """What `patch -p1` turns the one text into the other by; empty if they are equal."""
    old, new = _lines(was), _lines(now)
    hunks: list[list[_Change]] = []
    for change in _changes(old, new):
        if hunks and change[0] - hunks[-1][-1][1] <= 2 * _EQUAL:
            hunks[-1].append(change)
        else:
            hunks.append([change])
    head = [f"--- a/{name}\n", f"+++ b/{name}\n"] if hunks else []
    lines = [line for hunk in hunks for line in _hunk(old, new, hunk)]
    return "".join(
        each if each.endswith("\n") else f"{each}\n\\ No newline at end of file\n"
        for each in (*head, *lines)
    )


def _lines(data: bytes) -> list[str]:
    """The lines with their ends, which only a newline makes."""
    *lines, last = data.decode("utf-8").split("\n")
    return [*(f"{line}\n" for line in lines), *([last] if last else [])]


def _changes(old: Sequence[str], new: Sequence[str]) -> Iterator[_Change]:
    """Where lines differ: from and up to where in the one, and in the other."""
    at, to = 0, 0
    while at < len(old) or to < len(new):
        if at < len(old) and to < len(new) and old[at] == new[to]:
            at, to = at + 1, to + 1
            continue
        gone, come = _until_equal(old[at:], new[to:])
        yield at, at + gone, to, to + come
        at, to = at + gone, to + come


def _until_equal(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """How many lines go and come before some are equal again."""
    few = range(min(_MIXED, len(old) + len(new)) + 1)
    mixed = ((gone, total - gone) for total in few for gone in range(total + 1))
    more = ((0, come) for come in range(_MIXED, len(new) + 1))
    less = ((gone, 0) for gone in range(_MIXED, len(old) + 1))
    for pairs in (mixed, more, less):
        for gone, come in pairs:
            if gone > len(old) or come > len(new):
                continue
            if old[gone : gone + _EQUAL] == new[come : come + _EQUAL]:
                return gone, come
    return len(old), len(new)


def _hunk(old: Sequence[str], new: Sequence[str], changes: Sequence[_Change]) -> Iterator[str]:
    before = min(changes[0][0], _EQUAL)
    start, begin = changes[0][0] - before, changes[0][2] - before
    after = min(len(old) - changes[-1][1], _EQUAL)
    end, stop = changes[-1][1] + after, changes[-1][3] + after
    yield f"@@ -{_range(start, end)} +{_range(begin, stop)} @@\n"
    at = start
    for first, last, come, until in changes:
        yield from (f" {line}" for line in old[at:first])
        yield from (f"-{line}" for line in old[first:last])
        yield from (f"+{line}" for line in new[come:until])
        at = last
    yield from (f" {line}" for line in old[at:end])


def _range(start: int, end: int) -> str:
    """Lines count from 1; none are counted from the one before."""
    return f"{start + 1 if end > start else start},{end - start}"
