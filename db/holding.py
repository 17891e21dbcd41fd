"""Whether a column holds a text, whoever wrote which of them in capitals."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, or_


def holds(column: Any, text: str) -> ColumnElement[bool]:
    """In any case. SQLite knows no capitals but A to Z, so a text with other letters is looked for
    as it is, in capitals and in small letters: statements print `BÄCKEREI` for `Bäckerei`.
    """
    ways = dict.fromkeys([text] if text.isascii() else [text, text.upper(), text.lower()])
    return or_(*(column.icontains(each, autoescape=True) for each in ways))
