"""Pages of a document: lost, swapped, doubled, or counted otherwise."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from tests.support.attacks.banks import BANKS, Balances, Bank
from tests.support.attacks.books import Book, Entry, end_cells, honest
from tests.support.attacks.case import Case
from tests.support.attacks.paper import Line, bound

COUNTS: Final = {
    "en": ("Page {number} of {count}", "{number}/{count}", "Page {number}", "Sheet {number}"),
    "de": ("Seite {number} von {count}", "{number}/{count}", "Blatt {number}", "Seite {number}"),
    "fr": ("Page {number} sur {count}", "{number}/{count}", "Page {number}", "Feuille {number}"),
    "es": ("Página {number} de {count}", "{number}/{count}", "Hoja {number}", "Pág. {number}"),
    "nl": ("Pagina {number} van {count}", "{number}/{count}", "Blad {number}", "Blad {number}"),
}
SIZE: Final = 5


def leaves(random: Random) -> Iterator[Case]:
    """Every way to lose, turn or double a page."""
    for each in BANKS:
        for case in _of(each, random):
            yield replace(case, family="leaves")


def _of(each: Bank, random: Random) -> Iterator[Case]:
    counts = COUNTS[each.locale[:2]]
    yield honest(each, random, rows=15, per_page=SIZE).case("", "honest", True)
    for counted in (*counts, ""):
        yield _lost(each, random, counted, nets=True, totalled=False)
        yield _lost(each, random, counted, nets=True, totalled=True)
        yield _lost(each, random, counted, nets=False, totalled=False)
        for order in ((0, 2, 1), (1, 0, 2), (2, 1, 0), (0, 1, 1, 2), (0, 0, 1, 2), (0, 1, 2, 2)):
            book = _counted(honest(each, random, rows=15, per_page=SIZE), counted)
            pages = bound([book.paper.sheets[place] for place in order])
            yield book.case("", f"pages {order}, counted {counted!r}", None, pages)
    for counted in counts:
        if "{count}" in counted:
            yield from _miscounted(each, random, counted)
    yield from _carried(each, random)


def _counted(book: Book, counted: str) -> Book:
    return book.printed(replace(book.paper, counted=counted))


def _netted(each: Bank, random: Random) -> Book:
    """Fifteen rows, of which those of the second page sum up to nothing."""
    book = honest(each, random, rows=15)
    entries: list[Entry] = list(book.entries)
    middle = entries[SIZE : 2 * SIZE]
    if any(each.sections):
        # Of a card or of sections all rows of a page go one way: net them over two sections.
        outs = [n for n, one in enumerate(entries) if one.amount < 0]
        ins = [n for n, one in enumerate(entries) if one.amount > 0]
        entries = [entries[n] for n in (*ins, *outs)]
        return honest(each, random, start=book.start, entries=entries, opening=book.opening)
    rest = sum(one.amount for one in middle[:-1])
    middle[-1] = replace(middle[-1], amount=-rest if rest else middle[-1].amount)
    entries[SIZE : 2 * SIZE] = middle
    return honest(
        each, random, start=book.start, entries=entries, opening=book.opening, per_page=SIZE
    )


def _lost(each: Bank, random: Random, counted: str, *, nets: bool, totalled: bool) -> Case:
    if nets and any(each.sections):
        nets = False
    book = _netted(each, random) if nets else honest(each, random, rows=15, per_page=SIZE)
    paper = replace(book.paper, counted=counted)
    if not totalled:
        paper = paper.fact("total_in").fact("total_out")
    sheets = paper.sheets
    pages = bound([sheets[0], *sheets[2:]])
    rows = tuple(r for n, r in enumerate(book.truth.rows) if not SIZE <= n < 2 * SIZE)
    book = book.with_truth(rows=rows)
    name = f"page 2 lost, counted {counted!r}, {'nets' if nets else 'sums differ'}"
    name += ", totals" if totalled else ""
    if counted or totalled or not nets:
        return book.never("", name, "a page is missing", pages)
    return book.case("", name, None, pages)


def _miscounted(each: Bank, random: Random, counted: str) -> Iterator[Case]:
    for name, numbers in (
        ("the last missing", ((1, 4), (2, 4), (3, 4))),
        ("the first missing", ((2, 4), (3, 4), (4, 4))),
        ("one left out", ((1, 4), (2, 4), (4, 4))),
        ("counts differ", ((1, 3), (2, 3), (3, 5))),
        ("one number twice", ((1, 3), (2, 3), (2, 3))),
    ):
        book = honest(each, random, rows=15, per_page=SIZE)
        sheets = [
            replace(book.paper, counted=counted.format(number=number, count=count)).sheets[place]
            for place, (number, count) in enumerate(numbers)
        ]
        why = "the printed page numbers are not whole"
        yield book.never("", f"{name}: {counted}", why, bound(sheets))


def _carried(each: Bank, random: Random) -> Iterator[Case]:
    """What is carried forward and what is brought forward disagree with each other or the rows."""
    if each.balances is Balances.NONE or each.newest_first:
        return
    for roles in (("brought",), ("carried",), ("carried", "brought")):
        for by in (100, -25_000):
            book = honest(each, random, rows=15, per_page=SIZE)
            turned = iter(_turns(book))
            wrong = end_cells(each, next(turned) + by)
            paper = book.paper
            first = dict.fromkeys(roles, False)

            def change(
                line: Line, first: dict[str, bool] = first, wrong: dict[str, str] = wrong
            ) -> Line:
                if line.role in first and not first[line.role]:
                    first[line.role] = True
                    return replace(line, cells={**line.cells, **wrong})
                return line

            why = "a carried balance contradicts the rows"
            name = f"{' and '.join(roles)} off by {by}"
            yield book.printed(paper.each(change)).never("", name, why)


def _turns(book: Book) -> Sequence[int]:
    return [book.balances[place - 1] for place in range(SIZE, len(book.entries), SIZE)]
