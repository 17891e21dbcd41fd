"""Gives statements that print only their last day the period that follows from the one before.

What follows from a statement goes with it: each time the account is settled all of this is said
anew, from the set of its statements and never from their order of arrival.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import bindparam, func, or_, select

from db.models import Document, Import, Line, Statement
from db.words import AccountKind, ReadingStatus
from pipeline.proof.page import KERNEL_VERSION, PageProof, prove_page
from pipeline.proof.period import Period
from pipeline.proof.stated import Before, Stated
from pipeline.record.as_json import CHECKS, stored
from pipeline.record.certificates import before_in, stored_witness
from pipeline.record.drafts import draft_of

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_WITHOUT_PERIOD: Final = (
    select(Statement.id)
    .where(
        Statement.account_id == bindparam("account_id"),
        or_(Statement.last_day.is_not(None), Statement.period_start.is_(None)),
    )
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class Moved:
    """A statement whose period came, went or is another, with both, None where there is none."""

    statement: Statement
    was: Period | None
    now: Period | None


@dataclass(frozen=True, slots=True)
class _Known:
    """A proven statement of the account. ``own`` is the period that its page or a person says, and
    ``end`` the last day even without; ``aside`` is one that a person chose another for."""

    id: int
    sha256: str
    ordinal: int
    own: Period | None
    end: date
    balances: tuple[int | None, int | None]
    exponent: int
    number: str | None
    currency: str | None
    kind: AccountKind
    aside: bool

    @property
    def rank(self) -> tuple[date, str, int]:
        return self.end, self.sha256, self.ordinal


def follow(session: Session, account_id: int) -> list[Moved]:
    """Write down what period each of the account's statements without one has now."""
    known = sorted(_known(session, account_id), key=lambda each: each.rank)
    periods: dict[int, Period | None] = {each.id: each.own for each in known}
    moved = []
    for each in known:
        if each.own is None:
            statement = session.get_one(Statement, each.id)
            was = _period(statement)
            _say(session, statement, _before(session, each, known, periods))
            periods[each.id] = _period(statement)
            if was != periods[each.id]:
                moved.append(Moved(statement, was, periods[each.id]))
    return moved


def any_without_period(session: Session, account_id: int) -> bool:
    """Whether a statement of the account has no period, or one that follows from another's."""
    return session.scalar(_WITHOUT_PERIOD, {"account_id": account_id}) is not None


def _known(session: Session, account_id: int) -> Iterator[_Known]:
    rows = session.execute(
        # No whole rows: a certificate is long.
        select(
            Statement.id,
            Document.sha256,
            Statement.ordinal,
            Statement.period_start,
            Statement.period_end,
            Statement.last_day,
            Statement.opening_minor,
            Statement.closing_minor,
            Statement.exponent,
            Statement.account_mask,
            Statement.currency,
            Statement.kind,
            Statement.stated,
        )
        .join(Import, Import.id == Statement.import_id)
        .outerjoin(Document, Document.id == Import.document_id)
        .where(
            Statement.account_id == account_id,
            Statement.status == ReadingStatus.PROVEN,
            Statement.kernel_version == KERNEL_VERSION,
        )
    )
    for row in rows:
        own = None if row.last_day else _between(row.period_start, row.period_end)
        end = own.end if own else row.last_day
        if end is not None:
            yield _Known(
                row.id,
                row.sha256 or "",
                row.ordinal,
                own,
                end,
                (row.opening_minor, row.closing_minor),
                row.exponent,
                row.account_mask,
                row.currency,
                row.kind,
                (row.stated or {}).get("stands") is False,
            )


def _between(start: date | None, end: date | None) -> Period | None:
    return Period(start, end) if start and end else None


def _period(row: Statement) -> Period | None:
    return _between(row.period_start, row.period_end)


def _before(
    session: Session, mine: _Known, known: Sequence[_Known], periods: Mapping[int, Period | None]
) -> Before | None:
    """The statement that this one goes on from: the last one that ends before it does, if nothing
    that the account has besides makes it doubtful which that is."""
    others = [each for each in known if not each.aside and each.id != mine.id]
    last = max((each.end for each in others if each.end < mine.end), default=None)
    nearest = [each for each in others if each.end == last]
    found = nearest[0] if nearest else None
    if found is None or (period := periods[found.id]) is None or found.number is None:
        return None
    alike = {(each.balances[1], each.exponent) for each in nearest}
    if alike != {(mine.balances[0], mine.exponent)} or _is_doubted(session, mine, others, period):
        return None
    closing = found.balances[1]
    assert closing is not None
    said = f"the statement up to {period.end}, of the document {found.sha256}"
    return Before(period, closing, found.number, found.currency, said)


def _is_doubted(session: Session, mine: _Known, others: Sequence[_Known], before: Period) -> bool:
    """Whether another statement ends on the same day with other balances, has some of these days
    and not all, or, as the next one, a row on them."""
    if any(each.end == mine.end and each.balances != mine.balances for each in others):
        return True
    for each in others:
        own = each.own
        if own and own.end > before.end and own.start <= mine.end and own.end != mine.end:
            return True
    return _next_begins_within(session, mine, others)


def _next_begins_within(session: Session, mine: _Known, others: Sequence[_Known]) -> bool:
    """Whether the statement after this one has a row on its days; a card's purchases are dated
    before their statement begins."""
    later = [each for each in others if each.end > mine.end and each.kind is not AccountKind.CARD]
    end = min((each.end for each in later), default=None)
    ids = [each.id for each in later if each.end == end]
    first = select(func.min(Line.booked_on)).where(Line.statement_id.in_(ids))
    day = session.scalar(first) if ids else None
    return day is not None and day <= mine.end


def _say(session: Session, statement: Statement, before: Before | None) -> None:
    """Prove the page again beside the statement before, unless that is as it was."""
    said: dict[str, Any] = statement.certificate or {}
    if before_in(said, statement.exponent) == before and (
        before is None or statement.period_end is not None
    ):
        return
    proof = draft_of(statement).proof
    if proof is None:
        return
    found = _proven(proof, before)
    if found.facts is None or found.facts.period is None:
        found = _proven(proof, None)
    period = found.facts.period if found.facts else None
    statement.period_start = period.start if period else None
    statement.period_end = period.end if period else None
    statement.checks = stored(CHECKS, found.checks)
    statement.certificate = stored_witness(found)
    session.flush()


def _proven(proof: PageProof, before: Before | None) -> PageProof:
    stated = replace(proof.stated or Stated(), before=before)
    return prove_page(proof.pages, proof.witness, None if stated == Stated() else stated)
