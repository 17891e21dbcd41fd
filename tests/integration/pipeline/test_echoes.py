"""An echo settles nothing: a ledger that was made from a reading is no second witness of it.

Every story here goes from the first import to the third month. The pages print one balance and no
running ones, so that nothing on them tells which way the money went, and the reader takes it the
wrong way round. A ledger that somebody else keeps, and keeps so, would settle that.
"""

import csv
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import Engine, select

from app.acts.correcting import NEW, StatedByPerson, state_facts
from app.acts.sources import bring_in
from app.queries.books import export_folder
from db.formats.ledger_csv import ACCOUNTS_FILE, TRANSACTIONS_FILE
from db.ledger.views import NewEntry
from db.models import Account, Import, Transaction
from db.session import unit_of_work
from db.words import Origin
from evals.typeset import Entry, Sheet, draft_of
from pipeline.drafts import StatementDraft, prove_draft
from pipeline.proof import Column
from pipeline.review.resolving import Wish, numbered_differences, resolve
from tests.support import ledgers as accounts
from tests.support.books import all_of, look_in, one_of
from tests.support.two_books import Book, Ledgers, as_read, bring, said

ROWS: Final = {
    3: ((3, "Coffee", -350), (10, "Salary", 250_000), (20, "Rent", -80_000)),
    4: ((2, "Fuel", -4_210), (10, "Salary", 251_000), (20, "Rent", -80_500)),
    5: ((4, "Books", -1_999), (11, "Salary", 252_000), (20, "Rent", -81_000)),
}
OPENING: Final = 100_000


def closing(month: int) -> int:
    """What the page prints, which is what its rows come to as the reader takes them."""
    return OPENING - sum(row[2] for at in range(3, month + 1) for row in ROWS[at])


def turned(month: int) -> StatementDraft:
    """The month's page, of which the reader says that what came in went out."""
    rows = tuple(Entry(date(2026, month, day), text, amount) for day, text, amount in ROWS[month])
    ends = {3: 31, 4: 30, 5: 31}
    sheet = Sheet(
        rows,
        opening=None,
        closing=closing(month),
        start=date(2026, month, 1),
        end=date(2026, month, ends[month]),
    )
    true = draft_of(sheet)
    assert true.proof is not None
    convention = true.proof.witness.convention
    columns = tuple(Column(-1, each.head) for each in convention.columns)
    witness = replace(true.proof.witness, convention=replace(convention, columns=columns))
    found = prove_draft(replace(true, witnesses=(witness,)), true.proof.document)
    assert [line.amount for line in found.lines] == [-amount for _, _, amount in ROWS[month]]
    return found


def as_taken(*months: int, sign: int = -1) -> tuple[NewEntry, ...]:
    """Entries of these months as the reader takes them, or with the other sign."""
    return tuple(
        NewEntry(date(2026, month, day), sign * amount, text, origin=Origin.SOURCE)
        for month in months
        for day, text, amount in ROWS[month]
    )


def import_id(engine: Engine, name: str) -> int:
    return one_of(engine, select(Import.id).where(Import.source_name == name))


EMPTY: Final = Book(opening=OPENING, mask="1234", bank="Northgate Bank")
"""An account that has no entry yet."""
KEPT: Final = replace(EMPTY, entries=as_taken(3, 4, 5))
"""An account that somebody keeps just as the reader takes the pages."""


def come_in(engine: Engine, month: int) -> None:
    bring(engine, as_read(turned(month)), f"{month}.pdf")


def accept_rows(engine: Engine, month: int) -> None:
    """Say yes to every row that the ledger lacks, or has otherwise."""
    work = import_id(engine, f"{month}.pdf")
    while True:
        with unit_of_work(engine) as session:
            open_ = [each for each in numbered_differences(session, work) if each.difference]
            found = next(
                (each for each in open_ if each.difference and each.difference.lines), None
            )
            if found is None or found.difference is None:
                return
            act = "amend" if found.difference.entries else "add"
            resolve(session, work, found.number, Wish(act), "Anna")


def origins(engine: Engine) -> set[str]:
    return {each.value for each in all_of(engine, select(Transaction.origin))}


def origin_of_opening(engine: Engine) -> set[str]:
    return {each.value for each in all_of(engine, select(Account.opening_origin))}


def written_out(engine: Engine, folder: Path) -> None:
    look_in(engine, export_folder, folder)


def brought_back(engine: Engine, folder: Path) -> int:
    """How many entries of the folder the ledger had not."""
    return bring_in(engine, folder).transactions_added


def without_mark(folder: Path, account: str) -> None:
    """The folder's entries as another account's, without the column that says where they are from,
    and without accounts."""
    (folder / ACCOUNTS_FILE).unlink()
    file = folder / TRANSACTIONS_FILE
    rows = list(csv.DictReader(file.read_text().splitlines()))
    with file.open("w", newline="") as output:
        writer = csv.writer(output)
        writer.writerow(["account", "date", "amount", "description"])
        writer.writerows([account, row["date"], row["amount"], row["description"]] for row in rows)


def echoes(engine: Engine) -> list[tuple[int, str]]:
    """What the ledger settled of any statement, and every statement that is *matched* or locked."""
    return [
        (at, what)
        for at, each in enumerate(said(engine), start=1)
        for what in (
            *each.by_ledger,
            *(["matched"] if each.verdict == "matched" else []),
            *(["locked"] if each.locked else []),
        )
    ]


def month_by_month(engine: Engine, after: Callable[[Engine, int], None]) -> None:
    """Bring each month in, do what the story says, and see that no echo settled anything."""
    for month in ROWS:
        come_in(engine, month)
        after(engine, month)
        assert echoes(engine) == []
    assert len({each.account for each in said(engine)}) == 1


def test_a_ledger_of_somebody_else_settles_which_way_the_money_went(ledgers: Ledgers) -> None:
    """Without this the stories below would tell nothing."""
    with ledgers.fresh() as engine:
        KEPT.keep(engine)
        for month in ROWS:
            come_in(engine, month)
        found = {(each.verdict, each.settled["direction"]) for each in said(engine)}
        assert found == {("matched", "ledger")}


def test_all_rows_accepted_at_once_into_an_account_that_the_page_opened(ledgers: Ledgers) -> None:
    with ledgers.fresh() as engine:

        def story(engine: Engine, month: int) -> None:
            if month == 3:
                state_facts(engine, 1, StatedByPerson(account=NEW))
            accept_rows(engine, month)

        month_by_month(engine, story)
        assert origins(engine) == {"reading"}


@pytest.mark.parametrize("balance", ["source", "reading"])
def test_all_rows_accepted_at_once_into_an_account_of_a_persons_own(
    ledgers: Ledgers, balance: str
) -> None:
    with ledgers.fresh() as engine:
        replace(EMPTY, opening_origin=Origin(balance)).keep(engine)
        month_by_month(engine, accept_rows)
        assert origins(engine) == {"reading"}


def test_rows_amended_to_what_the_page_says(ledgers: Ledgers) -> None:
    """The person's own entries are a few euros off, and become what the reader took."""
    with ledgers.fresh() as engine:
        off = [replace(each, amount_minor=each.amount_minor + 900) for each in KEPT.entries]
        replace(KEPT, entries=tuple(off)).keep(engine)
        month_by_month(engine, accept_rows)
        assert origins(engine) == {"reading"}


def test_an_opening_balance_set_from_the_page(ledgers: Ledgers) -> None:
    with ledgers.fresh() as engine:
        number = replace(KEPT, opening=0).keep(engine)

        def story(engine: Engine, month: int) -> None:
            if month == 3:
                accounts.edit(engine, str(number), opening_balance="1000.00")

        month_by_month(engine, story)
        assert origins(engine) == {"source"}


def test_the_same_statement_downloaded_again(ledgers: Ledgers) -> None:
    with ledgers.fresh() as engine:
        EMPTY.keep(engine)

        def story(engine: Engine, month: int) -> None:
            accept_rows(engine, month)
            bring(engine, as_read(turned(month)), f"{month}-again.pdf")

        month_by_month(engine, story)


def test_accepted_written_out_and_synced_back(ledgers: Ledgers, tmp_path: Path) -> None:
    with ledgers.fresh() as engine:
        EMPTY.keep(engine)

        def story(engine: Engine, month: int) -> None:
            accept_rows(engine, month)
            written_out(engine, tmp_path / "out")
            assert brought_back(engine, tmp_path / "out") == 0

        month_by_month(engine, story)


def accepted_and_written_out(engine: Engine, folder: Path) -> None:
    """Every month's rows, from an account without any."""
    EMPTY.keep(engine)
    for month in ROWS:
        come_in(engine, month)
        accept_rows(engine, month)
    written_out(engine, folder)


def test_written_out_and_brought_into_a_ledger_of_its_own(ledgers: Ledgers, tmp_path: Path) -> None:
    with ledgers.fresh() as engine:
        accepted_and_written_out(engine, tmp_path / "out")
    with ledgers.fresh() as engine:
        assert brought_back(engine, tmp_path / "out") == 9
        month_by_month(engine, lambda _engine, _month: None)
        assert origins(engine) == {"reading"}


def test_brought_into_another_account_without_the_mark(ledgers: Ledgers, tmp_path: Path) -> None:
    """A spreadsheet dropped the column that says where each row comes from."""
    with ledgers.fresh() as engine:
        accepted_and_written_out(engine, tmp_path / "out")
        without_mark(tmp_path / "out", account="Copy")
        replace(EMPTY, name="Copy", mask=None).keep(engine)
        assert brought_back(engine, tmp_path / "out") == 9
        assert origins(engine) == {"reading"}
        for at in range(1, 4):
            state_facts(engine, at, StatedByPerson(account="Copy"))
        assert echoes(engine) == []


def test_a_file_whose_signs_a_statement_settled(ledgers: Ledgers) -> None:
    """The hint says that every line is there with the other sign, and so the person turns them."""
    with ledgers.fresh() as engine:
        number = replace(KEPT, opening=-OPENING, entries=as_taken(3, 4, 5, sign=1)).keep(engine)

        def story(engine: Engine, month: int) -> None:
            if month == 3:
                accounts.flip(engine, str(number))

        month_by_month(engine, story)
        assert origins(engine) == {"reading"}


def test_turning_signs_is_undone_with_where_they_came_from(ledgers: Ledgers) -> None:
    with ledgers.fresh() as engine:
        number = replace(KEPT, entries=as_taken(3, 4, 5, sign=1)).keep(engine)
        come_in(engine, 4)
        before = accounts.rows(engine)
        accounts.flip(engine, str(number))
        assert origins(engine) == {"reading"}
        accounts.undo(engine, str(number))
        assert accounts.rows(engine)["transactions"] == before["transactions"]
        assert origin_of_opening(engine) == {"source"}


def test_an_account_that_the_page_opened_merged_into_another(ledgers: Ledgers) -> None:
    """The rows are the person's own, but what the account began with is the page's."""
    with ledgers.fresh() as engine:
        come_in(engine, 3)
        state_facts(engine, 1, StatedByPerson(account=NEW))
        own = Book("Mine", opening=0, mask="1234", bank="Northgate Bank", entries=KEPT.entries)
        own.keep(engine)
        accounts.merge(engine, "1", "Mine")
        assert origin_of_opening(engine) == {"reading"}
        for month in (4, 5):
            come_in(engine, month)
            assert echoes(engine) == []
