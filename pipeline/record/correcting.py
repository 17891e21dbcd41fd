"""What people correct of how a statement was read, applied to its words and to its witness."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import TypeAdapter

from db.errors import TieoutError
from pipeline.drafts import StatementDraft, prove_draft
from pipeline.proof import CitedLine, Document, End, Other, Place, Witness, pattern
from pipeline.reading.citing.witnesses import MOST_WITNESSES
from pipeline.words import Box, Page, Seen, Word

if TYPE_CHECKING:
    from db.models import Statement


Cell = Literal["amount", "day", "second", "balance"]
What = Literal[
    "amount", "day", "second", "balance", "opening", "closing", "line", "no_line", "no_figure"
]
_KEY, _BEFORE = "corrections", "uncorrected"


class CannotCorrect(TieoutError):
    """This correction is not possible: {why}. Look at the lines by their numbers: tieout review
    {import_id}
    """


@dataclass(frozen=True, slots=True)
class Correction:
    """One thing that a person says of how a statement was read.

    ``what`` is a cell of line ``line`` (counted from 1), an end, a missing ``line`` behind that one
    (0: before the first), that a line is not one, or that a figure is not one of the statement.
    ``text`` is what the picture shows there, empty for nothing; of a missing line its amount, with
    ``day``, ``balance`` and ``about`` (its description). ``way`` says which way a missing line
    went, where columns tell."""

    what: What
    line: int = 0
    text: str = ""
    day: str = ""
    balance: str = ""
    about: str = ""
    way: Literal["in", "out", ""] = ""
    page: int = 0
    by: str = ""
    at: str = ""


_CORRECTIONS: Final = TypeAdapter(tuple[Correction, ...])


def corrections_in(row: Statement) -> tuple[Correction, ...]:
    """What persons corrected of a statement, in their order."""
    return _CORRECTIONS.validate_python((row.stated or {}).get(_KEY, ()))


def uncorrected(row: Statement) -> dict[str, Any] | None:
    """What was offered of the statement before anything of it was corrected."""
    found: dict[str, Any] | None = (row.stated or {}).get(_BEFORE, row.certificate)
    return found


def with_corrections(row: Statement, every: Sequence[Correction]) -> dict[str, Any] | None:
    """What is kept of a statement with these corrections; None if nothing is."""
    kept = {n: said for n, said in (row.stated or {}).items() if n not in (_KEY, _BEFORE)}
    if every:
        kept[_KEY] = _CORRECTIONS.dump_python(tuple(every), mode="json")
        kept[_BEFORE] = uncorrected(row)
    return kept or None


def corrected(
    draft: StatementDraft, every: Sequence[Correction], import_id: int = 0
) -> StatementDraft:
    """The statement as it was read, with these corrections and proven so. Raises CannotCorrect."""
    assert draft.proof is not None
    assert draft.witness is not None
    editor = _Editor(draft.proof.document, draft.witness, import_id)
    for each in every:
        editor.apply(each)
    others = (each for each in draft.witnesses if each != editor.witness)
    witnesses = (editor.witness, *others)[:MOST_WITNESSES]
    return prove_draft(
        replace(draft, witnesses=witnesses), editor.pages.document, answers=draft.answers
    )


def typed_document(document: Document, every: Iterable[Correction], witness: Witness) -> Document:
    """The document with the words that persons typed; ``witness`` is that which was corrected."""
    editor = _Editor(document, witness, 0)
    for each in every:
        editor.apply(each)
    return editor.pages.document


class _Editor:
    """One witness and the words that it cites, while they are corrected."""

    def __init__(self, document: Document, witness: Witness, import_id: int) -> None:
        self.pages, self.witness, self._import_id = TypedPages(document), witness, import_id

    def apply(self, each: Correction) -> None:
        if each.what == "opening" or each.what == "closing":
            self._put_end(each.what, each.text)
        elif each.what == "line":
            self._add_line(each)
        elif each.what == "no_figure":
            self._leave_out(each.text, each.page)
        elif each.what == "no_line":
            self._drop(self._line(each.line))
        else:
            self._put_cell(self._line(each.line), each.what, each.text)

    def _refuse(self, why: str) -> CannotCorrect:
        return CannotCorrect(why=why, import_id=self._import_id)

    def _line(self, number: int) -> int:
        if not 1 <= number <= len(self.witness.lines):
            raise self._refuse(f"there are {len(self.witness.lines)} lines, and none is {number}")
        return number - 1

    def _own_row(self, line: CitedLine) -> int:
        row = self.pages.document.row_of(line.amount)
        assert row is not None
        return row

    def _excuse(self, row: int) -> None:
        """The row is not one of the statement's lines, by a person's word."""
        if all(other.row != row for other in self.witness.other):
            others = (*self.witness.other, Other(row, "person"))
            self.witness = replace(self.witness, other=others)

    def _drop(self, at: int) -> None:
        self._excuse(self._own_row(self.witness.lines[at]))
        kept = (*self.witness.lines[:at], *self.witness.lines[at + 1 :])
        self.witness = replace(self.witness, lines=kept)

    def _leave_out(self, text: str, page: int) -> None:
        """A figure is no line's: an amount's line goes with it, a balance goes alone."""
        rows = self.pages.document.rows
        on = [at for at, row in enumerate(rows) if page in (0, row.page)]
        # One that nothing cites goes before a line's of the same text.
        found = self.pages.find(text, on, self._taken()) or self.pages.find(text, on, set())
        row = self.pages.document.row_of(found) if found else None
        if found is None or row is None:
            raise self._refuse(f"no words on the pages read {text!r}")
        for at, line in enumerate(self.witness.lines):
            if _shares(line.amount, found):
                self._drop(at)
                return
            if line.balance and _shares(line.balance, found):
                self._put_cell(at, "balance", "")
                return
        for each in self._alike(row):
            self._excuse(each)

    def _alike(self, row: int) -> list[int]:
        """The row, and where it has words, those of the section with the same ones of which nothing
        is cited: a bank prints its totals after every day."""
        document, (start, stop) = self.pages.document, self.witness.section
        words = pattern(document.of_row(row))
        if not any(map(str.isalpha, words)):
            return [row]
        used = document.rows_of(*_places(self.witness))
        same = (at for at in range(start, stop) if pattern(document.of_row(at)) == words)
        return [row, *(at for at in same if at not in used)]

    def _taken(self, but: Place | None = None) -> set[tuple[int, int]]:
        """The words that serve something already, those of ``but`` aside."""
        places = [*_places(self.witness)]
        return {(p.page, word) for p in places if p != but for word in p.words}

    def _put_cell(self, at: int, cell: Cell, text: str) -> None:
        line = self.witness.lines[at]
        now: Place | None = getattr(line, cell)
        row = self._own_row(line)
        if not text:
            if cell == "amount":
                raise self._refuse("a line has an amount; say that it is no line instead")
            if now is not None and cell == "balance":
                self._excuse(row)
            place = None
        else:
            place = self._shown(text, now, row, self._columns(cell, line))
        self._put_line(at, self._without(replace(line, **{cell: place}), place))  # type: ignore[arg-type]
        if cell == "balance" and place is None and self.witness.closing is None:
            self._cite_last_balance()

    def _cite_last_balance(self) -> None:
        """The balance beside the last line is cited as the closing one, which does not follow from
        the lines any more once one of them has none."""
        last = 0 if self.witness.convention.newest_first else len(self.witness.lines) - 1
        line = self.witness.lines[last]
        if line.balance is not None:
            self._put_line(last, replace(line, balance=None))
            self.witness = replace(self.witness, closing=End(line.balance))

    def _put_line(self, at: int, line: CitedLine) -> None:
        lines = (*self.witness.lines[:at], line, *self.witness.lines[at + 1 :])
        self.witness = replace(self.witness, lines=lines)

    def _without(self, line: CitedLine, place: Place | None) -> CitedLine:
        """The line without these words among its text."""
        if place is None:
            return line
        text = []
        for each in line.text:
            same = each.page == place.page
            left = tuple(w for w in each.words if not (same and w in place.words))
            text += [Place(each.page, left)] if left else []
        return replace(line, text=tuple(text))

    def _shown(
        self, text: str, now: Place | None, row: int, columns: tuple[float, float] | None
    ) -> Place:
        """The words that read so on a row; else those that are cited, read so; else new ones."""
        texts = {(p.page, w) for line in self.witness.lines for p in line.text for w in p.words}
        found = self.pages.find(text, [row], self._taken(now) - texts)
        if found is not None:
            return found
        if now is not None:
            return self.pages.type_over(now, text)
        return self._added(row, text, columns)

    def _added(self, row: int, text: str, columns: tuple[float, float] | None) -> Place:
        words = self.pages.document.of_row(row)
        right = max(word.x1 for word in words)
        x0, x1 = columns or (right + 2, right + 2 + 5 * len(text))
        return self.pages.add(row, text, x0, x1)

    def _text(self, place: Place) -> str:
        return " ".join(word.text for word in self.pages.document.words(place))

    def _columns(self, cell: str, like: CitedLine | None) -> tuple[float, float] | None:
        """From where to where the words of a cell reach in the other lines."""
        places = [
            place
            for line in self.witness.lines
            if cell != "amount" or like is None or line.column == like.column
            if (place := getattr(line, cell)) is not None
        ]
        words = [word for place in places for word in self.pages.document.words(place)]
        return (min(w.x0 for w in words), max(w.x1 for w in words)) if words else None

    def _put_end(self, name: Literal["opening", "closing"], text: str) -> None:
        end: End | None = getattr(self.witness, name)
        if not text:
            self.witness = replace(self.witness, **{name: None})  # type: ignore[arg-type]
            return
        start, stop = self.witness.section
        texts = {(p.page, w) for line in self.witness.lines for p in line.text for w in p.words}
        rows = range(start, stop)
        if end is not None and text in self._text(end.figure):
            return  # it reads so already
        taken = self._taken() - texts
        found = self.pages.find(text, rows if name == "opening" else reversed(rows), taken)
        if found is None and end is not None:
            place = self.pages.type_over(end.figure, text)
            self.witness = replace(self.witness, **{name: replace(end, figure=place)})  # type: ignore[arg-type]
            return
        if found is None:
            place = self._added(start if name == "opening" else stop - 1, text, None)
        else:
            place = found
        self.witness = replace(self.witness, **{name: End(place)})  # type: ignore[arg-type]

    def _add_line(self, each: Correction) -> None:
        lines = self.witness.lines
        if not 0 <= each.line <= len(lines):
            raise self._refuse(f"there are {len(lines)} lines; count the one above it")
        start, stop = self.witness.section
        above = self._own_row(lines[each.line - 1]) if each.line else start
        below = self._own_row(lines[each.line]) if each.line < len(lines) else stop - 1
        texts = {(p.page, w) for line in lines for p in line.text for w in p.words}
        rows = range(above, below + 1)
        found = self.pages.find(each.text, rows, self._taken() - texts)
        column = self._column_for(found, each.way)
        like = next((line for line in lines if line.column == column), None)
        row = self.pages.document.row_of(found) if found else above
        assert row is not None
        cells: dict[str, Place | None] = {"amount": found}
        if found is None:
            cells["amount"] = self._added(row, each.text, self._columns("amount", like))
        for cell, text in (("day", each.day), ("balance", each.balance)):
            cells[cell] = self._shown(text, None, row, self._columns(cell, None)) if text else None
        line = CitedLine(column=column, **cells)  # type: ignore[arg-type]
        used = {w for place in cells.values() if place for w in place.words}
        if each.about:
            about = self.pages.find(each.about, [row], self._taken() - texts)
            line = replace(line, text=(about or self._added(row, each.about, None),))
        elif found is not None:
            ids = self.pages.document.rows[row].words
            left = tuple(w for w in ids if w not in used and (found.page, w) not in self._taken())
            line = replace(line, text=(Place(found.page, left),) if left else ())
        for place in filter(None, cells.values()):
            lines = tuple(self._without(other, place) for other in lines)
        every = (*lines[: each.line], line, *lines[each.line :])
        self.witness = replace(self.witness, lines=every)

    def _column_for(self, found: Place | None, way: str) -> int:
        """The column of amounts that words are in; else the one that money goes that way in."""
        convention = self.witness.convention
        if found is not None:
            words = self.pages.document.words(found)
            x0, x1 = min(w.x0 for w in words), max(w.x1 for w in words)
            for at in range(len(convention.columns)):
                like = next((line for line in self.witness.lines if line.column == at), None)
                reach = self._columns("amount", like) if like else None
                if reach and reach[0] < x1 and x0 < reach[1]:
                    return at
        ways = {"in": 1, "out": -1}
        wanted = ways.get(way, 0) * convention.sign
        moves = [column.moves for column in convention.columns]
        return moves.index(wanted) if wanted in moves else 0


def _shares(one: Place, other: Place) -> bool:
    """Whether two places have a word in common."""
    return one.page == other.page and not set(one.words).isdisjoint(other.words)


def _places(witness: Witness) -> Iterator[Place]:
    """Every place that serves one thing alone."""
    for line in witness.lines:
        own = (line.amount, line.day, line.second, line.mark, line.balance, *line.text)
        yield from (place for place in own if place)
    yield from (end.figure for end in (witness.opening, witness.closing) if end)
    yield from (each.figure for each in witness.restated)
    if witness.period is not None:
        yield from (place for place in (witness.period.first, witness.period.last) if place)
    yield from (fact.value for fact in (witness.number, witness.kind) if fact)


#: What is left of a word that a typed one covers with others.
_COVERED: Final = "·"


class TypedPages:
    """The pages of a document as far as a person corrected them. Rows keep their numbers."""

    def __init__(self, document: Document) -> None:
        self._pages = list(document.pages)
        self.document = document

    def find(self, text: str, rows: Iterable[int], taken: set[tuple[int, int]]) -> Place | None:
        """Neighbouring words on one of these rows that read so and are not ``taken``."""
        wanted = "".join(text.split())
        for number in rows:
            row = self.document.rows[number]
            words = self.document.of_row(number)
            for first in range(len(words)):
                joined = ""
                for last in range(first, len(words)):
                    joined += words[last].text
                    ids = row.words[first : last + 1]
                    if joined == wanted and taken.isdisjoint((row.page, at) for at in ids):
                        return Place(row.page, ids)
                    if len(joined) >= len(wanted):
                        break
        return None

    def type_over(self, place: Place, text: str) -> Place:
        page = self.document.page(place.page)
        own = [page.words[at] for at in place.words]
        box = Box(
            min(word.x0 for word in own),
            min(word.top for word in own),
            max(word.x1 for word in own),
            max(word.bottom for word in own),
        )
        words = list(page.words)
        for at in place.words[1:]:
            words[at] = words[at]._replace(text=_COVERED)
        words[place.words[0]] = Word(text, *box)
        self._put(page, words, place.words, page.rows)
        return Place(place.page, place.words[:1])

    def add(self, number: int, text: str, x0: float, x1: float) -> Place:
        """A word of its own on a row, from ``x0`` to ``x1``."""
        row = self.document.rows[number]
        page = self.document.page(row.page)
        beside = self.document.of_row(number)
        top, bottom = min(w.top for w in beside), max(w.bottom for w in beside)
        words = [*page.words, Word(text, x0, top, x1, bottom)]
        at = len(page.words)
        ids = sorted((*row.words, at), key=lambda each: words[each].x0)
        first = next(n for n, each in enumerate(self.document.rows) if each.page == row.page)
        rows = list(page.rows)
        rows[number - first] = tuple(ids)
        self._put(page, words, (at,), tuple(rows))
        return Place(row.page, (at,))

    def _put(
        self,
        page: Page,
        words: list[Word],
        typed: Iterable[int],
        rows: tuple[tuple[int, ...], ...],
    ) -> None:
        looks: tuple[Seen, ...] = ()
        if page.seen:
            known = [*page.seen, *[Seen.PERSON] * (len(words) - len(page.seen))]
            for at in typed:
                known[at] = Seen.PERSON
            looks = tuple(known)
        other = replace(page, words=tuple(words), seen=looks, rows=rows, confidence=())
        self._pages[page.number - 1] = other
        self.document = Document(self._pages)
