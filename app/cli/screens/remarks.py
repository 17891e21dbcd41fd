"""Tells what is wrong with a statement: checks that failed, then differences, a line each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from app import texts
from app.cli.screens.wording import check_text
from app.shapes.imports import DifferenceShape
from app.shapes.reading import CheckShape

SHOWN = 12


def remarks(
    checks: Sequence[CheckShape], differences: Sequence[DifferenceShape], *, whole: bool = False
) -> Iterator[Text]:
    """The failed checks and the differences; the first ones only, unless ``whole``."""
    for check in checks:
        if check["state"] == "failed":
            yield Text("  ").append_text(check_text(check))
    yield from _differences(differences, len(differences) if whole else SHOWN)


def _differences(differences: Sequence[DifferenceShape], shown: int) -> Iterator[Text]:
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
