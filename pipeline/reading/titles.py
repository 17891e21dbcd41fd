"""What a document that holds no statement calls itself, where its heading says so plainly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from db.words import OtherDocument
from pipeline.reading.lexing.languages import tables
from pipeline.reading.lexing.phrases import squeeze
from pipeline.reading.lexing.wording import single

#: So many lines from the top may be the heading.
_HEADING: Final = 12
_LONGEST: Final = 60


def titled(lines: Sequence[str]) -> OtherDocument | None:
    """The type that the document's heading names: a line that is such a title, or begins with one
    and a number. None where there is none, or more than one."""
    found = {kind for line in lines[:_HEADING] if (kind := _named(line)) is not None}
    return found.pop() if len(found) == 1 else None


def _named(line: str) -> OtherDocument | None:
    if len(line) > _LONGEST:
        return None
    words = [word for word in line.split() if not any(char.isdigit() for char in word)]
    letters = squeeze(" ".join(word for word in words if squeeze(word) not in single("numbered")))
    return _titles().get(letters)


@lru_cache
def _titles() -> dict[str, OtherDocument]:
    """What such documents are headed with, by the letters; each is of one type alone."""
    return {
        squeeze(title): OtherDocument(kind)
        for kind, titles in tables()["titles"].items()
        for title in titles
    }
