"""The status of an import, and which statements of accounts need no decision."""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, Text, bindparam, cast, exists, func, or_, select, update
from sqlalchemy.orm import Session

from db.ledger.bookkeeping import Touched, remember_statement
from db.models import (
    BalanceAssertion,
    Document,
    Import,
    Line,
    Lock,
    Proposal,
    Reconciliation,
    Resolution,
    Statement,
)
from db.session import ask
from db.words import ImportStatus, ProposalStatus, ResolutionOp, Verdict
from pipeline.account.new_account import free_name, meant_by_now
from pipeline.record.account_order import Placed
from pipeline.record.drafts import draft_of


def _proposed(*status: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists().where(Proposal.reconciliation_id == Reconciliation.id, *status)


def _resolved(*op: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists().where(Resolution.statement_id == Statement.id, *op)


#: ``left``: a no to what a model suggested leaves open what it was about.
_STATEMENTS: Final = (
    select(
        Statement.stands,
        Statement.stated,
        Reconciliation.verdict,
        _proposed(Proposal.status == ProposalStatus.PENDING).label("waiting"),
        (_proposed(Proposal.status != ProposalStatus.PENDING) | _resolved()).label("decided"),
        (
            _resolved(Resolution.op == ResolutionOp.LEAVE)
            | _proposed(Proposal.status == ProposalStatus.REJECTED, Proposal.suggested_by.is_(None))
        ).label("left"),
    )
    .join(Statement, Statement.id == Reconciliation.statement_id)
    .where(Statement.import_id == bindparam("import_id"))
)


def standing(session: Session, import_id: int) -> ImportStatus:
    """What the verdicts on its statements, and a person's decisions, make of an import."""
    rows = ask(session, _STATEMENTS, {"import_id": import_id}).all()
    if not any(row.stands for row in rows):
        chosen = any((row.stated or {}).get("stands") is False for row in rows)
        return ImportStatus.LEFT if chosen else ImportStatus.DUPLICATE
    waiting = any(row.waiting for row in rows)
    left = [row.left for row in rows if row.stands and row.verdict is not Verdict.MATCHED]
    if waiting or not all(left):
        return ImportStatus.NEEDS_REVIEW
    if left:
        return ImportStatus.LEFT
    return ImportStatus.DONE if any(row.decided for row in rows) else ImportStatus.MATCHED


def find_accounts(session: Session) -> None:
    """Go through the statements that hold without an account: theirs may be there by now, or
    another may have taken the name that they propose."""
    query = (
        select(Statement, Proposal)
        .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        .outerjoin(
            Proposal,
            (Proposal.reconciliation_id == Reconciliation.id)
            & (Proposal.status == ProposalStatus.PENDING),
        )
        .where(Statement.account_id.is_(None), Statement.holds.is_(True))
        .order_by(Statement.id)
    )
    for statement, proposal in session.execute(query).all():
        _find(session, statement, proposal)


def open_to_rivals(
    session: Session, touched: Mapping[int, Touched]
) -> Iterator[tuple[int, date, date]]:
    """The account, the first and the last day of each statement that is of its account by the
    ledger alone, or by nothing, and is near these changes of other accounts."""
    spans = [(each.first, each.last) for each in touched.values()]
    text = cast(Reconciliation.hypotheses, Text)
    query = (
        select(
            Statement.account_id,
            Statement.period_start,
            Statement.period_end,
            Reconciliation.hypotheses,
        )
        .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        .where(
            Statement.account_id.is_not(None),
            Statement.period_start <= max(last for _, last in spans),
            Statement.period_end >= min(first for first, _ in spans),
            or_(text.contains("ledger"), text.contains("assumed")),
        )
    )
    for account_id, start, end, hypotheses in session.execute(query):
        assert account_id is not None
        assert start is not None
        assert end is not None
        sources = {each["name"]: each["source"] for each in hypotheses or ()}
        if touched.keys() != {account_id} and sources.get("account") in ("ledger", "assumed"):
            yield account_id, start, end


def _find(session: Session, statement: Statement, proposal: Proposal | None) -> None:
    draft = draft_of(statement)
    statement.account_id = meant_by_now(session, draft)
    if statement.account_id is None:
        if proposal is not None:
            change, name = proposal.changes[0], free_name(session, draft)
            if change["name"] != name:
                proposal.changes = [{**change, "name": name}]
        return
    if proposal is not None:
        session.delete(proposal)
    session.flush()
    if statement.days is not None:
        remember_statement(session, statement.account_id, *statement.days)


_OFF: Final = (
    select(
        Reconciliation.id,
        Reconciliation.statement_id,
        (Reconciliation.verdict == Verdict.MATCHED).label("matched"),
        Reconciliation.carried,
        Reconciliation.opening_off_minor,
        Reconciliation.closing_off_minor,
        Reconciliation.follows,
    )
    .join(Statement, Statement.id == Reconciliation.statement_id)
    .where(
        Statement.account_id == bindparam("account_id"),
        or_(Reconciliation.verdict != Verdict.MATCHED, Reconciliation.follows.is_not(None)),
    )
)
_OF_IMPORTS: Final = (
    select(
        Statement.import_id,
        Statement.account_id,
        Reconciliation.follows,
        Import.explained_by,
        (Statement.stands & (Reconciliation.verdict != Verdict.MATCHED)).label("off"),
    )
    .join(Reconciliation, Reconciliation.statement_id == Statement.id)
    .join(Import, Import.id == Statement.import_id)
    .where(Statement.import_id.in_(bindparam("imports", expanding=True)))
    .order_by(Statement.import_id, Statement.period_start, Statement.period_end, Statement.id)
)


def say_carried(session: Session, account_id: int, placed: Sequence[Placed]) -> None:
    """Bring ``follows`` of the account's statements, and ``explained_by`` of their imports, in line
    with the state of each now. ``placed`` are those of the account, in order."""
    off = {row.statement_id: row for row in ask(session, _OFF, {"account_id": account_id})}
    if not off:
        return
    follows = dict(_followed(placed, off))
    for row in off.values():
        if row.follows != follows.get(row.statement_id):
            found = session.get_one(Reconciliation, row.id)
            found.follows = follows.get(row.statement_id)
    _explain(session, {each.import_id for each in placed if each.id in off})


def _followed(
    placed: Iterable[Placed], off: dict[int, Row[*tuple[Any, ...]]]
) -> Iterator[tuple[int, int]]:
    """Each statement that only carries on what the one before it had, with that one's import."""
    before: Placed | None = None
    for each in placed:
        if not each.stands:
            continue
        row = off.get(each.id)
        row = None if row is None or row.matched else row
        if row is not None and before is not None and _follows(row, off[before.id]):
            yield each.id, before.import_id
        before = None if row is None else each


def _follows(row: Row[*tuple[Any, ...]], before: Row[*tuple[Any, ...]]) -> bool:
    """Whether all that is off is what was off before."""
    known = row.opening_off_minor is not None
    return bool(known and row.carried and before.closing_off_minor == row.opening_off_minor)


def _explain(session: Session, imports: Collection[int]) -> None:
    """Say of each import what it follows from: nothing, unless all of it follows from others. As
    the oldest decides, nothing is explained by what it explains."""
    rows: dict[int, list[Row[*tuple[Any, ...]]]] = {}
    for row in session.execute(_OF_IMPORTS, {"imports": sorted(imports)}):
        rows.setdefault(row.import_id, []).append(row)
    for import_id, its in rows.items():
        cause = _cause(import_id, [row for row in its if row.off])
        if its[0].explained_by != cause:
            session.get_one(Import, import_id).explained_by = cause


def _cause(import_id: int, off: Sequence[Row[*tuple[Any, ...]]]) -> int | None:
    if any(row.follows is None or row.account_id is None for row in off):
        return None
    return next((row.follows for row in off if row.follows != import_id), None)


@dataclass(frozen=True, slots=True)
class Copies:
    """Ids of statements that another document has too, and those whose counting it changed."""

    alike: frozenset[int]
    changed: frozenset[int]


def set_copies_aside(session: Session, placed: Sequence[Placed]) -> Copies:
    """Say of each statement whether it is.

    A document is a copy if every statement of it is on another one that goes before it: one on
    which a person decided, then one with more statements, then the one whose hash is lower. That
    depends on the documents alone, and not on which came in first.
    """
    alike = [same for same in _alike(session, placed) if len(same) > 1]
    wanted = _standing(session, placed, alike)
    kept = _chosen(session, placed)
    changed = {each.id for each in placed if each.id not in kept and each.stands != wanted[each.id]}
    for same in alike:
        _hand_over(session, [each.id for each in same if wanted[each.id]], same)
    for stands in (True, False):
        ids = [n for n in changed if wanted[n] is stands]
        if ids:
            session.execute(update(Statement).where(Statement.id.in_(ids)).values(stands=stands))
    return Copies(_on_others(alike), frozenset(changed))


def _standing(
    session: Session, placed: Sequence[Placed], alike: Sequence[Sequence[Placed]]
) -> dict[int, bool]:
    """Whether each statement is to count, by its id."""
    if not alike:
        return {each.id: True for each in placed}
    documents = _documents(session, {each.import_id for same in alike for each in same})
    elsewhere: Counter[int] = Counter()
    for same in alike:
        first = min(documents[each.import_id] for each in same)
        elsewhere.update({each.import_id for each in same if documents[each.import_id] != first})
    copies = {n for n, count in elsewhere.items() if count == _count(session, n)}
    return {each.id: each.import_id not in copies for each in placed}


def _hand_over(session: Session, standing: Sequence[int], same: Sequence[Placed]) -> None:
    """What a copy has locked and asserted is from now on the one's that represents it."""
    if not standing:
        return
    first, *_ = sorted(standing)
    others = [each.id for each in same if each.id not in standing]
    of_others = select(Reconciliation.id).where(Reconciliation.statement_id.in_(others))
    proof = select(Reconciliation.id).where(Reconciliation.statement_id == first)
    session.execute(
        update(Lock)
        .where(Lock.reconciliation_id.in_(of_others))
        .values(reconciliation_id=proof.scalar_subquery())
    )
    session.execute(
        update(BalanceAssertion)
        .where(BalanceAssertion.statement_id.in_(others))
        .values(statement_id=first)
    )


def _on_others(alike: Iterable[Sequence[Placed]]) -> frozenset[int]:
    """Of those that are alike, the ids of which not all are on one document."""
    return frozenset(each.id for same in alike if _on_several(same) for each in same)


def _on_several(same: Iterable[Placed]) -> bool:
    return len({each.import_id for each in same}) > 1


def _chosen(session: Session, placed: Sequence[Placed]) -> set[int]:
    """Those of which a person said whether they count."""
    ids = [each.id for each in placed if not each.stands]
    if not ids:
        return set()
    said = select(Statement.id, Statement.stated).where(Statement.id.in_(ids))
    return {row.id for row in session.execute(said) if (row.stated or {}).get("stands") is False}


def _alike(session: Session, placed: Sequence[Placed]) -> Iterator[list[Placed]]:
    """Those that hold of equal period, balances and rows together."""
    by_facts: dict[Hashable, list[Placed]] = defaultdict(list)
    for each in placed:
        if each.holds:
            by_facts[each.start, each.end, each.balances].append(each)
    for same in by_facts.values():
        if _on_several(same):
            yield from _of_equal_rows(session, same)


def _of_equal_rows(session: Session, same: Iterable[Placed]) -> Iterable[list[Placed]]:
    by_rows: dict[Hashable, list[Placed]] = defaultdict(list)
    for each in same:
        query = select(Line.booked_on, Line.amount_minor).where(Line.statement_id == each.id)
        rows = Counter(tuple(row) for row in session.execute(query))
        by_rows[frozenset(rows.items())].append(each)
    return by_rows.values()


def _documents(session: Session, import_ids: Collection[int]) -> dict[int, tuple[bool, int, str]]:
    """What each document goes before others by, the lowest first."""
    decided = {
        row.import_id
        for row in session.execute(
            select(Statement.import_id)
            .join(Reconciliation, Reconciliation.statement_id == Statement.id)
            .join(Proposal, Proposal.reconciliation_id == Reconciliation.id)
            .where(Statement.import_id.in_(import_ids), Proposal.status != ProposalStatus.PENDING)
        )
    }
    return {n: (n not in decided, -_count(session, n), _sha256(session, n)) for n in import_ids}


def _count(session: Session, import_id: int) -> int:
    return session.scalar(select(func.count()).where(Statement.import_id == import_id)) or 0


def _sha256(session: Session, import_id: int) -> str:
    query = select(Document.sha256).join(Import, Import.document_id == Document.id)
    return session.scalar(query.where(Import.id == import_id)) or ""
