"""Cuts text that is too long for one question into parts: no line lost, none in two parts.

A part and the room for its answer are sized together: an answer repeats the figures of each line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.reading.pointing.text_lines import TextLine
from tools.tokens import estimate

#: Of a row in an answer besides its texts: brackets, quotes, commas and the line's number.
_AROUND = 26
#: What besides rows an answer may hold.
_FACTS = 200
_DATED = re.compile(r"\s*\d")
_FIGURES = re.compile(r"\S*\d\S*")


def parts(lines: Sequence[TextLine], room: int) -> list[list[TextLine]]:
    """The lines in order, in parts whose answers have room in so many tokens (a line that has not
    is a part alone).

    A part begins, where it can, with a line that begins with a digit: most rows do.
    """
    found: list[list[TextLine]] = []
    rest = list(lines)
    while rest:
        fits = _fitting(rest, room - _FACTS)
        cut = fits if fits == len(rest) else _at_a_row(rest, fits)
        found.append(rest[:cut])
        rest = rest[cut:]
    return found


def answer_tokens(line: TextLine) -> int:
    """What a line may take in an answer: its figures and dates, and what stands around them."""
    figures = _FIGURES.findall(line.text)
    return estimate(sum(map(len, figures)) + _AROUND) if figures else 0


def _fitting(lines: Sequence[TextLine], room: int) -> int:
    size = 0
    for count, line in enumerate(lines):
        size += answer_tokens(line)
        if size > room:
            return max(count, 1)
    return len(lines)


def _at_a_row(lines: Sequence[TextLine], fits: int) -> int:
    """The last cut up to ``fits`` that a row begins at; ``fits`` if none in its later half does."""
    for cut in range(fits, fits // 2, -1):
        if cut and _DATED.match(lines[cut].text):
            return cut
    return fits
