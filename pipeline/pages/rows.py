"""Words as readers and the kernel take them, and the rows that they form on a page."""

import itertools
import re
import unicodedata
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import attrgetter
from typing import Final, NamedTuple, TypeVar

from pipeline.words import Page, Word

Rows = tuple[tuple[int, ...], ...]
"""The words of each row, by their places among the page's words, in the order of reading."""

#: A word begins a new row if its middle lies lower than that of the row's first word by more than
#: this part of the first word's height.
_BELOW: Final = 0.35
#: Words so much higher or lower than usual (a watermark, fine print) are on rows of their own.
_HUGE: Final = 3.2
_FINE: Final = 0.35
_FEWEST: Final = 2  # rows of tables side by side, their header among them
_MOST_TABLES: Final = 4  # side by side
_LEAST_HEADS: Final = 3  # words
_OF_A_DAY: Final = 2  # words within which the number of a day is: "May 3"
_UPRIGHT: Final = 1.6  # times as high as wide: a word of three letters is printed upright


_T = TypeVar("_T")


class _Placed(NamedTuple):
    """A word's place, and its box as it would be if its line ran from left to right."""

    place: int
    x0: float
    x1: float
    middle: float
    height: float


_LEFT: Final = attrgetter("x0")
_DOWN: Final = attrgetter("middle")
_DOWN_AND_LEFT: Final = attrgetter("middle", "x0")


def with_rows(page: Page, turns: Sequence[int] = ()) -> Page:
    """The page with its rows; ``turns`` are the quarter turns of each word, clockwise, where they
    are known."""
    return replace(page, rows=rows_of(page.words, turns))


def median(values: Iterable[float]) -> float:
    """What half of them are below; to load `statistics` for it takes longer than to read a page."""
    ordered = sorted(values)
    half = len(ordered) // 2
    return (ordered[half] + ordered[~half]) / 2


def rows_of(words: Sequence[Word], turns: Sequence[int] = ()) -> Rows:
    """The rows from top to bottom, and behind them those of words that are turned, huge or fine."""
    usual = median([word.bottom - word.top for word in words]) if words else 0.0
    groups: dict[tuple[int, int], list[_Placed]] = defaultdict(list)
    for place, word in enumerate(words):
        turn = turns[place] if turns else _turn_of(word)
        _, x0, top, x1, bottom = word
        if turn == 1:  # reads downwards
            x0, top, x1, bottom = top, -x1, bottom, -x0
        elif turn == 2:
            x0, top, x1, bottom = -x1, -bottom, -x0, -top
        elif turn == 3:  # reads upwards
            x0, top, x1, bottom = -bottom, x0, -top, x1
        placed = _Placed(place, x0, x1, (top + bottom) / 2, bottom - top)
        size = 1 if placed.height >= _HUGE * usual else -1 if placed.height < _FINE * usual else 0
        groups[turn, size].append(placed)
    order = sorted(groups, key=lambda key: (key != (0, 0), key))
    rows = [row for key in order for row in _lines(groups[key])]
    return tuple(map(tuple, tables_apart(rows, words.__getitem__)))


def _turn_of(word: Word) -> int:
    """A guess by the box alone: a word that is much higher than wide reads upwards."""
    high = word.bottom - word.top >= _UPRIGHT * (word.x1 - word.x0)
    return 3 if high and len(word.text) > 2 else 0


def _lines(words: list[_Placed]) -> list[tuple[int, ...]]:
    words.sort(key=_DOWN_AND_LEFT)
    rows: list[list[_Placed]] = []
    middle = tolerance = 0.0
    for word in words:
        if rows and word.middle - middle <= tolerance:
            rows[-1].append(word)
            continue
        rows.append([word])
        middle, tolerance = word.middle, _BELOW * word.height
    parts = (part for row in rows for part in _apart(row))
    return [tuple([word.place for word in sorted(part, key=_LEFT)]) for part in parts]


def _apart(words: list[_Placed]) -> list[list[_Placed]]:
    """One row, or two if its words lie over each other: a footer printed across the last line."""
    words.sort(key=_LEFT)
    over = any(
        left.x1 - right.x0 > 0.3 * min(left.x1 - left.x0, right.x1 - right.x0)
        for left, right in itertools.pairwise(words)
    )
    if not over:
        return [words]
    words.sort(key=_DOWN)
    parts = [[words[0]]]
    for above, word in itertools.pairwise(words):
        if word.middle - above.middle > 0.6:
            parts.append([])
        parts[-1].append(word)
    return parts


def tables_apart(rows: Sequence[Sequence[_T]], word_of: Callable[[_T], Word]) -> list[list[_T]]:
    """The rows, those of tables that lie side by side apart and the leftmost first: below a header
    that says the same several times over, as far as the rows begin where it does."""
    found: list[list[_T]] = []
    at = 0
    while at < len(rows):
        stop = at + 1
        if (heads := _repeated_heads([word_of(each) for each in rows[at]])) is not None:
            while stop < len(rows) and heads.are_over([word_of(each) for each in rows[stop]]):
                stop += 1
        if heads is None or stop - at <= _FEWEST:
            stop = at + 1
            found.append(list(rows[at]))
        else:
            apart = [heads.parts(row, word_of) for row in rows[at:stop]]
            found += filter(None, itertools.chain.from_iterable(zip(*apart, strict=True)))
        at = stop
    return found


class _Heads(NamedTuple):
    """The headers of tables side by side, from left to right."""

    tables: Sequence[Sequence[Word]]

    def parts(self, row: Sequence[_T], word_of: Callable[[_T], Word]) -> list[list[_T]]:
        """What of a row is in each table."""
        middles = [
            (left[-1].x1 + right[0].x0) / 2 for left, right in itertools.pairwise(self.tables)
        ]
        found: list[list[_T]] = [[] for _ in self.tables]
        for each in row:
            found[bisect_right(middles, word_of(each).x0)].append(each)
        return found

    def are_over(self, row: Sequence[Word]) -> bool:
        """Whether no word of a row reaches into the next table, and each part begins below a head:
        below the first with a number, as a day or what counts does."""
        parts = self.parts(row, lambda word: word)
        reaching = self.parts([word._replace(x0=word.x1) for word in row], lambda word: word)
        return list(map(len, parts)) == list(map(len, reaching)) and all(
            not part or _begins_below(part, heads)
            for part, heads in zip(parts, self.tables, strict=True)
        )


def _begins_below(part: Sequence[Word], heads: Sequence[Word]) -> bool:
    first = part[0]
    below = [abs(first.x0 - head.x0) <= first.bottom - first.top for head in heads]
    counts = any(map(str.isdecimal, "".join(word.text for word in part[:_OF_A_DAY])))
    return any(below[1:]) or (below[0] and counts)


def _repeated_heads(words: Sequence[Word]) -> _Heads | None:
    """The parts of a row, if all say the same: three words or more, without a digit, and from left
    to right."""
    texts = [word.text for word in words]
    for times in range(_MOST_TABLES, 1, -1):
        own, left_over = divmod(len(words), times)
        if own >= _LEAST_HEADS and not left_over and texts == texts[:own] * times:
            break
    else:
        return None
    plain = not any(map(str.isdecimal, "".join(texts)))
    rightward = all(unicodedata.bidirectional(text[0]) not in ("R", "AL") for text in texts)
    tables = [words[first : first + own] for first in range(0, len(words), own)]
    return _Heads(tables) if plain and rightward else None


_LEADER = re.compile(r"[.·…_]{3,}")
# An amount and the next column's ideographs without a space: "13,848.93自助设备".
_FIGURE_THEN_MORE = re.compile(r"^[-+]?[\d,]+\.\d{2}(?=[^元円])")
_IDEOGRAPHS: Final = range(0x3400, 0xA000)  # in a pattern, wide ranges take long to compile
_SCRIPTS: Final = (range(0x590, 0x10A0), range(0x3040, 0x3100), _IDEOGRAPHS, range(0xAC00, 0xD7A4))
# Two dates in one run: "02.03./03.03.", "03/06/23-04/05/23".
_DAY = (
    r"(?:\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|\D{0,4}?(?:[\d元]{1,4}[年년])?\d{1,2}[月월]\d{1,2}[日일])"
)
_TWO_DATES = re.compile(rf"^(?:\d{{2}}\.\d{{2}}\.(?=/\d{{2}}\.\d{{2}}\.$)|{_DAY}(?=-{_DAY}$))")
# What is between two days, or beside one of them, and of no day a part: "2024年3月1日~3月31日".
_BESIDE_DAY = re.compile(rf"^(?:{_DAY}(?=[~至到](?:{_DAY})?$)|[~至到](?={_DAY}$))")
# An account's number and the code of its bank: "2700441877/2010".
_NUMBER_THEN_BANK = re.compile(r"^(?:\d{1,6}-)?\d{7,10}(?=/\d{4}$)")
# Stars before the amounts of a passbook or a cheque, or around them: "*1,201,300"; alone they may
# be a mask's.
_STARRED = re.compile(r"^\*+\d{1,3}(?:,\d{3})+(?:\.\d\d)?\**$")
_STARS = re.compile(r"^\*+(?=\d[\d,]*(?:\.\d\d)?\**$)")
_SPELT = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "﹣": "-", "－": "-", "\u00ad": ""}
    | {"〜": "~"}
    # Footnote signs.
    | {"†": "*", "‡": "*", "§": "*", "※": "*"}
    # Marks of Arabic figures: thousands, decimals, and the comma for either of the two.
    | {"٬": ",", "٫": ".", "،": ","}
    # What has no ink: joiners, and marks of the direction of writing.
    | dict.fromkeys("\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e", "")
    | dict.fromkeys("\u2060\u2066\u2067\u2068\u2069\ufeff", "")
)
#: A footnote's number behind what it is at; "12⁵⁰" is none.
_RAISED = re.compile(
    r"(?<=[^\s⁰¹²³⁴⁵⁶⁷⁸⁹])(?:[¹²³⁴⁵⁶⁷⁸⁹]|⁽?[¹²³⁴⁵⁶⁷⁸⁹]⁾)$|^(?:[¹²³⁴⁵⁶⁷⁸⁹]|⁽?[¹²³⁴⁵⁶⁷⁸⁹]⁾)$"
)
#: Digits that continue no number: raised ones except for minor units behind a point, circled ones.
_APART = re.compile(r"(?<=[^.,⁰¹²³⁴⁵⁶⁷⁸⁹])[⁰¹²³⁴⁵⁶⁷⁸⁹]+|[\u2460-\u249b\u24ea-\u24ff\u2776-\u2793]")


def tokens(words: Iterable[Word]) -> list[Word]:
    """The words cut and spelt plainly, in their order; done twice it changes nothing more."""
    return [token for token, _ in numbered_tokens(words)]


def numbered_tokens(words: Iterable[Word]) -> list[tuple[Word, int]]:
    """The same, each with the place of the word that it was cut from."""
    whole = list(words)
    if any(word.text[:1] == "*" and _STARRED.match(word.text) for word in whole):
        whole = [_without_stars(word) for word in whole]
    return [
        (token, place)
        for place, word in enumerate(whole)
        for token in ((word,) if _is_plain(word.text) else _tokens(word))
    ]


def _without_stars(word: Word) -> Word:
    """A figure without the stars before it, which keep others from writing a digit there."""
    found = _STARS.match(word.text)
    return _cut(word, found.end())[1] if found else word


@lru_cache(maxsize=16384)
def _is_plain(text: str) -> bool:
    """Whether a word of this text stays as it is: most do."""
    return text.isascii() and not (
        _TWO_DATES.match(text)
        or _BESIDE_DAY.match(text)
        or _NUMBER_THEN_BANK.match(text)
        or _has_leaders(text)
    )


def _tokens(word: Word) -> Iterator[Word]:
    text = word.text
    if not text.isascii():
        text = _plain(text)
        if not text:
            return
        word = word._replace(text=text)
    if end := _label_end(text):
        name, value = _cut(word, end)
        yield name
        yield from _tokens(value)
    elif found := _TWO_DATES.match(text):
        first, rest = _cut(word, found.end())
        yield first
        # A dash that stays at the second day would be its sign.
        yield from _cut(rest, 1) if rest.text[0] == "-" else (rest,)
    elif end := _figure_end(text):
        yield from _cut(word, end)
    elif found := _BESIDE_DAY.match(text):
        before, behind = _cut(word, found.end())
        yield before
        yield from _tokens(behind)
    elif _has_leaders(text):
        yield from _without_leaders(word)
    else:
        yield word


def _label_end(text: str) -> int:
    """Where a label ends that is of a script without spaces: "期初余额:1,234.00"; else 0."""
    label, colon, value = text.partition(":")
    is_label = len(label) > 1 and all(any(ord(e) in own for own in _SCRIPTS) for e in label)
    return len(label) + 1 if is_label and colon and value[:1].strip() else 0


def _figure_end(text: str) -> int:
    """Where an amount ends before ideographs, or an account's number before its bank's; else 0."""
    found = _FIGURE_THEN_MORE.match(text)
    if not (found and ord(text[found.end()]) in _IDEOGRAPHS):
        found = _NUMBER_THEN_BANK.match(text)
    return found.end() if found else 0


def _has_leaders(text: str) -> bool:
    return "..." in text or "___" in text


def _plain(text: str) -> str:
    # What no number goes on with becomes a sign that none has.
    bare = _APART.sub("\N{WHITE SQUARE}", _RAISED.sub("", text))
    folded = unicodedata.normalize("NFKC", bare).translate(_SPELT)
    return "".join(_plain_digit(char) for char in folded).strip()


def _plain_digit(char: str) -> str:
    return str(unicodedata.decimal(char)) if char.isdecimal() and not char.isascii() else char


def _cut(word: Word, at: int) -> list[Word]:
    """The word in two, its box shared out by the number of characters."""
    middle = word.x0 + (word.x1 - word.x0) * at / len(word.text)
    return [
        Word(word.text[:at], word.x0, word.top, middle, word.bottom),
        Word(word.text[at:], middle, word.top, word.x1, word.bottom),
    ]


def _without_leaders(word: Word) -> list[Word]:
    """The pieces left of a word when its dotted leaders are taken out, each with its own box."""
    pieces: list[Word] = []
    width = (word.x1 - word.x0) / len(word.text)
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
