"""Finds statement lines by their text, amount or day: newest first, and only so far at a time."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from sqlalchemy import Select, TextClause, and_, func, or_, select, text
from sqlalchemy.orm import Session

from db.ledger.queries import holds
from db.models import Account, Import, Line, Reconciliation, Statement
from db.session import is_postgresql
from db.statements.pages import Narrowing, conditions

#: So many lines are read by one query, and so many such queries are made for one page; none after
#: so many seconds.
_AT_ONCE: Final = 50_000
_MOST_QUERIES: Final = 5
_SECONDS: Final = 0.1
LOOKED_THROUGH: Final = _AT_ONCE * _MOST_QUERIES
#: So many of the lines that an index leads to are looked at together, and so many times.
_OF_INDEX: Final = 10_000
_MOST_OF_INDEX: Final = 3
_NEWEST: Final = (1 << 63) - 1


@dataclass(frozen=True, slots=True)
class LineWish:
    """What a line is to hold: the text, or one of the days, or one of the amounts, which are minor
    units by how many decimals they have."""

    text: str
    days: tuple[date, ...] = ()
    amounts: tuple[tuple[int, tuple[int, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class FoundLine:
    """One line, and whose it is; ``statement`` and ``ordinal`` are ordinals."""

    id: int
    import_id: int
    file: str
    statement: int
    ordinal: int
    booked_on: date | None
    description: str
    amount_minor: int
    exponent: int
    currency: str | None
    account_id: int | None
    account: str | None
    account_mask: str | None


@dataclass(frozen=True, slots=True)
class FoundLines:
    """The newest lines that hold it. ``until`` is the id before which no one has looked, None if
    all was looked through."""

    lines: tuple[FoundLine, ...]
    until: int | None


def lines_holding(
    session: Session, wish: LineWish, narrowing: Narrowing, before: int | None, limit: int
) -> FoundLines:
    """At most ``limit`` lines before the one of the id ``before``, the newest first."""
    if not wish.days and not wish.amounts and is_indexed(session, wish.text):
        return _by_index(session, wish, narrowing, before, limit)
    stop = time.monotonic() + _SECONDS
    end = before if before is not None else (session.scalar(select(func.max(Line.id))) or 0) + 1
    ways = [holds(Line.description, wish.text)]
    if wish.days:
        ways.append(Line.booked_on.in_(wish.days))
    ways += [
        and_(Line.amount_minor.in_(minors), Statement.exponent == exponent)
        for exponent, minors in wish.amounts
    ]
    query = _lines().where(or_(*ways), *conditions(replace(narrowing, imports=None)))
    found: list[FoundLine] = []
    for _ in range(_MOST_QUERIES):
        start = max(end - _AT_ONCE, 0)
        within = query.where(Line.id >= start, Line.id < end)
        rows = session.execute(within.order_by(Line.id.desc()).limit(limit + 1 - len(found)))
        found += [FoundLine(*row) for row in rows]
        end = start
        if not end or len(found) > limit or time.monotonic() > stop:
            break
    return _first(found, limit, end)


def _by_index(
    session: Session, wish: LineWish, narrowing: Narrowing, before: int | None, limit: int
) -> FoundLines:
    """The same of a text alone: what the index leads to, narrowed a few hundred at a time."""
    stop = time.monotonic() + _SECONDS
    end = before if before is not None else _NEWEST
    query = _lines().where(*conditions(replace(narrowing, imports=None))).order_by(Line.id.desc())
    found: list[FoundLine] = []
    count = limit + 1
    for _ in range(_MOST_OF_INDEX):
        ids = lines_with(session, wish.text, end, count)
        if ids:
            found += (FoundLine(*row) for row in session.execute(query.where(Line.id.in_(ids))))
        if len(ids) < count:
            end = 0
            break
        end, count = ids[-1], _OF_INDEX
        if len(found) > limit or time.monotonic() > stop:
            break
    return _first(found, limit, end)


def _first(found: list[FoundLine], limit: int, end: int) -> FoundLines:
    """At most ``limit`` of them; ``end`` is the id before which no one has looked."""
    until = found[limit - 1].id if len(found) > limit else end or None
    return FoundLines(tuple(found[:limit]), until)


def _lines() -> Select[*tuple[Any, ...]]:
    return (
        select(
            Line.id,
            Import.id,
            Import.source_name,
            Statement.ordinal,
            Line.ordinal,
            Line.booked_on,
            Line.description,
            Line.amount_minor,
            Statement.exponent,
            func.coalesce(Statement.currency, Account.currency),
            Statement.account_id,
            Account.name,
            func.coalesce(Account.mask, Statement.account_mask),
        )
        .select_from(Line)
        .join(Statement, Statement.id == Line.statement_id)
        .join(Import, Import.id == Statement.import_id)
        .outerjoin(Reconciliation, Reconciliation.statement_id == Statement.id)
        .outerjoin(Account, Account.id == Statement.account_id)
    )


#: What is shorter has no letters that follow each other in the index.
FEWEST_LETTERS: Final = 3
_SQLITE: Final = text(
    "SELECT rowid FROM line_texts WHERE line_texts MATCH :phrase AND rowid < :before"
    " ORDER BY rowid DESC LIMIT :count"
)
_POSTGRESQL: Final = text(
    "SELECT id FROM lines WHERE lower(description) LIKE :pattern ESCAPE '/' AND id < :before"
    " ORDER BY id DESC LIMIT :count"
)
_IS_THERE: Final = text("SELECT to_regclass('ix_lines_text') IS NOT NULL")


def is_indexed(session: Session, wanted: str) -> bool:
    """Whether the index finds this text; PostgreSQL may lack it."""
    if len(wanted) < FEWEST_LETTERS or "\0" in wanted:
        return False
    return not is_postgresql(session) or bool(session.scalar(_IS_THERE))


def lines_with(session: Session, wanted: str, before: int, count: int) -> Sequence[int]:
    """The ids of the newest lines before one that hold the text, in any case."""
    said: dict[str, object] = {"before": before, "count": count}
    query: TextClause
    if is_postgresql(session):
        plain = wanted.lower()
        for special in "/%_":
            plain = plain.replace(special, f"/{special}")
        query, said = _POSTGRESQL, {**said, "pattern": f"%{plain}%"}
    else:
        query, said = _SQLITE, {**said, "phrase": '"' + wanted.replace('"', '""') + '"'}
    return session.scalars(query, said).all()
