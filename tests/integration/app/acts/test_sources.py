"""The ledger follows the file that it is kept in: what changed there changes here, and no more."""

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Engine

from app.acts.accounts import Wishes
from app.acts.imports import accept
from app.acts.patches import patch
from app.acts.sources import connect, disconnect, sync, undo
from app.errors import AccountHasSource, ManyGone, NoSuchSource, SourceKnown, UnknownSourceAccount
from app.queries.books import account_list, entry_list
from app.queries.history import open_discrepancies
from app.queries.sources import sources
from app.shapes.sources import SyncShape
from app.web.desk import Desk
from db.errors import TieoutError
from db.formats.snapshot import SourceMissing, SourceNeedsCurrency, UnknownFormat
from db.ledger.amending import remove
from db.ledger.queries import accounts, entries
from db.models import Account
from db.session import unit_of_work
from db.words import ImportStatus, Origin
from jobs.options import ImportOptions
from tests.integration.formats.bank_samples import (
    camt_entry,
    camt_file,
    mt940_file,
    ofx_file,
    ofx_row,
    ofx_statement,
)
from tests.support.books import imported, look_in
from tests.support.visiting import visiting

HEAD = """\
option "operating_currency" "EUR"
2026-05-01 open Assets:Everyday EUR
2026-05-01 open Equity:Opening
2026-05-01 open Expenses:All
2026-05-01 * "Opening"
  Assets:Everyday  1000.00 EUR
  Equity:Opening
"""
COFFEE, SALARY, RENT = (
    ("2026-06-03", "-3.50", "Coffee"),
    ("2026-06-10", "2500.00", "Salary"),
    ("2026-06-28", "-800.00", "Rent"),
)
Rows = list[tuple[str, str, str]]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "main.beancount"


def write(journal: Path, rows: Rows) -> None:
    text = "".join(
        f'{day} * "{payee}"\n  Assets:Everyday  {amount} EUR\n  Expenses:All\n'
        for day, amount, payee in rows
    )
    journal.write_text(HEAD + text, encoding="utf-8")


def connected(engine: Engine, journal: Path, rows: Rows) -> SyncShape:
    write(journal, rows)
    return connect(engine, "books", journal, Wishes())


def synced(engine: Engine, journal: Path, rows: Rows, *, yes: bool = True) -> SyncShape:
    write(journal, rows)
    return sync(engine, "books", yes=yes)


def held(engine: Engine) -> Rows:
    found = entry_list(engine, "Everyday", None, None, None)
    return [(each.date.isoformat(), str(each.amount), each.description) for each in found]


def june(engine: Engine) -> ImportStatus:
    return imported(engine, options=ImportOptions(named_account=1)).status


def test_the_same_file_again_changes_nothing(engine: Engine, journal: Path) -> None:
    connected(engine, journal, [COFFEE, COFFEE, RENT])
    done = sync(engine, "books")
    assert (done.same, done.added, done.changed, done.gone) == (3, 0, 0, 0)


def test_one_undo_takes_a_whole_sync_back(engine: Engine, journal: Path) -> None:
    connected(engine, journal, [COFFEE, SALARY, RENT])
    espresso, new = ("2026-06-03", "-3.80", "Espresso"), ("2026-07-01", "-1.00", "New")
    synced(engine, journal, [espresso, SALARY, new])
    undo(engine, "books")
    assert held(engine) == [COFFEE, SALARY, RENT]
    sync(engine, "books", yes=True)
    assert held(engine) == [espresso, SALARY, new]


def test_nothing_changes_where_many_rows_are_gone_unless_a_person_agrees(
    engine: Engine, journal: Path
) -> None:
    connected(engine, journal, [COFFEE, SALARY, RENT])
    with pytest.raises(ManyGone, match="2 of 3"):
        synced(engine, journal, [SALARY], yes=False)
    assert held(engine) == [COFFEE, SALARY, RENT]
    assert sync(engine, "books", dry_run=True).asks == 2
    sync(engine, "books", yes=True)
    assert held(engine) == [SALARY]


def test_a_row_on_a_locked_day_is_shown_with_its_statement_and_left(
    engine: Engine, journal: Path
) -> None:
    connected(engine, journal, [COFFEE, SALARY, RENT])
    assert june(engine) is ImportStatus.MATCHED
    done = synced(engine, journal, [COFFEE, ("2026-06-10", "2600.00", "Salary"), RENT])
    assert (done.refused, done.changed) == (1, 0)
    (row,) = [each for each in done.rows if each.lock_id]
    assert (row.locked_by, str(row.was_amount), str(row.amount)) == (
        "june.pdf",
        "2500.00",
        "2600.00",
    )
    assert held(engine) == [COFFEE, SALARY, RENT]
    assert len(open_discrepancies(engine)) == 1

    assert patch(engine, "books", write=True).corrections == 1
    assert journal.read_text().count(" 2500.00 EUR") == 1
    assert sync(engine, "books").refused == 0


def test_an_opening_balance_that_a_lock_holds_is_shown_and_left(
    engine: Engine, journal: Path
) -> None:
    connected(engine, journal, [COFFEE, SALARY, RENT])
    assert june(engine) is ImportStatus.MATCHED
    journal.write_text(journal.read_text().replace("1000.00", "1100.00"))
    for done in (sync(engine, "books", yes=True), sync(engine, "books", yes=True)):
        assert (done.refused, done.openings) == (1, ())
        assert "lock 1" in done.remarks[-1].reason
    with visiting(Desk(engine)) as visitor:
        visitor.cookies.set("lang", "de")
        assert "Die Sperre 1 hält ihn fest" in visitor.get("/sources/1/sync").text
    (account,) = account_list(engine, None)
    assert str(account.balance) == "2696.50"


def test_a_touched_statement_is_proven_again_at_once(engine: Engine, journal: Path) -> None:
    connected(engine, journal, [COFFEE, SALARY, ("2026-06-28", "-80.00", "Rent")])
    assert june(engine) is ImportStatus.NEEDS_REVIEW
    synced(engine, journal, [COFFEE, SALARY, RENT])
    assert june(engine) is ImportStatus.DUPLICATE
    assert not open_discrepancies(engine)
    (account,) = account_list(engine, None)
    assert str(account.balance) == "2696.50"


def test_what_was_accepted_here_and_booked_there_in_other_words_is_there_once(
    engine: Engine, journal: Path
) -> None:
    connected(engine, journal, [COFFEE, SALARY])
    assert june(engine) is ImportStatus.NEEDS_REVIEW
    accept(engine, 1, (), dry_run=False)
    done = synced(engine, journal, [COFFEE, SALARY, ("2026-06-29", "-800.00", "To the landlord")])
    assert (done.added, done.recognised) == (0, 1)
    assert [each[1] for each in held(engine)] == ["-3.50", "2500.00", "-800.00"]
    assert sync(engine, "books").same == 3
    origins = [each.origin for each in look_in(engine, entries, 1)]
    assert origins == [Origin.SOURCE, Origin.SOURCE, Origin.READING]


def test_an_entry_removed_here_stays_removed_until_the_source_removes_it(
    engine: Engine, journal: Path
) -> None:
    connected(engine, journal, [COFFEE, SALARY, RENT, ("2026-06-15", "-9.00", "Wrong")])
    with unit_of_work(engine) as session:
        remove(session, entries(session, 1)[2].id)
    assert held(engine) == [COFFEE, SALARY, RENT]
    assert sync(engine, "books").same == 4
    assert held(engine) == [COFFEE, SALARY, RENT]
    synced(engine, journal, [COFFEE, SALARY, RENT])
    assert sync(engine, "books").same == 3


def test_an_account_follows_one_source_only(engine: Engine, journal: Path) -> None:
    connected(engine, journal, [COFFEE])
    with pytest.raises(AccountHasSource, match="disconnect books"):
        connect(engine, "twice", journal, Wishes())
    assert disconnect(engine, "books").entries == 1
    assert connect(engine, "twice", journal, Wishes()).recognised == 1
    assert held(engine) == [COFFEE]


def test_a_source_that_keeps_the_other_sign_is_turned_when_a_person_says_it(
    engine: Engine, journal: Path
) -> None:
    write(journal, [COFFEE])
    connect(engine, "books", journal, Wishes(flipped=("Assets:Everyday",)))
    assert [each[1] for each in held(engine)] == ["3.50"]
    assert [str(each.balance) for each in account_list(engine, None)] == ["-996.50"]


MIXED = """\
2026-02-03 Supermarket
    expenses:food          60.00 EUR
    expenses:household     40.00 EUR
    assets:bank          -100.00 EUR

2026-02-05 To savings
    assets:savings        200.00 EUR
    assets:bank          -200.00 EUR

2026-02-07 Consulting
    assets:bank            50.00 USD
    income:work
"""


def test_a_split_is_one_entry_a_transfer_one_in_each_account_and_a_currency_an_account(
    engine: Engine, tmp_path: Path
) -> None:
    file = tmp_path / "main.journal"
    file.write_text(MIXED)
    connect(engine, "books", file, Wishes())

    found = {
        (each.name, each.currency): [
            (str(row.amount), row.description)
            for row in entry_list(engine, str(each.id), None, None, None)
        ]
        for each in account_list(engine, None)
    }
    assert found == {
        ("assets:bank EUR", "EUR"): [("-100.00", "Supermarket"), ("-200.00", "To savings")],
        ("assets:bank USD", "USD"): [("50.00", "Consulting")],
        ("assets:savings", "EUR"): [("200.00", "To savings")],
    }


def test_a_pending_row_is_no_entry_until_the_bank_has_booked_it(
    engine: Engine, tmp_path: Path
) -> None:
    file, booked = tmp_path / "bank.ofx", ofx_row("20250105", "-7.00", "<FITID>F2")
    file.write_text(ofx_file(ofx_statement(ofx_row(), booked.replace("STMTTRN>", "STMTTRNP>"))))
    assert connect(engine, "bank", file, Wishes()).added == 1
    file.write_text(ofx_file(ofx_statement(ofx_row(), booked)))
    again = sync(engine, "bank")
    assert (again.added, again.same) == (1, 1)


def test_a_csv_file_is_read_as_it_was_read_first(engine: Engine, tmp_path: Path) -> None:
    file, head = tmp_path / "bank.csv", "Date;Text;Amount\n13/02/2026;Coffee;-3.50\n"
    file.write_text(head)
    connect(engine, "bank", file, Wishes(options={"currency": "EUR", "signs": "out"}))
    file.write_text(head.replace("13/02", "03/02") + "04/03/2026;Pay;900.00\n")
    sync(engine, "bank", yes=True)
    days = [each.date.isoformat() for each in entry_list(engine, "bank", None, None, None)]
    assert days == ["2026-02-03", "2026-03-04"]


def test_bad_sources_are_refused_with_a_remedy(engine: Engine, tmp_path: Path) -> None:
    journal = tmp_path / "main.beancount"
    connected(engine, journal, [COFFEE])
    noise, table = tmp_path / "noise.bin", tmp_path / "bank.qif"
    noise.write_bytes(bytes(range(256)))
    table.write_text("!Type:Bank\nD2026-06-13\nT-3.50\nPCoffee\n^\n", encoding="utf-8")
    cases: tuple[tuple[type[TieoutError], Callable[[], object]], ...] = (
        (SourceKnown, lambda: connect(engine, "books", journal, Wishes())),
        (NoSuchSource, lambda: sync(engine, "others")),
        (UnknownSourceAccount, lambda: connect(engine, "x", journal, Wishes(only=("A:B",)))),
        (UnknownFormat, lambda: connect(engine, "x", noise, Wishes())),
        (SourceNeedsCurrency, lambda: connect(engine, "x", table, Wishes())),
        (SourceMissing, lambda: connect(engine, "x", tmp_path / "away.ofx", Wishes())),
    )
    for error, act in cases:
        with pytest.raises(error):
            act()
    assert [each.name for each in sources(engine)] == ["books"]
    journal.rename(tmp_path / "moved.beancount")
    with pytest.raises(SourceMissing):
        sync(engine, "books")
    assert sync(engine, "books", location=tmp_path / "moved.beancount").same == 1


IBAN = "DE89370400440532013000"
WITH_NUMBERS = {
    "ofx": (ofx_file(ofx_statement(ofx_row(), number="0532 013000")), "0532013000"),
    "masked ofx": (ofx_file(ofx_statement(ofx_row(), number="XXXX3000")), None),
    "camt": (camt_file(camt_entry()).replace("GB1", IBAN), IBAN),
    "mt940": (mt940_file().replace(":25:1", ":25:37040044/532013000"), "37040044532013000"),
    "hledger": (
        f"account assets:bank  ; type: A, iban: {IBAN}\n"
        "2026-06-03 Coffee\n  assets:bank  EUR -3.50\n  expenses\n",
        IBAN,
    ),
    "csv": (f"Account,Date,Amount,Text,Currency\n{IBAN},2026-06-13,-3.50,Coffee,EUR\n", IBAN),
}


@pytest.mark.parametrize("form", WITH_NUMBERS)
def test_an_account_has_the_whole_number_that_its_source_gives(
    engine: Engine, tmp_path: Path, form: str
) -> None:
    text, number = WITH_NUMBERS[form]
    file = tmp_path / ("books.journal" if form == "hledger" else "books.txt")
    file.write_text(text, encoding="utf-8")
    connect(engine, "books", file, Wishes(options={"signs": "out"} if form == "csv" else {}))
    with unit_of_work(engine) as session:
        (account,) = accounts(session)
        assert (account.number, account.mask) == (number, "3000")
        session.get_one(Account, account.id).number = None  # as it was kept before
    sync(engine, "books")
    assert [each.number for each in look_in(engine, accounts)] == [number]
