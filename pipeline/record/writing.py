"""Writes down what came of a document: everything in one transaction, or nothing at all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sqlalchemy import insert

from db.bookkeeping import hold as hold_account
from db.models import Document, Line, Match, Reconciliation, Statement
from db.words import AccountKind, DocumentType, ImportStatus, Verdict
from pipeline.account.comparison import compare
from pipeline.account.new_account import new_account
from pipeline.drafts import StatementDraft
from pipeline.errors import LedgerMoved
from pipeline.matching.shapes import MatchSettings
from pipeline.proof.page import KERNEL_VERSION
from pipeline.record.as_json import CHECKS, DIFFERENCES, stored
from pipeline.record.kept_decisions import put_back_decisions, set_aside
from pipeline.record.known_statements import is_known
from pipeline.record.proofs import witness_of, words_of
from pipeline.record.proposing import About, propose, propose_account
from pipeline.record.rows import line_columns, statement_columns
from pipeline.record.standing import standing
from pipeline.results import DocumentResult, StatementResult

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


@dataclass(frozen=True, slots=True)
class Place:
    """Which rows of the database an import's outcome belongs to."""

    import_id: int
    document_id: int


def record(
    session: Session, place: Place, result: DocumentResult, settings: MatchSettings
) -> ImportStatus:
    """Store the document's statements and say in which state that leaves its import.

    Every proof is made again on what this transaction sees. Raises ``LedgerMoved`` if one
    comes out otherwise; then nothing must be committed. A document with nothing but statements
    that other documents brought in before is a duplicate in other bytes: nothing is added. What
    an earlier reading of the document left is replaced; a person's decisions on it are kept.
    """
    # Documents of one account take turns, or neither would see the statement that the other brings.
    for account_id in sorted({each.account_id for each in result.statements if each.account_id}):
        hold_account(session, account_id)
    kept = set_aside(session, place.import_id)
    _describe(session, place, result)
    if all(is_known(session, statement) for statement in result.statements):
        return ImportStatus.DUPLICATE
    document = session.get_one(Document, place.document_id)
    document.words, document.warnings = words_of(result), list(result.warnings)
    for statement in result.statements:
        _statement(session, place, _proven_again(session, statement, settings))
    if not kept.any:
        return status_of(result)
    put_back_decisions(session, place.import_id, kept)
    return standing(session, place.import_id)


def status_of(result: DocumentResult) -> ImportStatus:
    """What the verdicts on its statements make of an import."""
    matched = all(statement.verdict is Verdict.MATCHED for statement in result.statements)
    return ImportStatus.MATCHED if matched else ImportStatus.NEEDS_REVIEW


def _describe(session: Session, place: Place, result: DocumentResult) -> None:
    document = session.get_one(Document, place.document_id)
    document.pages, document.encrypted = result.pages, result.encrypted
    document.engine = result.engine
    cards = [s.draft.kind is AccountKind.CARD for s in result.statements]
    document.document_type = DocumentType.CARD_STATEMENT if all(cards) else DocumentType.STATEMENT


def _proven_again(
    session: Session, statement: StatementResult, settings: MatchSettings
) -> StatementResult:
    if statement.account_id is None:
        return statement
    comparison = compare(session, statement.draft, statement.account_id, settings)
    if comparison is None or comparison.proof(statement.draft) != statement.proof:
        raise LedgerMoved
    return replace(statement, comparison=comparison)


def _statement(session: Session, place: Place, result: StatementResult) -> None:
    row = _statement_row(place, result)
    session.add(row)
    session.flush()
    lines = _lines(session, row.id, result.draft)
    proven = _reconciliation_row(row.id, result)
    session.add(proven)
    session.flush()
    _matches(session, proven.id, result, lines)
    _propose(session, About(place.import_id, result.ordinal, proven.id), result)


def _propose(session: Session, about: About, result: StatementResult) -> None:
    if result.comparison is not None and result.proof.differences:
        propose(session, about, result.draft, result.comparison.side, result.proof.differences)
    elif change := new_account(session, result):
        propose_account(session, about, change)


def _statement_row(place: Place, result: StatementResult) -> Statement:
    draft = result.draft
    return Statement(
        import_id=place.import_id,
        ordinal=result.ordinal,
        account_id=result.account_id,
        **statement_columns(draft),
        status=draft.status,
        checks=stored(CHECKS, draft.checks),
        certificate=witness_of(result),
        kernel_version=KERNEL_VERSION,
    )


def _lines(session: Session, statement_id: int, draft: StatementDraft) -> dict[int, int]:
    """Insert the draft's lines and give their ids by ordinal."""
    if not draft.lines:
        return {}
    rows = [{"statement_id": statement_id, **line_columns(line)} for line in draft.lines]
    found = session.execute(insert(Line).returning(Line.ordinal, Line.id), rows)
    return {row.ordinal: row.id for row in found}


def _reconciliation_row(statement_id: int, result: StatementResult) -> Reconciliation:
    use = result.use
    return Reconciliation(
        statement_id=statement_id,
        verdict=result.verdict,
        proof=stored(CHECKS, result.proof.checks),
        claim=result.claim.model_dump() if result.claim else None,
        differences=stored(DIFFERENCES, result.proof.differences),
        model=use.model,
        format=use.format,
        turns=use.turns,
        tokens_in=use.tokens_in,
        tokens_out=use.tokens_out,
        cost_usd=None if use.cost is None else f"{use.cost:f}",
        ledger_etag=result.comparison.side.etag if result.comparison else None,
        trace=[dict(line) for line in use.trace],
        extraction_skipped=result.extraction_skipped,
    )


def _matches(
    session: Session, reconciliation_id: int, result: StatementResult, lines: dict[int, int]
) -> None:
    pairs = result.comparison.matching.pairs if result.comparison else ()
    if pairs:
        session.execute(
            insert(Match),
            [
                {
                    "reconciliation_id": reconciliation_id,
                    "line_id": lines[pair.line],
                    "transaction_id": pair.entry,
                }
                for pair in pairs
            ],
        )
