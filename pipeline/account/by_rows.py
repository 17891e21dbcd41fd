"""Finds a statement's account by its rows, when neither its name nor a model could."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import timedelta

from db.ledger import count_with_amounts
from pipeline.account.comparison import Comparison, ScopedLedger
from pipeline.drafts import StatementDraft

#: Fewer equal rows than this may be chance.
_FEWEST_PAIRS = 3
#: The account must explain so many times more rows than the next one.
_CLEARLY_MORE = 2


def by_overlap(draft: StatementDraft, scoped: ScopedLedger) -> Comparison | None:
    """The one account in scope, of the statement's currency, whose entries are these rows.

    At least half of the lines and three of them, and twice as many as any other account has;
    a tie is no answer.
    """
    explained = sorted(_held(draft, scoped), key=_pairs, reverse=True)
    if not explained:
        return None
    best, *others = explained
    pairs = _pairs(best)
    if pairs < _FEWEST_PAIRS or 2 * pairs < len(draft.lines):
        return None
    if others and _pairs(others[0]) * _CLEARLY_MORE > pairs:
        return None
    return best


def _held(draft: StatementDraft, scoped: ScopedLedger) -> Iterable[Comparison]:
    if len(draft.lines) < _FEWEST_PAIRS:
        return
    for account_id in sorted(_possible(draft, scoped)):
        comparison = scoped.compare(draft, account_id)
        if comparison is not None and draft.currency in (None, comparison.side.currency):
            yield comparison


def _possible(draft: StatementDraft, scoped: ScopedLedger) -> Collection[int]:
    """The accounts that have enough entries of these amounts at all: the others need no look."""
    days = [line.date for line in draft.lines if line.date is not None]
    if len(days) < len(draft.lines):
        return scoped.scope
    margin = timedelta(days=scoped.settings.margin_days)
    amounts = [line.amount for line in draft.lines]
    with scoped.sessions() as session:
        counts = count_with_amounts(
            session, scoped.scope, amounts, min(days) - margin, max(days) + margin
        )
    return [account_id for account_id, count in counts.items() if count >= _FEWEST_PAIRS]


def _pairs(comparison: Comparison) -> int:
    return len(comparison.matching.pairs)
