"""A pile of statement files, each of an account of its own, and the ledger they belong to."""

from datetime import date
from itertools import accumulate
from pathlib import Path

from sqlalchemy import ColumnElement, Engine, func, select, true
from sqlalchemy.orm import Session

from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.views import NewAccount, NewEntry
from db.models import AuditLog, Base, ChainLink, Lock
from db.session import unit_of_work
from db.words import AccountKind
from pipeline.record.settling import settle
from tests.support.pdfs import typed

_OPENING = 100_000
_PAYEES = ("Bakery", "Salary", "Rent", "Power company", "Bookshop", "Pharmacy")

Row = tuple[date, str, int]


def make_pile(folder: Path, count: int) -> list[Path]:
    """So many statement files; every tenth is cut short and cannot be read."""
    folder.mkdir(parents=True, exist_ok=True)
    return [_file(folder, number) for number in range(count)]


def fill_ledger(engine: Engine, count: int) -> None:
    """The accounts of the pile: every fourth lacks an entry, and every eleventh is not there."""
    with unit_of_work(engine) as session:
        for number in range(count):
            if number % 11 == 10:
                continue
            rows = rows_of(number)[1 if number % 4 == 3 else 0 :]
            account = add_account(session, _account(number))
            entries = [NewEntry(day, amount, text) for day, text, amount in rows]
            add_transactions(session, account, entries)
        settle(session)


def rows_of(number: int) -> list[Row]:
    """What the statement of that number lists, amounts in minor units."""
    return [
        (date(2026, 6, 2 + 4 * place), payee, _amount(place, number))
        for place, payee in enumerate(_PAYEES)
    ]


def _amount(place: int, number: int) -> int:
    size = 1_000 * place + 137 * number + 250
    return size if place % 2 else -size


def rows_of_tables(session: Session) -> dict[str, int]:
    """How many rows each table holds. A lock grows where a neighbour comes that joins it, so how
    many were released, and what the log says of that, hangs on the order: these are not counted."""
    of_locks = AuditLog.action.not_in(["lock", "unlock"])
    counted: dict[str, ColumnElement[bool]] = {
        Lock.__tablename__: Lock.released_at.is_(None),
        AuditLog.__tablename__: of_locks,
    }
    return {
        table.name: session.scalar(
            select(func.count()).select_from(table).where(counted.get(table.name, true()))
        )
        or 0
        for table in Base.metadata.sorted_tables
        if table.name != ChainLink.__tablename__  # as many as the log has rows
    }


def _account(number: int) -> NewAccount:
    return NewAccount(
        name=f"Account {number}",
        kind=AccountKind.CHECKING,
        currency="USD",
        institution="Northgate Bank",
        mask=_mask(number),
        opening_balance_minor=_OPENING,
        opened_on=date(2026, 5, 1),
    )


def _mask(number: int) -> str:
    return str(1001 + number)


def _file(folder: Path, number: int) -> Path:
    data = typed(_page(number))
    file = folder / f"statement-{number:04}.pdf"
    file.write_bytes(data[: len(data) // 2] if number % 10 == 9 else data)
    return file


def _page(number: int) -> str:
    rows = rows_of(number)
    balances = [*accumulate((amount for _, _, amount in rows), initial=_OPENING)]
    lines = [
        "Northgate Bank",
        f"Account number: 0000 0000 {_mask(number)}   Currency: USD",
        "Statement period: 1 June 2026 to 30 June 2026",
        f"Opening balance: {_text(_OPENING)}",
        f"Closing balance: {_text(balances[-1])}",
        "",
        f"{'Date':<15}{'Description':<20}{'Amount':>10}{'Balance':>15}",
    ]
    for (day, text, amount), balance in zip(rows, balances[1:], strict=True):
        lines.append(f"{day:%d %b %Y}    {text:<20}{_text(amount):>10}{_text(balance):>15}")
    return "\n".join(lines)


def _text(minor: int) -> str:
    whole, cents = divmod(abs(minor), 100)
    return f"{'-' if minor < 0 else ''}{whole:,}.{cents:02}"
