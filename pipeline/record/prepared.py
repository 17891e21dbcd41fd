"""What is to be written of a document, made ready before anything of the ledger is held."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from db.words import AccountKind, DocumentType
from pipeline.drafts import StatementDraft
from pipeline.proof import KERNEL_VERSION
from pipeline.record.as_json import ASKED, CHECKS, CITATIONS, DIFFERENCES, HYPOTHESES, stored
from pipeline.record.certificates import keep_document, stored_offer, stored_pages
from pipeline.record.kept_figures import figures_of
from pipeline.record.rows import line_columns, statement_columns
from pipeline.results import DocumentResult, StatementResult

Columns: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PreparedStatement:
    """The columns of a statement, of its lines and of its proof, but for the ids of each other."""

    result: StatementResult
    statement: Columns
    lines: Sequence[Columns]
    proof: Columns


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document's result, and the columns of its rows."""

    result: DocumentResult
    document: Columns
    statements: Sequence[PreparedStatement]


def prepared(result: DocumentResult) -> Prepared:
    """The document's rows, as far as they do not depend on what the ledger holds."""
    document = _document(result)
    statements = [_statement(each) for each in result.statements]
    for each in result.statements:
        if (proof := each.draft.proof) is not None:
            keep_document(document["words"], proof.document)
    return Prepared(result, document, statements)


def _document(result: DocumentResult) -> Columns:
    cards = [each.draft.kind is AccountKind.CARD for each in result.statements]
    return {
        "pages": result.pages,
        "encrypted": result.encrypted,
        "engine": result.engine,
        "document_type": DocumentType.CARD_STATEMENT if all(cards) else DocumentType.STATEMENT,
        "words": _words_of(result),
        "warnings": list(result.warnings),
    }


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
    return PreparedStatement(result, _of_statement(result), lines, _of_proof(result))


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


def _of_proof(result: StatementResult) -> Columns:
    use = result.use
    proof = result.proof
    return {
        "verdict": result.verdict,
        "proof": stored(CHECKS, proof.checks),
        "hypotheses": stored(HYPOTHESES, proof.shown),
        "claim": _claim(result),
        "differences": stored(DIFFERENCES, proof.differences),
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
        **figures_of(proof, proof.differences),
    }


def _claim(result: StatementResult) -> dict[str, Any] | None:
    """What the models said of the statement; None if they said nothing."""
    said = result.claim.model_dump() if result.claim else {}
    cited = {"cited": stored(CITATIONS, result.cited)} if result.cited else {}
    return {**said, **cited} or None
