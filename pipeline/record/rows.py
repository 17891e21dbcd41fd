"""A draft, its checks and its figures as the database keeps them, and back."""

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any, Final, TypeVar

from pydantic import TypeAdapter
from sqlalchemy import Row

from db.models import Line as LineRow
from db.models import Reconciliation, Statement
from db.money import MAX_SUM
from db.text import storable
from pipeline.claims import Asked, Citation
from pipeline.drafts import Line, ShownHypothesis, StatementDraft
from pipeline.matching.match import Findings
from pipeline.matching.shapes import Difference, Evidence
from pipeline.proof import Check, CheckState
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
#: Lines are rows of their own, proofs are made again, and a box is four columns.
_NO_COLUMN: Final = frozenset(
    {"lines", "witnesses", "beside", "objections", "answers", "proof", "bbox"}
)


def statement_columns(draft: StatementDraft) -> dict[str, Any]:
    return {column: getattr(draft, name) for name, column in _columns(StatementDraft).items()}


def line_columns(line: Line) -> dict[str, Any]:
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
    facts = {name: getattr(row, column) for name, column in _columns(Line).items()}
    return Line(**facts, bbox=Box(*(getattr(row, edge) for edge in Box._fields)))


@cache
def _columns(kind: type[StatementDraft | Line]) -> dict[str, str]:
    without = _NO_COLUMN | ({"method"} if kind is StatementDraft else set())
    names = [each.name for each in fields(kind) if each.name not in without]
    return {name: _RENAMED.get(name, name) for name in names}


CHECKS: Final = TypeAdapter(tuple[Check, ...])
HYPOTHESES: Final = TypeAdapter(tuple[ShownHypothesis, ...])
DIFFERENCES: Final = TypeAdapter(tuple[Difference, ...])
CITATIONS: Final = TypeAdapter(tuple[Citation, ...])
EVIDENCE: Final = TypeAdapter(tuple[Evidence, ...])
ASKED: Final = TypeAdapter(Asked)

Kept = TypeVar("Kept")


def stored(adapter: TypeAdapter[Kept], found: Kept) -> list[dict[str, Any]]:
    """What a JSON column takes; the adapter's own ``validate_python`` is the way back."""
    plain: list[dict[str, Any]] = adapter.dump_python(found, mode="json")
    return plain


#: All that may fail of a statement that only carries on what was off before: the balances, and what
#: a ledger whose balances differ cannot settle.
_CARRIED: Final = {"balances", "settled"}


def figures_of(found: Findings, differences: Sequence[Difference]) -> dict[str, Any]:
    """The columns of a reconciliation that follow from what was found and its differences."""
    failed = {each.name for each in found.checks if each.state is CheckState.FAILED}
    at_stake = sum(abs((each.expected or 0) - (each.found or 0)) for each in differences)
    opening, closing = _off(found)
    off = bool(opening or closing) and not differences
    return {
        "at_stake_minor": min(at_stake, MAX_SUM),
        "opening_off_minor": opening or None,
        "closing_off_minor": closing or None,
        "carried": off and found.reading_holds and failed <= _CARRIED,
    }


def keep_figures(row: Reconciliation, found: Findings) -> None:
    """Bring them in line with what was just found."""
    for name, value in figures_of(found, found.differences).items():
        setattr(row, name, value)


def _off(found: Findings) -> tuple[int | None, int | None]:
    """The bank's balances less the ledger's, at the opening and at the closing."""
    agreement = found.agreement
    reading = agreement.reading if agreement else None
    if agreement is None or reading is None:
        return None, None
    ends = zip((reading.opening, reading.closing), agreement.ledger_ends, strict=True)
    opening, closing = (None if None in each else each[0] - each[1] for each in ends)  # type: ignore[operator]
    return opening, closing
