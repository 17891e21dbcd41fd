"""Pages to try witnesses on: other people's, samples, honest ones of the attacks, made-up ones."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from fixtures.catalogue import catalogue
from fixtures.oddities import oddities
from pipeline.pages.sandbox.limits import DEFAULT_LIMITS
from pipeline.reading.from_bytes import read_document
from pipeline.words import DocumentPages
from tests.support.attacks.banks import BANKS
from tests.support.attacks.books import honest
from tests.support.drawn import drawn
from tests.support.looking import seen
from tests.support.peoples import LOCK, PEOPLES
from tests.support.statement_strategies import (
    generated_statements,
    pages_together,
    several_statements,
)

Pages = tuple[str, DocumentPages]
"""A document's name and what stands on it."""


def dev() -> Iterator[Pages]:
    """Other people's statements, as far as they have a text layer."""
    for file in sorted(PEOPLES.glob("*.pdf")):
        if "scan" not in file.name:
            yield file.stem, read_document(file.read_bytes(), (LOCK,), DEFAULT_LIMITS).pages


def samples() -> Iterator[Pages]:
    """The fixtures."""
    for each in (*catalogue(), *oddities()):
        yield each.name, read_document(each.pdf, (), DEFAULT_LIMITS).pages


def attacks(seed_: int = 1) -> Iterator[Pages]:
    """An honest statement of each bank, on one page and on several."""
    for bank in BANKS:
        for per_page in (0, 5):
            book = honest(bank, Random(f"{bank.key} {seed_}"), per_page=per_page)
            yield f"{bank.key} {per_page}", seen(book.paper.pages)


def generated(count: int, seed_: int = 1, *, several: bool = False) -> Iterator[Pages]:
    """So many made-up statements; or files with two or three of them."""
    made: Iterator[DocumentPages]
    if several:
        made = map(pages_together, drawn(several_statements(), count, seed_))
    else:
        made = (each.pages for each in drawn(generated_statements(25), count, seed_))
    for number, pages in enumerate(made):
        yield f"{'several' if several else 'generated'} {seed_}/{number}", seen(pages)
