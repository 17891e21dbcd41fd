"""A model's opinions that are still about something: of differences that are as it saw them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from db.views import Entry
from pipeline.claims import Asked, Opinion
from pipeline.drafts import Line
from pipeline.matching.shapes import Difference
from pipeline.opinion.known_by import Rows
from pipeline.record.as_json import ASKED

if TYPE_CHECKING:
    from db.models import Reconciliation


def asked_of(row: Reconciliation) -> Asked | None:
    """What a model was asked about the statement's differences when it was brought in."""
    return None if row.asked is None else ASKED.validate_python(row.asked)


def entries_named(asked: Asked, differences: Iterable[Difference]) -> set[int]:
    """The ids of all entries that it is about, on which `opinions_of` looks."""
    named = {n for each in asked.opinions for n in each.entries}
    return named.union(*(each.entries for each in differences)) if asked.opinions else set()


def opinions_of(
    asked: Asked,
    lines: Iterable[Line],
    entries: Mapping[int, Entry],
    differences: Iterable[Difference],
) -> list[Opinion | None]:
    """For each difference what was said of it, as long as the difference and all rows that this
    rests on say what they said then."""
    rows = Rows({line.ordinal: line for line in lines}, entries)
    said = {each.about: each for each in asked.opinions if _rests(each, rows)}
    return [_of(each, said, rows) for each in differences]


def _rests(opinion: Opinion, rows: Rows) -> bool:
    return opinion.rests == rows.digest_of(opinion.lines, opinion.entries)


def _of(difference: Difference, said: Mapping[str, Opinion], rows: Rows) -> Opinion | None:
    return said.get(rows.digest_about(difference))
