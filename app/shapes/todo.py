"""What waits for a person, by what it needs: a page of it, and what each group comes to."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from app.shapes.locks import DiscrepancyShape
from db.money import to_decimal
from db.words import ImportStatus, Verdict


class Group(StrEnum):
    """What something that waits needs of a person, in the order in which it is shown."""

    DIFFERENCES = "differences"
    UNPROVEN = "unproven"
    PASSWORD = "password"
    FAILED = "failed"
    DISCREPANCIES = "discrepancies"
    MISSING = "missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeShape:
    """How much money it is about."""

    amount: Decimal
    currency: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingStatementShape:
    """A statement of an import that waits; ``why`` are the checks that did not pass, as sentences,
    where it is not proven; ``earlier``: a version of tieout before this one gave the verdict."""

    account_id: int | None
    account: str | None
    institution: str | None
    account_name: str | None
    account_mask: str | None
    period_start: datetime.date | None
    period_end: datetime.date | None
    verdict: Verdict | None
    earlier: bool
    differences: int
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingImportShape:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingMonthsShape:
    """Months of an account that lack a statement and follow each other, as ``2026-06``."""

    account_id: int
    account: str
    first: str
    last: str
    months: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupShape:
    """One group: how many there are in all, what they come to, and some of them.

    ``after`` is what to ask for the next ones with, null if these are the last.
    """

    group: Group
    count: int
    stakes: tuple[StakeShape, ...] = ()
    imports: tuple[WaitingImportShape, ...] = ()
    months: tuple[MissingMonthsShape, ...] = ()
    discrepancies: tuple[DiscrepancyShape, ...] = ()
    after: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToDoShape:
    """Every group in which something waits. ``waiting`` is how many imports do, of which
    ``follow`` only carry on what is wrong in another one: groups count causes."""

    groups: tuple[GroupShape, ...]
    waiting: int = 0
    follow: int = 0


def stake_shapes(stakes: Iterable[Mapping[tuple[str, int], int]]) -> tuple[StakeShape, ...]:
    """What all of them come to, by currency."""
    total: Counter[tuple[str, int]] = Counter()
    for each in stakes:
        for key, minor in each.items():
            total[key] += minor
    return tuple(
        StakeShape(amount=to_decimal(minor, exponent), currency=currency)
        for (currency, exponent), minor in sorted(total.items())
    )
