"""Whether a certificate's witness can be of its pages at all, before the kernel runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass

from pipeline.proof.certified_pages import CertifiedPage
from pipeline.proof.witness import Place, Witness

_SIGNS = (-1, 1)


def unfitting(pages: Sequence[CertifiedPage], witness: Witness) -> str:
    """Why the witness cannot be of these pages; empty if it can."""
    if [page.number for page in pages] != list(range(1, len(pages) + 1)):
        return "its pages are not numbered from 1 without a gap"
    if any(len({word[5] is None for word in page.words}) > 1 for page in pages):
        return "of a page somebody looked at some words and not at others"
    convention = witness.convention
    if convention.base not in _SIGNS or convention.balance_base not in _SIGNS:
        return "a sign is 1 or -1"
    return next(_misplaced(pages, witness), "")


def _misplaced(pages: Sequence[CertifiedPage], witness: Witness) -> Iterator[str]:
    for place in places_of(witness):
        if not 1 <= place.page <= len(pages):
            yield f"the witness names page {place.page}, which is not there"
        elif not place.words:
            yield "the witness names a place without words"
        elif not all(0 <= word < len(pages[place.page - 1].words) for word in place.words):
            yield f"the witness names words that page {place.page} does not have"
        elif len(set(place.words)) != len(place.words):
            yield "the witness names a word twice"


def places_of(value: object) -> Iterator[Place]:
    """Every place that a witness names, in whichever of its fields."""
    if isinstance(value, Place):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from places_of(each)
    elif is_dataclass(value):
        for field in fields(value):
            yield from places_of(getattr(value, field.name))
