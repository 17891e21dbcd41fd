"""Reads one printed figure or day under the convention that a witness states, or refuses it.

docs/certificate.md, section 3, is the grammar. Nothing is searched for: a text is a figure or a day
as a whole, or it is not one."""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from pipeline.proof.witness import DayStyle, Style

#: From here on, in scripts of India to Burma, marks are vowels and tell words from each other.
_VOWELS: Final = 0x900


@lru_cache(maxsize=16384)
def fold(text: str) -> str:
    """The letters of a text alone, in lower case and without accents."""
    lower = text.lower()
    if lower.isascii():
        return "".join(filter(str.isalpha, lower))
    return "".join(filter(_is_letter, unicodedata.normalize("NFKD", lower)))


def _is_letter(char: str) -> bool:
    return char.isalpha() or (ord(char) >= _VOWELS and unicodedata.category(char)[0] == "M")


@cache
def table(name: str) -> dict[str, Any]:
    """One of the tables, as it is written."""
    return dict(json.loads(Path(__file__).with_name(name).read_text(encoding="utf-8")))


@cache
def month_names(language: str) -> Mapping[str, int]:
    """The month (1 to 12) of each folded name that a language has; empty for none known."""
    names = table("months.json")["names"].get(language, [])
    return {fold(name): month for month, each in enumerate(names, 1) for name in each}


@cache
def every_month() -> frozenset[str]:
    """The folded names of months in all languages."""
    known = table("months.json")["names"]
    every = (name for language in known for name in month_names(language))
    return frozenset(name for name in every if len(name) > 2 or not name.isascii())


@cache
def between(style: DayStyle) -> frozenset[str]:
    """The folded words that may be between the parts of a day: "of", "de", a calendar's own."""
    known = table("months.json")
    words = (*known["joins"].get(style.months, ()), *known["calendars"][style.calendar]["words"])
    return frozenset(map(fold, words))


#: A number of more digits is a reference, whatever it looks like.
MOST_DIGITS: Final = 18
_GROUPS: Final = {"": "", ".": r"\.", ",": ",", "'": "['’]", " ": r"\s"}
_DROPPED: Final = re.compile(r"[\s*#]")
_DIGIT: Final = re.compile(r"[0-9]")


class Figure(NamedTuple):
    """A figure as printed: ``size`` in units of 10^-digits, -1 as ``sign`` for a minus or brackets
    (else 1), what the mark at it says (0 without one), and its currency's code or symbol."""

    size: int
    sign: int
    mark: int
    currency: str | None


@lru_cache(maxsize=32768)
def read_figure(text: str, style: Style) -> Figure | None:
    """The figure that a text is, as a whole; None if it is not one."""
    if not (digits := [found.start() for found in _DIGIT.finditer(text)]):
        return None
    first, stop = digits[0], digits[-1] + 1
    pointed = first > 0 and text[first - 1] == style.decimal
    found = _figure_at(text, first - 1, stop, style) if pointed else None
    return found or _figure_at(text, first, stop, style)


def _figure_at(text: str, first: int, stop: int, style: Style) -> Figure | None:
    """The figure whose number goes from ``first`` to ``stop``."""
    if (size := _size(text[first:stop], style)) is None:
        return None
    sides = [_DROPPED.sub("", part).replace("\u2212", "-") for part in (text[:first], text[stop:])]
    known, longest = _known(style.marks)
    tokens = [token for side in sides for token in _tokens(side, known, longest)]
    return _with_tokens(size, tokens, dict(style.marks)) if all(tokens) else None


def _size(number: str, style: Style) -> int | None:
    """The digits of a number as an integer of 10^-digits units."""
    if (found := _number(style.decimal, style.group, style.digits).fullmatch(number)) is None:
        return None
    whole, part = re.sub("[^0-9]", "", found["whole"] or ""), found["part"] or ""
    if len(part) < style.digits and not (style.short and whole):
        return None
    digits = whole + part.ljust(style.digits, "0")
    if len(digits) > MOST_DIGITS or (len(whole) > 1 and whole[0] == "0"):
        return None
    return int(digits)


def _with_tokens(size: int, tokens: list[str], marks: dict[str, int]) -> Figure | None:
    """The figure with what is around its number; None where that contradicts itself."""
    said = [marks[token.strip("()")] for token in tokens if token.strip("()") in marks]
    rest = [token for token in tokens if token.strip("()") not in marks]
    signs = [token for token in rest if token in ("+", "-")]
    brackets = [token for token in rest if token in ("(", ")")]
    money = [token for token in rest if token not in ("+", "-", "(", ")")]
    if max(len(said), len(signs), len(money)) > 1 or brackets not in ([], ["(", ")"]):
        return None
    sign = -1 if brackets or signs == ["-"] else 1
    mark = next(iter(said), 0)
    if (signs and brackets) or (mark and (signs or brackets) and sign != mark):
        return None
    return Figure(size, sign, mark, next(iter(money), None))


@lru_cache(maxsize=256)
def _number(decimal: str, group: str, digits: int) -> re.Pattern[str]:
    whole = "[0-9]+"
    if mark := _GROUPS[group]:
        groups = f"(?:{mark}[0-9]{{3}})+|(?:{mark}[0-9]{{2}})+{mark}[0-9]{{3}}"
        whole = f"[0-9]{{1,3}}(?:{groups})|[0-9]+"
    pointed = rf"{re.escape(decimal)}(?P<part>[0-9]{{1,{digits}}})"
    part = pointed if decimal and digits else "(?P<part>)"
    return re.compile(f"(?P<whole>{whole})?(?:{part})?")


@lru_cache(maxsize=256)
def _known(marks: tuple[tuple[str, int], ...]) -> tuple[frozenset[str], int]:
    """All that may be beside a number, and how long the longest of it is."""
    money, known = table("currencies.json"), [mark for mark, _ in marks]
    each = [*known, *(f"({mark})" for mark in known), "+", "-", "(", ")"]
    every = frozenset((*each, *money["codes"], *money["symbols"], *money["signs"]))
    return every, max(map(len, every))


def _tokens(text: str, known: frozenset[str], longest: int) -> Iterator[str]:
    """The parts of a text, the longest known ones, for "R$" is not "R"; empty for one unknown."""
    at = 0
    while at < len(text):
        parts = (text[at:end] for end in range(at + longest, at, -1))
        token = next(filter(known.__contains__, parts), "")
        yield token
        at += len(token) or 1


_TIME: Final = re.compile(r"[T ]?[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?$")
_PART: Final = re.compile(r"[0-9]+|[^\W\d_]+(?:[\u0300-\u036f\u0900-\u1100][^\W\d_]*)*")
_STOP: Final = re.compile(r"(?<=[^\W\d_])\.|(?<=[\u0900-\u1100])\.")
_LEFTWARD: Final = re.compile("[\u0590-\u08ff]")
_BETWEEN: Final = re.compile(r"[\s.,/\-'’()*#]*")
_CENTURY: Final = 70  # a year of two digits below is of this century


class PrintedDay(NamedTuple):
    """A day as printed; ``year`` is None where none is."""

    day: int
    month: int
    year: int | None

    def in_year(self, year: int) -> date | None:
        """The day in its own year, else in this one; None if it does not exist there."""
        try:
            return date(self.year or year, self.month, self.day)
        except ValueError:
            return None


@lru_cache(maxsize=16384)
def read_day(text: str, style: DayStyle) -> PrintedDay | None:
    """The day that a text is, as a whole; None if it is not one or does not exist."""
    bare = _STOP.sub("", _TIME.sub("", text.rstrip(":;")))
    if _BETWEEN.fullmatch(_PART.sub("", bare)) is None:
        return None
    numbers, named = list[str](), 0
    for part in _PART.findall(bare):
        if part[0].isdecimal():
            numbers.append(part)
        elif month := _month(part, style.months):
            if named:
                return None
            named = month
        elif fold(part) not in between(style):
            return None
    found = _named(numbers, named, style) if named else _numeric(numbers, style)
    return _checked(found, style)


def _month(text: str, language: str) -> int:
    """The month that a text names, or 0. Some programs write Hebrew and Arabic backwards."""
    names, name = month_names(language), fold(text)
    return names.get(name, 0) or (names.get(name[::-1], 0) if _LEFTWARD.match(name) else 0)


def read_year(text: str, style: DayStyle) -> int | None:
    """The year that a text is, in four digits or in the calendar's own count."""
    numbers = re.findall("[0-9]+", text)
    counted = table("months.json")["calendars"][style.calendar]["words"]
    whole = len(numbers) == 1 and (counted or len(numbers[0]) == 4)
    return _year(numbers[0], style) if whole else None


_Parts = tuple[str, int, str | None] | None


def _named(numbers: list[str], month: int, style: DayStyle) -> _Parts:
    if len(numbers) == 2:
        day, year = reversed(numbers) if style.order == "ymd" else numbers
        return day, month, year
    return (numbers[0], month, None) if len(numbers) == 1 else None


def _numeric(numbers: list[str], style: DayStyle) -> _Parts:
    parts, year = _cut(numbers[0], style) if len(numbers) == 1 else numbers, None
    order = style.order
    if len(parts) == 3:
        order = "ymd" if len(parts[0]) == 4 else order
        year, parts = (parts[0], parts[1:]) if order == "ymd" else (parts[2], parts[:2])
    if len(parts) != 2:
        return None
    day, month = parts if order == "dmy" else reversed(parts)
    return (day, int(month), year) if max(len(day), len(month)) <= 2 else None


def _cut(number: str, style: DayStyle) -> list[str]:
    """One number of 4, 6 or 8 digits as day, month and perhaps year."""
    if len(number) not in (4, 6, 8):
        return []
    at = len(number) - 4 if style.order == "ymd" else 2
    cuts = (0, at, at + 2, len(number))
    return [number[one:two] for one, two in pairwise(cuts) if one < two]


def _checked(parts: _Parts, style: DayStyle) -> PrintedDay | None:
    if parts is None or len(parts[0]) > 2:
        return None
    day, month = int(parts[0]), parts[1]
    if style.calendar == "solar":
        return _solar(day, month, parts[2])
    year = None if parts[2] is None else _year(parts[2], style)
    if parts[2] is not None and year is None:
        return None
    found = PrintedDay(day, month, year)
    # Without its year, 29 February may exist.
    return found if found.in_year(2000) else None


def _year(text: str, style: DayStyle) -> int | None:
    counts = table("months.json")["calendars"][style.calendar]
    year = int(text) if len(text) == 4 else 0
    if counts["add"] and (len(text) < 4 or counts["long"]):
        year = int(text) + counts["add"] + (2500 if counts["long"] and len(text) == 2 else 0)
    elif len(text) == 2:
        year = int(text) + (2000 if int(text) < _CENTURY else 1900)
    return year if 1970 <= year <= 2100 else None


def _solar(day: int, month: int, text: str | None) -> PrintedDay | None:
    """A day of Iran's calendar, by its years' first days; without a year it is not one."""
    first, after = (_nowruz(int(text or 0) + years) for years in (0, 1))
    if not first or not after or not (1 <= month <= 12 and 1 <= day <= (31 if month <= 6 else 30)):
        return None
    found = first + timedelta(31 * min(month - 1, 6) + 30 * max(month - 7, 0) + day - 1)
    return PrintedDay(found.day, found.month, found.year) if found < after else None


def _nowruz(year: int) -> date | None:
    day = table("months.json")["nowruz"].get(str(year))
    return date.fromisoformat(day) if day else None
