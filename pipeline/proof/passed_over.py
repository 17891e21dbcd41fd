"""Each figure, each row that begins like an entry and each ink in a column is accounted for."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from pipeline.proof.checks import Check, passed_unless
from pipeline.proof.entries import Offered, Read
from pipeline.proof.errors import WitnessRefused
from pipeline.proof.headers import MONEY, cells_of
from pipeline.proof.lexed import place_of
from pipeline.proof.parse.figures import Figure
from pipeline.proof.printed import SPEAKING, Printed
from pipeline.proof.rows import Row, text_of
from pipeline.proof.skipped import skipped_rows
from pipeline.proof.sums import Sums, label_meanings
from pipeline.proof.tables.phrases import squeeze
from pipeline.proof.witness import Excuse, Place, Reason
from pipeline.proof.zones import Zones
from pipeline.words import Word

_OF_A_NUMBER = re.compile(r"^[\dXx*•-]+$")
_A_WORD = 3  # letters
_SHORT = re.compile(r"^[-+(]*(?:\d{1,3}(?:[,.'’]\d{2,3})*|\d+)[.,]\d[-+)]*$")  # 12.5
_MOSTLY = 0.6  # of a dated row's letters, that labels must cover for it to be no entry


class Account:
    """Which figures of a section are used, and which reasons hold for the others."""

    def __init__(self, offered: Offered, sums: Sums, zones: Zones) -> None:
        self._offered = offered
        self._zones = zones
        self._printed = Printed(offered, sums)
        self._skipped = skipped_rows(offered)
        self._heads = offered.lexed.header_rows
        self._own_rows = {entry.row for entry in offered.entries}
        self._own_pages = {offered.lexed.rows[index].page for index in self._own_rows}
        self._first_of_page: dict[int, int] = {}
        for index in sorted(self._heads_near() | self._own_rows):
            self._first_of_page.setdefault(offered.lexed.rows[index].page, index)
        self._used = {
            (read.row, read.figure.first)
            for entry in offered.entries
            for read in (Read(entry.row, entry.amount), entry.balance)
            if read
        }
        self._used |= {(e.row, e.figure.first) for e in (offered.opening, offered.closing) if e}
        self._currencies = {
            figure.currency
            for entry in offered.entries
            for figure in (entry.amount, entry.balance.figure if entry.balance else None)
            if figure is not None
        }

    def _heads_near(self) -> set[int]:
        """The rows of headers on the pages of the section."""
        lexed = self._offered.lexed
        start, stop = (lexed.rows[i].page for i in (self._offered.start, self._offered.stop - 1))
        return {row for page in range(start, stop + 1) for row in lexed.header_rows_of(page)}

    def unused(self) -> Iterator[tuple[int, Figure]]:
        """Every figure of the section that is no row's and no end's."""
        for index in range(self._offered.start, self._offered.stop):
            for figure in self._offered.lexed.rows[index].figures:
                if (index, figure.first) not in self._used:
                    yield index, figure

    def reason(self, index: int, figure: Figure) -> Reason | None:
        """The first reason on the list that holds for a figure; None if none does."""
        return next((r for r in Reason if self.holds(r, index, figure)), None)

    def holds(self, reason: Reason, index: int, figure: Figure) -> bool:
        """Whether a reason holds for a figure of a row."""
        row = self._offered.lexed.rows[index]
        role = self._zones.role_of(row, figure)
        if reason is Reason.AGREES:
            return index not in self._own_rows and self._agrees(index, row, figure)
        if reason is Reason.SKIPPED:
            return index in self._skipped
        if reason is Reason.ZERO:
            return figure.value == 0 and index in self._own_rows and role != "balance"
        if reason is Reason.FOREIGN:
            other = figure.currency is not None and figure.currency not in self._currencies
            return other and (role is None or index not in self._own_rows)
        if reason is Reason.TEXT:
            return role is None and self._is_text(index, row, figure)
        return self._is_outside(index, row, figure)

    def _agrees(self, index: int, row: Row, figure: Figure) -> bool:
        """Whether a label speaks of the figure, or it stands alone in the column of the balances;
        and it says what follows from the rows."""
        if row.dates and self._zones.in_dates(row, row.dates[0]) and not _is_label(row):
            return False
        value = self._offered.minor(figure)
        alone = len(row.figures) == 1 and self._zones.role_of(row, figure) == "balance"
        if alone and value in self._printed.at(index):
            return True
        return any(
            value in self._printed.allowed(meaning, index)
            for meaning in label_meanings(self._offered, Read(index, figure)) & SPEAKING
        )

    def _is_text(self, index: int, row: Row, figure: Figure) -> bool:
        """Whether a figure in the table stands where no money does: left of every money column, or
        below an entry among the words of its text."""
        return self._zones.within(index) and (
            self._zones.left_of_money(row, figure) or index not in self._own_rows
        )

    def _is_outside(self, index: int, row: Row, figure: Figure) -> bool:
        """Whether a figure stands beside the table, on a row that is no entry."""
        if self._zones.within(index):
            return False
        dated = row.begins_with_date or self._zones.dated(row)
        aside = self._heads_page(index) and self._zones.role_of(row, figure) is None
        like = (dated and not aside) or self._in_a_table(index, figure)
        return not like or _is_label(row)

    def _heads_page(self, index: int) -> bool:
        """Whether a row stands above every header and entry of its page, of which there are."""
        first = self._first_of_page.get(self._offered.lexed.rows[index].page)
        return first is not None and index < first

    def _in_a_table(self, index: int, figure: Figure | Word) -> bool:
        """Whether a page without entries has a table of dates and money, and this in it."""
        rows, page = self._offered.lexed.rows, self._offered.lexed.rows[index].page
        if page in self._own_pages:
            return False
        above = self._offered.lexed.header_above(index)
        if above is None or rows[above.last].page != page or not above.having("date"):
            return False
        cells = above.having(*MONEY)
        return any(cell.x0 < figure.x1 and figure.x0 < cell.x1 for cell in cells)

    def unread(self) -> Iterator[str]:
        """Rows of the table that begin like an entry, or print something where figures stand,
        and were not read."""
        for index in range(self._offered.start, self._offered.stop):
            row = self._offered.lexed.rows[index]
            if index in self._skipped or index in self._heads:
                continue
            inside = self._zones.within(index)
            if self._unread_row(index, row) if inside else self._unread_beside(index, row):
                yield f"a row on page {row.page} is unread: {row.text[:40]}"

    def _unread_row(self, index: int, row: Row) -> bool:
        taken = row.taken
        loose = [word for i, word in enumerate(row.words) if i not in taken]
        if index in self._own_rows:
            return self._has_short(row, loose)
        if any(self._damaged(row, word) for word in loose):
            return True
        return bool(row.dates) and self._zones.in_dates(row, row.dates[0]) and (
            not self._dates_used(index)
        ) and not _is_label(row)  # fmt: skip

    def _unread_beside(self, index: int, row: Row) -> bool:
        """Whether a row beside the table begins with a date and no figure of it can be read."""
        like = row.begins_with_date or self._zones.dated(row)
        if not like or row.figures or _is_label(row) or self._dates_used(index):
            return False
        taken = row.taken | (_numbers(row) if self._heads_page(index) else set())
        return any(
            any(map(str.isdigit, word.text))
            and (self._zones.role_of(row, word) or self._in_a_table(index, word))
            for i, word in enumerate(row.words)
            if i not in taken
        )

    def _damaged(self, row: Row, word: Word) -> bool:
        """Whether a word that is no figure stands in a column of amounts and is not plain text."""
        role = self._zones.role_of(row, word)
        if role is None:
            return False
        letters = sum(map(str.isalpha, word.text))
        digits = sum(map(str.isdigit, word.text))
        return digits * 2 >= len(word.text) or (letters == 0 and word.text not in "|-–—*")

    def _has_short(self, row: Row, loose: list[Word]) -> bool:
        """Whether a word of an entry would be a figure in a column of amounts (and no date), were
        noughts left out; or, where they are, is damaged."""
        if self._offered.witness.convention.style.is_short:
            return any(self._damaged(row, word) for word in loose)
        figures = {i for figure in row.figures for i in range(figure.first, figure.last + 1)}
        return any(
            _SHORT.match(word.text) and self._zones.role_of(row, word)
            for i, word in enumerate(row.words)
            if i not in figures
        )

    def _dates_used(self, index: int) -> bool:
        return any(
            dated.row == index
            for entry in self._offered.entries
            for dated in (entry.day, entry.other)
            if dated
        )

    def misplaced(self) -> Iterator[str]:
        """Entries that a heading takes out of the statement, and rows between entries that are
        neither an entry's text nor known: whoever knows what such a heading says of those below?"""
        rows = self._offered.lexed.rows
        for index in sorted(self._own_rows & self._skipped):
            yield f"a row on page {rows[index].page} stands under a heading of another list"
        text = {
            (place.page, word)
            for entry in self._offered.entries
            for place in entry.text
            for word in place.words
        }
        known = {index for index, _ in self._offered.headings} | self._skipped
        for index in range(self._offered.start, self._offered.stop):
            row = rows[index]
            if index in known or self._is_head(index) or row.figures or row.dates or _speaks(row):
                continue
            if any((row.page, word) in text for word in row.ids):
                continue
            if self._zones.sets_apart(index) or self._under_header(index):
                yield f"nobody knows what this says of the rows below: {row.text[:40]}"

    def _is_head(self, index: int) -> bool:
        """Whether a row is of a header, and no title above its columns."""
        return index in self._heads and not _is_title(self._offered.lexed.rows[index])

    def _under_header(self, index: int) -> bool:
        """Whether a row of words stands between a table's header and the first entry below it."""
        if not self._offered.entries:
            return False
        rows = self._offered.lexed.rows
        row = rows[index]
        first = min(self._own_rows)
        of_page = self._offered.lexed.header_rows_of(row.page)
        heads = [i for i in of_page if self._offered.start <= i < first]
        if not heads or rows[first].page != row.page or not min(heads) < index < first:
            return False
        if row.phrases("sections"):
            return True  # a heading, but for a word that nobody knows
        between = max(heads) < index
        words = [word for word in row.words if sum(map(str.isalpha, word.text)) >= _A_WORD]
        return between and bool(words) and not row.phrases("columns")

    def unread_ink(self) -> Iterator[str]:
        """Print as high as digits, and no word there, in a column of the table."""
        for page in map(self._offered.lexed.pages.__getitem__, sorted(self._own_pages)):
            for box in page.ink:
                if role := self._zones.holds(page.number, box):
                    yield f"print without text stands in the {role} column of page {page.number}"


def nothing_passed_over(offered: Offered, account: Account) -> Check:
    """Passed if every figure is used, or excused by a reason that holds.

    Raises WitnessRefused for an excuse of words that are no figure of the section, or that are
    used.
    """
    excused = _excused(offered.witness.excused)
    faults: list[str] = []
    for index, figure in account.unused():
        row = offered.lexed.rows[index]
        reason = excused.pop(place_of(row, figure.first, figure.last), None)
        if reason is None or not account.holds(reason, index, figure):
            text = text_of(row.words[figure.first : figure.last + 1])
            faults.append(f"{text} on page {row.page} is passed over")
    if excused:
        raise WitnessRefused(why="an excuse names words that need none")
    return passed_unless(
        "nothing_passed_over",
        [*faults, *account.unread(), *account.misplaced(), *account.unread_ink()],
    )


def _excused(excuses: tuple[Excuse, ...]) -> dict[Place, Reason]:
    found = {excuse.figure: excuse.reason for excuse in excuses}
    if len(found) != len(excuses):
        raise WitnessRefused(why="a figure is excused twice")
    return found


def _is_title(row: Row) -> bool:
    """Whether a header's row is one run of words, of which some are a heading's and some nobody
    knows: "Planned payments" above "Date Description Amount" may begin another list."""
    named = {i for hit in row.phrases("columns") for i in hit.places}
    headed = bool(row.phrases("sections"))
    return headed and len(cells_of(row)) == 1 and len(named) < len(row.words)


def _speaks(row: Row) -> bool:
    """Whether a row bears a label of a balance or a total."""
    return bool(row.phrases("labels", *SPEAKING))


def _numbers(row: Row) -> set[int]:
    """The words of an account's number right behind its label."""
    found: set[int] = set()
    for hit in row.phrases("labels", "account_number"):
        behind = enumerate(row.words[hit.last + 1 :], start=hit.last + 1)
        own = itertools.takewhile(lambda each: _OF_A_NUMBER.match(each[1].text), behind)
        found |= {place for place, _ in own}
    return found


def _is_label(row: Row) -> bool:
    """Whether a row with a date says little else than a label."""
    taken = row.taken
    letters = [0 if i in taken else len(squeeze(w.text)) for i, w in enumerate(row.words)]
    named = {i for hit in row.phrases("labels", *SPEAKING) for i in hit.places}
    return bool(named) and sum(letters[i] for i in named) >= _MOSTLY * sum(letters)
