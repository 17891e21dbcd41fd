"""What a person states, offered to the kernel with the page: its words are read anew under it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from pipeline.proof.errors import WitnessRefused
from pipeline.proof.lexed import LexedPages, place_of
from pipeline.proof.page import PageProof, prove_page
from pipeline.proof.stated import Stated
from pipeline.proof.sums import CLOSINGS, OPENINGS
from pipeline.proof.witness import Place, Witness
from pipeline.reading.offer import with_excuses

_TRIED = 4  # prints of a balance that no reading names


def prove_with(proof: PageProof, stated: Stated) -> PageProof:
    """The same witness held to the kernel with what a person states; it may then excuse other
    figures, and name a printed balance that the reader could not tie out without the other.

    Where that proves nothing, what the kernel finds of the witness itself.
    """
    for witness in _with_ends(proof.pages, proof.witness):
        try:
            excused = with_excuses(witness, proof.pages, stated)
            found = prove_page(proof.pages, excused, stated)
        except WitnessRefused:
            continue
        if found.proven:
            return found
    return prove_page(proof.pages, proof.witness, stated)


def _with_ends(pages: LexedPages, witness: Witness) -> Iterator[Witness]:
    """The witness as it is, then with a print for each balance that it does not name."""
    openings = [witness.opening, *_labelled(pages, witness, OPENINGS, witness.opening)]
    closings = [witness.closing, *_labelled(pages, witness, CLOSINGS, witness.closing)]
    for opening, closing in itertools.product(openings, closings):
        yield replace(witness, opening=opening, closing=closing)


def _labelled(
    pages: LexedPages, witness: Witness, labels: frozenset[str], named: Place | None
) -> list[Place]:
    """The figures of the section with such a label, if none is named; the first few are enough."""
    if named is not None:
        return []
    lexed = pages.under(witness.convention.style)
    found = (
        place_of(lexed.rows[fact.row], fact.figure.first, fact.figure.last)
        for row in range(witness.section.start, witness.section.stop)
        for fact in lexed.facts_on(row)
        if fact.meaning in labels
    )
    return list(dict.fromkeys(found))[:_TRIED]
