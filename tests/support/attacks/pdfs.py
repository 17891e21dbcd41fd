"""Attacks over real PDFs: some of the others' once more, and ink that says other than its text."""

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

import pikepdf

from fixtures.pdf import pdf_bytes
from fixtures.sheet import Ink, Sheet
from pipeline.words import DocumentPages
from tests.support.attacks.balances import pair_of, with_pair
from tests.support.attacks.banks import BANKS, Balances
from tests.support.attacks.books import Book, honest, total_text
from tests.support.attacks.case import Case
from tests.support.looking import judged_pages

SEGMENTS: Final = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd",
    "6": "afgedc", "7": "abc", "8": "abcdefg", "9": "abcdfg",
}  # fmt: skip
LINES: Final = {
    "a": (0, 2, 1, 2), "b": (1, 2, 1, 1), "c": (1, 1, 1, 0), "d": (0, 0, 1, 0),
    "e": (0, 1, 0, 0), "f": (0, 2, 0, 1), "g": (0, 1, 1, 1),
}  # fmt: skip


def pdfs(random: Random) -> Iterator[Case]:
    """Pages that are read from real PDFs."""
    for maker in (_plain, _damaged, _painted, _hidden):
        yield from (replace(case, family="pdfs") for case in maker(random))


def _plain(random: Random) -> Iterator[Case]:
    for each in BANKS:
        for rows in (9, 15):
            book = honest(each, random, rows=rows, per_page=0 if rows == 9 else 6)
            yield book.case("", f"honest, {rows} rows", True, book.paper.from_pdf)


def _damaged(random: Random) -> Iterator[Case]:
    for each in BANKS:
        book = honest(each, random)
        came = sum(one.amount for one in book.entries if one.amount > 0)
        went = came - sum(one.amount for one in book.entries)
        mark = "-" if each.card else ""
        paper = book.paper.fact("total_in", total_text(each, came + 50, mark))
        paper = paper.fact("total_out", total_text(each, went + 50))
        yield book.never("", "both totals off", "totals contradict the rows", paper.from_pdf)
        place = next(n for n in range(3, 12) if book.paper.cell(n, "date"))
        paper = book.paper.put(place, date="??")
        yield book.never("", f"no date in entry {place}", "a date is unreadable", paper.from_pdf)
        paper = book.paper.more(foot=["Open a savings account today and earn 4.50% AER"])
        yield book.case("", "an advert", None, paper.from_pdf)
        long = honest(each, random, rows=15, per_page=5)
        sheets = long.paper.sheets
        lost = judged_pages(pdf_bytes([sheets[0], sheets[2]], title="lost"))
        yield long.never("", "page 2 of 3 lost", "a page is missing", lost)


def _ink(sheet: Sheet, text: str) -> Ink:
    return next(ink for ink in reversed(sheet.ink) if ink.text == text)


def _width(sheet: Sheet, ink: Ink) -> float:
    return sheet.face.width(ink.text, ink.size)


def _painted(random: Random) -> Iterator[Case]:
    """Figures painted over, in shapes that are no text."""
    ways: dict[str, Callable[[Sheet, Ink], bytes]] = {
        "another figure over it": _over,
        "a digit in front": _in_front,
        "its first digit covered": _covered,
        "the whole figure covered": lambda sheet, ink: _box(sheet, ink, _width(sheet, ink) + 1),
    }
    for each in BANKS:
        for name, way in ways.items():
            book = honest(each, random)
            place = random.randrange(len(book.entries))
            which = next(n for n in ("amount", "out", "in") if book.paper.cell(place, n))
            sheets = book.paper.sheets
            ink = _ink(sheets[0], book.paper.cell(place, which))
            pages = _with(sheets, way(sheets[0], ink))
            why = "the page shows other figures than its text says"
            yield book.never("", f"amount {place}: {name}", why, pages)
        book = honest(each, random)
        place = next(n for n in range(2, 12) if book.paper.cell(n, "date"))
        sheets = book.paper.sheets
        ink = _ink(sheets[0], book.paper.cell(place, "date"))
        # Two signs, for a day or month without its zero is still the same.
        width = sheets[0].face.width(ink.text[:2], ink.size) + 0.6
        pages = _with(sheets, _box(sheets[0], ink, width))
        why = "a date is covered in part"
        yield book.never("", f"date {place}: its first signs covered", why, pages)


def _box(sheet: Sheet, ink: Ink, width: float) -> bytes:
    y = sheet.height - ink.y
    return f"q 1 g {ink.x - 0.5:.2f} {y - 2:.2f} {width:.2f} {ink.size + 1:.2f} re f Q\n".encode()


def _digits(sheet: Sheet, x: float, ink: Ink, digits: str) -> bytes:
    """Digits as strokes of seven segments."""
    y, wide, high = sheet.height - ink.y, ink.size * 0.42, ink.size * 0.36
    path = []
    for place, digit in enumerate(digits):
        left = x + place * ink.size * 0.6
        for name in SEGMENTS[digit]:
            x0, y0, x1, y1 = LINES[name]
            path.append(f"{left + x0 * wide:.2f} {y + y0 * high:.2f} m")
            path.append(f"{left + x1 * wide:.2f} {y + y1 * high:.2f} l S")
    return ("q 0 G 0.9 w " + " ".join(path) + " Q\n").encode()


def _over(sheet: Sheet, ink: Ink) -> bytes:
    count = sum(map(str.isdigit, ink.text))
    digits = "".join("9876543210"[int(sign)] for sign in ink.text if sign.isdigit())[:count]
    return _box(sheet, ink, _width(sheet, ink) + 1) + _digits(sheet, ink.x, ink, digits)


def _in_front(sheet: Sheet, ink: Ink) -> bytes:
    return _digits(sheet, ink.x - ink.size * 0.62, ink, "7")


def _covered(sheet: Sheet, ink: Ink) -> bytes:
    return _box(sheet, ink, sheet.face.width(ink.text[:1], ink.size) + 0.6)


def _with(sheets: Sequence[Sheet], more: bytes) -> DocumentPages:
    """The PDF with more drawn on its first page."""
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf_bytes(sheets, title="painted"))) as pdf:
        pdf.pages[0].contents_add(more)
        pdf.save(out)
    return judged_pages(out.getvalue())


def _hidden(random: Random) -> Iterator[Case]:
    """Two rows that cancel and that nobody can see, where sums hold with and without them."""
    for each in BANKS:
        if each.balances is not Balances.NONE:
            continue
        for name in ("covered", "white", "tiny"):
            book = with_pair(each, random)
            pair = pair_of(book)
            if each.once_a_day:
                continue
            paper = book.paper.fact("total_in").fact("total_out")
            book = book.printed(paper)
            sheets = _unseen(book, pair, name)
            rows = tuple(row for n, row in enumerate(book.truth.rows) if n not in pair)
            pages = judged_pages(pdf_bytes(sheets, title="hidden"))
            yield book.with_truth(rows=rows).case("", f"rows {pair} {name}", None, pages)


def _unseen(book: Book, pair: tuple[int, int], name: str) -> list[Sheet]:
    (sheet,) = book.paper.sheets
    for place in pair:
        which = next(n for n in ("amount", "out", "in") if book.paper.cell(place, n))
        y = _ink(sheet, book.paper.cell(place, which)).y
        if name == "covered":
            sheet.cover(40, y - 9, 560, y + 3)
        grey, size = (1.0 if name == "white" else 0.0), (0.4 if name == "tiny" else sheet.size)
        sheet.ink = [replace(ink, grey=grey, size=size) if ink.y == y else ink for ink in sheet.ink]
    return [sheet]
