"""What a model answers when it copies a page, and what of it can be read at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from pydantic import BaseModel, ConfigDict

from pipeline.reading.pointing.copied import CopiedFact, CopiedRow, Unusable, fact_of, row_of

T = TypeVar("T")


class Copied(BaseModel):
    """Rows ``[line, date, out, in, balance]`` and facts ``[name, line, text]``, all as text."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    rows: tuple[tuple[str, ...], ...] = ()
    facts: tuple[tuple[str, ...], ...] = ()


def readable(answer: Copied) -> tuple[list[CopiedRow], list[CopiedFact], list[str]]:
    """The rows and facts of an answer, and why others of it mean nothing."""
    wrong: list[str] = []
    rows = list(_each(answer.rows, row_of, wrong))
    facts = list(_each(answer.facts, fact_of, wrong))
    return rows, facts, wrong


def _each(
    cells: Iterable[tuple[str, ...]], read: Callable[[tuple[str, ...]], T], wrong: list[str]
) -> Iterator[T]:
    for each in cells:
        try:
            yield read(each)
        except Unusable as reason:
            wrong.append(str(reason))
