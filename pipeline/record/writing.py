"""Writes down what came of a document: everything in one transaction, or nothing at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert

from db.bookkeeping import hold as hold_account
from db.models import Document, Line, Reconciliation, Statement
from db.touched import remember_statement
from db.words import AccountKind, DocumentType, ImportStatus
from pipeline.account.new_account import new_account
from pipeline.drafts import StatementDraft
from pipeline.errors import LedgerMoved
from pipeline.matching.transfers import with_transfers
from pipeline.proof.page import KERNEL_VERSION
from pipeline.record.as_json import ASKED, CHECKS, CITATIONS, DIFFERENCES, stored
from pipeline.record.kept_decisions import put_back_decisions, put_back_stated, set_aside
from pipeline.record.proofs import witness_of, words_of
from pipeline.record.proposing import About, propose_account
from pipeline.record.reproof import Proven
from pipeline.record.rows import line_columns, statement_columns
from pipeline.record.settling import settle
from pipeline.record.standing import standing
from pipeline.results import DocumentResult, StatementResult

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


@dataclass(frozen=True, slots=True)
class Place:
    """Which rows of the database an import's outcome belongs to."""

    import_id: int
    document_id: int


@dataclass(frozen=True, slots=True)
class Recorded:
    """How an import stands after its document was recorded, and what came of each statement.

    ``statements`` are the ids of the document's by their ordinals; ``proven`` is what came of them
    and of all others that were proven again beside them, by id. ``known`` is true if other
    documents had brought all of it in before.
    """

    import_id: int
    status: ImportStatus
    known: bool
    result: DocumentResult
    statements: Mapping[int, int]
    proven: Mapping[int, Proven]

    @property
    def outcome(self) -> ImportStatus:
        """What importing it came to: nothing new, whichever of the copies stands for all."""
        return ImportStatus.DUPLICATE if self.known else self.status


def record(session: Session, place: Place, result: DocumentResult) -> Recorded:
    """Store the document's statements, settle what they touch, and say how that leaves its import.

    Each statement is paired and proven anew beside all others of its account. What an earlier
    reading of the document left is replaced; a person's decisions on it are kept. Raises
    ``LedgerMoved`` if the ledger changed since they were compared; then nothing must be committed.
    """
    _hold_accounts(session, result)
    kept = set_aside(session, place.import_id)
    _describe(session, place, result)
    document = session.get_one(Document, place.document_id)
    document.words, document.warnings = words_of(result), list(result.warnings)
    currency = _one_currency(result)
    rows = {
        statement.ordinal: _statement(session, place, statement, currency)
        for statement in result.statements
    }
    put_back_decisions(session, place.import_id, kept)
    put_back_stated(session, place.import_id, kept)
    drafts = {
        rows[each.ordinal]: each.draft
        for each in result.statements
        if each.ordinal not in kept.stated
    }
    settlement = settle(session, drafts=drafts)
    status = standing(session, place.import_id)
    known = not kept.anew and settlement.alike >= set(rows.values())
    found = settled(session, result, rows, settlement.proven)
    return Recorded(place.import_id, status, known, found, rows, settlement.proven)


def settled(
    session: Session,
    result: DocumentResult,
    rows: Mapping[int, int],
    proven: Mapping[int, Proven],
) -> DocumentResult:
    """The result with what its statements, ``rows`` by their ordinals, came to beside others."""
    found = [
        _as_settled(session, each, proven.get(rows[each.ordinal])) for each in result.statements
    ]
    return replace(result, statements=tuple(found))


def _hold_accounts(session: Session, result: DocumentResult) -> None:
    """Documents of one account take turns, or neither would see the statement that the other
    brings."""
    sides = [each.comparison.side for each in result.statements if each.comparison]
    for account_id, etag in sorted({(side.account_id, side.etag) for side in sides}):
        if hold_account(session, account_id) != etag:
            raise LedgerMoved


def _as_settled(
    session: Session, result: StatementResult, proven: Proven | None
) -> StatementResult:
    """The result with what it came to beside the others of its account."""
    if proven is None:
        return result
    account_id, settings = proven.comparison.side.account_id, proven.comparison.settings
    shown = with_transfers(
        session, proven.proof.differences, proven.draft.lines, account_id, settings
    )
    proof = replace(proven.proof, differences=shown)
    return replace(result, draft=proven.draft, comparison=proven.comparison, proof=proof)


def _describe(session: Session, place: Place, result: DocumentResult) -> None:
    document = session.get_one(Document, place.document_id)
    document.pages, document.encrypted = result.pages, result.encrypted
    document.engine = result.engine
    cards = [s.draft.kind is AccountKind.CARD for s in result.statements]
    document.document_type = DocumentType.CARD_STATEMENT if all(cards) else DocumentType.STATEMENT


def _one_currency(result: DocumentResult) -> str | None:
    """The only currency that the document's statements print, for one that prints none."""
    printed = {each.draft.currency for each in result.statements if each.draft.currency}
    return printed.pop() if len(printed) == 1 else None


def _statement(
    session: Session, place: Place, result: StatementResult, currency: str | None
) -> int:
    """Store the statement with its lines, as it was read; its id."""
    row = _statement_row(place, result)
    session.add(row)
    session.flush()
    _lines(session, row.id, result.draft)
    proven = _reconciliation_row(row.id, result)
    session.add(proven)
    session.flush()
    if change := new_account(session, result, currency):
        propose_account(session, About(place.import_id, result.ordinal, proven.id), change)
    if row.account_id is not None and row.days is not None:
        remember_statement(session, row.account_id, *row.days)
    return row.id


def _statement_row(place: Place, result: StatementResult) -> Statement:
    draft = result.draft
    return Statement(
        import_id=place.import_id,
        ordinal=result.ordinal,
        account_id=result.account_id,
        **statement_columns(draft),
        status=draft.status,
        checks=stored(CHECKS, draft.checks),
        certificate=witness_of(result.draft),
        kernel_version=KERNEL_VERSION,
    )


def _lines(session: Session, statement_id: int, draft: StatementDraft) -> None:
    if draft.lines:
        rows = [{"statement_id": statement_id, **line_columns(line)} for line in draft.lines]
        session.execute(insert(Line), rows)


def _claim(result: StatementResult) -> dict[str, Any] | None:
    """What the models said of the statement; None if they said nothing."""
    said = result.claim.model_dump() if result.claim else {}
    cited = {"cited": stored(CITATIONS, result.cited)} if result.cited else {}
    return {**said, **cited} or None


def _reconciliation_row(statement_id: int, result: StatementResult) -> Reconciliation:
    use = result.use
    return Reconciliation(
        statement_id=statement_id,
        verdict=result.verdict,
        proof=stored(CHECKS, result.proof.checks),
        claim=_claim(result),
        differences=stored(DIFFERENCES, result.proof.differences),
        model=use.model,
        format=use.format,
        turns=use.turns,
        tokens_in=use.tokens_in,
        tokens_out=use.tokens_out,
        cost_usd=None if use.cost is None else f"{use.cost:f}",
        ledger_etag=None,  # until it is settled
        trace=[dict(line) for line in use.trace],
        asked=ASKED.dump_python(result.asked, mode="json") if result.asked else None,
        extraction_skipped=result.extraction_skipped,
    )
