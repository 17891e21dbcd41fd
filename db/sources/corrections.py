"""What the ledger says and its source does not say yet: corrections to be made there."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import Text, cast, select, true
from sqlalchemy.orm import Session

from db.formats.snapshot import (
    CorrectionKind,
    ProvenBalance,
    RowSaid,
    Snapshot,
    SourceCorrection,
    SourceEntry,
)
from db.formats.writers.journal_patch import JOURNALS
from db.models import (
    Account,
    AccountLink,
    LedgerSource,
    Proposal,
    Reconciliation,
    Statement,
    Transaction,
)
from db.session import batches
from db.sources.pairing import (
    Wording,
    known_rows,
    known_wordings,
    said_of,
    unlinked,
    wording_of,
)
from db.sources.plan import links_of, matched_rows
from db.words import ProposalStatus, Verdict

#: Where an accepted change keeps the counter-account that a person named, and the id and the
#: fingerprint of the entry that it added.
LEG: Final = "leg"
ADDED: Final = "added"
#: Where a source keeps the names of the accounts of its journal that are not tieout's.
OTHERS: Final = "others"


def entries_there(
    session: Session, source_id: int, snapshot: Snapshot
) -> dict[tuple[str, int], SourceEntry]:
    """The rows of the snapshot by the account's key and the number of the row that tieout keeps of
    each; the snapshot is of the files as they were when they were last applied."""
    found: dict[tuple[str, int], SourceEntry] = {}
    rows: dict[str, list[SourceEntry]] = defaultdict(list)
    for each in snapshot.entries:
        if not each.pending:
            rows[each.account].append(each)
    for link in links_of(session, source_id):
        for number, row in _of_account(session, link, rows[link.key]):
            found[link.key, number] = row
    return found


def _of_account(
    session: Session, link: AccountLink, rows: Sequence[SourceEntry]
) -> Iterator[tuple[int, SourceEntry]]:
    """The same of one account: what is word for word the same first, the rest as a sync would."""
    sign = _sign(link)
    waiting: dict[Wording, list[SourceEntry]] = defaultdict(list)
    for each in reversed(rows):
        waiting[wording_of(each)].append(each)
    unmet = []
    for number, (day, amount, text, value_on, row_id) in known_wordings(session, link):
        if equal := waiting.get((day, sign * amount, text, value_on, row_id)):
            yield number, equal.pop()
        else:
            unmet.append(number)
    if unmet:
        known = [
            replace(each, said=_turned(each.said, sign))
            for each in known_rows(session, link, unmet)
        ]
        left = [each for equal in waiting.values() for each in equal]
        matched, _ = matched_rows(known, left[::-1])
        for before, now in matched.found:
            yield before.row.id, now.row


def corrections(
    session: Session, source_id: int, there: Mapping[tuple[str, int], SourceEntry]
) -> Iterator[SourceCorrection]:
    """What is still to be corrected at the source, account by account, oldest first.

    A change there that a lock refused is one. Words are never corrected there, nor the day of a row
    that was recognised: both are its own.
    """
    legs = _legs_named(session)
    for link in links_of(session, source_id):
        yield from _changed(session, link, there)
        yield from _new(session, link, legs)


def assertions(session: Session, source_id: int) -> Iterator[ProvenBalance]:
    """The closing balance of each matched statement of the source's accounts."""
    for link in links_of(session, source_id):
        sign = _sign(link)
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


def _changed(
    session: Session, link: AccountLink, there: Mapping[tuple[str, int], SourceEntry]
) -> Iterator[SourceCorrection]:
    sign, currency = _sign(link), _currency(session, link)
    for row in sorted(known_rows(session, link), key=lambda row: (row.said.booked_on, row.id)):
        at, entry = there.get((link.key, row.id)), row.entry
        # What a lock refused is in the file all the same.
        was = _turned(said_of(at), sign) if at else row.said
        place = at.place if at else None
        what, now = CorrectionKind.REMOVE, None
        if entry is not None:
            day = was.booked_on if row.recognised else entry.said.booked_on
            what = CorrectionKind.AMEND
            now = was._replace(booked_on=day, amount_minor=entry.said.amount_minor)
            if now == was:
                continue
        yield SourceCorrection(
            what, link.key, currency, _turned(was, sign), now and _turned(now, sign), place
        )


def _new(
    session: Session, link: AccountLink, legs: Mapping[int, str]
) -> Iterator[SourceCorrection]:
    sign, currency = _sign(link), _currency(session, link)
    for entry in unlinked(session, link.account_id, true()):
        now, leg = _turned(entry.said, sign), legs.get(entry.id)
        yield SourceCorrection(CorrectionKind.ADD, link.key, currency, None, now, leg=leg)


@dataclass(frozen=True, slots=True)
class JournalKept:
    """The journal that an account is kept in: its name, its form, what the account is called in it,
    and its ``others``, None if it was last read before they were kept."""

    name: str
    form: str
    own: str
    others: tuple[str, ...] | None


def journal_of(session: Session, account_id: int) -> JournalKept | None:
    """Where a counter-account of the account can be written; None if it is kept in no journal."""
    query = select(LedgerSource, AccountLink.key, Account.currency).where(
        AccountLink.account_id == account_id, LedgerSource.format.in_(JOURNALS)
    )
    query = query.join(AccountLink, AccountLink.source_id == LedgerSource.id)
    found = session.execute(query.join(Account, Account.id == account_id)).first()
    if found is None:
        return None
    source, key, currency = found
    others = source.options.get(OTHERS)
    links = select(AccountLink.key).where(AccountLink.source_id == source.id)
    if others is not None:
        others = (*others, *session.scalars(links.where(AccountLink.account_id != account_id)))
    return JournalKept(source.name, source.format, key.removesuffix(f" {currency}"), others)


def _legs_named(session: Session) -> dict[int, str]:
    """The counter-accounts that were named when entries were accepted, by the ids of these."""
    query = select(Proposal.changes).where(
        Proposal.status == ProposalStatus.ACCEPTED,
        cast(Proposal.changes, Text).contains(f'"{LEG}"'),
    )
    said = [each for changes in session.scalars(query) for each in changes if LEG in each]
    # The id of an entry that was removed may be another's by now.
    prints = select(Transaction.id, Transaction.fingerprint)
    there = {
        (row[0], row[1])
        for some in batches([each[ADDED][0] for each in said])
        for row in session.execute(prints.where(Transaction.id.in_(some)))
    }
    return {each[ADDED][0]: each[LEG] for each in said if tuple(each[ADDED]) in there}


def _sign(link: AccountLink) -> int:
    return -1 if link.flipped else 1


def _currency(session: Session, link: AccountLink) -> str:
    return session.get_one(Account, link.account_id).currency


def _turned(said: RowSaid, sign: int) -> RowSaid:
    return said._replace(amount_minor=sign * said.amount_minor)
