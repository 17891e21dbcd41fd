"""A document's rows with every date, figure and known phrase in them found once."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from pipeline.reading.lexing.bare_days import days_under_heads, days_without_points
from pipeline.reading.lexing.dates import (
    REIWA,
    SHORT_YMD,
    SOLAR,
    PrintedDate,
    date_at,
    dates,
    full_form,
    is_solar,
    reign_of,
    short_year,
)
from pipeline.reading.lexing.figures import LexedFigure, NumberStyle, figures, style_votes
from pipeline.reading.lexing.headers import named_order
from pipeline.reading.lexing.phrases import known_currencies, phrase_book, squeeze
from pipeline.reading.lexing.rows import (
    LexedRow,
    Writing,
    is_leftward,
    rows_of,
    side_by_side,
    text_of,
)
from pipeline.words import Page, Word

_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")
_LONE_MARKS = frozenset({"CR", "DR", "Cr", "Dr"})
_OF_THREE_DIGITS = frozenset({"KWD", "BHD", "OMR", "JOD", "TND", "LYD", "IQD"})
_THREE_DIGITS = re.compile(rf"^\(?(?:{'|'.join(sorted(_OF_THREE_DIGITS))}|BD)\)?$", re.MULTILINE)
_POINT_AND_THREE = re.compile(r"\d\.\d{3}$", re.MULTILINE)
_COMMA_AND_THREE = re.compile(r"\d,\d{3}$", re.MULTILINE)
# Two marks in one figure, or one behind four digits: the last one parts off the minor units.
_GROUPS_AND_THREE = {
    NumberStyle.MILLS: re.compile(r"^[-+]?(?:\d{1,3}(?:[,'’]\d{3})+|\d{4,})\.\d{3}$", re.MULTILINE),
    NumberStyle.MILLS_COMMA: re.compile(
        r"^[-+]?(?:\d{1,3}(?:[.'’]\d{3})+|\d{4,}),\d{3}$", re.MULTILINE
    ),
}
# Two words that are a figure with a blank mark, or figures of two columns.
_BLANK_AND_THREE = re.compile(r"^[-+]?[1-9]\d{0,2}\n\d{3},\d{3}$", re.MULTILINE)
_NO_MINOR_UNITS = re.compile(
    r"(?<![A-Z])(?:JPY|KRW|VND|CLP|HUF|ISK|PYG|TWD|IDR|IRR|COP|RSD|UGX|TZS)(?![A-Z])|"
    r"円|₩|₫|新[台臺]幣|^NT\$|원$|ریال|^(?:Ft|đ|VNĐ)$",
    re.MULTILINE,
)
_SHORT_DAY = re.compile(r"^\d{1,2}\.\d{1,2}$")
_POINT_AMOUNT = re.compile(r"^[-+]?\d[\d,']*\.\d\d-?$")
_TWO_DIGITS = re.compile(r"^\d\d$")
# Japan, China and Taiwan count years from a reign or the republic, Thailand and its neighbours from
# the Buddha: on pages without their letters "R6.1.5" is a reference, and 66 no year of ours.
_EASTERN: Final = (range(0x3040, 0x3100), range(0x3400, 0xA000))
_BUDDHIST = re.compile(r"[\u0e00-\u0eff\u1780-\u17ff]|[-./]25\d\d$|^25\d\d[-./]", re.MULTILINE)
_COUNTED = re.compile(r"^[^\w]*(?:[RH]\d|1[0-4]\d[-./])")
_PAIR = re.compile(r"(?<!\d)(?:4[5-9]|[5-9]\d)(?!\d)")
_LAST_YEAR = 2060  # 2081 is Nepal's
# Where years are counted before these letters, days are written after them.
_EASTERN_YEAR = re.compile(r"^(?:(?:19|20)\d\d|(?:令和|平成)\d{1,2})[年년]|^年月日$")
_A_YEAR, _MANY = 400, 10  # days, and times as many
_SHORT_YEAR = re.compile(r"(?<!\d)\d{1,2}([-./])\d{1,2}\1(\d\d)(?!\d)")


class Sheet(NamedTuple):
    """All rows of a document, in reading order, read under one number style."""

    rows: tuple[LexedRow, ...]
    style: NumberStyle
    years: frozenset[int]


def styles_to_try(rows: Sequence[LexedRow]) -> list[NumberStyle]:
    """Number styles worth trying, likeliest first."""
    votes = style_votes(word.text for row in rows for word in row.words)
    point, comma = votes[NumberStyle.POINT], votes[NumberStyle.COMMA]
    text = _texts(rows)
    if _THREE_DIGITS.search(text):
        return [_mills(text), NumberStyle.POINT, NumberStyle.COMMA]
    if not point and not comma:
        both = [style for style, shown in _GROUPS_AND_THREE.items() if shown.search(text)]
        named = [_mills(text)] if not both and any(map(_names_three_digits, rows)) else []
        blank = _BLANK_AND_THREE.search(text) and not _NO_MINOR_UNITS.search(text)
        maybe = [NumberStyle.MILLS_COMMA] if blank and not (both or named) else []
        return [*both, *named, NumberStyle.WHOLE, NumberStyle.POINT, *maybe]
    first, second = (
        (NumberStyle.POINT, NumberStyle.COMMA)
        if point >= comma
        else (NumberStyle.COMMA, NumberStyle.POINT)
    )
    tried = [first]
    if min(point, comma) * 5 >= max(point, comma):
        tried.append(second)
    # A currency is named whose amounts are printed without minor units.
    whole = _NO_MINOR_UNITS.search(text) is not None
    if votes[NumberStyle.WHOLE] > 2 * max(point, comma) or (whole and votes[NumberStyle.WHOLE]):
        tried.append(NumberStyle.WHOLE)
    # Amounts without minor units, and some in another currency that has them.
    mixed = whole and 2 * votes[NumberStyle.WHOLE] > max(point, comma)
    return sorted(tried, key=lambda style: mixed and style is not NumberStyle.WHOLE)


def _mills(text: str) -> NumberStyle:
    """Of the two styles with three digits that of a comma, if only commas part off as many."""
    by_comma = _COMMA_AND_THREE.search(text) and not _POINT_AND_THREE.search(text)
    return NumberStyle.MILLS_COMMA if by_comma else NumberStyle.MILLS


def _names_three_digits(row: LexedRow) -> bool:
    """Whether a row names a currency of which a thousandth is the smallest part, as a dinar is."""
    words, names = [squeeze(word.text) for word in row.words], known_currencies()["names"]
    texts = (*words, *("".join(pair) for pair in pairwise(words)))
    return any(names.get(text) in _OF_THREE_DIGITS for text in texts)


def _texts(rows: Iterable[LexedRow]) -> str:
    """Every word on a line of its own: searched at once, and not one by one."""
    return "\n".join([word.text for row in rows for word in row.words])


def all_rows(pages: Sequence[Page]) -> list[LexedRow]:
    """The rows of every page, with dates and phrases found; figures wait for the style."""
    rows = [row for page in pages for row in rows_of(page)]
    writing = writing_of(rows)
    if writing.leftward:
        rows = [row for page in pages for row in rows_of(page, writing)]
    rows = _with_lone_marks(rows)
    years = printed_years(rows) | _short_years(rows)
    text = _texts(rows)
    eastern = any(ord(char) in script for char in set(text) for script in _EASTERN)
    buddhist = _BUDDHIST.search(text) is not None
    year_first, reign = _year_first(rows), _reign(rows, eastern)
    short = _ShortDates(rows if year_first else ())
    for row in rows:
        found = dates(row.words, years, year_first, reign)
        row.dates = [
            day
            for day in found
            if not (_is_strange(row, day, eastern, buddhist) or short.may_end_in_year(row, day))
        ]
        row.hits = phrase_book().find([word.text for word in row.words])
    bare = days_without_points([row.words for row in rows])
    if len(bare) > sum(row.begins_with_date for row in rows):
        for at, found in bare.items():
            rows[at].dates = sorted([*found, *rows[at].dates], key=lambda day: day.first)
    for at, day in days_under_heads([row.words for row in rows], _heads_of_days(rows)):
        if rows[at].taken.isdisjoint((day.first,)):
            rows[at].dates = sorted([*rows[at].dates, day], key=lambda each: each.first)
    return rows


def _heads_of_days(rows: Sequence[LexedRow]) -> list[tuple[int, float, float]]:
    """The row of each word for a day that heads a column, and from where to where it reaches; of
    those that pages repeat in the same place the first."""
    heads: dict[tuple[int, int], tuple[int, float, float]] = {}
    for at, row in enumerate(rows):
        for hit in row.phrases("columns", "date", "value_date") if not row.dates else ():
            x0, x1 = row.words[hit.first].x0, row.words[hit.last].x1
            heads.setdefault((round(x0), round(x1)), (at, x0, x1))
    return list(heads.values())


def _is_strange(row: LexedRow, day: PrintedDate, eastern: bool, buddhist: bool) -> bool:
    """Whether a date counts its years as no one does whose letters the document shows."""
    if day.year is None:
        return False
    text = "".join(word.text for word in row.words[day.first : day.last + 1])
    if day.year > _LAST_YEAR or (not eastern and _COUNTED.match(text)):
        return True
    return not buddhist and any(short_year(two) == day.year for two in _PAIR.findall(text))


class _ShortDates:
    """Dates such as "05.03.24" among whole ones that begin with the year, "2024-04-01"."""

    def __init__(self, rows: Sequence[LexedRow]) -> None:
        texts = (word.text for row in rows for word in row.words if full_form(word.text) == "ymd")
        self._whole = frozenset(int(text[:4]) for text in texts)
        ends = [found for row in rows for word in row.words if (found := _short_ends(word.text))]
        known = {(first in self._whole, last in self._whole) for first, last in ends}
        self._begun, self._ended = (True, False) in known, (False, True) in known

    def may_end_in_year(self, row: LexedRow, day: PrintedDate) -> bool:
        """Whether a short date ends in a year that whole dates show, and does not begin with one;
        where it does both, another one must begin so. If one ends so, all may."""
        ends = _short_ends(row.words[day.first].text) if day.first == day.last else None
        if ends is None:
            return False
        first, last = ends
        return self._ended or (last in self._whole and not (first in self._whole and self._begun))


@lru_cache(maxsize=16384)
def _short_ends(text: str) -> tuple[int, int] | None:
    """What the first and the last number of such a date are as years."""
    found = SHORT_YMD.match(text)
    return (short_year(found[1]), short_year(found[4])) if found else None


def _year_first(rows: Sequence[LexedRow]) -> bool:
    """Whether full dates start with the year: then "23.05.01" does so too. Without any, a
    heading tells it, or they are close together only when the year is first."""
    words = [word.text for row in rows for word in row.words]
    forms = Counter(map(full_form, words))
    forms["ymd"] += sum(map(bool, map(_EASTERN_YEAR.match, words)))
    if forms["ymd"] or forms["dmy"]:
        return not forms["dmy"]
    return "Y" in map(named_order, words) or _close_if_year_first(words)


def _close_if_year_first(words: Sequence[str]) -> bool:
    """Whether dates of three short numbers lie within a year that is printed, if one is, when they
    begin with it, and many times as far apart when they end with it, or are no days then."""
    found = [tuple(map(int, m.group(1, 3, 4))) for text in words if (m := SHORT_YMD.match(text))]
    whole = {int(year) % 100 for text in words for year in _YEAR.findall(text)}
    if not found or (whole and not whole.issuperset(year for year, _, _ in found)):
        return False
    first, *last = (
        _span([(short_year(f"{d[year]:02}"), d[month], d[day]) for d in found])
        for year, month, day in ((0, 1, 2), (2, 1, 0), (2, 0, 1))
    )
    far = all(each is None or each > _A_YEAR + _MANY * (first or 0) for each in last)
    return first is not None and first < _A_YEAR and far


def _span(days: Iterable[tuple[int, int, int]]) -> int | None:
    """How many days lie between the first and the last; None if one does not exist."""
    try:
        known = [date(*day) for day in days]
    except ValueError:
        return None
    return (max(known) - min(known)).days


def _reign(rows: Sequence[LexedRow], eastern: bool) -> int:
    """The reign in which the document counts its years, where no full date says otherwise; or the
    solar calendar, if a page in its letters shows one of its days."""
    words = [word.text for row in rows for word in row.words]
    if is_leftward("\n".join(words)) and any(map(_shows_solar, rows)):
        return SOLAR
    if not eastern or any(full_form(text) for text in words):
        return 0
    texts = ["".join(word.text for word in row.words) for row in rows]
    named = next((first for text in (*words, *texts) if (first := reign_of(text))), 0)
    return named or (REIWA if _counts_from_reiwa(rows, words) else 0)


def _counts_from_reiwa(rows: Sequence[LexedRow], words: Sequence[str]) -> bool:
    """Whether short days at the beginning of rows, year first as passbooks in Japan print them, are
    rather of this reign than of the first years of the century: by the whole years on the page,
    without any if they may be."""
    if not any(map(_KANA.search, words)):
        return False
    led = [date_at(row.words, 0, frozenset(), year_first=True, reign=REIWA) for row in rows]
    years = {day.year for day in led if day and day.year}
    whole = {int(year) for text in words for year in _YEAR.findall(text)}
    if not years or not all(REIWA < year <= REIWA + _EARLY for year in years):
        return False
    return not whole or (bool(years & whole) and whole.isdisjoint(y - REIWA + 2000 for y in years))


_KANA = re.compile("[\u3041-\u30fe]")
_EARLY = 12  # years of a reign that may be taken for those of a century


def _shows_solar(row: LexedRow) -> bool:
    texts = [word.text.strip("():;[]") for word in row.words]
    return any(is_solar(text, before) for before, text in zip(["", *texts], texts, strict=False))


def _with_lone_marks(rows: Sequence[LexedRow]) -> list[LexedRow]:
    """A mark such as CR printed on a row of its own, under its figure, joins the row above."""
    joined: list[LexedRow] = []
    for row in rows:
        mark = row.words[0] if len(row.words) == 1 else None
        above = joined[-1] if joined else None
        if (
            mark
            and above
            and mark.text in _LONE_MARKS
            and above.page == row.page
            and row.top - above.bottom < row.bottom - row.top
            and mark.x1 > above.words[-1].x0
        ):
            last = above.words[-1]
            above.words.append(mark._replace(x0=last.x1 + 1, x1=last.x1 + 1 + mark.x1 - mark.x0))
            above.ids.extend(row.ids)
        else:
            joined.append(row)
    return joined


def _short_years(rows: Sequence[LexedRow]) -> frozenset[int]:
    """Years of two digits, as the period prints them, or most rows behind a day and a month's name
    ("27 Sep 13"), at their beginning or at their end ("Due 28 Nov 24")."""
    if period := next(filter(None, map(_period_years, rows)), None):
        return period
    for find in (_behind_day, _at_the_end):
        after = [text for row in rows if (text := find(row)) is not None]
        years = Counter(filter(_TWO_DIGITS.match, after))
        top = sorted(int(text) for text, _ in years.most_common(2))
        usual = sum(years[f"{year:02}"] for year in top)
        if len(after) >= 2 and usual >= 0.8 * len(after) and top[-1] - top[0] <= 1:
            return frozenset(short_year(f"{year:02}") for year in top)
    return frozenset()


def _behind_day(row: LexedRow) -> str | None:
    """The word behind the day and month that a row begins with, if one is there; None for a row
    that begins otherwise, or with a date that has its year."""
    day = date_at(row.words[:4], 0, frozenset()) if row.words else None
    if day is None or day.year is not None or day.bare:
        return None
    return text_of(row.words[day.last + 1 : day.last + 2])


def _at_the_end(row: LexedRow) -> str | None:
    """The last word of a row that ends in a day, a month's name and two digits."""
    if len(row.words) < 4 or not _TWO_DIGITS.match(row.words[-1].text):
        return None
    days = dates(row.words[-3:-1], frozenset())
    named = days and not days[0].bare and days[0].sure and days[0].last == 1
    return row.words[-1].text if named else None


def _period_years(row: LexedRow) -> frozenset[int]:
    """The years of a row with two days that end in two digits ("1 May 24 - 31 May 24")."""
    short = sum(_TWO_DIGITS.match(word.text) is not None for word in row.words)
    days = dates(row.words, frozenset()) if 6 <= len(row.words) <= 20 and short >= 2 else []
    if len(days) != 2 or any(day.bare or day.year or not day.sure for day in days):
        return frozenset()
    after = [row.words[day.last + 1].text for day in days if day.last + 1 < len(row.words)]
    if len(after) != 2 or not all(_TWO_DIGITS.match(text) for text in after):
        return frozenset()
    first, last = map(short_year, after)
    return frozenset({first, last}) if 0 <= last - first <= 1 else frozenset()


def sheet_of(rows: Sequence[LexedRow], style: NumberStyle) -> Sheet:
    """The rows under one reading of point and comma."""
    edges = _amount_edges(rows) if style in _POINTED else frozenset[int]()
    read = (part for row in rows for part in side_by_side(_under(row, style, edges)))
    return Sheet(tuple(read), style, printed_years(rows))


def _amount_edges(rows: Iterable[LexedRow]) -> frozenset[int]:
    """The right edges of amounts that are right behind the date that begins a row and could be no
    day themselves."""
    led = ((row, row.dates[0].last + 1) for row in rows if row.begins_with_date)
    behind = (row.words[at] for row, at in led if at < len(row.words) and not _days_at(row, at))
    return frozenset(round(word.x1) for word in behind if _POINT_AMOUNT.match(word.text))


def _days_at(row: LexedRow, place: int) -> bool:
    return any(day.first == place for day in row.dates)


def _under(row: LexedRow, style: NumberStyle, edges: frozenset[int]) -> LexedRow:
    days = _sure_days(row, style, edges) if style in _POINTED else row.dates
    figures = _figures(row, days, style)
    own = row.page, row.top, row.bottom, row.words, row.ids  # `replace` takes four times as long
    return LexedRow(*own, figures, days, row.hits, row.turned)


_POINTED = (NumberStyle.POINT, NumberStyle.SHORT_POINT)


def _sure_days(row: LexedRow, style: NumberStyle, edges: frozenset[int]) -> list[PrintedDate]:
    """The row's dates without those that a decimal point makes amounts: only leading ones stay, and
    of these none behind a day that is printed otherwise, or where others have an amount."""
    days: list[PrintedDate] = []
    leading = 0
    for day in row.dates:
        bare = day.bare or (style.is_short and _is_short_day(row, day))
        amount = bare and days and (not days[0].bare or not edges.isdisjoint(_about(day.x1)))
        if day.first == leading and not amount:
            leading = day.last + 1
        if not bare or leading == day.last + 1:
            days.append(day)
    return days


def _about(edge: float) -> range:
    return range(round(edge) - 1, round(edge) + 2)


def _is_short_day(row: LexedRow, day: PrintedDate) -> bool:
    """Whether a date is two short numbers with a point between, as 12.5 is."""
    return day.first == day.last and _SHORT_DAY.match(row.words[day.first].text) is not None


def _figures(row: LexedRow, days: Sequence[PrintedDate], style: NumberStyle) -> list[LexedFigure]:
    taken = frozenset(index for day in days for index in range(day.first, day.last + 1))
    found = figures(row.words, style, taken)
    if style is NumberStyle.WHOLE or style.is_short:
        return found
    return [figure for figure in found if not figure.weak or _grouped(row.words, figure)]


def _grouped(words: Sequence[Word], figure: LexedFigure) -> bool:
    """A figure without minor units counts only with a thousands mark or a currency."""
    if figure.currency and figure.currency != "R":  # "R12" is a code sooner than twelve rand
        return True
    text = "".join(word.text for word in words[figure.first : figure.last + 1])
    return bool(re.search(r"\d[,.'’]\d{3}(?!\d)", text)) or figure.mark != 0


def printed_years(rows: Iterable[LexedRow]) -> frozenset[int]:
    """Every year the document prints in full or at the end of a short date."""
    years = {year for row in rows for word in row.words for year in _years_in(word.text)}
    return frozenset(year for year in years if year >= 1970)


@lru_cache(maxsize=16384)
def _years_in(text: str) -> tuple[int, ...]:
    if len(text) < 4 or text.isalpha():
        return ()
    short = (short_year(year) for _, year in _SHORT_YEAR.findall(text))
    return (*map(int, _YEAR.findall(text)), *short)


_DATES = frozenset({"date"})
_MONEY = frozenset({"debit", "credit", "amount", "balance"})


def writing_of(rows: Sequence[LexedRow]) -> Writing:
    """How the rows of a document are written, which have not been turned over yet.

    A page in two scripts has its table as one of them is read, and its labels on both sides of
    what they name: so the table says it, and words do only where none is headed.
    """
    texts = {word.text for row in rows for word in row.words}
    own = set(filter(is_leftward, texts))
    if not own:
        return Writing()
    plain, backward = _known(own), _known(text[::-1] for text in own)
    visual = backward > plain
    sides = sum(_side(row, visual) for row in rows)
    leftward = sides > 0 or (not sides and max(plain, backward) > _known(texts - own))
    return Writing(leftward, visual and leftward)


def _known(texts: Iterable[str]) -> int:
    """How many of these words name a column or label something by themselves."""
    return sum(any(group in ("columns", "labels") for group, _ in _meant(text)) for text in texts)


def _side(row: LexedRow, visual: bool) -> int:
    """1 if the row names a column of dates right of all columns of money, -1 if left of them."""
    dates, money = (_naming(row, names, visual) for names in (_DATES, _MONEY))
    if not dates or not money:
        return 0
    if min(word.x0 for word in dates) > max(word.x1 for word in money):
        return 1
    return -1 if max(word.x1 for word in dates) < min(word.x0 for word in money) else 0


def _naming(row: LexedRow, names: frozenset[str], visual: bool) -> list[Word]:
    """The words of a row that name one of these columns by themselves."""
    return [word for word in row.words if any(name in names for name in _columns(word, visual))]


def _columns(word: Word, visual: bool) -> list[str]:
    text = word.text[::-1] if visual and is_leftward(word.text) else word.text
    return [meaning for group, meaning in _meant(text) if group == "columns"]


def _meant(text: str) -> tuple[tuple[str, str], ...]:
    return phrase_book().meanings(text)
