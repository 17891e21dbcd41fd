"""Finds a statement's account by the statement before it or by its rows, among those in scope."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from datetime import timedelta
from typing import Final

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from db.accounts.pages import account_names
from db.ledger.queries import UnknownAccount, count_with_amounts
from db.models import Account, Statement
from db.money import exponent_of
from db.session import batches
from pipeline.account.comparison import Comparison, ScopedLedger
from pipeline.account.one_account import counts
from pipeline.drafts import StatementDraft
from pipeline.matching.shapes import MatchSettings

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
    counts: Counter[int] = Counter()
    if not days or not account_ids:
        return counts
    margin = timedelta(days=settings.margin_days)
    for exponent, ids in _by_exponent(session, account_ids).items():
        # Either way: another witness of the page may turn them.
        amounts = [way * amount for amount in draft.amounts_in(exponent) for way in (1, -1)]
        counts += count_with_amounts(session, ids, amounts, min(days) - margin, max(days) + margin)
    return counts


_CURRENCIES: Final = select(Account.id, Account.currency).where(
    Account.id.in_(bindparam("ids", expanding=True))
)


def _by_exponent(session: Session, account_ids: Collection[int]) -> dict[int, list[int]]:
    """The accounts by the decimals of their currencies' minor units."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for some in batches(sorted(account_ids)):
        for account_id, currency in session.execute(_CURRENCIES, {"ids": some}):
            found[exponent_of(currency)].append(account_id)
    return found


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


_CLOSED_SO: Final = (
    select(Statement.account_id)
    .where(
        Statement.account_id.in_(bindparam("scope", expanding=True)),
        Statement.closing_minor == bindparam("opening"),
        Statement.period_end < bindparam("start"),
        *counts(),
    )
    .distinct()
    .order_by(Statement.account_id)
)


def by_statement_before(draft: StatementDraft, scoped: ScopedLedger) -> Comparison | None:
    """The one account in scope of which a statement closed with this opening, not at zero, if its
    layouts are of this page; the kernel then says what settles it."""
    opening, start = draft.opening_balance, draft.period_start
    if not opening or start is None or not scoped.scope:
        return None
    wanted = {"scope": sorted(scoped.scope), "opening": opening, "start": start}
    with scoped.sessions() as session:
        found = [each for each in session.scalars(_CLOSED_SO, wanted) if each is not None]
    told = [each for each in (scoped.compare(draft, one) for one in found) if each is not None]
    told = [each for each in told if each.draft.proof and each.draft.proof.matching]
    return told[0] if len(told) == 1 else None


_ACCOUNTS: Final = select(Account.id)
_OF_IMPORT: Final = select(Statement.id).where(Statement.import_id == bindparam("import_id"))


def accounts_in_scope(session: Session, named: Collection[int] | None) -> frozenset[int]:
    """The ids of the accounts in scope. Raises ``UnknownAccount`` for one that is not there."""
    there = frozenset(session.scalars(_ACCOUNTS))
    if named is None:
        return there
    for account_id in named:
        if account_id not in there:
            raise UnknownAccount(account_id=account_id)
    return frozenset(named)


def statements_of(session: Session, import_id: int | None) -> frozenset[int]:
    """The ids of what was recorded of an import before; its claims are not another's."""
    return frozenset(session.scalars(_OF_IMPORT, {"import_id": import_id}))
