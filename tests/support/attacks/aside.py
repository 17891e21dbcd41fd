"""Rows that cancel, where a reader may miss them: set aside, named as a label, below a gap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from random import Random

from db.words import AccountKind
from tests.support.attacks.case import Case, Row, Truth
from tests.support.typewritten import document

_HEAD = """
Northgate Bank
{title}
Account number 12345678
Statement period 01/03/2025 to 31/03/2025

Opening balance                              {opening}

Date         Description                Amount
{rows}"""
_CLOSING = """

Closing balance                              {closing}
"""
_HONEST = (
    "Bakery", "Water Works", "City Lane", "Zebra Books", "Corner shop", "Quick Lane", "Mango Club",
    "Northern Rail", "Paper Mill", "Dr Vogel",
)  # fmt: skip
_NAMES = ("Gym", "Total Fitness", "Transfer to account", "Balance of the bill", "")


def aside(random: Random) -> Iterator[Case]:
    """Two rows of equal amounts, out and in, that are entries wherever they stand."""
    for shift in (0, 1, 3, 6, 12):
        for name in _NAMES:
            pair = _pair(random, name)
            lines = [_line(*row, shift=shift) for row in pair]
            for place in ("table", "gap", "page"):
                provable = True if not shift and name == "Gym" and place == "table" else None
                yield _case(lines, pair, f"{name!r} {shift} aside, {place}", place, provable)
    for name in _HONEST:
        pair = _pair(random, name)
        yield _case([_line(*row, shift=0) for row in pair], pair, f"{name!r}", "table", True)
    yield from _owed()


def _pair(random: Random, name: str) -> Sequence[tuple[str, str, int]]:
    amount = random.randrange(1_000, 9_999)
    return (("30/03/2025", name, -amount), ("31/03/2025", name, amount))


def _line(day: str, name: str, amount: int, shift: int = 0) -> str:
    figure = f"{amount / 100:.2f}"
    return f"{day}   {name:<20}{figure:>{13 + shift}}"


def _case(
    lines: Sequence[str],
    pair: Sequence[tuple[str, str, int]],
    name: str,
    place: str,
    provable: bool | None,
) -> Case:
    own = [("01/03/2025", "Acme Ltd", -2_000), ("17/03/2025", "Corner shop", -500)]
    printed = "\n".join(_line(*row) for row in own)
    first = _HEAD.format(title="Current account", opening="100.00", rows=printed)
    closing, more = _CLOSING.format(closing="75.00"), "\n".join(lines)
    texts = {
        "table": [f"{first}\n{more}{closing}"],
        "gap": [f"{first}\n\n\n{more}{closing}"],
        "page": [first, f"Date         Description                Amount\n{more}{closing}"],
    }[place]
    return _made(texts, name, [*own, *pair], (10_000, 7_500), AccountKind.CHECKING, provable)


def _owed() -> Iterator[Case]:
    """A card that no word names: its purchases are plain, and what was paid has a minus."""
    own = [("01/03/2025", "Card purchase", -3_000), ("17/03/2025", "Groceries", -3_000),
           ("18/03/2025", "Tax refund", 1_000), ("31/03/2025", "Payment", 4_500)]  # fmt: skip
    rows = "\n".join(_line(day, name, -amount) for day, name, amount in own)
    for title in ("Statement", "Statement of account", "Gold"):
        text = _HEAD.format(title=title, opening="100.00", rows=rows)
        text += _CLOSING.format(closing="105.00")
        yield _made([text], f"a card as {title}", own, (-10_000, -10_500), AccountKind.CARD, None)


def _made(
    texts: Sequence[str],
    name: str,
    rows: Sequence[tuple[str, str, int]],
    ends: tuple[int, int],
    kind: AccountKind,
    provable: bool | None,
) -> Case:
    seen = tuple(Row(date(2025, int(day[3:5]), int(day[:2])), amount) for day, _, amount in rows)
    truth = Truth(
        rows=seen,
        opening=ends[0],
        closing=ends[1],
        period=(date(2025, 3, 1), date(2025, 3, 31)),
        currency=None,
        mask="12345678",
        kind=kind,
    )
    return Case("aside", name, document(*texts), truth, provable)
