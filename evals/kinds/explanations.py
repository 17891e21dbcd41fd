"""Why statement and ledger differ: the cause, with the entries that show it."""

from __future__ import annotations

from typing import Final

from evals.differing import DifferingCase, Row, Truth
from evals.frame import Case, Kind
from pipeline.claims import What

_COMMON: Final = (Row(2, -80_000, "Rent Hafenstrasse"), Row(27, 250_000, "Salary"))


def cases() -> tuple[Case, ...]:
    """One for each cause, some of them told by words alone."""
    return (
        _case(
            "booked on the other account",
            (Row(9, -6_450, "Shoe repair"),),
            (Row(9, -6_450, "Cobbler, boots", account="Savings"),),
            (What.OTHER_ACCOUNT,),
            rests=("Cobbler, boots",),
        ),
        _case(
            "digits exchanged",
            (Row(10, -5_430, "Garden centre"),),
            (Row(10, -4_530, "Garden centre plants"),),
            (What.TYPING_SLIP,),
        ),
        _case(
            "a nought too many",
            (Row(11, -2_900, "Theatre Basel"),),
            (Row(11, -29_000, "Theatre Basel seats"),),
            (What.TYPING_SLIP,),
        ),
        _case(
            "a tip",
            (Row(12, -4_600, "Trattoria Roma"),),
            (Row(12, -4_000, "Trattoria Roma, without tip"),),
            (What.TIP_OR_EXCHANGE,),
        ),
        _case(
            "one payment in two entries",
            (Row(13, -9_000, "Market hall"),),
            (Row(13, -6_000, "Vegetables"), Row(13, -3_000, "Wine")),
            (What.SPLIT,),
        ),
        _case(
            "two payments in one entry",
            (Row(14, -2_500, "MAUT A 7"), Row(15, -3_700, "MAUT A 13")),
            (Row(15, -6_200, "Tolls of the trip"),),
            (What.JOINED,),
        ),
        _case(
            "booked twice",
            (Row(16, -3_300, "Bookshop"),),
            (Row(16, -3_300, "Bookshop"), Row(18, -3_300, "Bookshop again")),
            (What.BOOKED_TWICE,),
        ),
        _case(
            "counted next month",
            (),
            (Row(31, -12_000, "Cheque to Dora, given today"),),
            (What.LATER_STATEMENT,),
        ),
        _case(
            "never carried out",
            (),
            (Row(18, -7_700, "Gym (order cancelled)"),),
            (What.CANCELLED,),
        ),
        _case(
            "another day",
            (Row(24, -8_120, "Insurance car"),),
            (Row(4, -8_120, "Insurance car"),),
            (What.ANOTHER_DAY,),
        ),
    )


def _case(
    name: str,
    lines: tuple[Row, ...],
    entries: tuple[Row, ...],
    what: tuple[What, ...],
    *,
    rests: tuple[str, ...] = (),
) -> DifferingCase:
    """A case of one difference, about all of these rows that are in the account."""
    here = _COMMON[0].account
    named = frozenset(row.text for row in (*lines, *entries) if row.account == here)
    truth = Truth(named, what, rests=frozenset(rests) | named, why="The rows show it.")
    printed = tuple(sorted((*_COMMON, *lines), key=lambda row: row.day))
    booked = (*_COMMON, *entries)
    return DifferingCase(f"why: {name}", Kind.EXPLANATIONS, printed, booked, (truth,))
