"""The JSON of what waits, of locks, and of lists that other programs read page by page."""

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping
from decimal import Decimal
from enum import StrEnum
from typing import Literal

from app.shapes.decisions import ChangeShape, DecisionShape, ManyShape
from app.shapes.differences import ReviewedDifferenceShape
from app.shapes.reading import FactsShape
from app.shapes.writing import JsonShape, Versioned
from db.money import to_decimal
from db.words import ImportStatus, ReadingStatus, Verdict


class LockShape(JsonShape):
    """A locked period, and the statement that tied out in it: ``verdict`` is the one of now.
    ``seen`` identifies this lock, and goes back with its release over HTTP."""

    id: int
    account_id: int
    account: str
    period_start: datetime.date
    period_end: datetime.date
    since: datetime.datetime
    import_id: int | None
    file: str | None
    verdict: Verdict | None
    released_at: datetime.datetime | None
    released_reason: str | None
    seen: str


class DiscrepancyShape(JsonShape):
    """Something that a lock contradicts, and the lock.

    ``refused``: a change by ``action``, with what the entry says and was to say. ``contradicted``:
    the lock's statement does not tie out now; it has no id, for it is gone when the cause is."""

    id: int | None
    cause: Literal["refused", "contradicted"]
    lock: LockShape
    at: datetime.datetime | None
    actor: str | None
    action: str | None
    was: str | None
    now: str | None
    dismissed_at: datetime.datetime | None
    dismissed_by: str | None
    dismissed_reason: str | None


class DismissedShape(Versioned):
    """A discrepancy that a person has looked at and left."""

    discrepancy_id: int
    dismissed: bool


class WaitingGroup(StrEnum):
    """What something that waits needs of a person, in the order in which it is shown."""

    DIFFERENCES = "differences"
    UNPROVEN = "unproven"
    PASSWORD = "password"
    FAILED = "failed"
    DISCREPANCIES = "discrepancies"
    MISSING = "missing"


class StakeShape(JsonShape):
    """How much money it is about."""

    amount: Decimal
    currency: str


class WaitingStatementShape(JsonShape):
    """A statement of an import that waits; ``why`` are the checks that did not pass, as sentences,
    where it is not proven, and else its first differences;
    ``earlier``: a version of tieout before this one gave the verdict. ``state`` is the verdict, or
    that the page is proven and only its account is not known."""

    account_id: int | None
    account: str | None
    institution: str | None
    account_name: str | None
    account_mask: str | None
    period_start: datetime.date | None
    period_end: datetime.date | None
    verdict: Verdict | None
    state: str
    earlier: bool
    differences: int
    why: tuple[str, ...]


class WaitingImportShape(JsonShape):
    """An import that needs a person; ``explains`` and ``explained_by`` as in a review."""

    import_id: int
    file: str
    status: ImportStatus
    error_code: str | None
    error: str | None
    statements: tuple[WaitingStatementShape, ...]
    stakes: tuple[StakeShape, ...]
    explains: tuple[int, ...]
    explained_by: int | None


class MissingMonthsShape(JsonShape):
    """Months of an account that lack a statement and follow each other, as ``2026-06``."""

    account_id: int
    account: str
    first: str
    last: str
    months: int


class GroupShape(JsonShape):
    """One group: how many there are in all, what they come to, and some of them.

    ``after`` is what to ask for the next ones with, null if these are the last."""

    group: WaitingGroup
    count: int
    stakes: tuple[StakeShape, ...] = ()
    imports: tuple[WaitingImportShape, ...] = ()
    months: tuple[MissingMonthsShape, ...] = ()
    discrepancies: tuple[DiscrepancyShape, ...] = ()
    after: str | None = None


class ToDoShape(JsonShape):
    """Every group in which something waits. ``waiting`` is how many imports do, of which
    ``follow`` only carry on what is wrong in another one: groups count causes."""

    groups: tuple[GroupShape, ...]
    waiting: int = 0
    follow: int = 0


def stake_shapes(stakes: Iterable[Mapping[tuple[str, int], int]]) -> tuple[StakeShape, ...]:
    total: Counter[tuple[str, int]] = Counter()
    for each in stakes:
        for key, minor in each.items():
            total[key] += minor
    return tuple(
        StakeShape(amount=to_decimal(minor, exponent), currency=currency)
        for (currency, exponent), minor in sorted(total.items())
    )


class ListedStatementShape(FactsShape):
    """A statement of an import; ``number`` counts the import's from 1. ``stands`` is false where
    another document refers to the same days. ``seen`` goes back with what is stated of it."""

    id: int
    import_id: int
    file: str
    number: int
    import_status: ImportStatus
    account_id: int | None
    account: str | None
    reading: ReadingStatus
    verdict: Verdict
    line_count: int
    stands: bool
    seen: str


class SeenDifferenceShape(JsonShape):
    """A difference, null for the statement as a whole (number 0), and what goes back as ``seen``
    with its resolution."""

    number: int
    seen: str
    difference: ReviewedDifferenceShape | None


class OfferShape(Versioned):
    """What an import offers to change, numbered from 1 by its order; ``seen`` goes back with the
    decision. ``moved``: the ledger is another than it was made for, and it must be made again.
    ``more``: so many proposals wait until these are decided. Nothing waits: ``seen`` is null."""

    seen: str | None
    moved: bool
    changes: tuple[ChangeShape, ...]
    more: int


class SuggestedShape(Versioned):
    """What a model suggests, as the changes that it comes to; ``seen`` goes back with a yes."""

    seen: str
    decisions: tuple[DecisionShape, ...]


class AcceptedAllShape(Versioned):
    """All that ties a statement out; ``seen`` goes back with a yes to exactly that."""

    seen: str
    accepted: tuple[ManyShape, ...]
