"""What a model may see of recorded statements, and what it proposes about them."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any

from sqlalchemy import Engine, Select, func, select
from sqlalchemy.orm import Session, selectinload

from db.errors import TieoutError
from db.ledger.bookkeeping import take, take_accounts
from db.ledger.locks import PeriodLocked
from db.log import log
from db.models import Line, Proposal, Reconciliation, Statement
from db.money import to_decimal
from db.session import unit_of_work
from db.text import one_line
from db.words import ProposalStatus
from pipeline.matching.shapes import Difference, Evidence
from pipeline.record.drafts import is_of_this_kernel
from pipeline.record.pairing import lines_of
from pipeline.record.proposing import left_alone, recorded_differences, touches_only
from pipeline.record.rows import EVIDENCE, stored
from pipeline.record.settling import is_stale
from pipeline.review.applying import apply
from pipeline.review.deciding import settle_import
from pipeline.review.resolving import Numbered, Wish, changes_of
from tools.ledger.recorded_statements import (
    FindStatements,
    OpenDifference,
    RecordedAnswers,
    RecordedDifferences,
    RecordedStatement,
)
from tools.ledger.workspace import (
    FactsPropose,
    LockedError,
    NotProposableError,
    Proposed,
    Sessions,
    StaleError,
    StatementNotVisibleError,
    without_numbers,
)


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
    # The changes in the pipeline's own words, about open differences alone.
    found = open_differences(session, row)
    lines = {line for each in found for line in each.lines}
    entries = {entry for each in found for entry in each.entries}
    own = lines_of(session, [row.statement_id])[row.statement_id]
    changes = []
    for change in asked.changes:
        if not set(change.lines) <= lines or not set(change.entries) <= entries:
            raise NotProposableError(why="a line or entry of it is in no open difference")
        # What a wish leaves out would be taken from whichever difference is at hand.
        needs_lines = change.action.value in ("add", "amend", "pair")
        needs_entries = change.action.value in ("amend", "remove", "pair")
        if (needs_lines and not change.lines) or (needs_entries and not change.entries):
            raise NotProposableError(why=f"{change.action.value} needs its lines and entries")
        meant = Numbered(0, row, found[0], own)
        wish = Wish(change.action.value, change.lines, change.entries, reason=asked.reason)
        try:
            changes += changes_of(meant, wish)
        except TieoutError as error:
            raise NotProposableError(why=error.message().rstrip(".")) from None
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


_MOST_TEXT = 60
_ETAG = 16
#: A statement's only name: no zeros in front, and no digits but 0 to 9.
_STATEMENT = re.compile(r"[1-9][0-9]{0,16}\.[1-9][0-9]{0,16}")


def recorded(
    sessions: Sessions, scope: Collection[int], *, places: bool = False
) -> RecordedAnswers:
    """Both questions, answered for statements of the accounts in scope alone; with ``places``
    each difference says where on its page it is."""
    return RecordedAnswers(
        partial(_find, sessions, scope), partial(_differences, sessions, scope, places=places)
    )


def name_of(statement: Statement) -> str:
    """How a tool names the statement: its import, and its number in it from 1."""
    return f"{statement.import_id}.{statement.ordinal + 1}"


def etag_of(row: Reconciliation) -> str:
    """Names what is open on the statement, as it was shown."""
    return (row.ledger_etag or "")[:_ETAG]


def named_statement(session: Session, scope: Collection[int], name: str) -> Reconciliation:
    """What is recorded of the statement of that name. Raises StatementNotVisibleError."""
    number, _, place = name.partition(".")
    row = None
    if _STATEMENT.fullmatch(name):
        row = session.scalar(
            _standing(scope).where(
                Statement.import_id == int(number), Statement.ordinal == int(place) - 1
            )
        )
    if row is None:
        raise StatementNotVisibleError(names="those that find_statements lists")
    return row


def open_differences(session: Session, row: Reconciliation) -> tuple[Difference, ...]:
    lines = lines_of(session, [row.statement_id])[row.statement_id]
    return left_alone(session, row, lines, recorded_differences(row))


def _find(
    sessions: Sessions, scope: Collection[int], asked: FindStatements
) -> tuple[list[RecordedStatement], int]:
    with sessions() as session:
        query = _wanted(_standing(scope), asked)
        total = session.scalar(select(func.count()).select_from(query.subquery())) or 0
        newest = (Statement.period_end.desc(), Statement.import_id.desc(), Statement.ordinal)
        rows = session.scalars(
            query.options(selectinload(Reconciliation.statement).selectinload(Statement.account))
            .order_by(*newest)
            .limit(asked.limit)
        ).all()
        return [_recorded(session, row) for row in rows], total


def _standing(scope: Collection[int]) -> Select[Reconciliation]:
    return (
        select(Reconciliation)
        .join(Statement, Statement.id == Reconciliation.statement_id)
        .where(Statement.account_id.in_(scope), Statement.stands.is_(True))
    )


def _wanted(query: Select[Reconciliation], asked: FindStatements) -> Select[Reconciliation]:
    if asked.import_id is not None:
        query = query.where(Statement.import_id == asked.import_id)
    if asked.account_id is not None:
        query = query.where(Statement.account_id == asked.account_id)
    if asked.start_date is not None:
        query = query.where(Statement.period_end >= asked.start_date)
    if asked.end_date is not None:
        query = query.where(Statement.period_start <= asked.end_date)
    if asked.verdict is not None:
        query = query.where(Reconciliation.verdict == asked.verdict)
    return query


def _recorded(session: Session, row: Reconciliation) -> RecordedStatement:
    statement = row.statement
    count = select(func.count()).where(Line.statement_id == statement.id)
    return RecordedStatement(
        statement=name_of(statement),
        account=statement.account.name if statement.account else None,
        account_id=statement.account_id,
        currency=statement.currency or (statement.account.currency if statement.account else None),
        first_day=statement.period_start,
        last_day=statement.period_end,
        opening=_decimal(statement.opening_minor, statement.exponent),
        closing=_decimal(statement.closing_minor, statement.exponent),
        line_count=session.scalar(count) or 0,
        verdict=_verdict(row),
        difference_count=len(open_differences(session, row)),
    )


def _differences(
    sessions: Sessions, scope: Collection[int], name: str, *, places: bool
) -> RecordedDifferences:
    with sessions() as session:
        row = named_statement(session, scope, name)
        statement = row.statement
        known = statement.account.currency if statement.account else ""
        return RecordedDifferences(
            etag=etag_of(row),
            account_id=statement.account_id,
            currency=statement.currency or known,
            verdict=_verdict(row),
            differences=tuple(
                OpenDifference(
                    kind=each.kind.value,
                    lines=each.lines,
                    entries=each.entries,
                    date=each.date,
                    amount=_decimal(each.expected, statement.exponent),
                    ledger_amount=_decimal(each.found, statement.exponent),
                    description=each.description[:_MOST_TEXT],
                    reason=each.reason.value,
                    **(place_on_page(each.evidence) if places else {}),
                )
                for each in open_differences(session, row)
            ),
        )


def place_on_page(evidence: Sequence[Evidence]) -> dict[str, Any]:
    """The page and the box of a figure, as a model is shown them; nothing for one that has none."""
    if not evidence:
        return {}
    box = tuple(Decimal(f"{each:.1f}") for each in evidence[0].bbox)
    return {"page": evidence[0].page, "box": box}


def _verdict(row: Reconciliation) -> str:
    """What is proven, or was by a kernel that no longer counts."""
    found = row.verdict.value
    return found if is_of_this_kernel(row.statement) else f"{found}, by an earlier version"


def _decimal(minor: int | None, exponent: int) -> Decimal | None:
    return None if minor is None else to_decimal(minor, exponent)
