"""What a statement proves about itself, recomputed from its lines in exact integers."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from pipeline.checks.figures import equal, holds
from pipeline.checks.grounding import ungrounded
from pipeline.checks.hidden import hidden_text_of
from pipeline.drafts import Check, DraftStatus, StatementDraft

_LATE_POSTING: Final = timedelta(days=31)


def page_checks(draft: StatementDraft) -> list[Check]:
    """Every check that needs nothing but the document."""
    return [
        reading_proven(draft),
        arithmetic(draft),
        period_known(draft),
        grounding(draft),
        hidden_text_of(draft),
        lines_or_none_said(draft),
    ]


def reading_proven(draft: StatementDraft) -> Check:
    """The reader's own checks, over everything printed, left no doubt."""
    failed = [check.name for check in draft.checks if check.state == "failed"]
    return holds("reading_proven", draft.status is DraftStatus.PROVEN, ", ".join(failed))


def arithmetic(draft: StatementDraft) -> Check:
    """Opening + Σ lines = closing, as printed."""
    opening = draft.opening_balance
    reached = None if opening is None else opening + sum(line.amount for line in draft.lines)
    return equal("opening_plus_lines_is_closing", draft.closing_balance, reached, draft.exponent)


def period_known(draft: StatementDraft) -> Check:
    """First and last day are printed, and no line's date contradicts them.

    A card prints the day of the purchase, which may lie before the period that it was posted in.
    """
    start, end = draft.period_start, draft.period_end
    if start is None or end is None:
        return holds("period_known", None, "the page does not say from when to when")
    first = start - _LATE_POSTING
    outside = [
        line.ordinal for line in draft.lines if line.date is None or not first <= line.date <= end
    ]
    return holds("period_known", start <= end and not outside, _rows(outside))


def grounding(draft: StatementDraft) -> Check:
    """Every amount, balance and date stands in the text of its row."""
    lost = ungrounded(draft.lines, draft.exponent)
    return holds("figures_stand_on_the_page", not lost, _rows(lost))


def lines_or_none_said(draft: StatementDraft) -> Check:
    """No lines prove nothing unless the page says that there were none."""
    if draft.lines:
        return holds("lines_or_none_said", not draft.says_no_lines, f"{len(draft.lines)} lines")
    said = True if draft.says_no_lines else None
    return holds("lines_or_none_said", said, "no lines")


def _rows(ordinals: list[int] | tuple[int, ...]) -> str:
    return "lines " + ", ".join(map(str, ordinals)) if ordinals else ""
