"""Things that stand above, below and beside a table: boxes, small tables, adverts, margins."""

from collections.abc import Sequence

from tests.strangers.sheet import Align, Sheet
from tests.strangers.sketch import Hook, Sketch


def words(
    *rows: str,
    x: float = 46,
    size: float = 8,
    bold: bool = False,
    fill: str = "",
    stroke: str = "",
    width: float = 330,
    colour: str = "#000000",
    gap: float = 14,
) -> Hook:
    """Some lines of text, in a box if a fill or a stroke is given."""

    def draw(sheet: Sheet, y: float) -> float:
        height = len(rows) * size * 1.35 + 8
        if fill or stroke:
            sheet.box(x - 5, y - size - 3, width, height, fill=fill, stroke=stroke)
        low = sheet.lines(x, y, rows, size, bold=bold, colour=colour, pitch=size * 1.35)
        return low + gap

    return draw


def small_table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    edges: Sequence[float],
    title: str = "",
    size: float = 7.5,
    aligns: str = "",
    box: bool = False,
    gap: float = 16,
) -> Hook:
    """A little table; `aligns` has an l or r for each column."""
    kinds: dict[str, Align] = {"l": "left", "r": "right"}
    sides = [kinds[letter] for letter in aligns or "l" * (len(edges) - 1) + "r"]

    def draw(sheet: Sheet, y: float) -> float:
        pitch = size * 1.5
        top = y - size - 4
        if title:
            sheet.text(edges[0], y, title, size + 1, bold=True)
            y += pitch * 1.2
        for x, side, head in zip(edges, sides, heads, strict=False):
            sheet.text(x, y, head, size, bold=True, align=side)
        if heads:
            y += pitch
        for row in rows:
            for x, side, cell in zip(edges, sides, row, strict=False):
                sheet.text(x, y, cell, size, align=side)
            y += pitch
        if box:
            left, right = min(edges) - 6, max(edges) + 6
            sheet.box(left, top, right - left, y - top - size + 3, stroke="#777777")
        return y + gap

    return draw


def daily_balances(
    drawn: Sketch, title: str, *, x: float = 46, step: float = 170, per_line: int = 3
) -> Hook:
    """The balance at the end of each day that had a transaction."""
    running = drawn.opening
    days: dict[str, str] = {}
    for entry in drawn.entries:
        running += entry.amount
        days[drawn.day(entry.day)] = drawn.balance(running)

    def draw(sheet: Sheet, y: float) -> float:
        sheet.text(x, y + 8, title, 9, bold=True)
        y += 24
        for at, (day, balance) in enumerate(days.items()):
            left = x + at % per_line * step
            sheet.text(left, y, day, 8)
            sheet.text(left + step * 0.65, y, balance, 8, align="right")
            if at % per_line == per_line - 1:
                y += 12
        return y + 20

    return draw


def in_turn(*hooks: Hook) -> Hook:
    """Several things under each other."""

    def draw(sheet: Sheet, y: float) -> float:
        for hook in hooks:
            y = hook(sheet, y)
        return y

    return draw


def at_height(top: float, hook: Hook) -> Hook:
    """A thing at a fixed place of the page, which moves nothing else."""

    def draw(sheet: Sheet, y: float) -> float:
        hook(sheet, top)
        return y

    return draw


def up_the_margin(text: str, *, x: float = 20, y: float = 560, size: float = 6.5) -> Hook:
    """A line that runs up the left margin."""

    def draw(sheet: Sheet, height: float) -> float:
        sheet.text(x, y, text, size, turn=90)
        return height

    return draw


def fresh_page(*hooks: Hook, top: float = 70) -> Hook:
    """Things on a page of their own behind the table."""

    def draw(sheet: Sheet, _height: float) -> float:
        sheet.next_page()
        y = top
        for hook in hooks:
            y = hook(sheet, y)
        return y

    return draw
