"""Prints a made-up statement the way one made-up bank would."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from fixtures.furniture import edge_code, facts, footers, watermark
from fixtures.sheet import Sheet
from fixtures.table import Flow
from fixtures.truth import TrueRow, TrueStatement
from tests.support.generated.figures import charged, day, plain, signed
from tests.support.generated.grid import Grid, grid_for, page_size
from tests.support.generated.look import Amounts, Look

FIRST_ROWS = 200.0
NEXT_ROWS = 70.0


def sheets_of(look: Look, statement: TrueStatement) -> list[Sheet]:
    """The statement's pages."""
    return _Printer(look, statement).print()


class _Printer:
    def __init__(self, look: Look, statement: TrueStatement) -> None:
        self.look = look
        self.statement = statement
        self.grid: Grid = grid_for(look, statement)
        self.step = look.size * 1.35
        self.balance = statement.opening
        self.flow = Flow(self.begin, bottom=look.rows_bottom, leave=self.leave)

    def print(self) -> list[Sheet]:
        first, last = self.ends()
        self.end_row(*first)
        for title, rows in self.sections():
            self.section(title, rows)
        if not self.statement.rows:
            self.line(description=self.look.language.nothing)
        self.end_row(*last)
        self.totals_below()
        self.legal()
        return self.flow.sheets

    # Pages

    def begin(self, page: int) -> tuple[Sheet, float]:
        width, height = page_size(self.look)
        sheet = Sheet(self.look.language.face, self.look.size, width, height)
        if self.look.watermark:
            watermark(sheet, "COPY")
        if self.look.edge_code:
            edge_code(sheet, "0417 00093 250131")
        sheet.text(self.look.left, 45, "Bank of Somewhere", size=14, bold=True)
        if page == 1:
            self.first_head(sheet)
        y = FIRST_ROWS if page == 1 else NEXT_ROWS
        return sheet, self.below_head(sheet, page, y)

    def first_head(self, sheet: Sheet) -> None:
        look = self.look
        sheet.text(look.left, 65, look.word(look.language.title), size=11)
        sheet.block(look.left, 85, ("A. N. Other", "12 Long Street", "Somewhere 4417"))
        if look.period_printed:
            sheet.text(look.left, 135, self.worded(look.language.period))
        sheet.text(look.left, 150, f"No. ******4417   {look.currency}")
        if look.box:
            facts(sheet, 320, sheet.width - look.left, 75, list(self.box()))

    def below_head(self, sheet: Sheet, page: int, y: float) -> float:
        if self.look.headings and (page == 1 or self.look.headings_repeated):
            self.grid.head(sheet, y)
            y += self.step + 4
        if page > 1 and self.look.carried:
            label = self.look.word(self.look.language.brought)
            self.grid.row(sheet, y, description=label, **self.standing(self.balance))
            y += self.step
        return y

    def leave(self, sheet: Sheet, y: float) -> None:
        if self.look.carried:
            label = self.look.word(self.look.language.carried)
            self.grid.row(sheet, y, description=label, **self.standing(self.balance))

    def legal(self) -> None:
        language = self.look.language
        sheet, y = self.flow.room(40)
        sheet.block(self.look.left, y + 15, language.legal, size=6)
        if self.look.footer:
            legal = self.look.word(language.legal)
            footers(self.flow.sheets, legal, "{number} / {count}", margin=self.look.left)

    # Balances and totals

    def ends(self) -> tuple[tuple[str, date, Decimal], tuple[str, date, Decimal]]:
        language, truth = self.look.language, self.statement
        opening = (self.worded(language.opening), truth.start, truth.opening)
        closing = (self.worded(language.closing), truth.end, truth.closing)
        return (closing, opening) if self.look.newest_first else (opening, closing)

    def end_row(self, label: str, when: date, balance: Decimal) -> None:
        if self.look.balance_rows:
            printed = day(self.look, when) if self.look.wording % 2 else ""
            self.line(date=printed, description=label, **self.standing(balance))

    def standing(self, balance: Decimal) -> dict[str, str]:
        """The cell in which a balance stands in a row of its own."""
        columns = self.grid.columns
        if "balance" in columns or "amount" in columns:
            name = "balance" if "balance" in columns else "amount"
            return {name: self.held(balance)}
        return {"out" if balance < 0 else "in": plain(self.look, balance)}

    def box(self) -> Iterator[tuple[str, str]]:
        language, truth = self.look.language, self.statement
        yield self.worded(language.opening), self.held(truth.opening)
        yield from self.totals()
        yield self.worded(language.closing), self.held(truth.closing)

    def totals(self) -> Iterator[tuple[str, str]]:
        if self.look.totals:
            truth = self.statement
            ins = sum(each.amount > 0 for each in truth.rows)
            yield self.total(self.look.language.total_in, truth.money_in, ins)
            outs = sum(each.amount < 0 for each in truth.rows)
            yield self.total(self.look.language.total_out, truth.money_out, outs)

    def total(self, label: tuple[str, ...], total: Decimal, count: int) -> tuple[str, str]:
        counted = f" ({count})" if self.look.counts else ""
        return self.look.word(label) + counted, plain(self.look, total)

    def totals_below(self) -> None:
        if self.look.totals and not self.look.box:
            sheet, y = self.flow.room(3 * self.step)
            facts(sheet, self.look.left + 60, 380, y + self.step, list(self.totals()))

    def held(self, balance: Decimal) -> str:
        card = self.look.amounts is Amounts.CARD
        return charged(self.look, balance) if card else signed(self.look, balance)

    # Rows

    def sections(self) -> Iterator[tuple[str, list[TrueRow]]]:
        rows = list(self.statement.rows)
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
            self.row(each, "" if again else day(self.look, each.date))
            self.balance += each.amount
            shown = each.date

    def row(self, each: TrueRow, printed: str) -> None:
        lines = list(self.wrapped(each.lines))
        sheet, y = self.flow.room(self.step * len(lines))
        with_figure = len(lines) - 1 if self.look.figure_on_last_line else 0
        for index, text in enumerate(lines):
            cells = self.figures(each) if index == with_figure else {}
            if index == 0:
                cells |= {"date": printed, "value": self.value(each), "reference": each.extra}
            text = self.dotted(text) if index == with_figure else text
            self.grid.row(sheet, y + index * self.step, description=text, **cells)

    def figures(self, each: TrueRow) -> dict[str, str]:
        balance = "" if each.balance is None else signed(self.look, each.balance)
        if self.look.amounts is Amounts.ONE:
            return {"amount": signed(self.look, each.amount, is_amount=True), "balance": balance}
        if self.look.amounts is Amounts.CARD:
            return {"amount": charged(self.look, each.amount)}
        side = "out" if each.amount < 0 else "in"
        return {side: plain(self.look, each.amount), "balance": balance}

    def value(self, each: TrueRow) -> str:
        return day(self.look, each.alt_date) if each.alt_date else ""

    def wrapped(self, lines: tuple[str, ...]) -> Iterator[str]:
        face, size = self.look.language.face, self.look.size
        for line in lines:
            text = ""
            for word in line.split():
                longer = f"{text} {word}".strip()
                if text and face.width(longer, size) > self.grid.description_width:
                    yield text
                    longer = word
                text = longer
            yield text

    def dotted(self, text: str) -> str:
        """The text with dots behind it that lead the eye to the figures."""
        if not self.look.leaders:
            return text
        face, size = self.look.language.face, self.look.size
        room = self.grid.description_width - face.width(f"{text} ", size)
        return f"{text} {'.' * int(room / face.width('.', size))}"

    def line(self, **cells: str) -> None:
        sheet, y = self.flow.room(self.step)
        self.grid.row(sheet, y, **cells)

    def worded(self, choices: tuple[str, ...]) -> str:
        pattern, truth = self.look.full_day, self.statement
        start, end = (day(self.look, when, pattern) for when in (truth.start, truth.end))
        return self.look.word(choices).format(start=start, end=end)
