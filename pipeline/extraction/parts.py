"""Cuts text that is too long for one question into parts: no line lost, none in two parts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.reading.page_text import TextLine

#: Characters of one part; about two thousand tokens, which even small models take.
PART_CHARACTERS = 6_000
_DATED = re.compile(r"\s*\d")


def parts(lines: Sequence[TextLine], most: int = PART_CHARACTERS) -> list[list[TextLine]]:
    """The lines in order, in parts of at most ``most`` characters (a longer line is a part alone).

    A part begins, where it can, with a line that begins with a digit: most rows do, and a row cut
    in two keeps its amount but loses words of its description.
    """
    found: list[list[TextLine]] = []
    rest = list(lines)
    while rest:
        fits = _fitting(rest, most)
        cut = fits if fits == len(rest) else _at_a_row(rest, fits)
        found.append(rest[:cut])
        rest = rest[cut:]
    return found


def _fitting(lines: Sequence[TextLine], most: int) -> int:
    size = 0
    for count, line in enumerate(lines):
        size += len(line.text) + 1
        if size > most:
            return max(count, 1)
    return len(lines)


def _at_a_row(lines: Sequence[TextLine], fits: int) -> int:
    """The last cut up to ``fits`` that a row begins at; ``fits`` if none in its later half does."""
    for cut in range(fits, fits // 2, -1):
        if cut and _DATED.match(lines[cut].text):
            return cut
    return fits
