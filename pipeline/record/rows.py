"""A draft and its lines as rows of the database, and back: one table of columns for both ways."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any, Final

from sqlalchemy import Row

from db.models import Line as LineRow
from db.models import Statement
from db.text import storable
from pipeline.drafts import Line, StatementDraft
from pipeline.words import Box

#: The columns that are not called like the field that they hold.
_RENAMED: Final = {
    "opening_balance": "opening_minor",
    "closing_balance": "closing_minor",
    "date": "booked_on",
    "value_date": "value_on",
    "amount": "amount_minor",
    "balance": "balance_minor",
}
#: Lines are rows of their own, proofs are made anew, and a box is four columns.
_NO_COLUMN: Final = frozenset(
    {"lines", "witnesses", "beside", "objections", "answers", "proof", "bbox"}
)


def statement_columns(draft: StatementDraft) -> dict[str, Any]:
    """All facts of the draft, by their columns."""
    return {column: getattr(draft, name) for name, column in _columns(StatementDraft).items()}


def line_columns(line: Line) -> dict[str, Any]:
    """All of a line, by its columns."""
    facts = {column: getattr(line, name) for name, column in _columns(Line).items()}
    return facts | line.bbox._asdict()


def recorded_draft(row: Statement, lines: Sequence[Line] | None = None) -> StatementDraft:
    """The draft that was recorded, without its proof; with these ``lines`` if they are known."""
    facts = {name: getattr(row, column) for name, column in _columns(StatementDraft).items()}
    own = map(recorded_line, row.lines) if lines is None else lines
    return StatementDraft(**facts, lines=tuple(own))


def as_recorded(line: Line) -> Line:
    """The line as it will come back from its row."""
    description, raw = storable(line.description), storable(line.raw)
    if (description, raw) == (line.description, line.raw):
        return line
    return replace(line, description=description, raw=raw)


def recorded_line(row: LineRow | Row[*tuple[Any, ...]]) -> Line:
    """The line that was recorded."""
    facts = {name: getattr(row, column) for name, column in _columns(Line).items()}
    return Line(**facts, bbox=Box(*(getattr(row, edge) for edge in Box._fields)))


@cache
def _columns(kind: type[StatementDraft | Line]) -> dict[str, str]:
    without = _NO_COLUMN | ({"method"} if kind is StatementDraft else set())
    names = [each.name for each in fields(kind) if each.name not in without]
    return {name: _RENAMED.get(name, name) for name in names}
