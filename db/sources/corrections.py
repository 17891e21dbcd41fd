"""What the ledger says and its source does not say yet: corrections to be made there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from sqlalchemy import select
from sqlalchemy.orm import Session

from db.formats.snapshot import Snapshot, SourceEntry, SourcePlace
from db.models import Account, AccountLink, Reconciliation, SourceRow, Statement, Transaction
from db.sources.pairing import Named, RowSaid, paired
from db.sources.plan import known_rows, said_of
from db.words import Verdict


class CorrectionKind(StrEnum):
    """What is to be done to a row of a source."""

    AMEND = "amend"
    REMOVE = "remove"
    ADD = "add"


@dataclass(frozen=True, slots=True)
class SourceCorrection:
    """One row to be corrected at the source, in the source's own sign.

    ``was`` is what it says there, None for a row to be added; ``now`` what it is to say, None for
    one to be removed. ``place`` is where it is in a text file.
    """

    what: CorrectionKind
    key: str
    currency: str
    was: RowSaid | None
    now: RowSaid | None
    place: SourcePlace | None = None


@dataclass(frozen=True, slots=True)
class ProvenBalance:
    """A balance that a matched statement proved, at the end of ``day``, in the source's sign."""

    key: str
    currency: str
    day: date
    balance_minor: int


def entries_there(
    session: Session, source_id: int, snapshot: Snapshot
) -> dict[tuple[str, int], SourceEntry]:
    """The rows of the snapshot by the account's key and the number of the row that tieout keeps of
    each; the snapshot is of the files as they were when they were last applied."""
    found: dict[tuple[str, int], SourceEntry] = {}
    for link in _links(session, source_id):
        sign = -1 if link.flipped else 1
        known = known_rows(session, link)
        rows = [each for each in snapshot.entries if each.account == link.key and not each.pending]
        matched = paired(
            [Named(each, _turned(each.said, sign), each.row_id) for each in known],
            [Named(each, said_of(each), each.source_id, each.lasting) for each in rows],
        )
        for before, now in matched.found:
            found[link.key, before.row.id] = now.row
    return found


def corrections(
    session: Session, source_id: int, there: Mapping[tuple[str, int], SourceEntry]
) -> Iterator[SourceCorrection]:
    """What is still to be corrected at the source, account by account, oldest first.

    Words are never corrected there, nor the day of a row that was recognised: both are its own.
    """
    for link in _links(session, source_id):
        yield from _changed(session, link, there)
        yield from _new(session, link)


def assertions(session: Session, source_id: int) -> Iterator[ProvenBalance]:
    """The closing balance of each matched statement of the source's accounts."""
    for link in _links(session, source_id):
        sign = -1 if link.flipped else 1
        query = (
            select(Statement.period_end, Statement.closing_minor, Statement.currency)
            .join(Reconciliation, Reconciliation.statement_id == Statement.id)
            .where(Statement.account_id == link.account_id)
            .where(Reconciliation.verdict == Verdict.MATCHED, Statement.stands)
            .order_by(Statement.period_end)
        )
        for day, closing, currency in session.execute(query):
            if day is not None and closing is not None and currency is not None:
                yield ProvenBalance(link.key, currency, day, sign * closing)


def _links(session: Session, source_id: int) -> list[AccountLink]:
    query = select(AccountLink).where(AccountLink.source_id == source_id)
    return list(session.scalars(query.order_by(AccountLink.key)))


def _changed(
    session: Session, link: AccountLink, there: Mapping[tuple[str, int], SourceEntry]
) -> Iterator[SourceCorrection]:
    sign = -1 if link.flipped else 1
    query = (
        select(SourceRow, Transaction)
        .outerjoin(Transaction, Transaction.id == SourceRow.transaction_id)
        .where(SourceRow.source_id == link.source_id, SourceRow.key == link.key)
        .order_by(SourceRow.booked_on, SourceRow.id)
    )
    currency = _currency(session, link)
    for row, entry in session.execute(query):
        was = RowSaid(row.booked_on, row.amount_minor, row.description, row.value_on)
        at = there.get((link.key, row.id))
        place = at.place if at else None
        what, now = CorrectionKind.REMOVE, None
        if entry is not None:
            day = was.booked_on if row.recognised else entry.booked_on
            what, now = (
                CorrectionKind.AMEND,
                was._replace(booked_on=day, amount_minor=entry.amount_minor),
            )
            if now == was:
                continue
        yield SourceCorrection(
            what, link.key, currency, _turned(was, sign), now and _turned(now, sign), place
        )


def _new(session: Session, link: AccountLink) -> Iterator[SourceCorrection]:
    """Entries that are no row of any source."""
    sign = -1 if link.flipped else 1
    query = (
        select(Transaction)
        .outerjoin(SourceRow, SourceRow.transaction_id == Transaction.id)
        .where(Transaction.account_id == link.account_id, SourceRow.id.is_(None))
        .order_by(Transaction.booked_on, Transaction.id)
    )
    for entry in session.scalars(query):
        now = RowSaid(entry.booked_on, sign * entry.amount_minor, entry.description, entry.value_on)
        yield SourceCorrection(CorrectionKind.ADD, link.key, entry.currency, None, now)


def _currency(session: Session, link: AccountLink) -> str:
    return session.get_one(Account, link.account_id).currency


def _turned(said: RowSaid, sign: int) -> RowSaid:
    return said._replace(amount_minor=sign * said.amount_minor)
