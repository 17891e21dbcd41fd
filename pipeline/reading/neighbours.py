"""Whether a document's parts can all be statements, or a page is missing or there twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date

from pipeline.drafts import StatementDraft
from pipeline.proof.rows import Row
from pipeline.reading.offer import adds_up, doubted
from pipeline.reading.periods import BY_BALANCES, periods_of, statement_date


def certain_of_cuts(
    drafts: Sequence[StatementDraft],
    rows: Sequence[Sequence[Row]],
    numbers: Sequence[str | None],
) -> list[StatementDraft]:
    """The drafts, in doubt where the cut itself is; ``rows`` are those of each, and ``numbers``
    the account numbers printed above their entries: among these it may be anyone's.

    Where one part is unproven a proven one stands only if it has a number that no other part has.
    A part that prints another's rows again, or that goes on for the same account with
    another balance and no period of its own, comes from a page that is there twice or missing.
    """
    if _repeated(drafts) or _torn(drafts, rows):
        return [doubted(draft) for draft in drafts]
    if all(adds_up(draft) for draft in drafts):
        return list(drafts)
    return [
        draft if number and numbers.count(number) == 1 else doubted(draft)
        for draft, number in zip(drafts, numbers, strict=True)
    ]


def _repeated(drafts: Sequence[StatementDraft]) -> bool:
    """Whether two parts of an account have most rows of the smaller in common, to the word."""
    seen = [Counter((x.date, x.amount, x.description) for x in d.lines) for d in drafts]
    return any(
        _same_account(drafts[place], drafts[other])
        and (seen[place] & seen[other]).total() * 2 > min(len(seen[place]), len(seen[other])) > 1
        for place in range(len(drafts))
        for other in range(place)
    )


def _torn(drafts: Sequence[StatementDraft], rows: Sequence[Sequence[Row]]) -> bool:
    """Whether a part goes on for the same account, but not from the balance before it."""
    return any(
        _same_account(above, below)
        and above.closing_balance != below.opening_balance
        and (not _has_period(own) or _period(above) == _period(below))
        for above, below, own in zip(drafts, drafts[1:], rows[1:], strict=False)
    )


def _period(draft: StatementDraft) -> tuple[date | None, date | None]:
    return draft.period_start, draft.period_end


def _has_period(rows: Sequence[Row]) -> bool:
    """Whether the part prints a period, or a statement's date, of its own."""
    return any(
        statement_date(rows, order)
        or any(weight > BY_BALANCES for weight, _ in periods_of(rows, order))
        for order in (False, True)
    )


def _same_account(one: StatementDraft, two: StatementDraft) -> bool:
    """What one of them does not print cannot tell them apart."""
    names = ((one.account_mask, two.account_mask), (one.account_name, two.account_name))
    return one.currency == two.currency and all(a == b or not (a and b) for a, b in names)
