"""Writes down what a model proposes about a statement: a proposal that waits like any other.

Nothing of it happens before a person says yes. What could not be accepted is refused at once: what
is no open difference, what a lock holds, what another statement is paired with. Amounts and dates
are the page's; a model only says which lines and entries belong together.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine, select

from db.audit import log
from db.errors import TieoutError
from db.locks import PeriodLocked
from db.models import Proposal, Reconciliation
from db.session import unit_of_work
from db.touched import take, take_accounts
from db.visible import one_line
from db.words import ProposalStatus
from pipeline.matching.shapes import Difference
from pipeline.record.as_json import EVIDENCE, stored
from pipeline.record.model_proposals import touches_only
from pipeline.record.pairing import lines_of
from pipeline.record.settled_versions import is_stale
from pipeline.review.applying import apply
from pipeline.review.deciding import settle_import
from pipeline.review.on_record import etag_of, named_statement, open_differences
from pipeline.review.wishing import Numbered, Wish, changes_of
from tools.account_numbers import without_numbers
from tools.ledger.changes import (
    FactChange,
    FactsPropose,
    LockedError,
    NotProposableError,
    Proposed,
    StaleError,
)

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


@dataclass(frozen=True, slots=True)
class ModelProposing:
    """Takes down the proposals of one model about accounts in scope; ``made`` are the ids of the
    imports and proposals that it proposed something for."""

    engine: Engine
    scope: Collection[int]
    model: Sequence[str]
    made: dict[int, int]

    def propose(self, asked: FactsPropose) -> Proposed:
        """Raises leaves of ``ToolError``; then nothing was written."""
        with unit_of_work(self.engine) as session:
            row = named_statement(session, self.scope, asked.statement)
            found = _proposed(session, row, asked, "".join(self.model[-1:]) or "a model")
            if found.status is ProposalStatus.PENDING:
                self.made[found.id] = row.statement.import_id
            return Proposed(proposal_id=found.id, status=found.status.value)


def _proposed(session: Session, row: Reconciliation, asked: FactsPropose, model: str) -> Proposal:
    changes = _changes(session, row, asked)
    key = f"asked:{row.id}:{asked.request_id}"
    before = _before(session, row, key, changes)
    if before is not None:
        return before
    _refuse_what_cannot_be(session, row, asked, changes)
    proposal = Proposal(
        reconciliation_id=row.id,
        request_id=key,
        ledger_etag=row.ledger_etag or "",
        changes=changes,
        reason=without_numbers(one_line(asked.reason)),
        evidence=_evidence(changes, open_differences(session, row)),
        suggested_by=model,
    )
    session.add(proposal)
    session.flush()
    after = {"import": row.statement.import_id, "changes": changes}
    log(session, f"model:{model}", "propose", f"proposals:{proposal.id}", after=after)
    settle_import(session, row.statement.import_id)
    return proposal


def _before(
    session: Session, row: Reconciliation, key: str, changes: list[dict[str, Any]]
) -> Proposal | None:
    """What was proposed before under the same request, or with the same changes. Raises
    ``NotProposableError`` if the request was used for something else."""
    query = select(Proposal).where(
        Proposal.reconciliation_id == row.id, Proposal.suggested_by.is_not(None)
    )
    for proposal in session.scalars(query.order_by(Proposal.id)):
        if proposal.changes == changes:
            return proposal
        if proposal.request_id == key:
            raise NotProposableError(why="this request_id was used for something else")
    return None


def _changes(session: Session, row: Reconciliation, asked: FactsPropose) -> list[dict[str, Any]]:
    """The changes in the pipeline's own words, about open differences alone."""
    found = open_differences(session, row)
    lines = {line for each in found for line in each.lines}
    entries = {entry for each in found for entry in each.entries}
    own = lines_of(session, [row.statement_id])[row.statement_id]
    changes = []
    for change in asked.changes:
        if not set(change.lines) <= lines or not set(change.entries) <= entries:
            raise NotProposableError(why="a line or entry of it is in no open difference")
        _refuse_incomplete(change)
        meant = Numbered(0, row, found[0], own)
        wish = Wish(change.action.value, change.lines, change.entries, reason=asked.reason)
        try:
            changes += changes_of(meant, wish)
        except TieoutError as error:
            raise NotProposableError(why=error.message().rstrip(".")) from None
    return changes


def _refuse_incomplete(change: FactChange) -> None:
    """What a wish leaves out would be taken from whichever difference is at hand."""
    needs_lines = change.action.value in ("add", "amend", "pair")
    needs_entries = change.action.value in ("amend", "remove", "pair")
    if (needs_lines and not change.lines) or (needs_entries and not change.entries):
        raise NotProposableError(why=f"{change.action.value} needs its lines and entries")


def _refuse_what_cannot_be(
    session: Session,
    row: Reconciliation,
    asked: FactsPropose,
    changes: Sequence[Mapping[str, Any]],
) -> None:
    """Try the changes and take them back. Raises leaves of ``ToolError``."""
    statement = row.statement
    account_id = statement.account_id
    if account_id is None or asked.etag != etag_of(row) or is_stale(session, account_id):
        raise StaleError
    step = session.begin_nested()
    try:
        for change in changes:
            apply(session, statement, change, "nobody")
    except PeriodLocked as lock:
        period = f"{lock.facts['start']} to {lock.facts['end']}"
        raise LockedError(period=period, account_id=account_id) from None
    except TieoutError as error:
        raise NotProposableError(why=error.message().rstrip(".")) from None
    finally:
        step.rollback()
        # What was remembered was rolled back with the rest.
        take(session), take_accounts(session)
        session.expire_all()


def _evidence(changes: Sequence[Mapping[str, Any]], differences: Sequence[Difference]) -> list[Any]:
    return [
        [
            place
            for each in differences
            if touches_only(change, [each])
            for place in stored(EVIDENCE, each.evidence)
        ]
        for change in changes
    ]
