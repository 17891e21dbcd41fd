"""Accounts with a year or more of statements, some of which wait: each way in which months hang on
one another, brought in as documents are, so that every proof and proposal is a real one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache

from sqlalchemy import Engine, insert
from sqlalchemy.orm import Session

from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.views import NewAccount, NewEntry
from db.models import Base
from db.session import unit_of_work
from db.words import AccountKind
from evals.typeset import Entry, Sheet, bound, draft_of
from jobs.imports.inline import import_all
from jobs.options import DocumentSource, ImportOptions
from pipeline.drafts import ReadStatements, StatementDraft
from pipeline.intake.file import Intake
from pipeline.progress import Progress
from pipeline.proof import KERNEL_VERSION
from pipeline.reading.from_bytes import ReadDocument

MONTHS, LINES, OPENING = 100, 10, 1_000_000
NEWEST = date(2026, 6, 1)
_PAYEES = (
    "Greengate Grocers", "Hollis Bakery", "Swiftpark", "Pharmacare", "Raven Books", "City Water",
    "Northline Trains", "Pennybridge Coffee", "Mobile Plus", "Rent", "Salary", "Account fee",
    "The Old Pump House", "Müller & Söhne", "Old Town Garage", "Insurance", "Post office",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Model:
    """One account: its newest statements are read, ``faults`` says what is wrong in which of
    them, counted from the first that is read. Those before it tied out long ago."""

    number: int
    read: int = 2
    faults: tuple[tuple[int, str], ...] = ()

    @property
    def first(self) -> date:
        """The first day of the first statement that is read."""
        return _month(-self.read + 1)


MODELS = tuple(
    Model(number, read, tuple(faults))
    for number, (read, faults) in enumerate(
        [(2, ())] * 7
        + [
            (3, [(2, "lacks")]),  # the newest alone waits
            (8, [(2, "lacks")]),  # one cause, months that only carry it on
            (26, [(2, "digits")]),
            (42, [(2, "lacks")]),
            (14, [(2, "several")]),
            (22, [(2, "lacks"), (9, "twice"), (15, "several")]),
            (7, [(2, "twice")]),
            (11, [(2, "extra")]),
            (5, [(2, "wrong"), (3, "wrong"), (4, "wrong")]),
            (17, [(n, "lacks") for n in range(2, 17)]),  # every month a cause of its own
            (12, [(n, "several" if n % 2 else "digits") for n in range(2, 12)]),
            (32, [(2, "several"), (20, "extra")]),
            (2, ()),
        ]
    )
)


@dataclass(slots=True)
class _Story:
    """What the bank printed of a model's months, and what the ledger has of them."""

    sheets: list[Sheet] = field(default_factory=list)
    entries: list[NewEntry] = field(default_factory=list)


def bring_in(engine: Engine, models: Sequence[Model] = MODELS) -> None:
    """Every model with all of its statements, and one statement of no account at all."""
    documents: dict[bytes, StatementDraft] = {}
    for model in models:
        story = _story(model)
        with unit_of_work(engine) as session:
            account = _account(session, model.number)
            add_transactions(session, account, story.entries)
        names = [f"{model.number}-{at}.pdf" for at in range(len(story.sheets))]
        documents |= dict(zip(map(str.encode, names), map(draft_of, story.sheets), strict=True))
    stranger = Sheet(
        _rows(random.Random(1), NEWEST), OPENING, mask="9999", start=NEWEST, end=_end(0)
    )
    documents[b"stranger.pdf"] = draft_of(stranger)
    read_all(engine, documents)
    with unit_of_work(engine) as session:
        for account, model in enumerate(models, start=1):
            _earlier(session, account, model)


def read_all(engine: Engine, documents: dict[bytes, StatementDraft]) -> None:
    """Bring these documents in, as if they had been read from files of these names."""

    def read(intake: Intake, _progress: Progress) -> ReadDocument:
        pages, drafts = bound((documents[intake.data.split()[-1]],))
        return ReadDocument(pages, ReadStatements(drafts))

    sources = [DocumentSource(name.decode(), data=b"%PDF-1.7 " + name) for name in documents]
    for _ in import_all(engine, sources, ImportOptions(), read=read):
        pass


def _account(session: Session, number: int) -> int:
    return add_account(
        session,
        NewAccount(
            name=f"Current account {number:02}",
            kind=AccountKind.CHECKING,
            currency="EUR",
            institution="Northgate Bank",
            mask=str(1000 + number),
            opening_balance_minor=OPENING,
        ),
    )


def _story(model: Model) -> _Story:
    chance, story, held = random.Random(model.number), _Story(), OPENING
    faults = dict(model.faults)
    for at in range(model.read):
        start, end = _month(at - model.read + 1), _end(at - model.read + 1)
        rows, fault = _rows(chance, start), faults.get(at)
        closing = held + sum(row.amount for row in rows)
        wrong = closing + 900 if fault == "wrong" else None
        mask = str(1000 + model.number)
        story.sheets.append(Sheet(rows, held, closing=wrong, mask=mask, start=start, end=end))
        story.entries += _booked(rows, fault)
        held = closing
    return story


def _booked(rows: Sequence[Entry], fault: str | None) -> Iterator[NewEntry]:
    """What the ledger has of these rows; each fault is one that people make."""
    for at, row in enumerate(rows):
        assert row.date is not None
        if (fault == "lacks" and at == 4) or (fault == "several" and at in (2, 5, 7)):
            continue
        amount = row.amount - 900 if fault == "digits" and at == 3 else row.amount
        yield NewEntry(row.date, amount, row.description)
        if fault == "twice" and at == 6:
            yield NewEntry(row.date, amount, row.description)
        if fault == "extra" and at == 1:
            yield NewEntry(row.date, -1_800, "Taxi home, paid by card")


def _rows(chance: random.Random, start: date) -> tuple[Entry, ...]:
    """A month of entries; what comes in goes out."""
    amounts = [-chance.randint(300, 30_000) for _ in range(LINES - 1)]
    said = [f"{chance.choice(_PAYEES)} {chance.randrange(10_000):04}" for _ in range(LINES)]
    days = sorted(chance.randrange(27) for _ in range(LINES))
    both = zip(days, said, [-sum(amounts), *amounts], strict=True)
    return tuple(Entry(start + timedelta(day), text, amount) for day, text, amount in both)


def _earlier(session: Session, account: int, model: Model) -> None:
    """The months that tied out long ago: their rows, as an import would have left them."""
    chance = random.Random(1_000 + model.number)
    for at in range(1 - MONTHS, 1 - model.read):
        _tied_out(session, account, model, at, _rows(chance, _month(at)))


def _tied_out(session: Session, account: int, model: Model, at: int, rows: Sequence[Entry]) -> None:
    start, end = _month(at), _end(at)
    name = f"{model.number}-{start:%Y-%m}.pdf"
    document = _added(
        session,
        "documents",
        sha256=f"{model.number:08}{start:%Y%m}".ljust(64, "0"),
        size=40_000,
        pages=1,
    )
    work = _added(
        session, "imports", document_id=document, source_name=name, status="matched", attempts=1
    )
    facts = {"opening_minor": OPENING, "closing_minor": OPENING, "exponent": 2, "currency": "EUR"}
    statement = _added(
        session, "statements", import_id=work, ordinal=0, account_id=account, kind="checking",
        institution="Northgate Bank", account_mask=str(1000 + model.number), period_start=start,
        period_end=end, status="proven", checks=[], kernel_version=KERNEL_VERSION, **facts,
    )  # fmt: skip
    row = _added(
        session, "reconciliations", statement_id=statement, verdict="matched", proof=passed(),
        differences=[], ledger_etag="earlier", extraction_skipped=True,
    )  # fmt: skip
    lines = [
        _added(session, "lines", statement_id=statement, **_line(n, each))
        for n, each in enumerate(rows, 1)
    ]
    entries = [
        _added(session, "transactions", account_id=account, booked_on=each.date, currency="EUR",
               amount_minor=each.amount, description=each.description, state="reconciled",
               fingerprint=f"{account:04}{each.date:%Y%m%d}{n:052}", import_id=work)
        for n, each in enumerate(rows)
    ]  # fmt: skip
    pairs = zip(lines, entries, strict=True)
    session.execute(
        insert(Base.metadata.tables["matches"]),
        [{"reconciliation_id": row, "line_id": one, "transaction_id": two} for one, two in pairs],
    )
    locked = {"account_id": account, "period_start": start, "period_end": end}
    lock = _added(session, "locks", reconciliation_id=row, **locked)
    _added(
        session,
        "balance_assertions",
        account_id=account,
        day=end,
        balance_minor=OPENING,
        statement_id=statement,
    )
    said = {"account_id": account, "states": {str(entry): "uncleared" for entry in entries}}
    _added(session, "audit_log", actor="tieout", action="lock", subject=f"locks:{lock}", after=said)


def _line(ordinal: int, row: Entry) -> dict[str, object]:
    top = 150.0 + 12 * ordinal
    return {
        "ordinal": ordinal, "page": 1, "x0": 50.0, "top": top, "x1": 400.0, "bottom": top + 10,
        "booked_on": row.date, "description": row.description, "amount_minor": row.amount,
        "raw": f"{row.date:%d.%m.%Y} {row.description} {row.amount / 100:,.2f}", "method": "layout",
    }  # fmt: skip


@cache
def passed() -> list[dict[str, object]]:
    names = (
        "opening_balance_in_ledger",
        "closing_balance_in_ledger",
        "every_line_paired",
        "every_entry_paired",
    )
    return [
        {"name": name, "state": "passed", "expected": None, "found": None, "detail": ""}
        for name in names
    ]


def _added(session: Session, name: str, **values: object) -> int:
    table = Base.metadata.tables[name]
    return int(session.execute(insert(table).returning(table.c.id), values).scalar_one())


def _month(at: int) -> date:
    """The first day of a month; 0 is the newest one."""
    months = NEWEST.year * 12 + NEWEST.month - 1 + at
    return date(months // 12, months % 12 + 1, 1)


def _end(at: int) -> date:
    return _month(at + 1) - timedelta(days=1)
