"""Finding the lines that mean something in a ReAct reply, and what belongs to each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from tools.formats.fences import outside_fences


class Marker(StrEnum):
    """The words that begin a line of the grammar."""

    THOUGHT = "thought"
    ACTION = "action"
    INPUT = "action input"
    OBSERVATION = "observation"
    FINAL = "final answer"


@dataclass(frozen=True, slots=True)
class Block:
    """A marker with the text up to the next one; ``start`` and ``end`` are places in the reply."""

    marker: Marker
    text: str
    start: int
    end: int


_LINE = re.compile(
    r"^[ \t]*[*_]{0,2}(thought|action input|action|observation|final answer)"
    r"[*_]{0,2}[ \t]*:[*_]{0,2}",
    re.IGNORECASE | re.MULTILINE,
)


def blocks(text: str) -> list[Block]:
    """The marked parts of a reply, in order; lines inside code fences are not marked.

    Everything after a final answer belongs to it, whatever it looks like.
    """
    found: list[Block] = []
    marks = list(outside_fences(_LINE, text))
    for index, match in enumerate(marks):
        marker = Marker(match[1].lower())
        last = marker is Marker.FINAL or index + 1 == len(marks)
        end = len(text) if last else marks[index + 1].start()
        found.append(Block(marker, text[match.end() : end].strip(), match.start(), end))
        if marker is Marker.FINAL:
            break
    return found
