"""Statements as CSV and as workbooks, in which no text acts."""

import csv
import io
import json
import zipfile
from dataclasses import replace
from datetime import date, datetime
from io import StringIO

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.cell import Cell
from openpyxl.worksheet.worksheet import Worksheet

from app.errors import TooManyRows
from app.exports import xlsx_file
from app.exports.files import json_bytes
from app.exports.tables import ROW_COLUMNS, csv_bytes
from app.exports.xlsx_file import MOST_LETTERS, xlsx_bytes
from app.shapes.reading import statement_shape
from app.shapes.writing import json_text
from db.formats.writers.statement import reference_of
from evals.typeset import Entry, Sheet, proof_of
from pipeline.drafts import StatementDraft
from tests.support.exports import document, draft


def written(statement: StatementDraft, file: str = "march.pdf") -> dict[str, str]:
    """The one row, by the names of its columns."""
    text = csv_bytes([document(statement, file=file)]).decode("utf-8-sig")
    (row,) = csv.DictReader(StringIO(text, newline=""))
    return row


def test_a_row_carries_what_it_belongs_to() -> None:
    assert written(draft()) == {
        "document": "march.pdf",
        "statement": "1",
        "bank": "Harrow & Vale Bank",
        "account": "Everyday",
        "account_digits": "0071",
        "currency": "GBP",
        "kind": "checking",
        "period_start": "2025-03-01",
        "period_end": "2025-03-31",
        "status": "unproven",
        "date": "2025-03-03",
        "value_date": "",
        "description": "Hollis Bakery",
        "amount": "-7.64",
        "balance": "",
        "page": "1",
        "reference": reference_of("9f86d081", 1, 1),
    }


def test_the_names_of_the_columns_stand_above_behind_a_byte_order_mark() -> None:
    data = csv_bytes([])

    assert data == b"\xef\xbb\xbf" + ",".join(ROW_COLUMNS).encode() + b"\r\n"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1 refund", "@SUM(A1)", "＝1", "'=1"])
def test_a_text_like_a_formula_has_an_apostrophe_in_front(text: str) -> None:
    row = written(draft(text, bank=text), file=text)

    assert row["description"] == row["bank"] == row["document"] == f"'{text}"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("rent;=cmd|'/c calc'!A1;x", "rent;'=cmd|'/c calc'!A1;x"),
        ('rent; "=1+1"', 'rent; "\'=1+1"'),
        ("rent;@SUM(A1)", "rent;'@SUM(A1)"),
    ],
)
def test_a_formula_cannot_hide_behind_a_semicolon(text: str, shown: str) -> None:
    assert written(draft(text))["description"] == shown


@pytest.mark.parametrize("text", ["Coffee", "1-2", "a;b", 'he said "no", twice', "Bäckerei"])
def test_other_text_comes_back_as_it_was(text: str) -> None:
    assert written(draft(text))["description"] == text


@pytest.mark.parametrize("text", ["\t=1", "\r=1", "a\u202eb", "a\x1b[31m"])
def test_nothing_in_a_text_acts_unseen(text: str) -> None:
    row = written(draft(text), file=text)

    assert row["description"].isprintable()
    assert row["document"].isprintable()
    assert row["description"][0] not in "=+-@\t\r"


@pytest.mark.parametrize(
    ("currency", "exponent", "minor", "decimal"),
    [
        ("GBP", 2, -764, "-7.64"),
        ("JPY", 0, -764, "-764"),
        ("KWD", 3, -764, "-0.764"),
        ("GBP", 2, 10**15 - 1, "9999999999999.99"),
        ("UYW", 4, 0, "0.0000"),
    ],
)
def test_an_amount_is_a_plain_decimal_that_no_guard_touches(
    currency: str, exponent: int, minor: int, decimal: str
) -> None:
    assert written(draft("x", minor, exponent=exponent, currency=currency))["amount"] == decimal


def test_the_objects_are_those_of_read_with_a_file_and_a_number() -> None:
    first, second = draft(), draft("Rent", -132500)

    found = json.loads(json_bytes([document(first, second)]))

    assert found["version"] == 1
    (held,) = found["documents"]
    assert (held["file"], held["warnings"]) == ("march.pdf", ["careful"])
    assert held["document"]["sha256"] == "9f86d081"
    assert held["statements"] == [
        {**json.loads(json_text(statement_shape(first))), "number": 1},
        {**json.loads(json_text(statement_shape(second))), "number": 2},
    ]


def test_what_acts_unseen_is_escaped_and_nothing_is_lost() -> None:
    data = json_bytes([document(draft("a\u202eb"), file="\x1b.pdf")])

    (held,) = json.loads(data)["documents"]
    assert (held["file"], held["statements"][0]["lines"][0]["description"]) == (
        "\x1b.pdf",
        "a\u202eb",
    )
    assert "\u202e" not in data.decode()


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


def test_nothing_in_a_text_acts_unseen_in_a_workbook() -> None:
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
