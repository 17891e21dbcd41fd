"""What waits for a person, by cause: a balance that is only carried on waits for nothing itself.

Which imports only carry one on is kept with them (`pipeline.record.carried`), so that nobody works
it out of ten thousand proofs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from db.words import ImportStatus, Verdict
from pipeline.pages.errors import PasswordNeeded
from pipeline.review.waiting import WaitingRow, waiting_rows

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


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
        explains[_root(n, follow, roots)].append(n)
    found = [
        _cause(n, own, tuple(sorted(explains.get(n, ()))))
        for n, own in by_import.items()
        if _is_wanted(own, account_id, month)
    ]
    return sorted(found, key=lambda each: (each.day is None, each.day, each.import_id))


def _cause(import_id: int, rows: Sequence[WaitingRow], explains: tuple[int, ...]) -> Cause:
    return Cause(
        import_id,
        explains,
        rows[0].explained_by,
        min((row.end for row in rows if row.end), default=None),
        frozenset(row.account_id for row in rows if row.account_id is not None),
        _need(rows),
        stakes_of(rows),
    )


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


def _root(import_id: int, follow: Mapping[int, int], known: dict[int, int]) -> int:
    """The one that follows from none, of those from which this one does.

    A chain may be as long as an account's life, so each link is gone along once.
    """
    chain = [import_id]
    while chain[-1] not in known and chain[-1] in follow:
        chain.append(follow[chain[-1]])
    root = known.get(chain[-1], chain[-1])
    known.update(dict.fromkeys(chain, root))
    return root


def _is_wanted(rows: Sequence[WaitingRow], account_id: int | None, month: date | None) -> bool:
    if account_id is not None and all(row.account_id != account_id for row in rows):
        return False
    return month is None or any(reaches(row.start, row.end, month) for row in rows)


def reaches(start: date | None, end: date | None, month: date) -> bool:
    """Whether a statement of these days reaches into the month; not if a day is unknown."""
    if start is None or end is None:
        return False
    wanted = (month.year, month.month)
    return (start.year, start.month) <= wanted <= (end.year, end.month)
