"""Divides a document into stretches of rows that may be statements, each read on demand."""

import itertools
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from pipeline.drafts import StatementDraft
from pipeline.pages.rows import median
from pipeline.reading.citing.from_tie import Cut
from pipeline.reading.draft import Stretch, draft_of, empty_draft
from pipeline.reading.lexing.figures import NumberStyle
from pipeline.reading.lexing.headers import Header
from pipeline.reading.lexing.labelled import LabelledFigure
from pipeline.reading.lexing.lexed import LexedPages
from pipeline.reading.lexing.rows import LexedRow
from pipeline.reading.table.search import MOST_READINGS, BestReading, search


class Part(NamedTuple):
    """Rows ``start`` to ``stop`` and what was read of them; ``facts`` count rows from ``start``."""

    start: int
    stop: int
    found: BestReading | None
    facts: tuple[LabelledFigure, ...]


class Parts:
    """Reads any stretch of a document's rows under one style of figures."""

    def __init__(
        self, pages: LexedPages, style: NumberStyle, recognised: frozenset[int], front: int
    ) -> None:
        self._pages, self._style, self._recognised = pages, style, recognised
        lexed = self._lexed = pages.under(style)
        self.rows = lexed.rows
        self._years = lexed.sheet.years
        self._headers, self._header_firsts = lexed.headers, [h.first for h in lexed.headers]
        self._placed = sorted(enumerate(lexed.facts), key=lambda each: each[1].row)
        self._fact_rows = [fact.row for _, fact in self._placed]
        self._first_cut = front
        self._size = _text_size(self.rows)
        self._found: dict[
            tuple[int, int], tuple[BestReading | None, tuple[LabelledFigure, ...]]
        ] = {}
        self._drafts: dict[tuple[int, int], StatementDraft | None] = {}
        self.tried = 0
        self.spent = 0
        self.most = MOST_READINGS

    def part(self, start: int, stop: int) -> Part:
        """The best reading of these rows."""
        if (start, stop) not in self._found:
            self._found[start, stop] = self._search(start, stop)
        return Part(start, stop, *self._found[start, stop])

    def is_read(self, start: int, stop: int) -> bool:
        """Whether these rows were read before."""
        return (start, stop) in self._found

    def closes(self, part: Part) -> bool:
        """Whether the part is a statement as it is: all its lines lead from a printed opening
        balance to a printed closing one."""
        if part.found is None:
            draft = self.draft(part)
            return draft is not None and draft.opening_balance == draft.closing_balance is not None
        tie = part.found.tie
        return tie.holds and not tie.left_over and tie.opening is not None

    def draft(self, part: Part) -> StatementDraft | None:
        """The part as a statement draft, not yet proven; None where no row is a line."""
        key = (part.start, part.stop)
        if key not in self._drafts:
            self._drafts[key] = self._drafted(part) if part.found else self._empty(part)
        return self._drafts[key]

    def begins_entries(self, start: int, stop: int) -> bool:
        """Whether some row of these begins like an entry."""
        place = bisect_left(self._entries, start)
        return place < len(self._entries) and self._entries[place] < stop

    @cached_property
    def _entries(self) -> list[int]:
        return [i for i, row in enumerate(self.rows) if row.looks_like_entry and not row.has_label]

    def _search(
        self, start: int, stop: int
    ) -> tuple[BestReading | None, tuple[LabelledFigure, ...]]:
        """Facts above the document's first entry serve every part that has none of the kind."""
        first, last = (bisect_left(self._fact_rows, row) for row in (start, stop))
        inside = [fact for _, fact in sorted(self._placed[first:last], key=lambda each: each[0])]
        own = {fact.meaning for fact in inside}
        lent = [f for f in self._front if not start <= f.row < stop and f.meaning not in own]
        facts = tuple(fact._replace(row=fact.row - start) for fact in (*lent, *inside))
        found = search(
            self.rows[start:stop], self._local(start, stop), facts, self._size, self.most
        )
        if found is not None:
            self.tried += found.tried
            self.spent += found.tried * (stop - start)
            found = found if _dated(found) else None
        return found, facts

    @cached_property
    def _front(self) -> list[LabelledFigure]:
        """Labelled figures above the first row like an entry, and above the second cut."""
        like = next((i for i, row in enumerate(self.rows) if row.looks_like_entry), len(self.rows))
        stop = bisect_left(self._fact_rows, min(self._first_cut, like + 1))
        return [fact for _, fact in sorted(self._placed[:stop], key=lambda each: each[0])]

    def _local(self, start: int, stop: int) -> list[Header]:
        """The headers of these rows; without any the document's first, if it is above."""
        first, last = (bisect_left(self._header_firsts, row) for row in (start, stop))
        return [
            Header(h.first - start, h.last - start, h.columns)
            for h in self._headers[first:last]
            if h.last < stop
        ] or [Header(-1, -1, h.columns) for h in self._headers[:1] if h.last < start]

    def _drafted(self, part: Part) -> StatementDraft:
        assert part.found is not None
        rows = self.rows[part.start : part.stop]
        cut = Cut(self._pages, self._lexed, part.start, part.stop)
        around = self.rows if len(rows) == len(self.rows) else [*self._leading(part.start), *rows]
        stretch = Stretch(rows, around, part.facts, self._years, cut, self._recognised)
        return draft_of(part.found, stretch)

    def _empty(self, part: Part) -> StatementDraft | None:
        cut = Cut(self._pages, self._lexed, part.start, part.stop)
        return empty_draft(cut)

    def _leading(self, start: int) -> Sequence[LexedRow]:
        """The document's rows above its first entry, as far as a part has them above it."""
        return self.rows[: min(start, self._entries[0] if self._entries else start)]


def _text_size(rows: Sequence[LexedRow]) -> float:
    heights = [row.bottom - row.top for row in rows if row.words]
    return median(heights) if heights else 9.0


def _dated(found: BestReading) -> bool:
    """Whether the reading has entries that move something, and dates: figures alone are no
    statement."""
    return any(found.tie.amounts) and any(item.day is not None for item in found.items)


_SPAN = 6  # pieces between cuts that are tried together
_LEAST = 100_000  # readings of a row: what any document may take
_EACH = 150  # of each of its rows, before pieces are only tried one by one and in fewer readings
_FEW = 40
_SPANNED = 10  # what speaks against a part that goes over a cut on which the page insists


class Division:
    """The parts of a document between cuts at which a statement may begin."""

    def __init__(self, parts: Parts, cuts: Sequence[int], hard: frozenset[int]) -> None:
        self._parts, self._cuts, self._hard = parts, cuts, hard
        self._most = max(_LEAST, _EACH * len(parts.rows))

    def parts(self) -> list[Part]:
        """Every part in printed order: those that close, and between them the best readings."""
        found: list[Part] = []
        place = begun = 0
        while place + 1 < len(self._cuts):
            taken = self._closed_from(place)
            if taken is None:
                place += 1
                continue
            stop, part = taken
            found += [*self._left(begun, place), part]
            place = begun = stop
        return [*found, *self._left(begun, len(self._cuts) - 1)]

    def _closed_from(self, place: int) -> tuple[int, Part] | None:
        """The shortest part from this cut on that closes, and the cut behind it."""
        cuts = self._cuts
        for stop in range(place + 1, min(place + 1 + self._span, len(cuts))):
            if stop > place + 1 and self._stands_alone(stop - 1):
                return None  # what is below is a statement of its own
            part = self._parts.part(cuts[place], cuts[stop])
            if self._parts.closes(part):
                return stop, part
        return None

    def _between(self, place: int, stop: int) -> tuple[int, int]:
        return self._cuts[place], self._cuts[stop]

    def _stands_alone(self, place: int) -> bool:
        return self._parts.closes(self._parts.part(*self._between(place, place + 1)))

    @property
    def _span(self) -> int:
        if self._parts.spent < self._most:
            return _SPAN
        self._parts.most = _FEW
        return 1

    def _left(self, begun: int, end: int) -> list[Part]:
        """The division of some pieces that explains most rows, with as few parts as will do."""
        if begun == end:
            return []
        best = [(0.0, begun)]
        for stop in range(begun + 1, end + 1):
            options = (
                (best[start - begun][0] + self._score(start, stop), start)
                for start in self._worth_a_look(begun, stop, end)
            )
            best.append(max(options, key=lambda option: option[0]))
        stops = [end]
        while stops[-1] > begun:
            stops.append(best[stops[-1] - begun][1])
        stops.reverse()
        return [
            self._parts.part(*self._between(start, stop))
            for start, stop in itertools.pairwise(stops)
        ]

    def _worth_a_look(self, begun: int, stop: int, end: int) -> Iterator[int]:
        """Where the part before a cut may begin: a few pieces above, or all there are at once."""
        for start in range(max(begun, stop - _SPAN), stop):
            if stop - start <= self._span or self._parts.is_read(*self._between(start, stop)):
                yield start
        if stop == end and end - begun > _SPAN and self._span > 1:
            yield begun

    def _score(self, start: int, stop: int) -> float:
        spanned = sum(cut in self._hard for cut in self._cuts[start + 1 : stop])
        return _score(self._parts.part(*self._between(start, stop))) - _SPANNED * spanned


def _score(part: Part) -> float:
    """What speaks for a part: that it ties out, else that its balances go on from a printed opening
    to the last, though no label says that it closes; with as few parts as will do."""
    if part.found is None:
        return -0.1
    tie = part.found.tie
    rows = len(tie.amounts)
    if tie.holds:
        return 10.0 * rows - 1
    goes_on = tie.opening is not None and not tie.breaks and tie.links == rows
    return 1.0 * rows - (0 if goes_on else 2) - 0.5 * tie.breaks
