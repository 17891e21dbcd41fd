"""Proves a recorded statement again against the ledger as it is now, and records that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert

from db.models import Match, Proposal, Reconciliation
from pipeline.account.comparison import Comparison, compare
from pipeline.matching.match import DEFAULTS
from pipeline.matching.shapes import Difference, MatchSettings
from pipeline.matching.verdicts import Proof, prove
from pipeline.record.as_json import CHECKS, DIFFERENCES, stored
from pipeline.record.drafts import draft_of, is_of_this_kernel
from pipeline.record.proposing import About, propose

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def settings_of(row: Reconciliation) -> MatchSettings:
    """The window that the statement's import was asked for with."""
    options = row.statement.work.options or {}
    return MatchSettings(window=int(options.get("window", DEFAULTS.window)))


def prove_again(session: Session, row: Reconciliation) -> tuple[Comparison | None, Proof]:
    """What follows for the statement from the ledger as this session sees it."""
    draft, account_id = draft_of(row.statement), row.statement.account_id
    if account_id is None:
        return None, prove(draft, None, None)
    comparison = compare(session, draft, account_id, settings_of(row), ignoring=(row.statement_id,))
    return comparison, comparison.proof(draft) if comparison else prove(draft, None, None)


def record_again(session: Session, row: Reconciliation) -> tuple[Comparison | None, Proof]:
    """Prove again and put verdict, checks, differences and matches in the place of the old ones.

    What an earlier version said of a statement stays its verdict until the document is reprocessed,
    for there is nothing here to prove that from.
    """
    comparison, proof = prove_again(session, row)
    if is_of_this_kernel(row.statement):
        row.verdict = proof.verdict
        row.proof = stored(CHECKS, proof.checks)
    row.differences = stored(DIFFERENCES, proof.differences)
    row.ledger_etag = comparison.side.etag if comparison else None
    session.execute(delete(Match).where(Match.reconciliation_id == row.id))
    lines = {line.ordinal: line.id for line in row.statement.lines}
    if comparison and comparison.matching.pairs:
        pairs = [
            {
                "reconciliation_id": row.id,
                "line_id": lines[pair.line],
                "transaction_id": pair.entry,
            }
            for pair in comparison.matching.pairs
        ]
        session.execute(insert(Match), pairs)
    session.flush()
    session.expire(row, ["matches"])
    return comparison, proof


def propose_rest(
    session: Session, row: Reconciliation, comparison: Comparison | None, proof: Proof
) -> Proposal | None:
    """A new pending proposal for the differences that are left; None if there are none."""
    if not proof.differences or comparison is None:
        return None
    about = About(row.statement.import_id, row.statement.ordinal, row.id)
    return propose(session, about, draft_of(row.statement), comparison.side, proof.differences)


def stored_differences(row: Reconciliation) -> tuple[Difference, ...]:
    """The differences as they were recorded."""
    return DIFFERENCES.validate_python(row.differences)
