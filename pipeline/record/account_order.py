"""An account's statements in the one order that they are worked on in, however they came in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import bindparam, select

from db.models import Document, Import, Statement
from pipeline.matching.match import DEFAULTS
from pipeline.matching.shapes import MatchSettings
from pipeline.proof import KERNEL_VERSION

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_OF_ACCOUNT: Final = (
    select(
        Statement.id,
        Statement.import_id,
        Statement.ordinal,
        Document.sha256,
        Statement.period_start,
        Statement.period_end,
        Statement.opening_minor,
        Statement.closing_minor,
        Statement.holds,
        Statement.kernel_version,
        Statement.stands,
        Import.options,
    )
    .join(Import, Import.id == Statement.import_id)
    .outerjoin(Document, Document.id == Import.document_id)
    .where(
        Statement.account_id == bindparam("account_id"),
        Statement.period_start.is_not(None),
        Statement.period_end.is_not(None),
    )
)


@dataclass(frozen=True, slots=True)
class Placed:
    """A recorded statement and its place among those of its account.

    ``holds``: nothing is wrong with its page, by the kernel of today. Only the pairs of one that
    holds and ``stands`` keep an entry from others.
    """

    id: int
    account_id: int
    import_id: int
    ordinal: int
    sha256: str
    start: date
    end: date
    balances: tuple[int | None, int | None]
    holds: bool
    stands: bool
    window: int

    @property
    def rank(self) -> tuple[date, date, str, int]:
        """What the order is by: nothing that depends on when it came in."""
        return self.start, self.end, self.sha256, self.ordinal

    @property
    def counts(self) -> bool:
        """Whether its pairs are any other statement's business."""
        return self.holds and self.stands

    @property
    def settings(self) -> MatchSettings:
        """The window that its import was asked for with."""
        return MatchSettings(window=self.window)


def in_order(session: Session, account_id: int) -> list[Placed]:
    """The account's statements whose period is known."""
    rows = session.execute(_OF_ACCOUNT, {"account_id": account_id})
    found = [
        Placed(
            row.id,
            account_id,
            row.import_id,
            row.ordinal,
            row.sha256 or "",
            row.period_start,
            row.period_end,
            (row.opening_minor, row.closing_minor),
            row.holds and row.kernel_version == KERNEL_VERSION,
            row.stands,
            window_of(row.options),
        )
        for row in rows
    ]
    return sorted(found, key=lambda placed: placed.rank)


def window_of(options: Mapping[str, Any] | None) -> int:
    """The window that an import was asked for with."""
    return int((options or {}).get("window", DEFAULTS.window))


def one_after_another(placed: Iterable[Placed]) -> tuple[list[Placed], list[Placed]]:
    """Those that follow each other without a day in common, and the others.

    What does not hold, or does not stand, is among the others, and last.
    """
    row: list[Placed] = []
    aside: list[Placed] = []
    for each in placed:
        free = not row or each.start > row[-1].end
        (row if each.counts and free else aside).append(each)
    return row, sorted(aside, key=lambda each: (not each.stands, not each.holds, each.rank))


def near(placed: Sequence[Placed], first: date, last: date) -> list[Placed]:
    """Those whose entries or lines a change of these days may concern, and the next one after."""
    found = reaching(placed, first, last)
    end = max((each.end for each in found), default=last)
    later = [each for each in placed if each.end > max(end, last)]
    if later:
        nearest = min(each.end for each in later)
        found += [each for each in later if each.end == nearest and each not in found]
    return found


def reaching(placed: Iterable[Placed], first: date, last: date) -> list[Placed]:
    """Those whose lines may be entries of these days."""
    return [each for each in placed if _reaches(each, first, last)]


def _reaches(placed: Placed, first: date, last: date) -> bool:
    margin = placed.settings.margin_days
    return (placed.start - last).days <= margin and (first - placed.end).days <= margin
