"""Finds which rows of a source are those that it had before, and what became of the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from db.formats.snapshot import RowSaid

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Named(Generic[T]):
    """A row of ``T`` with what it says and what its source calls it, if anything.

    A ``lasting`` name is the same row's for good; any other may be given to several.
    """

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


def _lasting(each: Named[object]) -> Hashable:
    return each.row_id if each.lasting else None


def _equal_and_named(each: Named[object]) -> Hashable:
    return None if each.row_id is None else (each.said, each.row_id)


def _named(each: Named[object]) -> Hashable:
    return None if each.row_id is None else (each.row_id, each.said.amount_minor)


#: What must be equal, and whether it must also be the only one of its kind on either side. The
#: order is that of `research/ledgers.md`, "The right semantics for a copy".
_KEYS: tuple[tuple[_Key, bool], ...] = (
    (_lasting, True),
    (_equal_and_named, False),
    (lambda each: each.said, False),
    (_named, True),
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
