"""Printed dates: what a run of words says as a day, before order and year are decided."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import lru_cache
from typing import NamedTuple

from pipeline.reading.lexing.phrases import month_names, one_of, single, solar_months, squeeze
from pipeline.words import Word


class PrintedDate(NamedTuple):
    """A day as printed: either sure of its order, or two numbers that could be either.

    ``year`` is None where the row does not print one. ``first``/``last`` are word positions.
    ``bare`` marks the likes of 10.11, which may be an amount as well. ``order`` is ``D`` or ``M``
    where two numbers could only be day first or month first.
    """

    day: int
    month: int
    year: int | None
    sure: bool
    x0: float
    x1: float
    first: int
    last: int
    bare: bool = False
    order: str = ""

    def resolve(self, month_first: bool, year: int | None = None) -> date | None:
        """The day under an order, with ``year`` where none is printed; None if impossible."""
        day, month = self.day, self.month
        if not self.sure and month_first:
            day, month = month, day
        chosen = self.year if self.year is not None else year
        if chosen is None:
            return None
        try:
            return date(chosen, month, day)
        except ValueError:
            return None


_MARKS = "*#"  # of footnotes
_MOST_WORDS, _LONGEST = 6, 24  # of a date, in words and in characters
_TIME = re.compile(r"(?<=\d{2})[T,-]?\d{2}:\d{2}(?::\d{2})?$")
SHORT_YMD = re.compile(r"^(\d\d)([-./])(\d\d)\2(\d\d)\.?$")
_SHORT_REIGN = re.compile(r"^(\d{1,2})([-./])(\d{1,2})\2(\d{1,2})$")
_BARE = re.compile(r"^\d{1,2}\.\d{2}$")
_ISO = re.compile(r"^((?:19|20|25)\d\d)([-./])(\d{1,2})\2(\d{1,2})\.?$")
_NUMERIC = re.compile(r"^(\d{1,2})([-./])(\d{1,2})(?:\2((?:19|20|25)\d\d|\d\d))?([.,])?$")
_COMPACT = re.compile(r"^((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$")
_CJK = re.compile(r"^(?:(\d{4})[年년])?(\d{1,2})[月월](\d{1,2})[日일]$")
# Years counted from a reign or the republic: "令和6年1月5日", "R6.1.5", "113/01/05".
REIWA = 2018
_REIGNS = {"令和": REIWA, "R": REIWA, "平成": 1988, "H": 1988, "中華民國": 1911, "民國": 1911}
_REIGN_DATE = re.compile(
    r"^(令和|平成|(?:中華)?民國|[RH](?=\d{1,2}[-./]))(\d{1,3}|元)(?:年|[-./])"
    r"(\d{1,2})(?:月|[-./])(\d{1,2})日?$"
)
_REIGN_YEAR = re.compile(r"(令和|平成|(?:中華)?民國)(?:\d{1,3}|元)年")
_REPUBLIC = re.compile(
    r"^(1[0-4]\d)(?:/(\d{1,2})/(\d{1,2})|([-.])(\d\d)\4(\d\d)|年(\d+)月(\d+)日)$"
)
#: A month's name; between India and Burma vowels are marks, and Thai names are cut short by points.
_NAME = r"(?:[^\W\d_]|[\u0900-\u109f])"
_SHORT = r"[\u0900-\u109f]{1,4}\.?[\u0900-\u109f]"
#: In place of a reign: the document counts in the solar calendar.
SOLAR = -1
_SOLAR_YMD = re.compile(r"^(1[34]\d\d)([-./])(\d{1,2})\2(\d{1,2})$")
_SOLAR_DMY = re.compile(r"^(\d{1,2})([-./])(\d{1,2})\2(1[34]\d\d)$")
_SOLAR_NAMED = re.compile(r"^(\d{1,2})([^\W\d_]{2,10})(1[34]\d\d)$")
_COMMON_YEAR = re.compile(r"(?:19|20)\d\d")
_DAY_MONTH = re.compile(
    rf"^(\d{{1,2}})(?:º|ª|\.)?[-/. ]?({_NAME}{{3,16}}|{_SHORT})\.?,?"
    rf"(?:[-/. ,'’]*(?:{one_of('of')}|พ\.ศ\.)?((?:19|20|25)\d\d|\d\d))?[.,]?$"
)
_MONTH_DAY = re.compile(
    rf"^([^\W\d_]{{3,12}})\.?[-/. ]?(\d{{1,2}})(?:{one_of('ordinal')})?,?"
    r"(?:[-/. ,'’]*((?:19|20)\d\d)|/(\d\d))?,?$"
)
_TORN = re.compile(r"^\.\d")
_SHORT_NUMBER = re.compile(r"^['’.,]*\d{1,2}$")
# In Lithuania "2025 m. kovo 3 d.", in Hungary "2025. március 3.".
_YEAR_MONTH_NAME = re.compile(
    rf"^((?:19|20)\d\d)\.?(?:m\.)?[-/. ]?({_NAME}{{3,12}})\.?[-/. ]?(\d{{1,2}})(?:d?\.)?$"
)


def is_solar(text: str, before: str = "") -> bool:
    """Whether a word is a day of the solar calendar, or a year behind the name of its month."""
    if _SOLAR_YMD.match(text) or _SOLAR_DMY.match(text):
        return True
    return _solar_day(f"1{before}{text}") is not None


def reign_of(text: str) -> int:
    """The year before the first of the reign or republic that a date counts from, else 0."""
    text = text.strip("():;[]")
    found = _REIGN_DATE.match(text) or _REIGN_YEAR.search(text)
    return _REIGNS[found[1]] if found else 0


@lru_cache(maxsize=16384)
def full_form(text: str) -> str:
    """``ymd`` or ``dmy`` for a numeric date with four digits of year, else nothing."""
    if _ISO.match(text.rstrip(_MARKS)):
        return "ymd"
    found = _NUMERIC.match(text.rstrip(_MARKS))
    return "dmy" if found and found[4] and len(found[4]) == 4 else ""


@lru_cache(maxsize=16384)
def parse(
    text: str, year_first: bool = False, reign: int = 0
) -> tuple[int, int, int | None, bool] | None:
    """(day, month, year, sure) of one run of text without spaces, or None.

    ``reign`` is the year before the first of the reign in which the document counts, if any, or
    ``SOLAR``.
    """
    text = _TIME.sub("", text.strip("():;[]/").rstrip(_MARKS).lstrip("-~至到"))
    if not any(map(str.isdigit, text)):
        return None
    if reign == SOLAR:
        # In a document of the solar calendar: one of its days; of the common one only whole dates,
        # for 03/04 without a year is a day of neither that a reader could be sure of.
        if day := _solar_day(text):
            return day.day, day.month, day.year, True
        usual = _numeric(text) or _named(text)
        return usual if _COMMON_YEAR.search(text) else None
    if found := _short_with_year_first(text, year_first, reign):
        year = reign + int(found[1]) if reign else _full_year(found[1])
        return _checked(int(found[4]), int(found[3]), year, sure=True)
    return _numeric(text) or _named(text) or _counted(text)


def _short_with_year_first(text: str, year_first: bool, reign: int) -> re.Match[str] | None:
    if reign > 0:
        return _SHORT_REIGN.match(text)
    return SHORT_YMD.match(text) if year_first else None


def _solar_day(text: str) -> date | None:
    if found := _SOLAR_YMD.match(text):
        return day_of(int(found[1]), int(found[3]), int(found[4]))
    if found := _SOLAR_DMY.match(text):
        return day_of(int(found[4]), int(found[3]), int(found[1]))
    if found := _SOLAR_NAMED.match(text):
        month = solar_months().get(squeeze(found[2]), 0)
        return day_of(int(found[3]), month, int(found[1]))
    return None


def _counted(text: str) -> tuple[int, int, int | None, bool] | None:
    """A date whose year is counted from the first of a reign or of the republic."""
    if found := _REIGN_DATE.match(text):
        year = 1 if found[2] == "元" else int(found[2])
        return _checked(int(found[4]), int(found[3]), _REIGNS[found[1]] + year, sure=True)
    if found := _REPUBLIC.match(text):
        month, day = found[2] or found[5] or found[7], found[3] or found[6] or found[8]
        return _checked(int(day), int(month), _REIGNS["民國"] + int(found[1]), sure=True)
    return None


def _numeric(text: str) -> tuple[int, int, int | None, bool] | None:
    if found := _NUMERIC.match(text):
        left, _, right, year, stop = found.groups()
        if stop == "," and not year:
            return None
        return _two_numbers(int(left), int(right), _full_year(year))
    if found := _ISO.match(text):
        year, _, month, day = found.groups()
        return _checked(int(day), int(month), _full_year(year), sure=True)
    if found := _COMPACT.match(text):
        return _checked(int(found[3]), int(found[2]), int(found[1]), sure=True)
    if found := _CJK.match(text):
        return _checked(
            int(found[3]), int(found[2]), int(found[1]) if found[1] else None, sure=True
        )
    return None


def _named(text: str) -> tuple[int, int, int | None, bool] | None:
    if found := _DAY_MONTH.match(text):
        day, name, year = found.groups()
    elif found := _MONTH_DAY.match(text):
        name, day, long, short = found.groups()
        year = long or short
    elif found := _YEAR_MONTH_NAME.match(text):
        year, name, day = found.groups()
    else:
        return None
    month = _month(squeeze(name))
    return _checked(int(day), month, _full_year(year), sure=True) if month else None


def _month(name: str) -> int | None:
    """A month's number by its name, without what may be before or behind: "1st", "3 de"."""
    ends = (name.removesuffix(after) for after in single("of") if name.endswith(after))
    whole = (name, *ends)
    bare = (one.removeprefix(before) for one in whole for before in _before_month())
    tried = (*whole, *bare)
    return next((month for each in tried if (month := month_names().get(each))), None)


@lru_cache
def _before_month() -> frozenset[str]:
    """What may be before a month's name without a blank; none cuts "december" or "styczeń"."""
    return single("ordinal") | single("before_month")


def _two_numbers(
    left: int, right: int, year: int | None
) -> tuple[int, int, int | None, bool] | None:
    if left > 12:
        return _checked(left, right, year, sure=True)
    if right > 12:
        return _checked(right, left, year, sure=True)
    return _checked(left, right, year, sure=left == right)


def _checked(
    day: int, month: int, year: int | None, *, sure: bool
) -> tuple[int, int, int | None, bool] | None:
    if 1 <= day <= 31 and 1 <= month <= 12:
        return day, month, year, sure
    return None


def short_year(text: str) -> int:
    """The year of two digits."""
    year = int(text)
    return 2000 + year if year < 45 else 1957 + year  # 66 is 2566 of the Buddhist era


def _full_year(text: str | None) -> int | None:
    if not text:
        return None
    year = int(text)
    if year < 100:
        return short_year(text)
    return year - 543 if year > 2400 else year


def dates(
    words: Sequence[Word], years: frozenset[int], year_first: bool = False, reign: int = 0
) -> list[PrintedDate]:
    """Every date of a row; a bare two-digit year counts only if the document prints that year."""
    found: list[PrintedDate] = []
    index = 0
    while index < len(words):
        printed = date_at(words, index, years, year_first, reign)
        if printed:
            found.append(printed)
            index = printed.last + 1
        else:
            index += 1
    return found


def date_at(
    words: Sequence[Word],
    index: int,
    years: frozenset[int],
    year_first: bool = False,
    reign: int = 0,
) -> PrintedDate | None:
    """The longest date that begins with a word of a row."""
    if not _may_start(words[index].text):
        return None
    best: PrintedDate | None = None
    for last, joined in _joined(words, index):
        word, text = words[last], joined
        if last == index + 2 and len(joined) == _DAY_AND_YEAR:
            text = _pointed(words[index : last + 1], joined)
        parsed = parse(text, year_first, reign)
        if parsed is None:
            continue
        if last > index and _swallows(word.text, best, parsed[2], years):
            # "22.10 .04" is the torn 22.10.04 of 2022, and no 22 October.
            return None if _TORN.match(word.text) else best
        if best is not None and best[:3] == parsed[:3] and squeeze(word.text) in single("of"):
            continue  # "22 MAR DI": what leads to no year may be the code in the next column
        order = "" if _short_with_year_first(text, year_first, reign) else order_of(text)
        bare = bool(_BARE.match(text))
        best = PrintedDate(*parsed, words[index].x0, word.x1, index, last, bare, order)
    return best


_DAY_AND_YEAR = 8  # digits


def _pointed(words: Sequence[Word], joined: str) -> str:
    """Two, two and four digits with blanks between, as days are printed in Morocco ("28 02 2025"),
    with points; any other words as they are joined."""
    texts = [word.text for word in words]
    day = joined.isdecimal() and [len(text) for text in texts] == [2, 2, 4]
    return ".".join(texts) if day and _COMMON_YEAR.match(texts[-1]) else joined


def _joined(words: Sequence[Word], index: int) -> Iterator[tuple[int, str]]:
    """A word, then with the next, and so on while they are close enough for one date; each with
    the place of its last word."""
    text = ""
    for last in range(index, min(index + _MOST_WORDS, len(words))):
        word = words[last]
        apart = last > index and word.x0 - words[last - 1].x1 > 1.3 * (word.bottom - word.top)
        text += word.text
        if apart or len(text) > _LONGEST:
            return
        yield last, text


def order_of(text: str) -> str:
    """``D`` or ``M`` if the text's two numbers allow only one order; with points between them and
    a whole year behind, the day comes first wherever dates are written so."""
    found = _NUMERIC.match(text.rstrip(_MARKS))
    if not found:
        return ""
    if int(found[1]) > 12:
        return "D"
    if int(found[3]) > 12:
        return "M"
    return "D" if found[2] == "." and found[4] and len(found[4]) == 4 else ""


def _swallows(
    text: str, before: PrintedDate | None, year: int | None, years: frozenset[int]
) -> bool:
    """Whether a two-digit word after a whole date is something else than its year."""
    if not any(map(str.isalnum, text)):
        return True
    if before is None or not _SHORT_NUMBER.match(text):
        return False
    return year is None or year not in years


@lru_cache(maxsize=16384)
def _may_start(text: str) -> bool:
    head = text[0]
    parted = "/" in text or (head != "-" and "-" in text)
    if head.isdigit() or (head in "-([/" and text[1:2].isdigit() and parted):
        return True
    if head in "~至到RH令平民中" and (any(map(str.isdigit, text[:6])) or text in _REIGNS):
        return True
    return len(text) >= 3 and head.isalpha() and _month_prefix(text)


def _month_prefix(text: str) -> bool:
    letters = re.match(r"[^\W\d_]+", text)
    return letters is not None and squeeze(letters[0]) in month_names()


SOLAR_FIRST, _LAST_YEAR = 1370, 1429
"""Of a lunar year no statement of these numbers can be: 1429 of the moon was 2008."""
_FIRST_DAY = (1991, 3, 21)
_HALF = 6  # months of 31 days, before those of 30


def day_of(year: int, month: int, day: int) -> date | None:
    """The day; None if the calendar has none such, or the year is no statement's."""
    if not (SOLAR_FIRST <= year <= _LAST_YEAR and 1 <= month <= 12):
        return None
    if not 1 <= day <= _length(year, month):
        return None
    days = sum(365 + _is_leap(each) for each in range(SOLAR_FIRST, year))
    days += 31 * min(month - 1, _HALF) + 30 * max(month - 1 - _HALF, 0) + day - 1
    return date(*_FIRST_DAY) + timedelta(days=days)


def _length(year: int, month: int) -> int:
    if month == 12:
        return 29 + _is_leap(year)
    return 31 if month <= _HALF else 30


def _is_leap(year: int) -> bool:
    """By the cycle of 33 years, which is that of the sun for centuries around ours."""
    return (25 * year + 11) % 33 < 8
