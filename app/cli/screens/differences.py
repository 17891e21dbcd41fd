"""Tells each difference in one line: the day, the sum, what it was for, and what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from app import texts
from app.shapes.imports import DifferenceShape

SHOWN = 12


def difference_lines(differences: Sequence[DifferenceShape], shown: int = SHOWN) -> Iterator[Text]:
    """The first ones, aligned, and how many more there are."""
    some = differences[:shown]
    width = max((len(_figure(each)) for each in some), default=0)
    for each in some:
        day = each["date"] or texts.UNKNOWN
        yield Text(f"  {day:10}  {_figure(each):>{width}}  {_said(each)}")
    if len(differences) > shown:
        yield Text("  " + texts.MORE.format(count=len(differences) - shown))


def _figure(difference: DifferenceShape) -> str:
    return difference["expected"] or difference["found"] or ""


def _said(difference: DifferenceShape) -> str:
    said = texts.DIFFERENCE_KINDS[difference["kind"]].format(found=difference["found"])
    return f"{difference['description'] or texts.NONE}: {said}{_place(difference)}"


def _place(difference: DifferenceShape) -> str:
    if not difference["evidence"]:
        return ""
    return " " + texts.ON_PAGE.format(page=difference["evidence"][0]["page"])
