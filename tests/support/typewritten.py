"""Pages written as on a typewriter, so that a test of the reader, or a file of data/pages beside
it, shows the page it reads."""

import re
import tomllib
from pathlib import Path
from textwrap import dedent
from typing import Any

from pipeline.drafts import Line, ReadStatements, StatementDraft
from pipeline.pages.rows import tokens
from pipeline.proof import CheckState, Place
from pipeline.reading import read_statements
from pipeline.reading.lexing.headers import headers_of
from pipeline.reading.lexing.rows import LexedRow
from pipeline.reading.lexing.sheet import all_rows, sheet_of, styles_to_try
from pipeline.reading.table.grid import grid_of
from pipeline.reading.table.items import Item, items_of
from pipeline.reading.table.search import body_rows
from pipeline.words import DocumentPages, Page, Word
from tests.support.looking import seen_page

_PAGES = Path(__file__).parents[1] / "data" / "pages"
WIDTH, HEIGHT, LEADING = 4.0, 10.0, 14.0
"""Of a character and of a line, in points."""


def printed(name: str) -> dict[str, Any]:
    """What tests/data/pages/NAME.toml holds: printed pages by their names, or tables of them."""
    return tomllib.loads((_PAGES / f"{name}.toml").read_text("utf-8"))


def words(text: str, top: float = 100.0) -> list[Word]:
    """The words of one line, each character 4 points wide."""
    return [
        Word(found.group(), WIDTH * found.start(), top, WIDTH * found.end(), top + HEIGHT)
        for found in re.finditer(r"\S+", text)
    ]


def page(text: str, number: int = 1) -> Page:
    """A seen page of lines 14 points apart; what stands under each other lines up. Its words are
    cut as those of any document are."""
    lines = dedent(text).strip("\n").split("\n")
    found = [word for place, line in enumerate(lines) for word in words(line, LEADING * place)]
    return seen_page(Page(number, 600.0, 800.0, tuple(tokens(found))))


def document(*texts: str) -> DocumentPages:
    """A document with a page for each text."""
    pages = tuple(page(text, number) for number, text in enumerate(texts, start=1))
    return DocumentPages(pages, engine="pdfium", encrypted=False)


def rows(*texts: str) -> list[LexedRow]:
    """The document's rows with dates, figures and phrases found, under its likeliest style."""
    bare = all_rows(document(*texts).pages)
    return list(sheet_of(bare, styles_to_try(bare)[0]).rows)


def items(text: str) -> list[Item]:
    """The rows of a table under its header, each taken for what it is."""
    printed = rows(text)
    headers = headers_of(printed)
    body = body_rows(printed, headers)
    return items_of(printed, body, headers, grid_of(printed, body, headers, HEIGHT), HEIGHT)


def read(*texts: str) -> ReadStatements:
    """Every statement of the document."""
    return read_statements(document(*texts))


def only(reading: ReadStatements) -> StatementDraft:
    """The one statement that was read."""
    (draft,) = reading.statements
    return draft


def in_short(line: Line) -> str:
    """A line in short: day and amount in minor units."""
    return f"{line.date} {line.amount}"


def faults(draft: StatementDraft) -> set[str]:
    """The obligations that keep it from being proven, objections aside."""
    return {check.name for check in draft.checks if check.state is not CheckState.PASSED}


def hypothesis(draft: StatementDraft, name: str) -> tuple[str, str]:
    """The value of a hypothesis, and what settles it."""
    (found,) = (each for each in draft.hypotheses if each.name == name)
    return found.value, found.source.value


_MONTH = """
    Account number {number}
    Statement period 01/{month}/2025 to 30/{month}/2025

    Date         Description              Paid out     Paid in      Balance
                 Opening balance                                     {start}.00
    {day}/{month}/2025   Rent                       50.00                   {middle}.00
    {day}/{month}/2025   Coffee                      5.00                   {end}.00
                 Closing balance                                     {end}.00
    """


def month_page(start: int, day: str, month: str = "06", number: str = "1234 5678") -> str:
    """A month of one account: two lines and running balances, from so many units on."""
    return _MONTH.format(
        start=start, middle=start - 50, end=start - 55, day=day, month=month, number=number
    )


def objected(*texts: str) -> list[list[str]]:
    """What the reader objects to each statement of the document: codes and what they are about."""
    return [
        [f"{each.code} {each.detail}".strip() for each in draft.objections]
        for draft in read(*texts).statements
    ]


def words_at(draft: StatementDraft, place: Place | None) -> str:
    """The words of a place on the draft's page; empty for none."""
    assert draft.proof is not None
    return " ".join(word.text for word in draft.proof.document.words(place)) if place else ""
