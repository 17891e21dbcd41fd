"""Where a number of the account may be: beside its label, in the next cell, or below it."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from pipeline.proof import Place
from pipeline.reading.facts.account_numbers import (
    Number,
    iban_at,
    is_another_sort,
    is_bank_code,
    is_bare,
    is_remark,
    may_lead,
    number_at,
)
from pipeline.reading.facts.kind import is_statement
from pipeline.reading.lexing.dates import PrintedDate
from pipeline.reading.lexing.headers import cell_places
from pipeline.reading.lexing.phrases import Hit, phrase_book, single, squeeze, tables, within
from pipeline.reading.lexing.rows import LexedRow, part_of, text_of

_OTHERS = ("other_number", "statement_number")
_REACH = 9  # words behind a label
_WIDE = 60.0  # points behind a label, beyond which what is below it is nearer
_LEADING = 3  # words of a cell among which its label begins
_CLOSE = 2.5  # heights of a row, to one that is right below
_FEWEST_GROUPS, _ROWS_BETWEEN = 2, 3  # of a number that goes on below, and to where it does
_ALIGNED = 3.0  # points by which its parts may begin apart
_BEGUN: Final = re.compile(r"[A-Z]{2}\d\d[A-Z0-9]*|\d+")
_BETWEEN: Final = re.compile(r"^(?:[*•#●∙Xx:.(-]+|\(?[A-Z]{2,4}\)?:?)$")
_APART: Final = re.compile(r"^[•|·!■▪◆●∙]$")
#: A number behind the beginning of its own word: "Nr.12345", "Konto:12345".
_PREFIX: Final = re.compile(r"^[^\W\d_/]+[.:°º]+(?=[\d*•#Xx(])")
_CODE: Final = re.compile(r"^[A-Z]{3}[.,;]?$")
_MASK: Final = re.compile(r"[*•#●∙]{2}|[Xx]{3}")
_EIGHT: Final = re.compile(r"^\d{8}$")


def names_account(row: LexedRow, hit: Hit) -> bool:
    """Whether a phrase of the kind of account is a name of the account itself."""
    text = text_of(row.words[hit.first : hit.last + 1])
    return bool(within("account").search(text)) and not within("card").search(text)


def own_segment(row: LexedRow, place: int) -> range:
    """The places of the words in whose run a word is, up to a sign that sets them apart."""
    return next(run for run in _segments(row) if place in run)


def _segments(row: LexedRow) -> Iterator[range]:
    for cell in cell_places(row):
        start = cell.start
        for place in cell:
            if _APART.match(row.words[place].text):
                yield range(start, place + 1)
                start = place + 1
        if start < cell.stop:
            yield range(start, cell.stop)


def is_title(row: LexedRow, hit: Hit) -> bool:
    """Whether a kind of account begins its run of words, or follows two at the most, written as
    names are, none of which refers to another account: "Premier Cheque Account"."""
    before_it = row.words[own_segment(row, hit.first).start : hit.first]
    named = all(word.text[0].isupper() or word.text.isdigit() for word in before_it)
    others = any(squeeze(word.text) in _other_words() for word in before_it)
    return len(before_it) < _LEADING and named and not others and not speaks_of_another(row, hit)


@lru_cache(maxsize=1)
def _other_words() -> frozenset[str]:
    """The words with which a label of some other account begins: "linked", "nominated"."""
    words = map(squeeze, tables()["other_account"])
    return frozenset(word for word in words if not within("account").search(word))


def has_stranger(row: LexedRow, place: int) -> bool:
    """Whether a word comes before a place that may make its account another one."""
    own = row.phrases("labels", "statement_date", "period")
    said = {i for hit in own for i in hit.places}
    unknown = [i for i in unknown_before(row, place) if i not in said]
    return len(unknown) >= _LEADING or not all(
        may_lead(row, i) or within("card").search(row.words[i].text) for i in unknown
    )


def stands_free(row: LexedRow, first: int, last: int) -> bool:
    """Whether a masked number of these words is no part of a sentence: its run begins with a word
    for the statement, or only with the kind of account; and it goes on with no small letter."""
    run = own_segment(row, first)
    first = next(i for i in run if i == first or _MASK.search(row.words[i].text))
    goes_on = last + 1 < run.stop and row.words[last + 1].text[0].islower()
    return not goes_on and (is_statement(row.words[run.start].text) or not has_stranger(row, first))


def unknown_before(row: LexedRow, place: int) -> list[int]:
    """The words before a place in its run of words that name no number; what comes before another
    number there is that number's."""
    begin = own_segment(row, place).start
    numbers = [i for i in range(begin, place) if any(map(str.isdigit, row.words[i].text))]
    before_it = range(max([begin, *(i + 1 for i in numbers)]), place)
    known = {i for hit in row.phrases("labels", *_OTHERS) for i in hit.places}
    known |= {i for hit in row.phrases("labels", "account_number") for i in hit.places}
    known |= {i for hit in row.phrases("kinds") for i in hit.places}
    return [i for i in before_it if i not in known]


def speaks_of_another(row: LexedRow, hit: Hit) -> bool:
    """Whether a label of some other account comes before this one, or beside it in its cell."""
    segment = own_segment(row, hit.first)
    others = row.phrases("labels", "other_account")
    return any(other.first < hit.first or other.first in segment for other in others)


def beside(row: LexedRow, hit: Hit, *, near: bool) -> Number | None:
    """The number behind a label: in its cell or, with nothing but small words between, in the
    next one; a ``near`` one begins at most so many points behind it."""
    end = row.words[hit.last]
    if number := _in_own_word(row, hit):
        return number
    place = hit.last + 1
    while place < min(len(row.words), hit.last + _REACH):
        segment = own_segment(row, place)
        if near and row.words[place].x0 - end.x1 > _WIDE:
            return None
        if number := _named_by(row, hit, row, range(place, segment.stop)):
            return number
        if not _is_between(row, place):
            return None
        place += 1
    return None


def rest_below(rows: Sequence[LexedRow], index: int, place: int) -> LexedRow | None:
    """The rest of a number in groups that begins with a word of a row and ends its run: the fewer
    digits right below its beginning, as a row of their own; None where there are none."""
    row = rows[index]
    run = row.words[place : own_segment(row, place).stop]
    begun = "".join(word.text for word in run)
    if len(run) < _FEWEST_GROUPS or not _BEGUN.fullmatch(begun) or iban_at([begun]):
        return None
    for below in rows[index + 1 : index + 1 + _ROWS_BETWEEN]:
        if below.page != row.page or below.top - row.bottom > _CLOSE * (row.bottom - row.top):
            return None
        under = [at for at, w in enumerate(below.words) if w.x0 < run[-1].x1 and run[0].x0 < w.x1]
        if under:
            rest = own_segment(below, under[0])
            digits = "".join(below.words[at].text for at in rest)
            aligned = abs(below.words[rest.start].x0 - run[0].x0) <= _ALIGNED
            fewer = digits.isdecimal() and len(digits) < len(begun) and aligned
            left = (below.words[: rest.start], row.words[:place])
            labelled = any(abs(one.x0 - two.x0) <= _ALIGNED for one, two in product(*left))
            return part_of(below, rest.start, rest.stop) if fewer and not labelled else None
    return None


def below(rows: Sequence[LexedRow], index: int, hit: Hit) -> Number | None:
    """The number right under a label, where no word but small ones is behind it; none if another is
    under that one, as in a list of accounts."""
    if not _is_alone(rows[index], hit):
        return None
    found = _column(rows, index, hit)
    first = next(found, None)
    return first if first and all(map(first.is_same, found)) else None


def _column(rows: Sequence[LexedRow], index: int, hit: Hit) -> Iterator[Number]:
    """The numbers under a label, from the next row on as long as each row is close below and has
    one there; rows with nothing there do not end a list."""
    label = above = rows[index]
    for row in rows[index + 1 :]:
        far = row.top - above.bottom > _CLOSE * (above.bottom - above.top)
        run = _under(label, hit, row)
        if far or row.page != label.page or (run is None and above is label):
            return
        if run is not None:
            tried = (_named_by(label, hit, row, run[skip:]) for skip in _skips(row, run))
            number = next(filter(None, tried), None)
            if number is None:
                return
            yield number
        above = row


def _under(label: LexedRow, hit: Hit, row: LexedRow) -> range | None:
    """The first run of a row that overlaps a label sideways."""
    x0, x1 = label.words[hit.first].x0, label.words[hit.last].x1
    runs = _segments(row)
    return next(
        (r for r in runs if row.words[r.start].x0 < x1 and x0 < row.words[r.stop - 1].x1), None
    )


def _is_alone(row: LexedRow, hit: Hit) -> bool:
    """Whether nothing but dates and small words is behind a label in its run of words."""
    behind = range(hit.last + 1, own_segment(row, hit.last).stop)
    dated = {i for day in row.dates for i in range(day.first, day.last + 1)}
    return all(place in dated or _is_between(row, place) for place in behind)


def _skips(row: LexedRow, run: range) -> Iterator[int]:
    """How many of its words a number in a run may be behind."""
    yield 0
    for skip, place in enumerate(run[:-1], start=1):
        if not _is_between(row, place):
            return
        yield skip


def _is_second(row: LexedRow, hit: Hit) -> bool:
    """Whether the label names another number first: "Sort code / Account number"."""
    first = re.split(r"\W", row.words[hit.first].text)[0]
    if any(("labels", other) in phrase_book().meanings(first) for other in _OTHERS):
        return True
    begin = own_segment(row, hit.first).start
    before_it = [h for h in row.phrases("labels", *_OTHERS) if begin <= h.first < hit.first]
    last = max((other.last for other in before_it), default=hit.first)
    between = row.words[last + 1 : hit.first]
    return bool(before_it) and not any(any(map(str.isdigit, word.text)) for word in between)


def _named_by(label: LexedRow, hit: Hit, row: LexedRow, run: range) -> Number | None:
    """The number that begins a run, if it can be what its label refers to."""
    number = _begins(row, run, second=_is_second(label, hit))
    if number is None or not (hit.group == "kinds" or is_bare(label, hit)):
        return number
    text = text_of(row.words[run.start : run.start + number.words]).strip(".,;:")
    return None if is_another_sort(number, text) else number


def _begins(row: LexedRow, run: range, *, second: bool) -> Number | None:
    """The number with which these words begin, if nothing but another fact is behind it; of two
    with a stroke between the ``second``."""
    strokes = [i for i in run if row.words[i].text in ("/", "|")] if second else []
    begin = max(strokes, default=run.start - 1) + 1
    stop = _first_day(row, range(begin, run.stop))
    if begin == stop:
        return None
    first = _PREFIX.sub("", row.words[begin].text)
    rest = [word.text for word in row.words[begin + 1 : stop]]
    number = number_at([first.rpartition("/")[2] if second else first, *rest])
    if number and (begin + number.words >= stop or _ends_before(row, begin + number.words)):
        return number
    return None


def _first_day(row: LexedRow, run: range) -> int:
    """The place of the first date in a run, or its end; eight digits may be a number as well."""
    days = (day for day in row.dates if not _compact(row, day))
    inside = (day.first for day in days if day.first < run.stop and day.last >= run.start)
    return min((max(first, run.start) for first in inside), default=run.stop)


def _compact(row: LexedRow, day: PrintedDate) -> bool:
    """Whether a date is eight digits, which may as well be a number."""
    return day.first == day.last and bool(_EIGHT.match(row.words[day.first].text))


def _ends_before(row: LexedRow, place: int) -> bool:
    """Whether a word begins another fact: a label, a kind, a code, a bracket or a sign."""
    text = row.words[place].text
    if is_remark(row, place):
        return False
    if any(figure.first == place for figure in row.figures):
        # Right behind it these may be more of its digits: "0230 44187731.40".
        return place not in own_segment(row, place - 1)
    if any(hit.first == place and hit.group in ("labels", "kinds", "columns") for hit in row.hits):
        return True
    if row.words[place - 1].text.endswith(",") and iban_at([w.text for w in row.words[place:]]):
        return True
    return not any(map(str.isalnum, text)) or text[0] in "(/|" or bool(_CODE.match(text))


def _in_own_word(row: LexedRow, hit: Hit) -> Number | None:
    """ "Konto:648489890": the number in the label's last word."""
    text = row.words[hit.last].text
    rest = _PREFIX.sub("", text)
    return number_at([rest]) if rest != text else None


def _is_between(row: LexedRow, place: int) -> bool:
    """Whether a word may be between a label and its number."""
    own = (*row.phrases("labels", "account_number"), *row.phrases("kinds"))
    text = row.words[place].text
    named = any(place in hit.places for hit in own)
    joins = squeeze(text) in single("between") and not any(map(str.isdigit, text))
    return named or joins or bool(_BETWEEN.match(text) or _APART.match(text))


def with_bank(rows: Sequence[LexedRow], number: Place) -> Iterator[Place]:
    """A number with the bank's code behind it, "123456789 /0800": a ledger may have either."""
    for row in rows:
        for at in range(1, len(row.ids)):
            left, right = row.words[at - 1 : at + 1]
            near = right.x0 - left.x1 < right.bottom - right.top
            if near and row.ids[at - 1] == number.words[-1] and is_bank_code(right.text):
                yield Place(number.page, (*number.words, row.ids[at]))
