"""Which years a document names, and how it writes them (section 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tests.second_checker.date_text import Era, full_year, reign_of, stripped
from tests.second_checker.dates import Dated, dates_of
from tests.second_checker.solar import shows_solar
from tests.second_checker.tables import constant, pattern
from tests.second_checker.tokens import Token

_FIRST: Final = 1970
_LAST: Final = 2100
_LETTERS: Final = 4
_TITLE: Final = range(6, 21)
_LEADING: Final = 4
_SHARE: Final = 0.8


def era_of(lines: Iterable[Sequence[Token]]) -> Era:
    """Whether the year comes first, or counts from a reign."""
    lines = list(lines)
    letter = pattern("leftward", "_LETTER")
    leftward = any(letter.search(token.text) for line in lines for token in line)
    if leftward and any(map(_shows_solar, lines)):
        return Era(solar=True)
    texts = [stripped(token.text) for line in lines for token in line]
    iso = any(map(_is_iso, texts))
    numeric = any(_ends_in_year(text) for text in texts)
    if iso or numeric:
        return Era(year_first=iso and not numeric)
    for text in texts if shows(lines, "_EASTERN") else []:
        if found := pattern("parse.dates", "_REIGN_DATE").match(text):
            return Era(reign=reign_of(found[1]))
    return Era()


def whole_years(lines: Iterable[Sequence[Token]]) -> frozenset[int]:
    """The years that full dates begin with."""
    texts = (stripped_of_marks(token.text) for line in lines for token in line)
    return frozenset(int(text[:4]) for text in texts if _is_iso(text))


def stripped_of_marks(text: str) -> str:
    """The text without a footnote's marks behind it."""
    return text.rstrip(constant("parse.dates", "_MARKS"))


@dataclass(frozen=True)
class ShortDates:
    """Which numbers of short dates are years that full dates begin with."""

    whole: frozenset[int]
    seen: frozenset[tuple[bool, bool]]

    def may_end_in_year(self, text: str) -> bool:
        """Whether a short date may have its year at its end."""
        shown = _shown(text, self.whole)
        if shown is None:
            return False
        if (False, True) in self.seen:
            return True
        return shown[1] and not (shown[0] and (True, False) in self.seen)


def short_dates(lines: Iterable[Sequence[Token]]) -> ShortDates:
    """Those of a document that begins full dates with the year."""
    lines = list(lines)
    whole = whole_years(lines)
    found = {_shown(token.text, whole) for line in lines for token in line}
    return ShortDates(whole, frozenset(each for each in found if each is not None))


def _shown(text: str, whole: frozenset[int]) -> tuple[bool, bool] | None:
    """Whether the first number of a short date is a year of full dates, and the last."""
    found = pattern("parse.dates", "SHORT_YMD").match(text)
    return (full_year(found[1]) in whole, full_year(found[4]) in whole) if found else None


def shows(lines: Iterable[Sequence[Token]], letters: str) -> bool:
    """Whether some token has what a pattern of the sheet finds."""
    found = pattern("sheet", letters)
    return any(found.search(token.text) for line in lines for token in line)


def is_strange(text: str, year: int | None, *, eastern: bool, buddhist: bool) -> bool:
    """Whether a date of such a document counts its years as nobody there does."""
    if year is None:
        return False
    if year > constant("sheet", "_LAST_YEAR"):
        return True
    if not eastern and pattern("sheet", "_COUNTED").match(text):
        return True
    pairs = [] if buddhist else pattern("sheet", "_PAIR").findall(text)
    return any(full_year(pair) == year for pair in pairs)


def _shows_solar(line: Sequence[Token]) -> bool:
    texts = [token.text.strip("():;[]") for token in line]
    return any(map(shows_solar, texts, ["", *texts]))


def is_full(text: str) -> bool:
    """Whether a text is a numeric date with four digits of year."""
    return _is_iso(text) or _ends_in_year(text)


def _is_iso(text: str) -> bool:
    return pattern("parse.dates", "_ISO").match(text) is not None


def _ends_in_year(text: str) -> bool:
    found = pattern("parse.dates", "_NUMERIC").match(text)
    return found is not None and len(found[4] or "") == 4


def years_of(lines: Sequence[Sequence[Token]], era: Era) -> frozenset[int]:
    """All years that the document names, in full or in two digits."""
    found = set(_printed(token.text for line in lines for token in line))
    return frozenset(found | set(_short_years(lines, era)))


def _printed(texts: Iterable[str]) -> Iterator[int]:
    for text in texts:
        if len(text) >= _LETTERS and not text.isalpha():
            years = [int(year) for year in pattern("sheet", "_YEAR").findall(text)]
            years += [full_year(y) for _, y in pattern("sheet", "_SHORT_YEAR").findall(text)]
            yield from (year for year in years if _FIRST <= year <= _LAST)


def _short_years(lines: Sequence[Sequence[Token]], era: Era) -> list[int]:
    """Years of two digits that stand by themselves behind dates."""
    for line in lines:
        if len(line) in _TITLE and (pair := _title_years(line, era)):
            if 0 <= pair[1] - pair[0] <= 1:
                return list(pair)
            break
    return _column_years(lines, era)


def _title_years(line: Sequence[Token], era: Era) -> tuple[int, int] | None:
    dates = dates_of(line, era, ())
    if len(dates) != 2 or any(not _plain(d) or d.text.unsure for d in dates):
        return None
    years = [_year_behind(line, dated) for dated in dates]
    if years[0] is None or years[1] is None:
        return None
    return years[0], years[1]


def _plain(dated: Dated) -> bool:
    return not dated.text.bare and dated.text.year is None


def _year_behind(line: Sequence[Token], dated: Dated) -> int | None:
    behind = line[dated.last + 1].text if dated.last + 1 < len(line) else ""
    return full_year(behind) if pattern("sheet", "_TWO_DIGITS").match(behind) else None


def _column_years(lines: Sequence[Sequence[Token]], era: Era) -> list[int]:
    behind: list[int | None] = []
    for line in lines:
        dates = dates_of(line[:_LEADING], era, ())
        if dates and dates[0].first == 0 and _plain(dates[0]):
            behind.append(_year_behind(line, dates[0]))
    usual = Counter(year for year in behind if year is not None).most_common(2)
    years = [year for year, _ in usual]
    enough = sum(count for _, count in usual) >= _SHARE * len(behind)
    if len(behind) >= 2 and years and enough and max(years) - min(years) <= 1:
        return years
    return []
