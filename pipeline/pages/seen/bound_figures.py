"""Which figures of a scan the running balances leave no other value."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from pipeline.proof import Place, Witness
from pipeline.words import Page, Seen

_SURE = frozenset({Seen.SEEN, Seen.TWICE})


def are_bound(words: Collection[tuple[int, int]], witness: Witness, pages: Sequence[Page]) -> bool:
    """Whether the balances leave each of these words (page, counted from 1, and place) no other
    value: from one balance to the next it is the only figure that was not read twice."""
    bound: set[tuple[int, int]] = set()
    for places in _equations(witness):
        unsure = [place for place in places if not _is_sure(place, pages)]
        if len(unsure) == 1:
            bound.update((unsure[0].page, word) for word in unsure[0].words)
    return bound.issuperset(words)


def _equations(witness: Witness) -> Iterator[list[Place]]:
    """From each balance to the next in time: both, and the amounts that lead there."""
    newest_first = witness.convention.newest_first
    places = [witness.opening.figure] if witness.opening else []
    for line in reversed(witness.lines) if newest_first else witness.lines:
        places.append(line.amount)
        if line.balance is not None:
            yield [*places, line.balance]
            places = [line.balance]


def _is_sure(place: Place, pages: Sequence[Page]) -> bool:
    seen = pages[place.page - 1].seen
    return bool(seen) and all(seen[word] in _SURE for word in place.words)
