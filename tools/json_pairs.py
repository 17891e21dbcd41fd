"""Fields of JSON objects, each once: of two values under one name a parser would take the last.

Which one a model meant nobody can know, so such an object is refused, never decided.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

from tools.json_numbers import RefusedUnreadError

Pairs: TypeAlias = list[tuple[str, Any]]


class DuplicateFieldError(RefusedUnreadError):
    """An object names a field twice; write each field once."""

    code: ClassVar[str] = "duplicate_field"


class Doubled(dict[str, Any]):
    """An object that names a field twice, with all its fields as they were written."""

    def __init__(self, pairs: Pairs) -> None:
        super().__init__(pairs)
        self.pairs = pairs


def each_once(pairs: Pairs) -> dict[str, Any]:
    """The object. Raises DuplicateFieldError."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise DuplicateFieldError
    return found


def kept(pairs: Pairs) -> dict[str, Any]:
    """The object; Doubled where it names a field twice."""
    found = dict(pairs)
    return found if len(found) == len(pairs) else Doubled(pairs)
