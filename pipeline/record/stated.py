"""What persons said of a statement is kept with it, whenever its document is read anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import date
from typing import TYPE_CHECKING, Any

from db.audit import log
from db.bookkeeping import hold
from db.models import Account, Statement
from db.touched import remember_statement
from pipeline.record.answers import answers_in, without_answer
from pipeline.record.correcting import (
    CannotCorrect,
    Correction,
    corrected,
    corrections_in,
    with_corrections,
)
from pipeline.record.drafts import draft_of
from pipeline.record.rereading import choose
from pipeline.record.sealing import MACHINE

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def state_again(session: Session, statement: Statement, said: Mapping[str, Any]) -> None:
    """Put back what a person said of this statement before it was read anew."""
    statement.stated = dict(said)
    _leave_out_days(session, statement)
    _correct_again(session, statement)
    statement.stands = said.get("stands", statement.stands)
    account_id = said.get("account")
    if account_id is not None and session.get(Account, account_id) is not None:
        hold(session, account_id)
        statement.account_id = account_id
    remember(session, statement)


def _leave_out_days(session: Session, statement: Statement) -> None:
    """Leave out days that a person stated, and say so in the log, if a line is outside now."""
    lines = [line.booked_on for line in statement.lines if line.booked_on is not None]
    for each in answers_in(statement.stated):
        if each.hypothesis == "period":
            first, last = map(date.fromisoformat, each.value.split(" to "))
            if any(not first <= day <= last for day in lines):
                statement.stated = without_answer(statement.stated, each.id)
                log(session, MACHINE, "left_out", f"statements:{statement.id}", before=asdict(each))


def _correct_again(session: Session, statement: Statement) -> None:
    """Apply again what a person corrected; what fits the new reading no more is left out, and is
    said in the log."""
    wanted = corrections_in(statement)
    statement.stated = with_corrections(statement, ())
    draft = draft_of(statement)
    if not wanted or draft.proof is None:
        return
    kept: list[Correction] = []
    for each in wanted:
        try:
            corrected(draft, [*kept, each])
        except CannotCorrect as error:
            said = {"correction": asdict(each), "why": str(error)}
            log(session, MACHINE, "left_out", f"statements:{statement.id}", before=said)
            continue
        kept.append(each)
    if kept:
        statement.stated = with_corrections(statement, kept)
        choose(session, statement, corrected(draft, kept))


def remember(session: Session, statement: Statement) -> None:
    """Say that the statement's days of its account are to be settled."""
    if statement.account_id is not None and statement.days is not None:
        remember_statement(session, statement.account_id, *statement.days)
