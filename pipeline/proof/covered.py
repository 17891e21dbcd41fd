"""What a page prints and a witness does not cite: nothing of it may be a line.

The obligation *covered* of docs/certificate.md, section 4, and beside it *restated*: both account
for figures that are no line's. Lines that are wrongly left out must come to zero among themselves,
where opening + Σ lines = closing holds and neither end is made from the lines; or they are in the
place of lines that are cited and are not, of the same amounts."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence, Set
from datetime import date
from itertools import pairwise, permutations, product, takewhile
from math import prod
from typing import Final, NamedTuple

from pipeline.proof.checks import Check, CheckState, holds, passed_unless
from pipeline.proof.cited import Cited, serving_twice
from pipeline.proof.document import NEAR, Document, Extent, digit_in, extent_of, gap, height, joined
from pipeline.proof.printed import Figure, every_month, fold, read_day, read_figure
from pipeline.proof.sums import Sums, printed_balance, sums_check, sums_of
from pipeline.proof.witness import Place, Restated, Style, Witness
from pipeline.words import Word

#: So many figures that may be lines' can be looked through for a choice that comes to zero.
_MOST_LOOSE, _MOST_CHOICES = 14, 3**9
_LONGEST_DAY: Final = 3  # words
_FORM: Final = re.compile(r"\W{0,2}(?:\d{1,2}|\d{4})([./-])\d{1,2}(?:\1(?:\d{4}|\d{1,2}))?\W{0,2}")
_BEFORE_LAST: Final = re.compile(r"(\D)\d+\D*$")
_DAY_NUMBER: Final = re.compile(r"\W?(?:0?[1-9]|[12]\d|3[01])(?!\d)\D{0,3}")
#: Points by which the same row on another page may be elsewhere.
_SAME_PLACE: Final = 1.0
_LEAST_WHOLE: Final = 3  # digits of an amount of money, where none is printed with decimals

_Read = Callable[[Sequence[Word], Word | None], tuple[int, bool] | None]


class Found(NamedTuple):
    """A figure or a day on a row: its words, what they reach over and, of a figure, its size and
    whether it looks like money: with its decimals, a sign or a currency."""

    words: tuple[int, ...]
    extent: Extent
    size: int = 0
    money: bool = False


def figures_on(cited: Cited, number: int) -> list[Found]:
    """Every figure on a row, as far as a plain word or two neighbours are one."""
    relaxed = cited.style._replace(short=True)

    def read(run: Sequence[Word], behind: Word | None) -> tuple[int, bool] | None:
        if not digit_in(run[0].text) or (behind and behind.text.startswith("%")):
            return None
        if len(run) > 1 and gap(run[0], run[1]) >= NEAR * height(run[0]):
            return None
        text = joined(run).rstrip(".,;:")
        figure = read_figure(text, relaxed)
        return (figure.size, _is_money(text, figure, cited.style)) if figure else None

    return _found_on(cited, number, 2, read)


def days_on(cited: Cited, number: int) -> list[Found]:
    """Every day on a row: under the convention, or of the form of one."""

    def read(run: Sequence[Word], _: Word | None) -> tuple[int, bool] | None:
        return (0, False) if _is_day(cited, run) else None

    return _found_on(cited, number, _LONGEST_DAY, read)


def _found_on(cited: Cited, number: int, longest: int, read: _Read) -> list[Found]:
    """What the words of a row are, from the left, the longest runs first; ``read`` is given a run
    and the word behind it. A row is read once."""
    if (number, longest) in cited.found:
        return cited.found[number, longest]
    row, words = cited.document.rows[number].words, cited.document.of_row(number)
    found, at = list[Found](), 0
    while at < len(row):
        for stop in range(min(at + longest, len(row)), at, -1):
            run, behind = words[at:stop], words[stop] if stop < len(row) else None
            if any(digit_in(w.text) for w in run) and (said := read(run, behind)) is not None:
                found.append(Found(row[at:stop], extent_of(run), *said))
                at = stop
                break
        else:
            at += 1
    cited.found[number, longest] = found
    return found


def _is_money(text: str, figure: Figure, style: Style) -> bool:
    """Whether a figure looks like money: where decimals are printed, no sign alone makes it so, for
    a dash often ends a year or a number; nor does one letter at two digits, as in K2 or R12."""
    last, digits = _BEFORE_LAST.search(text), sum(map(str.isdecimal, text))
    letter = digits < _LEAST_WHOLE and re.fullmatch("[A-Z]", figure.currency or "")
    if figure.mark or (figure.currency and not letter) or (last and last[1] == style.decimal):
        return True
    if style.decimal and not style.short:
        return False
    return figure.sign == -1 or "+" in text or (not style.decimal and digits >= _LEAST_WHOLE)


def _is_day(cited: Cited, run: Sequence[Word]) -> bool:
    text = " ".join(word.text for word in run)
    if "%" in text or not _may_be_day(cited, run, text):
        return False
    if read_day(text, cited.day_style) is not None or has_form(text):
        return True
    return len(run) == 2 and any(
        _DAY_NUMBER.fullmatch(one.text) is not None and fold(two.text) in every_month()
        for one, two in permutations(run)
    )


def _may_be_day(cited: Cited, run: Sequence[Word], text: str) -> bool:
    """Whether these words are not rather figures: several words need letters among them, and a
    figure of money is a day only where days are printed so."""
    if any(gap(left, right) > 3 * height(left) for left, right in pairwise(run)):
        return False
    if len(run) > 1:
        return any(map(str.isalpha, text)) or "numbers" in cited.day_forms
    figure = "." in text and read_figure(text, cited.style) is not None
    return not figure or "points" in cited.day_forms


def has_form(text: str) -> bool:
    """Whether a word is of the form of a day, though perhaps not under the convention."""
    found = _FORM.fullmatch(text)
    numbers = [int(number) for number in re.findall(r"\d+", text)] if found else []
    return any(one <= 31 and two <= 12 for one, two in permutations(numbers, 2) if one and two)


def pattern(words: Sequence[Word]) -> str:
    """Words as a layout remembers them: their letters, and ``#`` for one with digits."""
    texts = ["#" if digit_in(w.text) else fold(w.text) for w in words]
    return " ".join(text for text in texts if text)


class Loose(NamedTuple):
    """The amounts on one row that could be a line's, what it says except for other numbers, and all
    rows that are the same."""

    words: list[Word]
    sizes: list[int]
    said: list[str]
    rows: set[int]

    def is_same(self, other: "Loose") -> bool:
        """Whether a row says the same on another page, in the same place."""
        return self.said == other.said and all(
            max(abs(one.x0 - two.x0), abs(one.top - two.top)) <= _SAME_PLACE
            for one, two in zip(self.words, other.words, strict=True)
        )


class Together:
    """All witnesses of a document, read: which of them serve ``twice``, and what the others account
    for that read and add up."""

    def __init__(self, document: Document, witnesses: Sequence[Witness]) -> None:
        self.every = [document.remembered(witness, Cited) for witness in witnesses]
        self.twice = serving_twice(self.every)
        once = (each for n, each in enumerate(self.every) if n not in self.twice)
        read = [sums_of(each) for each in once if each.lines and not each.faults]
        self.sure = [sums.cited for sums in read if sums_check(sums).state is CheckState.PASSED]
        self.used = {word for each in self.sure for word in _cited_words(each)}
        self.free = [each - self.used for each in document.numbers]

    def open_rows(self, cited: Cited) -> list[int]:
        """The rows with money and a day that none of these account for, as a convention reads."""

        def find(*_: object) -> list[int]:
            every = enumerate(self.free)
            return [n for n, free in every if free and loose_money(cited, n, self.used)]

        return cited.document.remembered((self, id(cited.found)), find)


def _uses(cited: Cited, row: int, found: Found, used: Set[tuple[int, int]]) -> bool:
    """Whether some word of a figure or day on a row is among the ``used``."""
    page = cited.document.rows[row].page
    return not used.isdisjoint((page, word) for word in found.words)


def loose_money(cited: Cited, number: int, used: Set[tuple[int, int]]) -> list[Found]:
    """The money on a row that no one cites, where a day that no one cites is beside some."""
    money = [e for e in figures_on(cited, number) if e.money and not _uses(cited, number, e, used)]
    beside = any(
        set(day.words).isdisjoint(each.words)
        for each in money
        for day in days_on(cited, number)
        if not _uses(cited, number, day, used)
    )
    return money if beside else []


def covered_check(sums: Sums, together: Together, patterns: Collection[str]) -> Check:
    """Whether every figure that could be a line's is accounted for; unavailable if an end that is
    not printed would have to tell.

    ``together`` are all witnesses of the document, ``patterns`` the rows that confirmed layouts
    know to be no lines.
    """
    seeker = _Seeker(sums, together)
    faults = [*seeker.in_columns(), *seeker.days_passed_over(), *seeker.second_days()]
    faults += [*seeker.ink(), *seeker.unexcused(patterns)]
    loose = seeker.loose_rows()
    # Fees take from the closing balance, and what is before them is more than the opening one.
    ends = [(abs(e), w if e > 0 else -w) for e, w in ((sums.opening, -1), (sums.closing, 1)) if e]
    amounts = {line.amount.size for line in sums.cited.lines}
    harmless = not loose or _are_harmless(loose, amounts, ends, seeker.money_beside(loose))
    # Opening balances are often set so that the printed closing comes out, whatever was left out.
    if not harmless or (loose and sums_check(sums).state is not CheckState.PASSED):
        faults.append(f"{len(loose)} rows elsewhere have a day and an amount, and could be lines")
    if not faults and loose and sums.derived:
        why = f"{len(loose)} rows elsewhere could be lines, and an end is not printed"
        return holds("covered", None, why)
    return passed_unless("covered", faults)


class _Seeker:
    """Looks through the rows of a document for what one witness does not account for."""

    def __init__(self, sums: Sums, together: Together) -> None:
        self._cited = cited = sums.cited
        self._document, self._together = cited.document, together
        #: The words that are cited, and of each row those with digits that no one cites: no figure
        #: or day is without.
        self._used, self._free = together.used.union(_cited_words(cited)), together.free
        self._rows: dict[int, set[int]] = {}
        self._dayless = {line.row for line in cited.lines if line.day is None}
        self._spans: dict[int, list[int]] = {}
        for line in cited.lines:  # from the first row to the last, page by page
            self._rows.setdefault(line.row, set()).add(line.cited.column)
            self._spans.setdefault(line.cited.amount.page, []).append(line.row)
        self._excused = {other.row for other in cited.witness.other}

    def _between(self) -> Iterator[int]:
        """The rows from the first to the last with a cited amount, page by page."""
        for rows in self._spans.values():
            yield from range(rows[0], rows[-1] + 1)

    def _is_aside(self, row: int, found: Found, columns: Sequence[int | None]) -> bool:
        """Whether what is in these columns is not theirs: in running text on the row of a line
        that is above or below all amounts in any of them on the page, in another table."""
        (page, words), first = self._document.rows[row], found.words[0]
        if row not in self._rows or (at := words.index(first)) == 0:
            return False
        left, right = self._document.of_row(row)[at - 1 : at + 1]
        behind = gap(left, right) < NEAR * height(right) and (page, words[at - 1]) not in self._used
        every = self._spans[page]
        rows = ([r for r in every if column in (None, *self._rows[r])] for column in columns)
        return behind and not any(own and own[0] <= row <= own[-1] for own in rows)

    def in_columns(self) -> Iterator[str]:
        """(1) Figures in a column of money that no one cites, also beside a balance with a day."""
        own, used = self._cited, self._used
        whole = own.style.short or not own.style.decimal
        ends = {end.row for end in (own.opening, own.closing) if end and _is_dated(own, end.row)}
        for row in filter(self._free.__getitem__, (*self._between(), *ends)):
            for found in figures_on(own, row) if row not in self._excused else ():
                some = found.size or (row not in {*self._rows, *ends} and _is_dated(own, row))
                free = some and not _uses(own, row, found, used)
                over = [n for n, e in own.money.items() if free and e.covers_half_of(found.extent)]
                if over and (found.money or whole or not self._is_aside(row, found, over)):
                    yield f"a figure in a column of page {self._document.rows[row].page}"

    def days_passed_over(self) -> Iterator[str]:
        """(3) Days in the columns of days that no one cites, but on rows of other figures."""
        figures = (self._cited.opening, self._cited.closing, *(r for _, r in self._cited.restated))
        elsewhere = self._excused | {read.row for read in figures if read}
        for row in filter(self._free.__getitem__, (*self._between(), *self._above_days_below())):
            reaching = self._reaching(row) if row not in elsewhere else []
            if row in self._dayless and any(digit_in(word.text) for word in reaching):
                yield f"digits in place of a day on page {self._document.rows[row].page}"
            for found in days_on(self._cited, row) if reaching else ():
                free = not _uses(self._cited, row, found, self._used)
                over = [n for n, e in self._cited.days if free and e.covers_half_of(found.extent)]
                if over and not self._is_aside(row, found, over):
                    yield f"a day in a column of page {self._document.rows[row].page}"

    def _reaching(self, number: int) -> list[Word]:
        """The words on a row that no one cites and that reach into some column of days."""
        (page, row), words = self._document.rows[number], self._document.of_row(number)
        free = [w for at, w in zip(row, words, strict=True) if (page, at) not in self._used]
        return [w for w in free if any(extent.overlaps(w) for _, extent in self._cited.days)]

    def second_days(self) -> Iterator[str]:
        """(3) A further day on the row of each line, all under each other: days that lines have as
        well, and that no one cites."""
        own, used = self._cited, self._used
        rows = takewhile(self._free.__getitem__, self._rows)
        free = ([d.extent for d in days_on(own, n) if not _uses(own, n, d, used)] for n in rows)
        every = list(takewhile(bool, free))
        edges = {d.x0 for row in every for d in row} if 1 < len(every) == len(self._rows) else ()
        if any(all(any(a <= x <= b for a, b in row) for row in every) for x in edges):
            yield "further days of the lines, all in one column"

    def _above_days_below(self) -> Iterator[int]:
        """Where days are below their amounts, also the rows above the first amount of a page: a
        day there would make all days those of the lines below them."""
        document, start = self._document, self._cited.witness.section[0]
        days = ((line.row, line.cited.day) for line in self._cited.lines)
        if any(day and min(document.rows_of(day)) > row for row, day in days):
            for page, rows in self._spans.items():
                yield from (row for row in range(start, rows[0]) if document.rows[row].page == page)

    def loose_rows(self) -> list[Loose]:
        """(2) The amounts on rows with a day that no one cites, row by row; rows that are the same
        word for word, in the same place of their pages, together."""
        loose, own, cited = list[Loose](), self._own_amounts(), self._cited
        bare = None in (cited.opening, cited.closing)
        for number in self._together.open_rows(cited):
            free = loose_money(cited, number, self._used)
            sizes = sorted(each.size for each in free if each.size not in own.get(number, (0,)))
            if sizes and number not in self._excused:
                # What looks like a line and could end the list is one: with 0, never harmless.
                sizes += [0] * (bare and _is_like_line(cited, number, free, cited.money.values()))
                at = self._document.rows[number].words
                money = {word for each in free for word in each.words}
                row = Loose(words := self._document.of_row(number), sizes, [
                    word.text if place in money else re.sub(r"\d+", "#", word.text)
                    for place, word in zip(at, words, strict=True)
                ], {number})  # fmt: skip
                same = next((each for each in loose if each.is_same(row)), row)
                same.rows.add(number)
                loose += [row] if same is row else []
        return loose

    def money_beside(self, loose: Sequence[Loose]) -> set[int]:
        """The money that no one cites on the other rows."""
        own, free = self._cited, filter(self._free.__getitem__, range(len(self._free)))
        rows = set(free).difference(self._excused, *(each.rows for each in loose))
        every = ((row, each) for row in rows for each in figures_on(own, row))
        return {e.size for row, e in every if e.money and not _uses(own, row, e, self._used)}

    def _own_amounts(self) -> dict[int, set[int]]:
        """The amount of the line whose row or text a row holds: a text often repeats it."""
        own: dict[int, set[int]] = {}
        for line in self._cited.lines:
            for row in {line.row} | self._document.rows_of(*line.cited.text):
                own.setdefault(row, {0}).add(line.amount.size)
        return own

    def ink(self) -> Iterator[str]:
        """(4) Print without text, in a column or on a page without words."""
        for page in self._document.pages:
            if page.ink and not page.words:
                yield f"page {page.number} has print and no words"
            rows = self._spans.get(page.number, [])
            for box in page.ink if rows else ():
                top = min(word.top for word in self._document.of_row(rows[0]))
                bottom = max(word.bottom for word in self._document.of_row(rows[-1]))
                over = any(each.overlaps(box) for each in self._cited.money.values())
                if over and top < box.bottom and box.top < bottom:
                    yield f"print without text in a column of page {page.number}"

    def unexcused(self, patterns: Collection[str]) -> Iterator[str]:
        """(5) Rows that are said to be no lines by layouts that do not know them."""
        for other in self._cited.witness.other:
            if other.by == "layout" and pattern(self._document.of_row(other.row)) not in patterns:
                yield f"row {other.row} is in no confirmed layout"


def _cited_words(cited: Cited) -> Iterator[tuple[int, int]]:
    """The words that account for themselves: figures, days and marks, and no text but numbers that
    lines are in order of."""
    lines = cited.witness.lines
    own = [each for line in lines for each in (line.day, line.second, line.mark)]
    own += [place for e in lines if e.column in cited.numbered for place in e.text[:1]]
    if (period := cited.witness.period) is not None:
        own += [period.first, period.last]
    for place in (*cited.figures(), *filter(None, own)):
        yield from ((place.page, word) for word in place.words)


def _are_harmless(
    loose: Sequence[Loose], amounts: Set[int], ends: Sequence[tuple[int, int]], beside: Set[int]
) -> bool:
    """Whether no choice of these figures could be lines that were left out: between the ends, or as
    fees between an end and another balance, a figure ``beside`` or another of these. ``ends`` are
    sizes, with 1 where fees lead from them to less and -1 where they lead to them from more."""
    every = [(size, len(row.rows)) for row in loose for size in row.sizes]
    known = {0, *(end for end, _ in ends)}
    if len(every) > _MOST_LOOSE or any(n in amounts for n, _ in every) or _come_to(every, {0}):
        return False
    for at in (None, *range(len(every))):
        rest = [each for n, each in enumerate(every) if n != at and each[0] not in known]
        balances = set(beside if at is None else every[at][:1]).difference(known)
        fees = {e - size for e, way in ends for size in balances if way * (e - size) > 0}
        if _come_to(rest, fees):
            return False
    return True


def _come_to(figures: Sequence[tuple[int, int]], totals: Collection[int]) -> bool:
    """Whether a choice of figures, each up to so many times and with either sign, comes to one of
    the totals; so, too, if there are too many choices. The same row on several pages is in the same
    column of each, and goes the same way."""
    halves = figures[: len(figures) // 2], figures[len(figures) // 2 :]
    if any(prod(2 * most + 1 for _, most in half) > _MOST_CHOICES for half in halves):
        return True
    steps = ([[n * size for n in range(-most, most + 1)] for size, most in half] for half in halves)
    left, right = ([sum(choice) for choice in product(*each)] for each in steps)
    # What the left half comes to, the right one has to come from; choosing nothing comes to 0.
    times = Counter(right)
    return sum(times[total - each] for total in totals for each in left) > (0 in totals)


def restated_check(sums: Sums, days: Sequence[date | None]) -> Check:
    """Each figure that repeats others is what they come to, and no line of the statement itself.
    Where an end is unknown, one that is left out need not come to zero with others: it may be on
    each row with a day, or without one if some line has none. Balances of days are no two the same.
    """
    faults, cited, sizes = list[str](), sums.cited, list[int]()
    rows, columns = {line.row: line.day for line in cited.lines}, cited.columns.values()
    unknown, dayless = None in (sums.opening, sums.closing), None in rows.values()
    for each, (row, figure) in cited.restated:
        value, size = _said(sums, days, each.says), figure.size
        printed = (-size, size) if each.says[0] == "sum" else (printed_balance(figure),)
        like = unknown and (dayless or (row not in rows and days_on(cited, row)))
        like = like or _is_like_line(cited, row, figures_on(cited, row), columns)
        if value not in printed:
            faults.append(f"a figure on page {each.figure.page} is not what it repeats")
        elif like and (size in sizes or not _is_balance_of(cited, each, row)):
            faults.append(f"a figure on page {each.figure.page} has a day, and may be a line's")
        sizes += [size] * bool(like and size)
    return passed_unless("restated", faults)


def _is_balance_of(cited: Cited, each: Restated, row: int) -> bool:
    """Whether a figure is the balance at the end of a day on its row, or the opening one, both ends
    are cited, and nothing else is on the row but days and what repeats."""
    page, words = cited.document.rows[row]
    days = [Place(page, found.words) for found in days_on(cited, row)]
    printed = filter(None, (read_day(cited.text(day), cited.day_style) for day in days))
    figures = [other.figure for other, read in cited.restated if read.row == row]
    day = cited.lines[int(each.says[1])].day if each.says[0] == "day" else None
    told = each.says[0] == "opening" or (day and any(day[:2] == own[:2] for own in printed))
    known = {word for place in (*days, *figures) for word in place.words}
    return bool(told) and known.issuperset(words) and None not in (cited.opening, cited.closing)


def _said(sums: Sums, days: Sequence[date | None], says: Sequence[str | int]) -> int | None:
    """The value of an expression, in units of 10^-digits, or as a figure prints a count; None if
    it says nothing. The total of a column's only line can hide no other where both ends are cited.
    """
    match says:
        case ["opening" | "closing" as end]:
            return sums.opening if end == "opening" else sums.closing
        case ["balance", int(place)] if 0 <= place < len(sums.moved) and sums.opening is not None:
            order = sums.cited.in_time
            return sums.opening + sum(sums.moved[at] for at in order[: order.index(place) + 1])
        case ["day", int(place)] if 0 <= place < len(days) and (last := days[place]):
            upto = (m for m, day in zip(sums.moved, days, strict=True) if day and day <= last)
            return None if sums.opening is None else sums.opening + sum(upto)
        case ["sum", "in" | "out" | "net" as side, *over]:
            every = [sums.moved[place] for place in _over(sums, days, over)]
            chosen = [m for m in every if side == "net" or (m > 0 if side == "in" else m < 0)]
            alone = over[:1] == ["column"] and None not in (sums.cited.opening, sums.cited.closing)
            return sum(chosen) if len(chosen) > (not alone) else None
    return None


def _over(sums: Sums, days: Sequence[date | None], over: Sequence[object]) -> list[int]:
    """The lines that an expression is over."""
    places, lines = range(len(sums.moved)), sums.cited.witness.lines
    match over:
        case ["all"]:
            return list(places)
        case ["page" | "column" as what, *numbers]:
            of = [line.column if what == "column" else line.amount.page for line in lines]
            return [place for place in places if of[place] in numbers]
        case ["day" | "month" as span, int(of)] if 0 <= of < len(days) and days[of]:
            same = [d and (d if span == "day" else (d.year, d.month)) for d in days]
            return [place for place in places if same[place] == same[of]]
    return []


def _is_like_line(
    cited: Cited, row: int, own: Sequence[Found], columns: Collection[Extent]
) -> bool:
    """Whether a row has a day within the extent of the days, and one of these figures, not 0,
    within one of these columns."""
    inside = any(c.covers_half_of(f.extent) for c in columns for f in own if f.size)
    return inside and _is_dated(cited, row)


def _is_dated(cited: Cited, row: int) -> bool:
    return any(e.overlaps(day.extent) for _, e in cited.days for day in days_on(cited, row))
