"""Whether prints look like the characters that the text says they are.

Of a font's prints of one character the usual one is compared with the references, and the others
with it; only what is unlike it is compared with the references too, more strictly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from pipeline.pages.seen.likeness import (
    CLEAR_LEAD,
    DIGITS,
    as_like_its_opposite,
    known_of,
    likeness,
    rivals,
)
from pipeline.pages.seen.prints import Group, Key
from pipeline.pages.seen.references import References
from pipeline.pages.seen.sampling import Floats, middle

_SAME = 0.93  # a print so like one that was judged is that character too
_OWN = 0.76  # less like its font's usual print, and something was done to it
_LETTER_LEAST, _LETTER_WRONG = 0.75, 0.15
_LETTER_GOOD = 0.85  # C and G, or D and O, may be as near as that in an upright font
_NOT_YET = -1
_SEVERAL = 3  # prints, of which one is usual
_LOOKED_AT = 64  # prints, to find the usual one


class Shape(IntEnum):
    """How a print compares with what the text says it is."""

    AGREES = 0
    UNKNOWN = 1
    DIFFERS = 2


@dataclass(frozen=True, slots=True)
class Strictness:
    """How far a print may fall short of the best digit, alone, and as a font's usual print."""

    alone: float = 0.06
    usual: float = 0.10
    least: float = 0.55
    least_alone: float = 0.60
    apart: float = 0.25  # what a mark must be more like itself than like its opposite


FIRST_LOOK = Strictness()
SECOND_LOOK = Strictness(alone=0.10, apart=0.08)


@dataclass(frozen=True, slots=True)
class _Asked:
    """Prints of one character in one font, and what was found of each so far."""

    group: Group
    vectors: Floats
    found: NDArray[np.int_]

    @property
    def left(self) -> list[int]:
        """The places of the prints that nobody has judged."""
        return [at for at, shape in enumerate(self.found.tolist()) if shape == _NOT_YET]

    def usual(self) -> list[int]:
        """The print that is most like the other ones, of those that are left."""
        left = self.left
        if len(left) < _SEVERAL:
            return left
        some = self.vectors[left[:_LOOKED_AT]]
        return [left[int(middle(np.einsum("ij,kj->ik", some, some)).argmax())]]


@dataclass(slots=True)
class Shapes:
    """What was judged so far in a document: the good prints of each font's characters."""

    strictness: Strictness = FIRST_LOOK
    good: dict[Key, list[Floats]] = field(default_factory=dict)
    unknown: dict[Key, list[Floats]] = field(default_factory=dict)

    def judge(self, groups: Sequence[Group]) -> list[NDArray[np.int_]]:
        """For each group the Shape of each of its prints."""
        asked = [_Asked(g, g.vectors(), np.full(len(g.places), _NOT_YET)) for g in groups]
        self._as_before(asked)
        self._compare([(each, place) for each in asked for place in each.usual()], usual=True)
        self._as_before(asked)
        self._compare([(each, place) for each in asked for place in each.left], usual=False)
        return [each.found for each in asked]

    def _as_before(self, asked: Sequence[_Asked]) -> None:
        """What is like a print that was judged is judged with it."""
        for each in asked:
            for known, shape in ((self.good, Shape.AGREES), (self.unknown, Shape.UNKNOWN)):
                vectors = known.get(each.group.key)
                if vectors and each.left:
                    left = each.found == _NOT_YET
                    each.found[left & (_like(each.vectors, vectors) >= _SAME)] = shape
                left_over = each.left if vectors else []
                if vectors and left_over:
                    same = _like_beside(each.group, vectors, left_over) >= _SAME
                    each.found[np.array(left_over)[same]] = shape

    def _compare(self, prints: Sequence[tuple[_Asked, int]], *, usual: bool) -> None:
        for digits in (True, False):
            kind = [(at, place) for at, place in prints if (at.group.character in DIGITS) is digits]
            known = known_of(digits)
            wanted = [(each.group, place) for each, place in kind]
            found = likeness(wanted, known, self.strictness.apart)
            for (each, place), like in zip(kind, found, strict=True):
                self._settle(each, place, self._shape(each, like, known, usual), usual)

    def _settle(self, each: _Asked, place: int, shape: Shape, usual: bool) -> None:
        key = each.group.key
        if shape is Shape.AGREES and not usual and self._is_odd(each.group, place):
            shape = Shape.DIFFERS
        if shape is Shape.DIFFERS and usual and len(each.found) >= _SEVERAL:
            return  # no usual print then: each is judged by itself
        each.found[place] = shape
        if shape is not Shape.DIFFERS:
            kept = self.good if shape is Shape.AGREES else self.unknown
            kept.setdefault(key, []).append(each.vectors[place])

    def _is_odd(self, group: Group, place: int) -> bool:
        """Whether a print is too unlike its own font's good ones."""
        known = self.good.get(group.key, [])
        return bool(known) and float(_like_beside(group, known, [place])[0]) < _OWN

    def _shape(self, each: _Asked, like: Floats, known: References, usual: bool) -> Shape:
        """What one print is, by its likeness to each of the known characters."""
        character = each.group.character
        place = known.characters.find(character)
        if place < 0:
            return Shape.UNKNOWN
        own = float(like[place])
        lead = float(like[rivals(character, known.characters)].max()) - own
        if character in DIGITS:
            lenient = usual and len(each.found) >= _SEVERAL
            return self._digit(own, lead, lenient=lenient)
        if lead > _LETTER_WRONG:
            return Shape.DIFFERS
        turned = as_like_its_opposite(character, like, known, self.strictness.apart)
        return Shape.AGREES if _is_clear(own, lead) and not turned else Shape.UNKNOWN

    def _digit(self, own: float, lead: float, *, lenient: bool) -> Shape:
        """Whether a digit is that digit; a font's usual print is judged leniently."""
        strict = self.strictness
        most = strict.usual if lenient else strict.alone
        least = strict.least if lenient else strict.least_alone
        return Shape.AGREES if lead <= most and own >= least else Shape.DIFFERS


def _is_clear(own: float, lead: float) -> bool:
    """Whether a letter is like itself, and the best other, by its ``lead``, is less so."""
    return (own >= _LETTER_LEAST and lead <= -CLEAR_LEAD) or (own >= _LETTER_GOOD and lead <= 0)


def _like(vectors: Floats, known: Sequence[Floats]) -> Floats:
    best: Floats = np.einsum("ij,kj->ik", vectors, np.stack(known)).max(1)
    return best


def _like_beside(group: Group, known: Sequence[Floats], chosen: Sequence[int]) -> Floats:
    """As good as can be had by a shift of a pixel: a pen may be rounded either way."""
    beside = _like(group.vectors_beside(chosen), known)
    return np.asarray(beside.reshape(-1, len(chosen)).max(0), np.float32)
