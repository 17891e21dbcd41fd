"""Figures that left their columns, and headings that say otherwise."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

from tests.support.attacks.banks import BANKS, EACH_ROW, Amounts, Balances
from tests.support.attacks.books import Book, honest
from tests.support.attacks.case import Case
from tests.support.attacks.paper import Column, Free, Line, Paper

STRANGE: Final = (("???", "???"), ("Dr", "Cr"), ("", ""), ("-", "+"), ("Foo", "Bar"))
MORE: Final = (
    ("Code", ("101", "204", "77")), ("Ref", ("004417", "120044")), ("Points", ("12", "340", "5")),
    ("Rate", ("1.0833", "0.91")), ("", ("01", "02")), ("Fee", ("0.00", "0.00")),
    ("Tax", ("1.20", "3.45", "0.80")),
)  # fmt: skip


def columns(random: Random) -> Iterator[Case]:
    """Every way in which a figure stands elsewhere than its heading says."""
    for maker in (_shifted, _exchanged, _beside, _headings, _more):
        yield from (replace(case, family="columns") for case in maker(random))


def _name(book: Book, place: int) -> str:
    return next(name for name in ("amount", "out", "in") if book.paper.cell(place, name))


def _moved(book: Book, place: int, name: str, by: float) -> Paper:
    column = next(c for c in book.paper.columns if c.name == name)
    text = book.paper.cell(place, name)
    free = Free(column.x + by, text, True)
    return book.paper.put(place, **{name: ""}).each(
        lambda line: replace(line, free=(*line.free, free)) if line.entry == place else line
    )


def _shifted(random: Random) -> Iterator[Case]:
    for each in BANKS:
        yield honest(each, random).case("", "honest", True)
        for by in (-130, -60, -25, -8, 8, 20, 40):
            book = honest(each, random)
            place = random.randrange(len(book.entries))
            paper = _moved(book, place, _name(book, place), by)
            yield book.printed(paper).case("", f"amount {place} moved by {by}")
        if each.amounts is Amounts.SIDES:
            book = honest(each, random)
            place = random.randrange(len(book.entries))
            name = _name(book, place)
            other = "in" if name == "out" else "out"
            paper = book.paper.put(place, **{name: "", other: book.paper.cell(place, name)})
            yield book.printed(paper).never("", f"amount {place} on the other side", "sums differ")
        book = honest(each, random)
        for name in ("out", "in", "amount", "balance"):
            if any(column.name == name for column in book.paper.columns):
                wide = tuple(
                    replace(c, x=c.x - 22) if c.name == name else c for c in book.paper.columns
                )
                whole = replace(book.paper, columns=wide)
                yield book.printed(whole).case("", f"the column {name} with its heading moved")
                heading = next(c for c in book.paper.columns if c.name == name)
                above = Line(free=(Free(heading.x, heading.heading, True),), role="heading")
                apart = whole.headed(**{name: ""})
                apart = replace(apart, lines=(above, *apart.lines))
                yield book.printed(apart).case("", f"the column {name} moved from its heading")


def _exchanged(random: Random) -> Iterator[Case]:
    """Amount and balance exchanged in one row, or two rows' amounts or balances."""
    for each in EACH_ROW:
        for place in (0, 4, 11):
            book = honest(each, random)
            name = _name(book, place)
            amount, balance = book.paper.cell(place, name), book.paper.cell(place, "balance")
            paper = book.paper.put(place, **{name: balance, "balance": amount})
            yield book.printed(paper).case("", f"amount and balance exchanged at {place}")
        for _ in range(3):
            book = honest(each, random)
            one, two = random.sample(range(len(book.entries)), 2)
            first, second = _name(book, one), _name(book, two)
            if first == second:
                paper = book.paper.put(one, **{first: book.paper.cell(two, second)})
                paper = paper.put(two, **{second: book.paper.cell(one, first)})
                why = "balances contradict the rows"
                yield book.printed(paper).never("", f"amounts {one} and {two} exchanged", why)
    for each in BANKS:
        book = honest(each, random)
        place = random.randrange(len(book.entries))
        name = _name(book, place)
        text = f"{book.paper.cell(place, 'text')} {book.paper.cell(place, name)}"
        paper = book.paper.put(place, **{name: "", "text": text})
        yield book.printed(paper).case("", f"amount {place} in the description")


def _beside(random: Random) -> Iterator[Case]:
    """A figure beside the table: of no row, and no row of its own."""
    for each in BANKS:
        for x in (20.0, 300.0, 585.0):
            for text in ("12.50", "4,410.00", "1", "-3.00", "100%"):
                book = honest(each, random)
                place = random.randrange(len(book.entries))
                text_here = (
                    text.replace(",", "\0").replace(".", each.marks[1]).replace("\0", each.marks[0])
                )
                free = Free(x, text_here, x > 400)
                paper = book.paper.each(
                    lambda line, at=place, free=free: (
                        replace(line, free=(free,))  # type: ignore[misc]
                        if line.entry == at
                        else line
                    )
                )
                yield book.printed(paper).case("", f"{text_here} at {x:.0f} beside entry {place}")


def _headings(random: Random) -> Iterator[Case]:
    for each in BANKS:
        book = honest(each, random)
        by_name = {column.name: column.heading for column in book.paper.columns}
        if each.amounts is Amounts.SIDES:
            swapped = book.paper.headed(out=by_name["in"], **{"in": by_name["out"]})
            why = "headings contradict the figures"
            yield book.printed(swapped).never("", "headings of both sides exchanged", why)
            same = [(by_name[name], by_name[name]) for name in ("out", "in")]
            for out, into in (*STRANGE, *same):
                paper = book.paper.headed(out=out, **{"in": into})
                yield book.printed(paper).case("", f"sides headed {out!r} and {into!r}")
            bare = replace(paper.headed(out="", **{"in": ""}), headings=True)
            totals = bare.fact("total_in").fact("total_out")
            yield book.printed(totals).case("", "sides without headings or totals")
        if each.balances is not Balances.NONE:
            amount = "amount" if "amount" in by_name else "in"
            swapped = book.paper.headed(**{amount: by_name["balance"], "balance": by_name[amount]})
            why = "headings contradict the figures"
            yield book.printed(swapped).never("", "headings of amount and balance exchanged", why)
        bare = replace(book.paper, headings=False)
        yield book.printed(bare).case("", "no headings")
        again = book.paper.before(6, Line(by_name, role="heading"))
        yield book.printed(again).case("", "headings once more inside")


def _more(random: Random) -> Iterator[Case]:
    """Columns of currencies, codes, numbers and points between text and amount."""
    for each in BANKS:
        for heading, texts in (("Cur", (each.currency,)), *MORE):
            book = honest(each, random)
            paper = replace(
                book.paper, columns=(*book.paper.columns, Column("more", heading, 300, True))
            )
            for place in range(len(book.entries)):
                paper = paper.put(place, more=random.choice(texts))
            yield book.printed(paper).case("", f"a column {heading!r} of {texts[0]}")
