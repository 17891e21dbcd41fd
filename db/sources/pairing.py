"""Finds which rows of a source are those that it had before, and what became of the others."""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain
from operator import itemgetter
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from sqlalchemy import BigInteger, ColumnElement, select, true, type_coerce
from sqlalchemy.orm import Session

from db.formats.snapshot import RowSaid, SourceEntry
from db.models import AccountLink, Base, SourceRow, Transaction
from db.words import Origin

#: To name more in one statement is slower than to look through all.
_FEW: Final = 200
#: So many rows are read at once.
_AT_ONCE: Final = 10_000

T = TypeVar("T")


class EntryHere(NamedTuple):
    """What an entry of the ledger says now."""

    id: int
    said: RowSaid
    origin: Origin


@dataclass(frozen=True, slots=True)
class KnownRow:
    """A row as its source last said it; ``entry`` is None if a person removed it here, and was
    there before the row if that was ``recognised``."""

    id: int
    row_id: str | None
    said: RowSaid
    entry: EntryHere | None
    recognised: bool


#: What a row says and what its source calls it: equal ones are the same row as it was.
Wording: TypeAlias = tuple[date, int, str, date | None, str | None]
wording_of: Final = itemgetter(slice(1, 6))


def said_of(entry: SourceEntry) -> RowSaid:
    return RowSaid(entry.booked_on, entry.amount_minor, entry.description, entry.value_on)


@dataclass(frozen=True, slots=True)
class Named(Generic[T]):
    """A row of ``T`` with what it says and what its source calls it, if anything. A ``lasting``
    name is the same row's for good; any other may be given to several."""

    row: T
    said: RowSaid
    row_id: str | None = None
    lasting: bool = False


Before = TypeVar("Before")
After = TypeVar("After")


@dataclass(frozen=True, slots=True)
class PairedRows(Generic[Before, After]):
    """The rows of both times: those found again, those that are gone, and those that were added.

    How two rows are paired decides only how a change is shown: what the source holds is the same.
    """

    found: list[tuple[Named[Before], Named[After]]]
    gone: list[Named[Before]]
    added: list[Named[After]]


def paired(
    before: Sequence[Named[Before]], after: Sequence[Named[After]]
) -> PairedRows[Before, After]:
    """Pair by lasting names, then equal rows by count, then what is unique on both sides."""
    found: list[tuple[Named[Before], Named[After]]] = []
    gone, added = list(before), list(after)
    for key, alone in _KEYS:
        gone, added = _pair(gone, added, key, found, alone=alone)
    return PairedRows(found, gone, added)


_Key = Callable[[Named[object]], Hashable]


#: What must be equal, and whether it must also be the only one of its kind on either side. The
#: order is that of `research/ledgers.md`, "The right semantics for a copy".
_KEYS: tuple[tuple[_Key, bool], ...] = (
    (lambda each: each.row_id if each.lasting else None, True),
    (lambda each: None if each.row_id is None else (each.said, each.row_id), False),
    (lambda each: each.said, False),
    (lambda each: None if each.row_id is None else (each.row_id, each.said.amount_minor), True),
    (lambda each: (each.said.booked_on, each.said.amount_minor), True),
    (lambda each: (each.said.booked_on, each.said.description), True),
    (lambda each: (each.said.amount_minor, each.said.description), True),
)


def _pair(
    gone: list[Named[Before]],
    added: list[Named[After]],
    key: _Key,
    found: list[tuple[Named[Before], Named[After]]],
    *,
    alone: bool,
) -> tuple[list[Named[Before]], list[Named[After]]]:
    """Move to ``found`` what goes together by ``key``, and give what is left of both sides."""
    if not gone or not added:
        return gone, added
    waiting = _by(gone, key)
    if alone:
        again = _by(added, key)
        waiting = {
            each: rows
            for each, rows in waiting.items()
            if len(rows) == 1 and len(again.get(each, ())) == 1
        }
    taken: set[int] = set()
    left: list[Named[After]] = []
    ahead: dict[Hashable, Iterator[Named[Before]]] = {k: iter(v) for k, v in waiting.items()}
    for each in added:
        before = next(ahead.get(key(each), iter(())), None)  # type: ignore[arg-type]
        if before is None:
            left.append(each)
        else:
            taken.add(id(before))
            found.append((before, each))
    return [each for each in gone if id(each) not in taken], left


def _by(rows: Sequence[Named[T]], key: _Key) -> dict[Hashable, list[Named[T]]]:
    found: dict[Hashable, list[Named[T]]] = defaultdict(list)
    for each in rows:
        named = key(each)  # type: ignore[arg-type]
        if named is not None:
            found[named].append(each)
    return found


def of_amounts(amounts: Collection[int]) -> ColumnElement[bool]:
    return true() if len(amounts) > _FEW else Transaction.amount_minor.in_(amounts)


def of_ids(ids: Collection[str]) -> ColumnElement[bool]:
    """Rows of these ids, with the same exception."""
    return true() if len(ids) > _FEW else SourceRow.row_id.in_(ids)


def unlinked(session: Session, account_id: int, those: ColumnElement[bool]) -> Iterator[EntryHere]:
    """Those of the account's entries that are no row of any source, the oldest first."""
    query = (
        select(*_ENTRY)
        .outerjoin(SourceRow, SourceRow.transaction_id == Transaction.id)
        .where(Transaction.account_id == account_id, SourceRow.id.is_(None), those)
        .order_by(Transaction.booked_on, Transaction.id)
    )
    for row in session.execute(query):
        yield _entry(tuple(row))


_ENTRY: Final = (
    Transaction.id,
    Transaction.booked_on,
    Transaction.amount_minor,
    Transaction.description,
    Transaction.value_on,
    Transaction.origin,
)


def _entry(row: Sequence[Any]) -> EntryHere:
    number, day, amount, text, value_on, origin = row
    return EntryHere(number, RowSaid(day, amount, text, value_on), origin)


def known_wordings(
    session: Session, link: AccountLink, only: frozenset[str] | None = None
) -> Iterator[tuple[int, Wording]]:
    """The numbers and words of the account's rows as its source last said them, in their order;
    ``only`` those of these ids where some are named."""
    # Of the table, and the amounts as any number: they were checked when they came in, there may be
    # a million, and objects and types cost more than reading them does.
    row = Base.metadata.tables[SourceRow.__tablename__].c
    says = (row.booked_on, type_coerce(row.amount_minor, BigInteger), row.description, row.value_on)
    query = select(row.id, *says, row.row_id).where(*_of_link(link)).order_by(row.id)
    if only is not None:
        query = query.where(of_ids(only))
    # By the connection, whose rows are tuples: a session would look for objects in them.
    found = session.connection().execute(query.execution_options(yield_per=_AT_ONCE))
    for each in chain.from_iterable(found.partitions()):
        if only is None or each[5] in only:
            yield each[0], each[1:]


def known_rows(
    session: Session, link: AccountLink, numbers: Collection[int] | None = None
) -> Iterator[KnownRow]:
    """These rows of the account as its source last said them, or all, in their order."""
    says = (SourceRow.booked_on, SourceRow.amount_minor, SourceRow.description, SourceRow.value_on)
    columns = (SourceRow.id, SourceRow.row_id, SourceRow.recognised, *says, *_ENTRY)
    query = select(*columns).outerjoin(Transaction, Transaction.id == SourceRow.transaction_id)
    query = query.where(*_of_link(link)).order_by(SourceRow.id)
    if numbers is not None and len(numbers) <= _FEW:
        query = query.where(SourceRow.id.in_(numbers))
    wanted = None if numbers is None else set(numbers)
    for number, row_id, recognised, *rest in map(tuple, session.execute(query)):
        if wanted is None or number in wanted:
            said, entry = rest[: len(says)], rest[len(says) :]
            here = None if entry[0] is None else _entry(entry)
            yield KnownRow(number, row_id, RowSaid(*said), here, recognised)


def _of_link(link: AccountLink) -> tuple[ColumnElement[bool], ...]:
    return SourceRow.source_id == link.source_id, SourceRow.key == link.key
