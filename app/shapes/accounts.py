"""The JSON of `tieout account`, documented in docs/other-json.md."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from app.shapes.writing import Versioned, money, shaped
from db.accounts.log import AccountAct
from db.money import exponent_of
from db.words import AccountKind, Verdict

if TYPE_CHECKING:
    from db.accounts.facts import AccountFacts
    from db.accounts.log import Done


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountFactsShape:
    """What an account is known by; ``opening_balance`` is before its first entry, and ``closed_on``
    is null for an account that is open.
    """

    id: int
    name: str
    institution: str | None
    kind: AccountKind
    currency: str
    mask: str | None
    opening_balance: Decimal
    opened_on: datetime.date | None
    closed_on: datetime.date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowsShape:
    """A statement that has another verdict now; ``statement`` counts those of its import from 0.
    Null is no verdict: another document stands for the statement.
    """

    import_id: int
    file: str
    statement: int
    was: Verdict | None
    now: Verdict | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountChangeShape(Versioned):
    """What was done to an account; ``before`` is null if it was added, ``after`` if it is gone.

    ``undone`` is the act that was taken back. ``other`` is the account that a merge took away, or
    that is there again. ``entries`` and ``statements`` are how many were turned or moved.
    ``follows`` are the statements that have another verdict for it. ``seen`` names the accounts as
    they were before: whoever saw this as a dry run hands it on, and nothing else is done.
    """

    act: AccountAct
    undone: AccountAct | None
    account_id: int
    before: AccountFactsShape | None
    after: AccountFactsShape | None
    other: AccountFactsShape | None
    changed: bool
    entries: int
    statements: int
    follows: tuple[FollowsShape, ...]
    seen: str


def account_change_shape(
    done: Done, follows: tuple[FollowsShape, ...], seen: str
) -> AccountChangeShape:
    """What was done."""
    return shaped(
        AccountChangeShape,
        done,
        before=_facts(done.before),
        after=_facts(done.after),
        other=_facts(done.other),
        follows=follows,
        seen=seen,
    )


def facts_shape(facts: AccountFacts) -> AccountFactsShape:
    """What an account is known by."""
    opening = money(facts.opening_balance_minor, exponent_of(facts.currency))
    return shaped(AccountFactsShape, facts, opening_balance=opening)


def _facts(facts: AccountFacts | None) -> AccountFactsShape | None:
    return facts_shape(facts) if facts else None
