"""Tells what is wrong with a statement: what could not be proven, then the differences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.padding import Padding
from rich.text import Text

from app.shapes.imports import DifferenceShape
from app.texts import terminal as texts
from app.wording.opinions import opinion_texts
from app.wording.sentences import by_date, day_text, difference_text, money_text, unproven_texts
from app.wording.settling import left_text, number_text
from pipeline.proof import Check

SHOWN = 12
_BESIDE = " " * 6


def remarks(
    verdict: str, checks: Sequence[Check], differences: Sequence[DifferenceShape]
) -> Iterator[Text]:
    """Everything a person has to know, a line each; nothing for a matched statement."""
    if verdict != "matched":
        yield from (Text(text, style="yellow") for text in unproven_texts(verdict, checks))
        width = max((len(_figure(each)) for each in differences), default=0)
        for each in by_date(differences):
            yield _difference(each, width)
            yield from (Text(f"{_BESIDE}{said}", style="italic") for said in opinion_texts(each))


def first_ones(lines: Iterable[Text], import_id: int | None) -> Iterator[Text]:
    """So many that a table above them stays in sight, and how to see the others."""
    known = list(lines)
    yield from known[:SHOWN]
    if len(known) > SHOWN:
        more = texts.MORE if import_id else texts.MORE_IN_JSON
        yield Text(more.format(count=len(known) - SHOWN, import_id=import_id))


def indented(lines: Iterable[Text]) -> Iterator[Padding]:
    """Each two columns in, also where it is broken."""
    return (Padding(line, (0, 0, 0, 2)) for line in lines)


def _difference(difference: DifferenceShape, width: int) -> Text:
    day = day_text(difference.date)
    said = difference_text(difference)
    text = f"{difference.description or texts.NONE}: {said}{_place(difference)}"
    number, left = number_text(difference), left_text(difference)
    return Text(f"{number}{day:10}  {_figure(difference):>{width}}  {text}{left}")


def _figure(difference: DifferenceShape) -> str:
    stated = difference.found if difference.expected is None else difference.expected
    return money_text(stated, "")


def _place(difference: DifferenceShape) -> str:
    if not difference.evidence:
        return ""
    return " " + texts.ON_PAGE.format(page=difference.evidence[0].page)
