"""Statements and ledger entries built by hand, so that a test reads as an example."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from db.words import ReadingStatus
from evals.typeset import Entry as Row
from evals.typeset import Sheet, date_text, draft_of, figure_text
from pipeline.drafts import Line, StatementDraft
from pipeline.words import Box


def day(number: int, month: int = 6) -> datetime.date:
    """A day of June 2026, or of another month."""
    return datetime.date(2026, month, number)


@dataclass(frozen=True, slots=True)
class Entry:
    """A ledger entry as matching sees one."""

    id: int
    booked_on: datetime.date
    amount_minor: int
    description: str


def line(
    ordinal: int,
    number: int,
    amount: int,
    description: str = "Coffee",
    *,
    month: int = 6,
    balance: int | None = None,
) -> Line:
    """One row whose raw text holds its own figures, as a reader would leave it."""
    date = day(number, month)
    printed = [date_text(date), description, figure_text(amount)]
    if balance is not None:
        printed.append(figure_text(balance))
    top = 100.0 + 12 * ordinal
    return Line(
        ordinal=ordinal,
        page=1,
        bbox=Box(50.0, top, 500.0, top + 10),
        date=date,
        value_date=None,
        description=description,
        amount=amount,
        balance=balance,
        raw=" ".join(printed),
    )


def draft(
    lines: Sequence[Line] = (),
    *,
    opening: int | None = 100_000,
    closing: int | None = None,
    currency: str | None = "EUR",
    mask: str | None = "1234",
    start: datetime.date | None = datetime.date(2026, 6, 1),
    end: datetime.date | None = datetime.date(2026, 6, 30),
    says_no_lines: bool = False,
    proven: bool = True,
) -> StatementDraft:
    """A statement of June 2026, printed on pages and proven of them by the kernel.

    Its lines are numbered from 1 in this order; the closing balance follows from them unless
    given. With ``proven=False`` nobody has looked at its pages, and so it is not proven.
    """
    rows = tuple(Row(each.date, each.description, each.amount, each.balance) for each in lines)
    return _drafted(
        Sheet(
            rows,
            opening,
            closing,
            mask=mask,
            currency=currency,
            start=start,
            end=end,
            says_none=says_no_lines,
        ),
        proven,
    )


@cache
def _drafted(sheet: Sheet, looked_at: bool) -> StatementDraft:
    return draft_of(sheet, looked_at)


def misread(true: StatementDraft, lines: Sequence[Line]) -> StatementDraft:
    """The printed statement as a reader that took these for its lines would offer it."""
    from tests.support.lines_offered import offered_again  # loaded only where it is needed

    assert true.proof is not None
    found = offered_again(replace(true, doubts=()), tuple(lines), true.proof.pages)
    assert (found.status, found.witness is None) == (ReadingStatus.UNPROVEN, False)
    return found
