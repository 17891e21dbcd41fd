"""The JSON of what a model said of a statement's differences, within `tieout review`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.shapes.writing import shaped
from pipeline.claims import Act, Couple, What

if TYPE_CHECKING:
    from pipeline.claims import Asked
    from pipeline.review.suggested import Heard


@dataclass(frozen=True, slots=True, kw_only=True)
class OpinionShape:
    """What a model said of a difference: an opinion, from which nothing follows.

    ``lines`` and ``entries`` are what it rests on, ``pairs`` the rows that it takes for the same.
    ``suggests`` is what `tieout accept IMPORT --suggested` would do, null for nothing, and ``seen``
    stands for exactly that.
    """

    model: str
    what: What | None
    pairs: tuple[Couple, ...]
    why: str
    lines: tuple[int, ...]
    entries: tuple[int, ...]
    suggests: Act | None
    seen: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedShape:
    """Which model was asked about the differences, how that run ended, and of how many of them it
    said something that could be used."""

    model: str
    status: str
    said: int


def asked_shape(asked: Asked | None) -> AskedShape | None:
    """What was asked when the statement was brought in, if anything was."""
    return None if asked is None else shaped(AskedShape, asked, said=len(asked.opinions))


def opinion_shape(heard: Heard | None) -> OpinionShape | None:
    """One opinion, if there is one."""
    if heard is None:
        return None
    suggests = heard.opinion.act if heard.wish else None
    return shaped(
        OpinionShape, heard.opinion, model=heard.model, suggests=suggests, seen=heard.seen
    )
