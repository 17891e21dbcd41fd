"""What a model is given of a statement and of a comparison: short, exact, and no account number."""

from __future__ import annotations

from decimal import Decimal

from db.money import to_decimal
from pipeline.account.comparison import Comparison
from pipeline.drafts import StatementDraft
from pipeline.matching.shapes import Difference, Reason
from pipeline.proof import CheckState
from tools.account_numbers import without_numbers
from tools.ledger.workspace import CompareResult, StatementFacts
from tools.ledger.workspace import Difference as ToolDifference

_MASK_DIGITS = 4
_MOST_TEXT = 60


def facts_of(name: str, draft: StatementDraft) -> StatementFacts:
    """The draft in short, under the name by which tools are asked for it."""
    amounts = [line.amount for line in draft.lines]
    return StatementFacts(
        statement=name,
        institution=draft.institution,
        account_name=draft.account_name and without_numbers(draft.account_name),
        mask=draft.account_mask[-_MASK_DIGITS:] if draft.account_mask else None,
        kind=draft.kind.value,
        currency=draft.printed_currency,
        period_start=draft.period_start,
        period_end=draft.period_end,
        opening=_decimal(draft.opening_balance, draft.exponent),
        closing=_decimal(draft.closing_balance, draft.exponent),
        lines=len(draft.lines),
        sum_in=to_decimal(sum(a for a in amounts if a > 0), draft.exponent),
        sum_out=to_decimal(sum(a for a in amounts if a < 0), draft.exponent),
        status=draft.status.value,
        failed_checks=tuple(c.name for c in draft.checks if c.state is CheckState.FAILED),
    )


def compare_result(comparison: Comparison) -> CompareResult:
    """What matching found, as the `compare` tool gives it."""
    draft = comparison.draft
    return CompareResult(
        account_id=comparison.side.account_id,
        lines=len(draft.lines),
        entries=len(comparison.side.entries),
        matched=len(comparison.matching.pairs),
        ledger_opening=_decimal(comparison.side.opening, draft.exponent),
        ledger_closing=_decimal(comparison.side.closing, draft.exponent),
        differences=tuple(
            _tool_difference(draft, each) for each in comparison.matching.differences
        ),
    )


def _tool_difference(draft: StatementDraft, difference: Difference) -> ToolDifference:
    places = {line.ordinal: place for place, line in enumerate(draft.lines, start=1)}
    amount = difference.expected if difference.expected is not None else difference.found
    in_ledger = difference.found if difference.lines else None
    return ToolDifference(
        kind=difference.kind.value,
        line=places[difference.lines[0]] if difference.lines else None,
        entry=difference.entries[0] if difference.entries else None,
        date=difference.date,
        amount=to_decimal(amount or 0, draft.exponent),
        ledger_amount=_decimal(in_ledger, draft.exponent),
        description=difference.description[:_MOST_TEXT],
        reason=_reason(difference),
    )


def _reason(difference: Difference) -> str:
    """A transfer's other half may lie in an account that the model is not to know of."""
    if difference.reason is Reason.TRANSFER:
        return Reason.NO_CANDIDATE.value
    return difference.reason.value


def _decimal(minor: int | None, exponent: int) -> Decimal | None:
    return None if minor is None else to_decimal(minor, exponent)
