"""Lets a person correct how a statement was read: other words, typed text, or nothing at all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy import select

from db.audit import log
from db.models import ConfirmedLayout, Statement, utc_now
from db.words import Verdict
from pipeline.account.layouts import LAYOUT
from pipeline.drafts import StatementDraft
from pipeline.proof import Layout, pattern
from pipeline.record.correcting import Correction, corrected, corrections_in, with_corrections
from pipeline.record.drafts import draft_of
from pipeline.record.rereading import choose
from pipeline.record.sealing import release_with
from pipeline.record.settling import settle
from pipeline.record.stated import remember
from pipeline.review.deciding import settle_import
from pipeline.review.errors import NothingToProve, NothingToTakeBack
from pipeline.review.stating import reconciliation_of, refuse_locked

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def correct(
    session: Session,
    import_id: int,
    correction: Correction,
    actor: str,
    *,
    number: int | None = None,
    reason: str = "",
) -> Verdict:
    """Take a person's word for what the page shows, and the verdict that follows.

    ``number`` counts the import's statements from 1. All or nothing happens in the caller's
    transaction. Raises ``NoSuchImport``, ``WhichStatement``, ``PeriodLocked``, ``NothingToProve``
    and ``CannotCorrect``.
    """
    row = reconciliation_of(session, import_id, number)
    refuse_locked(session, row)
    statement = row.statement
    said = replace(correction, by=actor, at=utc_now().isoformat())
    every = (*corrections_in(statement), said)
    _apply(session, statement, every)
    _remember_excuses(session, statement, actor)
    row.ledger_etag = None
    settle(session, actor)
    after = {"import": import_id, "reason": reason, "corrected": _plain(said)}
    log(session, actor, "correct", f"statements:{statement.id}", after=after)
    settle_import(session, import_id)
    verdict: Verdict = row.verdict
    return verdict


def take_back(
    session: Session, import_id: int, actor: str, *, number: int | None = None, reason: str = ""
) -> Verdict:
    """Take back the last correction of a statement, and the verdict that follows.

    A lock that came by itself goes with what it rested on. Raises ``NothingToTakeBack``, and what
    `correct` raises.
    """
    row = reconciliation_of(session, import_id, number)
    statement = row.statement
    every = corrections_in(statement)
    if not every:
        raise NothingToTakeBack(import_id=import_id)
    _apply(session, statement, every[:-1])
    _remember_excuses(session, statement, actor)
    row.ledger_etag = None
    settle(session, actor)
    release_with(session, row, "a correction was taken back", actor)
    before = {"import": import_id, "reason": reason, "corrected": _plain(every[-1])}
    log(session, actor, "take_back", f"statements:{statement.id}", before=before)
    settle_import(session, import_id)
    verdict: Verdict = row.verdict
    return verdict


def _apply(session: Session, statement: Statement, every: tuple[Correction, ...]) -> None:
    """Put the statement as it was read and corrected so in the place of the recorded one."""
    draft = _as_read(statement)
    remember(session, statement)
    found = corrected(draft, every, statement.import_id) if every else draft
    statement.stated = with_corrections(statement, every)
    choose(session, statement, found)
    session.flush()
    remember(session, statement)


def _remember_excuses(session: Session, statement: Statement, actor: str) -> None:
    """Keep by their words the rows that are no lines by a person's word, for the account's later
    statements. The row of a line of which one figure is none is not kept, for such lines come
    again. A layout of excuses has no columns, so that it settles nothing else."""
    mine = select(ConfirmedLayout).where(ConfirmedLayout.statement_id == statement.id)
    for each in session.scalars(mine):
        if not each.layout["heads"]:
            session.delete(each)
    draft = draft_of(statement)
    witness = draft.witness
    if witness is None or draft.proof is None or statement.account_id is None:
        return
    document = draft.proof.document
    lines = {document.row_of(line.amount) for line in witness.lines}
    others = {each.row for each in witness.other if each.by == "person"} - lines
    patterns = (pattern(document.of_row(row)) for row in others)
    excused = tuple(sorted({text for text in patterns if text}))
    if not excused:
        return
    how = replace(witness.convention, columns=(), balance_head=(), year=None)
    layout = Layout(0, "person", (), "", None, None, None, how, None, excused)
    session.add(
        ConfirmedLayout(
            account_id=statement.account_id,
            statement_id=statement.id,
            layout=LAYOUT.dump_python(layout, mode="json"),
            actor=actor,
        )
    )
    session.flush()


def _as_read(statement: Statement) -> StatementDraft:
    """The statement before anything of it was corrected."""
    kept, offered = statement.stated, statement.certificate
    if before := (kept or {}).get("uncorrected"):
        statement.certificate = before
    statement.stated = with_corrections(statement, ())
    draft = draft_of(statement)
    statement.stated, statement.certificate = kept, offered
    if draft.proof is None or draft.witness is None:
        raise NothingToProve(import_id=statement.import_id)
    return draft


def _plain(said: Correction) -> dict[str, object]:
    names = ("what", "line", "text", "day", "balance", "about", "way", "page")
    return {name: value for name in names if (value := getattr(said, name))}
