"""All mechanisms by name: what banks print in life, each layout honest and with one damage, of
which nothing that was damaged may be proven.

A file of ``sheets/`` is a family of at least three layouts that differ, each as it is printed,
below ``== NAME``; at ``~~~`` another page begins, and ``\\u00ad`` is the character of that number.
A line with ``::`` has in JSON its ``rows``, account by account (day, amount in minor units, second
day), and what is ``changed`` on each damaged document: the number of the page, that of the line,
and how it reads then; a line of -1 is the whole page.
"""

import json
import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.support.mechanisms.case import Case, Family, Row, Truth
from tests.support.mechanisms.short_figures import with_lost_digits
from tests.support.typewritten import document

_SHEETS: Final = Path(__file__).parent / "sheets"


def _family(path: Path, _random: Random) -> Iterator[Case]:
    text = re.sub(r"\\u(\w{4})", lambda found: chr(int(found[1], 16)), path.read_text("utf-8"))
    for part in re.split("^== ", text, flags=re.MULTILINE)[1:]:
        name, about, printed = part.rstrip("\n").split("\n", 2)
        yield from _cases(path.stem.replace("_", " "), name, printed, **json.loads(about[2:]))


def _cases(
    family: str, name: str, printed: str, rows: Sequence[Any], changed: Any, exponent: int = 2
) -> Iterator[Case]:
    pages = printed.split("\n~~~\n")
    first, *others = (Truth(rows=tuple(map(_row, each)), exponent=exponent) for each in rows)
    yield Case(family, name, document(*pages), first, True, tuple(others))
    for each in changed:
        damaged = document(*_changed(pages, each))
        what = f"{name}, {each[0][2].strip()}"
        yield Case(family, what, damaged, first, False, tuple(others))


def _row(told: Sequence[Any]) -> Row:
    day, amount, *second = told
    other = date.fromisoformat(second[0]) if second else None
    return Row(date.fromisoformat(day), amount, other)


def _changed(pages: Sequence[str], changed: Sequence[tuple[int, int, str]]) -> Iterator[str]:
    for number, page in enumerate(pages):
        lines = page.split("\n")
        for at, text in ((at, text) for on, at, text in changed if on == number):
            lines[slice(None) if at < 0 else slice(at, at + 1)] = text.split("\n")
        yield "\n".join(lines)


def _found() -> dict[str, Family]:
    found: dict[str, Family] = {
        path.stem.replace("_", " "): partial(_family, path) for path in sorted(_SHEETS.iterdir())
    }
    return found | {"short figures": partial(with_lost_digits, found["short figures"])}


MECHANISMS: Final[dict[str, Family]] = _found()
