"""Whether words say that the ends are the opening and the closing balance (section 9)."""

from __future__ import annotations

from collections.abc import Iterator

from tests.second_checker.entries import Money, value_of
from tests.second_checker.headers import cell_meanings
from tests.second_checker.labelled import Fact
from tests.second_checker.model import Place
from tests.second_checker.tables import constant
from tests.second_checker.view import View

_CALLED = frozenset({"opening", "closing", "balance_on", "due"})


def opening(view: View) -> str:
    """The check ``opening``."""
    money = view.statement.opening
    if money is None:
        return "unavailable"
    named = _meanings(view, money)
    if "opening" in named or ("balance_on" in named and _stands(view, money, first=True)):
        return "passed"
    return "failed"


def closing(view: View) -> str:
    """The check ``closing``."""
    money = view.statement.closing
    if money is None:
        return "unavailable"
    named = _meanings(view, money)
    if named & {"closing", "due"}:
        return "passed"
    if named & {"balance_on", *_totals()} and _stands(view, money, first=False):
        zone = view.regions.zone_of_figure(money.at, money.figure)
        if "balance_on" in named or zone in ("balance", "amount"):
            return "passed"
    return "passed" if _is_last_balance(view, money) else "failed"


def _totals() -> list[str]:
    found: list[str] = constant("sums", "_TOTALS")
    return found


def _meanings(view: View, money: Money) -> set[str]:
    """What is said of an end."""
    row = view.rows[money.at]
    left = money.figure.first
    said = [p for p in row.of("labels") if p.last < left or len(row.figures) == 1]
    found = {meaning for phrase in said for meaning in phrase.of("labels")}
    found |= {fact.label for fact in view.layout.facts if _is(fact, money)}
    own = range(money.figure.first, money.figure.last + 1)
    others = tuple(token for at, token in enumerate(row.tokens) if at not in own)
    if others and "balance" in cell_meanings(others):
        found.add("balance_on")
    return found


def prints_of_ends(view: View) -> Iterator[Money]:
    """Every figure of the section of an end's value that a label calls a balance (section 15)."""
    statement = view.statement
    values = {end.value for end in (statement.opening, statement.closing) if end}
    for at in statement.section:
        for figure in view.rows[at].figures:
            money = Money(at, figure, Place(0, ()), statement.exponent)
            if money.value in values and _meanings(view, money) & _CALLED:
                yield money


def _is(fact: Fact, money: Money) -> bool:
    return fact.at == money.at and fact.figure.first == money.figure.first


def _stands(view: View, money: Money, *, first: bool) -> bool:
    """Whether an end is dated, or stands where it belongs."""
    return _dated(view) or _apart(view, money, first=first)


def _dated(view: View) -> bool:
    """Both ends print one full day each, the opening's earlier."""
    ends = (view.statement.opening, view.statement.closing)
    days = [_full_days(view, end) for end in ends if end is not None]
    if len(days) != 2 or any(len(each) != 1 for each in days):
        return False
    return days[0][0] < days[1][0]


def _full_days(view: View, money: Money) -> list[tuple[int, int, int]]:
    month_first = view.convention.month_first
    found = []
    for dated in view.rows[money.at].dates:
        day, month = dated.text.day, dated.text.month
        if dated.text.unsure and month_first:
            day, month = month, day
        if dated.text.year is not None:
            found.append((dated.text.year, month, day))
    return found


def _apart(view: View, money: Money, *, first: bool) -> bool:
    """Before the first entry in time, or behind the last."""
    entries = view.statement.entries
    if not entries:
        return True
    if not any(entry.balance for entry in entries) and not _in_order_of_days(view):
        return False
    above = first != view.convention.newest_first
    return money.at < entries[0].at if above else money.at > entries[-1].at


def _in_order_of_days(view: View) -> bool:
    """Whether the entries' days tell the same as ``newest_first``."""
    days = view.calendar.days
    back = days is not None and days[0] > days[-1]
    return view.convention.newest_first == back


def _is_last_balance(view: View, money: Money) -> bool:
    """The last balance beside a row, where printed totals are the rows'."""
    if not view.statement.entries:
        return False
    last = view.statement.entries[view.signed.in_time[-1]].balance
    if last is None or last.place != money.place:
        return False
    sides = {"total_in": view.signed.came, "total_out": view.signed.went}
    return all(
        any(
            fact.label == label and value_of(fact.figure, view.statement.exponent) == value
            for fact in view.sure_facts
        )
        for label, value in sides.items()
    )
