"""Statements without a table: lists by day, wallets of apps, sections by direction, letters."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from reportlab.lib.pagesizes import A4, LETTER

from tests.strangers.sheet import Align, Sheet
from tests.strangers.sketch import Entry, Sketch, belongs


def day_list(
    drawn: Sketch,
    *,
    size: float = 9.5,
    paper: tuple[float, float] = A4,
    margin: float = 60,
    ends_first: bool = True,
    accent: str = "#1d3557",
) -> bytes:
    """An app's statement: a heading for each day, names in bold, small print under them."""
    sheet = Sheet(paper, drawn.family)
    right = paper[0] - margin
    sheet.text(margin, 58, drawn.bank, 20, bold=True, colour=accent)
    sheet.text(right, 52, drawn.fill(drawn.title), 11, align="right")
    y = sheet.lines(margin, 90, drawn.holder, size)
    low = 90.0
    for label, value in drawn.facts:
        sheet.text(right - 190, low, drawn.fill(label), size - 1, colour="#666666")
        sheet.text(right, low, drawn.fill(value), size - 1, align="right")
        low += size * 1.5
    y = max(y, low) + 14
    if ends_first:
        y = _big_ends(sheet, drawn, y, margin, right, size)
    if drawn.above:
        y = drawn.above(sheet, y)
    for _day, pairs in groupby(drawn.in_print_order(), key=lambda pair: pair[0].day):
        group = list(pairs)
        if y > paper[1] - 120:
            sheet.next_page()
            y = 60
        y += 8
        sheet.text(margin, y, drawn.day(group[0][0].day), size, bold=True, colour=accent)
        sheet.rule(margin, y + 4, right, colour="#cccccc")
        y += size * 1.8
        for entry, balance in group:
            sheet.text(margin + 8, y, entry.text[0], size, bold=True)
            sheet.text(right, y, drawn.amount(entry.amount), size, align="right")
            small = list(entry.text[1:])
            for words in small:
                y += size * 1.2
                sheet.text(margin + 8, y, words, size - 1.5, colour="#555555")
            if balance is not None:
                if not small:
                    y += size * 1.2
                sheet.text(
                    right, y, drawn.balance(balance), size - 1.5, align="right", colour="#777777"
                )
            y += size * 1.7
    if not ends_first:
        y = _big_ends(sheet, drawn, y + 14, margin, right, size)
    if drawn.below:
        y = drawn.below(sheet, y + 10)
    for note in drawn.notes:
        y = sheet.lines(margin, y + 10, sheet.wrap(drawn.fill(note), right - margin, 7), 7)
    sheet.lines(margin, paper[1] - 46, drawn.footer, 6.5, colour="#777777")
    return sheet.finish()


def _big_ends(
    sheet: Sheet, drawn: Sketch, y: float, left: float, right: float, size: float
) -> float:
    pairs = list(drawn.summary)
    if drawn.opening_label is not None:
        pairs.insert(0, (drawn.opening_label, "{opening}"))
    if drawn.closing_label is not None:
        pairs.append((drawn.closing_label, "{closing}"))
    if not pairs:
        return y
    step = (right - left) / len(pairs)
    sheet.box(left, y - 6, right - left, size * 4, fill="#f3f5f7", round_by=5)
    for at, (label, value) in enumerate(pairs):
        sheet.text(left + at * step + 8, y + 8, drawn.fill(label), size - 2, colour="#555555")
        sheet.text(left + at * step + 8, y + 8 + size * 1.4, drawn.fill(value), size, bold=True)
    return y + size * 4 + 14


def wallet(
    drawn: Sketch, *, paper: tuple[float, float] = (396, 612), size: float = 8, margin: float = 26
) -> bytes:
    """A narrow export of a payment app: date and time, what, fee, amount, balance."""
    sheet = Sheet(paper, drawn.family)
    right = paper[0] - margin
    sheet.text(margin, 40, drawn.bank, 14, bold=True)
    sheet.text(margin, 56, drawn.fill(drawn.title), size + 1)
    y = 74.0
    for label, value in drawn.facts:
        sheet.text(margin, y, f"{drawn.fill(label)} {drawn.fill(value)}".strip(), size)
        y += size * 1.4
    for label, value in drawn.summary:
        sheet.text(margin, y, drawn.fill(label), size)
        sheet.text(margin + 190, y, drawn.fill(value), size, align="right")
        y += size * 1.4
    y += 10
    if drawn.above:
        y = drawn.above(sheet, y)
    edges = {"date": margin, "text": margin + 66, "amount": right - 66, "balance": right}
    if drawn.heads:
        for key, words in zip(("date", "text", "amount", "balance"), drawn.heads, strict=False):
            align: Align = "right" if key in ("amount", "balance") else "left"
            sheet.text(edges[key], y, words, size, bold=True, align=align)
        sheet.rule(margin, y + 3, right)
        y += size * 1.8
    for entry, balance in drawn.in_print_order():
        if y > paper[1] - 50:
            sheet.next_page()
            y = 44
        sheet.text(edges["date"], y, drawn.day(entry.day), size)
        sheet.text(edges["amount"], y, drawn.amount(entry.amount), size, align="right")
        if balance is not None:
            sheet.text(edges["balance"], y, drawn.balance(balance), size, align="right")
        for piece in entry.text:
            for words in sheet.wrap(piece, right - 66 - edges["text"] - 56, size):
                sheet.text(edges["text"], y, words, size)
                y += size * 1.25
        y += 4
    for end, amount in (
        (drawn.opening_label, drawn.opening),
        (drawn.closing_label, drawn.closing),
    ):
        if end is not None:
            y += size * 1.3
            sheet.text(margin, y, drawn.fill(end), size, bold=True)
            sheet.text(right, y, drawn.balance(amount), size, bold=True, align="right")
    y += size * 2
    if drawn.below:
        y = drawn.below(sheet, y)
    for note in drawn.notes:
        y = sheet.lines(margin, y + 4, sheet.wrap(drawn.fill(note), right - margin, 6.5), 6.5)
    return sheet.finish()


@dataclass(frozen=True)
class Section:
    """A part of a statement that holds the rows of one kind.

    `takes` is "in", "out" or the first words of the descriptions, parted by "|".
    """

    title: str
    total_label: str
    takes: str
    sign: str = "none"

    def holds(self, entry: Entry) -> bool:
        """Whether the entry belongs here, by direction or by the beginning of its description."""
        return belongs(entry, self.takes)


def section_pages(
    drawn: Sketch | Sequence[Sketch],
    *,
    sections: Sequence[Section],
    size: float = 9,
    paper: tuple[float, float] = LETTER,
    margin: float = 54,
    shade: str = "#e8e8e8",
) -> bytes:
    """An American statement: a summary, then one list for each kind of transaction."""
    several = [drawn] if isinstance(drawn, Sketch) else list(drawn)
    sheet = Sheet(paper, several[0].family)
    right = paper[0] - margin
    sheet.text(margin, 48, several[0].bank, 17, bold=True)
    sheet.text(right, 44, several[0].page_label.replace("{page}", "1"), 8, align="right")
    sheet.text(right, 58, several[0].fill("{first} through {last}"), 8.5, align="right")
    y = sheet.lines(margin, 92, several[0].holder, size)
    for one in several:
        y = _one_in_sections(sheet, one, sections, max(y + 26, 150), size, margin, right, shade)
    sheet.lines(margin, paper[1] - 44, several[0].footer, 6.5, colour="#555555")
    return sheet.finish()


def _one_in_sections(
    sheet: Sheet,
    drawn: Sketch,
    sections: Sequence[Section],
    y: float,
    size: float,
    left: float,
    right: float,
    shade: str,
) -> float:
    sheet.text(left, y, drawn.fill(drawn.title), size + 3, bold=True)
    for label, value in drawn.facts:
        y += size * 1.45
        sheet.text(left, y, f"{drawn.fill(label)} {drawn.fill(value)}", size)
    y += 20
    for label, value in drawn.summary:
        sheet.text(left + 10, y, drawn.fill(label), size)
        sheet.text(left + 300, y, drawn.fill(value), size, align="right")
        sheet.rule(left + 10, y + 3, left + 300, colour="#cccccc")
        y += size * 1.55
    if drawn.above:
        y = drawn.above(sheet, y + 8)
    held = [sum(section.holds(entry) for section in sections) for entry in drawn.entries]
    if set(held) - {1}:
        raise ValueError(f"{drawn.title}: some entries are in no section or in two")
    for section in sections:
        rows = [pair for pair in drawn.in_print_order() if section.holds(pair[0])]
        if not rows:
            continue
        if y > sheet.height - 130:
            sheet.next_page()
            y = 60
        y += 14
        sheet.box(left, y - size - 1, right - left, size + 6, fill=shade)
        sheet.text(left + 4, y + 1, section.title, size, bold=True)
        y += size * 1.8
        for words, x in zip(drawn.heads, (left + 4, left + 66, right - 4), strict=False):
            sheet.text(x, y, words, size - 1.5, align="right" if x > right - 9 else "left")
        y += size * 1.4
        total = Decimal(0)
        for entry, _balance in rows:
            if y > sheet.height - 70:
                sheet.next_page()
                sheet.text(left, 50, f"{section.title} (continued)", size, bold=True)
                y = 70
            sheet.text(left + 4, y, drawn.day(entry.day), size)
            sheet.text(left + 66, y, " ".join(entry.text), size)
            shown = drawn.figures.signed(entry.amount, section.sign)
            sheet.text(right - 4, y, shown, size, align="right")
            total += entry.amount
            y += size * 1.4
        if section.total_label:
            sheet.rule(left + 66, y - size + 1, right)
            sheet.text(left + 66, y + 2, section.total_label, size, bold=True)
            shown = drawn.figures.signed(total, section.sign)
            sheet.text(right - 4, y + 2, shown, size, bold=True, align="right")
            y += size * 1.6
    if drawn.below:
        y = drawn.below(sheet, y + 10)
    for note in drawn.notes:
        y = sheet.lines(left, y + 10, sheet.wrap(drawn.fill(note), right - left, 7), 7)
    return y


def letter(drawn: Sketch, *, size: float = 10, margin: float = 78) -> bytes:
    """A private bank's letter in serifs: the day in words, the sum far to the right."""
    sheet = Sheet(A4, drawn.family)
    right = sheet.width - margin
    middle = sheet.width / 2
    sheet.text(middle, 62, drawn.bank, 18, align="centre")
    sheet.rule(middle - 60, 70, middle + 60)
    y = sheet.lines(margin, 104, drawn.holder, size)
    for label, value in drawn.facts:
        y += size * 1.3
        sheet.text(margin, y, f"{drawn.fill(label)} {drawn.fill(value)}", size)
    y += 34
    sheet.text(middle, y, drawn.fill(drawn.title), size + 2, bold=True, align="centre")
    y += 26
    if drawn.above:
        y = drawn.above(sheet, y)
    for at, words in zip((margin, margin + 96, right - 76, right), drawn.heads, strict=False):
        sheet.text(at, y, words, size - 1, align="right" if at > middle else "left")
    y += size * 1.8
    if drawn.opening_label is not None:
        sheet.text(margin + 96, y, drawn.fill(drawn.opening_label), size)
        sheet.text(right, y, drawn.balance(drawn.opening), size, align="right")
        y += size * 1.6
    for entry, balance in drawn.in_print_order():
        if y > sheet.height - 90:
            sheet.next_page()
            y = 80
        sheet.text(margin, y, drawn.day(entry.day), size)
        for at, words in enumerate(entry.text):
            sheet.text(margin + 96, y + at * size * 1.2, words, size)
        sheet.text(right - 76, y, drawn.amount(entry.amount), size, align="right")
        if balance is not None:
            sheet.text(right, y, drawn.balance(balance), size, align="right")
        y += size * (1.6 + 1.2 * (len(entry.text) - 1))
    if drawn.closing_label is not None:
        sheet.rule(right - 66, y - size + 2, right)
        sheet.text(margin + 96, y + 4, drawn.fill(drawn.closing_label), size, bold=True)
        sheet.text(right, y + 4, drawn.balance(drawn.closing), size, bold=True, align="right")
        y += size * 2
    if drawn.below:
        y = drawn.below(sheet, y + 8)
    for note in drawn.notes:
        y = sheet.lines(margin, y + 12, sheet.wrap(drawn.fill(note), right - margin, 8), 8)
    sheet.lines(middle, sheet.height - 48, drawn.footer, 7, align="centre")
    return sheet.finish()
