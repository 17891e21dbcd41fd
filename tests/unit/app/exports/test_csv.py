"""The CSV opens in a spreadsheet as it stands, and nothing in it is a formula but its numbers."""

import csv
import json
from io import StringIO

import pytest

from app.exports.kinds import json_bytes
from app.exports.tables import ROW_COLUMNS, csv_bytes
from app.shapes.reading import statement_shape
from app.shapes.writing import json_text
from db.formats.writers.statement import reference_of
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
