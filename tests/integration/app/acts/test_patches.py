"""What a person accepted goes back into the files that the ledger is kept in, and all ties out."""

import gzip
import json
import re
import shutil
import subprocess
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, select

from app.acts.accounts import Wishes
from app.acts.correcting import StatedByPerson, state_facts
from app.acts.imports import accept, resolve
from app.acts.patches import patch
from app.acts.sources import connect, sync
from app.errors import (
    NeverWritten,
    NoLegAccount,
    NoRoomForLeg,
    SourceNotSynced,
    SourceUnwritable,
)
from app.queries.reviews import one_import
from app.queries.sources import rules
from db.engine import make_engine
from db.formats.detect import read_source
from db.ledger.bookkeeping import add_transactions
from db.ledger.views import NewEntry
from db.models import SourceRow, Transaction
from db.session import unit_of_work
from db.words import Verdict
from jobs.imports.inline import import_all
from jobs.options import DocumentSource, ImportOptions
from pipeline.review.resolving import Wish
from tests.support.process import tieout
from tests.support.slips import HEADS, MARCH, TRUTH, with_slips

JOURNALS = list(HEADS)[:3]
FOOD = {name: "Expenses:Food" if "bean" in name else "expenses:food" for name in JOURNALS}
CHECKS = {
    "main.beancount": ("bean-check",),
    "main.journal": ("hledger", "check", "-f"),
    "main.ledger": ("ledger", "--args-only", "bal", "-f"),
}


def decided(engine: Engine, source: Path) -> None:
    """The source is connected, its statement imported, and all that follows accepted."""
    connect(engine, "books", source, Wishes())
    list(import_all(engine, [DocumentSource("march.pdf", data=MARCH.pdf)], ImportOptions()))
    if one_import(engine, 1).statements[0].verdict is Verdict.UNPROVEN:
        state_facts(engine, 1, StatedByPerson(balance="have"))
    accept(engine, 1, (), dry_run=False)
    resolve(engine, 1, 1, Wish("remove"), dry_run=False)
    assert one_import(engine, 1).statements[0].verdict is Verdict.MATCHED


def accepted_by_tool(file: Path) -> bool:
    tool, *rest = CHECKS[file.name]
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    return subprocess.run([tool, *rest, file], capture_output=True).returncode == 0


@pytest.mark.thorough
@pytest.mark.parametrize("name", HEADS)
def test_what_was_accepted_is_in_the_files_and_nothing_is_open(
    engine: Engine, tmp_path: Path, name: str
) -> None:
    file = with_slips(tmp_path, name)
    text = tmp_path / name
    before = text.read_bytes()
    decided(engine, file)
    legs = {"*": FOOD[name]} if name in FOOD else {}
    shown = patch(engine, "books", legs)
    assert (text.read_bytes(), shown.left, shown.corrections) == (before, (), 3)
    done = patch(engine, "books", write=True)

    assert (done.patch, done.backups) == (shown.patch, (f"{text}.tieout-backup",))
    assert Path(done.backups[0]).read_bytes() == before
    changed = [line for line in done.patch.splitlines() if line[:1] in "+-"]
    assert (len(changed), done.balances) == {
        "transactions.csv": (6, 0), "main.beancount": (15, 1)
    }.get(name, (14, 1))  # fmt: skip
    assert done.sync is not None
    assert (done.sync.changed, done.sync.gone, done.sync.recognised) == (1, 1, 1)
    again = patch(engine, "books", write=True)
    assert (again.patch, again.corrections, again.balances, again.backups) == ("", 0, 0, ())
    same = sync(engine, "books")
    assert (same.added, same.changed, same.gone, same.recognised) == (0, 0, 0, 0)
    assert one_import(engine, 1).statements[0].verdict is Verdict.MATCHED
    assert sum(each.ours for each in read_source(file).entries) == 1
    if name in CHECKS:
        assert accepted_by_tool(file)
        assert done.checker is not None
        assert done.checker.passed, done.checker.words


@pytest.mark.thorough
@pytest.mark.parametrize("name", JOURNALS)
def test_the_diff_does_by_patch_what_writing_does(
    engine: Engine, tmp_path: Path, name: str
) -> None:
    file = with_slips(tmp_path, name)
    file.write_bytes(file.read_bytes().rstrip(b"\n").replace(b"\n", b"\r\n"))
    copy = tmp_path / "copy"
    copy.mkdir()
    shutil.copy(file, copy)
    decided(engine, file)
    done = patch(engine, "books", {"*": FOOD[name]}, target=tmp_path / "books.patch", write=True)
    command = ["patch", "-p1", "--binary", "-i", str(tmp_path / "books.patch")]
    subprocess.run(command, cwd=copy, check=True, capture_output=True)

    assert (copy / name).read_bytes() == file.read_bytes()
    assert (tmp_path / "books.patch").read_bytes() == done.patch.encode()


@pytest.mark.thorough
def test_a_cent_that_passes_is_found_with_the_balance_that_was_asserted(
    engine: Engine, tmp_path: Path
) -> None:
    file = with_slips(tmp_path, "main.beancount")
    decided(engine, file)
    patch(engine, "books", {"*": "Expenses:Food"}, write=True)
    cent = TRUTH.opening + Decimal("0.01")
    file.write_text(file.read_text().replace(f"{TRUTH.opening:,} GBP", f"{cent:,} GBP"))
    assert not accepted_by_tool(file)
    file.write_text(file.read_text().replace(" ~ 0 GBP", " GBP"))
    assert accepted_by_tool(file)


def one_row(folder: Path) -> Path:
    file = folder / "main.journal"
    file.write_text("2025-03-01 x\n    assets:bank  £5.00\n    income:pay\n")
    return file


def test_files_that_moved_since_are_left(engine: Engine, tmp_path: Path) -> None:
    file = one_row(tmp_path)
    connect(engine, "books", file, Wishes())
    file.write_text(f"; mine\n{file.read_text()}")

    with pytest.raises(SourceNotSynced):
        patch(engine, "books", write=True)


def test_a_file_that_cannot_be_replaced_leaves_all_as_they_were(
    engine: Engine, tmp_path: Path
) -> None:
    file, more = with_slips(tmp_path, "main.journal"), tmp_path / "more.journal"
    first, extra, rest = file.read_text().partition("\n2025/03/08 * Extra\n")
    file.write_text(f"{first}\ninclude more.journal\n")
    more.write_text(extra + rest)
    decided(engine, file)
    before = file.read_bytes(), more.read_bytes()
    assert len(patch(engine, "books", {"*": "expenses:food"}).patch.split("+++ ")) == 3
    (tmp_path / "more.journal.tieout-part").mkdir()

    with pytest.raises(SourceUnwritable, match="Nothing was changed"):
        patch(engine, "books", write=True)

    assert (file.read_bytes(), more.read_bytes()) == before


LEDGERS = Path(__file__).parents[3] / "data" / "ledgers"
#: What a book or a bank's file holds, and how the file to import into it ends.
IMPORTED: dict[str, tuple[str, dict[str, Any]]] = {
    "book.gnucash": ("add.ofx", {}),
    "bank-v1.ofx": ("add.ofx", {}),
    "bank.qif": ("add.qif", {"currency": "EUR"}),
    "bank.camt053.xml": ("add.xml", {}),
    "bank.mt940": ("add.sta", {}),
}


@pytest.mark.parametrize("name", IMPORTED)
def test_a_book_is_not_written_but_gets_a_file_to_import(
    engine: Engine, tmp_path: Path, name: str
) -> None:
    ending, options = IMPORTED[name]
    connect(engine, "books", LEDGERS / name, Wishes(options=options))
    day, account = changed(engine)
    with pytest.raises(NeverWritten):
        patch(engine, "books", write=True)
    done = patch(engine, "books", target=tmp_path / ending)

    assert [(each.what, each.reason) for each in done.left] == [
        ("amend", "change it there by hand")
    ]
    told = {**options, "day_first": False} if ending == "add.qif" else options
    (row,) = read_source(tmp_path / ending, **told).entries
    assert (row.booked_on, row.amount_minor, row.ours) == (day, -4_321, True)
    assert row.description.strip() == "Müller & Co"
    there = read_source(LEDGERS / name, **options).accounts
    assert done.left[0].account == next(each.name for each in there if each.key == account)


ODOO = "Date,Journal Entry,Account,Label,Debit,Credit\n2025-01-03,BNK1,101 Bank,Hollis,,42.00\n"
ERPNEXT = (
    "Posting Date,Account,Debit (EUR),Credit (EUR),Balance (EUR),Voucher Type,Voucher No,"
    "Against Account\n2025-01-03,Bank,0.00,42.00,958.00,Payment Entry,PE-1,Hollis\n"
)
EUROS = {"currency": "EUR"}
DAYS = EUROS | {"dates": "month-first"}
#: What each product exports and is connected with, what it imports, and how that is told.
PRODUCTS: dict[str, tuple[str | bytes, dict[str, Any], str, str]] = {
    "Firefly III": ("firefly.csv", {}, "add.csv", "journal_id,type,currency_code,amount"),
    "YNAB": ("ynab.csv", DAYS, "add.csv", "Date,Payee,Memo,Outflow,Inflow\n"),
    "Sure": ("sure.csv", {}, "add.csv", "date,account_name,amount,name,category,tags,notes"),
    "Xero": ("xero.csv", EUROS, "add.ofx", "OFXHEADER:100\n"),
    "QuickBooks": ("quickbooks.csv", EUROS | {"dates": "day-first"}, "add.qbo", "OFXHEADER:100\n"),
    "DATEV": ("datev.csv", {}, "add.csv", "EXTF;700;21;Buchungsstapel;13;"),
    "Odoo": (ODOO.encode(), EUROS, "add.ofx", "OFXHEADER:100\n"),
    "ERPNext": (ERPNEXT.encode(), EUROS, "add.csv", "Date,Deposit,Withdrawal,Description"),
}


@pytest.mark.parametrize("product", PRODUCTS)
def test_a_product_gets_the_file_that_it_imports(
    engine: Engine, tmp_path: Path, product: str
) -> None:
    export, options, ending, head = PRODUCTS[product]
    data = export if isinstance(export, bytes) else (LEDGERS / "csv" / export).read_bytes()
    (tmp_path / "export.csv").write_bytes(data)
    assert read_source(tmp_path / "export.csv", **options).product == product
    connect(engine, "books", tmp_path / "export.csv", Wishes(options=options))
    day, account = changed(engine)
    done = patch(engine, "books", target=tmp_path / ending)

    assert done.patch.startswith(head)
    assert [each.what for each in done.left] == ["amend"]
    again = read_source(tmp_path / ending, **(EUROS if "currency" in options else {}))
    (row,) = again.entries
    assert (row.booked_on, row.amount_minor) == (day, -4_321)
    assert row.description.startswith("Müller & Co")
    assert again.product == (product if ending == "add.csv" else "")
    assert product in ("YNAB", "Xero", "Odoo", "QuickBooks") or row.account == account


@pytest.mark.parametrize(
    ("export", "options", "leg", "row"),
    [
        ("bank.qif", EUROS, "Food:Eating out", "PMüller & Co\nN{own}\nLFood:Eating out\n"),
        ("csv/firefly.csv", {}, "Eating out", ",{account},Eating out,{account},Eating out,{own}\n"),
        ("csv/sure.csv", {}, "Eating out", ",Müller & Co,Eating out,,tieout-reading,"),
        ("csv/datev.csv", {}, "4650", ";{account};4650;;"),
    ],
)
def test_a_file_to_import_names_the_account_on_the_other_side_where_it_has_room(
    engine: Engine, tmp_path: Path, export: str, options: dict[str, str], leg: str, row: str
) -> None:
    file = Path(shutil.copy(LEDGERS / export, tmp_path))
    connect(engine, "books", file, Wishes(options=options))
    _, account = changed(engine)
    without = patch(engine, "books")
    done = patch(engine, "books", {"müller": leg})

    wanted = re.escape(row).replace(r"\{own\}", "tieout-[0-9a-f]+")
    assert re.search(wanted.replace(r"\{account\}", re.escape(account)), done.patch)
    assert leg not in without.patch
    assert patch(engine, "books").patch == done.patch


@pytest.mark.parametrize(
    ("export", "options", "leg", "refusal"),
    [
        ("book.gnucash", {}, "Expenses:Food", NoRoomForLeg),
        ("csv/xero.csv", EUROS, "420", NoRoomForLeg),
        ("csv/datev.csv", {}, "Bewirtung", NoLegAccount),
        ("bank.qif", EUROS, "Food\n^", NoLegAccount),
    ],
)
def test_an_account_that_no_row_can_name_is_refused(
    engine: Engine, tmp_path: Path, export: str, options: dict[str, str], leg: str,
    refusal: type[Exception],
) -> None:  # fmt: skip
    file = Path(shutil.copy(LEDGERS / export, tmp_path))
    connect(engine, "books", file, Wishes(options=options))
    changed(engine)
    with pytest.raises(refusal):
        patch(engine, "books", {"Müller": leg})
    assert rules(engine) == []


def test_actual_gets_what_its_own_tool_imports(engine: Engine, tmp_path: Path) -> None:
    file = tmp_path / "db.sqlite"
    file.write_bytes(gzip.decompress((LEDGERS / "actual-db.sqlite.gz").read_bytes()))
    connect(engine, "books", file, Wishes(options={"currency": "GBP"}))
    day, account = changed(engine)
    (row,) = json.loads(patch(engine, "books").patch)

    assert row.pop("imported_id").startswith("tieout-")
    assert row == {
        "account": account,
        "date": day.isoformat(),
        "amount": -4_321,
        "payee_name": "Müller & Co",
        "cleared": True,
    }


def changed(engine: Engine) -> tuple[date, str]:
    """One entry is another amount here than at the source, and one is only here; their day and
    account there."""
    with unit_of_work(engine) as session:
        row = session.scalars(select(SourceRow).order_by(SourceRow.id)).first()
        assert row is not None
        entry = session.get_one(Transaction, row.transaction_id)
        entry.amount_minor += 100
        new = NewEntry(entry.booked_on, -4_321, "Müller & Co")
        add_transactions(session, entry.account_id, [new])
        return entry.booked_on, row.key


@pytest.mark.thorough
def test_a_command_prints_the_patch_and_says_what_it_lacks(tmp_path: Path) -> None:
    file = one_row(tmp_path)
    tieout("init", cwd=tmp_path)
    tieout("ledger", "connect", "books", str(file), cwd=tmp_path)
    nothing = tieout("ledger", "patch", cwd=tmp_path)
    assert (nothing.code, nothing.out) == (5, "")
    own = make_engine(str(tmp_path / "tieout.db"))
    changed(own)
    own.dispose()
    asked = tieout("ledger", "patch", "books", cwd=tmp_path)
    assert asked.code == 3
    assert "--leg 'Müller & Co' ACCOUNT" in asked.err
    words = ("ledger", "patch", "--leg", "Müller", "expenses:food", "--write", "--json")
    done = tieout(*words, cwd=tmp_path)
    assert (done.code, done.json["corrections"]) == (0, 2)
    assert (
        file.read_text()
        == """\
2025-03-01 x
    assets:bank  £6.00
    income:pay

2025-03-01 Müller & Co  ; tieout-reading: statement
    assets:bank  £-43.21
    expenses:food
"""
    )
    assert tieout("ledger", "patch", cwd=tmp_path).code == 5
    refused = tieout("ledger", "patch", "--leg", "x", "a;b", cwd=tmp_path)
    assert "[source_no_leg_account]" in refused.err
