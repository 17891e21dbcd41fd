"""One figure printed wrong: a bank's slip or a forger's hand, which no proof may survive."""

from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum

from fixtures.truth import TrueRow, TrueStatement


class Where(StrEnum):
    """Which figure is printed wrong."""

    AMOUNT = "a row's amount"
    BALANCE = "a row's balance"
    OPENING = "the opening balance, wherever it is printed"
    CLOSING = "the closing balance, wherever it is printed"


@dataclass(frozen=True, slots=True)
class Slip:
    """The figure ``where``, of row ``index`` if it is a row's, is ``by`` too large, never zero.

    An amount grows in its own direction, so that its sign stays.
    """

    where: Where
    index: int
    by: Decimal


def printed_row(slip: Slip | None, row: TrueRow, index: int) -> TrueRow:
    """The row as it is printed."""
    if slip is None or index != slip.index:
        return row
    if slip.where is Where.AMOUNT:
        return replace(row, amount=row.amount + slip.by.copy_sign(row.amount))
    if slip.where is Where.BALANCE and row.balance is not None:
        return replace(row, balance=row.balance + slip.by)
    return row


def printed_ends(slip: Slip | None, truth: TrueStatement) -> tuple[Decimal, Decimal]:
    """The opening and the closing balance as they are printed."""
    opening, closing = truth.opening, truth.closing
    if slip is not None and slip.where is Where.OPENING:
        opening += slip.by
    if slip is not None and slip.where is Where.CLOSING:
        closing += slip.by
    return opening, closing
