"""Where arithmetic is blind: decimals, the order of day and month, the year, all signs at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from random import Random
from typing import Final

from tests.support.attacks.banks import BANKS, CARDS, Amounts, Bank, bank
from tests.support.attacks.books import Book, Entry, columns_of, honest
from tests.support.attacks.case import ANY, Case
from tests.support.attacks.paper import Line

YEARLESS: Final = {
    "dd MMM yyyy": "dd MMM", "dd/MM/yyyy": "dd/MM", "MM/dd/yyyy": "MM/dd", "dd.MM.yyyy": "dd.MM.",
    "dd-MM-yyyy": "dd-MM", "d MMM": "d MMM", "MM/dd": "MM/dd",
}  # fmt: skip


def blind(random: Random) -> Iterator[Case]:
    """Pages on which sums hold under readings that a person would not make, or could not choose."""
    for maker in (_scales, _orders, _yearless, _overdrawn, _unsigned, _months, _half_dated):
        yield from (replace(case, family="blind") for case in maker(random))


def _whole(each: Bank, random: Random, step: int) -> Book:
    """Amounts that are multiples of so many minor units."""
    made = honest(each, random)
    entries = [replace(one, amount=one.amount // step * step or step) for one in made.entries]
    opening = made.opening // step * step
    return honest(each, random, start=made.start, entries=entries, opening=opening)


def _scales(random: Random) -> Iterator[Case]:
    """Figures with no decimals, one, or three, and groups of three digits behind a point."""
    for each in BANKS:
        yield honest(each, random).case("", "honest", True)
        for decimals, step in ((0, 100), (1, 10), (3, 1)):
            for said in (True, False):
                odd = replace(each, decimals=decimals)
                book = _whole(odd, random, step)
                if not said:
                    head = book.paper.head[:3]
                    book = book.printed(replace(book.paper, head=head)).with_truth(currency=ANY)
                name = f"{decimals} decimals{'' if said else ', no currency'}"
                yield book.case("", name)
        # 1.234 and 12.345: thousands, or three decimals?
        for marks in (".,", ",."):
            odd = replace(each, decimals=0, marks=marks)
            made = honest(odd, random)
            entries = [replace(one, amount=one.amount * 100) for one in made.entries]
            book = honest(
                odd, random, start=made.start, entries=entries, opening=made.opening * 100
            )
            yield book.case("", f"no decimals, thousands as {marks[0]}")


def _orders(random: Random) -> Iterator[Case]:
    """No day is above the twelfth: what says which number is the day?"""
    for key, pattern in (("saver", "dd/MM/yyyy"), ("us_signed", "MM/dd/yyyy"),
                         ("fr_compte", "dd/MM/yyyy"), ("es_cuenta", "dd/MM/yyyy"),
                         ("nl_rekening", "dd-MM-yyyy"), ("us_sections", "MM/dd/yyyy")):  # fmt: skip
        for month in (3, 5, 9):
            for clue in ("nothing", "month", "neutral", "neutral month"):
                each = replace(bank(key), day=pattern, full=pattern)
                if "neutral" in clue:
                    each = replace(each, currency="SGD", sign="SGD", locale="en_SG")
                start = date(2025, month, 1)
                book = honest(each, random, start=start, days=11, rows=8)
                name = f"days up to 12 of month {month}, {clue}"
                if "month" in clue:
                    line = f"Issued 12 {start:%B} 2025"
                    yield book.printed(book.paper.more(head=[line])).case("", name)
                elif "neutral" in clue and each.words is bank("us_signed").words:
                    yield book.never("", name, "the order of day and month is said by nothing")
                else:
                    yield book.case("", name)


def _yearless(random: Random) -> Iterator[Case]:
    """No year is printed, or none of the rows."""
    for each in BANKS:
        bare = replace(each, day=YEARLESS[each.day])
        for text in ("", "© 2019", "Rates from 01/03/2019", "Member since 2008", "ISO 9001:2015"):
            book = honest(bare, random)
            head = (book.paper.head[0], *book.paper.head[2:])
            paper = replace(book.paper, head=head).more(foot=[text] if text else [])
            book = book.with_truth(period=None).printed(paper)
            why = "the year is said by nothing"
            yield book.never("", f"no year but {text or 'none'}", why)


def _overdrawn(random: Random) -> Iterator[Case]:
    """An account in debt from first to last, however that is marked."""
    for key in ("uk_each", "us_signed", "es_cuenta", "saver", "newest"):
        for mark in ("-{}", "{}-", "{} DR", "{} OD", "{}D", "({})", "OD {}", "−{}"):
            for cents in (0, 4_400_000):
                odd = replace(bank(key), minus=mark)
                book = honest(odd, random, opening=-900_000 - cents)
                yield book.case("", f"in debt, as {mark}")
    for each in CARDS:
        for opening in (30_000, 5):
            book = honest(each, random, opening=opening)
            yield book.case("", "a card in credit")


def _unsigned(random: Random) -> Iterator[Case]:
    """Amounts without any sign: running balances say their side, or nothing does."""
    for key in ("us_signed", "es_cuenta", "de_giro", "newest"):
        for _ in range(3):
            each = bank(key)
            book = honest(each, random)
            paper = book.paper
            for place in range(len(book.entries)):
                paper = paper.put(place, amount=each.figure(book.entries[place].amount))
            book = book.printed(paper)
            yield book.case("", "amounts without signs")
            without_totals = paper.fact("total_in").fact("total_out")
            yield book.printed(without_totals).case("", "amounts without signs, no totals")
    for each in BANKS:
        if each.amounts is not Amounts.SIDES:
            continue
        for name in ("no headings", "headings without sense"):
            book = honest(each, random)
            heads = ("", "") if name == "no headings" else ("Aaa", "Bbb")
            paper = book.paper.headed(out=heads[0], **{"in": heads[1]})
            paper = paper.fact("total_in").fact("total_out")
            yield book.printed(paper).case("", f"two sides, {name}")


def _months(random: Random) -> Iterator[Case]:
    """Bare days below headings that are months, one of them damaged or missing."""
    for key in ("uk_each", "en_once", "us_signed", "fr_compte"):
        for damage in ("none", "first", "second", "misspelt"):
            each = bank(key)
            start = random.choice((date(2025, 3, 18), date(2024, 12, 15), date(2025, 6, 20)))
            book = honest(each, random, start=start, days=28, rows=14)
            paper, month = book.paper, 0
            seen: list[int] = []
            for place, entry in enumerate(book.entries):
                day = str(entry.date.day) if paper.cell(place, "date") else ""
                paper = paper.put(place, date=day)
                if entry.date.month == month:
                    continue
                month = entry.date.month
                seen.append(place)
                text = each.dated(entry.date, "MMMM yyyy")
                if damage == "misspelt":
                    text = text[0] + text[2] + text[1] + text[3:]
                if (damage, len(seen)) not in (("first", 1), ("second", 2)):
                    paper = paper.before(place, Line({"date": text}, role="month"))
            yield book.printed(paper).case("", f"days below months, {damage} damaged")


def _half_dated(random: Random) -> Iterator[Case]:
    """Two columns of dates, of which one row's first or second cannot be read."""
    for key in ("uk_each", "de_giro", "es_cuenta", "fr_compte", "nl_rekening", "us_signed"):
        for which in ("date", "value"):
            for text in ("", "??", "■■■", "O"):
                yield _one_half(bank(key), random, which, text)


def _one_half(each: Bank, random: Random, which: str, text: str) -> Case:
    made = honest(each, random)
    entries = [
        Entry(one.date, one.text, one.amount, one.date + timedelta(days=random.choice((1, 2, 3))))
        for one in made.entries
    ]
    book = honest(each, random, start=made.start, entries=entries, opening=made.opening)
    old = {column.name: column for column in columns_of(each)}
    value = replace(old["date"], name="value", heading=each.words.value or "Value date", x=105)
    rest = [replace(old["text"], x=165), *(old[n] for n in old if n not in ("date", "text"))]
    paper = replace(book.paper, columns=(old["date"], value, *rest))
    place = random.randrange(1, len(entries))
    was = paper.cell(place, which)
    paper = paper.put(place, **{which: was.replace("0", "O", 1) if text == "O" else text})
    book = book.printed(paper)
    name = f"two dates, the {which} of entry {place} as {text!r}"
    if which == "date" and text != "O":
        return book.never("", name, "a date cannot be read")
    return book.case("", name)
