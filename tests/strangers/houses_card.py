"""Card and loan statements: what is owed, what was bought and what was paid back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from reportlab.lib.pagesizes import A4, LETTER

from tests.strangers.sheet import Sheet
from tests.strangers.sketch import Sketch, belongs


@dataclass(frozen=True)
class CardLook:
    """How a card statement is set; amounts are shown as the issuer sees them.

    `owed` writes a balance that is owed (negative for the holder), `charge` a purchase.
    """

    size: float = 8.5
    paper: tuple[float, float] = A4
    margin: float = 50
    pitch: float = 13
    accent: str = "#22314a"
    two_dates: bool = True
    owed: Callable[[Sketch, Decimal], str] = field(
        default=lambda drawn, amount: drawn.figures.signed(-amount, ("", "CR"))
    )
    charge: Callable[[Sketch, Decimal], str] = field(
        default=lambda drawn, amount: drawn.figures.signed(-amount, ("", "CR"))
    )
    summary_box: bool = True
    ends_in_table: bool = False
    sections: tuple[tuple[str, str], ...] = ()
    subtotal: str = ""
    boxes_across: bool = True


def owed_plain(drawn: Sketch, amount: Decimal) -> str:
    """A debt without a sign; what the bank owes with a minus."""
    return drawn.figures.signed(-amount, "lead")


def owed_trailing(drawn: Sketch, amount: Decimal) -> str:
    """A debt without a sign; what the bank owes with a minus behind it."""
    return drawn.figures.signed(-amount, "trail")


def holder_sign(drawn: Sketch, amount: Decimal) -> str:
    """As the holder sees it: purchases and debts with a minus."""
    return drawn.figures.signed(amount, "lead")


def marked(credit: str, debit: str) -> Callable[[Sketch, Decimal], str]:
    """Marks behind the amount."""
    return lambda drawn, amount: drawn.figures.signed(amount, (credit, debit))


def card_page(drawn: Sketch, look: CardLook | None = None) -> bytes:
    """Draw a card statement."""
    look = look or CardLook()
    sheet = Sheet(look.paper, drawn.family)
    left, right = look.margin, look.paper[0] - look.margin
    sheet.box(0, 0, look.paper[0], 36, fill=look.accent)
    sheet.text(left, 24, drawn.bank, 14, bold=True, colour="#ffffff")
    sheet.text(right, 24, drawn.fill(drawn.title), 10, align="right", colour="#ffffff")
    low = sheet.lines(left, 64, drawn.holder, look.size)
    y = 64.0
    middle = left + (right - left) * 0.52
    for label, value in drawn.facts:
        sheet.text(middle, y, _fill(drawn, look, label), look.size)
        sheet.text(right, y, _fill(drawn, look, value), look.size, bold=True, align="right")
        y += look.pitch
    y = max(low, y) + 20
    if look.boxes_across:
        y = _boxes(sheet, drawn, look, y)
    else:
        y = _equation(sheet, drawn, look, y)
    if drawn.above:
        y = drawn.above(sheet, y)
    y = _rows(sheet, drawn, look, y)
    if drawn.below:
        y = drawn.below(sheet, y + 10)
    for note in drawn.notes:
        rows = sheet.wrap(_fill(drawn, look, note), right - left, look.size - 1.5)
        y = sheet.lines(left, y + 9, rows, look.size - 1.5)
    sheet.lines(left, look.paper[1] - 38, drawn.footer, 6.5, colour="#555555")
    return sheet.finish()


def _fill(drawn: Sketch, look: CardLook, words: str) -> str:
    words = words.replace("{opening}", look.owed(drawn, drawn.opening))
    words = words.replace("{closing}", look.owed(drawn, drawn.closing))
    return drawn.fill(words)


def _boxes(sheet: Sheet, drawn: Sketch, look: CardLook, y: float) -> float:
    if not drawn.summary:
        return y
    left = look.margin
    step = (look.paper[0] - 2 * look.margin) / len(drawn.summary)
    for at, (label, value) in enumerate(drawn.summary):
        x = left + at * step
        sheet.box(x, y - 10, step - 6, 38, stroke=look.accent)
        rows = sheet.wrap(_fill(drawn, look, label), step - 14, look.size - 2)
        sheet.lines(x + 5, y, rows, look.size - 2)
        sheet.text(
            x + step - 12, y + 22, _fill(drawn, look, value), look.size, bold=True, align="right"
        )
    return y + 50


def _equation(sheet: Sheet, drawn: Sketch, look: CardLook, y: float) -> float:
    left = look.margin
    for label, value in drawn.summary:
        sheet.text(left, y, _fill(drawn, look, label), look.size)
        sheet.text(left + 240, y, _fill(drawn, look, value), look.size, align="right")
        y += look.pitch
    return y + 14


def _rows(sheet: Sheet, drawn: Sketch, look: CardLook, y: float) -> float:
    left, right = look.margin, look.paper[0] - look.margin
    text_at = left + (112 if look.two_dates else 62)
    edges = (left, left + 56, text_at, right) if look.two_dates else (left, text_at, right)
    for x, words in zip(edges, drawn.heads, strict=False):
        sheet.text(
            x,
            y,
            words,
            look.size - 0.5,
            bold=True,
            align="right" if x == right else "left",
            colour=look.accent,
        )
    sheet.rule(left, y + 4, right, colour=look.accent, width=1)
    y += look.pitch + 4
    if look.ends_in_table and drawn.opening_label is not None:
        sheet.text(text_at, y, _fill(drawn, look, drawn.opening_label), look.size)
        sheet.text(right, y, look.owed(drawn, drawn.opening), look.size, align="right")
        y += look.pitch
    groups = look.sections or (("", ""),)
    for title, takes in groups:
        rows = [entry for entry, _ in drawn.in_print_order() if belongs(entry, takes)]
        if not rows:
            continue
        if title:
            sheet.text(left, y + 3, drawn.fill(title), look.size, bold=True)
            y += look.pitch + 5
        for entry in rows:
            if y > look.paper[1] - 70:
                sheet.next_page()
                y = 60
            sheet.text(left, y, drawn.day(entry.day), look.size)
            if look.two_dates:
                sheet.text(left + 56, y, drawn.day(entry.value_day or entry.day), look.size)
            sheet.text(right, y, look.charge(drawn, entry.amount), look.size, align="right")
            for words in entry.text:
                sheet.text(text_at, y, words, look.size)
                y += look.pitch - 1.5
            y += 1.5
        if look.subtotal:
            total = sum((entry.amount for entry in rows), Decimal(0))
            sheet.text(
                text_at, y + 1, look.subtotal.replace("{title}", title), look.size, bold=True
            )
            sheet.text(right, y + 1, look.charge(drawn, total), look.size, bold=True, align="right")
            y += look.pitch + 5
    if look.ends_in_table and drawn.closing_label is not None:
        sheet.rule(text_at, y - look.size, right)
        sheet.text(text_at, y + 2, _fill(drawn, look, drawn.closing_label), look.size, bold=True)
        sheet.text(
            right, y + 2, look.owed(drawn, drawn.closing), look.size, bold=True, align="right"
        )
        y += look.pitch
    return y + 6


def loan_page(
    drawn: Sketch,
    *,
    split: Sequence[tuple[str, str, str]] = (),
    paper: tuple[float, float] = LETTER,
    size: float = 9,
) -> bytes:
    """A loan: date, what, charged, paid, what is still owed; `split` adds a table of parts."""
    sheet = Sheet(paper, drawn.family)
    left, right = 58.0, paper[0] - 58
    sheet.text(left, 56, drawn.bank, 16, bold=True)
    sheet.text(left, 78, drawn.fill(drawn.title), 11)
    sheet.lines(left, 108, drawn.holder, size)
    y = 108.0
    for label, value in drawn.facts:
        sheet.text(right - 220, y, drawn.fill(label), size)
        sheet.text(right, y, drawn.fill(value), size, align="right")
        y += 14
    y = max(y, 170) + 10
    for label, value in drawn.summary:
        words = value.replace("{opening}", owed_plain(drawn, drawn.opening))
        words = words.replace("{closing}", owed_plain(drawn, drawn.closing))
        sheet.text(left, y, drawn.fill(label), size)
        sheet.text(left + 280, y, drawn.fill(words), size, align="right")
        y += 14
    y += 16
    if drawn.above:
        y = drawn.above(sheet, y)
    edges = (left, left + 74, right - 160, right - 80, right)
    for x, words in zip(edges, drawn.heads, strict=False):
        sheet.text(x, y, words, size, bold=True, align="right" if x > right - 200 else "left")
    sheet.rule(left, y + 4, right)
    y += 18
    if drawn.opening_label is not None:
        sheet.text(edges[1], y, drawn.fill(drawn.opening_label), size)
        sheet.text(right, y, drawn.balance(drawn.opening), size, align="right")
        y += 15
    for entry, balance in drawn.in_print_order():
        sheet.text(left, y, drawn.day(entry.day), size)
        sheet.text(edges[1], y, " ".join(entry.text), size)
        x = edges[3] if entry.amount >= 0 else edges[2]
        sheet.text(x, y, drawn.figures.plain(entry.amount), size, align="right")
        if balance is not None:
            sheet.text(right, y, drawn.balance(balance), size, align="right")
        y += 15
    if drawn.closing_label is not None:
        sheet.text(edges[1], y, drawn.fill(drawn.closing_label), size, bold=True)
        sheet.text(right, y, drawn.balance(drawn.closing), size, bold=True, align="right")
        y += 15
    if split:
        y += 14
        for row in split:
            for x, words in zip((left, left + 200, left + 300), row, strict=True):
                sheet.text(x, y, words, size, align="left" if x == left else "right")
            y += 14
    if drawn.below:
        y = drawn.below(sheet, y + 10)
    for note in drawn.notes:
        y = sheet.lines(left, y + 10, sheet.wrap(drawn.fill(note), right - left, 7.5), 7.5)
    sheet.lines(left, paper[1] - 40, drawn.footer, 6.5)
    return sheet.finish()
