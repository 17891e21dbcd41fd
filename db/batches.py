"""Splits what a statement asks for by name, well under the 32,766 variables that SQLite takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

T = TypeVar("T")
_AT_ONCE: Final = 500


def batches(values: Sequence[T], at_once: int = _AT_ONCE) -> Iterator[Sequence[T]]:
    """So many values at a time as one statement may name, in their order."""
    for at in range(0, len(values), at_once):
        yield values[at : at + at_once]
