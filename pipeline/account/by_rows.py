"""Finds a statement's account by its rows, when neither its name nor a model could."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from datetime import timedelta
from typing import TYPE_CHECKING

from db.accounts.names import account_names
from db.ledger import count_with_amounts
from pipeline.account.comparison import Comparison, ScopedLedger
from pipeline.drafts import StatementDraft
from pipeline.matching.shapes import MatchSettings

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

#: Fewer equal rows than this may be chance.
_FEWEST_PAIRS = 3
#: The account must explain so many times more rows than the next one.
_CLEARLY_MORE = 2


def by_overlap(draft: StatementDraft, scoped: ScopedLedger) -> Comparison | None:
    """The one account in scope, of the statement's currency, whose entries are these rows.

    At least half of the lines and three of them, and twice as many as any other account has;
    a tie is no answer. Accounts are compared as long as one can still change the answer.
    """
    enough = max(_FEWEST_PAIRS, (len(draft.lines) + 1) // 2)
    best, pairs, next_best = None, 0, 0
    for account_id, most in _likeliest_first(draft, scoped):
        clear = pairs >= enough and pairs >= next_best * _CLEARLY_MORE
        could_win = most >= max(enough, pairs * _CLEARLY_MORE)
        could_spoil = clear and most * _CLEARLY_MORE > pairs
        if not (could_win or could_spoil):
            break
        comparison = scoped.compare(draft, account_id)
        found = len(comparison.matching.pairs) if comparison else 0
        if found > pairs:
            best, pairs, next_best = comparison, found, pairs
        else:
            next_best = max(next_best, found)
    return best if pairs >= enough and pairs >= next_best * _CLEARLY_MORE else None


def entries_alike(
    session: Session, draft: StatementDraft, account_ids: Collection[int], settings: MatchSettings
) -> Counter[int]:
    """How many entries of each account have one of the statement's amounts, in its days or near
    them: no comparison can pair more. Accounts without any are left out.
    """
    said = [draft.period_start, draft.period_end, *(line.date for line in draft.lines)]
    days = [day for day in said if day is not None]
    if not days or not account_ids:
        return Counter()
    margin = timedelta(days=settings.margin_days)
    # Either way: another witness of the page may turn them.
    amounts = [way * line.amount for line in draft.lines for way in (1, -1)]
    return count_with_amounts(session, account_ids, amounts, min(days) - margin, max(days) + margin)


def _likeliest_first(draft: StatementDraft, scoped: ScopedLedger) -> Iterator[tuple[int, int]]:
    """Accounts with the most lines that each can explain; what explains none is left out."""
    if len(draft.lines) < _FEWEST_PAIRS:
        return
    with scoped.sessions() as session:
        names = account_names(session, scoped.scope, currency=draft.printed_currency)
        ids = [account["id"] for account in names]
        counts = entries_alike(session, draft, ids, scoped.settings)
    most = {account_id: min(count, len(draft.lines)) for account_id, count in counts.items()}
    yield from sorted(most.items(), key=lambda item: (-item[1], item[0]))
