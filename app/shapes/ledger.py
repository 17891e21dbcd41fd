"""The JSON of accounts, entries and layouts, documented in docs/other-json.md."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import TYPE_CHECKING

from app.shapes.writing import JsonShape, Versioned, money, shaped
from db.accounts.log import AccountAct
from db.ledger.views import AccountView, Entry, masked
from db.money import exponent_of
from db.words import AccountFields, AccountKind, EntryState, Verdict, fields_of

if TYPE_CHECKING:
    from db.accounts.facts import AccountFacts
    from db.accounts.log import Done
    from pipeline.review.correcting import KnownLayout


class AccountNameShape(JsonShape):
    """What tells an account apart from others."""

    id: int
    name: str
    institution: str | None
    kind: AccountKind
    currency: str
    mask: str | None


class AccountShape(AccountFields, AccountNameShape):
    """One account; ``balance`` is at the end of the day that was asked for, ``closed_on`` null for
    an account that is open."""

    first_entry: datetime.date | None
    last_entry: datetime.date | None
    balance: Decimal


class EntryShape(JsonShape):
    """One entry; ``statement_id`` is the statement with a line that it was paired with."""

    id: int
    date: datetime.date
    amount: Decimal
    description: str
    state: EntryState
    statement_id: int | None


class BroughtInShape(Versioned):
    """What came in from CSV files; ``transactions_known`` were in the ledger before as they are,
    those ``gone`` are no longer in the file, and ``transactions_refused`` would have changed a
    locked period."""

    accounts_added: int
    transactions_added: int
    transactions_known: int
    transactions_changed: int
    transactions_gone: int
    transactions_refused: int


class StartedShape(BroughtInShape):
    """A ledger that is ready; ``created`` is false if it was there before."""

    place: str
    created: bool


class WrittenOutShape(Versioned):
    """Where the CSV files are."""

    folder: str


def account_shape(account: AccountView) -> AccountShape:
    balance = money(account.balance_minor, exponent_of(account.currency))
    return shaped(AccountShape, account, balance=balance, **fields_of(account))


def entry_shape(entry: Entry, exponent: int) -> EntryShape:
    """An entry, its amount in its account's currency."""
    return shaped(
        EntryShape,
        entry,
        date=entry.booked_on,
        amount=money(entry.amount_minor, exponent),
        statement_id=entry.paired_with,
    )


class AccountFactsShape(AccountFields, AccountNameShape):
    """What an account is known by; of a whole ``number`` the end is shown.
    ``opening_balance`` is before its first entry, and ``closed_on``
    is null for an account that is open."""

    number: str | None
    opening_balance: Decimal


class FollowsShape(JsonShape):
    """A statement that has another verdict now; ``statement`` counts those of its import from 0.
    Null is no verdict: another document represents the statement."""

    import_id: int
    file: str
    statement: int
    was: Verdict | None
    now: Verdict | None


class AccountChangeShape(Versioned):
    """What was done to an account; ``before`` is null if it was added, ``after`` if it is gone.

    ``undone`` is the act that was taken back. ``other`` is the account that a merge took away, or
    that is there again. ``entries`` and ``statements`` are how many were turned or moved.
    ``follows`` are the statements that have another verdict for it. ``seen`` names the accounts as
    they were before: anyone who saw this as a dry run hands it on, and nothing else is done."""

    act: AccountAct
    undone: AccountAct | None
    account_id: int
    before: AccountFactsShape | None
    after: AccountFactsShape | None
    other: AccountFactsShape | None
    changed: bool
    entries: int
    statements: int
    follows: tuple[FollowsShape, ...]
    seen: str


def account_change_shape(
    done: Done, follows: tuple[FollowsShape, ...], seen: str
) -> AccountChangeShape:
    return shaped(
        AccountChangeShape,
        done,
        before=_facts(done.before),
        after=_facts(done.after),
        other=_facts(done.other),
        follows=follows,
        seen=seen,
    )


def facts_shape(facts: AccountFacts) -> AccountFactsShape:
    opening = money(facts.opening_balance_minor, exponent_of(facts.currency))
    number = masked(facts.number)
    given = {"opening_balance": opening, "number": number, **fields_of(facts)}
    return shaped(AccountFactsShape, facts, **given)


def _facts(facts: AccountFacts | None) -> AccountFactsShape | None:
    return facts_shape(facts) if facts else None


class LayoutShape(JsonShape):
    """What a statement of the account looks like: the words over its columns and beside its
    balances and its days, and what follows from them.

    ``by`` is the person who confirmed it, null where a matched statement teaches it; ``import_id``
    is where it was seen, and ``resting`` are the imports of which it settles something."""

    id: str
    by: str | None
    at: datetime.datetime | None
    import_id: int | None
    columns: tuple[str, ...]
    balance: str
    opening: str | None
    closing: str | None
    period: str | None
    side: str
    order: str
    currency: str | None
    excused: tuple[str, ...]
    resting: tuple[int, ...]


class LayoutsShape(Versioned):
    """All layouts of one account."""

    account_id: int
    layouts: tuple[LayoutShape, ...]


class ForgottenLayoutShape(Versioned):
    """A layout that was forgotten, and the imports that were proven again without it."""

    account_id: int
    layout_id: str
    resting: tuple[int, ...]


def layout_shape(known: KnownLayout) -> LayoutShape:
    layout = known.layout
    ways = {1: "up", -1: "down", 0: "by the balance"}
    columns = zip(layout.heads, layout.convention.columns, strict=True)
    return shaped(
        LayoutShape,
        layout,
        id=known.id,
        by=known.by or None,
        at=known.at,
        import_id=known.import_id,
        columns=tuple(f"{head}: {ways[column.moves]}" for head, column in columns),
        balance=layout.balance_head,
        side=layout.convention.side,
        order=layout.convention.order,
        excused=layout.other,
        resting=known.resting,
    )
