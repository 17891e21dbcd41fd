"""What a person looks at: one difference, or one paired line, with its entries and its lines."""

from collections.abc import Collection, Mapping
from functools import partial
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.one_statement.lines import line_shape, lines_named
from app.one_statement.proposed import ChosenStatement
from app.one_statement.shapes import DifferenceRowShape, NearShape, PairedEntryShape, SelectedShape
from db.ledger.entry_pages import unpaired_near
from db.models import Import, Transaction
from db.money import exponent_of, to_decimal
from pipeline.drafts import Line
from pipeline.matching.shapes import Difference
from pipeline.review.resolving import Numbered, seen_of

#: So many others are named at most.
_OTHERS: Final = 6


def selected_difference(
    session: Session, chosen: ChosenStatement, row: DifferenceRowShape, lines: Mapping[int, Line]
) -> SelectedShape:
    """A difference with all that may settle it; ``lines`` are those of all differences."""
    number = row.difference.number
    meant = chosen.differences[number]
    counterpart = row.difference.counterpart
    entries = _entries(session, {*meant.entries, *([counterpart] if counterpart else [])})
    return SelectedShape(
        row=row,
        lines=tuple(line_shape(lines[n], chosen.statement.exponent) for n in meant.lines),
        entries=tuple(entries[n] for n in meant.entries if n in entries),
        counterpart=entries.get(counterpart or 0),
        near=(*_near_entries(session, chosen, meant), *_near_lines(chosen, meant, lines)),
        seen=seen_of(session, Numbered(number, chosen.row, meant)),
    )


def selected_line(session: Session, chosen: ChosenStatement, ordinal: int) -> SelectedShape:
    """A line that is paired, with its entries; nothing is to be settled about it."""
    lines = lines_named(session, chosen.statement, [ordinal])
    named = {entry for line in lines for entry in line.entries}
    found = _entries(session, named)
    return SelectedShape(
        row=None,
        lines=lines,
        entries=tuple(found.values()),
        counterpart=None,
        near=(),
        seen="",
    )


def _entries(session: Session, ids: Collection[int]) -> dict[int, PairedEntryShape]:
    if not ids:
        return {}
    query = (
        select(Transaction, Import.source_name)
        .outerjoin(Import, Import.id == Transaction.import_id)
        .where(Transaction.id.in_(sorted(ids)))
        .order_by(Transaction.booked_on, Transaction.id)
    )
    return {
        row.id: PairedEntryShape(
            id=row.id,
            account_id=row.account_id,
            day=row.booked_on,
            amount=to_decimal(row.amount_minor, exponent_of(row.currency)),
            description=row.description,
            state=row.state,
            import_id=row.import_id,
            file=file,
        )
        for row, file in session.execute(query)
    }


def _near_entries(session: Session, chosen: ChosenStatement, meant: Difference) -> list[NearShape]:
    """Other entries that a line may be; first those that make up what is left of it."""
    account_id, day = chosen.statement.account_id, meant.date
    if meant.expected is None or account_id is None or day is None:
        return []
    near = partial(unpaired_near, session, account_id, day=day, but=meant.entries, limit=_OTHERS)
    left = meant.expected - meant.found if meant.found is not None and meant.entries else 0
    rest = [each for each in near(amount=left) if each.amount_minor == left] if left else []
    others = [
        each
        for each in near(amount=meant.expected)
        if each not in rest and _is_near(each.amount_minor - meant.expected, meant.expected)
    ]
    exponent = chosen.statement.exponent
    return [
        NearShape(
            entry=each.id,
            line=None,
            day=each.booked_on,
            amount=to_decimal(each.amount_minor, exponent),
            description=each.description,
            amount_apart=to_decimal(abs(each.amount_minor - meant.expected), exponent),
            days_apart=abs((each.booked_on - day).days),
            rest=each in rest,
        )
        for each in [*rest, *others][:_OTHERS]
    ]


def _is_near(apart: int, amount: int) -> bool:
    """Whether an amount may be a mistyped other one: no further away than a quarter of it."""
    return 4 * abs(apart) <= abs(amount)


def _near_lines(
    chosen: ChosenStatement, meant: Difference, lines: Mapping[int, Line]
) -> list[NearShape]:
    """Lines without an entry that an entry may be."""
    if meant.lines or meant.found is None or meant.date is None:
        return []
    day, exponent = meant.date, chosen.statement.exponent
    wanted = to_decimal(meant.found, exponent)
    open_ = {n for each in chosen.differences.values() for n in each.lines}
    shapes = [line_shape(lines[n], exponent) for n in sorted(open_)]
    found = [
        NearShape(
            entry=None,
            line=line.ordinal,
            day=line.day,
            amount=line.amount,
            description=line.description,
            amount_apart=abs(line.amount - wanted),
            days_apart=abs((line.day - day).days) if line.day else None,
        )
        for line in shapes
        if _is_near(lines[line.ordinal].amount - meant.found, meant.found)
    ]
    return sorted(found, key=lambda each: each.amount_apart)[:_OTHERS]
