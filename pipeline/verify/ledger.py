"""Holds what a certificate proves to a ledger as it is now: the kernel's other half, run again."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy import select
from sqlalchemy.orm import Session

from db.ledger.views import AccountView
from db.models import Document, Import, Statement
from pipeline.account.comparison import Comparison, ScopedLedger, compare
from pipeline.account.ledger_query import accounts_in_scope
from pipeline.drafts import StatementDraft
from pipeline.matching.match import Findings, findings_of


def account_of(draft: StatementDraft, accounts: Sequence[AccountView]) -> AccountView | None:
    """The only account with the statement's number, and with its currency where it prints one."""
    number = draft.account_mask
    found = [
        account
        for account in accounts
        if number and account.mask and _ends_alike(number, account.mask)
        if draft.printed_currency in (None, account.currency)
    ]
    return found[0] if len(found) == 1 else None


def _ends_alike(one: str, two: str) -> bool:
    digits = min(len(one), len(two))
    return one[-digits:] == two[-digits:]


def proven_in_ledger(
    session: Session, draft: StatementDraft, account_id: int | None, sha256: str
) -> tuple[Comparison | None, Findings]:
    """The statement held to the account as the ledger is now; what was recorded of the same
    statement before does not count."""
    if account_id is None:
        return None, findings_of(draft, None, None)

    @contextmanager
    def same() -> Iterator[Session]:
        yield session

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
    ignoring = frozenset(session.scalars(query))
    scoped = ScopedLedger(same, accounts_in_scope(session, None), ignoring=ignoring)
    comparison = compare(session, draft, account_id, scoped)
    return comparison, comparison.findings() if comparison else findings_of(draft, None, None)
