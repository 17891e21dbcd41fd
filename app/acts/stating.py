"""States, for a person, what no arithmetic can see of a statement."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from app.acts.actors import person
from app.acts.refusals import carried_out
from app.errors import StatementMoved
from app.queries.books import find_account
from app.shapes.stating import StatedShape, stated_shape
from db import ledger
from db.models import Reconciliation
from pipeline.review.stating import Said, reconciliation_of, state

#: In place of an account's name: the one that the page speaks of, which is not there yet.
NEW: Final = "new"


@dataclass(frozen=True, slots=True)
class Statements:
    """What a person said, in their words. ``account`` is `NEW` for one that is not in the ledger
    yet."""

    account: str | None = None
    period: tuple[date, date] | None = None
    largest: Literal["in", "out"] | None = None
    balance: Literal["have", "owe"] | None = None
    currency: str | None = None
    order: Literal["dmy", "mdy", "ymd"] | None = None
    booking: Literal["day", "second"] | None = None
    stands: bool | None = None
    remember: bool = True


def state_facts(
    engine: Engine,
    import_id: int,
    said: Statements,
    *,
    number: int | None = None,
    reason: str = "",
    dry_run: bool = False,
    seen: str | None = None,
    actor: str | None = None,
) -> StatedShape:
    """Take a person's word for what arithmetic cannot see; ``seen`` says what was known of the
    statement when they looked at it (`seen_of_facts`).

    Raises ``AccountUnclear``, ``StatementMoved`` and the errors of `stating.state`.
    """
    who = actor or person()

    def act(session: Session) -> StatedShape:
        row = reconciliation_of(session, import_id, number)
        statement = row.statement
        if seen is not None and seen != seen_of_facts(row):
            raise StatementMoved(import_id=import_id)
        start, end = said.period or (None, None)
        facts = Said(
            account_id=_account(session, said.account),
            new_account=said.account == NEW,
            start=start,
            end=end,
            largest=said.largest,
            balance=said.balance,
            currency=said.currency,
            order=said.order,
            booking=said.booking,
            stands=said.stands,
            remember=said.remember,
        )
        verdict = state(session, import_id, facts, who, number=number, reason=reason)
        session.expire(statement, ["account"])
        return stated_shape(statement, verdict)

    return carried_out(engine, act, action="state", actor=who, dry_run=dry_run)


def seen_of_facts(row: Reconciliation) -> str:
    """Stands for exactly what is known of a statement by now, and for its verdict."""
    known = row.statement
    said = (
        known.import_id, row.id, row.verdict.value, known.account_id, known.currency,
        known.period_start, known.period_end, known.opening_minor, known.closing_minor,
        known.stands, known.stated,
    )  # fmt: skip
    return hashlib.sha256(repr(said).encode()).hexdigest()


def _account(session: Session, wanted: str | None) -> int | None:
    if wanted is None or wanted == NEW:
        return None
    return find_account(ledger.accounts(session), wanted).id
