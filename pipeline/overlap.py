"""Finds a statement's account by its rows, when neither its name nor a model could."""

from __future__ import annotations

from collections.abc import Iterable

from pipeline.desk import Desk, Held
from pipeline.drafts import StatementDraft

#: Fewer equal rows than this may be chance.
_FEWEST_PAIRS = 3
#: The account must explain so many times more rows than the next one.
_CLEARLY_MORE = 2


def by_overlap(draft: StatementDraft, desk: Desk) -> Held | None:
    """The one account in scope, of the statement's currency, whose entries are these rows.

    At least half of the lines and three of them, and twice as many as any other account has;
    a tie is no answer.
    """
    explained = sorted(_held(draft, desk), key=_pairs, reverse=True)
    if not explained:
        return None
    best, *others = explained
    pairs = _pairs(best)
    if pairs < _FEWEST_PAIRS or 2 * pairs < len(draft.lines):
        return None
    if others and _pairs(others[0]) * _CLEARLY_MORE > pairs:
        return None
    return best


def _held(draft: StatementDraft, desk: Desk) -> Iterable[Held]:
    if len(draft.lines) < _FEWEST_PAIRS:
        return
    for account_id in sorted(desk.scope):
        held = desk.hold(draft, account_id)
        if held is not None and draft.currency in (None, held.side.currency):
            yield held


def _pairs(held: Held) -> int:
    return len(held.matching.pairs)
