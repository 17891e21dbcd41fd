"""Lists, page by page: a cursor says where the next page begins, and is nobody's to write."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Final, Generic, TypeVar

from fastapi import Query

from app.api.errors import BadCursor

Item = TypeVar("Item")

MOST: Final = 500
USUAL: Final = 50
_MOST_LETTERS: Final = 400

Limit = Annotated[int, Query(ge=1, le=MOST, description="How many items at most.")]
Cursor = Annotated[
    str | None,
    Query(max_length=_MOST_LETTERS, description="`next` of the page before; none begins anew."),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageShape(Generic[Item]):
    """A page of a list; ``next`` is the cursor of the one after it, null if this is the last."""

    items: tuple[Item, ...]
    next: str | None


def paged(
    found: Sequence[Item], limit: int, of: str, place: Callable[[Item], list[int | str]]
) -> PageShape[Item]:
    """The first ``limit`` of what was found, of which one more was asked for than is shown."""
    shown = tuple(found[:limit])
    more = len(found) > limit
    return PageShape(items=shown, next=written(of, place(shown[-1])) if more else None)


def written(of: str, place: list[int | str]) -> str:
    """The cursor that leads behind this place of that list."""
    text = json.dumps([of, *place], separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def place_of(of: str, cursor: str | None, *kinds: type) -> tuple[int | str, ...] | None:
    """The place that a cursor of that list stands for, None without one. Raises ``BadCursor``."""
    if cursor is None:
        return None
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        found = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        raise BadCursor from None
    if not _is_place(found, of, kinds):
        raise BadCursor
    return tuple(found[1:])


def number_of(of: str, cursor: str | None) -> int | None:
    """The one number that a cursor of that list stands for. Raises ``BadCursor``."""
    place = place_of(of, cursor, int)
    return None if place is None else int(place[0])


def day_of(text: str) -> date:
    """A day within a place. Raises ``BadCursor``."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadCursor from None


def _is_place(found: object, of: str, kinds: Sequence[type]) -> bool:
    if not isinstance(found, list) or not found or found[0] != of:
        return False
    own = found[1:]
    if [type(each) for each in own] != list(kinds):
        return False
    return all(0 <= each < 1 << 63 for each in own if isinstance(each, int))
