"""Finds words to cite: of the order of days, the period, the currency, the number."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from typing import Final, Literal, TypeAlias
from unicodedata import category

from pipeline.proof import (
    CitedPeriod,
    Convention,
    Document,
    Fact,
    Place,
    Witness,
    read_day,
)
from pipeline.reading.citing.claims import Claims
from pipeline.reading.facts.kind import (
    currency_called,
    currency_in,
    currency_in_text,
    is_word,
    meant_by,
)
from pipeline.reading.facts.number import offered_numbers
from pipeline.reading.facts.number_places import own_segment, rest_below, with_bank
from pipeline.reading.lexing.dates import PrintedDate
from pipeline.reading.lexing.lexed import document_row, place_of
from pipeline.reading.lexing.phrases import (
    known_currencies,
    month_languages,
    single,
    squeeze,
    tables,
)
from pipeline.reading.lexing.rows import LexedRow
from pipeline.words import Seen

_LONGEST = 8  # words of a number in groups
_NEAR: Final = 1.5  # heights between two of its words, at most


def currency_of(claims: Claims, witness: Witness) -> Fact | None:
    """The code or name of a currency: at an end or the first line's balance, else outside the
    lines, in its own section before those above it, and where a label is before any other; one
    without a label only if these figures have no sign of their own, since the page may name another
    country's beside them."""
    figures = [end.figure for end in (witness.opening, witness.closing) if end]
    figures += [line.balance for line in witness.lines[:1] if line.balance]
    for place in _beside(claims, figures):
        letters = "".join(filter(str.isalpha, claims.text(place)))
        if currency_in(letters) or (len(letters) > 1 and letters in tables()["symbols"]):
            return Fact(place)
    rows = claims.lexed.rows
    lines = [rows[line.row] for line in claims.lines]
    at_lines = [[e for e in claims.lexed.currencies if e.row is row] for row in lines]
    if lines and len({e.code for each in at_lines for e in each}) == 1 and all(at_lines):
        first = at_lines[0][0]
        return Fact(place_of(first.row, first.first, first.last))
    texts = {claims.lexed.row_of(place) for line in claims.lines for place in line.text}
    lines += [rows[at] for at in texts if at is not None]
    free = (each for each in claims.lexed.currencies if not any(each.row is row for row in lines))
    printed = [_unmarked(claims, witness, place) for place in figures]
    signed = any(map(_is_signed, printed))
    meant = meant_by(word for text in printed for word in text.split())
    said = [e for e in free if (e.labelled or not signed) and (not meant or e.code in meant)]
    above = claims.section[0]  # is another account's, where a further section begins
    own = [each for each in said if above and document_row(claims.document, each.row) >= above]
    said = sorted(own or said, key=lambda each: not each.labelled)
    if said:
        return Fact(place_of(said[0].row, said[0].first, said[0].last))
    return _in_heads(claims.document, witness) or (
        None if signed else _named_alone(claims, witness)
    )


def _unmarked(claims: Claims, witness: Witness, place: Place) -> str:
    """The words of a figure without its mark: DT is a debit, or the dinar of Tunisia."""
    marks = dict(witness.convention.marks)
    return " ".join(word for word in claims.text(place).split() if word not in marks)


def _named_alone(claims: Claims, witness: Witness) -> Fact | None:
    """The one currency that the page names outside its lines and their texts, as in small print;
    none where it names several, or where another's sign is beside amounts."""
    if any(_is_signed(_unmarked(claims, witness, line.amount)) for line in claims.lines):
        return None
    texts = [place for line in claims.lines for place in line.text]
    lines = claims.document.rows_of(*texts, *(line.amount for line in claims.lines))
    found: dict[str, Place] = {}
    for number, code, place in claims.document.remembered("currencies", _currencies):
        if number not in lines and not _is_word(claims, place):
            found.setdefault(code, place)
    return Fact(*found.values()) if len(found) == 1 else None


def _is_word(claims: Claims, place: Place) -> bool:
    """Whether what could be a currency's code is a word of an address or a slogan."""
    at = claims.lexed.row_of(place)
    if at is None:
        return False
    row = claims.lexed.rows[at]
    return is_word(row, row.ids.index(place.words[0]))


def _is_signed(text: str) -> bool:
    """Whether a currency's sign is at a figure, be it of letters: "Bs 3.120,50"."""
    return any(category(char) == "Sc" for char in text) or bool(meant_by(text.split()))


def _currencies(document: Document, _: str) -> list[tuple[int, str, Place]]:
    """Every word that is a currency, or a sign that several share, and two that are its name: their
    row, the code, their place. A letter alone is one only beside figures: "R" is a street, too."""
    found = []
    for number, (page, row) in enumerate(document.rows):
        texts = [word.text for word in document.of_row(number)]
        found += [
            (number, code, Place(page, (at,)))
            for at, text in zip(row, texts, strict=True)
            if not (text.isalpha() and len(text) == 1) and (code := currency_in_text(text))
        ]
        found += [
            (number, code, Place(page, both))
            for both, pair in zip(pairwise(row), pairwise(texts), strict=True)
            if all(map(str.isalpha, pair)) and (code := currency_called(" ".join(pair)))
        ]
    return found


def _in_heads(document: Document, witness: Witness) -> Fact | None:
    """The sign of a currency on a row of the table's heads, "Balance £" or "Balance (£)"; none
    where there are several."""
    columns = witness.convention.columns
    heads = [*(place for each in columns for place in each.head), *witness.convention.balance_head]
    found: dict[str, Place] = {}
    for number in sorted(document.rows_of(*heads)):
        page, words = document.rows[number]
        for word in words:
            text = document.page(page).words[word].text
            # Only in brackets are letters sure to be a sign: "DA" is in "DATA DA OPERAÇÃO".
            letters = text[0] == "(" and text in known_currencies()["signs"]
            if letters or text.strip("()") in tables()["symbols"]:
                found.setdefault(text, Place(page, (word,)))
    return Fact(*found.values()) if len(found) == 1 else None


def _beside(claims: Claims, figures: list[Place]) -> Iterator[Place]:
    """Each word of some figures, and those before and after."""
    document = claims.document
    for figure in figures:
        number = document.row_of(figure)
        row = document.rows[number].words if number is not None else ()
        at = [row.index(word) for word in figure.words]
        for word in row[max(min(at) - 1, 0) : max(at) + 2]:
            yield Place(figure.page, (word,))


def numbers_of(claims: Claims, witness: Witness) -> Iterator[Fact]:
    """The words of the account's number, then of other ways that it is printed, if they serve
    nothing else: above the lines of the statement's own section, else of all that the document
    prints above them."""
    heading = (claims.style, claims.heading.start, claims.heading.stop)
    found = claims.document.remembered(heading, lambda *_: _numbers_above(claims))
    texts = [place for line in witness.lines for place in line.text]
    used = {(place.page, word) for place in texts for word in place.words}
    for digits, numbered in found:
        looks = claims.document.page(numbered[0].page).seen
        runs = (_run_of(row, digits, looks) for row in numbered)
        for place in filter(None, (_over_two(numbered), *runs)):
            if not any((place.page, word) in used for word in place.words):
                yield Fact(place)
                yield from map(Fact, with_bank(numbered, place))
                break


def _numbers_above(claims: Claims) -> list[tuple[str, Sequence[LexedRow]]]:
    rows, heading = claims.lexed.rows, claims.heading
    found = offered_numbers(rows[heading.start : heading.stop])
    return found or (offered_numbers(rows[: heading.stop]) if heading.start else [])


def _over_two(rows: Sequence[LexedRow]) -> Place | None:
    """The words of a number that begins on one row and goes on in the next."""
    for place in range(len(rows[0].words)) if len(rows) > 1 else ():
        if rest := rest_below(rows, 0, place):
            begun = place_of(rows[0], place, own_segment(rows[0], place).stop - 1)
            return Place(begun.page, (*begun.words, *rest.ids))
    return None


def _run_of(row: LexedRow, digits: str, looks: Sequence[Seen] | None) -> Place | None:
    """The run of words that ends in these digits, with those before that belong to the number and
    are sure to look so; rather one beside which no more digits are, and the last of such."""
    texts = ["".join(filter(str.isdecimal, word.text)) for word in row.words]
    ends = [at for at in reversed(range(len(texts))) if texts[at]]
    ends.sort(key=lambda at: at + 1 < len(texts) and bool(texts[at + 1]))
    found: list[tuple[bool, Place]] = []
    for last in ends:
        for first in range(last, max(last - _LONGEST, -1), -1):
            if "".join(texts[first : last + 1]).endswith(digits):
                while first and texts[first - 1] and _goes_on(row, first, looks):
                    first -= 1
                beside = first > 0 and bool(texts[first - 1]) and _is_near(row, first)
                found.append((beside, place_of(row, first, last)))
                break
    return min(found, key=lambda each: each[0])[1] if found else None


def _is_near(row: LexedRow, first: int) -> bool:
    """Whether a word is so near to the one before that the kernel takes both for one number."""
    left, right = row.words[first - 1 : first + 1]
    return right.x0 - left.x1 < _NEAR * (right.bottom - right.top)


def _goes_on(row: LexedRow, first: int, looks: Sequence[Seen] | None) -> bool:
    sure = not looks or looks[row.ids[first - 1]] is Seen.SEEN
    apart = row.words[first - 1].text.endswith((",", ";"))
    return sure and not apart and _is_near(row, first)


_CALENDARS: Final = ("common", "buddhist", "minguo", "reiwa", "heisei", "solar")
_ORDERS: Final[Sequence[Literal["dmy", "mdy", "ymd"]]] = ("dmy", "mdy", "ymd")
_ORDERS_OF_LED: Final = ("ymd", "dmy", "mdy")
#: A year, perhaps behind its month: "setembro/2024".
_YEAR: Final = re.compile(r"^(?:\D{0,2}|[^\W\d_]{3,12}[-/.])((?:19|20|25)\d\d)\D{0,2}$")
#: Days without a year are from so long before a printed day to so long after.
_BEFORE, _AFTER = timedelta(days=320), timedelta(days=45)
_MOST_YEARS: Final = 24  # words that may say the year, from the top


def with_days(claims: Claims, bare: Convention) -> Convention:
    """The convention with the order, language and calendar under which most cited days are the
    ones that are meant; without any, those under which the words of the period are."""
    if not claims.lines:
        pairs = _pairs_of_days(claims)
        months = ("", "a") if _is_named(_texts_of(claims, pairs)) else ("",)
        every = (each for text in months for each in _conventions(bare, [text]))
        return next((each for each in every if _period_of(claims, each, pairs)), bare)
    texts = [(claims.text(line.day), line.date) for line in claims.lines if line.day]
    best, most = bare, -1
    for convention in _conventions(bare, [text for text, _ in texts]):
        right = sum(_reads(text, day, convention) for text, day in texts)
        if right > most:
            best, most = convention, right
        if most == len(texts):
            break
    return best


def _conventions(bare: Convention, texts: Sequence[str]) -> Iterator[Convention]:
    others = (each for each in month_languages() if each != "en")
    languages = ["en", *others] if _is_named(texts) else [""]
    orders = _ORDERS_OF_LED if _led(texts) else _ORDERS
    for calendar in _CALENDARS:
        for language in languages:
            for order in orders:
                yield replace(bare, order=order, months=language, calendar=calendar)


def _is_named(texts: Sequence[str]) -> bool:
    """Whether some day may name its month: it has letters."""
    return any(re.search(r"[^\W\d_]", text) for text in texts)


def _led(texts: Sequence[str]) -> bool:
    """Whether a year of four digits is before the month and the day, which any order reads."""
    return any(re.match(r"\D{0,2}\d{4}\D", text) for text in texts)


def _reads(text: str, day: date | None, convention: Convention) -> bool:
    found = read_day(text, convention.day_style)
    return found is not None and (day is None or found.in_year(day.year) == day)


def with_period(claims: Claims, plain: Convention) -> tuple[Convention, CitedPeriod | None]:
    """The period, and the convention with the language that it names months in, where lines print
    their days in numbers, or with its order, where lines name their months."""
    if claims.period is None:
        return plain, None
    pairs = _pairs_of_days(claims)
    named = not plain.months and _is_named(_texts_of(claims, pairs))
    others = [replace(plain, months=each) for each in (month_languages() if named else ())]
    others += [replace(plain, order=each) for each in _ORDERS if plain.months]
    texts = [(claims.text(line.day), line.date) for line in claims.lines if line.day]
    for convention in (plain, *others):
        found = _period_of(claims, convention, pairs)
        if found and all(_reads(text, day, convention) for text, day in texts):
            return convention, found
    return plain, None


_Pair: TypeAlias = tuple[LexedRow, PrintedDate, Place, Place]


def _pairs_of_days(claims: Claims) -> list[_Pair]:
    """Each two neighbouring days of the rows that are no lines': those of the statement's own
    section before others."""
    lines = {line.row for line in claims.lines}
    rows, begins = claims.lexed.rows, claims.heading.start
    found = list[_Pair]()
    for index in (*range(begins, len(rows)), *range(begins)):
        row = rows[index]
        places = [place_of(row, d.first, d.last) for d in row.dates if index not in lines]
        found += [(row, day, *two) for day, two in zip(row.dates, pairwise(places), strict=False)]
    return found


def _texts_of(claims: Claims, pairs: Iterable[_Pair]) -> list[str]:
    return [claims.text(place) for *_, start, end in pairs for place in (start, end)]


def _period_of(
    claims: Claims, convention: Convention, pairs: Iterable[_Pair]
) -> CitedPeriod | None:
    """The words of the two days that the reader takes for the period, which print the year."""
    if claims.period is None:
        return None
    for row, day, start, end in pairs:
        one, two = (read_day(claims.text(each), convention.day_style) for each in (start, end))
        if one is None or two is None or not two.year:
            continue
        if (one.in_year(claims.period[0].year), two.in_year(two.year)) == claims.period:
            return CitedPeriod(start, end, _label(row, day))
    return None


def _label(row: LexedRow, day: PrintedDate) -> Place | None:
    """The words of a period's label, without the "from" that leads on to its first day."""
    hits = row.phrases("labels", "period")
    if not hits:
        return None
    first, last = hits[0].first, hits[0].last
    if last + 1 == day.first:
        while first < last and squeeze(row.words[last].text) in single("link"):
            last -= 1
    return place_of(row, first, last)


def year_of(claims: Claims, convention: Convention) -> Convention:
    """The convention with the words of a year, where lines print none: those under which the days
    are the ones that are meant."""
    days = [line.date for line in claims.lines if line.date]
    read = [
        read_day(claims.text(line.day), convention.day_style) for line in claims.lines if line.day
    ]
    if not days or all(day is None or day.year is not None for day in read):
        return convention
    for count, (place, months) in enumerate(_words_of_years(claims, convention)):
        if count >= _MOST_YEARS:
            break
        if _tells(claims.text(place), replace(convention, months=months), days):
            return replace(convention, year=place, months=months)
    return convention


def _tells(text: str, convention: Convention, days: Sequence[date]) -> bool:
    """Whether these words give the lines the years that they are meant to have."""
    whole = read_day(text, convention.day_style)
    if whole and whole.year:
        day = whole.in_year(whole.year)
        return day is not None and day - _BEFORE <= min(days) and max(days) <= day + _AFTER
    found = _YEAR.match(text)
    year = int(found[1]) if found else 0
    if year > 2400:
        year -= 543
    return all(day.year == year for day in days)


def _words_of_years(claims: Claims, convention: Convention) -> Iterator[tuple[Place, str]]:
    """Whole days and years outside the lines, from the top, with the language of their month."""
    lines = {line.row for line in claims.lines}
    languages = [convention.months] if convention.months else ["", *month_languages()]
    for index, row in enumerate(claims.lexed.rows):
        if index in lines:
            continue
        for day in row.dates:
            place = place_of(row, day.first, day.last)
            for language in languages if day.year else ():
                read = read_day(claims.text(place), replace(convention, months=language).day_style)
                if read and read.year:
                    yield place, language
                    break
        for at, word in enumerate(row.words):
            if _YEAR.match(word.text):
                yield place_of(row, at, at), convention.months
