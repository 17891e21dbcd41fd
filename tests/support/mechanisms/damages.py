"""What befalls a page on its way: a row lost, a day blotted, a figure moved, a sheet gone; never
what a person could still read the true rows by."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from pipeline.pages.rows import with_rows
from pipeline.words import DocumentPages, Page, Word
from tests.support.mechanisms.case import Case, Family

Row = list[Word]
Damage = Callable[[DocumentPages, Random], DocumentPages]
#: What a blot makes of a digit.
_BLOTTED: Final = str.maketrans("0123456789", "Ol??A5?7B?")


def _figures(row: Row) -> list[int]:
    return [at for at, word in enumerate(row) if any(char.isdigit() for char in word.text)]


def _with(rows: list[Row], at: int, place: int, *words: Word) -> list[Row]:
    """The rows with these words in the place of one."""
    row = rows[at]
    return [*rows[:at], [*row[:place], *words, *row[place + 1 :]], *rows[at + 1 :]]


def _lower(row: Row, by: float) -> Row:
    return [word._replace(top=word.top + by, bottom=word.bottom + by) for word in row]


def _otherwise(text: str, random: Random) -> str:
    """The text with one digit changed."""
    at = random.choice([n for n, char in enumerate(text) if char.isdigit()])
    return f"{text[:at]}{(int(text[at]) + random.randint(1, 9)) % 10}{text[at + 1 :]}"


def lost(rows: list[Row], at: int, _random: Random) -> list[Row]:
    return [*rows[:at], *rows[at + 1 :]]


def twice(rows: list[Row], at: int, _random: Random) -> list[Row]:
    step = max(word.bottom - word.top for word in rows[at]) * 1.2
    below = [_lower(row, step) for row in rows[at:]]
    return [*rows[: at + 1], *below]


def day_blotted(rows: list[Row], at: int, _random: Random) -> list[Row]:
    day = _figures(rows[at])[0]
    word = rows[at][day]
    return _with(rows, at, day, word._replace(text=word.text.translate(_BLOTTED)))


def figure_blotted(rows: list[Row], at: int, random: Random) -> list[Row]:
    place = random.choice(_figures(rows[at])[1:])
    word = rows[at][place]
    return _with(rows, at, place, word._replace(text=word.text.translate(_BLOTTED)))


def figure_gone(rows: list[Row], at: int, random: Random) -> list[Row]:
    return _with(rows, at, random.choice(_figures(rows[at])[1:]))


def figure_changed(rows: list[Row], at: int, random: Random) -> list[Row]:
    place = _figures(rows[at])[-1]
    word = rows[at][place]
    return _with(rows, at, place, word._replace(text=_otherwise(word.text, random)))


def figure_moved(rows: list[Row], at: int, random: Random) -> list[Row]:
    """Into another column, or between two."""
    place = random.choice(_figures(rows[at])[1:])
    word, by = rows[at][place], random.choice((-140, -55, 38, 90))
    return _with(rows, at, place, word._replace(x0=word.x0 + by, x1=word.x1 + by))


def another_below(rows: list[Row], at: int, random: Random) -> list[Row]:
    """A line like it of another amount, where no table is."""
    under = max(word.bottom for row in rows for word in row) + 30 - rows[at][0].top
    return [*rows, *figure_changed([_lower(rows[at], under)], 0, random)]


def _sheets(order: Callable[[list[Page]], list[Page]]) -> Damage:
    def done(document: DocumentPages, _random: Random) -> DocumentPages:
        pages = order([*document.pages])
        return replace(
            document, pages=tuple(replace(p, number=n) for n, p in enumerate(pages, start=1))
        )

    return done


def _row(damage: Callable[[list[Row], int, Random], list[Row]]) -> Damage:
    def done(document: DocumentPages, random: Random) -> DocumentPages:
        pages = list(document.pages)
        number = random.choice([n for n, page in enumerate(pages) if _hit(_rows(page))])
        rows = _rows(pages[number])
        words = [word for row in damage(rows, random.choice(_hit(rows)), random) for word in row]
        pages[number] = replace(pages[number], words=tuple(words), rows=(), seen=())
        return replace(document, pages=tuple(pages))

    return done


def _rows(page: Page) -> list[Row]:
    rows = [[page.words[n] for n in row] for row in with_rows(replace(page, rows=())).rows]
    return sorted(rows, key=lambda row: row[0].top)


def _hit(rows: Sequence[Row]) -> list[int]:
    """The rows with a day and a figure, as far as that can be told."""
    return [n for n, row in enumerate(rows) if len(_figures(row)) > 1]


DAMAGES: Final[dict[str, Damage]] = {
    "a row lost": _row(lost),
    "a row twice": _row(twice),
    "a day blotted": _row(day_blotted),
    "a figure blotted": _row(figure_blotted),
    "a figure gone": _row(figure_gone),
    "a figure changed": _row(figure_changed),
    "a figure moved": _row(figure_moved),
    "another row below": _row(another_below),
    "a sheet lost": _sheets(lambda pages: [pages[0], *pages[2:]]),
    "a sheet twice": _sheets(lambda pages: [*pages[:2], *pages[1:]]),
    "sheets turned": _sheets(lambda pages: pages[::-1]),
}


def damaged(family: Family, damage: Damage, random: Random) -> Iterator[Case]:
    """The honest cases of a family as they are then, where it can befall them."""
    for case in family(random):
        if case.provable and any(_hit(_rows(page)) for page in case.pages.pages):
            pages = damage(case.pages, random)
            if pages != case.pages:
                yield replace(case, pages=pages, provable=False)
