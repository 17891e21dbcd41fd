"""Whether anything printed says otherwise than the entries do (section 10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tests.second_checker.counts import miscounted
from tests.second_checker.entries import value_of
from tests.second_checker.figures import Figure
from tests.second_checker.labelled import Fact, is_sure
from tests.second_checker.overview import of_another, other_balance
from tests.second_checker.printed import Printed
from tests.second_checker.row import Row
from tests.second_checker.sequences import parts
from tests.second_checker.tables import constant, pattern
from tests.second_checker.view import View

_CHECKED: Final = ("opening", "closing", "total_in", "total_out")
_TOTALS: Final = ("total", "total_in", "total_out")


def no_contradiction(view: View) -> str:
    """The check ``no_contradiction``."""
    return "failed" if any(_faults(view)) else "passed"


def _faults(view: View) -> Iterator[bool]:
    printed = Printed(view)
    for fact in view.sure_facts:
        if not of_another(view, fact):
            yield _differs(view, printed, fact)
    yield other_balance(view)
    for at, row in view.statement.in_section():
        if at in view.regions.skipped:
            yield _skipped_differs(view, row)
            continue
        if at not in view.regions.in_tables:
            yield row.plain and _unread_end(row)
            yield _sum_differs(view, row)
        yield _columns_differ(view, printed, at, row)
    yield _parts_differ(view, printed)
    yield miscounted(view)


def _value(view: View, figure: Figure) -> int:
    return value_of(figure, view.statement.exponent)


def _differs(view: View, printed: Printed, fact: Fact) -> bool:
    checked = fact.label in _CHECKED or (fact.label == "carried_page" and printed.between(fact.at))
    if not checked or printed.agrees(fact, _value(view, fact.figure)):
        return False
    if fact.label in _TOTALS:
        return True
    others = view.rows[fact.at].figures
    return not any(printed.agrees(fact, _value(view, figure)) for figure in others)


def _unread_end(row: Row) -> bool:
    """A label of an end or a total with what looks like money behind it."""
    for phrase in row.of("labels", *constant("contradictions", "_ENDS")):
        behind = row.tokens[phrase.last + 1 : phrase.last + constant("contradictions", "_BEHIND")]
        money = pattern("contradictions", "_LIKE_MONEY")
        if is_sure(row, phrase) and any(money.search(token.text) for token in behind):
            return True
    return False


def _parts_differ(view: View, printed: Printed) -> bool:
    for label, sign in constant("contradictions", "_PARTS").items():
        facts = [
            fact
            for fact in view.sure_facts
            if fact.label == label and not printed.between(fact.at) and not _is_amount(view, fact)
        ]
        if facts and not _part_agrees(view, printed, sign, facts):
            return True
    return False


def _is_amount(view: View, fact: Fact) -> bool:
    return any(e.at == fact.at and e.amount.figure == fact.figure for e in view.statement.entries)


def _part_agrees(view: View, printed: Printed, sign: int, facts: list[Fact]) -> bool:
    side = printed.came if sign > 0 else printed.went
    values = [_value(view, fact.figure) for fact in facts]
    if len(values) == 1 and values[0] == 0:
        return side == 0
    allowed = {side, 0} | _under_headings(view, sign)
    if view.convention.balance_base > 0:
        allowed |= {printed.came, printed.went} | printed.parts
    return all(v in allowed for v in values) or side in (sum(values), sum(set(values)))


def _under_headings(view: View, sign: int) -> set[int]:
    """What each heading of a direction comes to."""
    found: dict[int, int] = {}
    for entry, amount in zip(view.statement.entries, view.signed.amounts, strict=True):
        heading = view.regions.heading_above(entry.at)
        if heading is not None and view.regions.headings[heading] == sign:
            found[heading] = found.get(heading, 0) + amount
    return {abs(value) for value in found.values()}


def _sum_differs(view: View, row: Row) -> bool:
    """A row of three figures that says that they add up."""
    ends = row.has("labels", "opening") and row.has("labels", "closing")
    if len(row.figures) != 3 or not (ends or any(t.text == "=" for t in row.tokens)):
        return False
    one, two, total = (_signed(view, row, figure) for figure in row.figures)
    return one + two != total


def _signed(view: View, row: Row, figure: Figure) -> int:
    before = row.tokens[figure.first - 1].text if figure.first else ""
    sign = figure.text.mark or figure.text.sign or (-1 if before == "-" else 1)
    return sign * _value(view, figure)


def _columns_differ(view: View, printed: Printed, at: int, row: Row) -> bool:
    """A row of totals under the columns of debit and credit."""
    entries = view.statement.entries
    if not entries or at < entries[0].at or row.dates:
        return False
    if not any(phrase.first == 0 for phrase in row.of("labels", *_TOTALS)):
        return False
    found: dict[str, int] = {}
    for figure in row.figures:
        for role in ("debit", "credit"):
            zone = view.regions.nearest_zone(row.page, role)
            if zone and zone[0] <= figure.middle <= zone[1]:
                found[role] = _value(view, figure)
                break
    if len(found) < 2:
        return False
    sides = {"debit": printed.went, "credit": printed.came}
    return any(v != sides[zone] and v not in printed.parts for zone, v in found.items())


def _skipped_differs(view: View, row: Row) -> bool:
    """A balance of a day that is not the balance after its last entry."""
    if not row.dates or view.calendar.days is None:
        return False
    dated = row.dates[0]
    figure = next((f for f in row.figures if f.first == dated.last + 1), None)
    if figure is None:
        return False
    day, month, _ = parts(dated.text, view.convention.month_first)
    days = view.calendar.days
    of_day = [n for n in view.signed.in_time if (days[n].day, days[n].month) == (day, month)]
    if not of_day:
        return False
    after = view.signed.after[of_day[-1]]
    return after is not None and abs(after) != _value(view, figure)
