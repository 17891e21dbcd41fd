"""Writes down what came of a document: everything in one transaction, or nothing at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from db.bookkeeping import hold as hold_account
from db.many_rows import add_rows, change_rows
from db.models import Document, Line, Reconciliation, Statement
from db.touched import remember_statement
from db.words import ImportStatus
from pipeline.account.new_account import new_account
from pipeline.errors import LedgerMoved
from pipeline.matching.transfers import Compared, with_transfers
from pipeline.record.kept_decisions import put_back_decisions, put_back_stated, set_aside
from pipeline.record.prepared import Prepared
from pipeline.record.proposing import About, propose_account
from pipeline.record.reproof import Proven
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


def record(session: Session, place: Place, ready: Prepared) -> Recorded:
    """Store the document's statements, settle what they touch, and say how that leaves its import.

    Each statement is paired and proven anew beside all others of its account. What an earlier
    reading of the document left is replaced; a person's decisions on it are kept. Raises
    ``LedgerMoved`` if the ledger changed since they were compared; then nothing must be committed.
    """
    result = ready.result
    _hold_accounts(session, result)
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
    compared = Compared(proven.proof.differences, proven.draft.lines, account_id, settings)
    shown = with_transfers(session, compared)
    proof = replace(proven.proof, differences=shown)
    return replace(result, draft=proven.draft, comparison=proven.comparison, proof=proof)


def _one_currency(result: DocumentResult) -> str | None:
    """The only currency that the document's statements print, for one that prints none."""
    printed = {each.draft.currency for each in result.statements if each.draft.currency}
    return printed.pop() if len(printed) == 1 else None


def _write(session: Session, place: Place, ready: Prepared) -> dict[int, Reconciliation]:
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
    currency = _one_currency(ready.result)
    for result in ready.result.statements:
        _remember(session, place, result, rows[result.ordinal], currency)
    return rows


def _remember(
    session: Session,
    place: Place,
    result: StatementResult,
    row: Reconciliation,
    currency: str | None,
) -> None:
    """What is to be settled of the statement, and the account that is proposed for it."""
    if change := new_account(session, result, currency):
        propose_account(session, About(place.import_id, result.ordinal, row.id), change)
    statement = row.statement
    if statement.account_id is not None and statement.days is not None:
        remember_statement(session, statement.account_id, *statement.days)
