"""Ties the accounts of a source to accounts of the ledger, with what a person says of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from app.errors import (
    AccountHasSource,
    CurrencyDiffers,
    UnknownSourceAccount,
)
from app.queries.books import find_account
from app.queries.sources import settled_by_statements
from db.formats import detect
from db.formats.csv_table import AccountDiffers
from db.formats.ledger_csv import ACCOUNTS_FILE
from db.formats.snapshot import Snapshot, SourceNeedsCurrency
from db.formats.snapshot import SourceAccount as AccountThere
from db.ledger import queries
from db.ledger.bookkeeping import add_account
from db.ledger.views import NewAccount, known_by
from db.models import (
    Account,
    AccountLink,
    LedgerSource,
)
from db.session import read_only
from db.words import AccountKind, Origin


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a person says of a source that it does not say itself.

    ``account`` is the account of the ledger that the only account of the source is, and
    ``accounts`` are such by their keys in the source; ``only`` are the keys to connect, all of them
    if it is empty; those in ``flipped`` are kept there with the other sign.
    """

    form: str | None = None
    kind: AccountKind | None = None
    account: str | None = None
    accounts: Mapping[str, str] = field(default_factory=dict)
    only: Sequence[str] = ()
    flipped: Sequence[str] = ()
    options: Mapping[str, Any] = field(default_factory=dict)


def completed(engine: Engine, location: Path, form: str, wishes: Wishes) -> tuple[Wishes, bool]:
    """The wishes with what the ledger knows: the currency of the account that is named, and how a
    CSV file is to be read, which statements that are proven settle; whether they did."""
    options = dict(wishes.options)
    with read_only(engine) as session:
        if wishes.account is not None:
            account = find_account(queries.accounts(session), wishes.account)
            if form in ("csv", "qif", "actual"):
                options.setdefault("currency", account.currency)
        if form != "csv" or options.keys() & detect.CHOICES:
            return replace(wishes, options=options), False
        found = settled_by_statements(session, location, options.get("currency"))
    if found is not None:
        options["mapping"] = found.as_json()
    return replace(wishes, options=options), found is not None


def of_one_account(file: str, snapshot: Snapshot, wishes: Wishes) -> Wishes:
    """The wishes with the key of the only account.

    Raises ``SourceNeedsCurrency`` and ``UnknownSourceAccount``.
    """
    for account in snapshot.accounts:
        if account.currency in ("", "XXX"):
            raise SourceNeedsCurrency(file=file)
    if wishes.account is None:
        return wishes
    keys = [each.key for each in snapshot.accounts]
    if len(keys) != 1:
        raise UnknownSourceAccount(key=wishes.account, known=", ".join(keys) or "none")
    return replace(wishes, accounts={keys[0]: wishes.account})


def link_accounts(
    session: Session,
    source: LedgerSource,
    snapshot: Snapshot,
    wishes: Wishes,
    *,
    settled: bool = False,
) -> list[int]:
    """Tie the accounts of the source to accounts here, and give those that had to be made.

    ``settled`` is whether a statement settled how the source is read.
    """
    there = {account.key: account for account in snapshot.accounts}
    for key in (*wishes.only, *wishes.accounts, *wishes.flipped):
        if key not in there:
            raise UnknownSourceAccount(key=key, known=", ".join(there) or "none")
    query = select(AccountLink.key, AccountLink.account_id)
    linked: dict[str, int] = {
        row[0]: row[1] for row in session.execute(query.where(AccountLink.source_id == source.id))
    }
    made: list[int] = []
    for key, account in there.items():
        if wishes.only and key not in wishes.only:
            continue
        found = linked.get(key) or _account_for(session, account, wishes.accounts.get(key))
        if found is not None:
            _check_same(session, account, found)
        if key in linked:
            continue
        flipped = key in wishes.flipped
        if found is None:
            found = add_account(session, _new_account(account, wishes, flipped=flipped))
            made.append(found)
        else:
            refuse_second(session, found, source.id)
        session.add(
            AccountLink(
                source_id=source.id, key=key, account_id=found, flipped=flipped, read=settled
            )
        )
    session.flush()
    return made


def _account_for(session: Session, there: AccountThere, wanted: str | None) -> int | None:
    """The account that a person named, or the one of that name."""
    if wanted is not None:
        return find_account(queries.accounts(session), wanted).id
    return session.scalar(select(Account.id).where(Account.name == there.name.strip()))


def _check_same(session: Session, there: AccountThere, account_id: int) -> None:
    """Refuse an account that is said otherwise than it is; who vouches for it is not compared. Of a
    number of which the end was known the whole is known from here on."""
    account = session.get_one(Account, account_id)
    number, mask = known_by(there.mask or there.number or "")
    said = {"kind": there.kind, "institution": there.institution, "mask": mask}
    days = {"opened_on": there.opened_on, "closed_on": there.closed_on}
    if there.currency != account.currency:
        raise CurrencyDiffers(name=account.name, here=account.currency, there=there.currency)
    for column, value in {**said, **days}.items():
        if column in there.states and value != getattr(account, column):
            raise AccountDiffers(file=ACCOUNTS_FILE, line=there.line, column=column)
    if number and account.number is None and account.mask == mask:
        account.number = number


def refuse_second(session: Session, account_id: int, source_id: int | None = None) -> None:
    """Two sources of one account would each add what the other has. Raises ``AccountHasSource``
    for another source than this."""
    query = (
        select(LedgerSource.name, Account.name)
        .join(AccountLink, AccountLink.source_id == LedgerSource.id)
        .join(Account, Account.id == AccountLink.account_id)
        .where(AccountLink.account_id == account_id, LedgerSource.id != source_id)
    )
    other = session.execute(query).first()
    if other is not None:
        raise AccountHasSource(source=other[0], account=other[1])


def _new_account(there: AccountThere, wishes: Wishes, *, flipped: bool) -> NewAccount:
    read = Origin.READING if there.read else Origin.SOURCE
    return NewAccount(
        name=there.name,
        kind=there.kind or wishes.kind or AccountKind.OTHER,
        currency=there.currency,
        institution=there.institution,
        mask=there.mask or there.number,
        opening_balance_minor=-there.opening_minor if flipped else there.opening_minor,
        opened_on=there.opened_on,
        closed_on=there.closed_on,
        origin=read,
        opening_origin=Origin.READING if there.opening_read else Origin.SOURCE,
    )
