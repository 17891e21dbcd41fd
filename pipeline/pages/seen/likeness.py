"""How like prints are to the characters of the references, shifted a little for all alike."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pipeline.pages.seen.prints import Group
from pipeline.pages.seen.references import References, references
from pipeline.pages.seen.sampling import Floats, sampled, unit

DIGITS = frozenset("0123456789")
CLEAR_LEAD = 0.05  # so much more like its own character than like any other is clear
_SHIFTS = (0.0, -0.5, 0.5, -1.0, 1.0)  # pixels
_CLEAR_DIGIT, _CLEAR_LETTER = 0.74, 0.75  # so like, and with such a lead, needs no shifting
_OPPOSITES = dict(zip("CDcdSHshAB", "DCdcHShsBA", strict=True))  # marks that turn an amount round
_ALIKE = ("ilj1", "o0", "s5")  # one shape, brought to one size, in any case


@cache
def known_of(digits: bool) -> References:
    """The references of digits, or those of all else."""
    every = references()
    count = len(DIGITS)
    cut = int(every.starts[count])
    chosen = slice(None, count) if digits else slice(count, None)
    shapes = slice(None, cut) if digits else slice(cut, None)
    starts = every.starts[chosen] - (0 if digits else cut)
    return References(every.characters[chosen], starts, every.shapes[shapes], every.aspects[shapes])


@cache
def rivals(character: str, characters: str) -> NDArray[np.int_]:
    """The places of those that a character must not look like: of digits the other digits, of
    letters the other letters, capital or small."""
    if character in DIGITS:
        return np.array([at for at, other in enumerate(characters) if other != character])
    own = character.lower()
    alike = next((same for same in _ALIKE if own in same), own)
    return np.array(
        [
            at
            for at, other in enumerate(characters)
            if other.isalpha() is character.isalpha() and other.lower() not in alike
        ]
    )


def likeness(prints: Sequence[tuple[Group, int]], known: References, apart: float) -> list[Floats]:
    """How like each print is to each known character, at the best shift for each where that may
    tell more: it is not clear, or not so far ``apart`` from the mark that is its opposite."""
    if not prints:
        return []
    aspects = np.array([_aspect(group) for group, _ in prints], np.float32)
    plain = unit(np.stack([_sample(group, place, 0.0, 0.0) for group, place in prints]))
    found = known.likeness(plain, aspects)
    best = []
    for at, (group, place) in enumerate(prints):
        own = known.characters.find(group.character)
        if own < 0 or (
            _is_clear(found[at], own, group.character, known)
            and not as_like_its_opposite(group.character, found[at], known, apart)
        ):
            best.append(found[at])
            continue
        shifted = unit(np.stack([_sample(group, place, *shift) for shift in _shifts(group, place)]))
        others = known.likeness(shifted, np.repeat(aspects[at], len(shifted))).max(0)
        best.append(np.maximum(others, found[at]))
    return best


def _is_clear(like: Floats, own: int, character: str, known: References) -> bool:
    rival = float(like[rivals(character, known.characters)].max())
    least = _CLEAR_DIGIT if character in DIGITS else _CLEAR_LETTER
    return bool(like[own] >= least and like[own] >= rival + CLEAR_LEAD)


def as_like_its_opposite(character: str, like: Floats, known: References, apart: float) -> bool:
    """Whether a mark may as well be the one that turns an amount round, as C and D are."""
    opposite = known.characters.find(_OPPOSITES.get(character, " "))
    if opposite < 0:
        return False
    return float(like[opposite]) > float(like[known.characters.find(character)]) - apart


def _shifts(group: Group, place: int) -> list[tuple[float, float]]:
    """Shifts of half a pixel and a whole one, and the one that undoes the pen's rounding."""
    across, down = group.off[place].tolist()
    steps = _SHIFTS
    return [(across, down), *((x, y) for x in steps for y in steps if x or y)]


def _sample(group: Group, place: int, across: float, down: float) -> Floats:
    left, top, right, bottom = group.box
    return sampled(group.ink[place], (left + across, top + down, right + across, bottom + down))


def _aspect(group: Group) -> float:
    left, top, right, bottom = group.box
    return float(np.log(max(right - left, 0.1) / max(bottom - top, 0.1)))
