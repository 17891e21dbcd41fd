"""Writes corrections into the text of a journal: the lines in question change, and no other."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Final

from db.formats.snapshot import (
    MARK,
    CorrectionKind,
    RowSaid,
    Snapshot,
    SourceCorrection,
    SourceEntry,
    SourcePlace,
)
from db.formats.writers.journal_lines import JournalText
from db.formats.writers.statement import plain
from db.money import exponent_of, to_decimal_string
from db.text import without_digits

#: A second leg for every payee without one.
ANY: Final = "*"
_DAY: Final = re.compile(r"(?:(\d{4,})([-/.]))?(\d{1,2})([-/.])(\d{1,2})")
_JOURNAL: Final = re.compile(r"[^\s;()\[\]<>*!=](?: ?[^\s;])*")
_ACCOUNT: Final = {
    "beancount": re.compile(
        r"[A-Z\u0080-\U0010ffff][^\s;\":]*(?::[A-Z0-9\u0080-\U0010ffff][^\s;\":]*)+"
    ),
    "hledger": _JOURNAL,
    "ledger": _JOURNAL,
}
JOURNALS: Final = tuple(_ACCOUNT)
_OPENED: Final = re.compile(r"^\d{4,}[-/]\d{1,2}[-/]\d{1,2}[ \t]+open[ \t]+(\S+)")
_SHORTEST: Final = 3


@dataclass(frozen=True, slots=True)
class Left:
    """A correction that was not written, and why; ``asks`` is whether a second leg is missing."""

    correction: SourceCorrection
    reason: str
    asks: bool = False


@dataclass(frozen=True, slots=True)
class PatchedJournal:
    """The files that are to be otherwise, and which corrections are in them."""

    texts: dict[Path, bytes]
    done: tuple[SourceCorrection, ...]
    left: tuple[Left, ...]


class _LeftOut(Exception):
    """Why a correction cannot be written."""

    def __init__(self, reason: str, *, asks: bool = False) -> None:
        super().__init__(reason)
        self.asks = asks


def patched(
    files: Mapping[Path, bytes],
    snapshot: Snapshot,
    corrections: Sequence[SourceCorrection],
    legs: Mapping[str, str],
) -> PatchedJournal:
    """The files of a journal with the corrections in them; ``legs`` are accounts by payee."""
    return _Patch(files, snapshot, legs).written(corrections)


def leg_of(legs: Mapping[str, str], description: str) -> str | None:
    """The account that was named for the payee of a row: the longest one in it, else the longest
    one in it when words with digits are left out; None without any."""
    payees = sorted((each for each in legs if each and each != ANY), key=len, reverse=True)
    said = " ".join(description.casefold().split())
    for payee in payees:
        if payee.casefold() in said:
            return legs[payee]
    said = f" {without_digits(description)} "
    for payee in payees:
        words = without_digits(payee)
        if words and f" {words} " in said:
            return legs[payee]
    return None


def is_account(form: str, name: str) -> bool:
    """Whether an account may be named so in a source of this form, which only a journal allows."""
    return form in _ACCOUNT and bool(_ACCOUNT[form].fullmatch(name))


class _Patch(JournalText):
    def __init__(
        self, files: Mapping[Path, bytes], snapshot: Snapshot, legs: Mapping[str, str]
    ) -> None:
        super().__init__(files, snapshot)
        self.form = snapshot.format
        self.named = legs
        self.removed: set[tuple[Path, int]] = set()
        self.removing: set[tuple[SourcePlace | None, str]] = set()

    def written(self, corrections: Sequence[SourceCorrection]) -> PatchedJournal:
        done: list[SourceCorrection] = []
        left: list[Left] = []
        self.removing = {(c.place, c.key) for c in corrections if c.what is CorrectionKind.REMOVE}
        adding = [each for each in corrections if each.what is CorrectionKind.ADD]
        first = [each for each in corrections if each.what is not CorrectionKind.ADD]
        act = {CorrectionKind.AMEND: self._amend, CorrectionKind.REMOVE: self._remove}
        for each in [*first, *adding]:
            if any(each is another for another in done):
                continue
            try:
                if each.what is CorrectionKind.ADD:
                    open_ = [a for a in adding if all(a is not b for b in [each, *done])]
                    done += self._add(each, open_)
                else:
                    act[each.what](each)
                    done.append(each)
            except _LeftOut as error:
                left.append(Left(each, str(error), error.asks))
        return PatchedJournal(self.texts(), tuple(done), tuple(left))

    # Amending and removing

    def _amend(self, each: SourceCorrection) -> None:
        place, was, now = _place(each), each.was, each.now
        assert was is not None
        assert now is not None
        lines = self.lines[place.file]
        changes = self._legs_changed(each, place, was, now) if now[1] != was[1] else {}
        if now.booked_on != was.booked_on:
            if len(self._rows_at(place)) > 1:
                raise _LeftOut("the day is that of a row of another account too")
            changes[place.first - 1] = self._redated(place, was.booked_on, now.booked_on)
        if (place.file, place.first) in self.removed:
            raise _LeftOut("the transaction is to be removed")
        if any(lines.now.get(index, line) != line for index, line in changes.items()):
            raise _LeftOut("another correction changes the same transaction in another way")
        for index, line in changes.items():
            lines.put(index, line)

    def _legs_changed(
        self, each: SourceCorrection, place: SourcePlace, was: RowSaid, now: RowSaid
    ) -> dict[int, str]:
        """The lines of the transaction's legs with the new amount."""
        legs = self.postings(place)
        if len(legs) > 2:
            raise _LeftOut("the transaction has more than two legs, and only you can say which")
        exponent = exponent_of(each.currency)
        own = next((leg for leg in legs if leg.index + 1 == place.amount_line), None)
        if own is None and not any(leg.elided for leg in legs):
            raise _LeftOut("the amount follows from a balance that is asserted there")
        changes: dict[int, str] = {}
        commodities = set()
        for leg in legs:
            if leg.elided:
                continue
            sign = 1 if leg is own else -1
            mark = leg.amount.mark(sign * was.amount_minor, exponent) if leg.amount else None
            if leg.amount is None or mark is None:
                raise _LeftOut("the amount is not written plainly there: it has a price or cost")
            commodities.add(leg.amount.commodity)
            mark = self.mark(place.file, each.currency, leg.amount, mark)
            line = self.lines[place.file].was[leg.index]
            new = sign * now.amount_minor
            changes[leg.index] = leg.amount.changed(line, new, exponent, mark)
        if not changes or len(commodities) > 1:
            raise _LeftOut("one commodity is exchanged for another there")
        return changes

    def _redated(self, place: SourcePlace, was: date, now: date) -> str:
        line = self.lines[place.file].was[place.first - 1]
        found = _DAY.match(line)
        assert found is not None
        year, month, day = found[1], found[3], found[5]
        if (int(month), int(day)) != (was.month, was.day):
            raise _LeftOut("the day is set by a comment of its posting")
        return _like(found, now, year=bool(year) or now.year != was.year) + line[found.end() :]

    def _remove(self, each: SourceCorrection) -> None:
        place = _place(each)
        lines = self.lines[place.file]
        if any((place_, key) not in self.removing for place_, key in self._rows_at(place)):
            raise _LeftOut("the transaction is a row of another account too")
        if any(leg.amount and leg.amount.asserted for leg in self.postings(place)):
            raise _LeftOut("a balance is asserted in it; move that to another posting first")
        if (place.file, place.first) not in self.removed:
            lines.remove(place.first - 1, place.last)
            self.removed.add((place.file, place.first))

    def _rows_at(self, place: SourcePlace) -> list[tuple[SourcePlace | None, str]]:
        """The rows that the transaction is."""
        return [(each.place, each.account) for each in self._at[place.file, place.first]]

    @cached_property
    def _at(self) -> dict[tuple[Path, int], list[SourceEntry]]:
        found: dict[tuple[Path, int], list[SourceEntry]] = defaultdict(list)
        for each in self.entries:
            if each.place:
                found[each.place.file, each.place.first].append(each)
        return found

    # Adding

    def _add(
        self, each: SourceCorrection, others: Sequence[SourceCorrection]
    ) -> list[SourceCorrection]:
        """Add the transaction. Gives the corrections that it is: of a transfer, both."""
        now = each.now
        assert now is not None
        other = self._other(each)
        if self.beancount and other not in self._opened:
            raise _LeftOut(f"the account {other} is not opened in the files")
        anchor, below = self._anchor(each.key, now.booked_on)
        block = self._block(each, now, other, anchor)
        if anchor is None:
            self._at_end(block)
        else:
            assert anchor.place is not None
            lines = self.lines[anchor.place.file]
            if below:
                lines.after(anchor.place.last, block)
            else:
                lines.before(anchor.place.first - 1, block)
        turned = now.booked_on, -now.amount_minor
        for another in others:
            if another.now and another.key == other and another.now[:2] == turned:
                return [each, another]
        return [each]

    def _other(self, each: SourceCorrection) -> str:
        """The account of the second leg: the one that was named with the yes to the row, else for
        its payee, else the one most used."""
        assert each.now is not None
        if each.leg:
            return each.leg
        said = " ".join(each.now.description.casefold().split())
        if named := leg_of(self.named, said):
            return named
        used: Counter[str] = Counter()
        for payee, accounts in self._used[each.key].items():
            if payee == said:
                used = accounts
                break
            if len(payee) >= _SHORTEST and re.search(rf"\b{re.escape(payee)}\b", said):
                used += accounts
        if used:
            return used.most_common(1)[0][0]
        if ANY in self.named:
            return self.named[ANY]
        raise _LeftOut("which account the other leg is on, only you can say", asks=True)

    @cached_property
    def _used(self) -> dict[str, dict[str, Counter[str]]]:
        """How often each account is the other leg, by the row's account and its payee."""
        found: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
        for each in self.entries:
            legs = self.postings(each.place) if each.place else []
            if each.place is None or len(legs) != 2:
                continue
            own = next((leg for leg in legs if leg.index + 1 == each.place.amount_line), None)
            own = own or next((leg for leg in legs if leg.elided), None)
            payee = " ".join(each.description.casefold().split())
            for leg in legs:
                if leg is not own and is_account(self.form, leg.account):
                    found[each.account][payee][leg.account] += 1
        return found

    @cached_property
    def _opened(self) -> set[str]:
        found = (_OPENED.match(line) for lines in self.lines.values() for line in lines.was)
        return {each[1] for each in found if each}

    def _anchor(self, key: str, day: date) -> tuple[SourceEntry | None, bool]:
        """The row beside which to add one of this day, and whether to add it below."""
        month = self._rows[key, _month(day)]
        for some in (month, self._rows[key, None]):
            rows = [
                row
                for row in some
                if row.place and (row.place.file, row.place.first) not in self.removed
            ]
            earlier = [row for row in rows if row.booked_on <= day]
            if earlier:
                # The last row; among all months, that of the last day.
                earlier.reverse()
                last = earlier[0] if some is month else max(earlier, key=lambda row: row.booked_on)
                return last, True
            if rows:
                return rows[0], False
        return None, True

    def _at_end(self, block: list[str]) -> None:
        """Add it to the main file, before the files that it includes at its end."""
        lines = next(iter(self.lines.values()))
        at = len(lines.was)
        while at and (lines.blank(at - 1) or lines.was[at - 1].startswith(("include", "!include"))):
            at -= 1
        lines.after(at, block)

    def _block(
        self, each: SourceCorrection, now: RowSaid, other: str, anchor: SourceEntry | None
    ) -> list[str]:
        """The lines of a transaction in the style of the one beside it."""
        own = each.key.removesuffix(f" {each.currency}")
        exponent = exponent_of(each.currency)
        money = f"{to_decimal_string(now.amount_minor, exponent)} {each.currency}"
        turned = f"{to_decimal_string(-now.amount_minor, exponent)} {each.currency}"
        lead, gap, day, flag = "    ", "", now.booked_on.isoformat(), "* "
        explicit, column = False, 0
        like = self._like(each.key, anchor)
        if like and like.place and (leg := self.own_leg(like)) and leg.amount:
            lines = self.lines[like.place.file].was
            fits = leg.amount.mark(like.amount_minor, exponent) or "."
            mark = self.mark(like.place.file, each.currency, leg.amount, fits)
            own, column = leg.account.strip("()[]"), leg.amount.end
            gap = leg.gap if "\t" in leg.gap else ""
            lead = re.split(r"[^ \t]", leg.lead)[0]
            money = leg.amount.text(now.amount_minor, exponent, mark)
            turned = leg.amount.text(-now.amount_minor, exponent, mark)
            explicit = sum(bool(p.amount) for p in self.postings(like.place)) > 1
            head = _DAY.match(lines[like.place.first - 1])
            assert head is not None
            day = _like(head, now.booked_on, year=True)
            rest = lines[like.place.first - 1][head.end() :].lstrip()
            flag = "* " if self.beancount or rest.startswith("*") else ""
        posted = [(own, money), (other, turned if explicit else "")]
        legs = [
            f"{lead}{account}{gap or ' ' * max(2, column - len(lead + account + amount))}{amount}"
            if amount
            else lead + account
            for account, amount in posted
        ]
        words = plain(now.description)
        if self.beancount:
            words = words.replace("\\", "\\\\").replace('"', '\\"')
            return [f'{day} {flag}"{words}"', f'{lead}{MARK}: "statement"', *legs]
        words = words.replace(";", ",")
        words = f"() {words}" if words.startswith(("(", "*", "!")) else words
        return [f"{day} {flag}{words}  ; {MARK}: statement", *legs]

    def _like(self, key: str, anchor: SourceEntry | None) -> SourceEntry | None:
        """The nearest row of the account whose amount is written plainly."""
        exponent = exponent_of(self.currency[key])
        month = _month(anchor.booked_on) if anchor else None
        for rows in (self._rows[key, month], self._rows[key, None]):
            at = next((at for at, each in enumerate(rows) if each is anchor), 0)
            for each in (*rows[at::-1], *rows[at:]):
                leg = self.own_leg(each)
                if leg and leg.amount and leg.amount.mark(each.amount_minor, exponent):
                    return each
        return None

    @cached_property
    def _rows(self) -> dict[tuple[str, tuple[int, int] | None], list[SourceEntry]]:
        """The rows that are in the files, by account and month, and by account alone."""
        found: dict[tuple[str, tuple[int, int] | None], list[SourceEntry]] = defaultdict(list)
        for each in self.entries:
            if each.place:
                found[each.account, _month(each.booked_on)].append(each)
                found[each.account, None].append(each)
        return found


def _place(each: SourceCorrection) -> SourcePlace:
    if each.place is None:
        raise _LeftOut("it is not found in the files")
    return each.place


def _month(day: date) -> tuple[int, int]:
    return day.year, day.month


def _like(found: re.Match[str], day: date, *, year: bool) -> str:
    _, mark, month, second, number = found.groups()
    two = "02" if len(month) == 2 or len(number) == 2 else ""
    text = f"{day.month:{two}}{second}{day.day:{two}}"
    return f"{day.year}{mark or second}{text}" if year else text
