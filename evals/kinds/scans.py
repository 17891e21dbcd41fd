"""Scans in which OCR misread figures so that they are none: a model that sees the page reads them.

What it reads stands in no word of the page, so it counts only where the balances around it leave no
other value.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from db.words import Verdict
from evals.bank_page import (
    Printed,
    Truth,
    cells,
    closing_line,
    entries,
    figure,
    heading,
    in_columns,
    in_table,
    opening_line,
    truth,
)
from evals.frame import Kind
from evals.page_case import PageCase
from pipeline.words import DocumentPages, Page, Seen

_SURE, _UNSURE = 0.99, 0.9
#: What OCR takes digits for.
_LOOKS_LIKE = {"0": "O", "1": "l", "5": "S", "8": "B", "2": "Z", "6": "G"}


def cases() -> tuple[ScanCase, ...]:
    """Scans of several lengths, with a misread amount or balance in every fourth row."""
    return tuple(_cases())


def _cases() -> Iterator[ScanCase]:
    for number, count in enumerate((7, 9, 11, 13, 15, 18, 21, 24)):
        said = truth(seed=700 + number, count=count)
        lacks = (0,) if number % 3 == 2 else ()
        yield ScanCase(
            name=f"scan of {count} rows",
            kind=Kind.SCANS,
            truth=said,
            lines=tuple(_lines(said)),
            entries=tuple(entries(said, lacks)),
            verdict=Verdict.DIFFERENCES if lacks else Verdict.MATCHED,
        )


def _lines(said: Truth) -> Iterator[Printed]:
    yield from heading(said)
    opening, closing = figure(said.opening), figure(said.closing)
    yield opening_line(in_columns("", "Opening balance", balance=opening), opening)
    yield Printed(in_columns("Date", "Description", "Money out", "Money in", "Balance"))
    for row in said.rows:
        day = row.date.strftime("%d/%m/%Y")
        yield Printed(in_table(row, day), cells(row, day, figure(row.amount), figure(row.balance)))
    yield closing_line(in_columns("", "Closing balance", balance=closing), closing)


class ScanCase(PageCase):
    """A page as OCR reads it: words with doubts, some of them not what is printed."""

    @property
    def clean(self) -> DocumentPages:
        """The page as it is printed."""
        return super().pages

    @property
    def pages(self) -> DocumentPages:
        """Every fourth entry's amount is misread, the first one's excepted."""
        clean = self.clean
        wanted = {figure(row.amount) for row in self.truth.rows[2::4]}
        pages = tuple(_recognised(page, wanted) for page in clean.pages)
        return replace(clean, pages=pages, engine="pdfium+ocr")


def _recognised(page: Page, wanted: set[str]) -> Page:
    misread = [word.text in wanted and _misread(word.text) != word.text for word in page.words]
    words = tuple(
        word._replace(text=_misread(word.text)) if bad else word
        for word, bad in zip(page.words, misread, strict=True)
    )
    return replace(
        page,
        words=words,
        image_only=True,
        confidence=tuple(_UNSURE if bad else _SURE for bad in misread),
        seen=tuple(Seen.ONCE if bad else Seen.TWICE for bad in misread),
    )


def _misread(text: str) -> str:
    places = [place for place, char in enumerate(text) if char in _LOOKS_LIKE]
    if not places:
        return text
    place = places[len(places) // 2]
    return text[:place] + _LOOKS_LIKE[text[place]] + text[place + 1 :]
