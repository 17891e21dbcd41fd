"""Rows that a model copied or mended, as a witness: each value is looked up among the row's words.

The model's word decides nothing: the kernel holds the witness to every obligation of the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipeline.drafts import Line, StatementDraft
from pipeline.proof.errors import WitnessRefused
from pipeline.proof.lexed import Lexed, LexedPages, place_of
from pipeline.proof.parse.dates import PrintedDate
from pipeline.proof.parse.figures import Figure
from pipeline.proof.witness import Place, Side, Witness, WitnessRow
from pipeline.reading.offer import offer_witness


def offered_again(
    draft: StatementDraft, lines: tuple[Line, ...], pages: LexedPages
) -> StatementDraft:
    """The draft with these rows, proven if the kernel proves them.

    Opening, closing and convention stay the reader's. Rows whose values do not stand on the page
    are kept for a person to look at, and nothing is offered for proof.
    """
    again = replace(draft, lines=lines, proof=None)
    witness = witness_of_lines(draft, lines, pages)
    if witness is None:
        return replace(again, witness=None)
    return offer_witness(again, witness, pages)


def witness_of_lines(
    draft: StatementDraft, lines: Sequence[Line], pages: LexedPages
) -> Witness | None:
    """The reader's witness with these rows; None if it had none, or a value is not there."""
    if draft.witness is None:
        return None
    found = _Lookup(pages.under(draft.witness.convention.style), draft.witness)
    try:
        rows = [found.row(line) for line in lines]
    except WitnessRefused:
        return None
    kept = [row for row in rows if row is not None]
    return replace(draft.witness, rows=tuple(kept)) if len(kept) == len(rows) else None


@dataclass(frozen=True, slots=True)
class _Lookup:
    """The words of a document, and the witness whose other rows show where its columns are."""

    lexed: Lexed
    witness: Witness

    def row(self, line: Line) -> WitnessRow | None:
        """The words on the line's place that have its values; None if there are none."""
        rows = list(self._rows_at(line))
        old = next((r for r in self.witness.rows if self.lexed.row_of(r.amount) in rows), None)
        amount = self._figure(rows, line.amount, old.amount if old else None)
        if amount is None:
            return None
        balance = None
        if line.balance is not None:
            balance = self._figure(rows, line.balance, old.balance if old else None, not_=amount)
            if balance is None:
                return None
        at, figure = self.lexed.figure(amount)
        row = WitnessRow(
            amount=amount,
            side=old.side if old and old.amount == amount else self._side(figure),
            date=self._date(rows, line, old.date if old else None),
            value_date=old.value_date if old else None,
            balance=balance,
            direction=old.direction if old and old.amount == amount else None,
        )
        return replace(row, text=_unused(old.text if old else self._text(at), row))

    def _rows_at(self, line: Line) -> Iterator[int]:
        for index, row in enumerate(self.lexed.rows):
            middle = (row.top + row.bottom) / 2
            if row.page == line.page and line.bbox.top - 1 <= middle <= line.bbox.bottom + 1:
                yield index

    def _figure(
        self, rows: Sequence[int], value: int, old: Place | None, not_: Place | None = None
    ) -> Place | None:
        """The figure of this value, whatever its sign: the reader's own if it has it."""
        exponent = self.witness.convention.exponent
        places = [
            place_of(self.lexed.rows[index], figure.first, figure.last)
            for index in rows
            for figure in self.lexed.rows[index].figures
            if figure.value * 10 ** max(exponent - figure.decimals, 0) == abs(value)
        ]
        places = [place for place in places if place != not_]
        return old if old in places else places[0] if places else None

    def _side(self, figure: Figure) -> Side:
        """The column in which other rows have amounts nearest to this one."""
        near = [
            (abs(self.lexed.figure(row.amount)[1].x1 - figure.x1), row.side)
            for row in self.witness.rows
        ]
        return min(near)[1] if near else Side.AMOUNT

    def _date(self, rows: Sequence[int], line: Line, old: Place | None) -> Place | None:
        """The date of this day on the row, else none of its own."""
        day = line.date
        found = [
            place_of(self.lexed.rows[index], printed.first, printed.last)
            for index in rows
            for printed in self.lexed.rows[index].dates
            if day is not None and _is(printed, day.day, day.month, self.witness)
        ]
        return old if old in found else found[0] if found else None

    def _text(self, at: int) -> tuple[Place, ...]:
        row = self.lexed.rows[at]
        used = {i for f in row.figures for i in range(f.first, f.last + 1)}
        used |= {i for d in row.dates for i in range(d.first, d.last + 1)}
        words = tuple(place for i, place in enumerate(row.ids) if i not in used)
        return (Place(row.page, words),) if words else ()


def _unused(text: Sequence[Place], row: WitnessRow) -> tuple[Place, ...]:
    """The words of a text but for those that say something else of the row now."""
    parts = (row.amount, row.date, row.value_date, row.balance, row.direction)
    used = {(part.page, word) for part in parts if part for word in part.words}
    kept = (
        Place(place.page, tuple(word for word in place.words if (place.page, word) not in used))
        for place in text
    )
    return tuple(place for place in kept if place.words)


def _is(printed: PrintedDate, day: int, month: int, witness: Witness) -> bool:
    turned = witness.convention.month_first and not printed.sure
    first, second = (printed.month, printed.day) if turned else (printed.day, printed.month)
    return (first, second) == (day, month)
