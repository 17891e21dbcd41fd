"""A recorded statement as the draft that it was read as, so that it can be proven again."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import bindparam, delete, exists, or_, select
from sqlalchemy.orm import Session

from db.models import Line as LineRow
from db.models import Lock, Proposal, Reconciliation, Resolution, Statement
from db.session import add_rows, ask
from db.words import ProposalStatus
from pipeline.account.one_account import OneAccount
from pipeline.account.readings import read_for
from pipeline.drafts import Line, StatementDraft, prove_draft
from pipeline.matching.shapes import MatchSettings
from pipeline.proof import KERNEL_VERSION, CertificateError, Document, Layout
from pipeline.record.certificates import answers_in, document_in, offered_in, stored_offer
from pipeline.record.correcting import CannotCorrect, corrections_in, typed_document, uncorrected
from pipeline.record.rows import (
    CHECKS,
    as_recorded,
    line_columns,
    recorded_draft,
    statement_columns,
    stored,
)


def is_of_this_kernel(row: Statement) -> bool:
    """Whether the kernel of today proved the statement, and not an earlier version of tieout."""
    return row.kernel_version == KERNEL_VERSION


def _document_of(row: Statement, words: bytes) -> Document:
    """The document as the statement has it: with the words that persons typed."""
    document, corrections, before = document_in(words), corrections_in(row), uncorrected(row)
    if not corrections or before is None:
        return document
    offered = offered_in(before, document)
    return typed_document(document, corrections, offered.witnesses[offered.chosen])


def draft_of(row: Statement, lines: Sequence[Line] | None = None) -> StatementDraft:
    """The draft with every line, as it was recorded, and the proof of its page, which the kernel
    makes again; ``lines`` are its own, where they are at hand.

    There is no proof of what an earlier version recorded, and none where what it was made from is
    damaged.
    """
    draft = recorded_draft(row, lines)
    document = row.work.document
    if not is_of_this_kernel(row) or not row.certificate or document is None:
        return draft
    try:
        words = _document_of(row, document.words or b"")
        offered = offered_in(row.certificate, words)
    except (CertificateError, CannotCorrect):
        return draft
    bare = replace(
        draft,
        witnesses=offered.witnesses,
        beside=offered.beside,
        objections=offered.objections,
        answers=answers_in(row.stated),
        method=offered.method,
    )
    proof = prove_draft(bare, words, offered.witnesses[offered.chosen]).proof
    return replace(bare, proof=proof)


_FIXED: Final = select(
    or_(
        exists().where(
            Lock.reconciliation_id == Reconciliation.id,
            Lock.released_at.is_(None),
            Reconciliation.statement_id == bindparam("statement_id"),
        ),
        exists().where(
            Proposal.reconciliation_id == Reconciliation.id,
            Proposal.status != ProposalStatus.PENDING,
            Reconciliation.statement_id == bindparam("statement_id"),
        ),
        exists().where(Resolution.statement_id == bindparam("statement_id")),
    )
)


@dataclass(frozen=True, slots=True)
class Reread:
    """A statement as its account reads it now; ``changed`` says whether its lines or its days are
    others than were recorded, ``rivals`` counts other witnesses that hold as well. Of one that is
    ``as_recorded`` nothing was written."""

    draft: StatementDraft
    rivals: int
    changed: bool
    as_recorded: bool = False


def reread(
    one: OneAccount,
    row: Statement,
    settings: MatchSettings,
    layouts: Sequence[Layout],
    draft: StatementDraft | None = None,
) -> Reread | None:
    """Read the statement for this account, and record what is read otherwise; None for one of an
    earlier kernel. ``draft`` is what was just recorded, if it was."""
    if not is_of_this_kernel(row):
        return None
    known = draft if draft is not None and draft.proof is not None else draft_of(row)
    if known.proof is None or known.witness is None:
        return None
    said = row.stated or {}
    fixed = (
        "answers" in said
        or "corrections" in said
        or bool(ask(one.session, _FIXED, {"statement_id": row.id}).scalar())
    )
    kept = known.witnesses.index(known.witness) if fixed else None
    found = read_for(one, known, settings, layouts, kept)
    if known is draft and found.draft == draft and found.draft.proof is draft.proof:
        return Reread(found.draft, found.rivals, changed=False, as_recorded=True)
    return Reread(found.draft, found.rivals, _keep(one.session, row, found.draft))


def _keep(session: Session, row: Statement, draft: StatementDraft) -> bool:
    """Write what is other than it was recorded; whether lines or days are."""
    wanted = statement_columns(draft)
    said = {"checks": stored(CHECKS, draft.checks), "certificate": stored_offer(draft)}
    moved = any(getattr(row, name) != wanted[name] for name in ("period_start", "period_end"))
    for name, value in (wanted | said).items():
        if getattr(row, name) != value:
            setattr(row, name, value)
    row.status = draft.status
    row.holds = draft.proof is not None and draft.proof.holds
    lines = [line_columns(as_recorded(line)) for line in draft.lines]
    there = [
        {name: getattr(each, name) for name in lines[0]} if lines else None for each in row.lines
    ]
    if lines != there:
        # Put these lines in the place of those that the statement has; pairs are written again
        # later.
        session.flush()
        session.execute(delete(LineRow).where(LineRow.statement_id == row.id))
        of_statement = {"statement_id": row.id}
        add_rows(session, LineRow, [of_statement | line_columns(line) for line in draft.lines])
        session.expire(row, ["lines"])
        return True
    session.flush()
    return moved


def choose(session: Session, row: Statement, draft: StatementDraft) -> None:
    """Put another reading of a statement, which a person chose, in place of the recorded one."""
    _keep(session, row, draft)
