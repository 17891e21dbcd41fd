"""Ordinary bank paper: a head, a table with a column for each thing, and a foot."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from reportlab.lib.pagesizes import A4

from tests.strangers.figures import dated
from tests.strangers.sheet import Align, Sheet
from tests.strangers.sketch import Entry, Sketch

_NUMBERS = ("out", "in", "amount", "balance")


@dataclass(frozen=True)
class Look:
    """The typography of a table."""

    size: float = 8.5
    pitch: float = 12.5
    margin: float = 46
    paper: tuple[float, float] = A4
    header: str = "rules"
    row_rules: bool = False
    zebra: str = ""
    grid: bool = False
    accent: str = "#000000"
    date_width: float = 58
    number_width: float = 72
    text_share: float = 1.0
    amount_on_last_line: bool = False
    date_once_a_day: bool = False
    start: float = 190
    bottom: float = 760
    ends: str = "rows"
    summary_at: str = "top"
    head_side: str = "right"
    leaders: bool = False
    repeat_head: bool = True


@dataclass(frozen=True)
class Column:
    """A column's key, its edge and how it is set."""

    key: str
    left: float
    right: float

    @property
    def align(self) -> Align:
        """Numbers are set to the right."""
        return "right" if self.key in _NUMBERS else "left"

    @property
    def at(self) -> float:
        """Where the text of the column is set."""
        return self.right - 3 if self.align == "right" else self.left + 3


_WIDE_FAMILIES = ("vera", "deja", "slab", "deja-mono")


def lay_out(keys: Sequence[str], look: Look, family: str) -> tuple[Column, ...]:
    """Place the columns between the margins; the description gets what is left."""
    date_width = look.date_width * (1.18 if family in _WIDE_FAMILIES else 1)
    widths = {
        key: look.number_width
        if key in _NUMBERS
        else {"code": 40.0, "day": 22.0, "month": 26.0, "ref": 70.0, "number": 26.0}.get(
            key, date_width
        )
        for key in keys
    }
    whole = look.paper[0] - 2 * look.margin
    rest = whole - sum(width for key, width in widths.items() if key != "text")
    columns = []
    left = look.margin
    for key in keys:
        width = rest * look.text_share if key == "text" else widths[key]
        columns.append(Column(key, left, left + width))
        left += width
    return tuple(columns)


def table_page(drawn: Sketch | Sequence[Sketch], look: Look | None = None) -> bytes:
    """Draw one account after the other, beginning new pages where they are needed."""
    look = look or Look()
    several = [drawn] if isinstance(drawn, Sketch) else list(drawn)
    sheet = Sheet(look.paper, several[0].family)
    y = _letterhead(sheet, several[0], look)
    for at, one in enumerate(several):
        if at:
            y = _start_again(sheet, one, look) if y > look.bottom - 170 else y + 30
            sheet.text(look.margin, y, one.title, look.size + 2, bold=True)
            y = _facts(sheet, one, look, look.margin, y + look.pitch + 2) + 6
        y = _Table(sheet, one, look).draw(y)
    _foot(sheet, several[0], look)
    return sheet.finish()


def _start_again(sheet: Sheet, drawn: Sketch, look: Look) -> float:
    _foot(sheet, drawn, look)
    sheet.next_page()
    if drawn.watermark:
        sheet.watermark(drawn.watermark)
    sheet.text(look.margin, 44, drawn.bank, look.size + 2, bold=True, colour=look.accent)
    sheet.rule(look.margin, 52, look.paper[0] - look.margin, colour=look.accent)
    return 80


def _letterhead(sheet: Sheet, drawn: Sketch, look: Look) -> float:
    left, right = look.margin, look.paper[0] - look.margin
    if drawn.watermark:
        sheet.watermark(drawn.watermark)
    name_right = look.head_side == "left"
    sheet.text(
        right if name_right else left,
        50,
        drawn.bank,
        15,
        bold=True,
        align="right" if name_right else "left",
        colour=look.accent,
    )
    facts_at = left if name_right else left + (right - left) * 0.55
    holder_at = left + (right - left) * 0.6 if name_right else left
    low = sheet.lines(holder_at, 96, drawn.holder, look.size + 0.5)
    room = right - facts_at if not name_right else holder_at - left - 10
    titles = sheet.wrap(drawn.fill(drawn.title), room, look.size + 3, bold=True)
    y = sheet.lines(facts_at, 80, titles, look.size + 3, bold=True, pitch=look.size + 6)
    y = _facts(sheet, drawn, look, facts_at, y + 6)
    return max(y + 12, low + 12, look.start)


def _facts(sheet: Sheet, drawn: Sketch, look: Look, x: float, y: float) -> float:
    for label, value in drawn.facts:
        width = sheet.text(x, y, drawn.fill(label), look.size)
        gap = max(96.0, width + 8) if label else 0
        room = look.paper[0] - look.margin - x - gap
        for row in sheet.wrap(drawn.fill(value), room, look.size, bold=bool(label)):
            sheet.text(x + gap, y, row, look.size, bold=bool(label))
            y += look.pitch
        if not value:
            y += look.pitch
    return y


def _foot(sheet: Sheet, drawn: Sketch, look: Look) -> None:
    y = look.paper[1] - 14 - 9 * len(drawn.footer)
    if drawn.footer:
        sheet.rule(look.margin, y - 10, look.paper[0] - look.margin, colour="#888888")
    sheet.lines(look.margin, y, drawn.footer, 6.5, pitch=8.5, colour="#444444")
    if drawn.page_label:
        words = drawn.page_label.replace("{page}", str(sheet.page))
        sheet.text(look.paper[0] - look.margin, 30, words, look.size - 1, align="right")


class _Table:
    """Draws the rows of one account."""

    def __init__(self, sheet: Sheet, drawn: Sketch, look: Look) -> None:
        self.sheet = sheet
        self.drawn = drawn
        self.look = look
        self.columns = lay_out(drawn.columns, look, drawn.family)
        self.left = look.margin
        self.right = self.columns[-1].right
        self.top = 0.0

    def draw(self, y: float) -> float:
        drawn, look = self.drawn, self.look
        if look.summary_at == "top":
            y = self._summary(y)
        if drawn.above:
            y = drawn.above(self.sheet, y)
        if drawn.opening_label is not None and look.ends == "around":
            y = self._loose(y, drawn.fill(drawn.opening_label), drawn.opening)
        y = self._head(y)
        ends = (drawn.opening_label, drawn.opening), (drawn.closing_label, drawn.closing)
        first, last = reversed(ends) if drawn.newest_first else ends
        if look.ends == "rows" and first[0] is not None:
            y = self._end_row(y, drawn.fill(first[0]), first[1])
        y = self._rows(y)
        if drawn.totals_label:
            y = self._totals(y)
        if look.ends == "rows" and last[0] is not None:
            y = self._end_row(y, drawn.fill(last[0]), last[1])
        self._close_grid(y)
        if drawn.closing_label is not None and look.ends == "around":
            y = self._loose(y + 6, drawn.fill(drawn.closing_label), drawn.closing)
        if look.summary_at == "bottom":
            y = self._summary(y + 10)
        if drawn.below:
            y = drawn.below(self.sheet, y + 8)
        for note in drawn.notes:
            rows = self.sheet.wrap(drawn.fill(note), self.right - self.left, look.size - 1)
            y = self.sheet.lines(self.left, y + 8, rows, look.size - 1)
        return y

    def _summary(self, y: float) -> float:
        look = self.look
        if not self.drawn.summary:
            return y
        height = look.pitch * len(self.drawn.summary) + 10
        width = (self.right - self.left) * 0.48
        if look.header == "shade":
            self.sheet.box(self.left, y - 12, width, height, fill="#eef1f4")
        else:
            self.sheet.box(self.left, y - 12, width, height, stroke=look.accent)
        for label, value in self.drawn.summary:
            self.sheet.text(self.left + 6, y + 2, self.drawn.fill(label), look.size)
            self.sheet.text(
                self.left + width - 6, y + 2, self.drawn.fill(value), look.size, align="right"
            )
            y += look.pitch
        return y + 16

    def _head(self, y: float) -> float:
        look, sheet = self.look, self.sheet
        heads = self.drawn.heads
        lines = [head.split("\n") for head in heads]
        deepest = max((len(parts) for parts in lines), default=0)
        if not deepest:
            self.top = y - look.pitch
            return y
        height = look.pitch * deepest
        if look.header == "shade":
            sheet.box(
                self.left,
                y - look.size - 2,
                self.right - self.left,
                height + 3,
                fill=look.accent if look.accent != "#000000" else "#d9dde1",
            )
        if look.header == "rules":
            sheet.rule(self.left, y - look.size - 2, self.right, colour=look.accent)
        colour = "#ffffff" if look.header == "shade" and look.accent != "#000000" else "#000000"
        for column, parts in zip(self.columns, lines, strict=False):
            for at, words in enumerate(parts):
                sheet.text(
                    column.at,
                    y + at * look.pitch,
                    words,
                    look.size,
                    bold=True,
                    align=column.align,
                    colour=colour,
                )
        if look.header in ("rules", "line"):
            sheet.rule(self.left, y + height - look.size, self.right, colour=look.accent)
        self.top = y - look.size - 2
        return y + height + 3

    def _loose(self, y: float, label: str, amount: Decimal) -> float:
        self.sheet.text(self.left, y, label, self.look.size, bold=True)
        self.sheet.text(
            self.right - 3, y, self.drawn.balance(amount), self.look.size, bold=True, align="right"
        )
        return y + self.look.pitch * 1.6

    def _end_row(self, y: float, label: str, amount: Decimal) -> float:
        text = next(column for column in self.columns if column.key == "text")
        target = self._balance_column(amount)
        size, bold = self.look.size, True
        if self.drawn.day(self.drawn.first) in label and self.columns[0].key == "date":
            bold = False
        self.sheet.text(text.at, y, label, size, bold=bold)
        shown = self.drawn.balance(amount)
        if target.key in ("in", "out"):
            shown = self.drawn.figures.plain(amount)
        self.sheet.text(target.at, y, shown, size, bold=bold, align="right")
        return y + self.look.pitch

    def _balance_column(self, amount: Decimal) -> Column:
        keys = {column.key: column for column in self.columns}
        if "balance" in keys:
            return keys["balance"]
        if "amount" in keys:
            return keys["amount"]
        return keys["in"] if amount >= 0 else keys["out"]

    def _totals(self, y: float) -> float:
        drawn = self.drawn
        text = next(column for column in self.columns if column.key == "text")
        self.sheet.rule(text.left, y - self.look.size - 1, self.right, colour="#999999")
        self.sheet.text(text.at, y, drawn.fill(drawn.totals_label or ""), self.look.size, bold=True)
        for column in self.columns:
            total = {"in": drawn.money_in, "out": drawn.money_out}.get(column.key)
            if total is not None:
                self.sheet.text(
                    column.at,
                    y,
                    drawn.figures.plain(total),
                    self.look.size,
                    bold=True,
                    align="right",
                )
        return y + self.look.pitch

    def _rows(self, y: float) -> float:
        drawn, look = self.drawn, self.look
        text = next(column for column in self.columns if column.key == "text")
        day_before = ""
        running = drawn.opening
        for at, (entry, balance) in enumerate(drawn.in_print_order()):
            lines = tuple(
                part
                for piece in entry.text
                for part in self.sheet.wrap(piece, text.right - text.left - 6, look.size)
            )
            if y + look.pitch * len(lines) > look.bottom:
                y = self._turn_over(y, running)
                day_before = ""
            height = look.pitch * len(lines)
            if look.zebra and at % 2:
                self.sheet.box(
                    self.left, y - look.size - 1, self.right - self.left, height, fill=look.zebra
                )
            day = drawn.day(entry.day)
            hide = look.date_once_a_day and day == day_before
            self._row(y, entry, lines, balance, number=at + 1, hide_date=hide)
            day_before = day
            running += entry.amount
            y += height
            if look.row_rules or look.grid:
                self.sheet.rule(
                    self.left,
                    y - look.size - 1.5,
                    self.right,
                    width=0.3,
                    colour="#666666" if look.grid else "#bbbbbb",
                )
        return y

    def _row(
        self,
        y: float,
        entry: Entry,
        lines: tuple[str, ...],
        balance: Decimal | None,
        *,
        number: int,
        hide_date: bool,
    ) -> None:
        drawn, look, sheet = self.drawn, self.look, self.sheet
        low = y + look.pitch * (len(lines) - 1) if look.amount_on_last_line else y
        language = drawn.place.language
        for column in self.columns:
            key = column.key
            if key == "text":
                for at, words in enumerate(lines):
                    width = sheet.text(column.at, y + at * look.pitch, words, look.size)
                    if look.leaders and at == 0:
                        sheet.rule(column.at + width + 3, y, column.right - 4, dash=(1, 3))
                continue
            words = {
                "date": "" if hide_date else drawn.day(entry.day),
                "value": drawn.day(entry.value_day or entry.day),
                "day": dated(entry.day, "DD", language),
                "month": dated(entry.day, "MM", language),
                "code": entry.code,
                "number": str(number),
                "ref": entry.code,
                "amount": drawn.amount(entry.amount),
                "out": drawn.figures.plain(entry.amount) if entry.amount < 0 else "",
                "in": drawn.figures.plain(entry.amount) if entry.amount >= 0 else "",
                "balance": "" if balance is None else drawn.balance(balance),
            }[key]
            at_y = low if key in _NUMBERS else y
            sheet.text(column.at, at_y, words, look.size, align=column.align)

    def _turn_over(self, y: float, running: Decimal) -> float:
        below, above = self.drawn.carried
        if below:
            y = self._end_row(y, self.drawn.fill(below), running)
        self._close_grid(y)
        y = _start_again(self.sheet, self.drawn, self.look)
        if self.look.repeat_head:
            y = self._head(y)
        if above:
            y = self._end_row(y, self.drawn.fill(above), running)
        return y

    def _close_grid(self, y: float) -> None:
        if self.look.grid:
            low = y - self.look.size - 1.5
            for edge in (self.left, *(column.right for column in self.columns)):
                self.sheet.rule(edge, self.top, edge, low, width=0.3, colour="#666666")
            self.sheet.rule(self.left, low, self.right, width=0.3, colour="#666666")
        elif self.look.header == "rules":
            self.sheet.rule(self.left, y - self.look.size - 1, self.right, colour=self.look.accent)
