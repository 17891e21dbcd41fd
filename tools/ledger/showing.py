"""The forms in which a model is shown tables, cursors and account numbers."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from db.text import one_line
from tools.loop.errors import ToolError


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows, all of one length."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]


def table(columns: Sequence[str], items: Iterable[object]) -> Table:
    """One row per item, from the attributes that the columns name; columns that hold nothing in
    any row are left out."""
    rows = [tuple(getattr(item, column) for column in columns) for item in items]
    kept = [i for i in range(len(columns)) if any(row[i] not in (None, "") for row in rows)]
    return Table(
        tuple(columns[i] for i in kept), tuple(tuple(row[i] for i in kept) for row in rows)
    )


class CursorError(ToolError, code="cursor_invalid"):
    """This tool did not return that cursor."""

    hint: ClassVar[str | None] = "use next_cursor as it was given, or leave it out"
    field: ClassVar[str | None] = "cursor"


#: An IBAN, in groups or not, or any run of more digits than a date or an amount has.
_LONG_NUMBER = re.compile(
    r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b|(?<![\d.,])\d{9,}(?![\d.,])"
)


def as_data(text: str) -> str:
    """The text between tags that say it is data; nothing in it can close them, or hide."""
    return f"<data>{one_line(text).replace('<', '&lt;')}</data>" if text else text


def without_numbers(text: str) -> str:
    """The text with every number that could be an account's reduced to its last four digits."""
    return _LONG_NUMBER.sub(lambda found: "…" + found[0][-4:], text)
