"""The page of all statements over real HTTP, and what its search finds."""

import re
from pathlib import Path

import pytest
from httpx2 import Client
from sqlalchemy import Engine, insert
from sqlalchemy import text as sql

from app.acts.imports import undo
from db.models import Import, Line
from db.session import unit_of_work
from db.statements import search
from db.words import ImportStatus
from pipeline.review.deciding import accept
from tests.support.books import account, do_in, files_imported, in_review
from tests.support.ledgers import kept_statement, kept_verdict
from tests.support.pdfs import line, pdf
from tests.support.shown import asked_of, rows
from tests.support.statements import day


@pytest.fixture
def ledger(engine: Engine, tmp_path: Path) -> Engine:
    """June of `Everyday` differs; letter.pdf failed."""
    in_review(engine)
    file = tmp_path / "letter.pdf"
    file.write_bytes(pdf(line("Dear customer")))
    files_imported(engine, file)
    return engine


def pile(engine: Engine, count: int) -> None:
    """So many matched statements of one account, one a month of three lines, written past the
    program: reading each would take minutes."""
    number = account(engine, [], name="Pile", mask="5555")
    with unit_of_work(engine) as session:
        for each in range(count):
            month = each % 12 + 1
            work = Import(source_name=f"pile-{each:03}.pdf", status=ImportStatus.MATCHED)
            statement = kept_statement(
                work=work, account_id=number, currency="EUR", period_start=day(1, month),
                period_end=day(28, month), closing_minor=100,
            )  # fmt: skip
            session.add(kept_verdict(statement))
            session.flush()
            row = {"statement_id": statement.id, "page": 1, "x0": 0.0, "top": 0.0, "x1": 1.0,
                   "bottom": 1.0, "booked_on": day(5, month), "raw": "", "method": ""}  # fmt: skip
            lines = [
                {**row, "ordinal": n, "description": f"Pile {each:03} row {n}", "amount_minor": n}
                for n in range(3)
            ]
            session.execute(insert(Line), lines)


def all_pages(visitor: Client, address: str) -> list[str]:
    """The rows of a page and of all that follow it."""
    found: list[str] = []
    while address:
        page = visitor.get(address)
        found += rows(page) if "<tbody" in page.text else []
        onward = re.search(r'href="([^"]+)">(?:Next|Search the older lines) ›', page.text)
        address = onward[1].replace("&amp;", "&") if onward else ""
    return found


def test_every_statement_is_listed_and_what_failed(visitor: Client) -> None:
    failed, june = rows(visitor.get("/statements"))
    assert failed == "letter.pdf failed no_statement"
    for text in ("june.pdf", "Everyday *1234", "2026-06", "2,696.50 EUR", "differences"):
        assert text in june


@pytest.mark.parametrize(
    ("status", "files"),
    [
        ("differences", ["june.pdf"]),
        ("failed", ["letter.pdf"]),
        ("matched", []),
        ("unproven", []),
        ("locked", []),
    ],
)
def test_statements_are_narrowed_by_how_they_stand(
    visitor: Client, status: str, files: list[str]
) -> None:
    page = visitor.get("/statements", params={"status": status})
    shown = rows(page) if files else []
    assert [row.split()[0] for row in shown] == files
    assert ("No statement is found" in page.text) == (not files)


def test_a_locked_statement_is_found_as_such(visitor: Client, ledger: Engine) -> None:
    do_in(ledger, accept, 1, "alex")
    (only,) = rows(visitor.get("/statements?status=locked"))
    assert only.endswith("matched locked")


def test_statements_are_narrowed_by_account_and_month(visitor: Client, ledger: Engine) -> None:
    pile(ledger, 12)
    assert len(rows(visitor.get("/statements?account=1"))) == 1
    assert len(rows(visitor.get("/statements?month=2026-06"))) == 2
    (only,) = rows(visitor.get("/statements?month=2026-06&account=2"))
    assert "pile-005.pdf" in only


def test_pages_hold_every_statement_once_in_each_order(visitor: Client, ledger: Engine) -> None:
    pile(ledger, 120)
    brought_in = all_pages(visitor, "/statements")
    assert len(brought_in) == len(set(brought_in)) == 122
    assert brought_in[0].startswith("pile-119.pdf")
    for sort, first in (("newest", "2026-12-01"), ("oldest", "2026-01-01")):
        shown = all_pages(visitor, f"/statements?sort={sort}")
        assert sorted(shown) == sorted(brought_in)
        periods = [found[0] for row in shown if (found := re.search(r"2026-\d\d", row))]
        assert first in shown[0]
        assert periods == sorted(periods, reverse=sort == "newest")
        assert shown[-1].startswith("letter.pdf")  # what has no period comes last


def test_a_line_is_found_by_its_text_its_amount_and_its_day(visitor: Client) -> None:
    for asked in ("rent", "800.00", "-800", "800,00", "2026-06-28", "28.06.2026"):
        page = visitor.get("/statements", params={"q": asked})
        assert rows(page) == ["2026-06-28 Rent -800.00 EUR Everyday *1234 june.pdf"], asked
        assert 'href="/imports/1?statement=1&amp;line=3#entry"' in page.text
    assert "No line is found" in visitor.get("/statements?q=%2B800").text


def test_a_percent_sign_and_markup_are_only_what_they_are(visitor: Client) -> None:
    assert "No line is found" in visitor.get("/statements", params={"q": "%"}).text
    page = visitor.get("/statements", params={"q": "<script>\u202e\x00"})
    assert page.status_code == 200
    assert "<script>\u202e" not in page.text


def test_an_account_and_a_file_are_found_by_their_names(visitor: Client) -> None:
    page = visitor.get("/statements?q=everyday").text
    assert 'href="/accounts/1"' in page.split("<h2>")[1]
    assert "june.pdf" in visitor.get("/statements?q=june.pdf").text.split("<h2>Lines")[0]
    assert "june.pdf" in visitor.get("/statements?q=2026-06").text.split("<h2>Lines")[0]


def test_a_search_may_be_of_one_account(visitor: Client, ledger: Engine) -> None:
    pile(ledger, 2)
    assert len(rows(visitor.get("/statements?q=row+1&account=2"))) == 2
    assert "No line is found" in visitor.get("/statements?q=row+1&account=1").text


def test_a_search_goes_on_where_it_stopped_and_says_so(
    visitor: Client, ledger: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    pile(ledger, 120)
    monkeypatch.setattr(search, "_AT_ONCE", 5)
    page = visitor.get("/statements?q=ow")
    assert "looks through" in page.text
    found = all_pages(visitor, "/statements?q=ow")
    piles = dict.fromkeys(re.findall(r"Pile (\d+)", row)[0] for row in found)
    assert list(piles) == [f"{number:03}" for number in range(119, -1, -1)]
    assert rows(visitor.get("/statements?q=salary&before=4")) != []


def test_a_search_stops_when_its_time_is_over(
    visitor: Client, ledger: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    pile(ledger, 40)
    monkeypatch.setattr(search, "_AT_ONCE", 30)
    monkeypatch.setattr(search, "_SECONDS", 0)
    with asked_of(ledger) as asked:
        visitor.get("/statements?q=nt")
    assert sum("FROM lines JOIN" in each for each in asked) == 1
    assert len(all_pages(visitor, "/statements?q=nt")) == 1


def test_a_text_of_three_letters_is_found_without_reading_all_lines(
    visitor: Client, ledger: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "_AT_ONCE", 0)
    monkeypatch.setattr(search, "_OF_INDEX", 30)
    pile(ledger, 120)
    assert len(all_pages(visitor, "/statements?q=RENT")) == 1
    found = all_pages(visitor, "/statements?q=row+1")
    assert [re.findall(r"Pile (\d+)", row)[0] for row in found] == [
        f"{number:03}" for number in range(119, -1, -1)
    ]
    assert "No line is found" in visitor.get("/statements?q=row+_").text


def test_what_an_undone_import_held_is_found_no_more(visitor: Client, ledger: Engine) -> None:
    assert len(rows(visitor.get("/statements?q=rent"))) == 1
    undo(ledger, 1, dry_run=False)
    assert "No line is found" in visitor.get("/statements?q=rent").text
    with ledger.begin() as connection:
        if ledger.dialect.name == "sqlite":
            said = "INSERT INTO line_texts (line_texts, rank) VALUES ('integrity-check', 1)"
            connection.execute(sql(said))


@pytest.mark.parametrize("path", ["/statements", "/statements?sort=newest", "/statements?q=row"])
def test_a_page_costs_few_queries_however_many_there_are(
    visitor: Client, ledger: Engine, path: str
) -> None:
    pile(ledger, 120)
    with asked_of(ledger) as asked:
        page = visitor.get(path)
    assert 0 < len(asked) <= 15
    assert len(page.content) < 200_000


@pytest.mark.parametrize("month", ["June", "2026-13", "0001-01", "9999-12"])
def test_what_is_no_month_is_said_to_be_none_and_stays_to_be_mended(
    visitor: Client, month: str
) -> None:
    page = visitor.get("/statements", params={"month": month})
    assert page.status_code == 200
    assert f"“{month}” is not a month" in page.text
    assert f'name="month" placeholder="2025-03" value="{month}"' in page.text
    assert len(rows(page)) == 2


def test_the_way_back_to_the_first_page_keeps_what_was_asked_for(
    visitor: Client, ledger: Engine
) -> None:
    pile(ledger, 60)
    first = visitor.get("/statements?status=matched")
    assert "First page" not in first.text
    onward = re.search(r'rel="next" href="([^"]+)"', first.text)
    assert onward
    second = visitor.get(onward[1].replace("&amp;", "&"))
    assert 'href="/statements?status=matched">« First page' in second.text
