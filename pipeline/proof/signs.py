"""Amounts and balances in the holder's sign, as the convention takes them from the page."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple, TypeVar

from pipeline.proof.entries import Entry, Offered
from pipeline.proof.parse.figures import Figure
from pipeline.proof.witness import Side, Signs

T = TypeVar("T")
_NEAR = 3  # rows from the entries: a balance further off stands in a box of its own


def signed_amounts(offered: Offered) -> list[int]:
    """Each entry's amount in minor units, in printed order."""
    minuses = _minuses(offered)
    amounts = [_amount(offered, entry, minuses) for entry in offered.entries]
    if offered.witness.convention.signs is Signs.BALANCE:
        return _signed_by_balance(offered, amounts)
    return amounts


def signed_balance(offered: Offered, figure: Figure) -> int:
    """A printed balance: a mark such as ``DR`` decides, else the sign, else the base."""
    value = offered.minor(figure)
    if figure.mark:
        return figure.mark * value
    return (figure.sign or 1) * offered.witness.convention.balance_base * value


def end_balance(offered: Offered, row: int, figure: Figure) -> int:
    """The opening or closing balance. Where no balance has a column, the side that it stands on,
    under the amounts for money out or in, is its sign."""
    rows = [entry.row for entry in offered.entries]
    near = bool(rows) and min(rows) - _NEAR <= row <= max(rows) + _NEAR
    if near and not figure.mark and not any(entry.balance for entry in offered.entries):
        for side, sign in ((Side.DEBIT, -1), (Side.CREDIT, 1)):
            own = [entry.amount for entry in offered.entries if entry.side is side]
            middle = (figure.x0 + figure.x1) / 2
            if own and min(f.x0 for f in own) <= middle <= max(f.x1 for f in own):
                return sign * (figure.sign or 1) * offered.minor(figure)
    return signed_balance(offered, figure)


def in_time(offered: Offered, printed: Sequence[T]) -> list[T]:
    """What is in printed order, oldest first; done twice it is in printed order again."""
    return list(reversed(printed) if offered.witness.convention.newest_first else printed)


def running(offered: Offered, opening: int, amounts: Sequence[int]) -> list[int]:
    """The balance after each entry, in printed order."""
    reached = list(accumulate(in_time(offered, amounts), initial=opening))[1:]
    return in_time(offered, reached)


class _Minuses(NamedTuple):
    """The columns, and the directions of headings, in which most amounts carry a minus."""

    columns: frozenset[Side]
    headings: frozenset[int]


def _minuses(offered: Offered) -> _Minuses:
    columns: dict[Side, list[bool]] = {}
    headings: dict[int, list[bool]] = {}
    for entry in offered.entries:
        columns.setdefault(entry.side, []).append(entry.amount.sign < 0)
        said = heading_above(offered, entry.row)[1]
        headings.setdefault(said, []).append((entry.amount.sign or entry.direction) < 0)
    return _Minuses(_mostly(columns.items()), _mostly(headings.items()))


def _mostly(held: Iterable[tuple[T, list[bool]]]) -> frozenset[T]:
    return frozenset(key for key, each in held if sum(each) * 2 > len(each))


def _amount(offered: Offered, entry: Entry, minuses: _Minuses) -> int:
    if entry.side is not Side.AMOUNT:
        return _in_column(offered, entry, entry.side in minuses.columns)
    value, figure = offered.minor(entry.amount), entry.amount
    convention = offered.witness.convention
    if convention.signs is Signs.BALANCE:
        return value
    if figure.mark:
        return figure.mark * value
    if convention.signs is Signs.DIRECTION and entry.direction:
        return entry.direction * value * (figure.sign or 1)
    sign = figure.sign or entry.direction
    if convention.signs is Signs.PLUS:
        return value if sign > 0 else -value
    if convention.signs is Signs.SECTION and (heading := heading_above(offered, entry.row)[1]):
        contrary = (sign < 0) is not (heading in minuses.headings)
        return -heading * value if contrary else heading * value
    return (sign or 1) * convention.base * value


def _in_column(offered: Offered, entry: Entry, minus: bool) -> int:
    """Out of the column for money out; a minus in a column of plain figures turns it, and so does
    the want of one in a column of minuses."""
    sign = -1 if entry.side is Side.DEBIT else 1
    turned = (entry.amount.sign < 0) is not minus
    return (-sign if turned else sign) * offered.minor(entry.amount)


def _signed_by_balance(offered: Offered, amounts: list[int]) -> list[int]:
    """Unsigned amounts take the sign that leads from one printed balance to the next."""
    at = (
        signed_balance(offered, offered.opening.figure)
        if offered.opening
        else offered.stated.opening
    )
    if at is None:
        return amounts
    balances = [
        signed_balance(offered, entry.balance.figure) if entry.balance else None
        for entry in offered.entries
    ]
    order = in_time(offered, list(range(len(amounts))))
    signed = list(amounts)
    for place in order:
        balance = balances[place]
        if balance == at - amounts[place]:
            signed[place] = -amounts[place]
        at = balance if balance is not None else at + signed[place]
    return signed


def heading_above(offered: Offered, row: int) -> tuple[int, int]:
    """The nearest heading above a row and its sign; -1 and 0 if there is none."""
    place = bisect_left(offered.headings, (row, -2))
    return offered.headings[place - 1] if place else (-1, 0)
