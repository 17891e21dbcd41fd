"""Some of a statement's lines with their entries, and some of its differences, by day."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.one_statement.proposed import ChosenStatement, lines_at
from app.one_statement.shapes import DifferenceRowShape, DifferencesShape, LinesShape, ProposedShape
from app.shapes.differences import ReviewedDifferenceShape, reviewed_differences
from app.shapes.review import PairedLineShape, note_shapes
from app.shapes.writing import shaped
from db.models import Line as LineRow
from db.models import Match, Resolution, Statement
from db.statements.notes import notes_of
from pipeline.drafts import Line
from pipeline.matching.hints import Compared, with_transfers
from pipeline.record.proposing import asked_of, settings_of
from pipeline.record.rows import recorded_line
from pipeline.review.suggested import Heard, heard


def lines_from(session: Session, statement: Statement, start: int) -> LinesShape:
    """The lines from the ``start``-th on."""
    total = session.scalar(select(func.count()).where(LineRow.statement_id == statement.id)) or 0
    first = max(start, 1)
    query = (
        select(LineRow)
        .where(LineRow.statement_id == statement.id)
        .order_by(LineRow.ordinal)
        .offset(first - 1)
        .limit(AT_ONCE)
    )
    rows = session.scalars(query).all()
    notes = note_shapes(statement, notes_of(session, [statement.id])[statement.id])
    lines = _shapes(session, statement, rows)
    return LinesShape(total=total, start=first, lines=lines, notes=notes)


def lines_named(
    session: Session, statement: Statement, ordinals: Collection[int]
) -> tuple[PairedLineShape, ...]:
    which = LineRow.statement_id == statement.id, LineRow.ordinal.in_(sorted(set(ordinals)))
    query = select(LineRow).where(*which).order_by(LineRow.ordinal)
    return _shapes(session, statement, session.scalars(query).all()) if ordinals else ()


def line_shape(line: Line, exponent: int, entries: Collection[int] = ()) -> PairedLineShape:
    return shaped(PairedLineShape, line, exponent, entries=tuple(entries))


def _shapes(
    session: Session, statement: Statement, rows: Sequence[LineRow]
) -> tuple[PairedLineShape, ...]:
    paired = _paired(session, [row.id for row in rows])
    return tuple(line_shape(recorded_line(row), statement.exponent, paired[row.id]) for row in rows)


def _paired(session: Session, line_ids: Sequence[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    if line_ids:
        query = select(Match.line_id, Match.transaction_id).where(Match.line_id.in_(line_ids))
        for line_id, entry in session.execute(query.order_by(Match.transaction_id)):
            found[line_id].append(entry)
    return found


#: So many differences, or lines, are shown at once.
AT_ONCE: Final = 100


def listed(
    chosen: ChosenStatement,
    kind: str | None,
    start: int,
    shapes: Mapping[int, ReviewedDifferenceShape],
    proposed: Mapping[int, ProposedShape],
) -> DifferencesShape:
    kinds = Counter(each.kind.value for each in chosen.differences.values())
    return DifferencesShape(
        kinds=dict(sorted(kinds.items())),
        kind=kind,
        total=kinds[kind] if kind else len(chosen.differences),
        start=start,
        rows=tuple(
            DifferenceRowShape(difference=shape, proposed=proposed.get(number))
            for number, shape in shapes.items()
        ),
    )


def difference_shapes(
    session: Session,
    chosen: ChosenStatement,
    numbers: Sequence[int],
    settled: Sequence[Resolution],
    lines: Mapping[int, Line],
) -> dict[int, ReviewedDifferenceShape]:
    """The differences of these numbers, with who left them and what a model said of them."""
    statement, near = chosen.statement, _of_equal_amounts(chosen, numbers)
    all_ = tuple(chosen.differences[n] for n in near)
    if statement.account_id is not None:
        compared = Compared(all_, lines.values(), statement.account_id, settings_of(chosen.row))
        all_ = with_transfers(session, compared)
    named = dict(zip(near, all_, strict=True))
    said: dict[int, Heard | None] = dict.fromkeys(chosen.differences)
    if chosen.row.asked is not None:
        said = dict(zip(said, heard(session, chosen.row, list(lines.values())), strict=True))
    found = reviewed_differences(
        [named[n] for n in numbers],
        tuple(lines.values()),
        settled,
        [said[n] for n in numbers],
        statement.exponent,
        iter(numbers),
    )
    return dict(zip(numbers, found, strict=True))


def _of_equal_amounts(chosen: ChosenStatement, numbers: Sequence[int]) -> list[int]:
    """These differences, and those with which they may compete for the other half of a transfer."""
    amounts = {chosen.differences[n].expected for n in numbers}
    return [n for n, each in chosen.differences.items() if each.expected in amounts]


def lines_of_differences(
    session: Session, chosen: ChosenStatement, numbers: Sequence[int]
) -> dict[int, Line]:
    """All lines of these differences; where a model was asked, of all, and those it named."""
    asked = asked_of(chosen.row)
    opinions = asked.opinions if asked else ()
    shown = chosen.differences if asked else _of_equal_amounts(chosen, numbers)
    wanted = chain(
        chain.from_iterable(chosen.differences[n].lines for n in shown),
        chain.from_iterable(each.lines for each in opinions),
    )
    return lines_at(session, chosen.statement.id, list(wanted))
