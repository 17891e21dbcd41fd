"""What was done to the ledger, and what is locked, as verbs and pages show it."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from sqlalchemy import Engine, literal, select, tuple_
from sqlalchemy.orm import Session

from app.access.rights import person
from app.queries.books import find_account
from app.shapes.decisions import ActShape, ChainShape, FlawShape, LogShape, act_shape, said
from app.shapes.lists import DiscrepancyShape, LockShape
from app.shapes.writing import shaped
from db.chain import check_chain
from db.ledger import locks as discrepancies
from db.ledger import queries
from db.ledger.locks import Contradicted, NoSuchLock, seen_of
from db.log import LogFilter, past, split
from db.models import Account, Discrepancy, Import, Lock, Reconciliation, Statement
from db.money import exponent_of, to_decimal_string
from db.session import read_only, unit_of_work


def acts(engine: Engine, wanted: LogFilter, account: str | None = None) -> LogShape:
    """The newest acts wanted, perhaps only those on one account. Raises ``AccountUnclear``."""
    with read_only(engine) as session:
        one_more = replace(
            wanted, limit=wanted.limit + 1, account_id=account_id_of(session, account)
        )
        found = [act_shape(each) for each in past(session, one_more)]
    shown = tuple(found[: wanted.limit])
    return LogShape(acts=shown, before=shown[-1].id if len(found) > wanted.limit else None)


def chain(engine: Engine, head: str | None) -> ChainShape:
    """Whether the log is as it was written, and still has the link whose hash was kept."""
    with read_only(engine) as session:
        found = check_chain(session, head)
    flaws = tuple(shaped(FlawShape, each) for each in found.flaws)
    return shaped(ChainShape, found, flaws=flaws)


def locked_periods(engine: Engine, shown: Iterable[ActShape]) -> dict[int, tuple[date, date]]:
    """The first and the last day of what each act locked or unlocked, by the act's number."""
    locks = {
        act.id: number
        for act in shown
        for table, number in [split(act.subject)]
        if table == "locks"
    }
    query = select(Lock.id, Lock.period_start, Lock.period_end).where(Lock.id.in_(locks.values()))
    with read_only(engine) as session:
        found = {row[0]: (row[1], row[2]) for row in session.execute(query)} if locks else {}
    return {act: found[number] for act, number in locks.items() if number in found}


def other_account(act: ActShape) -> str | None:
    """The name of the account that the act merged into another, or brought back."""
    other = act.after.get("other") if isinstance(act.after, dict) else None
    return str(other["name"]) if isinstance(other, dict) else None


def facts_changed(act: ActShape) -> Iterator[tuple[str, str, str]]:
    """Which facts of an account the act changed: each by its name, what it was and what it is."""
    was, now = _facts(act.before), _facts(act.after)
    for name in was.keys() & now.keys() if was.get("id") == now.get("id") else ():
        if was[name] != now[name]:
            yield name, was[name] or "–", now[name] or "–"


def _facts(kept: Any) -> dict[str, str]:
    facts = kept.get("account") if isinstance(kept, dict) else None
    if not isinstance(facts, dict) or "opening_balance_minor" not in facts:
        return {}
    opening = facts["opening_balance_minor"]
    balance = to_decimal_string(opening, exponent_of(facts["currency"]))
    said = {name: str(value or "") for name, value in facts.items()}
    del said["opening_balance_minor"]
    return {**said, "opening_balance": balance}


@dataclass(frozen=True, slots=True)
class DiscrepancyPlace:
    """A place in the list of discrepancies: behind that number of what was refused, or, if it says
    that, behind that day and lock of what contradicts a statement."""

    refused: int = 0
    contradicted: tuple[date, int] | None = None


def listed(engine: Engine, account: str | None, *, released_too: bool) -> list[LockShape]:
    """The locks by account and period, perhaps released ones too. Raises ``AccountUnclear``."""
    with read_only(engine) as session:
        wanted = account_id_of(session, account)
        return [
            each for each in locks_of(session, wanted) if released_too or each.released_at is None
        ]


def locks_after(
    engine: Engine, account: str | None, *, released_too: bool, after: int, limit: int
) -> list[LockShape]:
    """The locks numbered above ``after``, perhaps released too. Raises ``AccountUnclear``."""
    with read_only(engine) as session:
        query = select(Lock.id).where(Lock.id > after).order_by(Lock.id).limit(limit)
        wanted = account_id_of(session, account)
        if wanted is not None:
            query = query.where(Lock.account_id == wanted)
        if not released_too:
            query = query.where(Lock.released_at.is_(None))
        found = locks_of(session, wanted, session.scalars(query).all())
    return sorted(found, key=lambda each: each.id)


def locks_before(
    engine: Engine, account_id: int, before: tuple[date, int] | None, limit: int
) -> list[LockShape]:
    """An account's locks, the released ones too, the newest period first; those before the place
    of one, which is its first day and its number."""
    with read_only(engine) as session:
        query = select(Lock.id).where(Lock.account_id == account_id)
        if before is not None:
            there = tuple_(literal(before[0]), literal(before[1]))
            below = tuple_(Lock.period_start, Lock.id) < there
            query = query.where(Lock.period_start <= before[0], below)
        newest = query.order_by(Lock.period_start.desc(), Lock.id.desc()).limit(limit)
        return locks_of(session, account_id, session.scalars(newest).all())[::-1]


def open_discrepancies(
    engine: Engine, account: str | None = None, *, closed_too: bool = False
) -> list[DiscrepancyShape]:
    """What the locks refused, and then those over a statement that does not tie out now.

    ``closed_too`` adds what was dismissed, or refused by a lock that is released by now. Raises
    ``AccountUnclear``."""
    with read_only(engine) as session:
        return discrepancies_of(session, account_id_of(session, account), closed_too=closed_too)


def discrepancies_after(
    engine: Engine,
    account: str | None,
    place: DiscrepancyPlace,
    limit: int,
    *,
    closed_too: bool = False,
) -> list[DiscrepancyShape]:
    """``limit`` of the same behind a place. Raises ``AccountUnclear``."""
    with read_only(engine) as session:
        wanted, after = account_id_of(session, account), place.refused
        refused = (
            discrepancies.open_ones(
                session, wanted, closed_too=closed_too, after=after, limit=limit
            )
            if place.contradicted is None
            else []
        )
        left = limit - len(refused)
        late = discrepancies.contradicted(session, wanted, place.contradicted, left) if left else []
        return _shapes(session, wanted, refused, late)


def discrepancies_of(
    session: Session, account_id: int | None, *, closed_too: bool = False
) -> list[DiscrepancyShape]:
    """The same for anyone who has a session, of one account by its id or of all."""
    refused = discrepancies.open_ones(session, account_id, closed_too=closed_too)
    return _shapes(session, account_id, refused, discrepancies.contradicted(session, account_id))


def _shapes(
    session: Session,
    account_id: int | None,
    refused: Sequence[Discrepancy],
    late: Sequence[Contradicted],
) -> list[DiscrepancyShape]:
    of = {each.lock_id for each in refused} | {each.lock.id for each in late}
    locks = {each.id: each for each in locks_of(session, account_id, of)} if of else {}
    return [
        *(
            shaped(
                DiscrepancyShape,
                row,
                cause="refused",
                lock=locks[row.lock_id],
                was=said(row.before),
                now=said(row.after),
            )
            for row in refused
        ),
        *(
            DiscrepancyShape(
                id=None,
                cause="contradicted",
                lock=locks[each.lock.id],
                at=None,
                actor=None,
                action=None,
                was=None,
                now=None,
                dismissed_at=None,
                dismissed_by=None,
                dismissed_reason=None,
            )
            for each in late
        ),
    ]


def one_lock(engine: Engine, lock_id: int) -> LockShape:
    """A lock, released or not. Raises ``NoSuchLock``."""
    with read_only(engine) as session:
        found = locks_of(session, None, [lock_id])
    if not found:
        raise NoSuchLock(lock_id=lock_id)
    return found[0]


def is_open(each: DiscrepancyShape) -> bool:
    return each.dismissed_at is None and each.lock.released_at is None


def dismiss(
    engine: Engine, number: int, reason: str, *, dry_run: bool = False, actor: str | None = None
) -> None:
    """Leave what a discrepancy refers to as it is, for a reason. Raises ``NoSuchDiscrepancy``."""
    with unit_of_work(engine, dry_run=dry_run) as session:
        discrepancies.dismiss(session, number, reason, actor or person())


def account_id_of(session: Session, word: str | None) -> int | None:
    """The account that a person's word names, or None for no word. Raises ``AccountUnclear``."""
    return None if word is None else find_account(queries.accounts(session), word).id


def account_name(name: str, mask: str | None) -> str:
    """An account's name with its last digits."""
    return f"{name} *{mask}" if mask else name


def locks_of(
    session: Session, account_id: int | None, only: Collection[int] | None = None
) -> list[LockShape]:
    """The locks of an account or of all, perhaps ``only`` these, by account and period."""
    query = (
        select(Lock, Account, Import, Reconciliation.verdict)
        .join(Account, Account.id == Lock.account_id)
        .outerjoin(Reconciliation, Reconciliation.id == Lock.reconciliation_id)
        .outerjoin(Statement, Statement.id == Reconciliation.statement_id)
        .outerjoin(Import, Import.id == Statement.import_id)
        .order_by(Lock.account_id, Lock.period_start, Lock.id)
    )
    if account_id is not None:
        query = query.where(Lock.account_id == account_id)
    if only is not None:
        query = query.where(Lock.id.in_(only))
    return [
        shaped(
            LockShape,
            lock,
            account=account_name(account.name, account.mask),
            since=lock.created_at,
            seen=seen_of(lock),
            import_id=work.id if work else None,
            file=work.source_name if work else None,
            verdict=verdict,
        )
        for lock, account, work, verdict in session.execute(query)
    ]
