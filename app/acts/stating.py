"""States, for a person, what the page of a statement does not print."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from app.acts.actors import person
from app.acts.refusals import carried_out
from app.errors import StatementMoved
from app.queries.books import find_account
from app.shapes.stating import StatedShape, stated_shape
from db import ledger
from db.models import Account, Reconciliation, Statement
from db.money import exponent_of, to_minor
from pipeline.review.stating import Said, reconciliation_of, state


@dataclass(frozen=True, slots=True)
class Statements:
    """What a person said, in their words; amounts are decimal strings."""

    account: str | None = None
    period: tuple[date, date] | None = None
    opening: str | None = None
    closing: str | None = None
    stands: bool | None = None


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
    """Take a person's word for what the page does not print; ``seen`` says what was known of the
    statement when they looked at it (`seen_of_facts`).

    Raises ``AccountUnclear``, ``StatementMoved``, the errors of `db.money` and those of
    `stating.state`.
    """
    who = actor or person()

    def act(session: Session) -> StatedShape:
        row = reconciliation_of(session, import_id, number)
        statement = row.statement
        if seen is not None and seen != seen_of_facts(row):
            raise StatementMoved(import_id=import_id)
        account_id = _account(session, said.account)
        exponent = _exponent(session, statement, account_id)
        start, end = said.period or (None, None)
        facts = Said(
            account_id,
            start,
            end,
            None if said.opening is None else to_minor(said.opening, exponent),
            None if said.closing is None else to_minor(said.closing, exponent),
            said.stands,
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
        known.stands,
    )  # fmt: skip
    return hashlib.sha256(repr(said).encode()).hexdigest()


def _account(session: Session, wanted: str | None) -> int | None:
    return None if wanted is None else find_account(ledger.accounts(session), wanted).id


def _exponent(session: Session, statement: Statement, account_id: int | None) -> int:
    """How many decimals its money has: as the page prints, or else as the account's currency."""
    of = account_id or statement.account_id
    if statement.currency is None and of is not None:
        return exponent_of(session.get_one(Account, of).currency)
    return statement.exponent
