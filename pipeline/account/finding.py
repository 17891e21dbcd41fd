"""Compares a statement with the accounts in scope, and finds its own by neighbours or rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from sqlalchemy import bindparam, select

from db.accounts.pages import account_names
from db.ledger.queries import UnknownAccount, count_with_amounts
from db.models import Account, Statement
from pipeline.account.one_account import counts
from pipeline.drafts import StatementDraft
from pipeline.matching.match import DEFAULTS, Proof, match, period_of, prove
from pipeline.matching.shapes import AccountSide, Matching, MatchSettings, Sibling

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from pipeline.account.one_account import OneAccount
    from tools.ledger.workspace import Sessions


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


@dataclass(frozen=True, slots=True)
class Comparison:
    """A statement beside one account: the statement as that account reads it, what the ledger says,
    and how the rows pair. ``rivals`` counts other witnesses of the page that are as good."""

    draft: StatementDraft
    side: AccountSide
    matching: Matching
    settings: MatchSettings = field(default=DEFAULTS)
    rivals: int = 0

    def proof(self) -> Proof:
        """What follows for the statement."""
        return prove(self.draft, self.side, self.matching, self.settings, self.rivals)


@dataclass(frozen=True, slots=True)
class ScopedLedger:
    """Where statements are compared with accounts. ``scope`` is the ids that may be seen;
    the claims of the statements that it is ``ignoring`` do not count. ``named`` is the account
    that a person said the statements are of, and ``named_by`` that person."""

    sessions: Sessions
    scope: frozenset[int]
    settings: MatchSettings = field(default=DEFAULTS)
    siblings: tuple[Sibling, ...] = ()
    ignoring: frozenset[int] = frozenset()
    named: int | None = None
    named_by: str = ""

    def compare(self, draft: StatementDraft, account_id: int) -> Comparison | None:
        """The statement against the account; None if no one knows which days it covers."""
        with self.sessions() as session:
            return compare(session, draft, account_id, self)

    def after(self, comparison: Comparison | None) -> ScopedLedger:
        """The same for the document's next statement, which this one came before."""
        sibling = as_sibling(comparison)
        return replace(self, siblings=(*self.siblings, sibling)) if sibling else self


def as_sibling(comparison: Comparison | None) -> Sibling | None:
    """What the statement will say to later ones once it is recorded; None if it says nothing."""
    if comparison is None:
        return None
    draft = comparison.draft
    period = period_of(draft)
    if period is None or draft.proof is None or not draft.proof.holds:
        return None
    whole = any(
        each.name == "period" and each.source not in ("rows", "assumed")
        for each in draft.hypotheses
    )
    dates = {line.ordinal: line.date for line in draft.lines}
    claims = tuple((pair.entry, dates[pair.line]) for pair in comparison.matching.pairs)
    return Sibling(comparison.side.account_id, period, draft.closing_balance, whole, claims)


def compare(
    session: Session, draft: StatementDraft, account_id: int, scoped: ScopedLedger
) -> Comparison | None:
    """The statement against the account as this session sees it; None without any day.

    Of the reader's witnesses that is taken which the account's entries are most like. Raises
    ``UnknownAccount``.
    """
    from pipeline.account.one_account import OneAccount
    from pipeline.account.readings import read_for

    one = OneAccount(session, account_id)
    read = read_for(one, draft, scoped.settings)
    return beside(one, read.draft, scoped, rivals=read.rivals)


def beside(
    one: OneAccount, draft: StatementDraft, scoped: ScopedLedger, *, rivals: int = 0
) -> Comparison | None:
    """One reading of a statement against the account; None without any day."""
    from pipeline.account.ledger_query import LedgerQuery, ledger_side
    from pipeline.account.readings import other_accounts

    period = period_of(draft)
    if period is None:
        return None
    first = min((line.date for line in draft.lines if line.date is not None), default=None)
    settings = scoped.settings
    asked = LedgerQuery(
        period,
        first,
        settings,
        year_open=year_is_open(draft),
        chosen_by=scoped.named_by if scoped.named == one.id else "",
        others=other_accounts(one, draft, scoped.scope, settings.window),
    )
    side = ledger_side(one, asked, scoped.ignoring, scoped.siblings)
    matching = match(draft.lines, side.entries, period, settings)
    return Comparison(draft, side, matching, settings, rivals)


def year_is_open(draft: StatementDraft) -> bool:
    """Whether nothing on the page settles which year, or which order of day and month, it is of."""
    return any(each.name in ("year", "order") and each.is_assumed for each in draft.hypotheses)
