"""Records a document: everything in one transaction, or nothing at all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from sqlalchemy.orm import Session

from db.ledger.bookkeeping import hold as hold_account
from db.ledger.bookkeeping import remember_statement
from db.models import Document, Line, Reconciliation, Statement
from db.session import add_rows, change_rows
from db.words import AccountKind, DocumentType, ImportStatus
from pipeline.account.new_account import new_account
from pipeline.drafts import StatementDraft
from pipeline.errors import LedgerMoved
from pipeline.matching.hints import Compared, with_transfers
from pipeline.proof import KERNEL_VERSION
from pipeline.record.certificates import keep_document, stored_offer, stored_pages
from pipeline.record.kept_decisions import put_back_decisions, put_back_stated, set_aside
from pipeline.record.proposing import StatementRef, propose_account
from pipeline.record.reproof import Proven
from pipeline.record.rows import (
    ASKED,
    CHECKS,
    CITATIONS,
    DIFFERENCES,
    HYPOTHESES,
    figures_of,
    line_columns,
    statement_columns,
    stored,
)
from pipeline.record.settling import settle
from pipeline.record.standing import standing
from pipeline.results import DocumentResult, StatementResult


@dataclass(frozen=True, slots=True)
class RowIds:
    """Which rows of the database an import's outcome belongs to."""

    import_id: int
    document_id: int


@dataclass(frozen=True, slots=True)
class Recorded:
    """The state of an import after its document was recorded, and the outcome of each statement.

    ``statements`` are the ids of the document's by their ordinals; ``proven`` is the outcome of
    them and of all others that were proven again beside them, by id. ``known`` is true if other
    documents had brought all of it in before."""

    import_id: int
    status: ImportStatus
    known: bool
    result: DocumentResult
    statements: Mapping[int, int]
    proven: Mapping[int, Proven]

    @property
    def outcome(self) -> ImportStatus:
        """What importing it came to: nothing new, whichever of the copies represents all."""
        return ImportStatus.DUPLICATE if self.known else self.status


def record(session: Session, place: RowIds, ready: "PreparedDocument") -> Recorded:
    """Store the document's statements, settle what they touch, and say how that leaves its import.

    Each statement is paired and proven again beside all others of its account. What an earlier
    reading of the document left is replaced; a person's decisions on it are kept. Raises
    ``LedgerMoved`` if the ledger changed since they were compared; then nothing must be committed.
    """
    result = ready.result
    # Documents of one account take turns, or neither would see the statement that the other
    # brings.
    sides = [each.comparison.side for each in result.statements if each.comparison]
    for account_id, etag in sorted({(side.account_id, side.etag) for side in sides}):
        if hold_account(session, account_id) != etag:
            raise LedgerMoved
    kept = set_aside(session, place.import_id)
    rows = _write(session, place, ready)
    put_back_decisions(session, place.import_id, kept)
    put_back_stated(session, place.import_id, kept)
    ids = {ordinal: row.statement_id for ordinal, row in rows.items()}
    drafts = {
        ids[each.ordinal]: each.draft
        for each in result.statements
        if each.ordinal not in kept.stated
    }
    settlement = settle(session, drafts=drafts)
    status = standing(session, place.import_id)
    known = not kept.anew and settlement.alike >= set(ids.values())
    found = settled(session, result, ids, settlement.proven)
    return Recorded(place.import_id, status, known, found, ids, settlement.proven)


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


def _as_settled(
    session: Session, result: StatementResult, proven: Proven | None
) -> StatementResult:
    """The result with what it came to beside the others of its account."""
    if proven is None:
        return result
    account_id, settings = proven.comparison.side.account_id, proven.comparison.settings
    compared = Compared(proven.findings.differences, proven.draft.lines, account_id, settings)
    shown = with_transfers(session, compared)
    found = replace(proven.findings, differences=shown)
    return replace(result, draft=proven.draft, comparison=proven.comparison, findings=found)


def _write(session: Session, place: RowIds, ready: "PreparedDocument") -> dict[int, Reconciliation]:
    """Store the statements with their lines, as they were read; their proofs by their ordinals."""
    change_rows(session, Document, [place.document_id], ready.document)
    rows = {}
    for each in ready.statements:
        statement = Statement(import_id=place.import_id, **each.statement)
        rows[each.result.ordinal] = Reconciliation(statement=statement, **each.proof)
    session.add_all(rows.values())
    session.flush()
    for each in ready.statements:
        of_statement = {"statement_id": rows[each.result.ordinal].statement_id}
        add_rows(session, Line, [{**of_statement, **line} for line in each.lines])
    # The only currency that the document's statements print, for one that prints none.
    printed = {each.draft.currency for each in ready.result.statements if each.draft.currency}
    currency = printed.pop() if len(printed) == 1 else None
    for result in ready.result.statements:
        row = rows[result.ordinal]
        if change := new_account(session, result, currency):
            propose_account(session, StatementRef(place.import_id, result.ordinal, row.id), change)
        if row.statement.account_id is not None and row.statement.days is not None:
            remember_statement(session, row.statement.account_id, *row.statement.days)
    return rows


Columns: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PreparedStatement:
    """The columns of a statement, of its lines and of its proof, without the ids of each other."""

    result: StatementResult
    statement: Columns
    lines: Sequence[Columns]
    proof: Columns


@dataclass(frozen=True, slots=True)
class PreparedDocument:
    """A document's result, and the columns of its rows."""

    result: DocumentResult
    document: Columns
    statements: Sequence[PreparedStatement]


def prepared(result: DocumentResult) -> PreparedDocument:
    """The document's rows, as far as they do not depend on what the ledger holds."""
    cards = [each.draft.kind is AccountKind.CARD for each in result.statements]
    document: Columns = {
        "pages": result.pages,
        "encrypted": result.encrypted,
        "engine": result.engine,
        "document_type": DocumentType.CARD_STATEMENT if all(cards) else DocumentType.STATEMENT,
        "words": _words_of(result),
        "warnings": list(result.warnings),
    }
    statements = [_statement(each) for each in result.statements]
    for each in result.statements:
        if (proof := each.draft.proof) is not None:
            keep_document(document["words"], proof.document)
    return PreparedDocument(result, document, statements)


def _words_of(document: DocumentResult) -> bytes | None:
    """The document's words, if anything was offered for proof from them."""
    documents = [each.draft.proof.document for each in document.statements if each.draft.proof]
    if not documents:
        return None
    if any(each.pages != documents[0].pages for each in documents):
        raise ValueError("all statements of a document are proven from the same words")
    return stored_pages(documents[0].pages)


def _statement(result: StatementResult) -> PreparedStatement:
    lines = [line_columns(line) for line in result.draft.lines]
    return PreparedStatement(result, _of_statement(result), lines, _of_findings(result))


def _of_statement(result: StatementResult) -> Columns:
    draft: StatementDraft = result.draft
    return {
        "ordinal": result.ordinal,
        "account_id": result.account_id,
        **statement_columns(draft),
        "status": draft.status,
        "holds": draft.proof is not None and draft.proof.holds,
        "checks": stored(CHECKS, draft.checks),
        "certificate": stored_offer(draft),
        "kernel_version": KERNEL_VERSION,
    }


def _of_findings(result: StatementResult) -> Columns:
    use = result.use
    found = result.findings
    said = result.claim.model_dump() if result.claim else {}
    cited = {"cited": stored(CITATIONS, result.cited)} if result.cited else {}
    return {
        "verdict": result.verdict,
        "proof": stored(CHECKS, found.checks),
        "hypotheses": stored(HYPOTHESES, found.shown),
        "claim": {**said, **cited} or None,
        "differences": stored(DIFFERENCES, found.differences),
        "model": use.model,
        "format": use.format,
        "turns": use.turns,
        "tokens_in": use.tokens_in,
        "tokens_out": use.tokens_out,
        "cost_usd": None if use.cost is None else f"{use.cost:f}",
        "ledger_etag": None,  # until it is settled
        "trace": [dict(line) for line in use.trace],
        "asked": ASKED.dump_python(result.asked, mode="json") if result.asked else None,
        "extraction_skipped": result.extraction_skipped,
        **figures_of(found, found.differences),
    }
