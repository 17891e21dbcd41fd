"""What a person can do to an account, and to what ties it to an account of a source.

The command line and the pages call these. Each is one unit of work that ends with a proof of what
hangs on the account and with the log. ``seen`` is that of the dry run that a person looked at: if
the accounts are others by now, nothing is done."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias, Unpack

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from app.access.rights import person
from app.acts.refusals import How, Tried, carried_out
from app.errors import AccountHasSource, CurrencyDiffers, NotTheLastChange, UnknownSourceAccount
from app.queries.books import find_account
from app.queries.sources import settled_by_statements
from app.shapes.ledger import AccountChangeShape, FollowsShape, account_change_shape
from db.accounts import correcting
from db.accounts import merge as account_merge
from db.accounts.facts import AccountEdit, AccountMoved
from db.accounts.log import Done, Verdicts, keep, verdicts_of
from db.formats import detect
from db.formats.csv_table import AccountDiffers
from db.formats.ledger_csv import ACCOUNTS_FILE
from db.formats.snapshot import Snapshot, SourceNeedsCurrency
from db.formats.snapshot import SourceAccount as AccountThere
from db.ledger import queries
from db.ledger.bookkeeping import add_account
from db.ledger.views import NewAccount, known_by
from db.models import Account, AccountLink, LedgerSource
from db.session import read_only
from db.words import AccountKind, Origin, fields_of
from pipeline.record.settling import settle

#: Does something to the accounts of these ids.
_Act: TypeAlias = Callable[[Session, Sequence[int]], Done]


def add(engine: Engine, new: AccountEdit, **how: Unpack[Tried]) -> AccountChangeShape:
    """Add an account. Raises ``NameBlank``, ``NameTooLong``, ``AccountExists`` and the errors of
    `db.money`."""

    def does(session: Session, _: Sequence[int]) -> Done:
        return correcting.add(session, new)

    return _carried_out(engine, "add", (), does, **how)


def edit(
    engine: Engine, wanted: str, change: AccountEdit, **how: Unpack[How]
) -> AccountChangeShape:
    """Correct an account. Raises ``AccountUnclear``, ``AccountMoved``, ``WouldBreakLock`` and what
    `db.accounts.correcting.edit` raises."""

    def does(session: Session, found: Sequence[int]) -> Done:
        return correcting.edit(session, found[0], change)

    return _carried_out(engine, "edit", (wanted,), does, **how)


def merge(
    engine: Engine, wanted: str, into: str, opening: str | None = None, **how: Unpack[How]
) -> AccountChangeShape:
    """Make one account of two: the first goes into the second. Raises ``AccountUnclear``,
    ``AccountMoved`` and what `db.accounts.merge.merge` raises."""

    def does(session: Session, found: Sequence[int]) -> Done:
        return account_merge.merge(session, found[0], found[1], opening)

    return _carried_out(engine, "merge", (wanted, into), does, **how)


def flip_signs(engine: Engine, wanted: str, **how: Unpack[How]) -> AccountChangeShape:
    """Turn every sign. Raises ``AccountUnclear``, ``AccountMoved`` and ``AccountLocked``."""

    def does(session: Session, found: Sequence[int]) -> Done:
        return correcting.flip_signs(session, found[0])

    return _carried_out(engine, "flip-signs", (wanted,), does, **how)


def undo(
    engine: Engine, wanted: str, *, act: int | None = None, **how: Unpack[How]
) -> AccountChangeShape:
    """Take the last change of an account back; ``act`` is its number in the log, where a person saw
    it. Raises ``AccountUnclear``, ``AccountMoved``, ``NotTheLastChange`` and what
    `db.accounts.correcting.undo` raises."""

    def does(session: Session, found: Sequence[int]) -> Done:
        done = correcting.undo(session, found[0], how.get("actor") or person())
        if act not in (None, done.undoes):
            raise NotTheLastChange
        return done

    return _carried_out(engine, "undo", (wanted,), does, **how)


def _carried_out(
    engine: Engine, name: str, wanted: Sequence[str], does: _Act, **how: Unpack[How]
) -> AccountChangeShape:
    """Do it, and prove again what hangs on the account; only then write down what was done, for the
    locks that come of the proof are a part of it."""
    seen = how.get("seen")

    def act(session: Session, who: str) -> AccountChangeShape:
        accounts = queries.accounts(session) if wanted else []
        found = [find_account(accounts, each).id for each in wanted]
        state = " ".join(queries.ledger_etag(session, each) for each in found)
        if seen is not None and seen != state:
            raise AccountMoved
        done = does(session, found)
        concerned = {done.account_id, *found, *([done.other.id] if done.other else [])}
        were = verdicts_of(session, concerned)
        settle(session)
        follows = _follows(were, verdicts_of(session, concerned))
        keep(session, who, done)
        return account_change_shape(done, follows, state)

    return carried_out(engine, act, f"account {name}", how)


def _follows(were: Verdicts, are: Verdicts) -> tuple[FollowsShape, ...]:
    return tuple(
        FollowsShape(import_id=key[0], file=key[1], statement=key[2], was=was, now=now)
        for key in sorted({*were, *are})
        if (was := were.get(key)) is not (now := are.get(key))
    )


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a person says of a source that it does not say itself.

    ``account`` is the account of the ledger that the only account of the source is, and
    ``accounts`` are such by their keys in the source; ``only`` are the keys to connect, all of them
    if it is empty; those in ``flipped`` are kept there with the other sign."""

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
    """The wishes with the key of the only account. Raises ``SourceNeedsCurrency`` and
    ``UnknownSourceAccount``."""
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
    ``settled`` is whether a statement settled how the source is read."""
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
    if there.currency != account.currency:
        raise CurrencyDiffers(name=account.name, here=account.currency, there=there.currency)
    for column, value in {**said, **fields_of(there)}.items():
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
        origin=read,
        opening_origin=Origin.READING if there.opening_read else Origin.SOURCE,
        **fields_of(there),
    )
