"""What a person looks at: a difference, or a paired line, with what it is or may be paired with."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Final

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from app.one_statement.lines import line_shape, lines_named
from app.one_statement.proposed import ChosenStatement, chosen_of, lines_at, results_of
from app.one_statement.shapes import DifferenceRowShape, PairedEntryShape, SelectedShape
from app.shapes.differences import FoundShape, NearShape
from app.shapes.writing import shaped
from db.ledger.entry_pages import NEAR, Unpaired, unpaired
from db.models import Import, Transaction
from db.money import exponent_of, to_decimal, to_minor
from db.session import read_only
from pipeline.drafts import Line
from pipeline.matching.shapes import Difference
from pipeline.review.errors import NoAccountYet, NoSuchDifference
from pipeline.review.resolving import Numbered, one_difference, seen_of

#: So many others are named at most, and so many of what was looked for.
_OTHERS: Final = 6
_FOUND: Final = 50
#: So many days around a difference are looked through, if nobody says how many.
USUAL_DAYS: Final = NEAR.days


@dataclass(frozen=True, slots=True)
class Search:
    """What a person looks for: a part of the payee, an amount as it is typed and of either sign, at
    most so many ``days`` away (None: any), with ``others`` in every account of the currency.
    ``entries`` and ``lines`` were chosen before, and stay in the list."""

    text: str = ""
    amount: str = ""
    days: int | None = USUAL_DAYS
    others: bool = False
    entries: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()


def candidates(engine: Engine, import_id: int, number: int, search: Search) -> FoundShape:
    """What a difference of the import may be paired with. Raises ``NoSuchImport``,
    ``NoSuchDifference``, ``NoAccountYet`` and the errors of `db.money`."""
    with read_only(engine) as session:
        row = one_difference(session, import_id, number).row
        rows = results_of(session, import_id)
        chosen = chosen_of(rows, 1 + [each.id for each in rows].index(row.id))
        if chosen is None or number not in chosen.differences:
            raise NoSuchDifference(import_id=import_id, number=number, count=0)
        return found_for(session, chosen, number, search)


def found_for(session: Session, chosen: ChosenStatement, number: int, search: Search) -> FoundShape:
    """The same, of one statement. Raises ``NoAccountYet`` and the errors of `db.money`."""
    meant, statement = chosen.differences[number], chosen.statement
    if statement.account_id is None:
        raise NoAccountYet(import_id=statement.import_id)
    size = abs(to_minor(search.amount, statement.exponent)) if search.amount else None
    amount = _wanted(meant)
    days = _days(meant.date, search.days)
    wanted = Unpaired(
        statement.account_id, search.others, days, search.text, size, meant.entries, search.entries
    )
    entries = [
        _entry_near(each, name if each.account_id != statement.account_id else None, chosen, meant)
        for each, name in unpaired(session, wanted, amount, _FOUND + 1)
    ]
    open_ = {n for each in chosen.differences.values() for n in each.lines} - set(meant.lines)
    lines = [
        _line_near(each, chosen, meant)
        for each in lines_at(session, statement.id, sorted(open_)).values()
        if each.ordinal in search.lines or _fits(each, search, size, days)
    ]
    lines.sort(key=lambda each: (each.line not in search.lines, each.amount_apart))
    kinds = (lines, entries) if meant.entries and not meant.lines else (entries, lines)
    return FoundShape(
        number=number,
        day=meant.date,
        description=meant.description,
        amount=to_decimal(amount, statement.exponent),
        lines=tuple(meant.lines),
        entries=tuple(meant.entries),
        found=tuple(each for found in kinds for each in found[:_FOUND]),
        more=any(len(found) > _FOUND for found in kinds),
        seen=seen_of(session, Numbered(number, chosen.row, meant)),
    )


def _days(day: date | None, around: int | None) -> tuple[date, date] | None:
    """From so many days before a day to so many after it; None for any day."""
    if day is None or around is None:
        return None
    first = max(day.toordinal() - around, 1)
    last = min(day.toordinal() + around, date.max.toordinal())
    return date.fromordinal(first), date.fromordinal(last)


def _fits(line: Line, search: Search, size: int | None, days: tuple[date, date] | None) -> bool:
    near = days is None or line.date is None or days[0] <= line.date <= days[1]
    says = search.text.casefold() in line.description.casefold()
    return near and says and size in (None, abs(line.amount))


def selected_difference(
    session: Session,
    chosen: ChosenStatement,
    row: DifferenceRowShape,
    lines: Mapping[int, Line],
    search: Search | None = None,
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
        found=found_for(session, chosen, number, search) if search else None,
    )


def selected_line(session: Session, chosen: ChosenStatement, ordinal: int) -> SelectedShape:
    """A line that is paired, with its entries; nothing is to be settled about it."""
    lines = lines_named(session, chosen.statement, [ordinal])
    named = {entry for line in lines for entry in line.entries}
    found = _entries(session, named)
    return SelectedShape(
        row=None, lines=lines, entries=tuple(found.values()), counterpart=None, near=(), seen=""
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
        row.id: shaped(
            PairedEntryShape,
            row,
            day=row.booked_on,
            amount=to_decimal(row.amount_minor, exponent_of(row.currency)),
            file=file,
        )
        for row, file in session.execute(query)
    }


def _near_entries(session: Session, chosen: ChosenStatement, meant: Difference) -> list[NearShape]:
    """Other entries that a line may be; first those that make up what is left of it."""
    account_id, day = chosen.statement.account_id, meant.date
    if meant.expected is None or account_id is None or day is None:
        return []
    around = (day - NEAR, day + NEAR)
    near = partial(unpaired, session, Unpaired(account_id, days=around, but=meant.entries))
    left = meant.expected - meant.found if meant.found is not None and meant.entries else 0
    rest = [each for each, _ in near(left, _OTHERS) if each.amount_minor == left] if left else []
    others = [
        each
        for each, _ in near(meant.expected, _OTHERS)
        if each not in rest and _is_near(each.amount_minor - meant.expected, meant.expected)
    ]
    found = [*rest, *others][:_OTHERS]
    return [replace(_entry_near(each, None, chosen, meant), rest=each in rest) for each in found]


def _entry_near(
    entry: Transaction, account: str | None, chosen: ChosenStatement, meant: Difference
) -> NearShape:
    exponent, wanted = chosen.statement.exponent, _wanted(meant)
    return NearShape(
        entry=entry.id,
        line=None,
        day=entry.booked_on,
        amount=to_decimal(entry.amount_minor, exponent),
        description=entry.description,
        amount_apart=to_decimal(abs(entry.amount_minor - wanted), exponent),
        days_apart=abs((entry.booked_on - meant.date).days) if meant.date else None,
        account=account,
    )


def _line_near(line: Line, chosen: ChosenStatement, meant: Difference) -> NearShape:
    exponent, wanted = chosen.statement.exponent, _wanted(meant)
    return NearShape(
        entry=None,
        line=line.ordinal,
        day=line.date,
        amount=to_decimal(line.amount, exponent),
        description=line.description,
        amount_apart=to_decimal(abs(line.amount - wanted), exponent),
        days_apart=abs((line.date - meant.date).days) if line.date and meant.date else None,
    )


def _wanted(meant: Difference) -> int:
    return (meant.found or 0) if meant.expected is None else meant.expected


def _is_near(apart: int, amount: int) -> bool:
    """Whether an amount may be a mistyped other one: no further away than a quarter of it."""
    return 4 * abs(apart) <= abs(amount)


def _near_lines(
    chosen: ChosenStatement, meant: Difference, lines: Mapping[int, Line]
) -> list[NearShape]:
    if meant.lines or meant.found is None or meant.date is None:
        return []
    open_ = {n for each in chosen.differences.values() for n in each.lines}
    near = [lines[n] for n in open_ if _is_near(lines[n].amount - meant.found, meant.found)]
    found = [_line_near(each, chosen, meant) for each in near]
    return sorted(found, key=lambda each: (each.amount_apart, each.line))[:_OTHERS]
