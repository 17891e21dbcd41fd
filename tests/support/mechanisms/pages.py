"""Pages kept as text, beside this module: what a bank prints, with the places of its figures.

A file of ``texts/`` holds the layouts of a family. Each begins with ``== name``, below which a line
with ``::`` has in JSON what else is true of it (see ``stories.Layout``), and one with ``--`` may
say what is particular about it. A line with ``@`` is printed for every entry, with ``@+`` or ``@-``
for every entry that came in or went out, with ``@2:5`` for those of these places, and with ``@3x``
for three entries side by side; such lines below each other belong together. A line with ``@honest``
or ``@altered`` is printed on such a page alone; at ``~~~`` another page begins. A field is a sum of
what the story or the entry calls so, and how it is written: ``{closing+off:$us>14}`` is ``closing``
and what an altered page is off by, in style ``us``, with a ``$`` before it, flush right in 14
characters. ``off3`` is off at the entry of that place alone, ``after3`` the balance after it.
``in`` and ``out`` are blank where the money went the other way; followed by no style, they print
what follows: ``{in: CR}``. ``\\u00ad`` is the character of that number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import groupby
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, Final

from tests.support.mechanisms.figures import STYLES

if TYPE_CHECKING:
    from tests.support.mechanisms.stories import Entry, Story

_MONEY: Final = re.compile(rf"(\D*?)({'|'.join(sorted(STYLES, key=len, reverse=True))})([<>]?\d*)")
_ENTRIES: Final = re.compile(r"@([+-]?)(\d*)(:?)(\d*)(x?)")


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


def kept(path: Path) -> Iterator[tuple[str, dict[str, Any], list[str]]]:
    """Of each layout of a file its name, what is true of it, and its lines."""
    text = re.sub(r"\\u(\w{4})", lambda found: chr(int(found[1], 16)), path.read_text("utf-8"))
    for part in re.split("^== ", text, flags=re.MULTILINE)[1:]:
        name, about, *lines = part.rstrip("\n").split("\n")
        yield name, json.loads(about.removeprefix("::")), [x for x in lines if x[:2] != "--"]


def printed(text: list[str], story: Story, off: int) -> list[str]:
    """The pages of that text: what is true of the story, but for what they are off by."""
    return "\n".join(_lines(text, story, off)).split("\n~~~\n")


def _lines(text: list[str], story: Story, off: int) -> Iterator[str]:
    fields = _Fields()
    known = {
        "start": story.start, "end": story.end, "opening": story.opening, "off": off,
        "closing": story.closing, "came": story.came, "went": story.went,
        "credits": sum(each.amount > 0 for each in story.entries),
        "debits": sum(each.amount < 0 for each in story.entries),
    }  # fmt: skip
    known |= {f"after{place}": after for place, after in enumerate(story.after)}
    if story.entries:
        known["quiet"] = story.entries[-1].date + timedelta(days=1)
    for mark, group in groupby(text, lambda line: line.partition(" ")[0]):
        rows = [line.removeprefix(mark)[1:] if mark[:1] == "@" else line for line in group]
        if chosen := _ENTRIES.fullmatch(mark):
            yield from _rows(rows, chosen, story, off)
        elif mark not in ("@honest", "@altered") or (mark == "@altered") == bool(off):
            yield from (fields.vformat(row, (), known) for row in rows)


def _rows(rows: list[str], chosen: re.Match[str], story: Story, off: int) -> Iterator[str]:
    sign, start, colon, end, across = chosen.groups()
    places = range(len(story.entries))[int(start or 0) if colon else 0 : int(end) if end else None]
    made = []
    for place in places:
        entry, after = story.booked[place]
        if not sign or (entry.amount > 0) == (sign == "+"):
            each = _entry(entry, after) | {f"off{place}": off}
            made += [_Fields().vformat(row, (), each) for row in rows]
    beside = int(start) if across else 1
    yield from ("".join(made[at : at + beside]) for at in range(0, len(made), beside))


def _entry(entry: Entry, after: int) -> dict[str, Any]:
    amount = entry.amount
    return {
        "date": entry.date, "value": entry.value, "text": entry.text, "after": after,
        "amount": amount, "size": abs(amount),
        "out": -amount if amount < 0 else None, "in": amount if amount > 0 else None,
    }  # fmt: skip
