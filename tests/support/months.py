"""Made-up months of several accounts, and what is left in the database of bringing them in.

What depends on each other in life does so here: a month opens with what the one before closed
with, the bank and the ledger date a rent on either side of the first, a copy has the same rows in
other bytes, and a page may print only the day that it was made, so that its period is its rows'.
"""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.views import NewAccount, NewEntry
from db.models import (
    Account,
    Document,
    Import,
    Line,
    Lock,
    Match,
    Proposal,
    Reconciliation,
    SettledAccount,
    Statement,
    Transaction,
)
from db.session import read_only, unit_of_work
from db.words import AccountKind
from evals.typeset import Entry, Sheet, draft_of
from pipeline.drafts import StatementDraft

MONTHS = 6
_PAYEES = ("Coffee", "Groceries", "Salary", "Insurance", "Fuel", "Cinema", "Books")
_AMOUNTS = (-350, -350, -1_290, -4_500, 250_000, -2_000, -2_000)
_RENT = -80_000
_ON_AN_EDGE = 0.35
"""How often a coffee is paid on each of the two days on either side of a month's end."""
_MIDDLE = 0.4
"""How often an account has a statement that overlaps two others."""
_DATED = 0.3
"""How often a month's statement prints the day alone that it was made."""
_NEAR = {"Rent": (-2, -1, -1), "Coffee": (0, 0, 1, -1, 2)}
"""How many days later than the bank the ledger may date a row of this name."""


@dataclass(frozen=True, slots=True)
class World:
    """A ledger's entries by account, and documents by name, each with its statements."""

    opening: Mapping[str, int]
    entries: Mapping[str, Sequence[NewEntry]]
    documents: Mapping[str, Sequence[StatementDraft]]


def world(seed: int, accounts: int = 2, months: int = MONTHS) -> World:
    """Months of 2026 with rents on their edges, copies, and parts missing on either side."""
    rnd = random.Random(seed)
    opening: dict[str, int] = {}
    entries: dict[str, list[NewEntry]] = {}
    sheets: dict[str, list[StatementDraft]] = {}
    across: dict[str, Sequence[StatementDraft]] = {}
    for number in range(accounts):
        mask = str(4000 + number)
        opening[mask] = 100_000 + 7 * number
        rows = [row for month in range(1, months + 1) for row in _month(rnd, month)]
        entries[mask] = [entry for row in rows for entry in _booked(rnd, row)]
        sheets[mask] = list(_statements(rnd, rows, opening[mask], mask, months))
        if rnd.random() < _MIDDLE:
            month = rnd.randint(1, months - 1)
            across[f"{mask}-across.pdf"] = [_across(rows, opening[mask], mask, month)]
    return World(opening, entries, {**_bound(rnd, sheets), **across})


def _month(rnd: random.Random, month: int) -> list[Entry]:
    days = sorted(rnd.randint(1, 28) for _ in range(rnd.randint(2, 5)))
    kinds = [rnd.randrange(len(_PAYEES)) for _ in days]
    rows = [
        Entry(date(2026, month, day), _PAYEES[kind], _AMOUNTS[kind])
        for day, kind in zip(days, kinds, strict=True)
    ]
    rent = Entry(date(2026, month, rnd.choice((1, 1, 2))), "Rent", _RENT)
    last = _first_of(month + 1) - timedelta(days=1)
    edges = [
        Entry(day, "Coffee", -350)
        for day in (date(2026, month, 1), date(2026, month, 2), last - timedelta(days=1), last)
        if rnd.random() < _ON_AN_EDGE
    ]
    return sorted([rent, *rows, *edges], key=lambda row: row.date or date.min)


def _booked(rnd: random.Random, row: Entry) -> list[NewEntry]:
    """The ledger's entries for a row: one as a rule, often a day or two apart."""
    assert row.date is not None
    near = _NEAR.get(row.description, (0, 0, 0, 1, -1))
    apart = rnd.choice(near)
    entry = NewEntry(row.date + timedelta(days=apart), row.amount, row.description)
    luck = rnd.random()
    if luck < 0.03:
        return []
    if luck < 0.05:
        return [entry, entry]
    if luck < 0.07:
        return [NewEntry(entry.booked_on, entry.amount_minor * 10, entry.description)]
    return [entry]


def _statements(
    rnd: random.Random, rows: Sequence[Entry], opening: int, mask: str, months: int
) -> list[StatementDraft]:
    found = []
    for month in range(1, months + 1):
        own = tuple(row for row in rows if row.date and row.date.month == month)
        end = _first_of(month + 1) - timedelta(days=1)
        sheet = Sheet(own, opening, mask=mask, start=date(2026, month, 1), end=end)
        if rnd.random() < _DATED:
            sheet = replace(sheet, start=None, end=None, dated=end)
        found.append(draft_of(sheet))
        opening += sum(row.amount for row in own)
    return found


def _first_of(month: int) -> date:
    return date(2026 + (month - 1) // 12, (month - 1) % 12 + 1, 1)


def _across(rows: Sequence[Entry], opening: int, mask: str, month: int) -> StatementDraft:
    """From the middle of a month to the middle of the next: every line is on another one too."""
    start, end = _first_of(month) + timedelta(days=15), _first_of(month + 1) + timedelta(days=14)
    before = sum(row.amount for row in rows if row.date and row.date < start)
    own = tuple(row for row in rows if row.date and start <= row.date <= end)
    return draft_of(Sheet(own, opening + before, mask=mask, start=start, end=end))


def _bound(
    rnd: random.Random, sheets: Mapping[str, Sequence[StatementDraft]]
) -> dict[str, Sequence[StatementDraft]]:
    """Documents of a month, of two, of two accounts; copies; and some months that are not there."""
    documents: dict[str, Sequence[StatementDraft]] = {}
    for mask, drafts in sheets.items():
        for number, draft in enumerate(drafts, start=1):
            if rnd.random() < 0.92:
                documents[f"{mask}-{number}.pdf"] = [draft]
            if rnd.random() < 0.12:
                documents[f"{mask}-{number}-copy.pdf"] = [draft]
            if rnd.random() < 0.05:
                documents[f"{mask}-{number}-corrected.pdf"] = [_otherwise(draft, rnd)]
        if rnd.random() < 0.4:
            first = rnd.randrange(len(drafts) - 1)
            documents[f"{mask}-two.pdf"] = drafts[first : first + 2]
    return documents


def _otherwise(draft: StatementDraft, rnd: random.Random) -> StatementDraft:
    """The same days from another balance, or with one row less: one of the two is wrong."""
    assert draft.opening_balance is not None
    assert draft.witness is not None
    rows = [Entry(each.date, each.description, each.amount) for each in draft.lines]
    moved = rnd.choice((0, 1_000))
    if not moved:
        rows.pop(rnd.randrange(len(rows)))
    opening, mask = draft.opening_balance + moved, draft.account_mask or ""
    sheet = Sheet(tuple(rows), opening, mask=mask)
    if draft.witness.period is None:
        return draft_of(replace(sheet, dated=draft.period_end))
    return draft_of(replace(sheet, start=draft.period_start, end=draft.period_end))


def fill(engine: Engine, made: World) -> None:
    """The ledger of the world, without any statement."""
    with unit_of_work(engine) as session:
        for mask, opening in made.opening.items():
            new = NewAccount(
                name=f"Account {mask}",
                kind=AccountKind.CHECKING,
                currency="EUR",
                institution="Northgate Bank",
                mask=mask,
                opening_balance_minor=opening,
                opened_on=date(2026, 1, 1) - timedelta(days=5),
            )
            add_transactions(session, add_account(session, new), made.entries[mask])


def end_state(engine: Engine) -> str:
    """Everything that is left, as JSON, without the numbers of rows and without times."""
    with read_only(engine) as session:
        return state_of(session)


def state_of(session: Session) -> str:
    """The same as a session sees it."""
    entry = {
        row.id: f"{row.booked_on} {row.amount_minor} {row.description} #{row.occurrence}"
        for row in session.scalars(select(Transaction))
    }
    account = {row.id: row.name for row in session.scalars(select(Account))}
    found: dict[str, Any] = {
        "entries": sorted(
            (account[row.account_id], entry[row.id], row.state)
            for row in session.scalars(select(Transaction))
        ),
        "documents": {
            row.source_name: row.status
            for row in session.execute(select(Import.source_name, Import.status))
        },
        "locks": sorted(
            (account[row.account_id], str(row.period_start), str(row.period_end))
            for row in session.scalars(select(Lock).where(Lock.released_at.is_(None)))
        ),
        "settled": session.scalars(
            select(Account.name)
            .join(SettledAccount, SettledAccount.account_id == Account.id)
            .where(SettledAccount.version == Account.version)
            .order_by(Account.name)
        ).all(),
    }
    statements = session.execute(
        select(Reconciliation, Statement, Import.source_name, Document.sha256)
        .join(Statement, Statement.id == Reconciliation.statement_id)
        .join(Import, Import.id == Statement.import_id)
        .join(Document, Document.id == Import.document_id)
    )
    found["statements"] = {
        f"{name}:{statement.ordinal}": _statement(session, row, statement, account, entry)
        for row, statement, name, _ in statements
    }
    return json.dumps(found, indent=1, sort_keys=True, default=str)


def _statement(
    session: Any,
    row: Reconciliation,
    statement: Statement,
    account: Mapping[int, str],
    entry: Mapping[int, str],
) -> dict[str, Any]:
    pairs = session.execute(
        select(Line.ordinal, Match.transaction_id)
        .join(Match, Match.line_id == Line.id)
        .where(Match.reconciliation_id == row.id)
    )
    proposals = session.scalars(select(Proposal).where(Proposal.reconciliation_id == row.id))
    return {
        "account": account.get(statement.account_id or 0),
        "stands": statement.stands,
        "period": [statement.period_start, statement.period_end],
        "verdict": row.verdict,
        "checks": row.proof,
        "differences": [
            {**each, "entries": sorted(entry[n] for n in each["entries"])}
            for each in row.differences
        ],
        "pairs": sorted((line, entry[n]) for line, n in pairs),
        "proposals": sorted(
            json.dumps(
                [
                    each.status,
                    [
                        {**change, "entry": entry.get(change.get("entry", 0))}
                        for change in each.changes
                    ],
                ],
                sort_keys=True,
            )
            for each in proposals
        ),
    }
