"""The same rows as each kind of source would keep them, so that one story can be told of all."""

import gzip
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from db.formats.snapshot import Snapshot, SourceEntry
from db.formats.snapshot import SourceAccount as AccountThere
from db.formats.writers.camt import camt053
from db.formats.writers.mt940 import mt940
from db.formats.writers.ofx import ofx, qif
from db.formats.writers.statement import WrittenRow, WrittenStatement
from db.ledger.views import NewEntry
from db.models import Account, AccountLink, LedgerSource
from db.sources.applying import apply_sync
from db.sources.plan import RowChange
from db.words import AccountKind

OPENING: Final = 100_000
FIRST: Final = date(2025, 1, 1)
_BUDGET: Final = Path(__file__).parents[1] / "data" / "ledgers" / "actual-db.sqlite.gz"


class KeptRow(NamedTuple):
    """A row with the name that its source has for it, if that has any."""

    id: str
    day: date
    minor: int
    text: str

    @property
    def amount(self) -> str:
        """As it is written almost everywhere."""
        return f"{self.minor / 100:.2f}"


def _journal(head: str, row: str) -> Callable[[Sequence[KeptRow]], str]:
    first = KeptRow("", FIRST, OPENING, "Opening")

    def text(rows: Sequence[KeptRow]) -> str:
        given = ((first, "Equity:Opening"), *((each, "Expenses:Rest") for each in rows))
        return head + "".join(row.format(r=each, other=other) for each, other in given)

    return text


_beancount = _journal(
    "2025-01-01 open Assets:Current\n2025-01-01 open Expenses:Rest\n"
    "2025-01-01 open Equity:Opening\n",
    '\n{r.day} * "{r.text}"\n  Assets:Current  {r.amount} EUR\n  {other}\n',
)
_hledger = _journal(
    "account Assets:Current  ; type: A\n",
    "\n{r.day} {r.text}\n    Assets:Current  {r.amount} EUR\n    {other}\n",
)
_ledger = _journal(
    "account Assets:Current\n    note mine\n",
    "\n{r.day:%Y/%m/%d} * {r.text}\n    Assets:Current  {r.amount} EUR\n    {other}\n",
)


def _gnucash(rows: Sequence[KeptRow]) -> str:
    spaces = " ".join(
        f'xmlns:{name}="http://www.gnucash.org/XML/{name}"'
        for name in ("gnc", "act", "cmdty", "trn", "split", "ts")
    )
    accounts = "".join(
        f'<gnc:account version="2.0.0"><act:name>{name}</act:name><act:id>{name}</act:id>'
        f"<act:type>{kind}</act:type><act:commodity><cmdty:space>CURRENCY</cmdty:space>"
        f"<cmdty:id>EUR</cmdty:id></act:commodity></gnc:account>"
        for name, kind in (("Current", "BANK"), ("Rest", "EXPENSE"), ("Before", "EQUITY"))
    )
    first = KeptRow("opening", FIRST, OPENING, "Opening")
    pairs = ((first, "Before"), *((each, "Rest") for each in rows))
    transactions = "".join(
        f'<gnc:transaction version="2.0.0"><trn:date-posted><ts:date>{row.day} 10:59:00 +0000'
        f"</ts:date></trn:date-posted><trn:description>{row.text}</trn:description><trn:splits>"
        f"{_split(row.id, 'Current', row.minor)}{_split(f'{row.id}-', other, -row.minor)}"
        f"</trn:splits></gnc:transaction>"
        for row, other in pairs
    )
    book = f'<gnc:book version="2.0.0">{accounts}{transactions}</gnc:book>'
    return f'<?xml version="1.0"?>\n<gnc-v2 {spaces}>{book}</gnc-v2>\n'


def _split(name: str, account: str, minor: int) -> str:
    return (
        f"<trn:split><split:id>{name}</split:id><split:quantity>{minor}/100</split:quantity>"
        f"<split:account>{account}</split:account></trn:split>"
    )


def _actual(rows: Sequence[KeptRow], file: Path) -> None:
    file.write_bytes(gzip.decompress(_BUDGET.read_bytes()))
    with closing(sqlite3.connect(file)) as budget:
        budget.executescript("DELETE FROM transactions; DELETE FROM accounts WHERE name = 'Visa'")
        ((account,),) = budget.execute("SELECT id FROM accounts").fetchall()
        first = KeptRow("opening", FIRST, OPENING, "Starting balance")
        for each in (first, *rows):
            budget.execute("INSERT INTO payees (id, name) VALUES (?, ?)", (each.id, each.text))
            budget.execute("INSERT INTO payee_mapping VALUES (?, ?)", (each.id, each.id))
            budget.execute(
                "INSERT INTO transactions (id, acct, amount, description, date,"
                " starting_balance_flag) VALUES (?, ?, ?, ?, ?, ?)",
                (each.id, account, each.minor, each.id, f"{each.day:%Y%m%d}", each is first),
            )
        budget.commit()


def _bank(write: Callable[[Sequence[WrittenStatement]], str]) -> Callable[[Sequence[KeptRow]], str]:
    def text(rows: Sequence[KeptRow]) -> str:
        given = tuple(WrittenRow(each.day, None, each.minor, each.text, each.id) for each in rows)
        closing_minor = OPENING + sum(each.minor for each in rows)
        of_bank = WrittenStatement(
            None, "Current", "3044719", AccountKind.CHECKING, "EUR",
            FIRST, max(each.day for each in rows), OPENING, closing_minor, given, "S1",
        )  # fmt: skip
        return write([of_bank])

    return text


def _csv(rows: Sequence[KeptRow]) -> str:
    head = "date,account_name,amount,name,category,tags,notes,currency\n"
    return head + "".join(f"{r.day},Current,{r.amount},{r.text},,,,EUR\n" for r in rows)


def _folder(rows: Sequence[KeptRow], folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    head = "name,kind,currency,opening_balance,opened_on\n"
    (folder / "accounts.csv").write_text(f"{head}Current,checking,EUR,1000.00,{FIRST}\n")
    lines = "".join(f"Current,{r.day},{r.amount},{r.text}\n" for r in rows)
    (folder / "transactions.csv").write_text(f"account,date,amount,description\n{lines}")


class KeptAs(NamedTuple):
    """A kind of source: its file, how that is written, and what a person adds to connect it."""

    name: str
    write: Callable[[Sequence[KeptRow]], str] | None
    more: tuple[str, ...] = ()

    def keep(self, folder: Path, rows: Sequence[KeptRow]) -> None:
        """Let it hold these rows and no others."""
        file = folder / self.name
        if self.write is not None:
            file.write_text(self.write(rows), encoding="utf-8")
        elif file.suffix:
            _actual(rows, file)
        else:
            _folder(rows, file)


_CURRENCY: Final = ("--currency", "EUR")
KINDS: Final = {
    "beancount": KeptAs("main.beancount", _beancount),
    "hledger": KeptAs("main.journal", _hledger),
    "ledger": KeptAs("main.ledger", _ledger, ("--format", "ledger")),
    "gnucash": KeptAs("book.gnucash", _gnucash),
    "actual": KeptAs("db.sqlite", None, _CURRENCY),
    "ofx": KeptAs("bank.ofx", _bank(ofx)),
    "qif": KeptAs("bank.qif", _bank(qif), (*_CURRENCY, "--dates", "month-first")),
    "camt": KeptAs("bank.xml", _bank(camt053)),
    "mt940": KeptAs("bank.sta", _bank(mt940)),
    "csv": KeptAs("sure.csv", _csv),
    "folder": KeptAs("books", None),
}


class Synced(NamedTuple):
    """How many rows were new to the ledger, and how many a lock refused."""

    added: int
    refused: int = 0


def source_says(
    session: Session,
    account_id: int,
    entries: Iterable[NewEntry],
    actor: str = "tieout",
    closed: Mapping[int, Mapping[date, int]] | None = None,
    into: int | None = None,
) -> Synced:
    """Let the one source of the account hold these entries and no others; ``into`` is the account
    that it is tied to by now."""
    account = session.get_one(Account, into or account_id)
    name, key = f"source of {account_id}", str(account_id)
    source = session.scalar(select(LedgerSource).where(LedgerSource.name == name))
    if source is None:
        source = LedgerSource(name=name, location="", format="folder", options={}, files={})
        session.add(source)
        session.flush()
        session.add(AccountLink(source_id=source.id, key=key, account_id=account_id))
        session.flush()
    rows = [
        SourceEntry(key, each.booked_on, each.amount_minor, each.description, each.value_on)
        for each in entries
    ]
    there = AccountThere(key, account.name, account.currency)
    snapshot = Snapshot("folder", (there,), tuple(rows))
    (plan,) = apply_sync(session, source, snapshot, actor, closed or {}).accounts
    return Synced(len(plan.of(RowChange.ADDED)), len(plan.refused))
