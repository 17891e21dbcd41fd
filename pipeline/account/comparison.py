"""The ledger as one import may see it: the accounts in scope, compared with a statement."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pipeline.drafts import StatementDraft
from pipeline.matching.match import DEFAULTS, match
from pipeline.matching.shapes import Matching, MatchSettings
from pipeline.matching.verdicts import Proof, period_of, prove
from pipeline.proof.ledger_side import LedgerSide, Sibling

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from tools.ledger.visible import Sessions


@dataclass(frozen=True, slots=True)
class Comparison:
    """A statement beside one account: what the ledger says, and how the rows pair."""

    side: LedgerSide
    matching: Matching
    settings: MatchSettings = field(default=DEFAULTS)

    def proof(self, draft: StatementDraft) -> Proof:
        """What follows for the statement."""
        return prove(draft, self.side, self.matching, self.settings)


@dataclass(frozen=True, slots=True)
class ScopedLedger:
    """Where statements are compared with accounts. ``scope`` is the ids that may be seen;
    the claims of the statements that it is ``ignoring`` do not count. ``named`` is the account
    that a person said the statements are of."""

    sessions: Sessions
    scope: frozenset[int]
    settings: MatchSettings = field(default=DEFAULTS)
    siblings: tuple[Sibling, ...] = ()
    ignoring: frozenset[int] = frozenset()
    named: int | None = None

    def compare(self, draft: StatementDraft, account_id: int) -> Comparison | None:
        """The statement against the account; None if the page does not say its period."""
        with self.sessions() as session:
            return compare(session, draft, account_id, self.settings, self.ignoring, self.siblings)

    def after(self, draft: StatementDraft, comparison: Comparison | None) -> ScopedLedger:
        """The same for the document's next statement, which this one came before."""
        sibling = as_sibling(draft, comparison)
        return replace(self, siblings=(*self.siblings, sibling)) if sibling else self


def as_sibling(draft: StatementDraft, comparison: Comparison | None) -> Sibling | None:
    """What the statement will say to later ones once it is recorded; None if it says nothing."""
    period = period_of(draft)
    if comparison is None or period is None:
        return None
    dates = {line.ordinal: line.date for line in draft.lines}
    claims = tuple((pair.entry, dates[pair.line]) for pair in comparison.matching.pairs)
    return Sibling(comparison.side.account_id, period, draft.closing_balance, claims)


def compare(
    session: Session,
    draft: StatementDraft,
    account_id: int,
    settings: MatchSettings = DEFAULTS,
    ignoring: Collection[int] = (),
    siblings: Sequence[Sibling] = (),
) -> Comparison | None:
    """The statement against the account as this session sees it; None without a period.

    ``ignoring`` and ``siblings`` are as in `ledger_side`. Raises ``UnknownAccount``.
    """
    from pipeline.account.ledger_query import ledger_side
    from pipeline.account.one_account import OneAccount

    period = period_of(draft)
    if period is None:
        return None
    first = min((line.date for line in draft.lines if line.date is not None), default=None)
    one = OneAccount(session, account_id)
    side = ledger_side(one, period, first, settings, ignoring, siblings)
    matching = match(draft.lines, side.entries, period, settings)
    return Comparison(side, matching, settings)
