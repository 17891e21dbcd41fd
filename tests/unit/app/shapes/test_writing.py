"""A shape takes what bears its names, its money with all decimals, and is written whole."""

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from app.shapes.writing import Versioned, json_text, shaped
from db.words import Verdict
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
