"""Writes the closing balances of matched statements into a journal, where its own rows come to it.

Without it a checker lets a wrong amount pass; beancount lets a cent pass with it, unless ``~ 0``.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from db.formats.snapshot import ProvenBalance, Snapshot, SourceEntry
from db.formats.writers.journal_lines import JournalText, posting_of
from db.money import exponent_of, to_decimal_string


@dataclass(frozen=True, slots=True)
class Unasserted:
    """A balance that was not written, and why."""

    asserted: ProvenBalance
    reason: str


@dataclass(frozen=True, slots=True)
class WithBalances:
    """The files that are to be otherwise, which balances are in them, and which are not."""

    texts: dict[Path, bytes]
    done: tuple[ProvenBalance, ...]
    left: tuple[Unasserted, ...]


class _NotWritten(Exception):
    """Why a balance is not written."""


class _There(Exception):
    """It is there already."""


def with_balances(
    files: Mapping[Path, bytes], snapshot: Snapshot, asserted: Sequence[ProvenBalance]
) -> WithBalances:
    journal = JournalText(files, snapshot)
    done: list[ProvenBalance] = []
    left: list[Unasserted] = []
    for each in asserted:
        try:
            last = _last(snapshot, each)
            (_balance if journal.beancount else _on_posting)(journal, each, last)
            done.append(each)
        except _NotWritten as error:
            left.append(Unasserted(each, str(error)))
        except _There:
            continue
    return WithBalances(journal.texts(), tuple(done), tuple(left))


def _last(snapshot: Snapshot, each: ProvenBalance) -> SourceEntry:
    """The last row of the account up to the day, if the rows up to it come to the balance."""
    rows = [row for row in snapshot.entries if row.account == each.key and not row.pending]
    upto = [row for row in rows if row.booked_on <= each.day]
    account = next((one for one in snapshot.accounts if one.key == each.key), None)
    if not upto or account is None:
        raise _NotWritten("no row of the account is up to that day")
    last = max(enumerate(upto), key=lambda pair: (pair[1].booked_on, pair[0]))[1]
    held = account.opening_minor + sum(row.amount_minor for row in upto)
    if held != each.balance_minor:
        said = to_decimal_string(held, exponent_of(each.currency))
        raise _NotWritten(f"the rows up to that day come to {said} {each.currency}")
    if snapshot.format == "beancount":
        below = f"{each.key.removesuffix(f' {each.currency}')}:"
        if any(one.key.startswith(below) for one in snapshot.accounts):
            raise _NotWritten("beancount would count the accounts below it too")
        return last
    until = next(at for at, row in enumerate(rows) if row is last) + 1
    if account.opening_minor + sum(row.amount_minor for row in rows[:until]) != held:
        raise _NotWritten("its rows are not in the order of their days in the files")
    return last


def _balance(journal: JournalText, each: ProvenBalance, last: SourceEntry) -> None:
    """A directive of beancount, dated the day after, as it is of the morning."""
    account = each.key.removesuffix(f" {each.currency}")
    after = each.day + timedelta(days=1)
    day = rf"{after.year}[-/]0?{after.month}[-/]0?{after.day}"
    there = re.compile(
        rf"{day}[ \t]+balance[ \t]+{re.escape(account)}[ \t].*\b{re.escape(each.currency)}\b"
    )
    if any(there.match(line) for some in journal.lines.values() for line in some.was):
        raise _There
    if last.place is None:
        raise _NotWritten("its last row is in no line of the files")
    number = to_decimal_string(each.balance_minor, exponent_of(each.currency))
    line = f"{after.isoformat()} balance {account}  {number} ~ 0 {each.currency}"
    journal.lines[last.place.file].after(last.place.last, [line])


def _on_posting(journal: JournalText, each: ProvenBalance, last: SourceEntry) -> None:
    """What hledger and ledger take behind an amount."""
    if last.place is None or last.place.amount_line is None:
        raise _NotWritten("the amount of its last row is left out")
    some, at = journal.lines[last.place.file], last.place.amount_line - 1
    line = some.was[at]
    leg = posting_of(line, at, beancount=False)
    exponent = exponent_of(each.currency)
    if leg and re.search(r"(?:^|[^=])=", leg.rest.partition(";")[0]):
        raise _There
    mark = leg and leg.amount and leg.amount.mark(last.amount_minor, exponent)
    if not leg or not leg.amount or not mark or leg.account[0] in "([":
        raise _NotWritten("the amount of its last row is not written plainly")
    mark = journal.mark(last.place.file, each.currency, leg.amount, mark)
    money = leg.amount.text(each.balance_minor, exponent, mark)
    end = leg.amount.end
    if not some.put(at, f"{line[:end]} = {money}{line[end:]}"):
        raise _NotWritten("another balance is asserted there")
