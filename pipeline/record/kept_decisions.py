"""Keeps pairs, and what people decided and stated, while a document is recorded again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from sqlalchemy import bindparam, delete, select, update

from db.ledger.bookkeeping import hold, remember_statement
from db.ledger.queries import entries_of
from db.log import log
from db.models import (
    Account,
    BalanceAssertion,
    Line,
    LineNote,
    Lock,
    Match,
    Proposal,
    Reconciliation,
    Resolution,
    Statement,
    Transaction,
)
from db.session import add_rows, ask
from db.words import ProposalStatus
from pipeline.account.one_account import awaited
from pipeline.record.certificates import MACHINE, answers_in, without_answer
from pipeline.record.correcting import (
    CannotCorrect,
    Correction,
    corrected,
    corrections_in,
    with_corrections,
)
from pipeline.record.drafts import choose, draft_of

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from pipeline.record.pairing import Paired


_RECORDED: Final = (
    select(Statement.id).where(Statement.import_id == bindparam("import_id")).limit(1)
)


@dataclass(frozen=True, slots=True)
class KeptDecisions:
    """Ids of decided proposals, locks, balance assertions, resolutions and notes, by the ordinal of
    their statement; ``stated`` is what a person said of each. ``anew`` is false for a document that
    nothing was recorded of before."""

    proposals: Mapping[int, int]
    locks: Mapping[int, int]
    assertions: Mapping[int, int]
    resolutions: Mapping[int, int]
    notes: Mapping[int, int]
    stated: Mapping[int, Any]
    anew: bool = True


def set_aside(session: Session, import_id: int) -> KeptDecisions:
    """Delete what was recorded of the import, except its decisions, which hang in the air then."""
    if ask(session, _RECORDED, {"import_id": import_id}).first() is None:
        return KeptDecisions({}, {}, {}, {}, {}, {}, anew=False)  # its first time, as most are
    ordinals = {
        row.id: (row.ordinal, row.statement_id)
        for row in session.execute(
            select(Reconciliation.id, Reconciliation.statement_id, Statement.ordinal)
            .join(Statement, Statement.id == Reconciliation.statement_id)
            .where(Statement.import_id == import_id)
        )
    }
    kept = KeptDecisions(
        proposals=_of(session, Proposal, ordinals),
        locks=_of(session, Lock, ordinals),
        assertions=_of_statements(session, BalanceAssertion, ordinals),
        resolutions=_of_statements(session, Resolution, ordinals),
        notes=_of_statements(session, LineNote, ordinals),
        stated=_remembered(session, import_id),
    )
    proven = list(ordinals)
    session.execute(delete(Proposal).where(Proposal.reconciliation_id.in_(proven)))
    session.execute(delete(Match).where(Match.reconciliation_id.in_(proven)))
    session.execute(delete(Reconciliation).where(Reconciliation.id.in_(proven)))
    session.execute(delete(Statement).where(Statement.import_id == import_id))
    return kept


def _remembered(session: Session, import_id: int) -> dict[int, Any]:
    """What a person stated, by the ordinal; and that these statements go from their accounts."""
    stated: dict[int, Any] = {}
    remember_going(session, import_id)
    for row in session.scalars(select(Statement).where(Statement.import_id == import_id)):
        if row.stated is not None:
            stated[row.ordinal] = row.stated
    return stated


def _of(
    session: Session, table: type[Proposal] | type[Lock], ordinals: Mapping[int, tuple[int, int]]
) -> dict[int, int]:
    rows = session.execute(
        select(table.id, table.reconciliation_id).where(table.reconciliation_id.in_(ordinals))
    )
    found = {row.id: ordinals[row.reconciliation_id][0] for row in rows}
    if table is Proposal:
        waiting = select(Proposal.id).where(Proposal.status == ProposalStatus.PENDING)
        for proposal in session.scalars(waiting.where(Proposal.id.in_(found))):
            del found[proposal]
    session.execute(update(table).where(table.id.in_(found)).values(reconciliation_id=None))
    return found


def _of_statements(
    session: Session,
    table: type[BalanceAssertion] | type[Resolution] | type[LineNote],
    ordinals: Mapping[int, tuple[int, int]],
) -> dict[int, int]:
    by_statement = {statement: ordinal for ordinal, statement in ordinals.values()}
    rows = session.execute(
        select(table.id, table.statement_id).where(table.statement_id.in_(by_statement))
    )
    found = {row.id: by_statement[row.statement_id] for row in rows}
    session.execute(update(table).where(table.id.in_(found)).values(statement_id=None))
    return found


def put_back_decisions(session: Session, import_id: int, kept: KeptDecisions) -> None:
    if not kept.anew:
        return
    session.flush()
    rows = session.execute(
        select(Statement.ordinal, Statement.id, Reconciliation.id)
        .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        .where(Statement.import_id == import_id)
        .order_by(Statement.ordinal)
    ).all()
    if not rows:
        return
    # A statement that is not found any more leaves its decisions to the document's first.
    first = rows[0]
    now = {ordinal: (statement, proven) for ordinal, statement, proven in rows}
    for table, ids in ((Proposal, kept.proposals), (Lock, kept.locks)):
        for row_id, ordinal in ids.items():
            proven = now.get(ordinal, (first[1], first[2]))[1]
            session.execute(
                update(table).where(table.id == row_id).values(reconciliation_id=proven)
            )
    of_statements = (
        (BalanceAssertion, kept.assertions),
        (Resolution, kept.resolutions),
        (LineNote, kept.notes),
    )
    for kind, ids in of_statements:
        for row_id, ordinal in ids.items():
            statement = now.get(ordinal, (first[1], first[2]))[0]
            session.execute(update(kind).where(kind.id == row_id).values(statement_id=statement))


def put_back_stated(session: Session, import_id: int, kept: KeptDecisions) -> None:
    """Put back what persons said of the statements that are there still; the rest is logged."""
    if not kept.stated:
        return
    of_import = select(Statement).where(Statement.import_id == import_id)
    now = {row.ordinal: row for row in session.scalars(of_import)}
    for ordinal, said in kept.stated.items():
        if ordinal in now:
            state_again(session, now[ordinal], said)
        else:
            log(session, "tieout", "unstate", f"imports:{import_id}", before=dict(said))


def state_again(session: Session, statement: Statement, said: Mapping[str, Any]) -> None:
    """Put back what a person said of this statement before it was read again."""
    statement.stated = dict(said)
    # Leave out days that a person stated, and state it in the log, if a line is outside now.
    lines = [line.booked_on for line in statement.lines if line.booked_on is not None]
    for each in answers_in(statement.stated):
        if each.hypothesis == "period":
            first, last = map(date.fromisoformat, each.value.split(" to "))
            if any(not first <= day <= last for day in lines):
                statement.stated = without_answer(statement.stated, each.id)
                log(session, MACHINE, "left_out", f"statements:{statement.id}", before=asdict(each))
    _correct_again(session, statement)
    statement.stands = said.get("stands", statement.stands)
    account_id = said.get("account")
    if account_id is not None and session.get(Account, account_id) is not None:
        hold(session, account_id)
        statement.account_id = account_id
    remember(session, statement)


def _correct_again(session: Session, statement: Statement) -> None:
    """Correct the new reading as a person did before; what no longer fits is logged."""
    wanted = corrections_in(statement)
    statement.stated = with_corrections(statement, ())
    draft = draft_of(statement)
    if not wanted or draft.proof is None:
        return
    kept: list[Correction] = []
    for each in wanted:
        try:
            corrected(draft, [*kept, each])
        except CannotCorrect as error:
            said = {"correction": asdict(each), "why": str(error)}
            log(session, MACHINE, "left_out", f"statements:{statement.id}", before=said)
            continue
        kept.append(each)
    if kept:
        statement.stated = with_corrections(statement, kept)
        choose(session, statement, corrected(draft, kept))


def remember(session: Session, statement: Statement) -> None:
    """Say that the statement's days of its account are to be settled."""
    if statement.account_id is not None and statement.days is not None:
        remember_statement(session, statement.account_id, *statement.days)


RecordedPair: TypeAlias = tuple[int, int, date]
"""The line's ordinal, the entry's id, and the entry's day."""

_PAIRS: Final = (
    select(Line.statement_id, Line.ordinal, Transaction.id, Transaction.booked_on)
    .join(Match, Match.line_id == Line.id)
    .join(Transaction, Transaction.id == Match.transaction_id)
    .where(Line.statement_id.in_(bindparam("statements", expanding=True)))
)
_LINE_IDS: Final = select(Line.ordinal, Line.id).where(
    Line.statement_id == bindparam("statement_id")
)


def pairs_of(session: Session, statements: Collection[int]) -> dict[int, set[RecordedPair]]:
    found: dict[int, set[RecordedPair]] = {each: set() for each in statements}
    rows = ask(session, _PAIRS, {"statements": list(statements)})
    for statement, ordinal, entry, day in rows:
        found[statement].add((ordinal, entry, day))
    return found


def write_pairs(
    session: Session, row: Reconciliation, paired: Paired, there: set[RecordedPair]
) -> set[RecordedPair]:
    """Put these pairs in the place of those that the statement has; what it has then."""
    wanted = paired.pairs
    if wanted == {(ordinal, entry) for ordinal, entry, _ in there}:
        return there
    if there:
        session.execute(delete(Match).where(Match.reconciliation_id == row.id))
    if not wanted:
        return set()
    lines = ask(session, _LINE_IDS, {"statement_id": row.statement_id})
    ids = {line.ordinal: line.id for line in lines}
    rows = [
        {"reconciliation_id": row.id, "line_id": ids[line], "transaction_id": entry}
        for line, entry in sorted(wanted)
    ]
    add_rows(session, Match, rows)
    days = {link.entry.id: link.entry.booked_on for link in paired.links}
    by_hand = {entry for group in paired.by_hand for entry in group.entries}
    days |= {entry.id: entry.booked_on for entry in entries_of(session, by_hand)}
    return {(line, entry, days[entry]) for line, entry in wanted}


def remember_going(session: Session, import_id: int) -> None:
    """Add that the import's statements go, or are read again: what they touch are their periods,
    and all days on which they, or a person's words on them, keep an entry from others. What was
    outstanding until then may be on any later statement."""
    query = select(Statement).where(Statement.import_id == import_id)
    for row in session.scalars(query).all():
        if row.account_id is None or row.days is None:
            continue
        start, end = row.days
        # The entries that the statement is paired with, and those of which a person said something.
        paired = (
            select(Match.transaction_id)
            .join(Reconciliation, Reconciliation.id == Match.reconciliation_id)
            .where(Reconciliation.statement_id == row.id)
        )
        said = select(Resolution.entries).where(Resolution.statement_id == row.id)
        words = {each["id"] for entries in session.scalars(said) for each in entries}
        kept = words | set(session.scalars(paired))
        days = session.scalars(select(Transaction.booked_on).where(Transaction.id.in_(kept))).all()
        waiting = kept & awaited(session, row.account_id).keys()
        last = date.max if waiting else max([end, *days])
        remember_statement(session, row.account_id, min([start, *days]), last)


def statements_printing(session: Session, account_id: int, entries: Mapping[int, date]) -> set[int]:
    """The ids of the account's statements from these days on, one for each entry, with a line of
    the entry's amount."""
    found: set[int] = set()
    for entry, since in entries.items():
        amount = select(Transaction.amount_minor).where(Transaction.id == entry)
        query = (
            select(Statement.id)
            .join(Line, Line.statement_id == Statement.id)
            .where(
                Statement.account_id == account_id,
                Statement.period_start > since,
                Line.amount_minor == amount.scalar_subquery(),
            )
        )
        found.update(session.scalars(query))
    return found
