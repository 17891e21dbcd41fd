"""What a person states of a statement that its pages do not print: whose it is, and when, and from
which balance; or that it does not stand, for another says the same days otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete

from db.audit import log
from db.bookkeeping import hold
from db.locks import PeriodLocked, locks_of
from db.models import Proposal, Reconciliation, Statement
from db.words import ProposalStatus, Verdict
from pipeline.drafts import StatementDraft
from pipeline.record.drafts import draft_of
from pipeline.record.reproof import reconciliations_of
from pipeline.record.settling import settle
from pipeline.record.stated import held_to_page, is_proven, remember, write_held
from pipeline.review.deciding import settle_import
from pipeline.review.errors import (
    NothingStated,
    NothingToProve,
    StatedNotProven,
    WhichStatement,
)

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


@dataclass(frozen=True, slots=True)
class Said:
    """What a person says; None where nothing is said. Balances are minor units, the holder's sign.

    ``stands`` false: another document's statement of these days is the one to go by.
    """

    account_id: int | None = None
    start: date | None = None
    end: date | None = None
    opening: int | None = None
    closing: int | None = None
    stands: bool | None = None

    @property
    def facts(self) -> dict[str, Any]:
        """What is to be held to the page, as it is kept."""
        found = {
            "start": self.start.isoformat() if self.start else None,
            "end": self.end.isoformat() if self.end else None,
            "opening": self.opening,
            "closing": self.closing,
        }
        return {name: value for name, value in found.items() if value is not None}


def state(
    session: Session,
    import_id: int,
    said: Said,
    actor: str,
    *,
    number: int | None = None,
    reason: str = "",
) -> Verdict:
    """Take a person's word for what the page does not say, and the verdict that follows.

    ``number`` counts the import's statements from 1. All or nothing happens in the caller's
    transaction. Raises ``NoSuchImport``, ``WhichStatement``, ``NothingStated``, ``PeriodLocked``,
    ``NothingToProve`` and ``StatedNotProven``.
    """
    row = reconciliation_of(session, import_id, number)
    if said == Said():
        raise NothingStated
    _refuse_locked(session, row)
    statement = row.statement
    before = _known(statement)
    remember(session, statement)
    if said.account_id is not None:
        _name_account(session, row, said.account_id)
    if said.facts:
        _hold_to_page(session, statement, said, actor)
    if said.stands is not None:
        statement.stands = said.stands
        statement.stated = {**(statement.stated or {}), "stands": said.stands}
    remember(session, statement)
    row.ledger_etag = None
    settle(session, actor)
    after = {"import": import_id, "reason": reason, **_known(statement)}
    log(session, actor, "state", f"statements:{statement.id}", before=before, after=after)
    settle_import(session, import_id)
    verdict: Verdict = row.verdict
    return verdict


def reconciliation_of(
    session: Session, import_id: int, number: int | None = None
) -> Reconciliation:
    """What was recorded of the import's statement of this number, or its only one.

    Raises ``NoSuchImport`` and ``WhichStatement``.
    """
    rows = reconciliations_of(session, import_id)
    if number is None and len(rows) == 1:
        return rows[0]
    if number is None or not 1 <= number <= len(rows):
        raise WhichStatement(import_id=import_id, count=len(rows))
    return rows[number - 1]


def _refuse_locked(session: Session, row: Reconciliation) -> None:
    for each in locks_of(session, row.id):
        if each.released_at is None:
            raise PeriodLocked(
                start=each.period_start, end=each.period_end, day=each.period_start, lock_id=each.id
            )


def _known(statement: Statement) -> dict[str, Any]:
    return {
        "account_id": statement.account_id,
        "period_start": statement.period_start.isoformat() if statement.period_start else None,
        "period_end": statement.period_end.isoformat() if statement.period_end else None,
        "opening_minor": statement.opening_minor,
        "closing_minor": statement.closing_minor,
        "currency": statement.currency,
        "stands": statement.stands,
    }


def _name_account(session: Session, row: Reconciliation, account_id: int) -> None:
    hold(session, account_id)
    row.statement.account_id = account_id
    row.statement.stated = {**(row.statement.stated or {}), "account": account_id}
    session.execute(
        delete(Proposal).where(
            Proposal.reconciliation_id == row.id, Proposal.status == ProposalStatus.PENDING
        )
    )
    session.flush()


def _hold_to_page(session: Session, statement: Statement, said: Said, actor: str) -> None:
    """Prove the page again with what is said, beside what was said before."""
    kept = {**(statement.stated or {}), **said.facts, "by": actor}
    found = held_to_page(draft_of(statement), kept, actor)
    if found is None:
        raise NothingToProve(import_id=statement.import_id)
    if not is_proven(found):
        raise StatedNotProven(why=_why(found))
    statement.stated = kept
    write_held(session, statement, found)


def _why(draft: StatementDraft) -> str:
    """What the kernel still misses, by the names that a review shows."""
    checks = [each for each in draft.checks if each.state != "passed"]
    return ", ".join(f"{each.name} {each.detail}".strip() for each in checks[:3])
