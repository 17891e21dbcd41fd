"""A ledger of its own for each trial, and the statement of a case as a reader would leave it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.views import NewAccount, NewEntry
from db.session import read_only, unit_of_work
from db.words import AccountKind
from evals.account_statements import RIGHT, Row, Told
from evals.fresh_ledger import fresh_ledger
from evals.typeset import Entry as Printed
from evals.typeset import Sheet, draft_of
from pipeline.account.comparison import ScopedLedger
from pipeline.drafts import StatementDraft

OPENING = 100_000
_MASKS = {RIGHT: "4711", "Savings": "0815", "Joint bills": "9912"}
_BANK = "Nordbank"


@dataclass(frozen=True, slots=True)
class World:
    """What a trial works on, and the id of the account that is right, if one is."""

    scoped: ScopedLedger
    draft: StatementDraft
    account_id: int | None


@contextmanager
def world_of(case: Told) -> Iterator[World]:
    """The case's ledger, which is gone when the block ends."""
    with fresh_ledger() as engine:
        with unit_of_work(engine) as session:
            ids = {name: add_account(session, _account(name)) for name in _MASKS}
            add_transactions(session, ids[RIGHT], [_entry(row) for row in case.entries])
        scoped = ScopedLedger(partial(read_only, engine), frozenset(ids.values()))
        yield World(scoped, _draft(case), ids.get(case.account or ""))


def _account(name: str) -> NewAccount:
    return NewAccount(
        name=name,
        kind=AccountKind.CHECKING,
        currency="EUR",
        institution=_BANK,
        mask=_MASKS[name],
        opening_balance_minor=OPENING,
        opened_on=date(2026, 1, 1),
    )


def _entry(row: Row) -> NewEntry:
    day, amount, description = row
    return NewEntry(date(2026, 3, day), amount, description)


def _draft(case: Told) -> StatementDraft:
    """The statement as it was printed; a misread one prints a balance that its rows do not make."""
    rows = tuple(
        Printed(date(2026, 3, day), description, amount) for day, amount, description in case.rows
    )
    closing = OPENING + sum(row.amount for row in rows) + (1 if case.misread else 0)
    sheet = Sheet(
        rows=rows,
        opening=OPENING,
        closing=closing,
        bank=_BANK,
        title=f"{case.account_name or ''} current account".strip(),
        mask=case.mask,
        start=date(2026, 3, 1),
        end=date(2026, 3, 31),
    )
    return replace(draft_of(sheet), account_name=case.account_name)
