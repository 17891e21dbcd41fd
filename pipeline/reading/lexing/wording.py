"""Words that are no phrases of a row: those that a text holds, and single ones that join others.

In `pipeline/languages` they stand under `within` and `single`. Of those within a text `*` begins or
ends one that may be a part of a longer word.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pipeline.reading.lexing.languages import tables
from pipeline.reading.lexing.phrases import squeeze


@lru_cache
def within(meaning: str) -> re.Pattern[str]:
    """Finds the words with this meaning in a text; capitals do not matter."""
    words = tables()["within"][meaning]
    return re.compile("|".join(map(_pattern, words)), re.IGNORECASE)


def _pattern(word: str) -> str:
    begin = "" if word.startswith("*") else r"(?<!\w)"
    end = "" if word.endswith("*") else r"(?!\w)"
    return f"{begin}{re.escape(word.strip('*'))}{end}"


@lru_cache
def single(meaning: str) -> frozenset[str]:
    """The words with this meaning, by their letters."""
    return frozenset(map(squeeze, tables()["single"][meaning]))


def one_of(*meanings: str) -> str:
    """A regular expression for one of the single words with these meanings, as they are written
    without blanks, the longest first."""
    words = {word.replace(" ", "") for each in meanings for word in tables()["single"][each]}
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))
