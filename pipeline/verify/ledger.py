"""Holds what a certificate proves to a ledger: the kernel's other half, run anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy import select

from db.models import Document, Import, Statement
from db.views import AccountView
from pipeline.account.comparison import Comparison, compare
from pipeline.drafts import StatementDraft
from pipeline.matching.verdicts import prove
from pipeline.proof.ledger import LedgerProof

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def account_of(draft: StatementDraft, accounts: Sequence[AccountView]) -> AccountView | None:
    """The only account with the statement's number, and with its currency where it prints one."""
    number = draft.account_mask
    found = [
        account
        for account in accounts
        if number and account.mask and _ends_alike(number, account.mask)
        if draft.currency in (None, account.currency)
    ]
    return found[0] if len(found) == 1 else None


def _ends_alike(one: str, two: str) -> bool:
    digits = min(len(one), len(two))
    return one[-digits:] == two[-digits:]


def proven_in_ledger(
    session: Session, draft: StatementDraft, account_id: int | None, sha256: str
) -> tuple[Comparison | None, LedgerProof]:
    """The statement held to the account as the ledger is now; what was recorded of the same
    statement before does not count."""
    if account_id is None:
        return None, prove(draft, None, None).of_ledger
    comparison = compare(session, draft, account_id, ignoring=_recorded(session, draft, sha256))
    proof = comparison.proof(draft) if comparison else prove(draft, None, None)
    return comparison, proof.of_ledger


def _recorded(session: Session, draft: StatementDraft, sha256: str) -> tuple[int, ...]:
    query = (
        select(Statement.id)
        .join(Import, Import.id == Statement.import_id)
        .join(Document, Document.id == Import.document_id)
        .where(
            Document.sha256 == sha256,
            Statement.period_start == draft.period_start,
            Statement.period_end == draft.period_end,
        )
    )
    return tuple(session.scalars(query))
