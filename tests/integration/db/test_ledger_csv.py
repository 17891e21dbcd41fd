import csv
import shutil
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from app.acts.sources import bring_in
from app.queries.books import export_folder
from app.shapes.ledger import BroughtInShape
from db.engine import make_engine
from db.formats.csv_table import (
    AccountDiffers,
    BadCell,
    CsvError,
    NoLedgerFiles,
    UnknownAccountName,
)
from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.queries import accounts, entries
from db.ledger.views import AccountView, NewAccount, NewEntry
from db.session import read_only, unit_of_work
from db.words import AccountKind
from tests.support.books import look_in

ACCOUNTS = """name,institution,kind,currency,mask,opening_balance,opened_on
Giro,Nordbank,checking,EUR,1234,100.00,2026-01-01
Yen,,savings,JPY,,,
"""
TRANSACTIONS = """account,date,amount,description
Giro,2026-01-02,-3.50,Coffee
Giro,2026-01-02,-3.50,Coffee
Yen,2026-01-03,1500,"Gift, with a comma"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "books"
    folder.mkdir()
    (folder / "accounts.csv").write_text(ACCOUNTS)
    (folder / "transactions.csv").write_text(TRANSACTIONS)
    return folder


def test_a_folder_brings_in_accounts_and_transactions(engine: Engine, folder: Path) -> None:
    assert _import(engine, folder) == (2, 3, 0)
    with read_only(engine) as session:
        giro, yen = accounts(session)
        assert (giro.institution, giro.mask, giro.balance_minor) == ("Nordbank", "1234", 93_00)
        assert (yen.kind, yen.currency, yen.balance_minor) == (AccountKind.SAVINGS, "JPY", 1500)
        assert entries(session, yen.id)[0].description == "Gift, with a comma"


def test_either_file_will_do(engine: Engine, folder: Path) -> None:
    (folder / "transactions.csv").rename(folder / "later.csv")
    assert _import(engine, folder) == (2, 0, 0)
    (folder / "accounts.csv").unlink()
    (folder / "later.csv").rename(folder / "transactions.csv")
    assert _import(engine, folder) == (0, 3, 0)


def test_an_empty_folder_is_reported(engine: Engine, tmp_path: Path) -> None:
    with pytest.raises(NoLedgerFiles):
        _import(engine, tmp_path)


@pytest.mark.parametrize(
    ("file", "row", "error", "place"),
    [
        ("transactions.csv", "Gyro,2026-01-02,1,x", UnknownAccountName, "line 5, column account"),
        ("transactions.csv", "Yen,2026-01-02,1.5,x", BadCell, "line 5, column amount"),
        ("transactions.csv", "Yen,2.1.2026,1,x", BadCell, "line 5, column date"),
        ("accounts.csv", "X,,current,EUR,,,", BadCell, "line 4, column kind"),
        ("accounts.csv", "X,,card,EURO,,,", BadCell, "line 4, column currency"),
        ("accounts.csv", ",,card,EUR,,,", BadCell, "line 4, column name"),
        ("accounts.csv", "Giro,,checking,EUR,1234,99.00,", AccountDiffers, "line 4, column inst"),
        ("accounts.csv", 'Giro,Nordbank,checking,EUR,"1"2,,', CsvError, "line 4"),
    ],
)
def test_a_mistake_is_reported_with_its_place_and_nothing_comes_in(
    engine: Engine, folder: Path, file: str, row: str, error: type[CsvError], place: str
) -> None:
    with (folder / file).open("a") as output:
        output.write(f"{row}\n")
    with pytest.raises(error, match=f"{file}, {place}"):
        _import(engine, folder)
    assert look_in(engine, accounts) == []


def test_an_export_comes_back_the_same(engine: Engine, folder: Path, tmp_path: Path) -> None:
    _import(engine, folder)
    look_in(engine, export_folder, tmp_path / "copy")
    with (tmp_path / "copy" / "transactions.csv").open(newline="") as written:
        rows = list(csv.DictReader(written))
    before = list(csv.DictReader(TRANSACTIONS.splitlines()))
    assert rows == [{**each, "origin": "source"} for each in before]
    assert _import(engine, tmp_path / "copy") == (0, 0, 3)


def test_the_day_of_closing_goes_out_and_comes_back(
    engine: Engine, folder: Path, tmp_path: Path
) -> None:
    ended = ACCOUNTS.replace("opened_on", "opened_on,closed_on").replace(
        "01-01", "01-01,2026-06-30"
    )
    (folder / "accounts.csv").write_text(ended.replace("JPY,,,", "JPY,,,,"))
    _import(engine, folder)
    with read_only(engine) as session:
        assert [each.closed_on for each in accounts(session)] == [date(2026, 6, 30), None]
        export_folder(session, tmp_path / "copy")
    assert _import(engine, tmp_path / "copy") == (0, 0, 3)


def test_no_file_closes_an_account_before_it_was_opened(engine: Engine, folder: Path) -> None:
    head = "name,kind,currency,opened_on,closed_on"
    (folder / "accounts.csv").write_text(f"{head}\nGiro,card,EUR,2026-01-01,2025-12-31\n")
    with pytest.raises(BadCell, match=r"line 2, column closed_on: .* opened after"):
        _import(engine, folder)


names = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).filter(str.strip)
moves = st.builds(
    NewEntry,
    st.dates(),
    st.integers(-(10**15), 10**15),
    st.text(st.sampled_from("=+-@'\" ,\n\rx é")),
)


# Without shrinking: each example writes two ledgers, and thousands of them would take minutes.
@settings(
    max_examples=25,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
    deadline=None,
)
@given(
    name=names, mask=st.none() | names, opening=st.integers(-(10**15), 10**15), rows=st.lists(moves)
)
def test_any_ledger_survives_the_way_through_csv(
    tmp_path_factory: pytest.TempPathFactory,
    sqlite_template: Path,
    name: str,
    mask: str | None,
    opening: int,
    rows: list[NewEntry],
) -> None:
    folder = tmp_path_factory.mktemp("books")
    new = NewAccount(name, AccountKind.LOAN, "KWD", mask=mask, opening_balance_minor=opening)
    source, copy = (
        make_engine(str(shutil.copy(sqlite_template, folder / f"{name}.sqlite")))
        for name in ("source", "copy")
    )
    with unit_of_work(source) as session:
        add_transactions(session, add_account(session, new), rows)
    look_in(source, export_folder, folder / "csv")
    _import(copy, folder / "csv")
    assert _content(copy) == _content(source)
    source.dispose()
    copy.dispose()


def _content(engine: Engine) -> list[tuple[AccountView, list[tuple[date, int, str]]]]:
    with read_only(engine) as session:
        return [(account, _rows(session, account.id)) for account in accounts(session)]


def _rows(session: Session, account: int) -> list[tuple[date, int, str]]:
    found = entries(session, account)
    return [(entry.booked_on, entry.amount_minor, entry.description) for entry in found]


def _import(engine: Engine, folder: Path) -> tuple[int, int, int]:
    """How many accounts and entries came in, and how many were known."""
    done: BroughtInShape = bring_in(engine, folder)
    return done.accounts_added, done.transactions_added, done.transactions_known
