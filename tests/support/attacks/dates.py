"""Dates damaged, missing, bare, doubled, or of a year that no row prints."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random
from typing import Final

from tests.support.attacks.banks import BANKS, CURRENT, Balances, Bank, bank
from tests.support.attacks.books import Book, Entry, honest
from tests.support.attacks.case import Case
from tests.support.attacks.paper import Column, Free, Line, Paper


@dataclass(frozen=True, slots=True)
class Damage:
    """What was done to a date's text; ``readable`` if a person still reads the date from it."""

    name: str
    change: Callable[[str], str]
    readable: bool


def _first(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new, 1)


def _letters(new: Callable[[str], str]) -> Callable[[str], str]:
    return lambda text: re.sub(r"[^\W\d_]{3,}", lambda found: new(found[0]), text, count=1)


def _day(new: str) -> Callable[[str], str]:
    """The part that is the day, of a date that ends with or without a year."""
    return lambda text: re.sub(r"\d+", new, text, count=1)


def _of_february(text: str) -> str:
    if re.search(r"[^\W\d_]{3,}", text):
        return re.sub(r"[^\W\d_]{3,}", "Feb", _day("31")(text))
    parts = re.findall(r"\d+", text)
    mark = re.search(r"\d(\D)\d", text)
    first, second = ("02", "31") if len(parts) == 2 else ("31", "02")
    return (mark[1] if mark else "/").join([first, second, *parts[2:]])


EASTERN: Final = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
DEVANAGARI: Final = str.maketrans("0123456789", "०१२३४५६७८९")

DAMAGES: Final = (
    Damage("O for 0", _first("0", "O"), True),
    Damage("o for the last 0", lambda text: "o".join(text.rsplit("0", 1)), True),
    Damage("l for 1", _first("1", "l"), True),
    Damage("I for 1", _first("1", "I"), True),
    Damage("S for 5", _first("5", "S"), True),
    Damage("B for 8", _first("8", "B"), True),
    Damage("Z for 2", _first("2", "Z"), True),
    Damage("a separator lost", lambda text: re.sub(r"[/.\- ]", "", text, count=1), True),
    Damage("a separator doubled", lambda text: re.sub(r"([/.\- ])", r"\1\1", text, count=1), True),
    Damage("a strange separator", lambda text: re.sub(r"[/.\- ]", "¦", text, count=1), True),
    Damage("a gap", lambda text: text[:1] + " " + text[1:], True),
    Damage("two question marks", lambda text: "??" + text[2:], False),
    Damage("all question marks", lambda text: re.sub(r"\w", "?", text), False),
    Damage("a blot", lambda _text: "■■■", False),
    Damage("a word", lambda _text: "pending", False),
    Damage("Arabic digits", lambda text: text.translate(EASTERN), True),
    Damage("Devanagari digits", lambda text: text.translate(DEVANAGARI), True),
    Damage("a month misspelt", _letters(lambda word: word[0] + word[2:] + word[1]), True),
    Damage("a month of no language", _letters(lambda _word: "Qzx"), False),
    Damage("the month unreadable", _letters(lambda word: word[0] + "??"), False),
    Damage("day 32", _day("32"), False),
    Damage("day 00", _day("00"), False),
    Damage("day 47", _day("47"), False),
    Damage("31 February", _of_february, False),
    Damage("a footnote mark", lambda text: text + "*", True),
    Damage("a bracket", lambda text: f"({text}", True),
)

FOREIGN: Final = {
    "Estonian": "jaanuar veebruar märts aprill mai juuni juuli august september oktoober "
    "november detsember",
    "Basque": "urt ots mar api mai eka uzt abu ira urr aza abe",
    "Irish": "Ean Feabh Márta Aib Beal Meith Iúil Lún MFómh DFómh Samh Noll",
    "Welsh": "Ion Chw Maw Ebr Mai Meh Gor Awst Medi Hyd Tach Rhag",
    "Swahili": "Jan Feb Machi Apr Mei Juni Jul Ago Sep Okt Nov Des",
    "numerals": "I II III IV V VI VII VIII IX X XI XII",
    "no language": "zab zeb zib zob zub zac zec zic zoc zuc zad zed",
}


def dates(random: Random) -> Iterator[Case]:
    """Every kind of damage to dates."""
    for maker in (_damaged, _absent, _strange_months, _checks, _bare, _years, _order, _two):
        yield from (replace(case, family="dates") for case in maker(random))


def _sharing(book: Book, place: int) -> list[int]:
    """The entries that have their date from this cell."""
    day = book.entries[place].date
    if not book.bank.once_a_day:
        return [place]
    return [n for n, each in enumerate(book.entries) if each.date == day]


def _cells(book: Book) -> list[int]:
    """The entries that print a date."""
    return [n for n in range(len(book.entries)) if book.paper.cell(n, "date")]


def _damaged(random: Random) -> Iterator[Case]:
    for each in BANKS:
        yield honest(each, random).case("", "honest", True)
        for damage in DAMAGES:
            book = honest(each, random)
            places = [
                n
                for n in _cells(book)
                if damage.change(book.paper.cell(n, "date")) != book.paper.cell(n, "date")
            ]
            if places:
                place = random.choice(places)
                yield _with(book, [place], damage)
            if len(places) > 3 and random.random() < 0.3:
                yield _with(book, random.sample(places, 2), damage)


def _with(book: Book, places: list[int], damage: Damage) -> Case:
    paper = book.paper
    for place in places:
        paper = paper.put(place, date=damage.change(paper.cell(place, "date")))
    wide = any(ord(sign) > 255 for place in places for sign in paper.cell(place, "date"))
    book = book.printed(replace(paper, wide=wide))
    name = f"{damage.name} in entry {', '.join(map(str, places))}"
    if damage.readable:
        return book.case("", name)
    return book.never("", name, "a date cannot be read")


def _absent(random: Random) -> Iterator[Case]:
    """No date where each row has one is unknown; where a day has one, it is the day above."""
    for each in BANKS:
        for _ in range(2):
            book = honest(each, random)
            cells = _cells(book)
            place = random.choice(cells[1:])
            first_of_section = any(
                line.role == "section" and book.paper.lines[n + 1].entry == place
                for n, line in enumerate(book.paper.lines[:-1])
            )
            paper = book.paper.put(place, date="")
            if not each.once_a_day or first_of_section:
                yield book.printed(paper).never("", f"no date in entry {place}", "a date is absent")
                continue
            above = book.entries[place - 1].date
            for shared in _sharing(book, place):
                book = book.dated(shared, above)
            yield book.printed(paper).case("", f"no date in entry {place}, so the day above")
        book = honest(each, random)
        paper = book.paper.put(0, date="")
        yield book.printed(paper).never("", "no date in the first entry", "a date is absent")


def _strange_months(random: Random) -> Iterator[Case]:
    """Months of a language that the reader may not know, in all rows or in one of few."""
    for language, names in FOREIGN.items():
        months = names.split()
        for rows in (4, 9):
            for only in (None, 1, 2):
                each = random.choice((bank("uk_each"), bank("en_once"), bank("uk_day")))
                book = honest(each, random, rows=rows)
                paper = book.paper
                for place in _cells(book):
                    when = book.entries[place].date
                    if only in (None, place):
                        text = f"{when.day:02d} {months[when.month - 1]}"
                        text += f" {when.year}" if "y" in each.day else ""
                        paper = paper.put(place, date=text)
                wide = replace(paper, wide=True)
                yield book.printed(wide).case("", f"{language} months, {only or 'all'} of {rows}")


def _checks(random: Random) -> Iterator[Case]:
    """Sections of checks paid: number, date and amount, one to three a row."""
    for side in (1, 2, 3):
        for order in ("number date amount", "date number amount", "number amount date"):
            for parts in (1, 2):
                for damage in (None, DAMAGES[0], DAMAGES[11]):
                    yield _with_checks(random, side, order, parts, damage)


def _with_checks(random: Random, side: int, order: str, parts: int, damage: Damage | None) -> Case:
    each = bank("us_sections")
    start = date(2025, 3, 1)
    base = [
        Entry(
            start + timedelta(days=random.randint(1, 28)), random.choice(each.words.payees), minor
        )
        for minor in [random.randint(60_000, 300_000) for _ in range(3)]
        + [-random.randint(1_000, 40_000) for _ in range(5)]
    ]
    count = random.randint(4, 9)
    checks = [
        Entry(
            start + timedelta(days=random.randint(1, 28)),
            f"{1040 + n}",
            -random.randint(900, 60_000),
        )
        for n in range(count)
    ]
    base.sort(key=lambda entry: (entry.amount < 0, entry.date))
    book = honest(each, random, start=start, entries=[*base, *checks], opening=500_000)
    hit = next(
        (
            n
            for n, c in enumerate(checks)
            if damage and damage.change(f"{c.date:%m/%d}") != f"{c.date:%m/%d}"
        ),
        None,
    )
    texts = [
        damage.change(f"{c.date:%m/%d}") if damage and n == hit else f"{c.date:%m/%d}"
        for n, c in enumerate(checks)
    ]
    paper = book.paper.without(*range(len(base), len(base) + count))
    cut = count if parts == 1 else count // 2
    lines = [*paper.lines]
    for title, some in (
        ("Checks paid", range(cut)),
        ("Checks paid (continued)", range(cut, count)),
    ):
        if some:
            lines += _check_lines(title, list(some), checks, texts, side, order)
    book = book.printed(replace(paper, lines=tuple(lines)))
    name = f"checks paid, {side} a row, {order}, {parts} sections"
    if damage is None or hit is None:
        return book.case("", name)
    name = f"{name}, {damage.name}"
    return book.case("", name) if damage.readable else book.never("", name, "a date is unreadable")


def _check_lines(
    title: str, some: list[int], checks: list[Entry], texts: list[str], side: int, order: str
) -> list[Line]:
    width = 505 / side
    names = order.split()
    found = [Line({"text": title}, role="section")]
    heads = tuple(
        Free(45 + width * k + (width - 20) / 3 * (n + 1), name.title(), True)
        for k in range(side)
        for n, name in enumerate(names)
    )
    found.append(Line(free=heads, role="heading"))
    for at in range(0, len(some), side):
        free = []
        for k, which in enumerate(some[at : at + side]):
            cells = {
                "number": checks[which].text,
                "date": texts[which],
                "amount": f"{-checks[which].amount / 100:,.2f}",
            }
            for n, name in enumerate(names):
                free.append(Free(45 + width * k + (width - 20) / 3 * (n + 1), cells[name], True))
        found.append(Line(free=tuple(free), role="checks"))
    return found


def _bare(random: Random) -> Iterator[Case]:
    """A column of bare days, of one month or of two."""
    for each in (
        bank("uk_each"),
        bank("en_once"),
        bank("us_signed"),
        bank("fr_compte"),
        bank("nl_rekening"),
    ):
        for start, days in (
            (date(2025, 3, 1), 30),
            (date(2025, 3, 20), 25),
            (date(2024, 12, 12), 30),
        ):
            for pad in ("{}", "{:02d}", "{}."):
                book = honest(each, random, start=start, days=days)
                paper = book.paper
                for place in _cells(book):
                    paper = paper.put(place, date=pad.format(book.entries[place].date.day))
                yield book.printed(paper).case("", f"bare days {pad} from {start}")


def _years(random: Random) -> Iterator[Case]:
    """Rows without a year, over a year's end, over a whole year, and with years of other things."""
    spans = (
        ("over the year's end", date(2024, 12, 10), date(2025, 1, 9)),
        ("from late December", date(2024, 12, 29), date(2025, 1, 28)),
        ("a whole year", date(2023, 1, 1), date(2023, 12, 31)),
        ("a year from July", date(2022, 7, 15), date(2023, 7, 14)),
        ("two years", date(2022, 1, 1), date(2023, 12, 31)),
    )
    noise = ("Rates valid from 01/03/2019", "© 2022 All rights reserved", "Member since 2008")
    for each in (
        bank("uk_day"),
        bank("us_sections"),
        bank("en_once"),
        bank("fr_compte"),
        bank("uk_each"),
    ):
        bare = replace(
            each, day={"dd MMM yyyy": "dd MMM", "dd/MM/yyyy": "dd/MM"}.get(each.day, each.day)
        )
        for name, start, end in spans:
            days = (end - start).days
            ends = replace(bare, words=replace(bare.words, period="Statement date {1}"))
            for dated in (bare, ends):
                book = honest(dated, random, start=start, days=days, rows=18)
                shown = "a range" if dated is bare else "a statement date"
                provable = None
                if dated is ends and name == "two years":
                    provable = False
                    book = book.with_truth(never="the rows' years are printed nowhere")
                yield book.case("", f"{name}, {shown}", provable)
                noisy = book.printed(book.paper.more(foot=random.sample(noise, 2)))
                yield noisy.case("", f"{name}, {shown}, other years below", provable)


def _order(random: Random) -> Iterator[Case]:
    """Rows whose printed date is legible but out of order: a person sees what is printed."""
    for each in BANKS:
        for months in (-1, 1, -12, 12):
            book = honest(each, random)
            cells = [n for n in _cells(book) if book.entries[n].date.day < 28]
            if not cells or (abs(months) == 12 and "y" not in each.day):
                continue
            place = random.choice(cells)
            when = book.entries[place].date
            moved = date(
                when.year + (when.month - 1 + months) // 12,
                (when.month - 1 + months) % 12 + 1,
                when.day,
            )
            for shared in _sharing(book, place):
                book = book.dated(shared, moved)
            paper = book.paper.put(place, date=each.dated(moved))
            yield book.printed(paper).case("", f"entry {place} printed {months} months away")


def _two(random: Random) -> Iterator[Case]:
    """Two columns of dates: named, unnamed, in both orders, with a damaged heading."""
    headings = (
        ("Date", "Value date", "named"),
        ("Value date", "Date", "named, value first"),
        ("", "", "unnamed"),
        ("Dxte", "V?lue", "headings damaged"),
        ("When", "Then", "headings that say nothing"),
    )
    for each in CURRENT:
        if each.balances is Balances.DAY or any(each.sections):
            continue
        for first, second, name in headings:
            yield _two_columns(each, random, first, second, name)
        book = honest(each, random)
        for text in ("", "Dxte", "D a t e", each.words.text, "???"):
            yield book.printed(book.paper.headed(date=text)).case("", f"heading {text!r}")


def _two_columns(each: Bank, random: Random, first: str, second: str, name: str) -> Case:
    if first and name.startswith("named"):
        names = {"Date": each.words.date, "Value date": each.words.value or "Value date"}
        first, second = names[first], names[second]
    plain = replace(each, once_a_day=False)
    made = honest(plain, random)
    entries = [
        replace(entry, value=entry.date + timedelta(days=random.choice((0, 1, 2, 3))))
        for entry in made.entries
    ]
    book = honest(plain, random, start=made.start, entries=entries, opening=made.opening)
    wanted = (Column("date", first, 45), Column("value", second, 105))
    if "value first" in name:
        wanted = (Column("value", first, 45), Column("date", second, 105))
    others = tuple(
        replace(column, x=165) if column.name == "text" else column
        for column in book.paper.columns
        if column.name != "date"
    )
    paper: Paper = replace(book.paper, columns=(*wanted, *others))
    provable = True if name == "named" else None
    return book.printed(paper).case("", f"two dates, {name}", provable)
