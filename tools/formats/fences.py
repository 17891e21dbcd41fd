"""What stands inside a Markdown code fence is quoted, and never a call."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

_FENCE = re.compile(r"^```", re.MULTILINE)


def outside_fences(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """The matches that begin outside code fences; a fence left open goes on to the end."""
    fences = [match.start() for match in _FENCE.finditer(text)]
    for match in pattern.finditer(text):
        if bisect_left(fences, match.start()) % 2 == 0:
            yield match
