"""Whether anything printed says otherwise than the entries do (section 10)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from tests.second_checker.cells import cell_with
from tests.second_checker.counts import miscounted
from tests.second_checker.dates import Dated
from tests.second_checker.entries import value_of
from tests.second_checker.equations import equation_fails
from tests.second_checker.figures import Figure
from tests.second_checker.labelled import Fact, is_sure
from tests.second_checker.noughts import noughts_said
from tests.second_checker.overview import of_another, other_balance
from tests.second_checker.phrases import Phrase
from tests.second_checker.printed import Printed
from tests.second_checker.row import Row
from tests.second_checker.sequences import parts
from tests.second_checker.tables import constant, pattern
from tests.second_checker.view import View

_SIDES: Final = ("debit", "credit")
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
            yield equation_fails(view, at)
        yield _nought_differs(printed, at, row)
        yield _columns_differ(view, printed, at, row)
    yield _parts_differ(view, printed)
    yield _wholes_differ(view, printed)
    yield miscounted(view)


def _value(view: View, figure: Figure) -> int:
    return value_of(figure, view.statement.exponent)


def _differs(view: View, printed: Printed, fact: Fact) -> bool:
    checked = fact.label in _CHECKED or (fact.label == "carried_page" and printed.between(fact.at))
    if not checked or printed.agrees(fact, _value(view, fact.figure)) or _is_text(view, fact):
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


def _is_text(view: View, fact: Fact) -> bool:
    """Whether a label is a part of the text of an entry that its balance binds."""
    row = view.rows[fact.at]
    for number, entry in enumerate(view.statement.entries):
        balance = view.signed.balances[number]
        if entry.at != fact.at or balance is None or balance != view.signed.after[number]:
            continue
        return any(_has_company(row, phrase) for phrase in row.of("labels", fact.label))
    return False


def _has_company(row: Row, phrase: Phrase) -> bool:
    """Whether other words with letters stand in a phrase's cell."""
    cell = cell_with(row, phrase.first)
    own = range(phrase.first, phrase.last + 1)
    return any(
        row.tokens[n].letters and n not in own and n not in row.taken
        for n in range(cell.first, cell.last + 1)
    )


def _nought_differs(printed: Printed, at: int, row: Row) -> bool:
    """A total that is said to be nought."""
    if row.figures:
        return False
    return any(0 not in printed.values(label, at) for label in noughts_said(row))


def _wholes_differ(view: View, printed: Printed) -> bool:
    """A weak figure that a sure total of a side labels, a unit or more from all its values."""
    unit = 10**view.statement.exponent
    for fact in view.facts:
        said = fact in view.sure_facts or fact.at in view.regions.skipped or not fact.sure
        if fact.label not in ("total_in", "total_out") or said:
            continue
        if of_another(view, fact) or _is_text(view, fact):
            continue
        value = _value(view, fact.figure)
        if min(abs(value - each) for each in printed.values(fact.label, fact.at)) >= unit:
            return True
    return False


def _columns_differ(view: View, printed: Printed, at: int, row: Row) -> bool:
    """A row of totals under the columns of debit and credit."""
    entries = view.statement.entries
    if not entries or at < entries[0].at or row.dates:
        return False
    if not _is_total(row):
        return False
    found: dict[str, int] = {}
    for figure in row.figures:
        for role in ("debit", "credit"):
            zone = view.regions.nearest_zone(row.page, role)
            if zone and zone[0] <= figure.middle <= zone[1]:
                found[role] = _value(view, figure)
                break
    whole = all(value in printed.column(role) for role, value in found.items())
    if len(found) == len(_SIDES):
        parts = {"debit": printed.side(-1, at), "credit": printed.side(1, at)}
        return not whole and any(found[role] not in parts[role] for role in found)
    dash = any(token.text == "-" for token in row.tokens)
    if len(found) == len(row.figures) == 1 and (dash or _ends_table(view, at)):
        return not whole and not set(found.values()) <= printed.values("total", at)
    return False


def _is_total(row: Row) -> bool:
    """Whether it begins with a total, or has one behind few words and right before a figure."""
    most = constant("column_sums", "_BEFORE")
    begin = row.figures[0].first if row.figures else -1
    totals = list(row.of("labels", *_TOTALS))
    return any(p.first == 0 or (p.first <= most and p.last + 1 == begin) for p in totals)


def _ends_table(view: View, at: int) -> bool:
    """Whether a row says a total alone, and only labels stand between it and an entry."""
    row = view.rows[at]
    named = {n for phrase in row.of("labels", "total") for n in phrase.places}
    if not named or any(t.letters for n, t in enumerate(row.tokens) if n not in named):
        return False
    above = [entry.at for entry in view.statement.entries if entry.at < at]
    return all(
        view.rows[each].has("labels") or each in view.statement.told_rows
        for each in range(max(above, default=at) + 1, at)
    )


def _skipped_differs(view: View, row: Row) -> bool:
    """A balance of a day that is not the balance after its last entry."""
    if not row.dates or view.calendar.days is None:
        return False
    return any(_day_differs(view, row, dated) for dated in row.dates)


def _day_differs(view: View, row: Row, dated: Dated) -> bool:
    figure = next((f for f in row.figures if f.first > dated.last), None)
    if figure is None or not _is_balance(row, dated.last + 1, figure.first):
        return False
    assert view.calendar.days is not None
    day, month, _ = parts(dated.text, view.convention.month_first)
    days = view.calendar.days
    same = [each for each in days if (each.day, each.month) == (day, month)]
    same = same or _between(view, day, month)
    after = [_upto(view, each) for each in same]
    return bool(same) and _value(view, figure) not in after


def _between(view: View, day: int, month: int) -> list[date]:
    """The days of a day and month within the entries and the period."""
    span = view.period.span
    assert view.calendar.days is not None
    ends = [*view.calendar.days, *(span or ())]
    if not ends:
        return []
    every = (min(ends) + timedelta(days=n) for n in range((max(ends) - min(ends)).days + 1))
    return [each for each in every if (each.day, each.month) == (day, month)]


def _is_balance(row: Row, start: int, stop: int) -> bool:
    """Whether a day is said to have the balance that follows some words behind it."""
    if not any(token.letters for token in row.tokens[start:stop]):
        return True
    labels = constant("daily_balances", "_BALANCES")
    named = [*row.of("columns", "balance"), *row.of("labels", *labels)]
    return any(start <= phrase.first < stop for phrase in named)


def _upto(view: View, last: date) -> int | None:
    """The balance after all amounts up to a day."""
    if view.signed.opening is None or view.calendar.days is None:
        return None
    dated = zip(view.calendar.days, view.signed.amounts, strict=True)
    return abs(view.signed.opening + sum(amount for day, amount in dated if day <= last))
