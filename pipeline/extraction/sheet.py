"""The shape of a model's reading of a whole page, and why a fact in one cannot be right."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from db.errors import TieoutError
from db.money import exponent_of, to_minor
from pipeline.extraction.answers import Row, Rows
from pipeline.reading.grounding import day_stands_in, stands_in
from pipeline.reading.page_text import TextLine

_FORBID = ConfigDict(frozen=True, extra="ignore")
_USUAL_EXPONENT = 2


class FactName(StrEnum):
    """What a statement says besides its rows."""

    INSTITUTION = "institution"
    ACCOUNT_NUMBER = "account_number"
    CURRENCY = "currency"
    PERIOD_START = "period_start"
    PERIOD_END = "period_end"
    OPENING_BALANCE = "opening_balance"
    CLOSING_BALANCE = "closing_balance"


_DAYS = frozenset({FactName.PERIOD_START, FactName.PERIOD_END})
_BALANCES = frozenset({FactName.OPENING_BALANCE, FactName.CLOSING_BALANCE})


class Fact(BaseModel):
    """One thing the statement says, and the numbered line that says it."""

    model_config = _FORBID

    name: FactName
    value: str
    line: int


class Sheet(Rows):
    """A part of a statement: its transactions, and what it says besides."""

    rows: tuple[Row, ...] = ()
    facts: tuple[Fact, ...] = ()


def fact_reasons(fact: Fact, given: Mapping[int, TextLine], exponent: int) -> Iterator[str]:
    """Why a fact cannot be right: it does not stand on the line that it names."""
    if fact.line not in given:
        yield f"{fact.name} names line {fact.line}, which was not given"
    elif not _stands(fact, given[fact.line].text, exponent):
        yield f"{fact.name} {fact.value!r} does not stand on line {fact.line}"


def _stands(fact: Fact, text: str, exponent: int) -> bool:
    if fact.name is FactName.CURRENCY:
        return _is_currency(fact.value)  # a page may print a symbol only; the account's is compared
    if fact.name in _DAYS:
        day = day_of(fact.value)
        return day is not None and day_stands_in(day, text)
    if fact.name in _BALANCES:
        amount = minor_of(fact.value, exponent)
        return amount is not None and stands_in(amount, exponent, text)
    wanted, there = (_bare(each) for each in (fact.value, text))
    return bool(wanted) and wanted in there


def exponent_in(known: Mapping[FactName, str]) -> int:
    """The decimals of the currency that is known; two if none is."""
    try:
        return exponent_of(known.get(FactName.CURRENCY, ""))
    except TieoutError:
        return _USUAL_EXPONENT


def minor_of(value: str, exponent: int) -> int | None:
    """The amount in minor units; None if it is none."""
    try:
        return to_minor(value, exponent)
    except TieoutError:
        return None


def day_of(value: str) -> datetime.date | None:
    """The ISO date; None if it is none."""
    try:
        return datetime.date.fromisoformat(value)
    except ValueError:
        return None


def _is_currency(value: str) -> bool:
    try:
        exponent_of(value)
    except TieoutError:
        return False
    return True


def _bare(text: str) -> str:
    """What is compared of names and numbers: letters and digits."""
    return "".join(filter(str.isalnum, text.casefold()))
