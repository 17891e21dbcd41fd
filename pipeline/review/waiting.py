"""What waits for a person, by cause, and accepting many proposals at once."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, NamedTuple
from uuid import uuid4

from sqlalchemy import ColumnElement, case, func, or_, select
from sqlalchemy.orm import Session

from db.errors import TieoutError
from db.ledger.bookkeeping import take, take_accounts
from db.ledger.queries import holds
from db.models import Account, Import, Proposal, Reconciliation, Statement
from db.session import ProgressStep, tell
from db.words import ImportStatus, ProposalStatus, Verdict
from pipeline.pages.errors import PasswordNeeded
from pipeline.review.deciding import Decided, accept

WAITING: Final = (ImportStatus.NEEDS_REVIEW, ImportStatus.FAILED)
#: What the differences come to; of an unproven statement, what it says that the account moved by.
_STAKE: Final = case(
    (
        Reconciliation.verdict == Verdict.UNPROVEN,
        func.abs(Statement.closing_minor - Statement.opening_minor),
    ),
    else_=Reconciliation.at_stake_minor,
)

_COLUMNS: Final[tuple[Any, ...]] = (
    Import.id,
    Import.status,
    Import.error_code,
    Import.explained_by,
    Statement.id,
    Statement.account_id,
    Statement.period_start,
    Statement.period_end,
    Statement.currency,
    Statement.exponent,
    Reconciliation.verdict,
    _STAKE,
)


class WaitingRow(NamedTuple):
    """One standing statement of an import that waits, or an import that has none.

    ``stake`` is in minor units of ``currency``, null where no one knows."""

    import_id: int
    status: ImportStatus
    error_code: str | None
    explained_by: int | None
    statement_id: int | None
    account_id: int | None
    start: date | None
    end: date | None
    currency: str | None
    exponent: int | None
    verdict: Verdict | None
    stake: int | None


def waiting_rows(session: Session) -> tuple[list[WaitingRow], dict[int, int]]:
    """Every statement of the imports that wait and follow from no other that waits; and those that
    do follow, each with the import before it."""
    first = _rows(session, Import.explained_by.is_(None))
    query = select(Import.id, Import.explained_by).where(
        Import.explained_by.is_not(None), Import.status.in_(WAITING)
    )
    before = {one: before for one, before in session.execute(query) if before is not None}
    waiting = {row.import_id for row in first} | before.keys()
    left = [one for one, cause in before.items() if cause not in waiting]
    follow = {one: cause for one, cause in before.items() if cause in waiting}
    return first + (_rows(session, Import.id.in_(left)) if left else []), follow


def _rows(session: Session, those: ColumnElement[bool]) -> list[WaitingRow]:
    found = session.execute(
        select(*_COLUMNS)
        .outerjoin(Statement, (Statement.import_id == Import.id) & Statement.stands.is_(True))
        .outerjoin(Reconciliation, Reconciliation.statement_id == Statement.id)
        .where(Import.status.in_(WAITING), those)
    )
    return list(map(WaitingRow._make, found))


def speaking_of(session: Session, text: str) -> set[int]:
    """The imports that wait and whose file's name, account or bank has this in it, in any case."""
    known_by = (
        Import.source_name,
        Statement.account_mask,
        Statement.institution,
        Account.name,
    )
    query = (
        select(Import.id)
        .outerjoin(Statement, Statement.import_id == Import.id)
        .outerjoin(Account, Account.id == Statement.account_id)
        .where(
            Import.status.in_(WAITING),
            or_(*(holds(each, text) for each in known_by)),
        )
    )
    return set(session.scalars(query))


class Need(StrEnum):
    """What an import that waits needs of a person."""

    DIFFERENCES = "differences"
    UNPROVEN = "unproven"
    PASSWORD = "password"
    FAILED = "failed"


Stakes = Mapping[tuple[str, int], int]
_NO_STAKES: Final[Stakes] = MappingProxyType({})


class Cause(NamedTuple):
    """An import that needs a person, and the ids of those that follow from it.

    ``explained_by`` is one that a person left as it differs, from which this one follows. ``day``
    is the last of its first statement. ``stakes`` are minor units by currency and its decimals.
    There may be tens of thousands, so that it is a plain tuple.
    """

    import_id: int
    explains: tuple[int, ...] = ()
    explained_by: int | None = None
    day: date | None = None
    accounts: frozenset[int] = frozenset()
    need: Need = Need.DIFFERENCES
    stakes: Stakes = _NO_STAKES


def causes(
    session: Session, account_id: int | None = None, month: date | None = None
) -> list[Cause]:
    """Every import that needs a person, the oldest first, with what follows from it grouped under
    it; of one account, or with a statement that reaches into a month, if asked for."""
    by_import: dict[int, list[WaitingRow]] = defaultdict(list)
    rows, follow = waiting_rows(session)
    for row in rows:
        by_import[row.import_id].append(row)
    explains: dict[int, list[int]] = defaultdict(list)
    roots: dict[int, int] = {}
    for n in follow:
        # The one that follows from none, of those from which this one does.
        # A chain may be as long as an account's life, so each link is gone along once.
        chain = [n]
        while chain[-1] not in roots and chain[-1] in follow:
            chain.append(follow[chain[-1]])
        root = roots.get(chain[-1], chain[-1])
        roots.update(dict.fromkeys(chain, root))
        explains[root].append(n)
    found = [
        Cause(
            n,
            tuple(sorted(explains.get(n, ()))),
            own[0].explained_by,
            min((row.end for row in own if row.end), default=None),
            frozenset(row.account_id for row in own if row.account_id is not None),
            _need(own),
            stakes_of(own),
        )
        for n, own in by_import.items()
        if _is_wanted(own, account_id, month)
    ]
    return sorted(found, key=lambda each: (each.day is None, each.day, each.import_id))


def stakes_of(rows: Sequence[WaitingRow]) -> Stakes:
    """What these statements are about, all together."""
    found: dict[tuple[str, int], int] = {}
    for row in rows:
        if row.stake and row.currency is not None and row.exponent is not None:
            key = row.currency, row.exponent
            found[key] = found.get(key, 0) + row.stake
    return found


def _need(rows: Sequence[WaitingRow]) -> Need:
    if rows[0].status is ImportStatus.FAILED:
        locked = rows[0].error_code == PasswordNeeded.code
        return Need.PASSWORD if locked else Need.FAILED
    verdicts = {row.verdict for row in rows}
    differs = Verdict.DIFFERENCES in verdicts and Verdict.UNPROVEN not in verdicts
    return Need.DIFFERENCES if differs else Need.UNPROVEN


def _is_wanted(rows: Sequence[WaitingRow], account_id: int | None, month: date | None) -> bool:
    if account_id is not None and all(row.account_id != account_id for row in rows):
        return False
    return month is None or any(reaches(row.start, row.end, month) for row in rows)


def reaches(start: date | None, end: date | None, month: date) -> bool:
    """Whether a statement of these days reaches into the month; not if a day is unknown."""
    if start is None or end is None:
        return False
    return (start.year, start.month) <= (month.year, month.month) <= (end.year, end.month)


#: How many proposals are read together.
_AT_ONCE: Final = 20
#: Where only so many proposals are tried, none after so many statements were proven again: one
#: proposal may be the cause of an account's whole life.
_MOST_PROVEN: Final = 1_000


@dataclass(frozen=True, slots=True)
class Chosen:
    """Of which account (by id) and of which month proposals are meant, and how many of them are
    tried, the oldest first; None is any."""

    account_id: int | None = None
    month: date | None = None
    most: int | None = None


def accept_safe(
    session: Session, actor: str, chosen: Chosen, group: str | None = None
) -> Iterator[tuple[Proposal, Decided]]:
    """Accept each proposal, the oldest first, after which its statement ties out.

    What would leave anything open stays as it was. An account that is still to be made is not one
    of these: `accept_new` is for that."""
    tried: set[tuple[int, str]] = set()
    group = group or uuid4().hex
    wait = how_many_to_try(session, chosen.most)
    proven = 0
    while (proposal := _next(session, chosen, tried, new=False)) is not None:
        if chosen.most is not None and (len(tried) >= chosen.most or proven >= _MOST_PROVEN):
            return
        tell(session, ProgressStep.PROPOSALS, min(len(tried), wait), wait)
        tried.add((proposal.id, proposal.ledger_etag))
        decided = _try(session, proposal, actor, group)
        if decided is not None:
            proven += decided.proven
            yield proposal, decided


def accept_new(
    session: Session, actor: str, chosen: Chosen, names: Mapping[str, str]
) -> Iterator[tuple[Proposal, Decided]]:
    """Make the accounts that proven statements propose, and bring in the entries of those of which
    a person answered before what nothing settles.

    ``names`` are what a person calls them, by the digits that the page prints; the others are
    called as the page says.
    """
    made: set[int] = set()
    group = uuid4().hex
    while (proposal := _next(session, Chosen(), set(), new=True)) is not None:
        change = proposal.changes[0]
        name = names.get(change["mask"] or "", change["name"])
        proposal.changes = [{**change, "name": name}]
        session.flush()
        decided = accept(session, proposal.id, actor, group=group)
        made.add(int(decided.applied[0]["after"]["account_id"]))
        yield proposal, decided
    for account_id in sorted(made):
        yield from accept_safe(session, actor, Chosen(account_id, chosen.month), group)


def how_many_to_try(session: Session, most: int | None) -> int:
    """How many proposals there are to try, as far as is known before; counted up to so many."""
    query = select(Proposal.id).where(
        Proposal.status == ProposalStatus.PENDING, Proposal.suggested_by.is_(None)
    )
    some = query.limit(most).subquery()
    return session.scalar(select(func.count()).select_from(some)) or 0


def _try(session: Session, proposal: Proposal, actor: str, group: str) -> Decided | None:
    """The decision if the statement ties out after it; else nothing has happened."""
    step = session.begin_nested()
    try:
        decided = accept(session, proposal.id, actor, group=group)
    except TieoutError:
        decided = None
    if decided is not None and decided.verdict is Verdict.MATCHED:
        step.commit()
        return decided
    step.rollback()
    # What was remembered was rolled back with the rest.
    take(session), take_accounts(session)
    session.expire_all()
    return None


def _next(
    session: Session, chosen: Chosen, tried: Collection[tuple[int, str]], *, new: bool
) -> Proposal | None:
    """The pending proposal of the oldest statement that was not tried as it is."""
    query = (
        select(Proposal, Statement)
        .join(Reconciliation, Reconciliation.id == Proposal.reconciliation_id)
        .join(Statement, Statement.id == Reconciliation.statement_id)
        .where(
            Proposal.status == ProposalStatus.PENDING,
            Proposal.suggested_by.is_(None),  # what a model suggests is looked at one by one
            Statement.account_id.is_(None) if new else Statement.account_id.is_not(None),
        )
        .order_by(Statement.period_start, Statement.period_end, Statement.id)
    )
    if chosen.account_id is not None:
        query = query.where(Statement.account_id == chosen.account_id)
    # Of thousands that wait only the first few are read.
    with session.execute(query.execution_options(yield_per=_AT_ONCE)) as found:
        for proposal, statement in found:
            in_month = chosen.month is None or reaches(
                statement.period_start, statement.period_end, chosen.month
            )
            if proposal.changes and in_month and (proposal.id, proposal.ledger_etag) not in tried:
                return proposal
    return None
