"""Compares a statement with the accounts in scope, and picks the reading that agrees best."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pipeline.drafts import Period, StatementDraft
from pipeline.matching.match import DEFAULTS, Findings, findings_of, match, period_of
from pipeline.matching.shapes import AccountSide, Matching, MatchSettings, Sibling, Span

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy.orm import Session

    from pipeline.account.ledger_query import LedgerQuery
    from pipeline.account.one_account import OneAccount
    from tools.ledger.workspace import Sessions


@dataclass(frozen=True, slots=True)
class Comparison:
    """A statement beside one account: the statement as that account reads it, what the ledger says,
    and how the rows pair. ``rivals`` counts other witnesses of the page that are as good."""

    draft: StatementDraft
    side: AccountSide
    matching: Matching
    settings: MatchSettings = field(default=DEFAULTS)
    rivals: int = 0

    def findings(self) -> Findings:
        """What follows for the statement."""
        return findings_of(self.draft, self.side, self.matching, self.settings, self.rivals)


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
    span = Span(period.start, period.end, draft.opening_balance, draft.closing_balance)
    return Sibling(comparison.side.account_id, span, whole, claims)


def compare(
    session: Session, draft: StatementDraft, account_id: int, scoped: ScopedLedger
) -> Comparison | None:
    """The statement against the account as this session sees it; None without any day.

    Of the reader's witnesses that is taken which the account's entries are most like. Raises
    ``UnknownAccount``.
    """
    from pipeline.account.ledger_query import AROUND
    from pipeline.account.one_account import OneAccount
    from pipeline.account.readings import read_for

    one = OneAccount(session, account_id)
    if (period := period_of(draft)) is not None:
        one.expect(period.start - AROUND, period.end + AROUND)
    read = read_for(one, draft, scoped.settings)
    return beside(one, read.draft, scoped, rivals=read.rivals)


def beside(
    one: OneAccount, draft: StatementDraft, scoped: ScopedLedger, *, rivals: int = 0
) -> Comparison | None:
    """One reading of a statement against the account; None without any day."""
    from pipeline.account.ledger_query import ledger_side

    period = period_of(draft)
    if period is None:
        return None
    settings = scoped.settings
    named_by = scoped.named_by if scoped.named == one.id else ""
    asked = query_about(one, draft, period, settings, scope=scoped.scope, chosen_by=named_by)
    side = ledger_side(one, asked, scoped.ignoring, scoped.siblings)
    matching = match(draft.lines, side.entries, period, settings)
    return Comparison(draft, side, matching, settings, rivals)


def query_about(
    one: OneAccount,
    draft: StatementDraft,
    period: Period,
    settings: MatchSettings,
    *,
    scope: Collection[int] | None,
    chosen_by: str,
    joined: Collection[int | None] = (),
) -> LedgerQuery:
    """What is asked of the account about a statement over these days; ``scope`` is the accounts
    that it could be of (all, if None), and ``joined`` the balances of the statements beside it."""
    from pipeline.account.ledger_query import LedgerQuery
    from pipeline.account.readings import other_accounts

    return LedgerQuery(
        period,
        min((line.date for line in draft.lines if line.date is not None), default=None),
        settings,
        year_open=any(
            # Nothing on the page settles which year, or which order of day and month, it is of.
            each.name in ("year", "order") and each.is_assumed
            for each in draft.hypotheses
        ),
        chosen_by=chosen_by,
        others=other_accounts(one, draft, scope, settings, chosen_by=chosen_by, joined=joined),
        balances=(draft.opening_balance, draft.closing_balance),
        printed=_printed_period(draft),
    )


def _printed_period(draft: StatementDraft) -> Period | None:
    """The period that is cited, also where nothing settles it."""
    read = draft.proof.read if draft.proof else None
    first, last = (read and read.days.period) or (None, None)
    return Period(first, last) if first and last else None
