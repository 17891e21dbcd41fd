"""What follows for a recorded statement from the ledger as it is, with nothing written down."""

from __future__ import annotations

from sqlalchemy.orm import Session

from db.models import Reconciliation
from pipeline.account.one_account import OneAccount
from pipeline.matching.verdicts import Proof
from pipeline.record.account_order import in_order
from pipeline.record.drafts import draft_of
from pipeline.record.pairing import alone, lines_of
from pipeline.record.reproof import compared


def proof_now(session: Session, row: Reconciliation) -> Proof:
    """The statement's proof beside the others of its account."""
    account_id = row.statement.account_id
    assert account_id is not None
    (placed,) = (each for each in in_order(session, account_id) if each.id == row.statement_id)
    lines = lines_of(session, [placed.id])[placed.id]
    one = OneAccount(session, account_id)
    paired = alone(one, placed, lines)
    return compared(one, placed, lines, paired).proof(draft_of(row.statement))
