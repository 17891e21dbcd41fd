"""Which line of which statement is which ledger entry, decided for all of an account's at once.

One statement after the other would make the pairs depend on which came in first: a rent that the
ledger dates on the last of January and the bank on the first of February belongs to February's
statement, whether or not January's was there before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from sqlalchemy import select

from db.ledger import count_with_amounts, entries
from db.models import Line as LineRow
from pipeline.account.ledger_query import ledger_side
from pipeline.drafts import Line
from pipeline.matching.certain import certain
from pipeline.matching.equals import Doubt
from pipeline.matching.links import Link
from pipeline.matching.shapes import MatchSettings
from pipeline.proof.period import Period
from pipeline.record.account_order import Placed
from pipeline.record.rows import recorded_line

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


@dataclass(frozen=True, slots=True)
class Paired:
    """A statement's certain pairs, and what of it is in doubt; lines are by their own ordinals."""

    links: tuple[Link, ...] = ()
    doubts: tuple[Doubt, ...] = ()


def lines_of(session: Session, statement_ids: Sequence[int]) -> dict[int, list[Line]]:
    """The statements' lines in order, by statement."""
    found: dict[int, list[Line]] = {each: [] for each in statement_ids}
    query = select(LineRow).where(LineRow.statement_id.in_(statement_ids))
    for row in session.scalars(query.order_by(LineRow.statement_id, LineRow.ordinal)):
        found[row.statement_id].append(recorded_line(row))
    return found


def joint(
    session: Session, account_id: int, row: Sequence[Placed], lines: Mapping[int, Sequence[Line]]
) -> dict[int, Paired]:
    """The pairs of statements that follow each other, which compete for the same entries."""
    if not row:
        return {}
    settings = MatchSettings(window=max(each.window for each in row))
    margin = timedelta(days=settings.margin_days)
    first = min([each.start for each in row] + _days(row, lines)) - margin
    facts = entries(session, account_id, first, max(each.end for each in row) + margin)
    numbered = [(each, line) for each in row for line in lines[each.id]]
    links, doubts = certain(
        [replace(line, ordinal=n) for n, (_, line) in enumerate(numbered)], facts, settings
    )
    own: dict[int, list[Link]] = {each.id: [] for each in row}
    for link in links:
        placed, line = numbered[link.line.ordinal]
        if link.days <= placed.window:
            own[placed.id].append(replace(link, line=line))
    return {
        each.id: Paired(tuple(own[each.id]), tuple(_doubts_of(each, doubts, numbered)))
        for each in row
    }


def alone(session: Session, placed: Placed, lines: Sequence[Line]) -> Paired:
    """The pairs of a statement that others go before."""
    side = ledger_side(
        session,
        placed.account_id,
        Period(placed.start, placed.end),
        min((line.date for line in lines if line.date), default=None),
        placed.settings,
        ignoring=(placed.id,),
    )
    links, doubts = certain(lines, side.entries, placed.settings)
    return Paired(tuple(links), tuple(doubts))


def grown(session: Session, account_id: int, row: Sequence[Placed], wanted: set[int]) -> set[int]:
    """``wanted`` and every neighbour in the row that competes with one of them for an entry."""
    found = set(wanted)
    for steps in (list(pairwise(row)), [(b, a) for a, b in pairwise(row)][::-1]):
        for one, other in steps:
            if one.id in found and other.id not in found and _meet(session, account_id, one, other):
                found.add(other.id)
    return found


def _meet(session: Session, account_id: int, one: Placed, other: Placed) -> bool:
    """Whether some entry may be a line's on either statement."""
    early, late = (one, other) if one.start < other.start else (other, one)
    window = timedelta(days=max(one.window, other.window))
    if late.start - early.end > 2 * window + _SLACK:
        return False
    near_end = LineRow.booked_on >= late.start - 2 * window - _SLACK
    near_start = LineRow.booked_on <= early.end + 2 * window + _SLACK
    amounts = [
        set(session.scalars(select(LineRow.amount_minor).where(LineRow.statement_id == each, near)))
        for each, near in ((early.id, near_end), (late.id, near_start))
    ]
    both = amounts[0] & amounts[1]
    if not both:
        return False
    first, last = late.start - 3 * window - _SLACK, early.end + 3 * window + _SLACK
    return bool(count_with_amounts(session, [account_id], both, first, last))


#: A line may be dated a little outside of its statement's period.
_SLACK = timedelta(days=7)


def _days(row: Sequence[Placed], lines: Mapping[int, Sequence[Line]]) -> list[date]:
    return [line.date for each in row for line in lines[each.id] if line.date]


def _doubts_of(
    placed: Placed, doubts: Sequence[Doubt], numbered: Sequence[tuple[Placed, Line]]
) -> list[Doubt]:
    own = []
    for doubt in doubts:
        mine = [numbered[n][1].ordinal for n in doubt.lines if numbered[n][0] is placed]
        if mine:
            own.append(replace(doubt, lines=frozenset(mine)))
    return own
