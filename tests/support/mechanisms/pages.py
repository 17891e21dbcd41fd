"""Pages kept as text, beside this module: what a bank prints, with the places of its figures.

A file of ``texts/`` holds the layouts of a family. Each begins with ``== name``, below which a line
with ``--`` may say what is particular about it. A line with ``@`` is printed for every entry, with
``@+`` or ``@-`` for every entry that came in or went out; such lines below each other belong
together. A field is a sum of what the story or the entry calls so, and how it is written:
``{closing+off:$us>14}`` is ``closing`` and what an altered page is off by, in style ``us``, with a
``$`` before it, flush right in 14 characters. ``off3`` is off at the entry of that place alone.
``in`` and ``out`` are blank where the money went the other way; followed by no style, they print
what follows: ``{in: CR}``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, Final

from tests.support.mechanisms.figures import STYLES

if TYPE_CHECKING:
    from tests.support.mechanisms.stories import Entry, Story

_HERE: Final = Path(__file__).parent / "texts"
_MONEY: Final = re.compile(rf"(\D*?)({'|'.join(sorted(STYLES, key=len, reverse=True))})([<>]?\d*)")
_CHOSEN: Final[dict[str, Callable[[int], bool]]] = {
    "@": lambda _: True,
    "@+": lambda amount: amount > 0,
    "@-": lambda amount: amount < 0,
}


class _Fields(Formatter):
    """Writes sums of named values, in the style that is asked for."""

    def get_field(self, field_name: str, _: Any, kwargs: Any) -> tuple[Any, str]:
        terms = re.findall(r"([+-]?)(\w+)", field_name)
        if len(terms) == 1 and not terms[0][0]:
            return _value(field_name, kwargs), field_name
        return sum(int(f"{sign}1") * _value(name, kwargs) for sign, name in terms), field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        if found := _MONEY.fullmatch(format_spec):
            before, style, width = found.groups()
            return format("" if value is None else before + STYLES[style](value), width)
        if isinstance(value, int) and format_spec[:1] == " ":
            return format_spec
        return "" if value is None else format(value, format_spec)


def _value(name: str, known: dict[str, Any]) -> Any:
    return int(name) if name.isdigit() else known.get(name, 0) if "off" in name else known[name]


def printed(family: str, name: str) -> Callable[[Story, int], list[str]]:
    """The page of that layout, as a function of the story and of what it is off by."""
    text = _layouts(family)[name]

    def page(story: Story, off: int) -> list[str]:
        return ["\n".join(_lines(text, story, off))]

    return page


@cache
def _layouts(family: str) -> dict[str, list[str]]:
    text = (_HERE / f"{family.replace(' ', '_')}.txt").read_text("utf-8")
    found = {}
    for part in re.split("^== ", text, flags=re.MULTILINE)[1:]:
        name, *lines = part.rstrip("\n").split("\n")
        found[name] = [line for line in lines if not line.startswith("--")]
    return found


def _lines(text: list[str], story: Story, off: int) -> Iterator[str]:
    fields = _Fields()
    known = {
        "start": story.start, "end": story.end, "opening": story.opening, "off": off,
        "closing": story.closing, "came": story.came, "went": story.went,
        "credits": len(story.credits), "debits": len(story.debits),
    }  # fmt: skip
    for mark, group in groupby(text, lambda line: line.partition(" ")[0]):
        if mark not in _CHOSEN:
            yield from (fields.vformat(line, (), known) for line in group)
            continue
        rows = [line.removeprefix(mark)[1:] for line in group]
        for place, (entry, after) in enumerate(story.booked):
            if _CHOSEN[mark](entry.amount):
                each = _entry(entry, after) | {f"off{place}": off}
                yield from (fields.vformat(row, (), each) for row in rows)


def _entry(entry: Entry, after: int) -> dict[str, Any]:
    amount = entry.amount
    return {
        "date": entry.date, "value": entry.value, "text": entry.text, "after": after,
        "amount": amount, "size": abs(amount),
        "out": -amount if amount < 0 else None, "in": amount if amount > 0 else None,
    }  # fmt: skip
