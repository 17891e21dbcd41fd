"""Seldom layouts: amounts under their text, cards, two columns of rows, lines for days' ends."""

from decimal import Decimal
from itertools import groupby

from reportlab.lib.pagesizes import A4, LETTER, landscape

from tests.strangers.sheet import Sheet
from tests.strangers.sketch import Entry, Sketch


def _top(sheet: Sheet, drawn: Sketch, left: float, size: float, *, centred: bool = False) -> float:
    """Bank, title, holder and facts; the height below them."""
    if centred:
        sheet.text(sheet.width / 2, 44, drawn.bank, 15, bold=True, align="centre")
        sheet.text(sheet.width / 2, 60, drawn.fill(drawn.title), 10, align="centre")
    else:
        sheet.text(left, 44, drawn.bank, 15, bold=True)
        sheet.text(left, 60, drawn.fill(drawn.title), 10)
    low = sheet.lines(left, 84, drawn.holder, size)
    y = 84.0
    for label, value in drawn.facts:
        sheet.text(
            sheet.width - left, y, f"{drawn.fill(label)}  {drawn.fill(value)}", size, align="right"
        )
        y += size * 1.5
    return max(low, y) + 16


def amount_below_text(drawn: Sketch, *, size: float = 9, margin: float = 64) -> bytes:
    """Each row is a paragraph; date and amount are on the line under its description."""
    sheet = Sheet(A4, drawn.family)
    right = sheet.width - margin
    y = _top(sheet, drawn, margin, size)
    y = _end_line(sheet, drawn, drawn.opening_label, drawn.opening, margin, right, y, size)
    for entry, balance in drawn.in_print_order():
        if y > sheet.height - 80:
            sheet.next_page()
            y = 60
        sheet.text(margin, y, " ".join(entry.text), size, bold=True)
        y += size * 1.35
        sheet.text(margin, y, drawn.day(entry.day), size, colour="#555555")
        sheet.text(right - 110, y, drawn.amount(entry.amount), size, align="right")
        if balance is not None:
            sheet.text(right, y, drawn.balance(balance), size, align="right", colour="#555555")
        y += size * 0.7
        sheet.rule(margin, y, right, width=0.3, colour="#bbbbbb", dash=(2, 2))
        y += size * 1.3
    _end_line(sheet, drawn, drawn.closing_label, drawn.closing, margin, right, y + 4, size)
    return _finished(sheet, drawn, margin)


def _end_line(
    sheet: Sheet,
    drawn: Sketch,
    label: str | None,
    amount: Decimal,
    left: float,
    right: float,
    y: float,
    size: float,
) -> float:
    if label is None:
        return y
    sheet.text(left, y, drawn.fill(label), size, bold=True)
    sheet.text(right, y, drawn.balance(amount), size, bold=True, align="right")
    return y + size * 2


def _finished(sheet: Sheet, drawn: Sketch, left: float) -> bytes:
    sheet.lines(left, sheet.height - 30 - 8 * len(drawn.notes), drawn.notes, 6.5, pitch=8)
    return sheet.finish()


def slips(drawn: Sketch, *, labels: tuple[str, str, str, str], size: float = 8.5) -> bytes:
    """Each row is a slip with a label before every value, two slips abreast."""
    sheet = Sheet(A4, drawn.family)
    left = 44.0
    y = _top(sheet, drawn, left, size)
    width = (sheet.width - 2 * left - 14) / 2
    y = _end_line(
        sheet, drawn, drawn.opening_label, drawn.opening, left, sheet.width - left, y, size
    )
    for at, (entry, balance) in enumerate(drawn.in_print_order()):
        if at % 2 == 0 and y > sheet.height - 120:
            sheet.next_page()
            y = 60
        x = left + at % 2 * (width + 14)
        sheet.box(x, y - 10, width, 62, stroke="#999999", round_by=4)
        cells = (
            (labels[0], drawn.day(entry.day)),
            (labels[1], " ".join(entry.text)[:38]),
            (labels[2], drawn.amount(entry.amount)),
            (labels[3], "" if balance is None else drawn.balance(balance)),
        )
        for line, (label, value) in enumerate(cells):
            sheet.text(x + 6, y + 2 + line * 13, label, size - 1, colour="#666666")
            sheet.text(x + width - 6, y + 2 + line * 13, value, size, align="right")
        if at % 2:
            y += 70
    if len(drawn.entries) % 2:
        y += 70
    _end_line(
        sheet, drawn, drawn.closing_label, drawn.closing, left, sheet.width - left, y + 6, size
    )
    return _finished(sheet, drawn, left)


def day_ends(drawn: Sketch, *, day_end: str, size: float = 8.5, margin: float = 50) -> bytes:
    """The balance is a line of its own at the end of each day."""
    sheet = Sheet(A4, drawn.family)
    right = sheet.width - margin
    y = _top(sheet, drawn, margin, size, centred=True)
    edges = (margin, margin + 70, right - 90, right)
    for x, words in zip(edges, drawn.heads, strict=False):
        sheet.text(x, y, words, size, bold=True, align="right" if x > 300 else "left")
    sheet.rule(margin, y + 4, right, width=0.8)
    y += 18
    y = _end_line(sheet, drawn, drawn.opening_label, drawn.opening, edges[1], right, y, size)
    running = drawn.opening
    for day, group in groupby(drawn.entries, key=lambda entry: entry.day):
        for entry in group:
            running += entry.amount
            sheet.text(edges[0], y, drawn.day(entry.day), size)
            sheet.lines(edges[1], y, entry.text, size, pitch=11)
            sheet.text(edges[2], y, drawn.amount(entry.amount), size, align="right")
            y += 11 * len(entry.text) + 2
        words = day_end.replace("{day}", drawn.day(day))
        sheet.text(edges[1], y, words, size, colour="#444444")
        sheet.text(right, y, drawn.balance(running), size, align="right")
        y += 15
        if y > sheet.height - 90:
            sheet.next_page()
            y = 60
    _end_line(sheet, drawn, drawn.closing_label, drawn.closing, edges[1], right, y + 4, size)
    return _finished(sheet, drawn, margin)


def amount_first(drawn: Sketch, *, unit: str = "", size: float = 9) -> bytes:
    """A wide sheet on which amount and balance stand before the description."""
    sheet = Sheet(landscape(A4), drawn.family)
    left = 54.0
    y = _top(sheet, drawn, left, size)
    edges = (left, left + 160, left + 190, left + 290, left + 312)
    shown = zip((0, 1, 3, 4), drawn.heads, strict=False)
    for at, words in shown:
        sheet.text(edges[at], y, words, size, bold=True, align="right" if at in (1, 3) else "left")
    y += 6
    sheet.rule(left, y, sheet.width - left)
    y += 14
    rows: list[tuple[str, str, str, str]] = []
    if drawn.opening_label is not None:
        rows.append(("", "", drawn.balance(drawn.opening), drawn.fill(drawn.opening_label)))
    rows += [
        (
            drawn.day(entry.day),
            drawn.amount(entry.amount),
            "" if balance is None else drawn.balance(balance),
            ", ".join(entry.text),
        )
        for entry, balance in drawn.in_print_order()
    ]
    if drawn.closing_label is not None:
        rows.append(("", "", drawn.balance(drawn.closing), drawn.fill(drawn.closing_label)))
    for day, amount, balance_shown, words in rows:
        sheet.text(edges[0], y, day, size)
        sheet.text(edges[1], y, amount, size, align="right")
        if amount and unit:
            sheet.text(edges[1] + 6, y, unit, size)
        sheet.text(edges[3], y, balance_shown, size, align="right")
        sheet.text(edges[4], y, words, size)
        y += 15
    return _finished(sheet, drawn, left)


def checks_abreast(drawn: Sketch, *, size: float = 9) -> bytes:
    """An American statement: deposits in a list, checks three abreast, then other debits."""
    sheet = Sheet(LETTER, drawn.family)
    left, right = 56.0, sheet.width - 56
    y = _top(sheet, drawn, left, size)
    for label, value in drawn.summary:
        sheet.text(left, y, drawn.fill(label), size)
        sheet.text(left + 290, y, drawn.fill(value), size, align="right")
        y += size * 1.5
    checks = [entry for entry in drawn.entries if entry.text[0].startswith("CHECK ")]
    deposits = [entry for entry in drawn.entries if entry.amount > 0]
    others = [entry for entry in drawn.entries if entry not in checks and entry.amount < 0]

    def listed(title: str, entries: list[Entry], y: float) -> float:
        sheet.text(left, y, title, size + 1, bold=True)
        y += size * 1.7
        for entry in entries:
            sheet.text(left, y, drawn.day(entry.day), size)
            sheet.text(left + 60, y, " ".join(entry.text), size)
            sheet.text(right, y, drawn.figures.plain(entry.amount), size, align="right")
            y += size * 1.45
        return y + 8

    y = listed("Deposits and credits", deposits, y + 14)
    sheet.text(left, y, "Checks in serial number order", size + 1, bold=True)
    y += size * 1.7
    step = (right - left) / 3
    for at in range(3):
        for x, words in ((0, "Number"), (62, "Date"), (step - 18, "Amount")):
            sheet.text(
                left + at * step + x,
                y,
                words,
                size - 1.5,
                align="right" if words == "Amount" else "left",
            )
    y += size * 1.4
    for at, entry in enumerate(checks):
        x = left + at % 3 * step
        sheet.text(x, y, entry.text[0].removeprefix("CHECK "), size)
        sheet.text(x + 62, y, drawn.day(entry.day), size)
        sheet.text(x + step - 18, y, drawn.figures.plain(entry.amount), size, align="right")
        if at % 3 == 2:
            y += size * 1.45
    listed("Other withdrawals and debits", others, y + size * 2.6)
    return _finished(sheet, drawn, left)
