"""Types for tool arguments that a model can only fill in one way: ISO dates, exact amounts."""

from __future__ import annotations

from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, WithJsonSchema

from tools.loop.json_text import MOST_DIGITS, bounded


class Arguments(BaseModel):
    """The base of every tool's arguments: frozen, and no field that was not asked for."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def _iso_date(value: object) -> object:
    # pydantic would take a bare number for seconds since 1970.
    if isinstance(value, date):
        return value
    if not isinstance(value, str):
        raise ValueError("write the date as YYYY-MM-DD")
    try:
        return date.fromisoformat(value.strip())
    except ValueError:
        raise ValueError("write the date as YYYY-MM-DD") from None


def _decimal(value: object) -> object:
    if isinstance(value, bool | float) or not isinstance(value, str | int | Decimal):
        raise ValueError('write the amount as text, like "-12.50"')
    try:
        # A long text is refused before it is made a number, a large exponent before it is used.
        number = Decimal(value) if len(str(value)) <= 2 * MOST_DIGITS else Decimal("NaN")
    except InvalidOperation:
        raise ValueError('write the amount as text, like "-12.50"') from None
    if not bounded(number):
        raise ValueError('write the amount as text, like "-12.50"')
    return number


def _whole(value: int) -> int:
    if abs(value) >= 2**63:
        raise ValueError("there is no such number here; write one that you were given")
    return value


IsoDate = Annotated[
    date, BeforeValidator(_iso_date), WithJsonSchema({"type": "string", "format": "date"})
]
#: A number of an account, an entry, a line: no database holds a larger one.
Whole = Annotated[int, AfterValidator(_whole)]
Amount = Annotated[
    Decimal,
    BeforeValidator(_decimal),
    WithJsonSchema({"type": "string"}),
]
