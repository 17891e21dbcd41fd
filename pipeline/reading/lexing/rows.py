"""Words to visual rows: what is on one line of a page, from left to right, in either direction."""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import NamedTuple

from pipeline.pages.rows import median, numbered_tokens, tables_apart
from pipeline.reading.lexing.dates import PrintedDate
from pipeline.reading.lexing.figures import LexedFigure
from pipeline.reading.lexing.phrases import Hit, squeeze
from pipeline.words import Box, Page, Word


@dataclass(slots=True)
class LexedRow:
    """One visual row: its words from left to right, and what is found in them.

    ``ids`` runs parallel to ``words``: each one's place among its page's words. ``turned`` is the
    width of a page that is read from right to left, whose rows are turned over, else 0.
    """

    page: int
    top: float
    bottom: float
    words: list[Word]
    ids: list[int] = field(default_factory=list)
    figures: list[LexedFigure] = field(default_factory=list)
    dates: list[PrintedDate] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)
    turned: float = 0.0

    @property
    def box(self) -> Box:
        """Its place on the page as displayed."""
        x0, x1 = min(word.x0 for word in self.words), max(word.x1 for word in self.words)
        return self.over(Box(x0, self.top, x1, self.bottom))

    def over(self, box: Box) -> Box:
        """A place on its page, from where it is displayed to where it is read, or back."""
        if not self.turned:
            return box
        # Twice turned, an edge may differ in its last bits.
        x0, x1 = round(self.turned - box.x1, 3), round(self.turned - box.x0, 3)
        return box._replace(x0=x0, x1=x1)

    @property
    def text(self) -> str:
        """The row as it reads."""
        return text_of(self.words)

    @property
    def begins_with_date(self) -> bool:
        """Whether a date is first."""
        return bool(self.dates) and self.dates[0].first == 0

    @property
    def looks_like_entry(self) -> bool:
        """Whether a date is first, and a figure after it."""
        return self.begins_with_date and bool(self.figures)

    @property
    def has_label(self) -> bool:
        """Whether a label such as "Closing balance" is among its words."""
        return bool(self.phrases("labels"))

    @property
    def taken(self) -> set[int]:
        """The places of its words that are read as a figure or as a date."""
        spans = [(figure.first, figure.last) for figure in self.figures]
        spans += [(day.first, day.last) for day in self.dates]
        return {place for first, last in spans for place in range(first, last + 1)}

    def phrases(self, group: str, *meanings: str) -> list[Hit]:
        """The phrases of a group found in it, from left to right: those of the given meanings, or
        all if none is given."""
        if not self.hits:
            return []
        return [
            hit
            for hit in self.hits
            if hit.group == group and (not meanings or hit.meaning in meanings)
        ]

    @property
    def titled(self) -> list[int]:
        """The places of its words as a section's heading, without "continued"."""
        on = {place for hit in self.phrases("asides", "continued") for place in hit.places}
        return [at for at in range(len(self.words)) if at not in on]

    @property
    def heading(self) -> str:
        """Its letters as a section's heading."""
        return squeeze("".join(self.words[at].text for at in self.titled))

    @property
    def heading_places(self) -> set[int]:
        """The places of the words of a section's heading: those that name its side, and what is
        said around them, "to your account"; none where no side is named."""
        named = self.phrases("sections")
        around = self.phrases("asides", "heading", "continued") if named else ()
        return {place for hit in (*named, *around) for place in hit.places}


def part_of(row: LexedRow, start: int, stop: int) -> LexedRow:
    """The words of a row from a place to another, as a row of their own."""
    part = replace(row, words=row.words[start:stop], ids=row.ids[start:stop])
    part.dates = [
        day._replace(first=day.first - start, last=day.last - start)
        for day in row.dates
        if start <= day.first < stop
    ]
    part.figures = [
        figure._replace(first=figure.first - start, last=figure.last - start)
        for figure in row.figures
        if start <= figure.first < stop
    ]
    part.hits = [
        hit._replace(first=hit.first - start, last=hit.last - start)
        for hit in row.hits
        if start <= hit.first and hit.last < stop
    ]
    return part


def text_of(words: Iterable[Word]) -> str:
    """Words as they read, with a space between them."""
    return " ".join([word.text for word in words])


def letters_in(words: Iterable[Word]) -> int:
    """How many letters words have between them."""
    return sum(len(squeeze(word.text)) for word in words)


_A_WORD = 3  # letters
_MONEY = ("debit", "credit", "amount", "balance")
_FEWEST_HEADS = 2  # of columns of money


def side_by_side(row: LexedRow) -> list[LexedRow]:
    """Cuts a row that holds two entries side by side (date … amount, date … amount), or a day and,
    as if above it, the header of the entries of that day."""
    if heads := _heads_beside_day(row):
        return [part_of(row, heads, len(row.words)), part_of(row, 0, heads)]
    cut = _second_entry(row.dates, row.figures)
    if cut is None or _is_value_date(row, cut):
        return [row]
    return [part_of(row, 0, cut), *side_by_side(part_of(row, cut, len(row.words)))]


def _is_value_date(row: LexedRow, cut: int) -> bool:
    """Whether dates and a figure, and nothing else, are behind an entry with a text: its value
    date and the balance after it, or its amount, as no second entry would."""
    figures = [figure for figure in row.figures if figure.first >= cut]
    alone = len(figures) == 1 and row.taken.issuperset(range(cut, len(row.words)))
    return alone and any(
        len(squeeze(word.text)) >= _A_WORD
        for place, word in enumerate(row.words[:cut])
        if place not in row.taken
    )


def _second_entry(days: Sequence[PrintedDate], money: Sequence[LexedFigure]) -> int | None:
    if len(days) < 2 or len(money) < 2:
        return None
    for day in days[1:]:
        before = [
            figure for figure in money if days[0].last < figure.first and figure.last < day.first
        ]
        after = [figure for figure in money if figure.first > day.last]
        if before and after:
            return day.first
    return None


def _heads_beside_day(row: LexedRow) -> int:
    """Where the words that end a row begin, if a day begins it and they name columns of money, two
    at least and nothing else; else 0."""
    hits = row.phrases("columns", *_MONEY) if row.begins_with_date else []
    if len({hit.meaning for hit in hits}) < _FEWEST_HEADS:
        return 0
    heads = max(row.taken) + 1
    own = [hit for hit in hits if hit.first >= heads]
    named = {place for hit in own for place in hit.places} == {*range(heads, len(row.words))}
    return heads if len({hit.meaning for hit in own}) >= _FEWEST_HEADS and named else 0


_Placed = tuple[Word, int]


def rows_of(page: Page, writing: "Writing | None" = None) -> list[LexedRow]:
    """The rows of a page from top to bottom, without upright or oversized (watermark) words; those
    of a page whose ``writing`` is leftward turned over.

    A word begins a new row if its middle lies more than 0.35 of the height of the row's first word
    below that word's middle.
    """
    read = turned(page.words, page.width, writing) if writing else page.words
    words = _body(numbered_tokens(read))
    if not words:
        return []
    words.sort(key=lambda each: (each[0].top + each[0].bottom, each[0].x0))
    rows: list[list[_Placed]] = []
    middle = tolerance = 0.0
    for word, place in words:
        centre = (word.top + word.bottom) / 2
        if rows and centre - middle <= tolerance:
            rows[-1].append((word, place))
            continue
        rows.append([(word, place)])
        middle, tolerance = centre, 0.35 * (word.bottom - word.top)
    width = page.width if writing else 0.0
    parts = tables_apart([part for row in rows for part in _apart(row)], itemgetter(0))
    return [_row(page.number, part, width) for part in parts]


def _apart(words: list[_Placed]) -> list[list[_Placed]]:
    """One row, or two if its words lie over each other: a footer printed across the last entry."""
    words.sort(key=lambda each: each[0].x0)
    over = any(
        left.x1 - right.x0 > 0.3 * min(left.x1 - left.x0, right.x1 - right.x0)
        for (left, _), (right, _) in itertools.pairwise(words)
    )
    if not over:
        return [words]
    words.sort(key=lambda each: each[0].top + each[0].bottom)
    parts = [[words[0]]]
    for (above, _), placed in itertools.pairwise(words):
        word = placed[0]
        apart = (word.top + word.bottom - above.top - above.bottom) / 2 > 0.6
        if apart:
            parts.append([])
        parts[-1].append(placed)
    return parts


def _row(page: int, placed: list[_Placed], turned_width: float) -> LexedRow:
    placed.sort(key=lambda each: each[0].x0)
    if turned_width:
        placed = _turned_back(placed)
    words = [word for word, _ in placed]
    _, _, tops, _, bottoms = zip(*words, strict=True)
    ids = [place for _, place in placed]
    return LexedRow(page, min(tops), max(bottoms), words, ids, turned=turned_width)


def _turned_back(placed: list[_Placed]) -> list[_Placed]:
    """A turned row with what is read to the right as it was, each run in its place."""
    found = list(placed)
    for first, last in rightward_runs([word for word, _ in placed]):
        ends = placed[first][0].x0 + placed[last][0].x1
        found[first : last + 1] = [
            (word._replace(x0=ends - word.x1, x1=ends - word.x0), place)
            for word, place in reversed(placed[first : last + 1])
        ]
    return found


def _body(words: list[_Placed]) -> list[_Placed]:
    if not words:
        return []
    usual = median(word.bottom - word.top for word, _ in words)
    return [
        (word, place)
        for word, place in words
        if _upright(word, usual) and word.bottom - word.top < 3.2 * usual
    ]


def _upright(word: Word, usual: float) -> bool:
    """Whether a word is level: not high and narrow, or only as high as its page's letters are."""
    height = word.bottom - word.top
    return len(word.text) < 3 or height < 1.6 * (word.x1 - word.x0) or height < 1.1 * usual


_LETTER = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_NEAR = 0.75  # of a word's height: words with a smaller gap between belong together
# The parts of one number as they are read, the second of which is left of the first in a row
# that is turned over: "1 234.00", "1,234 .00", "17 /04 /2025".
_PARTED = re.compile(r"^\D*\d{1,3} \d{3}(?!\d)|\d [.,/]\d")


class Writing(NamedTuple):
    """Whether pages are read from right to left, and whether the letters of each word are in the
    order of the page, the last one first, as some programs write them."""

    leftward: bool = False
    visual: bool = False


def is_leftward(text: str) -> bool:
    """Whether a word has letters that are written from right to left."""
    return not text.isascii() and _LETTER.search(text) is not None


def turned(words: Iterable[Word], width: float, writing: Writing) -> Iterator[Word]:
    """Words at the other side of their page, and with their letters in the order of reading."""
    for word in words:
        text = word.text
        if writing.visual and is_leftward(text) and not any(map(str.isdigit, text)):
            text = text[::-1]
        yield word._replace(text=text, x0=width - word.x1, x1=width - word.x0)


def rightward_runs(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """The first and last of neighbours in a turned row that are read to the right: Latin words, and
    numbers beside them; or else the parts of one number."""
    first = 0
    for at, word in enumerate(words):
        last = at + 1 == len(words) or not _goes_on(word, words[at + 1])
        if last:
            run = words[first : at + 1]
            if len(run) > 1 and any(_LATIN.search(each.text) for each in run):
                yield first, at
            else:
                yield from _parted(words, first, at)
            first = at + 1


def _parted(words: Sequence[Word], first: int, last: int) -> Iterator[tuple[int, int]]:
    """The first and last of the parts of each number in a run."""
    start = first
    for at in range(first, last + 1):
        if at < last and _PARTED.search(f"{words[at + 1].text} {words[at].text}"):
            continue
        if at > start:
            yield start, at
        start = at + 1


def _goes_on(left: Word, right: Word) -> bool:
    near = right.x0 - left.x1 < _NEAR * (left.bottom - left.top)
    return near and not is_leftward(left.text) and not is_leftward(right.text)
