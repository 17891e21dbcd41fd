"""Gathers from the database what the ledger says about one account over one period."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from typing import TYPE_CHECKING, Final

from sqlalchemy import Select, bindparam, select

from db.ledger import balance_as_of, entries_of, etag
from db.models import Account, Match, Reconciliation, Statement, Transaction
from db.views import Entry
from pipeline.account.one_account import OneAccount, counts
from pipeline.account.resolved import Awaited
from pipeline.matching.shapes import MatchSettings
from pipeline.proof.ledger_side import (
    LedgerSide,
    Outstanding,
    PairedElsewhere,
    Previous,
    Sibling,
)
from pipeline.proof.period import Period

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_A_DAY = timedelta(days=1)
# Built once: to build a question costs more than to have SQLite answer it.
_NOT_IGNORED: Final = Statement.id.not_in(bindparam("ignoring", expanding=True))
_ANY_ENTRY: Final = (
    select(Transaction.id).where(Transaction.account_id == bindparam("account_id")).limit(1)
)
_OWN_ENTRIES: Final = (
    select(Match.transaction_id)
    .join(Reconciliation, Reconciliation.id == Match.reconciliation_id)
    .join(Statement, Statement.id == Reconciliation.statement_id)
    .where(
        Statement.id.in_(bindparam("ignoring", expanding=True)),
        Statement.account_id == bindparam("account_id"),
    )
)


def ledger_side(
    one: OneAccount,
    period: Period,
    first_line: date | None,
    settings: MatchSettings,
    ignoring: Collection[int] = (),
    siblings: Sequence[Sibling] = (),
    own: Collection[int] | None = None,
) -> LedgerSide:
    """The account around ``period``; ``first_line`` is the earliest date on the statement.

    ``ignoring`` are ids of statements whose claims do not count: this one's if it was recorded
    before, or all of its document's when that is read anew. ``siblings`` are statements that will
    be recorded before this one. ``own`` are the entries that those ignored are paired with, where
    that is known. Raises ``UnknownAccount``.
    """
    session, account = one.session, one.row
    margin = timedelta(days=settings.margin_days)
    start, end = min(period.start, first_line or period.start) - margin, period.end + margin
    near = one.entries(start, end)
    waiting = {n: each for n, each in one.awaited.items() if each.since <= period.end}
    own = _own_entries(session, one.id, ignoring) if own is None else own
    near = _with_own(session, near, own)
    before = [sibling for sibling in siblings if sibling.account_id == one.id]
    paired = [
        *_paired_elsewhere(one, (start, end), waiting, period, ignoring),
        *_paired_with_siblings(near, before, period),
    ]
    taken = {each.entry for each in paired}
    outstanding = _outstanding(session, waiting, taken.union(own), period)
    taken |= {each.entry for each in outstanding}
    opening = balance_as_of(session, one.id, period.start - _A_DAY)
    inside = sum(entry.amount_minor for entry in near if entry.booked_on in period)
    reaches = _reaches_back(account, period, first_line)
    return LedgerSide(
        account_id=account.id,
        account_name=account.name,
        currency=account.currency,
        opening=opening if reaches else None,
        closing=opening + inside if reaches else None,
        entries=tuple(entry for entry in near if entry.id not in taken),
        elsewhere=tuple(sorted(paired, key=lambda each: each.entry)),
        previous=_previous(session, one.id, period, ignoring, before),
        etag=etag(account.id, account.version),
        blank=not near and _is_blank(session, one.id),
        mask=account.mask,
        outstanding=outstanding,
        expected=frozenset(n for n, each in waiting.items() if each.since < period.end),
    )


def _own_entries(session: Session, account_id: int, ignoring: Collection[int]) -> set[int]:
    """The ids of the account's entries that the statements themselves are paired with: those of one
    document may be of several accounts."""
    if not ignoring:
        return set()
    wanted = {"account_id": account_id, "ignoring": list(ignoring)}
    return set(session.scalars(_OWN_ENTRIES, wanted))


def _with_own(session: Session, near: Sequence[Entry], own: Collection[int]) -> list[Entry]:
    """``near``, and the entries that the statements are paired with however far away."""
    far = set(own) - {entry.id for entry in near}
    return sorted([*near, *entries_of(session, far)], key=lambda each: (each.booked_on, each.id))


def _outstanding(
    session: Session, waiting: Mapping[int, Awaited], paired: Collection[int], period: Period
) -> tuple[Outstanding, ...]:
    """Those that wait, are on no statement yet, and are dated so that the balances hold them."""
    found = entries_of(session, set(waiting) - set(paired))
    return tuple(
        Outstanding(each.id, each.booked_on, each.amount_minor, waiting[each.id].word)
        for each in found
        if each.booked_on <= period.end
    )


def _is_blank(session: Session, account_id: int) -> bool:
    """Whether the account has no entry at all."""
    return session.scalar(_ANY_ENTRY, {"account_id": account_id}) is None


def _reaches_back(account: Account, period: Period, first_line: date | None) -> bool:
    """Whether the ledger's balances mean something: it was opened before the first movement.

    An account without an opening day counts from the beginning of time.
    """
    if account.opened_on is None or account.opened_on <= period.start:
        return True
    return account.opened_on <= (first_line or period.end)


def _paired_elsewhere(
    one: OneAccount,
    days: tuple[date, date],
    waiting: Collection[int],
    period: Period,
    ignoring: Collection[int],
) -> list[PairedElsewhere]:
    """Entries that other statements claim for lines which this one cannot print too: those of
    these days, and those that were outstanding however far away.

    A line that another statement dates inside both periods stands on both statements, so that its
    entry is a candidate here as well.
    """
    found = {
        pair.entry: PairedElsewhere(
            pair.entry,
            pair.booked_on,
            pair.amount,
            earlier=_earlier(pair.line_day, pair.first, pair.last, period),
        )
        for pair in one.pairs(*days, ignoring, waiting)
        if not _on_both(pair.line_day, pair.first, pair.last, period)
    }
    return list(found.values())  # several lines may be one entry


def _paired_with_siblings(
    near: Sequence[Entry], siblings: Sequence[Sibling], period: Period
) -> list[PairedElsewhere]:
    by_id = {entry.id: entry for entry in near}
    return [
        PairedElsewhere(
            entry_id,
            by_id[entry_id].booked_on,
            by_id[entry_id].amount_minor,
            earlier=_earlier(line_day, sibling.period.start, sibling.period.end, period),
        )
        for sibling in siblings
        for entry_id, line_day in sibling.pairs
        if entry_id in by_id
        and not _on_both(line_day, sibling.period.start, sibling.period.end, period)
    ]


def _on_both(line_day: date | None, first: date | None, last: date | None, period: Period) -> bool:
    apart = (first and first > period.end) or (last and last < period.start)
    return not apart and line_day is not None and line_day in period


def _earlier(line_day: date | None, first: date | None, last: date | None, period: Period) -> bool:
    if last is not None and last < period.start:
        return True
    if first is not None and first > period.end:
        return False
    return line_day is None or line_day < period.start


def _previous(
    session: Session,
    account_id: int,
    period: Period,
    ignoring: Collection[int],
    siblings: Sequence[Sibling],
) -> Previous | None:
    """The statement that ends latest of those that ended before this one does."""
    wanted = {"account_id": account_id, "end": period.end, "ignoring": list(ignoring)}
    row = session.execute(_ended_before(), wanted).first()
    found = [Previous(end, closing) for end, closing in ([row] if row else []) if end]
    # A sibling will have the higher id, so that it wins where two end on the same day.
    found += [
        Previous(sibling.period.end, sibling.closing_balance)
        for sibling in siblings
        if sibling.period.end < period.end
    ]
    return max(enumerate(found), key=lambda p: (p[1].period_end, p[0]))[1] if found else None


@cache
def _ended_before() -> Select[date | None, int | None]:
    return (
        select(Statement.period_end, Statement.closing_minor)
        .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        .where(
            Statement.account_id == bindparam("account_id"),
            Statement.period_end < bindparam("end"),
            _NOT_IGNORED,
            *counts(),
        )
        .order_by(
            Statement.period_end.desc(), Statement.period_start.desc(), Statement.closing_minor
        )
        .limit(1)
    )
