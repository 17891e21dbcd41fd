"""Words to visual rows: what stands on one line of a page, from left to right."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median

from pipeline.pages.words import Page, Word
from pipeline.reading.dates import PrintedDate
from pipeline.reading.numbers import Figure
from pipeline.reading.phrases import Hit

_LEADER = re.compile(r"[.·…_]{3,}")
# An amount and the next column's ideographs without a space: "13,848.93自助设备".
_FIGURE_THEN_TEXT = re.compile(r"^[-+]?[\d,]+\.\d{2}(?=[\u3400-\u9fff])(?![元円])")
# Two dates in one run: "02.03./03.03.", "03/06/23-04/05/23" or "2024年3月1日~3月31日".
_DAY = r"(?:\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|\D{0,4}(?:[\d元]{1,4}年)?\d{1,2}月\d{1,2}日)"
_TWO_DATES = re.compile(
    rf"^(?:\d{{2}}\.\d{{2}}\.(?=/\d{{2}}\.\d{{2}}\.$)|{_DAY}(?=[-~至到]{_DAY}$))"
)
_MINUS = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "﹣": "-", "－": "-", "\u00ad": ""}
)


@dataclass(slots=True)
class Row:
    """One visual row: its words from left to right, and what is found in them."""

    page: int
    top: float
    bottom: float
    words: list[Word]
    figures: list[Figure] = field(default_factory=list)
    dates: list[PrintedDate] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The row as it reads."""
        return " ".join(word.text for word in self.words)

    @property
    def begins_with_date(self) -> bool:
        """Whether a date stands first."""
        return bool(self.dates) and self.dates[0].first == 0

    @property
    def looks_like_entry(self) -> bool:
        """Whether a date stands first, and a figure after it."""
        return self.begins_with_date and bool(self.figures)

    @property
    def has_label(self) -> bool:
        """Whether a label such as "Closing balance" is among its words."""
        return any(hit.group == "labels" for hit in self.hits)


def rows_of(page: Page) -> list[Row]:
    """The rows of a page from top to bottom, without upright or oversized (watermark) words."""
    words = _body(_cleaned(page.words))
    if not words:
        return []
    words.sort(key=lambda word: (word.top + word.bottom, word.x0))
    rows: list[list[Word]] = []
    middle = tolerance = 0.0
    for word in words:
        centre = (word.top + word.bottom) / 2
        if rows and centre - middle <= tolerance:
            rows[-1].append(word)
            continue
        rows.append([word])
        middle, tolerance = centre, 0.35 * (word.bottom - word.top)
    return [_row(page.number, part) for row in rows for part in _apart(row)]


def _apart(words: list[Word]) -> list[list[Word]]:
    """One row, or two if its words lie over each other: a footer printed across the last entry."""
    words.sort(key=lambda word: word.x0)
    over = any(
        left.x1 - right.x0 > 0.3 * min(left.x1 - left.x0, right.x1 - right.x0)
        for left, right in itertools.pairwise(words)
    )
    if not over:
        return [words]
    words.sort(key=lambda word: word.top + word.bottom)
    parts = [[words[0]]]
    for above, word in itertools.pairwise(words):
        apart = (word.top + word.bottom - above.top - above.bottom) / 2 > 0.6
        if apart:
            parts.append([])
        parts[-1].append(word)
    return parts


def _row(page: int, words: list[Word]) -> Row:
    words.sort(key=lambda word: word.x0)
    return Row(page, min(w.top for w in words), max(w.bottom for w in words), words)


def _body(words: list[Word]) -> list[Word]:
    if not words:
        return []
    usual = median(word.bottom - word.top for word in words)
    return [word for word in words if _upright(word) and word.bottom - word.top < 3.2 * usual]


def _upright(word: Word) -> bool:
    return len(word.text) < 3 or word.bottom - word.top < 1.6 * (word.x1 - word.x0)


def _cleaned(words: Iterable[Word]) -> list[Word]:
    cleaned: list[Word] = []
    for word in words:
        text = word.text
        if not text.isascii():
            text = unicodedata.normalize("NFKC", text).translate(_MINUS)
            text = "".join(_plain_digit(char) for char in text)
            if not text.strip():
                continue
            word = word._replace(text=text.strip())
        found = _TWO_DATES.match(text) or _FIGURE_THEN_TEXT.match(text)
        if found:
            cleaned.extend(_cut(word, found.end()))
        elif "..." in text or "…" in text or "___" in text:
            cleaned.extend(_without_leaders(word))
        else:
            cleaned.append(word)
    return cleaned


def _cut(word: Word, at: int) -> list[Word]:
    """The word in two, its box shared out by the number of characters."""
    middle = word.x0 + (word.x1 - word.x0) * at / len(word.text)
    return [
        Word(word.text[:at], word.x0, word.top, middle, word.bottom),
        Word(word.text[at:], middle, word.top, word.x1, word.bottom),
    ]


def _plain_digit(char: str) -> str:
    return str(unicodedata.digit(char)) if char.isdigit() and not char.isascii() else char


def _without_leaders(word: Word) -> list[Word]:
    """The pieces left of a word when its dotted leaders are taken out, each with its own box."""
    pieces: list[Word] = []
    width = (word.x1 - word.x0) / max(len(word.text), 1)
    start = 0
    spans: Sequence[tuple[int, int]] = [m.span() for m in _LEADER.finditer(word.text)]
    for begin, end in [*spans, (len(word.text), len(word.text))]:
        text = word.text[start:begin]
        if text:
            x1 = word.x1 if begin == len(word.text) else word.x0 + begin * width
            x0 = word.x0 if start == 0 else x1 - len(text) * width
            pieces.append(Word(text, x0, word.top, x1, word.bottom))
        start = end
    return pieces
