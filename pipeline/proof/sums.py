"""Opening + Σ rows = closing, neither made from the rows; each balance beside a row follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from pipeline.proof.checks import Check, CheckState, equal, holds, passed_unless
from pipeline.proof.entries import Offered, Read
from pipeline.proof.period import full_days
from pipeline.proof.signs import end_balance, in_time, running, signed_amounts, signed_balance
from pipeline.proof.stated import BY_A_PERSON
from pipeline.proof.tables.phrases import phrase_book, squeeze
from pipeline.proof.zones import Zones

#: The labels that may name an opening or a closing balance.
OPENINGS = frozenset({"opening", "balance_on"})
CLOSINGS = frozenset({"closing", "balance_on", "due"})
_TOTALS = frozenset({"total", "total_in", "total_out"})


@dataclass(frozen=True, slots=True)
class Sums:
    """The figures of one statement in the holder's sign, in minor units.

    ``amounts`` are in printed order, ``after`` is the balance after each. ``opening`` and
    ``closing`` are printed apart from the rows, or what a person states, or None.
    """

    opening: int | None
    closing: int | None
    amounts: tuple[int, ...]
    balances: tuple[int | None, ...]
    after: tuple[int, ...]

    @property
    def came(self) -> int:
        """What came in."""
        return sum(amount for amount in self.amounts if amount > 0)

    @property
    def went(self) -> int:
        """What went out, without its sign."""
        return -sum(amount for amount in self.amounts if amount < 0)


def sums_of(offered: Offered) -> Sums:
    """The figures under the witness's convention."""
    amounts = tuple(signed_amounts(offered))
    said = offered.stated
    opening, closing = (
        end_balance(offered, end.row, end.figure) if end else stated
        for end, stated in ((offered.opening, said.opening), (offered.closing, said.closing))
    )
    balances = tuple(
        signed_balance(offered, entry.balance.figure) if entry.balance else None
        for entry in offered.entries
    )
    after = tuple(running(offered, opening, amounts)) if opening is not None else ()
    return Sums(opening, closing, amounts, balances, after)


def opening_check(offered: Offered, sums: Sums, zones: Zones, days: Sequence[date] | None) -> Check:
    """The opening balance is printed beside a label that says so; or a person states it."""
    name, exponent = "opening", offered.witness.convention.exponent
    if opening_printed(offered, zones, days):
        return equal(name, sums.opening, sums.opening, exponent)
    said = offered.stated.opening
    if said == sums.opening is not None and (
        closing_printed(offered, sums, zones, days) or _all_balanced(offered)
    ):
        return equal(name, said, sums.opening, exponent, BY_A_PERSON)
    return _not_printed(name, offered.opening)


def closing_check(offered: Offered, sums: Sums, zones: Zones, days: Sequence[date] | None) -> Check:
    """So is the closing balance. Where a person states both, the rows must lead from one to the
    other by balances of their own."""
    name, exponent = "closing", offered.witness.convention.exponent
    if closing_printed(offered, sums, zones, days):
        return equal(name, sums.closing, sums.closing, exponent)
    said = offered.stated.closing
    if said == sums.closing is not None and (
        opening_printed(offered, zones, days) or _all_balanced(offered)
    ):
        return equal(name, said, sums.closing, exponent, BY_A_PERSON)
    return _not_printed(name, offered.closing)


def opening_printed(offered: Offered, zones: Zones, days: Sequence[date] | None) -> bool:
    """Whether the witness names an opening balance, and a label does."""
    end = offered.opening
    return end is not None and _labelled(offered, end, OPENINGS, zones, days)


def closing_printed(
    offered: Offered, sums: Sums, zones: Zones, days: Sequence[date] | None
) -> bool:
    """Whether the witness names a closing balance, and a label does or printed totals pin it."""
    end = offered.closing
    return end is not None and (
        _labelled(offered, end, CLOSINGS, zones, days) or _pinned(offered, sums)
    )


def _not_printed(name: str, end: Read | None) -> Check:
    if end is None:
        return Check(name, CheckState.UNAVAILABLE, detail=f"no {name} balance is printed")
    return holds(name, False, f"no label says that this is the {name} balance")


def _all_balanced(offered: Offered) -> bool:
    """Whether a balance stands beside each row, of which there are."""
    return bool(offered.entries) and all(entry.balance for entry in offered.entries)


def sums_check(offered: Offered, sums: Sums) -> Check:
    """Opening + Σ rows = closing."""
    exponent = offered.witness.convention.exponent
    reached = None if sums.opening is None else sums.opening + sum(sums.amounts)
    return equal("sums", sums.closing, reached, exponent)


def balances_check(offered: Offered, sums: Sums) -> Check:
    """Every balance beside a row is the one that the amounts lead to."""
    if sums.opening is None:
        return Check("balances", CheckState.UNAVAILABLE, detail="no opening balance is printed")
    faults = [
        f"row {place + 1} on page {offered.lexed.rows[entry.row].page}"
        for place, entry in enumerate(offered.entries)
        if sums.balances[place] is not None and sums.balances[place] != sums.after[place]
    ]
    return passed_unless("balances", faults)


def label_meanings(offered: Offered, read: Read) -> frozenset[str]:
    """What labels say of a figure: to its left on its row (on either side of the only figure of a
    row), or as `labelled.facts_of` finds."""
    row = offered.lexed.rows[read.row]
    beside = {
        hit.meaning
        for hit in row.phrases("labels")
        if hit.last < read.figure.first or len(row.figures) == 1
    }
    beside |= {
        fact.meaning
        for fact in offered.lexed.facts_on(read.row)
        if fact.figure.first == read.figure.first
    }
    if _says_only_balance(offered, read):
        beside.add("balance_on")
    return frozenset(beside)


def prints_of_ends(offered: Offered) -> list[Read]:
    """Both balances, wherever in the section a label calls a figure of the same value one of them:
    what is read of them must not hang on which print a witness names."""
    ends = [end for end in (offered.opening, offered.closing) if end]
    values = {offered.minor(end.figure) for end in ends}
    return ends + [
        read
        for index in range(offered.start, offered.stop)
        for read in (Read(index, figure) for figure in offered.lexed.rows[index].figures)
        if offered.minor(read.figure) in values
        if label_meanings(offered, read) & (OPENINGS | CLOSINGS)
    ]


def _labelled(
    offered: Offered,
    read: Read,
    wanted: frozenset[str],
    zones: Zones,
    days: Sequence[date] | None,
) -> bool:
    meanings = label_meanings(offered, read)
    if meanings & wanted & {"opening", "closing"}:
        return True
    if "due" in meanings & wanted:
        return True
    ordered = _tells_order(offered, days)
    before = _dated_apart(offered) or (
        ordered and _stands_apart(offered, read.row, wanted is OPENINGS)
    )
    if "balance_on" in meanings & wanted and (before or not offered.entries):
        return True
    # A total row may print the balance that the columns lead to.
    total = wanted is CLOSINGS and bool(meanings & _TOTALS) and before
    return total and zones.role_of(offered.lexed.rows[read.row], read.figure) in (
        "balance", "amount"
    )  # fmt: skip


def _pinned(offered: Offered, sums: Sums) -> bool:
    """Whether the closing balance is the last row's and printed totals of both sides pin it: they
    make a lost last row impossible, which a balance beside the row alone does not."""
    order = in_time(offered, offered.entries)
    last = order[-1].balance if order else None
    sides = {"total_in": sums.came, "total_out": sums.went}
    exact = {
        fact.meaning
        for row in range(offered.start, offered.stop)
        for fact in offered.lexed.facts_on(row)
        if fact.meaning in sides and offered.minor(fact.figure) == sides[fact.meaning]
    }
    return last == offered.closing and exact == sides.keys()


def _dated_apart(offered: Offered) -> bool:
    """Whether both ends print a day with its year, the opening the earlier one."""
    days = [_day_beside(offered, end) for end in (offered.opening, offered.closing)]
    one, two = days
    return one is not None and two is not None and one < two


def _day_beside(offered: Offered, read: Read | None) -> date | None:
    row = offered.lexed.rows[read.row] if read else None
    days = full_days(row.dates, offered.witness.convention.month_first) if row else []
    return days[0] if len(days) == 1 else None


def _tells_order(offered: Offered, days: Sequence[date] | None) -> bool:
    """Whether the entries themselves say which of them is the newest: by balances beside them, or
    by their days."""
    if not days or any(entry.balance for entry in offered.entries):
        return True
    return offered.witness.convention.newest_first is (days[0] > days[-1])


def _stands_apart(offered: Offered, row: int, opening: bool) -> bool:
    """Whether a row stands before the entries in time, for an opening balance, or behind them."""
    if not offered.entries:
        return True
    first, last = offered.entries[0].row, offered.entries[-1].row
    above = opening is not offered.witness.convention.newest_first
    return row < first if above else row > last


def _says_only_balance(offered: Offered, read: Read) -> bool:
    """Whether a row's words but its figures and dates are a balance's name and nothing else."""
    row = offered.lexed.rows[read.row]
    taken = row.taken
    letters = "".join(squeeze(w.text) for i, w in enumerate(row.words) if i not in taken)
    return ("columns", "balance") in phrase_book().meanings(letters)
