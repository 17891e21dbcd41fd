"""Which line of which statement is which ledger entry, decided for all of an account's at once.

One statement after the other would make the pairs depend on which came in first: a rent that the
ledger dates on the last of January and the bank on the first of February belongs to February's
statement, whether or not January's was there before it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise
from typing import Final

from sqlalchemy import and_, bindparam, or_, select
from sqlalchemy.orm import Session

from db.ledger.queries import count_with_amounts, entries_of
from db.ledger.views import Entry
from db.models import Line as LineRow
from pipeline.account.ledger_query import LedgerQuery, ledger_side
from pipeline.account.one_account import Awaited, OneAccount, by_hand
from pipeline.drafts import Line, Period
from pipeline.matching.assign import Doubt
from pipeline.matching.candidates import days_apart, line_class, similarity
from pipeline.matching.certain import Link, certain
from pipeline.matching.shapes import ByHand, MatchSettings
from pipeline.record.account_order import Placed
from pipeline.record.rows import as_recorded, recorded_line

_LINES: Final = (
    # No objects: there are many, and nobody changes them.
    select(*LineRow.__table__.columns)
    .where(LineRow.statement_id.in_(bindparam("statements", expanding=True)))
    .order_by(LineRow.statement_id, LineRow.ordinal)
)


@dataclass(frozen=True, slots=True)
class Paired:
    """A statement's certain pairs, and what of it is in doubt; lines are by their own ordinals."""

    links: tuple[Link, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    by_hand: tuple[ByHand, ...] = ()

    @property
    def pairs(self) -> set[tuple[int, int]]:
        """Every line's ordinal with every entry's id that it is, or is part of."""
        return {(link.line.ordinal, link.entry.id) for link in self.links} | {
            (line, entry)
            for group in self.by_hand
            for line in group.lines
            for entry in group.entries
        }


def lines_of(session: Session, statement_ids: Sequence[int]) -> dict[int, list[Line]]:
    """The statements' lines in order, by statement."""
    found: dict[int, list[Line]] = {each: [] for each in statement_ids}
    wanted = {"statements": list(statement_ids)}
    for row in session.execute(_LINES, wanted) if statement_ids else ():
        found[row.statement_id].append(recorded_line(row))
    return found


def in_their_order(lines: Iterable[Line]) -> list[Line]:
    """The lines of a statement that was just read, as `lines_of` would give them."""
    return sorted(map(as_recorded, lines), key=lambda line: line.ordinal)


def joint(
    one: OneAccount, row: Sequence[Placed], lines: Mapping[int, Sequence[Line]]
) -> dict[int, Paired]:
    """The pairs of statements that follow each other, which compete for the same entries."""
    if not row:
        return {}
    settings = MatchSettings(window=max(each.window for each in row))
    margin = timedelta(days=settings.margin_days)
    first = min([each.start for each in row] + _days(row, lines)) - margin
    facts = one.entries(first, max(each.end for each in row) + margin)
    hand = by_hand(one.session, {each.id: lines[each.id] for each in row})
    waiting = one.awaited
    numbered = [
        (each, line) for each in row for line in _not_by_hand(lines[each.id], hand[each.id])
    ]
    taken = {n for groups in hand.values() for group in groups for n in group.entries}
    links, doubts = certain(
        [replace(line, ordinal=n) for n, (_, line) in enumerate(numbered)],
        [entry for entry in facts if entry.id not in taken | waiting.keys()],
        settings,
    )
    links = [link for link in links if link.days <= numbered[link.line.ordinal][0].window]
    links += _come_at_last(one.session, waiting, taken, numbered, links, doubts)
    own: dict[int, list[Link]] = {each.id: [] for each in row}
    for link in links:
        placed, line = numbered[link.line.ordinal]
        own[placed.id].append(replace(link, line=line))
    return {
        each.id: Paired(
            tuple(own[each.id]), tuple(_doubts_of(each, doubts, numbered)), hand[each.id]
        )
        for each in row
    }


def _come_at_last(
    session: Session,
    waiting: Mapping[int, Awaited],
    taken: Collection[int],
    numbered: Sequence[tuple[Placed, Line]],
    links: Sequence[Link],
    doubts: Sequence[Doubt],
) -> list[Link]:
    """Outstanding entries with the line of a later statement that is of their amount: the first
    such statement, and in it the likest line if no other is as like."""
    used = {link.line.ordinal for link in links}.union(*(doubt.lines for doubt in doubts))
    found = []
    for entry in entries_of(session, set(waiting) - set(taken)):
        may = [
            (placed, n, line)
            for n, (placed, line) in enumerate(numbered)
            if n not in used
            and line.amount == entry.amount_minor
            and placed.start > waiting[entry.id].since
        ]
        here = [(n, line) for placed, n, line in may if placed is may[0][0]]
        if (best := _likest(here, entry)) is not None:
            n, line = best
            used.add(n)
            days = days_apart(line, entry.booked_on) or 0
            found.append(Link(replace(line, ordinal=n), entry, days))
    return found


def _likest(lines: Sequence[tuple[int, Line]], entry: Entry) -> tuple[int, Line] | None:
    like = sorted(lines, key=lambda each: -similarity(each[1].description, entry.description))
    if not like:
        return None
    first, *others = like
    alike = [n for n, line in others if line_class(line) != line_class(first[1])]
    words = [similarity(line.description, entry.description) for _, line in like]
    tie = bool(alike) and words[1] == words[0]
    return (
        None
        if tie
        else min(
            (each for each in like if line_class(each[1]) == line_class(first[1])),
            key=lambda each: each[0],
        )
    )


def alone(one: OneAccount, placed: Placed, lines: Sequence[Line]) -> Paired:
    """The pairs of a statement that others go before."""
    hand = by_hand(one.session, {placed.id: lines})[placed.id]
    first = min((line.date for line in lines if line.date), default=None)
    days = Period(placed.start, placed.end)
    asked = LedgerQuery(days, first, placed.settings, balances=placed.balances)
    side = ledger_side(one, asked, ignoring=(placed.id,))
    taken = {n for group in hand for n in group.entries}.union(side.ledger.expected)
    free = [entry for entry in side.entries if entry.id not in taken]
    links, doubts = certain(_not_by_hand(lines, hand), free, placed.settings)
    return Paired(tuple(links), tuple(doubts), hand)


def _not_by_hand(lines: Sequence[Line], hand: Sequence[ByHand]) -> list[Line]:
    paired = {n for group in hand for n in group.lines}
    return [line for line in lines if line.ordinal not in paired]


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
    near = or_(
        and_(LineRow.statement_id == early.id, near_end),
        and_(LineRow.statement_id == late.id, near_start),
    )
    amounts: dict[int, set[int]] = {early.id: set(), late.id: set()}
    for statement, amount in session.execute(
        select(LineRow.statement_id, LineRow.amount_minor).where(near)
    ):
        amounts[statement].add(amount)
    both = amounts[early.id] & amounts[late.id]
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
