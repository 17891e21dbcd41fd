"""No printed figure that speaks of the sums may disagree: balances, totals, daily balances."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from pipeline.proof.checks import Check, passed_unless
from pipeline.proof.column_sums import wrong_columns
from pipeline.proof.counts import wrong_counts, wrong_equations
from pipeline.proof.daily_balances import wrong_days
from pipeline.proof.entries import Offered
from pipeline.proof.labelled import Fact, is_sure, is_whole
from pipeline.proof.nothing import noughts_in_words
from pipeline.proof.overview import Overview
from pipeline.proof.period import Period
from pipeline.proof.printed import SIDES, Printed
from pipeline.proof.rows import Row, text_of
from pipeline.proof.signs import end_balance
from pipeline.proof.skipped import skipped_rows
from pipeline.proof.sums import CLOSINGS, OPENINGS, Sums, closing_printed, opening_printed
from pipeline.proof.zones import Zones

_ENDS = frozenset({"opening", "closing", "total_in", "total_out"})
_BEHIND = 4  # words behind a label among which its figure stands
_LIKE_MONEY = re.compile(r"\d[.,]\d|\d{3}")
_CARRIED = frozenset({"balance_on", "carried_page"})
_PARTS = {"part_in": 1, "part_out": -1}
_COLUMNS = {"total_in": "credit", "total_out": "debit"}


def contradictions(
    offered: Offered,
    sums: Sums,
    zones: Zones,
    days: Sequence[date] | None,
    period: Period | None,
) -> Check:
    """Passed if every labelled figure of the section agrees, and what a person states with them."""
    printed = Printed(offered, sums)
    skipped, overview = skipped_rows(offered), Overview(offered)
    facts = [
        fact
        for row in range(offered.start, offered.stop)
        if row not in skipped
        for fact in offered.lexed.facts_on(row)
        if not overview.speaks_of_another(fact)
    ]
    facts = [fact for fact in facts if not _is_text(offered, sums, fact)]
    parts = [fact for fact in facts if _is_part(offered, printed, fact)]
    faults = [
        _said(offered.lexed.rows[fact.row], fact.meaning)
        for fact in facts
        if fact not in parts and _speaks(offered, zones, fact)
        if not _agrees(offered, printed, zones, fact)
    ]
    faults += _wrong_parts(offered, printed, parts)
    faults += _unread(offered, zones)
    faults += wrong_counts(offered, sums, zones)
    faults += wrong_equations(offered, zones)
    faults += _wrong_noughts(offered, printed)
    faults += _wrong_wholes(offered, printed, facts)
    faults += wrong_columns(offered, printed, zones)
    faults += wrong_days(offered, sums, days, period, skipped)
    faults += overview.contradictions(sums, zones)
    faults += _against_stated(offered, sums, zones, days, facts)
    return passed_unless("no_contradiction", faults)


def _is_text(offered: Offered, sums: Sums, fact: Fact) -> bool:
    """Whether a label is but a part of an entry's text ("New Balance Shoes"): other words stand
    with it, and the balance beside the entry leaves no other amount."""
    row = offered.lexed.rows[fact.row]
    bound = any(
        entry.row == fact.row and balance is not None and balance == after
        for entry, balance, after in zip(offered.entries, sums.balances, sums.after, strict=False)
    )
    return bound and any(not is_whole(row, hit) for hit in row.phrases("labels", fact.meaning))


def _is_part(offered: Offered, printed: Printed, fact: Fact) -> bool:
    """Whether a labelled figure is a part of a summary; an entry's own amount is none, though
    "Cash withdrawal 16.10" begins like one."""
    if fact.meaning not in _PARTS or printed.inside(fact.row) or not is_money(offered, fact):
        return False
    return all((e.row, e.amount) != (fact.row, fact.figure) for e in offered.entries)


def _speaks(offered: Offered, zones: Zones, fact: Fact) -> bool:
    return is_money(offered, fact) or _is_carried(offered, zones, fact)


def _unread(offered: Offered, zones: Zones) -> Iterator[str]:
    """A label of a balance or total with digits behind it that are no figure."""
    for index in range(offered.start, offered.stop):
        row = offered.lexed.rows[index]
        if row.figures or row.dates or zones.within(index):
            continue
        for hit in row.phrases("labels", *_ENDS):
            behind = text_of(row.words[hit.last + 1 : hit.last + _BEHIND])
            if is_sure(row, hit) and _LIKE_MONEY.search(behind):
                yield f"a labelled figure on page {row.page} cannot be read"


def _said(row: Row, meaning: str) -> str:
    words = {"opening": "another opening balance", "closing": "another closing balance"}
    return f"{words.get(meaning, 'a total that differs')} is printed on page {row.page}"


def is_money(offered: Offered, fact: Fact) -> bool:
    """Whether a labelled figure is money: without minor units it may count points, and a label
    within a sentence names none."""
    figure = fact.figure
    if not fact.sure:
        return False
    return not figure.weak or bool(figure.currency) or not offered.witness.convention.exponent


def _is_carried(offered: Offered, zones: Zones, fact: Fact) -> bool:
    """Whether a row speaks of a balance, in whatever words, and prints it alone in its column."""
    row = offered.lexed.rows[fact.row]
    alone = len(row.figures) == 1 and not row.dates and fact.meaning in _CARRIED
    return alone and zones.role_of(row, fact.figure) == "balance"


def _agrees(offered: Offered, printed: Printed, zones: Zones, fact: Fact) -> bool:
    """A row may print the columns' totals before its balance."""
    undated = fact.meaning == "balance_on" and not offered.lexed.rows[fact.row].dates
    if undated or fact.meaning == "carried_page":
        allowed = printed.allowed("carried_page", fact.row)
        return not printed.inside(fact.row) or offered.minor(fact.figure) in allowed
    if fact.meaning not in ("opening", "closing", *SIDES):
        return True
    allowed = printed.allowed(fact.meaning, fact.row) | _with_balance(offered, printed, zones, fact)
    figures = offered.lexed.rows[fact.row].figures if fact.meaning not in SIDES else ()
    return any(offered.minor(figure) in allowed for figure in (fact.figure, *figures))


def _with_balance(offered: Offered, printed: Printed, zones: Zones, fact: Fact) -> set[int]:
    """What a side comes to with the opening balance, where its label says that it counts that in
    ("Total credits including balance brought forward"), or where that stands in its column."""
    if fact.meaning in SIDES:
        return printed.columns(zones, _COLUMNS[fact.meaning]) if fact.row > printed.first else set()
    row, opening = offered.lexed.rows[fact.row], printed.opening
    named = {hit.meaning for hit in row.phrases("labels", *SIDES) if hit.last < fact.figure.first}
    if fact.meaning != "opening" or opening is None or len(row.figures) != 1:
        return set()
    return {opening + printed.sides()[SIDES[meaning]] for meaning in named}


def _wrong_parts(offered: Offered, printed: Printed, parts: Sequence[Fact]) -> Iterator[str]:
    """A summary's parts ("Purchases 1,451.70") are a side's sum, together or each a heading's."""
    for meaning, sign in _PARTS.items():
        own = {(f.row, f.figure.first): f.figure for f in parts if f.meaning == meaning}
        values = list(map(offered.minor, own.values()))
        whole = _whole(offered, printed, sign)
        if values == [0] and printed.sides()[sign]:
            yield "a part of the summary is nought, and its rows are not"
        together = {sum(values), sum(set(values))}
        if not whole.issuperset({*values} - {0}) and whole.isdisjoint(together):
            yield "a part of the summary differs from its rows"


def _whole(offered: Offered, printed: Printed, sign: int) -> set[int]:
    """What a summary's part of one side may come to; where nothing is owed, its words may name
    either side, or a part of it."""
    whole = {printed.sides()[sign], *printed.under_headings(sign)}
    if offered.witness.convention.balance_base > 0:
        whole |= {*printed.sides().values(), *printed.parts[1], *printed.parts[-1]}
    return whole


def _wrong_noughts(offered: Offered, printed: Printed) -> Iterator[str]:
    """A total that a word says is nought ("Total deposits NIL")."""
    for index in range(offered.start, offered.stop):
        row = offered.lexed.rows[index]
        for meaning in noughts_in_words(row):
            if not row.figures and 0 not in printed.allowed(meaning, index):
                yield f"a total on page {row.page} is said to be nought, and is not"


def _wrong_wholes(offered: Offered, printed: Printed, facts: Sequence[Fact]) -> Iterator[str]:
    """A total of one side in whole units ("Total paid in 2,500") that none of its sums comes to."""
    unit = 10**offered.witness.convention.exponent
    for fact in facts:
        if fact.meaning not in SIDES or not fact.sure or is_money(offered, fact):
            continue
        value = offered.minor(fact.figure)
        if all(abs(value - sum_) >= unit for sum_ in printed.allowed(fact.meaning, fact.row)):
            yield f"a total in whole units on page {fact.page} differs from the rows"


def _against_stated(
    offered: Offered, sums: Sums, zones: Zones, days: Sequence[date] | None, facts: Sequence[Fact]
) -> Iterator[str]:
    """A balance that a person states is the printed one; where no print of it is named, whatever
    beside the rows could be one says the same."""
    said = offered.stated
    if said.opening is not None:
        if said.opening != sums.opening:
            yield "a person states another opening balance than is printed"
        if not opening_printed(offered, zones, days):
            yield from _other_prints(offered, sums, facts, OPENINGS)
    if said.closing is not None:
        if said.closing != sums.closing:
            yield "a person states another closing balance than is printed"
        if not closing_printed(offered, sums, zones, days):
            yield from _other_prints(offered, sums, facts, CLOSINGS)


def _other_prints(
    offered: Offered, sums: Sums, facts: Sequence[Fact], labels: frozenset[str]
) -> Iterator[str]:
    """Figures beside the rows that are called a balance of these labels and are neither end."""
    rows = [entry.row for entry in offered.entries]
    for fact in facts:
        between = bool(rows) and min(rows) <= fact.row <= max(rows)
        if between or fact.meaning not in labels or not is_money(offered, fact):
            continue
        if end_balance(offered, fact.row, fact.figure) not in (sums.opening, sums.closing):
            page = offered.lexed.rows[fact.row].page
            yield f"page {page} prints another balance than a person states"
