"""Turns the chosen reading of a stretch of rows into a statement draft."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.drafts import Check, CheckState, DraftStatus, Line, StatementDraft, StatementKind
from pipeline.reading.calendar import Calendar, calendar_of
from pipeline.reading.dates import PrintedDate
from pipeline.reading.describe import box_of, description, raw_text, words_around
from pipeline.reading.facts import Fact
from pipeline.reading.identity import (
    account_mask,
    account_name,
    currency_of,
    institution_of,
    kind_of,
)
from pipeline.reading.items import Item
from pipeline.reading.orientation import LIABILITIES, Oriented, orient
from pipeline.reading.rows import Row
from pipeline.reading.search import Found
from pipeline.reading.verdicts import Doubts, checks_of, status_of


@dataclass(frozen=True, slots=True)
class Stretch:
    """The rows of one statement and the whole document around it."""

    rows: Sequence[Row]
    document: Sequence[Row]
    facts: Sequence[Fact]
    years: frozenset[int]


def draft_of(found: Found, stretch: Stretch) -> StatementDraft:
    """The statement as read, with every check made."""
    entry_rows = [step.item.index for step in found.tie.steps if step.amount is not None]
    kind, said = kind_of(stretch.rows, entry_rows)
    if not said and stretch.rows is not stretch.document:
        kind, said = kind_of(stretch.document, ())
    oriented = orient(found, kind, said)
    days = _days_of(found, oriented)
    american = _american(stretch)
    calendar = calendar_of(stretch.document, [d for d, _ in days if d], stretch.years, american)
    lines = _lines(found, oriented, days, calendar)
    checks = checks_of(found, oriented, stretch.facts, lines, Doubts(dates=calendar.doubt))
    tie = oriented.tie
    return StatementDraft(
        institution=institution_of(stretch.document),
        account_name=account_name(stretch.rows) or account_name(stretch.document),
        account_mask=account_mask(stretch.rows) or account_mask(stretch.document),
        kind=_settled(kind, oriented),
        currency=currency_of(stretch.document, calendar.month_first),
        exponent=found.scale.exponent,
        period_start=calendar.period.start if calendar.period else None,
        period_end=calendar.period.end if calendar.period else None,
        opening_balance=tie.opening.value if tie.opening else None,
        closing_balance=tie.closing.value if tie.closing else None,
        status=status_of(checks),
        checks=checks,
        lines=lines,
    )


def _settled(kind: StatementKind, oriented: Oriented) -> StatementKind:
    """A lone card word is no card if the balances are an asset's."""
    closing = oriented.tie.closing
    if kind in LIABILITIES and closing and closing.value > 0 and oriented.tie.convention.balance_base > 0:
        return StatementKind.CHECKING
    return kind


def _american(stretch: Stretch) -> bool:
    return currency_of(stretch.document, month_first=True) == "USD"


def _days_of(
    found: Found, oriented: Oriented
) -> list[tuple[PrintedDate | None, PrintedDate | None]]:
    """For each entry in printed order its date (its own or the last above) and other date."""
    wanted = {step.item.index for step in oriented.tie.steps if step.amount is not None}
    days: list[tuple[PrintedDate | None, PrintedDate | None]] = []
    current: PrintedDate | None = None
    for item in found.items:
        current = item.day or current
        if item.index in wanted:
            days.append((current, item.other_day if item.day else None))
    return days


def _lines(
    found: Found,
    oriented: Oriented,
    days: Sequence[tuple[PrintedDate | None, PrintedDate | None]],
    calendar: Calendar,
) -> tuple[Line, ...]:
    steps = sorted(
        (step for step in oriented.tie.steps if step.amount is not None),
        key=lambda step: step.item.index,
    )
    groups = words_around(found.items, [step.item for step in steps])
    lines: list[Line] = []
    for ordinal, (step, (day, other)) in enumerate(zip(steps, days, strict=True), start=1):
        item: Item = step.item
        assert step.amount is not None
        lines.append(
            Line(
                ordinal=ordinal,
                page=item.row.page,
                bbox=box_of(item),
                date=calendar.resolve(day) if day else None,
                value_date=calendar.resolve(other) if other else None,
                description=description(groups[item.index]),
                amount=step.amount,
                balance=step.balance,
                raw=raw_text(groups[item.index]),
            )
        )
    return tuple(lines)


def empty_draft(stretch: Stretch, opening: int | None, closing: int | None, exponent: int, says_none: bool) -> StatementDraft:
    """A statement without rows: proven only if the page says that there were none."""
    kind, _ = kind_of(stretch.rows, ())
    calendar = calendar_of(stretch.document, [], stretch.years, _american(stretch))
    same = opening is not None and opening == closing
    checks = (
        Check("opening_printed", CheckState.PASSED if opening is not None else CheckState.UNAVAILABLE),
        Check("closing_printed", CheckState.PASSED if closing is not None else CheckState.UNAVAILABLE),
        Check("opening_plus_lines", CheckState.PASSED if same else CheckState.UNAVAILABLE),
        Check("says_no_lines", CheckState.PASSED if says_none else CheckState.FAILED),
    )
    return StatementDraft(
        institution=institution_of(stretch.document),
        account_name=account_name(stretch.document),
        account_mask=account_mask(stretch.rows),
        kind=kind,
        currency=currency_of(stretch.document, calendar.month_first),
        exponent=exponent,
        period_start=calendar.period.start if calendar.period else None,
        period_end=calendar.period.end if calendar.period else None,
        opening_balance=opening,
        closing_balance=closing,
        status=DraftStatus.PROVEN if same and says_none else DraftStatus.UNPROVEN,
        checks=checks,
        lines=(),
        says_no_lines=says_none,
    )
