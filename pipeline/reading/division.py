"""Divides a document into statements: from the first row on what closes is taken, and only what
is left is searched."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from pipeline.reading.parts import Part, Parts

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
                return None  # what stands below is a statement of its own
            for start in self._starts(place, stop):
                part = self._parts.part(cuts[start], cuts[stop], cuts[place])
                if self._parts.closes(part):
                    return stop, part
        return None

    def _starts(self, place: int, stop: int) -> Iterator[int]:
        """The cuts at which to begin reading: where nothing above is an entry also the last one."""
        yield place
        if stop - place > 1 and not self._parts.begins_entries(*self._between(place, stop - 1)):
            yield stop - 1

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
    if part.found is None:
        return -0.1
    rows = len(part.found.tie.amounts)
    if part.found.tie.holds:
        return 10.0 * rows - 1
    return 1.0 * rows - 2 - 0.5 * part.found.tie.breaks
