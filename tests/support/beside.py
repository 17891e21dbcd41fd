"""A statement beside the books of its account, as an import compares them: true ones, and ones with
one planted error."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from functools import cache
from random import Random
from typing import Any, Final

from sqlalchemy import Engine

from db.engine import make_engine
from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.views import NewAccount, NewEntry
from db.models import Base
from db.money import exponent_of
from db.session import unit_of_work
from db.words import AccountKind
from fixtures.truth import TrueRow, TrueStatement
from pipeline.account.comparison import Comparison, ScopedLedger, compare
from pipeline.drafts import StatementDraft
from tests.support.ledgers import sessions

#: Days of one transaction that are further apart are never believed (docs/certificate.md, 6).
_TOO_FAR: Final = timedelta(days=16)
_CURRENCIES: Final = ("EUR", "USD", "GBP", "JPY", "KRW", "KWD", "TND")


@dataclass(frozen=True, slots=True)
class Books:
    """An account with its entries, and what else the same ledger has in ``elsewhere``, another
    account."""

    account: NewAccount
    entries: tuple[NewEntry, ...]
    elsewhere: tuple[NewEntry, ...] = ()

    def but(self, *entries: NewEntry) -> "Books":
        """The same account with other entries."""
        return replace(self, entries=entries)


def true_books(truth: TrueStatement, rows: Sequence[TrueRow] | None = None) -> Books:
    """What the holder's books should have: the account as a person describes it, every row (or
    these), and one entry two months later."""
    places = exponent_of(truth.currency)

    def minor(amount: Decimal) -> int:
        return int(amount.scaleb(places))

    entries = [
        NewEntry(each.date, minor(each.amount), each.description)
        for each in (truth.rows if rows is None else rows)
    ]
    last = max((each.booked_on for each in entries), default=truth.end)
    entries.append(NewEntry(last + timedelta(days=60), -1234, "after the statement"))
    account = NewAccount(
        name="Account",
        kind=AccountKind(truth.kind),
        currency=truth.currency,
        mask=truth.mask or None,
        opening_balance_minor=minor(truth.opening),
    )
    return Books(account, tuple(entries))


def beside(draft: StatementDraft, books: Books) -> Comparison | None:
    """The statement as the account reads it, beside these books; None without any day."""
    engine = _ledger()
    with unit_of_work(engine, dry_run=True, any_revision=True) as session:
        scope = [add_account(session, books.account)]
        add_transactions(session, scope[0], books.entries)
        if books.elsewhere:
            scope.append(add_account(session, replace(books.account, name="Other", mask="9003")))
            add_transactions(session, scope[1], books.elsewhere)
        return compare(session, draft, scope[0], ScopedLedger(sessions(engine), frozenset(scope)))


@cache
def _ledger() -> Engine:
    """One in memory, which stays empty."""
    engine = make_engine("sqlite://")
    Base.metadata.create_all(engine)
    return engine


# One error


@dataclass(frozen=True, slots=True)
class Planted:
    """Books with one error, and the amounts that somebody who names it would name."""

    books: Books
    amounts: frozenset[int] = frozenset()


def _dropped(books: Books, at: int, _random: Random) -> Planted | None:
    own = books.entries
    return Planted(books.but(*own[:at], *own[at + 1 :]), frozenset({own[at].amount_minor}))


def _doubled(books: Books, at: int, _random: Random) -> Planted | None:
    hit = books.entries[at]
    return Planted(books.but(*books.entries, hit), frozenset({hit.amount_minor}))


def _amount(books: Books, at: int, random: Random) -> Planted | None:
    return _changed(books, at, amount_minor=books.entries[at].amount_minor + _not_zero(random))


def _sign(books: Books, at: int, _random: Random) -> Planted | None:
    minor = books.entries[at].amount_minor
    return _changed(books, at, amount_minor=-minor) if minor else None


def _day(books: Books, at: int, random: Random) -> Planted | None:
    step = _TOO_FAR * random.choice((-1, 1))
    return _changed(books, at, booked_on=books.entries[at].booked_on + step)


def _cancelling(books: Books, at: int, random: Random) -> Planted | None:
    """Two amounts are wrong by as much, one too large and one too small."""
    other = random.randrange(len(books.entries) - 1)
    one, two = books.entries[at].amount_minor, books.entries[other].amount_minor
    by = _not_zero(random)
    if at == other or one + by == two:
        return None
    first = _changed(books, at, amount_minor=one + by)
    second = _changed(first.books, other, amount_minor=two - by)
    return Planted(second.books, first.amounts | second.amounts)


def _account(books: Books, at: int, _random: Random) -> Planted | None:
    own, hit = books.entries, books.entries[at]
    others = replace(books, entries=(*own[:at], *own[at + 1 :]), elsewhere=(hit,))
    return Planted(others, frozenset({hit.amount_minor}))


def _currency(books: Books, _at: int, random: Random) -> Planted | None:
    own = books.account.currency
    others = [c for c in _CURRENCIES if c != own and exponent_of(c) == exponent_of(own)]
    return Planted(replace(books, account=replace(books.account, currency=random.choice(others))))


def _pair(books: Books, at: int, random: Random) -> Planted | None:
    by = _not_zero(random)
    two = (replace(books.entries[at], amount_minor=each) for each in (by, -by))
    return Planted(books.but(*books.entries, *two), frozenset({by, -by}))


def _payees(books: Books, at: int, random: Random) -> Planted | None:
    other = random.randrange(len(books.entries) - 1)
    one, two = books.entries[at].description, books.entries[other].description
    if one == two:
        return None
    first = _changed(books, at, description=two)
    return Planted(
        _changed(first.books, other, description=one).books,
        frozenset({books.entries[at].amount_minor, books.entries[other].amount_minor}),
    )


def _changed(books: Books, at: int, **values: Any) -> Planted:
    """One entry is otherwise; both its amounts name it."""
    entries = list(books.entries)
    entries[at] = replace(entries[at], **values)
    amounts = frozenset({books.entries[at].amount_minor, entries[at].amount_minor})
    return Planted(books.but(*entries), amounts)


def _not_zero(random: Random) -> int:
    return random.choice((-1, 1)) * random.randint(1, 5_000)


ERRORS: Final[dict[str, Callable[[Books, int, Random], Planted | None]]] = {
    "dropped": _dropped,
    "doubled": _doubled,
    "amount": _amount,
    "sign": _sign,
    "day": _day,
    "two that cancel": _cancelling,
    "account": _account,
    "currency": _currency,
    "extra pair": _pair,
    "payees exchanged": _payees,
}
#: Payees prove nothing: that they are exchanged is said, and does not keep a match away.
SAID: Final = "payees exchanged"


def planted(error: str, books: Books, random: Random) -> Planted | None:
    """The books with one error within the days of the rows; None where it cannot be made."""
    if len(books.entries) < 2:
        return None
    return ERRORS[error](books, random.randrange(len(books.entries) - 1), random)
