"""What a person stated of a statement, held to its page and kept with it, whenever it is read."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete

from db.audit import log
from db.bookkeeping import hold
from db.many_rows import add_rows
from db.models import Account, Line, Statement
from db.touched import remember_statement
from pipeline.drafts import StatementDraft, proven
from pipeline.proof.period import Period
from pipeline.proof.stated import Stated
from pipeline.reading.stated import prove_with
from pipeline.record.as_json import CHECKS, stored
from pipeline.record.certificates import stored_witness
from pipeline.record.drafts import draft_of
from pipeline.record.rows import line_columns, statement_columns

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

#: Of what is stated, what the kernel holds to the page.
FACTS: Final = ("start", "end", "opening", "closing")


def held_to_page(
    draft: StatementDraft, facts: Mapping[str, Any], actor: str
) -> StatementDraft | None:
    """The statement under these facts, proven or not; None if there is nothing to prove.

    Days are ISO dates, balances minor units in the holder's sign; ``actor`` is who states it.
    """
    if draft.proof is None:
        return None
    start, end = facts.get("start"), facts.get("end")
    period = Period(date.fromisoformat(start), date.fromisoformat(end)) if start and end else None
    stated = Stated(period, facts.get("opening"), facts.get("closing"), actor)
    return proven(draft, prove_with(draft.proof, stated))


def is_proven(draft: StatementDraft) -> bool:
    """Whether the kernel proved it, with both ends of its period."""
    return draft.proof is not None and draft.proof.proven and draft.period_start is not None


def write_held(session: Session, statement: Statement, draft: StatementDraft) -> None:
    """Keep what was proven in the place of what was read."""
    for column, value in statement_columns(draft).items():
        setattr(statement, column, value)
    assert draft.proof is not None
    statement.status = draft.status
    statement.checks = stored(CHECKS, draft.checks)
    statement.certificate = stored_witness(draft.proof)
    session.execute(delete(Line).where(Line.statement_id == statement.id))
    of_statement = {"statement_id": statement.id}
    add_rows(session, Line, [of_statement | line_columns(line) for line in draft.lines])
    session.expire(statement, ["lines"])


def state_again(session: Session, statement: Statement, said: Mapping[str, Any]) -> bool:
    """Put back what a person stated of this statement before it was read anew.

    False if the page, as it is read now, denies it: then its facts are left out, and logged.
    """
    facts = {name: said[name] for name in FACTS if name in said}
    found = held_to_page(draft_of(statement), facts, said.get("by", "")) if facts else None
    holds = found is not None and is_proven(found)
    if found is not None and holds:
        write_held(session, statement, found)
    kept = {name: value for name, value in said.items() if holds or name not in facts}
    statement.stated = kept or None
    statement.stands = said.get("stands", statement.stands)
    account_id = said.get("account")
    if account_id is not None and session.get(Account, account_id) is not None:
        hold(session, account_id)
        statement.account_id = account_id
    remember(session, statement)
    if facts and not holds:
        log(session, "tieout", "unstate", f"statements:{statement.id}", before=dict(facts))
    return holds or not facts


def remember(session: Session, statement: Statement) -> None:
    """Say that the statement's days of its account are to be settled."""
    if statement.account_id is not None and statement.days is not None:
        remember_statement(session, statement.account_id, *statement.days)
