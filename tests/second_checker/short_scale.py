"""The check ``scale`` where noughts at the end of figures are left out (section 12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tests.second_checker.entries import Money
from tests.second_checker.tables import constant, minor_digits
from tests.second_checker.view import View

_AMOUNTS: Final = ("debit", "credit", "amount")


def short_scale(view: View) -> str:
    """The check ``scale`` under a short style."""
    digits = constant("short_figures", "_MINOR")
    known = minor_digits(view.currency.code)
    printed = {money.text.decimals for money in view.statement.moneys}
    if view.statement.exponent != digits or known not in (None, digits):
        return "failed"
    if printed <= {digits} or any(not _alike(group) for group in _groups(view)):
        return "failed"
    if printed == {0}:
        return "unavailable"
    told = digits in printed and all(_is_headed(view, entry.at) for entry in view.statement.entries)
    return "passed" if known is not None or told else "unavailable"


def _is_headed(view: View, at: int) -> bool:
    """Whether a header somewhere above a row names a column of amounts."""
    headers = (header for header in view.layout.headers if header.last < at)
    return any(any(True for _ in header.named(*_AMOUNTS)) for header in headers)


def _groups(view: View) -> list[list[Money]]:
    entries = view.statement.entries
    amounts = [entry.amount for entry in entries]
    balances = [entry.balance for entry in entries if entry.balance]
    alone: list[Money] = []
    for end in (view.statement.opening, view.statement.closing):
        if end is not None:
            home = balances if _over(end, balances) else amounts if _over(end, amounts) else alone
            home.append(end)
    return [amounts, balances, alone]


def _over(end: Money, column: Sequence[Money]) -> bool:
    one = end.figure
    return any(max(one.x0, other.figure.x0) < min(one.x1, other.figure.x1) for other in column)


def _alike(group: Sequence[Money]) -> bool:
    """Whether one rule prints all: with both digits; without a nought at the end, or only that of
    one digit and then no whole ones; or whole ones without, and all others with both digits."""
    texts = [str(money.text.digits).zfill(3) for money in group]
    decimals = [money.text.decimals for money in group]
    ending = [
        (count, text)
        for count, text in zip(decimals, texts, strict=True)
        if count and text.endswith("0")
    ]
    if not ending or set(decimals) == {2}:
        return True
    if 0 not in decimals:
        return all(count == 1 for count, _ in ending)
    return 1 not in decimals and not any(text.endswith("00") for _, text in ending)
