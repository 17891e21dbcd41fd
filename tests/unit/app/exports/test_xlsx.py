"""The workbook, opened by another library: every cell is of its kind and none is a formula."""

import io
import re
import zipfile
from dataclasses import replace
from datetime import date, datetime

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.cell import Cell
from openpyxl.worksheet.worksheet import Worksheet

from app.errors import TooManyRows
from app.exports import xlsx_file
from app.exports.tables import ROW_COLUMNS
from app.exports.xlsx_file import MOST_LETTERS, xlsx_bytes
from evals.typeset import Entry, Sheet, proof_of
from pipeline.drafts import StatementDraft
from tests.support.exports import document, draft


def opened(*drafts: StatementDraft, file: str = "march.pdf") -> Workbook:
    return load_workbook(io.BytesIO(xlsx_bytes([document(*drafts, file=file)])))


def sheet(book: Workbook, name: str) -> Worksheet:
    found = book[name]
    assert isinstance(found, Worksheet)
    return found


def cells(of: Worksheet) -> dict[str, Cell]:
    """The first row below the header, by the names of the columns."""
    header, row = list(of.iter_rows())[:2]
    return {str(name.value): cell for name, cell in zip(header, row, strict=True)}  # type: ignore[misc]


def test_days_are_days_and_figures_are_numbers() -> None:
    row = cells(sheet(opened(draft()), "Rows"))

    assert tuple(row) == ROW_COLUMNS
    assert (row["date"].value, row["date"].number_format) == (datetime(2025, 3, 3), "yyyy-mm-dd")
    assert row["period_start"].is_date
    assert (row["amount"].value, row["amount"].data_type) == (-7.64, "n")
    assert (row["statement"].value, row["page"].value) == (1, 1)
    assert (row["account_digits"].value, row["account_digits"].data_type) == ("0071", "s")
    assert row["value_date"].value is None


@pytest.mark.parametrize(
    ("currency", "exponent", "shown", "stored"),
    [
        ("JPY", 0, "#,##0", "-764"),
        ("GBP", 2, "#,##0.00", "-7.64"),
        ("KWD", 3, "#,##0.000", "-0.764"),
    ],
)
def test_an_amount_is_shown_with_its_currencys_decimals(
    currency: str, exponent: int, shown: str, stored: str
) -> None:
    statement = draft(currency=currency, exponent=exponent)

    assert cells(sheet(opened(statement), "Rows"))["amount"].number_format == shown
    assert f"<v>{stored}</v>" in first_sheet(statement)


@pytest.mark.parametrize("minor", [995, 10**15 - 1, -(10**15 - 1), 900719925474099])
def test_no_digit_of_an_amount_goes_through_a_float(minor: int) -> None:
    whole, cents = divmod(abs(minor), 100)

    assert f"<v>{'-' if minor < 0 else ''}{whole}.{cents:02}</v>" in first_sheet(draft("x", minor))


def first_sheet(statement: StatementDraft) -> str:
    with zipfile.ZipFile(io.BytesIO(xlsx_bytes([document(statement)]))) as book:
        return book.read("xl/worksheets/sheet1.xml").decode()


@pytest.mark.parametrize(
    "text",
    ["=1+1", "{=1+1}", "+1", "@SUM(A1)", "https://bank.example/", "mailto:a@b.c", "12", "_x0041_"],
)
def test_a_text_stays_a_text(text: str) -> None:
    book = opened(draft(text, bank=text), file=text)

    for cell in (cells(sheet(book, "Rows"))[name] for name in ("description", "bank", "document")):
        assert (cell.value, cell.data_type, cell.hyperlink) == (text, "s", None)


def test_nothing_in_a_text_acts_unseen() -> None:
    row = cells(sheet(opened(draft("a\u202eb\x1b"), file="a\u202e.pdf"), "Rows"))

    assert (row["description"].value, row["document"].value) == ("a\\u202eb␛", "a\\u202e.pdf")


def test_the_header_stays_in_sight() -> None:
    book = opened(draft())

    assert [sheet(book, name).freeze_panes for name in book.sheetnames] == ["A2", "A2"]


def test_the_second_sheet_has_a_row_a_statement_with_what_was_checked() -> None:
    wrong = Sheet((Entry(date(2025, 3, 3), "Tea", -764),), opening=5, closing=9)
    found = replace(draft(), proof=proof_of(wrong, looked_at=False))
    book = opened(found, replace(draft(), lines=()))

    row = cells(sheet(book, "Statements"))
    assert sheet(book, "Statements").max_row == 3
    assert (row["status"].value, row["rows"].value) == ("unproven", 1)
    assert (row["opening_balance"].value, row["closing_balance"].value) == (2318.46, 2310.82)
    assert (row["checks_failed"].value, row["checks_unavailable"].value) == (
        "sums",
        "seen",
    )


def test_what_a_sheet_cannot_hold_is_refused_or_cut_visibly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    long = str(cells(sheet(opened(draft("x" * 40_000)), "Rows"))["description"].value)
    assert (len(long), long[-1]) == (MOST_LETTERS, "…")

    monkeypatch.setattr(xlsx_file, "MOST_ROWS", 1)
    with pytest.raises(TooManyRows):
        opened(draft(), draft())


def test_a_day_before_spreadsheets_count_is_written_out() -> None:
    cell = cells(sheet(opened(draft(day=date(1899, 12, 31))), "Rows"))["date"]

    assert (cell.value, cell.data_type) == ("1899-12-31", "s")


def test_no_formula_is_in_the_file_at_all() -> None:
    statement = draft("=1+1", bank="=2+2")
    with zipfile.ZipFile(io.BytesIO(xlsx_bytes([document(statement, file="=3")]))) as book:
        parts = [book.read(name).decode() for name in book.namelist()]

    assert not any(re.search(r"<f[ >]|<hyperlink", part) for part in parts)
