"""Statements as a line printer makes them: every line one string of fixed width."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from reportlab.lib.pagesizes import A4

from tests.strangers.sheet import Sheet
from tests.strangers.sketch import Entry, Sketch


@dataclass(frozen=True)
class Reel:
    """How wide the columns of a printout are, in letters."""

    size: float = 8.6
    pitch: float = 11
    margin: float = 38
    paper: tuple[float, float] = A4
    widths: tuple[int, ...] = (10, 34, 14, 14, 15)
    lines_a_page: int = 62
    ruler: str = "-"
    opening_in_table: bool = True
    head_again: bool = True
    blank_between: bool = False


def printout(drawn: Sketch | Sequence[Sketch], reel: Reel | None = None) -> bytes:
    """Print the lines of a statement on as many sheets as they take."""
    reel = reel or Reel()
    several = [drawn] if isinstance(drawn, Sketch) else list(drawn)
    family = several[0].family if "mono" in several[0].family else "courier"
    sheet = Sheet(reel.paper, family)
    _Printer(sheet, reel).run(several)
    return sheet.finish()


class _Printer:
    def __init__(self, sheet: Sheet, reel: Reel) -> None:
        self.sheet = sheet
        self.reel = reel
        self.line = 0

    def run(self, several: Sequence[Sketch]) -> None:
        self._top(several[0])
        for at, one in enumerate(several):
            if at:
                self.put("")
                self.put(one.title)
                for label, value in one.facts:
                    self.put(f"{one.fill(label):<24} {one.fill(value)}".rstrip())
            self._statement(one)
        for words in several[0].footer:
            self.put(words)

    def put(self, words: str) -> None:
        y = 44 + self.line * self.reel.pitch
        self.sheet.text(self.reel.margin, y, words, self.reel.size)
        self.line += 1

    def _top(self, drawn: Sketch) -> None:
        wide = sum(self.reel.widths) + len(self.reel.widths) - 1
        page = drawn.page_label.replace("{page}", str(self.sheet.page))
        self.put(f"{drawn.bank:<{wide - len(page)}}{page}")
        if self.sheet.page == 1:
            self.put(drawn.fill(drawn.title))
            self.put("")
            for words in drawn.holder:
                self.put(f"     {words}")
            self.put("")
            for label, value in drawn.facts:
                self.put(f"{drawn.fill(label):<24} {drawn.fill(value)}".rstrip())
            for label, value in drawn.summary:
                self.put(f"{drawn.fill(label):<30} {drawn.fill(value):>16}")
        self.put("")

    def _cells(self, drawn: Sketch, cells: dict[str, str]) -> str:
        parts = []
        for key, width in zip(drawn.columns, self.reel.widths, strict=True):
            words = cells.get(key, "")
            right = key in ("out", "in", "amount", "balance")
            parts.append(f"{words[:width]:>{width}}" if right else f"{words[:width]:<{width}}")
        return " ".join(parts).rstrip()

    def _head(self, drawn: Sketch) -> None:
        ruler = self.reel.ruler * (sum(self.reel.widths) + len(self.reel.widths) - 1)
        if drawn.heads:
            if ruler:
                self.put(ruler)
            self.put(self._cells(drawn, dict(zip(drawn.columns, drawn.heads, strict=True))))
        if ruler:
            self.put(ruler)

    def _end(self, drawn: Sketch, label: str, amount: Decimal) -> None:
        shown = drawn.balance(amount)
        if "balance" in drawn.columns:
            key = "balance"
        elif "amount" in drawn.columns:
            key = "amount"
        else:
            key = "in" if amount >= 0 else "out"
            shown = drawn.figures.plain(amount)
        at = drawn.columns.index(key)
        reach = sum(self.reel.widths[: at + 1]) + at
        label = drawn.fill(label)
        self.put(
            f"{' ' * (self.reel.widths[0] + 1)}{label}"[: reach - len(shown) - 1].ljust(
                reach - len(shown)
            )
            + shown
        )

    def _statement(self, drawn: Sketch) -> None:
        if drawn.above:
            y = drawn.above(self.sheet, 44 + self.line * self.reel.pitch)
            self.line = int((y - 44) / self.reel.pitch) + 1
        self._head(drawn)
        if drawn.opening_label is not None:
            self._end(drawn, drawn.opening_label, drawn.opening)
        running = drawn.opening
        for entry, balance in drawn.in_print_order():
            if self.line > self.reel.lines_a_page:
                self._turn_over(drawn, running)
            self._row(drawn, entry, balance)
            running += entry.amount
        if drawn.totals_label:
            self.put(
                self._cells(
                    drawn,
                    {
                        "text": drawn.fill(drawn.totals_label),
                        "out": drawn.figures.plain(drawn.money_out),
                        "in": drawn.figures.plain(drawn.money_in),
                    },
                )
            )
        if drawn.closing_label is not None:
            self._end(drawn, drawn.closing_label, drawn.closing)
        if drawn.below:
            y = drawn.below(self.sheet, 44 + self.line * self.reel.pitch)
            self.line = int((y - 44) / self.reel.pitch) + 1
        for words in drawn.notes:
            self.put(drawn.fill(words))

    def _row(self, drawn: Sketch, entry: Entry, balance: Decimal | None) -> None:
        width = self.reel.widths[drawn.columns.index("text")]
        lines = []
        for piece in entry.text:
            rows = self._wrap(piece, width)
            lines.extend(rows)
        amount = entry.amount
        self.put(
            self._cells(
                drawn,
                {
                    "date": drawn.day(entry.day),
                    "value": drawn.day(entry.value_day or entry.day),
                    "text": lines[0],
                    "code": entry.code,
                    "amount": drawn.amount(amount),
                    "out": drawn.figures.plain(amount) if amount < 0 else "",
                    "in": drawn.figures.plain(amount) if amount >= 0 else "",
                    "balance": "" if balance is None else drawn.balance(balance),
                },
            )
        )
        for words in lines[1:]:
            self.put(self._cells(drawn, {"text": words}))
        if self.reel.blank_between:
            self.put("")

    @staticmethod
    def _wrap(words: str, width: int) -> list[str]:
        rows: list[str] = []
        for word in words.split():
            if rows and len(rows[-1]) + 1 + len(word) <= width:
                rows[-1] += f" {word}"
            else:
                rows.append(word)
        return rows

    def _turn_over(self, drawn: Sketch, running: Decimal) -> None:
        below, above = drawn.carried
        if below:
            self._end(drawn, below, running)
        self.sheet.next_page()
        self.line = 0
        self._top(drawn)
        if self.reel.head_again:
            self._head(drawn)
        if above:
            self._end(drawn, above, running)
