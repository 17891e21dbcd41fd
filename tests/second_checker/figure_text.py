"""What money a text is, if it is any (section 6)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tests.second_checker.tables import constant, marks, pattern

_POINTS: Final = {
    "point": ".",
    "mills": ".",
    "comma": ",",
    "short_point": ".",
    "short_comma": ",",
}
_THOUSANDS: Final = re.compile(r"\d[,.'’]\d{3}(?!\d)")


@dataclass(frozen=True, slots=True)
class FigureText:
    """A number as it is printed; ``sign`` and ``mark`` are 0 where there is none."""

    digits: int
    decimals: int
    sign: int
    mark: int
    symbol: str | None
    weak: bool


def mark_of(text: str) -> int:
    """What a mark says."""
    plain = text.strip("()").casefold()
    return marks().get(plain, marks().get(plain.rstrip("."), 0))


@lru_cache(maxsize=100_000)
def read_figure(text: str, style: str) -> FigureText | None:
    """The figure that a joined text is."""
    found = pattern("parse.figures", "_WHOLE_TEXT", style).match(text)
    if not found:
        return None
    whole, _, minor = found["num"].partition(_POINTS.get(style, "\0"))
    whole = "".join(filter(str.isdigit, whole))
    if (minor or is_short(style)) and len(whole) > 1 and whole[0] == "0":
        return None
    if len(whole + minor) > constant("parse.figures", "_MOST_DIGITS"):
        return None
    mark = found["mark"] or found["mark2"]
    symbol = found["sym"] or found["sym2"] or found["sym3"]
    said = mark_of(mark) if mark else 0
    weak = not minor and not is_short(style)
    return FigureText(int(whole + minor), len(minor), _sign(found), said, symbol, weak)


def is_short(style: str) -> bool:
    """Whether a style leaves out noughts behind its point."""
    return style.startswith("short_")


def _sign(found: re.Match[str]) -> int:
    signs = [found["sign"], found["sign2"], found["sign3"]]
    if found["open"] or found["open2"] or "-" in signs:
        return -1
    return 1 if "+" in signs else 0


def has_thousands(text: str) -> bool:
    """Whether a mark of thousands stands in the text."""
    return _THOUSANDS.search(text) is not None
