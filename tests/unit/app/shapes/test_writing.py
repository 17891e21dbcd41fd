"""A shape takes what bears its names, its money with all decimals, and is written whole."""

import json
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from app.shapes.reading import read_shape, statement_shape
from app.shapes.writing import Versioned, json_text, shaped
from db.words import AccountKind, Verdict
from evals.typeset import Entry, Sheet, draft_of
from pipeline.drafts import Line, ReadStatements
from pipeline.pages.contents import History
from pipeline.proof import Objection
from pipeline.reading.from_bytes import DocumentReading
from pipeline.words import Box


@dataclass(frozen=True)
class Row:
    """What a shape is made of: minor units, and more than a shape wants."""

    name: str
    amount: int
    balance: int | None
    bbox: Box
    secret: str = "not for everybody"


class RowShape(Versioned):
    name: str
    amount: Decimal
    balance: Decimal | None
    bbox: Box


ROW = Row("Rent", -5, None, Box(1.23456, 2, 3, 4))


def test_only_what_the_shape_names_is_taken() -> None:
    shape = shaped(RowShape, ROW, 2)

    assert shape == RowShape(
        name="Rent", amount=Decimal("-0.05"), balance=None, bbox=Box(1.23, 2, 3, 4)
    )
    assert "secret" not in json_text(shape)


@pytest.mark.parametrize(("exponent", "written"), [(0, "-5"), (2, "-0.05"), (9, "-0.000000005")])
def test_money_has_all_its_currencys_decimals_and_never_an_exponent(
    exponent: int, written: str
) -> None:
    assert json.loads(json_text(shaped(RowShape, ROW, exponent)))["amount"] == written


def test_what_is_given_goes_before_what_the_source_says() -> None:
    assert shaped(RowShape, ROW, 2, name="Flat", balance=Decimal("1.00")).name == "Flat"


def test_a_shape_that_wants_what_the_source_has_not_is_a_mistake() -> None:
    with pytest.raises(AttributeError, match="name"):
        shaped(RowShape, Versioned())


def test_days_moments_and_words_are_written_as_every_json_here_writes_them() -> None:
    moment = datetime(2025, 3, 31, 12, 0, 0, 987, tzinfo=UTC)

    assert json.loads(json_text([date(2025, 3, 31), moment, Verdict.MATCHED, Box(1, 2, 3, 4)])) == [
        "2025-03-31",
        "2025-03-31T12:00:00+00:00",
        "matched",
        [1, 2, 3, 4],
    ]


def test_what_stands_for_itself_begins_with_the_version_of_its_schema() -> None:
    assert next(iter(json.loads(json_text(shaped(RowShape, ROW, 2))))) == "schema_version"


def test_what_acts_unseen_is_escaped() -> None:
    assert "\u202e" not in json_text({"name": "a\u202eb"})


#: Two of the checks and hypotheses stand for all.
EXPECTED = Path(__file__).parents[3] / "data" / "read.json"
LINE = Line(
    ordinal=1,
    page=1,
    bbox=Box(56.004, 231.4, 539.2, 241.9),
    date=date(2025, 3, 3),
    value_date=None,
    description="Bäckerei",
    amount=-764,
    balance=None,
    raw="03.03. Bäckerei 7,64-",
)
SHEET = Sheet(
    rows=(Entry(date(2025, 3, 3), "Bäckerei", -764),),
    opening=5,
    start=date(2025, 3, 1),
    end=date(2025, 3, 31),
)
DRAFT = replace(
    draft_of(SHEET, looked_at=False),
    institution=None,
    account_name="Girokonto",
    account_mask="3906",
    kind=AccountKind.CHECKING,
    lines=(LINE,),
    objections=(Objection("pages", "1 … 3", incomplete=True),),
)


def test_the_names_of_the_interface_are_all_there() -> None:
    document = DocumentReading(
        sha256="9f", pages=2, encrypted=False, engine="pdfium", seconds=0.12345,
        reading=ReadStatements(statements=(DRAFT,), warnings=("careful",), readings_tried=7),
        history=History("Editor 3.1", None, 2, 0, 1, ("camt.xml",)),
    )  # fmt: skip

    shape = json.loads(json_text(read_shape(document)))
    (statement,) = shape["statements"]
    statement["checks"] = statement["checks"][1:3]
    asked = [each for each in statement["hypotheses"] if each["name"] in ("side", "period")]
    statement["hypotheses"] = asked

    assert shape == json.loads(EXPECTED.read_text("utf-8"))


def test_a_currency_without_cents_has_no_point() -> None:
    yen = replace(DRAFT, currency="JPY", exponent=0, opening_balance=1200)

    assert json.loads(json_text(statement_shape(yen)))["opening_balance"] == "1200"
