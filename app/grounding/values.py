"""Finds the figures and days of a sentence, with every exact value that each can mean."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Final, TypeAlias

from pipeline.reading.lexing.phrases import currency_names, month_names, squeeze

_GAP: Final = "[ \u00a0\u2009\u202f]"
_NUMBER: Final = re.compile(
    rf"\d{{1,3}}(?:{_GAP}\d{{3}})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,'’]\d+)*", re.ASCII
)
_SIGN: Final = re.compile(r"(?:^|[\s(\[|:;=*_~≈<>\"“])([-−+])(?:(?:[A-Z]{3}|[^\w\s])\s?)?$")
_LETTERS_BEFORE: Final = re.compile(r"[^\W\d_]+$")
_LETTERS_AFTER: Final = re.compile(r"[^\W\d_]+")
_CURRENCY_BEFORE: Final = re.compile(r"([A-Z]{3}|[€$£¥₹])\s?[-−+]?\s?$")
_CURRENCY_AFTER: Final = re.compile(r"\s?([A-Z]{3}\b|[€$£¥₹])")
_WORD_BEFORE: Final = re.compile(r"[\w/-]*$")
_WORD_AFTER: Final = re.compile(r"[\w/-]*")
_NAMES_A_ROW: Final = re.compile(
    r"(?:#|№|\b(?:id|no|nr|entry|entries|account|import|statement|line|row|page)\.?:?)\s*$", re.I
)
_MASKED_DIGITS: Final = re.compile(r"[….*•x]{1,}\s?$|\b(?:ending|ends)(?: in| with)? $", re.I)
_ORDINALS: Final = frozenset({"st", "nd", "rd", "th", "er", "ère", "re", "e", "º", "ª"})
_LIST_NUMBER: Final = re.compile(r"^(\s*(?:[-*•>]\s*)?)\d{1,3}[.)](?=\s)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class SaidFigure:
    """A figure as printed. ``values`` are all that it can mean, without sign; ``sign`` is printed
    before it; ``word`` is the whole word where letters hang on it, as in "B2B".

    ``number`` says that it is where the number of a row or an account does; ``start`` is its place
    in the text."""

    text: str
    values: frozenset[Decimal]
    start: int
    sign: str = ""
    currency: str = ""
    word: str = ""
    percent: bool = False
    ordinal: bool = False
    number: bool = False


def plain(text: str) -> str:
    """The text with every decimal digit of any script as 0 to 9, and list numbers blanked."""
    digits = "".join(_digit(char) for char in text)
    return _LIST_NUMBER.sub(lambda match: " " * len(match[0]), digits)


def figures_in(text: str) -> Iterator[SaidFigure]:
    """Every figure of a text that `plain` made."""
    for match in _NUMBER.finditer(text):
        yield _figure(text, match)


def values_of(printed: str) -> frozenset[Decimal]:
    """What the figure can mean: "1,234" is a thousand and more, or one and a bit."""
    bare = re.sub(rf"{_GAP}|['’]", "", printed)
    marks = [char for char in bare if char in ".,"]
    if not marks:
        return frozenset({Decimal(bare)})
    last = marks[-1]
    whole, _, rest = bare.rpartition(last)
    found = set()
    if marks.count(last) == 1:
        found.add(Decimal(f"{re.sub('[.,]', '', whole)}.{rest}"))
    if len(set(marks)) == 1 and len(rest) == 3:
        found.add(Decimal(re.sub("[.,]", "", bare)))
    return frozenset(found)


def _figure(text: str, match: re.Match[str]) -> SaidFigure:
    before, after = text[: match.start()], text[match.end() :]
    left, right = _LETTERS_BEFORE.search(before), _LETTERS_AFTER.match(after)
    hangs = (left is not None and not _is_currency(left[0])) or (
        right is not None and not _is_currency(right[0])
    )
    ordinal = right is not None and right[0].casefold() in _ORDINALS
    hyphened = re.match(r"-[^\W\d_]", after) is not None
    sign = _SIGN.search(before)
    return SaidFigure(
        text=match[0],
        values=values_of(match[0]),
        start=match.start(),
        sign=sign[1].replace("−", "-") if sign else "",
        currency=_currency(before, after),
        word=_word(before, match[0], after) if (hangs and not ordinal) or hyphened else "",
        percent=re.match(r"\s?[%‰]", after) is not None,
        ordinal=ordinal,
        number=bool(_NAMES_A_ROW.search(before) or _MASKED_DIGITS.search(before)),
    )


def _word(before: str, printed: str, after: str) -> str:
    start, end = _WORD_BEFORE.search(before), _WORD_AFTER.match(after)
    return f"{start[0] if start else ''}{printed}{end[0] if end else ''}"


def _currency(before: str, after: str) -> str:
    match = _CURRENCY_AFTER.match(after) or _CURRENCY_BEFORE.search(before)
    return match[1] if match and (len(match[1]) == 1 or _is_currency(match[1])) else ""


def _is_currency(word: str) -> bool:
    return word in _codes() or word.casefold() in _names()


@cache
def _codes() -> frozenset[str]:
    return frozenset(currency_names().values())


@cache
def _names() -> frozenset[str]:
    return frozenset({*currency_names(), "kr", "zł", "fr", "ft", "kč", "lei"})


def _digit(char: str) -> str:
    if char.isascii() or not char.isdecimal():
        return "." if char == "٫" else "," if char == "٬" else char
    return str(unicodedata.decimal(char))


#: Year, month and day; None is what the sentence leaves out.
Reading: TypeAlias = tuple[int | None, int | None, int | None]

_ISO: Final = re.compile(r"(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)")
_NUMERIC: Final = re.compile(r"(?<!\d)(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d,])")
_CJK: Final = re.compile(r"(?:(\d{4})\s*[年년]\s*)?(\d{1,2})\s*[月월](?:\s*(\d{1,2})\s*[日일])?")
_YEAR_MONTH: Final = re.compile(r"(?<![\d-])(\d{4})[-/](\d{2})(?![\d-])")
_MONTH_YEAR: Final = re.compile(r"(?<![\d/])(\d{1,2})/(\d{4})(?!\d)")
_NO_YEAR: Final = re.compile(r"(?<![\d.])(\d{1,2})\.(\d{1,2})\.(?!\d)")
_WORD: Final = re.compile(r"[^\W\d_]+")
_TO: Final = r"\s*(?:-|–|—|to|and|bis|und|au|et|al|a|y|e|t/m|до|и)\s*"
_ONE: Final = r"(\d{1,2})(?:st|nd|rd|th|er|re|º|ª|°|\.)?"
_DAY_BEFORE: Final = re.compile(
    rf"(?<![\d.,])(?:{_ONE}{_TO})?{_ONE}\s*(?:de|of|di|del|d['’])?\s*$", re.IGNORECASE
)
_YEAR_BEFORE: Final = re.compile(r"(?<!\d)(\d{4})\.?\s*(?:de\s*)?$")
_DAY_AFTER: Final = re.compile(rf"\.?\s*{_ONE}(?:{_TO}{_ONE})?(?!\d|[.,]\d)", re.IGNORECASE)
_YEAR_AFTER: Final = re.compile(
    r"\.?,?\s*(?:de|of|del|di)?\s*(\d{4})(?!\d|[.,]\d)(?:\s*(?:г|р)\.)?"
)


@dataclass(frozen=True, slots=True)
class SaidDay:
    """A day, a month of a year, or a day of a month as printed, with all that it can mean.

    ``otherwise`` is the part that may be no day at all, such as the 3 of "in May 3 payments".
    """

    text: str
    readings: frozenset[Reading]
    otherwise: str | None = None


def days_in(text: str) -> tuple[list[SaidDay], str]:
    """Every day that the text names, and the text with them blanked."""
    found: list[SaidDay] = []
    for pattern, read in _READERS:
        for match in pattern.finditer(text):
            readings = frozenset(each for each in read(*match.groups()) if _is_possible(each))
            if readings:
                found.append(SaidDay(match[0], readings))
                text = _blanked(text, match.start(), match.end())
    named, text = _with_months_in_words(text)
    return [*found, *named], text


def _iso(year: str, _mark: str, month: str, day: str) -> Iterator[Reading]:
    yield int(year), int(month), int(day)


def _numeric(first: str, _mark: str, second: str, year: str) -> Iterator[Reading]:
    whole = int(year) if len(year) == 4 else 2000 + int(year)
    yield whole, int(second), int(first)
    yield whole, int(first), int(second)


def _cjk(year: str | None, month: str, day: str | None) -> Iterator[Reading]:
    yield int(year) if year else None, int(month), int(day) if day else None


def _year_month(year: str, month: str) -> Iterator[Reading]:
    yield int(year), int(month), None


def _month_year(month: str, year: str) -> Iterator[Reading]:
    yield int(year), int(month), None


def _no_year(first: str, second: str) -> Iterator[Reading]:
    yield None, int(second), int(first)


_READERS: Final = (
    (_ISO, _iso),
    (_NUMERIC, _numeric),
    (_CJK, _cjk),
    (_YEAR_MONTH, _year_month),
    (_MONTH_YEAR, _month_year),
    (_NO_YEAR, _no_year),
)


def _with_months_in_words(text: str) -> tuple[list[SaidDay], str]:
    found: list[SaidDay] = []
    for word in _WORD.finditer(text):
        month = month_names().get(squeeze(word[0]))
        if month is not None:
            day = _around(text, word.start(), word.end(), month)
            if day is not None:
                found.append(day[0])
                text = _blanked(text, *day[1:])
    return found, text


def _around(text: str, start: int, end: int, month: int) -> tuple[SaidDay, int, int] | None:
    """The day of which the month's name at ``start`` to ``end`` is a part; None if it is without
    any figure."""
    before = _DAY_BEFORE.search(text[:start])
    year = None if before else _YEAR_BEFORE.search(text[:start])
    after = None if before else _DAY_AFTER.match(text, end)
    ending = None if year else _YEAR_AFTER.match(text, after.end() if after else end)
    years, days = _numbers(ending, year), _numbers(before, after)
    if not years and not days:
        return None
    first = min([start, *_edges(before, year)])
    last = max([end, *_edges(after, ending)])
    readings = frozenset((next(iter(years), None), month, day) for day in (days or (None,)))
    loose = after[0] if after and not years else None
    return SaidDay(text[first:last].strip(), readings, loose), first, last


def _numbers(*matches: re.Match[str] | None) -> list[int]:
    return [int(n) for match in matches if match is not None for n in match.groups() if n]


def _edges(*matches: re.Match[str] | None) -> list[int]:
    return [edge for match in matches if match is not None for edge in match.span()]


def _is_possible(reading: Reading) -> bool:
    year, month, day = reading
    try:
        date(year or 2024, month or 1, day or 1)
    except ValueError:
        return False
    return True


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]
