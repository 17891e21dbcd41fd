"""A ledger file comes in again after the month was proven: what is shown everywhere stays true."""

import csv
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from sqlalchemy import Engine

from app.acts.imports import accept
from app.acts.sources import bring_in
from app.queries.books import entry_list
from app.queries.coverage import all_months
from app.queries.history import open_discrepancies
from app.queries.reviews import waiting
from app.shapes.ledger import BroughtInShape
from db.money import to_decimal_string
from db.words import ImportStatus, Verdict
from jobs.imports.inline import import_all
from jobs.options import ImportOptions
from pipeline.drafts import Line
from tests.support.books import JUNE, LINES, documents, source
from tests.support.process import tieout

COFFEE, SALARY, RENT = LINES


@pytest.fixture
def books(tmp_path: Path) -> Path:
    """A folder that says which account there is."""
    head = "name,kind,currency,institution,mask,opening_balance,opened_on"
    row = "Everyday,checking,EUR,Northgate Bank,1234,1000.00,2026-05-01"
    (tmp_path / "accounts.csv").write_text(f"{head}\n{row}\n", encoding="utf-8")
    return tmp_path


def brought(engine: Engine, books: Path, lines: Sequence[Line]) -> BroughtInShape:
    """What came of a file with an entry for each of these lines."""
    with (books / "transactions.csv").open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(("account", "date", "amount", "description"))
        for row in lines:
            amount = to_decimal_string(row.amount, 2)
            writer.writerow(("Everyday", row.date, amount, row.description))
    return bring_in(engine, books)


def june_comes(engine: Engine) -> ImportStatus:
    read = documents({"june.pdf": [JUNE]})
    (outcome,) = import_all(engine, [source()], ImportOptions(), read=read)
    return outcome.status


def ledger(engine: Engine) -> list[tuple[str, str]]:
    found = entry_list(engine, "Everyday", None, None, None)
    return [(str(each.amount), each.description) for each in found]


def june_is(engine: Engine, state: str) -> bool:
    """Whether coverage says so, and review and another import agree with it."""
    months = all_months(engine, date(2026, 6, 30), date(2026, 6, 1))
    assert june_comes(engine) is ImportStatus.DUPLICATE
    assert bool(waiting(engine).reviews) == (state != "covered")
    return [each.state for each in months] == [state]


TRUE = [("-3.50", "Coffee"), ("2500.00", "Salary"), ("-800.00", "Rent")]


def test_the_same_file_again_brings_nothing_back(engine: Engine, books: Path) -> None:
    noted = [*LINES, RENT]
    brought(engine, books, noted)
    assert june_comes(engine) is ImportStatus.NEEDS_REVIEW
    (decision,) = accept(engine, 1, (), dry_run=False)
    assert decision.verdict is Verdict.MATCHED
    again = brought(engine, books, noted)
    assert again.transactions_added == 0
    assert ledger(engine) == TRUE
    assert june_is(engine, "covered")


@pytest.mark.parametrize("wrong", [replace(RENT, amount=-8_000), replace(RENT, amount=-80_100)])
def test_what_was_corrected_in_tieout_and_then_in_the_file_is_there_once(
    engine: Engine, books: Path, wrong: Line
) -> None:
    brought(engine, books, [COFFEE, SALARY, wrong])
    june_comes(engine)
    accept(engine, 1, (), dry_run=False)
    again = brought(engine, books, LINES)
    assert (again.transactions_added, again.transactions_refused) == (0, 0)
    assert ledger(engine) == TRUE
    assert june_is(engine, "covered")
    assert open_discrepancies(engine) == []


def test_what_was_corrected_in_the_file_alone_is_corrected_here(
    engine: Engine, books: Path
) -> None:
    brought(engine, books, [COFFEE, SALARY, replace(RENT, amount=-8_000)])
    june_comes(engine)
    done = brought(engine, books, LINES)
    assert (done.transactions_added, done.transactions_changed) == (0, 1)
    assert ledger(engine) == TRUE
    assert june_is(engine, "covered")


def test_a_payee_edited_in_a_locked_month_is_refused_and_listed(
    engine: Engine, books: Path
) -> None:
    brought(engine, books, LINES)
    assert june_comes(engine) is ImportStatus.MATCHED
    edited = [replace(COFFEE, description="Espresso bar"), SALARY, RENT]
    again = brought(engine, books, edited)
    assert (again.transactions_added, again.transactions_refused) == (0, 1)
    assert ledger(engine) == TRUE
    (listed,) = open_discrepancies(engine)
    assert (listed.was, listed.now) == (
        "2026-06-03 -3.50 EUR Coffee",
        "2026-06-03 -3.50 EUR Espresso bar",
    )
    assert listed.lock.period_start == date(2026, 6, 3)
    assert june_is(engine, "covered")
    url = engine.url.render_as_string(hide_password=False)
    ran = tieout("ledger", "import-csv", books, "--database", url, cwd=books)
    assert (ran.code, "1 would have changed a locked period" in ran.err) == (3, True)
    assert len(open_discrepancies(engine)) == 1
