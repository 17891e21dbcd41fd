"""Prints a made-up statement the way one made-up bank would, as sheets or as words."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from enum import StrEnum

from fixtures.beside_rows import edge_code, facts, footers, watermark
from fixtures.oddities import with_gaps
from fixtures.sheet import Ink, Sheet
from fixtures.table import Flow
from fixtures.truth import TrueRow, TrueStatement
from fixtures.typefaces import width_of
from pipeline.words import DocumentPages, Page, Word
from tests.support.generated.cells import (
    beside,
    box,
    day,
    dotted,
    figures,
    grid_for,
    heading,
    lines,
    page_size,
    standing,
    totals,
    worded,
)
from tests.support.generated.look import Look
from tests.support.looking import seen_page


class Where(StrEnum):
    """Which figure is printed wrong."""

    AMOUNT = "a row's amount"
    BALANCE = "a row's balance"
    OPENING = "the opening balance, wherever it is printed"
    CLOSING = "the closing balance, wherever it is printed"


@dataclass(frozen=True, slots=True)
class Slip:
    """The figure ``where``, of row ``index`` if it is a row's, is ``by`` too large, never zero.

    An amount grows in its own direction, so that its sign stays.
    """

    where: Where
    index: int
    by: Decimal


def printed_row(slip: Slip | None, row: TrueRow, index: int) -> TrueRow:
    """The row as it is printed."""
    if slip is None or index != slip.index:
        return row
    if slip.where is Where.AMOUNT:
        return replace(row, amount=row.amount + slip.by.copy_sign(row.amount))
    if slip.where is Where.BALANCE and row.balance is not None:
        return replace(row, balance=row.balance + slip.by)
    return row


def printed_ends(slip: Slip | None, truth: TrueStatement) -> tuple[Decimal, Decimal]:
    """The opening and the closing balance as they are printed."""
    opening, closing = truth.opening, truth.closing
    if slip is not None and slip.where is Where.OPENING:
        opening += slip.by
    if slip is not None and slip.where is Where.CLOSING:
        closing += slip.by
    return opening, closing


_LEFTWARD = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_LATIN = re.compile(r"[A-Za-z]")
_DIGIT = re.compile(r"\d")


def turned_over(page: Page, *, visual: bool) -> Page:
    """The page with each word at the other side; a Latin word and what stands behind, and the
    parts of a number, keep their order."""
    words: list[Word] = []
    for run in _runs(page.words):
        left, right = run[0].x0, run[-1].x1
        for word in run:
            x0 = page.width - right + word.x0 - left
            backward = visual and _LEFTWARD.search(word.text) and not _DIGIT.search(word.text)
            text = word.text[::-1] if backward else word.text
            words.append(word._replace(text=text, x0=x0, x1=x0 + word.x1 - word.x0))
    return replace(page, words=tuple(words))


def _runs(words: tuple[Word, ...]) -> Iterator[list[Word]]:
    """Words that keep their order: a Latin one, and what stands right of it on its line; and the
    parts of a number or a date."""
    run: list[Word] = []
    for word in words:
        if run and not _goes_on(run, word):
            yield run
            run = []
        run.append(word)
    if run:
        yield run


def _goes_on(run: list[Word], right: Word) -> bool:
    left = run[-1]
    height = left.bottom - left.top
    near = left.top == right.top and 0 <= right.x0 - left.x1 < 0.5 * height
    latin = any(_LATIN.search(word.text) for word in run)
    number = _DIGIT.search(left.text) and _DIGIT.search(right.text)
    return near and bool(latin or number) and not _LEFTWARD.search(right.text)


ASCENT = 0.94
DESCENT = 0.22
"""Of the font's size, above and below the baseline: near what PDFium gives for Helvetica."""


def pages_of(
    sheets: Sequence[Sheet], *, leftward: bool = False, visual: bool = False
) -> DocumentPages:
    """What reading the sheets' PDF would give, every word seen; ``leftward``, they are turned over,
    as if drawn from right to left, and ``visual`` letters stand in the order of the page."""
    pages = tuple(_page(number, sheet) for number, sheet in enumerate(sheets, start=1))
    if leftward:
        pages = tuple(turned_over(page, visual=visual) for page in pages)
    return DocumentPages(pages, engine="pdfium", encrypted=False)


def _page(number: int, sheet: Sheet) -> Page:
    words = tuple(word for ink in sheet.ink for word in _words(ink))
    return seen_page(Page(number, sheet.width, sheet.height, words))


def _words(ink: Ink) -> Iterator[Word]:
    for match in re.finditer(r"\S+", ink.text):
        start = width_of(ink.text[: match.start()], ink.font, ink.size)
        width = width_of(match.group(), ink.font, ink.size)
        yield _turned(ink, start, width, match.group())


def _turned(ink: Ink, start: float, width: float, text: str) -> Word:
    turn = math.radians(ink.angle)
    x0, y0 = ink.x + start * math.cos(turn), ink.y - start * math.sin(turn)
    x1, y1 = x0 + width * math.cos(turn), y0 - width * math.sin(turn)
    above, below = ink.size * ASCENT, ink.size * DESCENT
    lean = above * math.sin(turn)
    return Word(text, x0 - lean, min(y0, y1) - above * math.cos(turn), x1, max(y0, y1) + below)


FIRST_ROWS = 200.0
NEXT_ROWS = 70.0


def sheets_of(look: Look, statement: TrueStatement, slip: Slip | None = None) -> list[Sheet]:
    """The statement's pages, with one figure wrong if there is a slip."""
    return _Printer(look, statement, slip).print()


class _Printer:
    def __init__(self, look: Look, truth: TrueStatement, slip: Slip | None) -> None:
        self.look = look
        self.truth = truth
        self.slip = slip
        self.printed = 0
        self.grid = grid_for(look, truth)
        self.step = look.size * 1.35
        self.balance = truth.closing if look.newest_first else truth.opening
        self.flow = Flow(self.begin, bottom=look.rows_bottom, leave=self.leave)

    def print(self) -> list[Sheet]:
        first, last = self.ends()
        self.end_row(*first)
        for title, rows in self.sections():
            self.section(title, rows)
        if not self.truth.rows:
            self.line(description=self.look.language.nothing)
        self.end_row(*last)
        self.totals_below()
        self.legal()
        sheets = self.flow.sheets
        return [with_gaps(sheet) for sheet in sheets] if self.look.kerned else sheets

    def begin(self, page: int) -> tuple[Sheet, float]:
        look = self.look
        sheet = Sheet(look.language.face, look.size, *page_size(look))
        if look.watermark:
            watermark(sheet, "COPY")
        if look.edge_code:
            edge_code(sheet, "0417 00093 250131")
        sheet.text(look.left, 45, "Bank of Somewhere", size=14, bold=True)
        if page == 1:
            self.first_head(sheet)
        return sheet, self.below_head(sheet, page)

    def first_head(self, sheet: Sheet) -> None:
        look = self.look
        sheet.text(look.left, 65, heading(look), size=11)
        sheet.block(look.left, 85, ("A. N. Other", "12 Long Street", "Somewhere 4417"))
        if look.period_printed:
            sheet.text(look.left, 135, worded(look, self.truth, look.language.period))
        sheet.text(look.left, 150, f"No. ******4417   {look.currency}")
        if look.box:
            facts(sheet, 320, sheet.width - look.left, 75, self.box())

    def below_head(self, sheet: Sheet, page: int) -> float:
        y = FIRST_ROWS if page == 1 else NEXT_ROWS
        if self.look.headings and (page == 1 or self.look.headings_repeated):
            self.grid.head(sheet, y)
            y += self.step + 4
            if self.look.bilingual:
                self.grid.english_head(sheet, y)
                y += self.step
        if page > 1:
            y = self.turn(sheet, y, self.look.language.brought)
        return y

    def leave(self, sheet: Sheet, y: float) -> None:
        below = self.turn(sheet, y, self.look.language.carried)
        if self.look.overprinted:
            legal = self.look.word(self.look.language.legal)
            sheet.text(self.look.left + 3, below - self.step + 1, legal, size=5, grey=0.4)

    def turn(self, sheet: Sheet, y: float, label: tuple[str, ...]) -> float:
        """Carry the balance over the page's end, if this bank does, and say what is below."""
        if not self.look.carried:
            return y
        cells = standing(self.look, self.grid, self.balance)
        self.grid.row(sheet, y, description=self.look.word(label), **cells)
        return y + self.step

    def ends(self) -> tuple[tuple[str, date, Decimal], tuple[str, date, Decimal]]:
        look, truth = self.look, self.truth
        opening, closing = printed_ends(self.slip, truth)
        first = (worded(look, truth, look.language.opening), truth.start, opening)
        last = (worded(look, truth, look.language.closing), truth.end, closing)
        return (last, first) if look.newest_first else (first, last)

    def box(self) -> list[tuple[str, str]]:
        return list(box(self.look, self.truth, *printed_ends(self.slip, self.truth)))

    def end_row(self, label: str, when: date, balance: Decimal) -> None:
        if self.look.balance_rows:
            printed = day(self.look, when) if self.look.wording % 2 else ""
            cells = standing(self.look, self.grid, balance)
            self.line(date=printed, description=label, **cells)

    def sections(self) -> Iterator[tuple[str, list[TrueRow]]]:
        rows = list(self.truth.rows)
        if not self.look.sections:
            yield "", rows
            return
        yield self.look.word(self.look.language.payments), [x for x in rows if x.amount > 0]
        yield self.look.word(self.look.language.purchases), [x for x in rows if x.amount <= 0]

    def section(self, title: str, rows: list[TrueRow]) -> None:
        if title:
            sheet, y = self.flow.room(self.step * 1.4)
            sheet.text(self.grid.columns["description"].x, y, title, bold=True)
        shown: date | None = None
        for each in rows:
            again = self.look.once_a_day and each.date == shown
            printed = printed_row(self.slip, each, self.printed)
            self.row(printed, "" if again else day(self.look, each.date))
            self.balance += -each.amount if self.look.newest_first else each.amount
            self.printed += 1
            shown = each.date

    def row(self, each: TrueRow, printed: str) -> None:
        look, grid = self.look, self.grid
        texts = lines(look, grid, each)
        if not look.rows_broken:
            self.flow.keep(self.step * len(texts))
        with_figure = len(texts) - 1 if look.figure_on_last_line else 0
        texts[with_figure] = dotted(look, grid, texts[with_figure])
        for index, text in enumerate(texts):
            cells = {"date": printed, **beside(look, each)} if index == 0 else {}
            cells |= figures(look, each) if index == with_figure else {}
            self.line(description=text, **cells)

    def line(self, **cells: str) -> None:
        sheet, y = self.flow.room(self.step)
        self.grid.row(sheet, y, **cells)

    def totals_below(self) -> None:
        if self.look.totals and not self.look.box:
            sheet, y = self.flow.room(3 * self.step)
            pairs = list(totals(self.look, self.truth))
            facts(sheet, self.look.left + 60, 380, y + self.step, pairs)

    def legal(self) -> None:
        language, left = self.look.language, self.look.left
        sheet, y = self.flow.room(40)
        sheet.block(left, y + 15, language.legal, size=6)
        if self.look.footer:
            text = self.look.word(language.legal)
            footers(self.flow.sheets, text, "{number} / {count}", margin=left)
