"""Statements with a bar of figures at the side, and statements set from right to left."""

from decimal import Decimal

from reportlab.lib.pagesizes import A4

from tests.strangers.sheet import Sheet
from tests.strangers.sketch import Sketch


def side_bar(
    drawn: Sketch,
    *,
    size: float = 8.2,
    bar: float = 150,
    fill: str = "#f0ece2",
    bar_right: bool = False,
    pitch: float = 13,
    paper: tuple[float, float] = A4,
) -> bytes:
    """A coloured bar with the balances, and the movements beside it."""
    sheet = Sheet(paper, drawn.family)
    bar_at = sheet.width - bar if bar_right else 0.0
    left = 34 if bar_right else bar + 22
    right = left + sheet.width - bar - 56
    _bar(sheet, drawn, bar_at, bar, fill, size)
    sheet.text(left, 52, drawn.fill(drawn.title), size + 5, bold=True)
    y = sheet.lines(left, 76, drawn.holder, size) + 14
    if drawn.above:
        y = drawn.above(sheet, y)
    edges = (left, left + 52, right - 66, right)
    for x, words in zip(edges, drawn.heads, strict=False):
        sheet.text(
            x, y, words, size - 0.7, align="right" if x > left + 60 else "left", colour="#555555"
        )
    sheet.rule(left, y + 4, right, width=1)
    y += pitch + 5
    for entry, balance in drawn.in_print_order():
        if y > sheet.height - 70:
            sheet.next_page()
            _bar(sheet, drawn, bar_at, bar, fill, size, again=True)
            y = 70
        sheet.text(edges[0], y, drawn.day(entry.day), size)
        sheet.text(edges[2], y, drawn.amount(entry.amount), size, align="right")
        if balance is not None:
            sheet.text(edges[3], y, drawn.balance(balance), size, align="right")
        for piece in entry.text:
            for words in sheet.wrap(piece, edges[2] - edges[1] - 62, size):
                sheet.text(edges[1], y, words, size)
                y += pitch - 2
        y += 3
        sheet.rule(left, y - pitch + 1, right, width=0.25, colour="#aaaaaa")
    if drawn.below:
        y = drawn.below(sheet, y + 8)
    for note in drawn.notes:
        y = sheet.lines(left, y + 10, sheet.wrap(drawn.fill(note), right - left, 7), 7)
    sheet.lines(left, sheet.height - 36, drawn.footer, 6.2, colour="#666666")
    return sheet.finish()


def _bar(
    sheet: Sheet,
    drawn: Sketch,
    x: float,
    width: float,
    fill: str,
    size: float,
    *,
    again: bool = False,
) -> None:
    sheet.box(x, 0, width, sheet.height, fill=fill)
    low = sheet.lines(x + 14, 54, sheet.wrap(drawn.bank, width - 20, 13, bold=True), 13, bold=True)
    if again:
        return
    pairs: list[tuple[str, str]] = [*drawn.facts]
    if drawn.opening_label is not None:
        pairs.append((drawn.opening_label, "{opening}"))
    pairs += drawn.summary
    if drawn.closing_label is not None:
        pairs.append((drawn.closing_label, "{closing}"))
    y = max(100.0, low + 14)
    for label, value in pairs:
        y = sheet.lines(
            x + 14,
            y,
            sheet.wrap(drawn.fill(label), width - 28, size - 1),
            size - 1,
            colour="#555555",
        )
        rows = sheet.wrap(drawn.fill(value), width - 20, size + 1, bold=True)
        y = sheet.lines(x + 14, y + 1, rows, size + 1, bold=True)
        y += 9


def right_to_left(
    drawn: Sketch, *, size: float = 9, pitch: float = 14, grid: bool = True, english: str = ""
) -> bytes:
    """A table whose first column is at the right; columns as the sketch names them."""
    sheet = Sheet(A4, drawn.family)
    left, right = 44.0, sheet.width - 44
    sheet.text(right, 52, drawn.bank, 16, bold=True, align="right")
    if english:
        sheet.text(left, 52, english, 11)
    y = sheet.lines(right, 84, drawn.holder, size, align="right")
    sheet.text(left, 84, drawn.fill(drawn.title), size + 2, bold=True)
    low = 102.0
    for label, value in drawn.facts:
        sheet.text(left + 200, low, drawn.fill(label), size, align="right")
        sheet.text(left, low, drawn.fill(value), size)
        low += pitch
    y = max(y, low) + 18
    for label, value in drawn.summary:
        sheet.text(right, y, drawn.fill(label), size, align="right")
        sheet.text(right - 130, y, drawn.fill(value), size, align="right")
        y += pitch
    if drawn.above:
        y = drawn.above(sheet, y)
    y += 8
    widths = {"date": 62.0, "value": 62.0, "out": 74.0, "in": 74.0, "amount": 80.0, "balance": 80.0}
    rest = right - left - sum(widths.get(key, 0) for key in drawn.columns)
    edges: dict[str, tuple[float, float]] = {}
    edge = right
    for key in drawn.columns:
        width = widths.get(key, rest)
        edges[key] = (edge - width, edge)
        edge -= width
    top = y - size - 4
    sheet.box(left, top, right - left, pitch + 2, fill="#e3e8ee")
    for key, words in zip(drawn.columns, drawn.heads, strict=True):
        sheet.text(edges[key][1] - 4, y, words, size, bold=True, align="right")
    y += pitch + 2

    def end(y: float, label: str | None, amount: Decimal) -> float:
        if label is None:
            return y
        sheet.text(edges["text"][1] - 4, y, drawn.fill(label), size, bold=True, align="right")
        target = edges.get("balance") or edges["amount"]
        sheet.text(target[0] + 4, y, drawn.balance(amount), size, bold=True)
        return y + pitch

    y = end(y, drawn.opening_label, drawn.opening)
    for entry, balance in drawn.in_print_order():
        cells = {
            "date": drawn.day(entry.day),
            "value": drawn.day(entry.value_day or entry.day),
            "out": drawn.figures.plain(entry.amount) if entry.amount < 0 else "",
            "in": drawn.figures.plain(entry.amount) if entry.amount >= 0 else "",
            "amount": drawn.amount(entry.amount),
            "balance": "" if balance is None else drawn.balance(balance),
        }
        for key in drawn.columns:
            if key != "text":
                sheet.text(edges[key][0] + 4, y, cells[key], size)
        for piece in entry.text:
            sheet.text(edges["text"][1] - 4, y, piece, size, align="right")
            y += pitch
        if grid:
            sheet.rule(left, y - size - 3, right, width=0.3, colour="#999999")
    y = end(y, drawn.closing_label, drawn.closing)
    if grid:
        for x in (left, *(pair[1] for pair in edges.values())):
            sheet.rule(x, top, x, y - size - 3, width=0.3, colour="#999999")
    if drawn.below:
        y = drawn.below(sheet, y + 8)
    for note in drawn.notes:
        sheet.text(right, y + 12, drawn.fill(note), size - 1.5, align="right")
        y += pitch
    sheet.lines(right, sheet.height - 40, drawn.footer, 6.5, align="right")
    return sheet.finish()
