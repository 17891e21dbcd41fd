"""What an account is known by: what a person may correct, and what refuses a correction."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import date
from decimal import Decimal
from typing import Any, Final

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from db.errors import TieoutError, short_enough
from db.ledger.bookkeeping import AccountExists, trimmed
from db.ledger.queries import UnknownAccount
from db.ledger.views import NewAccount, known_by
from db.models import Account
from db.money import exponent_of, to_decimal, to_minor
from db.words import ACCOUNT_FIELDS, AccountFields, AccountKind, Origin, fields_of


@dataclass(frozen=True, slots=True)
class AccountFacts(AccountFields):
    """One account; ``opening_balance_minor`` is what it held before its first entry."""

    id: int
    name: str
    institution: str | None
    kind: AccountKind
    currency: str
    mask: str | None
    opening_balance_minor: int
    kind_origin: Origin = Origin.TYPED
    currency_origin: Origin = Origin.TYPED
    opening_origin: Origin = Origin.TYPED
    number: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountEdit(AccountFields):
    """What is to be said of an account instead; None leaves a fact as it is.

    ``digits`` are the number, or its end: that of the number that is known leaves it as it is. A
    blank ``digits`` or ``institution`` takes it away, and so does ``without`` the fields that it
    names. ``opening_balance`` is a decimal in the account's currency.
    """

    name: str | None = None
    digits: str | None = None
    institution: str | None = None
    kind: AccountKind | None = None
    currency: str | None = None
    opening_balance: str | None = None
    without: frozenset[str] = frozenset()

    @classmethod
    def of(cls, said: Mapping[str, Any]) -> "AccountEdit":
        """What somebody says, by the names of the facts; a blank field is one to take away."""
        texts = {
            name: said[name].strip() for name in ACCOUNT_FIELDS if isinstance(said.get(name), str)
        }
        blank = frozenset(name for name, text in texts.items() if not text)
        return cls(**{**said, **texts, **dict.fromkeys(blank)}, without=blank)


def edited(was: AccountFacts, wanted: AccountEdit) -> AccountFacts:
    """The facts as a person wants them. An amount in another currency keeps its figures. Raises
    ``NameBlank``, ``NameTooLong``, ``ClosedBeforeOpened`` and the errors of `db.money`."""
    currency = was.currency if wanted.currency is None else wanted.currency.strip().upper()
    name = was.name if wanted.name is None else wanted.name.strip()
    if not name:
        raise NameBlank
    number, mask = was.number, was.mask
    if wanted.digits is not None and known_by(wanted.digits) != (None, mask):
        number, mask = known_by(wanted.digits)
    said: dict[str, Any] = {
        name: None if name in wanted.without else getattr(wanted, name) or getattr(was, name)
        for name in ACCOUNT_FIELDS
    }
    after = replace(
        was,
        name=name if name == was.name else short_enough(name),
        institution=was.institution if wanted.institution is None else trimmed(wanted.institution),
        kind=wanted.kind or was.kind,
        currency=currency,
        mask=mask,
        number=number,
        opening_balance_minor=to_minor(_opening(was, wanted), exponent_of(currency)),
        **said,
    )
    _refuse_closed_before_opened(was, after)
    return _typed_where_other(was, after)


def _typed_where_other(was: AccountFacts, after: AccountFacts) -> AccountFacts:
    """What a person changed is their word; what a form only sent back as it was shown is not."""

    def origin(before: Origin, *, same: bool) -> Origin:
        return before if same else Origin.TYPED

    opening = after.opening_balance_minor == was.opening_balance_minor
    return replace(
        after,
        kind_origin=origin(was.kind_origin, same=after.kind is was.kind),
        currency_origin=origin(was.currency_origin, same=after.currency == was.currency),
        opening_origin=origin(was.opening_origin, same=opening),
    )


def _refuse_closed_before_opened(was: AccountFacts, after: AccountFacts) -> None:
    if (after.opened_on, after.closed_on) == (was.opened_on, was.closed_on):
        return
    if after.opened_on and after.closed_on and after.closed_on < after.opened_on:
        raise ClosedBeforeOpened(name=after.name, opened=after.opened_on, closed=after.closed_on)


def new_account(wanted: AccountEdit) -> NewAccount:
    """An account that a person wants: of the kind `checking` if none is named. Raises
    ``NameBlank``, ``NameTooLong``, ``ClosedBeforeOpened`` and the errors of `db.money`."""
    blank = AccountFacts(0, "", None, AccountKind.CHECKING, "", None, 0)
    facts = edited(blank, replace(wanted, opening_balance=wanted.opening_balance or "0"))
    return NewAccount(
        name=facts.name,
        kind=facts.kind,
        currency=facts.currency,
        institution=facts.institution,
        mask=facts.number or facts.mask,
        opening_balance_minor=facts.opening_balance_minor,
        **fields_of(facts),
    )


def facts_of(session: Session, account_id: int) -> AccountFacts:
    """What the ledger says of the account. Raises ``UnknownAccount``."""
    row = session.get(Account, account_id)
    if row is None:
        raise UnknownAccount(account_id=account_id)
    return AccountFacts(**{each.name: getattr(row, each.name) for each in fields(AccountFacts)})


def write_facts(session: Session, facts: AccountFacts) -> None:
    """Make the account that is there say this. Raises ``AccountExists``."""
    row = session.get_one(Account, facts.id)
    for name, value in asdict(facts).items():
        setattr(row, name, value)
    _flush(session, row)


def bring_back(session: Session, facts: AccountFacts) -> AccountFacts:
    """Add a removed account again, if need be with a new number. Raises ``AccountExists``."""
    said = asdict(facts)
    if session.get(Account, facts.id) is not None:
        del said["id"]
    row = Account(**said)
    _flush(session, row)
    return facts_of(session, row.id)


def _flush(session: Session, row: Account) -> None:
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:
        raise AccountExists from None
    session.refresh(row)  # text is kept as far as it can be stored


_DAYS: Final = tuple(name for name, kind in ACCOUNT_FIELDS.items() if kind is date)


def to_json(facts: AccountFacts) -> dict[str, Any]:
    said = {**asdict(facts), "kind": facts.kind.value}
    days = {name: said[name].isoformat() for name in _DAYS if said[name]}
    return {**said, **days}


def from_json(said: dict[str, Any]) -> AccountFacts:
    """What `to_json` wrote; the log may be older than a field, which is None then."""
    days = {name: date.fromisoformat(said[name]) for name in _DAYS if said.get(name)}
    return AccountFacts(**{**said, "kind": AccountKind(said["kind"]), **days})


def _opening(was: AccountFacts, wanted: AccountEdit) -> str | Decimal:
    if wanted.opening_balance is not None:
        return wanted.opening_balance
    return to_decimal(was.opening_balance_minor, exponent_of(was.currency))


class NameBlank(TieoutError):
    """An account needs a name. Give it one that no other account has."""


class AccountLocked(TieoutError):
    """{name} has periods that are reconciled and locked, and this would change what they hold:
    {locks}. Release each one first, with a reason, such as: tieout unlock {first} --reason TEXT"""


class AccountMoved(TieoutError):
    """The account was changed since this was shown, so nothing was done. Look at what would follow
    now, and do it again."""


class CurrencyKept(TieoutError):
    """{name} has entries in {currency}, so its currency stays. Add another account for the other
    currency: tieout account add"""


class ClosedBeforeOpened(TieoutError):
    """{name} was opened on {opened}, so it cannot have been closed on {closed}. Give the day of its
    opening or a later one."""


class ClosedTooEarly(TieoutError):
    """{name} has an entry or a statement of {last}, so it cannot have been closed on {closed}. Give
    that day or a later one."""


class CurrenciesDiffer(TieoutError):
    """{name} is in {currency} and {into} in {other}: accounts in different currencies cannot be
    merged.
    """


class SameAccount(TieoutError):
    """{name} cannot be merged into itself. Name another account as the second one; see them with:
    tieout ledger accounts"""


class OpeningUnclear(TieoutError):
    """{name} opened with {opening} and {into} with {other}, and neither follows from the other, so
    nothing was merged. Give their combined balance before the first entry with --opening-balance
    AMOUNT
    """


class ChangedSince(TieoutError, code="account_changed_since"):
    """The last change of {name} ({action}) cannot be undone, because this was changed since:
    {what}. Put that back first, or correct the account with: tieout account edit
    """


class NoChangeToUndo(TieoutError):
    """There is no change to {name} that could be undone. Undo an import with: tieout undo
    import IMPORT"""
