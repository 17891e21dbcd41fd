"""The shape of a model's reading, and why one cannot be right: every value stands on its lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from pydantic import BaseModel, ConfigDict

from db.errors import TieoutError
from db.money import to_minor
from pipeline.drafts import Line
from pipeline.reading.grounding import day_stands_in, stands_in
from pipeline.reading.page_text import TextLine, joined

_FORBID = ConfigDict(frozen=True, extra="ignore")


class Row(BaseModel):
    """One transaction and the numbered lines it stands on.

    Amounts are decimal strings; money out is negative. ``balance`` is null where none is printed.
    """

    model_config = _FORBID

    lines: tuple[int, ...]
    date: date
    description: str
    amount: str
    balance: str | None = None


class Rows(BaseModel):
    """Every transaction on the lines that were given, in their order; none if there is none."""

    model_config = _FORBID

    rows: tuple[Row, ...]


def reasons(answer: Rows, given: Mapping[int, TextLine], exponent: int, carried: str) -> list[str]:
    """Why the answer cannot be right, in words for the model; none if every value stands there.

    ``carried`` is text from before the lines given, on which a date may stand.
    """
    found = [reason for row in answer.rows for reason in _row(row, given, exponent, carried)]
    used = Counter(number for row in answer.rows for number in row.lines)
    twice = sorted(number for number, times in used.items() if times > 1)
    return [*found, *(f"line {number} is used twice" for number in twice)]


def _row(row: Row, given: Mapping[int, TextLine], exponent: int, carried: str) -> Iterator[str]:
    unknown = [number for number in row.lines if number not in given]
    if unknown or not row.lines:
        yield f"a row names lines {unknown or 'none'} that were not given"
        return
    text = " ".join(given[number].text for number in row.lines)
    for name, figure in (("amount", row.amount), ("balance", row.balance)):
        if figure is not None and not _stands(figure, exponent, text):
            yield f"{name} {figure} does not stand on lines {list(row.lines)}"
    above = " ".join(line.text for n, line in given.items() if n < min(row.lines))
    if not day_stands_in(row.date, f"{carried} {above} {text}"):
        yield f"date {row.date} does not stand on lines {list(row.lines)} or above"


def _stands(figure: str, exponent: int, text: str) -> bool:
    try:
        return stands_in(to_minor(figure, exponent), exponent, text)
    except TieoutError:
        return False


def as_lines(answer: Rows, given: Mapping[int, TextLine], exponent: int) -> list[Line]:
    """The rows as lines of a draft, each with its place; ordinals are yet to be given."""
    return [_as_line(row, [given[n] for n in sorted(row.lines)], exponent) for row in answer.rows]


def _as_line(row: Row, places: Sequence[TextLine], exponent: int) -> Line:
    return Line(
        ordinal=0,
        page=places[0].page,
        bbox=joined([place for place in places if place.page == places[0].page]),
        date=row.date,
        value_date=None,
        description=row.description,
        amount=to_minor(row.amount, exponent),
        balance=None if row.balance is None else to_minor(row.balance, exponent),
        raw=" ".join(place.text for place in places),
        method="model",
    )
