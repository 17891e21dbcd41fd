"""The only functions that change ledger facts, and the days that they touched.

Each counts up the account's version with it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy import bindparam, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from db.errors import TieoutError, short_enough
from db.ledger.balances import require_addable
from db.ledger.queries import UnknownAccount, etag
from db.ledger.views import Identity, NewAccount, NewEntry, continued, fingerprint_of, known_by
from db.models import Account, Base, SettledAccount, Transaction
from db.money import exponent_of
from db.session import batches, is_postgresql
from db.words import fields_of

# SQLite has no row locks and needs none: a writer there is alone from its first statement on.
_HELD: Final = (
    select(Account)
    .where(Account.id == bindparam("account_id"))
    .with_for_update()
    .execution_options(populate_existing=True)
)


class AccountExists(TieoutError):
    """The ledger has an account of that name already. Choose another name."""


def add_account(session: Session, new: NewAccount) -> int:
    """Add an account and give its id. Blanks around its texts are dropped. Raises
    ``AccountExists``, ``NameTooLong`` and ``UnknownCurrency``."""
    exponent_of(new.currency)
    number, mask = known_by(new.mask or "")
    account = Account(
        name=short_enough(new.name.strip()),
        institution=trimmed(new.institution),
        kind=new.kind,
        currency=new.currency,
        mask=mask,
        number=number,
        opening_balance_minor=new.opening_balance_minor,
        **fields_of(new),
        kind_origin=new.origin,
        currency_origin=new.origin,
        opening_origin=new.opening_origin or new.origin,
    )
    try:
        with session.begin_nested():
            session.add(account)
    except IntegrityError:
        raise AccountExists from None
    remember_account(session)
    return account.id


def add_transactions(
    session: Session, account_id: int, entries: Sequence[NewEntry], import_id: int | None = None
) -> list[int]:
    """Add every entry, also where the ledger has equal ones, and give the ids in their order.

    For what is known to be missing, like the lines that a person accepted. Raises
    ``UnknownAccount``.
    """
    account = hold_row(session, account_id)
    return [number for _, number in add_named(session, account, entries, import_id)]


def add_named(
    session: Session,
    account: Account,
    entries: Sequence[NewEntry],
    import_id: int | None = None,
    met: set[int] | None = None,
) -> list[tuple[Identity, int]]:
    """The same for an account that is held, giving also what each entry is called.

    ``met`` has the hash of every fingerprint of the account, and those of ``entries`` are added: a
    large ledger comes in part by part, and only what may be there already need be looked for.
    """
    prints = [fingerprint_of(entry) for entry in entries]
    maybe = prints if met is None else [each for each in prints if hash(each) in met]
    named = continued(prints, _known_counts(session, account.id, maybe))
    if met is not None:
        met.update(map(hash, prints))
    ids = _insert_entries(session, account, list(zip(entries, named, strict=True)), import_id)
    return list(zip(named, ids, strict=True))


def hold(session: Session, account_id: int) -> str:
    """Keep others from changing the account until this unit of work ends, and give its etag.

    For anyone who must know that the ledger is still as a person was shown it. Raises
    ``UnknownAccount``."""
    account = hold_row(session, account_id)
    return etag(account.id, account.version)


def touch(session: Session, account_id: int, *days: date, moved: int = 0) -> None:
    """Count up the account's version, and remember that entries of these days change.

    To be called before every change to one of its entries: writers then wait for each other at
    the account, and never two in a circle at its totals. ``moved`` is what the change comes to in
    minor units; without ``days`` anything may change.
    """
    remember(session, account_id, days, moved)
    session.execute(
        update(Account).where(Account.id == account_id).values(version=Account.version + 1)
    )


def trimmed(text: str | None) -> str | None:
    """Without blanks around it; None if nothing is left."""
    return (text or "").strip() or None


def hold_row(session: Session, account_id: int) -> Account:
    """The account, kept from others until this unit of work ends. Raises ``UnknownAccount``."""
    account = session.scalar(_HELD, {"account_id": account_id})
    if account is None:
        raise UnknownAccount(account_id=account_id)
    return account


def _insert_entries(
    session: Session,
    account: Account,
    named: Sequence[tuple[NewEntry, Identity]],
    import_id: int | None = None,
) -> Sequence[int]:
    """Add entries by these names, and give the ids in their order."""
    if not named:
        return []
    ids = _next_ids(session, len(named))
    rows = [
        {
            "id": number,
            "account_id": account.id,
            "booked_on": entry.booked_on,
            "value_on": entry.value_on,
            "amount_minor": entry.amount_minor,
            "currency": account.currency,
            "description": entry.description,
            "fingerprint": digest,
            "occurrence": occurrence,
            "import_id": import_id,
            "origin": entry.origin,
        }
        for number, (entry, (digest, occurrence)) in zip(ids, named, strict=True)
    ]
    moved = sum(entry.amount_minor for entry, _ in named)
    touch(session, account.id, *(entry.booked_on for entry, _ in named), moved=moved)
    # The table and not the class, whose every row would be asked for.
    session.execute(insert(Base.metadata.tables[Transaction.__tablename__]), rows)
    require_addable(session, account.id)
    return ids


def _next_ids(session: Session, count: int) -> Sequence[int]:
    """The ids that so many entries are to have: to look them up afterwards costs as much again."""
    if is_postgresql(session):
        query = "SELECT nextval(pg_get_serial_sequence('transactions', 'id')) FROM "
        return session.scalars(text(f"{query} generate_series(1, :n)"), {"n": count}).all()
    # A writer is alone there.
    first = 1 + (session.scalar(select(func.max(Transaction.id))) or 0)
    return range(first, first + count)


def _known_counts(session: Session, account_id: int, prints: Iterable[str]) -> dict[str, int]:
    """How many entries have each of these fingerprints, as far as any has."""
    query = select(Transaction.fingerprint, func.max(Transaction.occurrence)).where(
        Transaction.account_id == account_id
    )
    return {
        row[0]: row[1]
        for some in batches(sorted(set(prints)))
        for row in session.execute(
            query.where(Transaction.fingerprint.in_(some)).group_by(Transaction.fingerprint)
        )
    }


_TOUCHED: Final = "tieout_touched"
_NEW_ACCOUNTS: Final = "tieout_new_accounts"
#: An account's version, which triggers count up too, and the one that its statements were last
#: held to.
_VERSIONS: Final = (
    select(Account.version, SettledAccount)
    .outerjoin(SettledAccount, SettledAccount.account_id == Account.id)
    .where(Account.id == bindparam("account_id"))
)


@dataclass(frozen=True, slots=True)
class Touched:
    """The first and the last day of an account that something changed on.

    ``moved`` is what the changes come to, in minor units: 0 leaves every later balance as it was.
    ``of_ledger`` is false where only statements came or went, and no figure of the ledger changed.
    """

    first: date
    last: date
    moved: int
    of_ledger: bool

    def and_(self, other: "Touched") -> "Touched":
        return Touched(
            min(self.first, other.first),
            max(self.last, other.last),
            self.moved + other.moved,
            self.of_ledger or other.of_ledger,
        )


#: Anything may have changed, on any day.
EVERYTHING: Final = Touched(date.min, date.max, 0, of_ledger=True)


def remember(session: Session, account_id: int, days: Iterable[date], moved: int) -> None:
    """Add a change of entries on these days; of no day means anything may have changed."""
    wanted = sorted(days)
    new = Touched(wanted[0], wanted[-1], moved, of_ledger=True) if wanted else EVERYTHING
    _add(session, account_id, new)


def remember_statement(session: Session, account_id: int, start: date, end: date) -> None:
    """Add that a statement of this period came, went or changed."""
    _add(session, account_id, Touched(start, end, 0, of_ledger=False))


def remember_account(session: Session) -> None:
    """Add that an account came or is known by something else now."""
    session.info[_NEW_ACCOUNTS] = True


def take(session: Session) -> dict[int, Touched]:
    """What was remembered since this was last asked, by account."""
    found: dict[int, Touched] = session.info.pop(_TOUCHED, {})
    return found


def take_accounts(session: Session) -> bool:
    """Whether an account came or changed since this was last asked."""
    found: bool = session.info.pop(_NEW_ACCOUNTS, False)
    return found


def versions_of(session: Session, account_id: int) -> tuple[int | None, SettledAccount | None]:
    """The account's version as the database counts it, None if there is no such account, and the
    one that its statements were last held to."""
    row = session.execute(_VERSIONS, {"account_id": account_id}).one_or_none()
    return (None, None) if row is None else (row[0], row[1])


def _add(session: Session, account_id: int, new: Touched) -> None:
    known: dict[int, Touched] = session.info.setdefault(_TOUCHED, {})
    before = known.get(account_id)
    if before is None and _is_stale(session, account_id):
        before = Touched(EVERYTHING.first, EVERYTHING.last, 0, of_ledger=False)
    known[account_id] = before.and_(new) if before else new


def _is_stale(session: Session, account_id: int) -> bool:
    """Whether something wrote past tieout before: settling a part must not hide that."""
    version, settled = versions_of(session, account_id)
    return version is not None and (settled is None or settled.version != version)
