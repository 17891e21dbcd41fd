"""Whether prints look like the characters that the text says they are."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.pages.seen.characters import (
    NATIVE,
    NATIVE_FILE,
    UNSHIFTED,
    Doubles,
    Floats,
    Key,
    PrintGroup,
    References,
    alike,
    middle,
    references,
    sampled,
    unit,
)

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


class Strictness(NamedTuple):
    """How far a print may fall short of the best digit, alone, and as a font's usual print."""

    alone: float = 0.06
    usual: float = 0.10
    least: float = 0.55
    least_alone: float = 0.60
    apart: float = 0.25  # what a mark must be more like itself than like its opposite


FIRST_LOOK = Strictness()
SECOND_LOOK = Strictness(alone=0.10, apart=0.08)


class _PrintsAsked(NamedTuple):
    """Prints of one character in one font, with the vectors of their kinds, and what was found of
    each so far."""

    group: PrintGroup
    vectors: Floats
    found: NDArray[np.int_]

    @property
    def left(self) -> list[int]:
        """The places of the prints that no one has judged."""
        places: list[int] = (self.found == _NOT_YET).nonzero()[0].tolist()
        return places

    def usual(self) -> list[int]:
        """The print that is most like the other ones, of those that are left."""
        left = self.left
        if len(left) < _SEVERAL:
            return left
        kinds, of_each = np.unique(self.group.kinds[left[:_LOOKED_AT]], return_inverse=True)
        some = self.vectors[kinds]
        like = np.einsum("ij,kj->ik", some, some)
        return [left[int(middle(like[:, of_each])[of_each].argmax())]]

    def like(self, known: Sequence[Floats]) -> NDArray[np.bool_]:
        """Which prints are the same as one that is known."""
        return np.asarray((_like(self.vectors, known) >= _SAME)[self.group.kinds])


@dataclass(slots=True)
class Shapes:
    """What was judged so far in a document: the good prints of each font's characters."""

    strictness: Strictness = FIRST_LOOK
    good: dict[Key, list[Floats]] = field(default_factory=dict)
    unknown: dict[Key, list[Floats]] = field(default_factory=dict)

    def judge(self, groups: Sequence[PrintGroup]) -> list[NDArray[np.int_]]:
        """For each group the Shape of each of its prints."""
        asked = [_PrintsAsked(g, g.vectors(), np.full(len(g.places), _NOT_YET)) for g in groups]
        self._as_before(asked)
        self._compare([(each, place) for each in asked for place in each.usual()], usual=True)
        self._as_before(asked)
        self._compare([(each, place) for each in asked for place in each.left], usual=False)
        return [each.found for each in asked]

    def _as_before(self, asked: Sequence[_PrintsAsked]) -> None:
        """What is like a print that was judged is judged with it."""
        for each in asked:
            for known, shape in ((self.good, Shape.AGREES), (self.unknown, Shape.UNKNOWN)):
                vectors, left = known.get(each.group.key), each.found == _NOT_YET
                if not vectors or not left.any():
                    continue
                each.found[left & each.like(vectors)] = shape
                if left_over := each.left:
                    same = _like_beside(each.group, vectors, left_over) >= _SAME
                    each.found[np.array(left_over)[same]] = shape

    def _compare(self, prints: Sequence[tuple[_PrintsAsked, int]], *, usual: bool) -> None:
        scripts = [script_of(at.group.character) for at, _ in prints]
        for script in dict.fromkeys(scripts):
            kind = [each for each, own in zip(prints, scripts, strict=True) if own == script]
            known = known_of(script)
            wanted = [(each.group, place) for each, place in kind]
            found = likeness(wanted, known, self.strictness.apart)
            for (each, place), like in zip(kind, found, strict=True):
                self._settle(each, place, self._shape(each, like, known, usual), usual)

    def _settle(self, each: _PrintsAsked, place: int, shape: Shape, usual: bool) -> None:
        key = each.group.key
        if shape is Shape.AGREES and not usual and self._is_odd(each.group, place):
            shape = Shape.DIFFERS
        if shape is Shape.DIFFERS and usual and len(each.found) >= _SEVERAL:
            return  # no usual print then: each is judged by itself
        each.found[place] = shape
        if shape is not Shape.DIFFERS:
            kept = self.good if shape is Shape.AGREES else self.unknown
            kept.setdefault(key, []).append(each.vectors[each.group.kinds[place]])

    def _is_odd(self, group: PrintGroup, place: int) -> bool:
        """Whether a print is too unlike its own font's good ones."""
        known = self.good.get(group.key, [])
        return bool(known) and float(_like_beside(group, known, [place])[0]) < _OWN

    def _shape(self, each: _PrintsAsked, like: Floats, known: References, usual: bool) -> Shape:
        """What one print is, by its likeness to each of the known characters."""
        character = each.group.character
        place = known.characters.find(character)
        if place < 0:
            return Shape.UNKNOWN
        own = float(like[place])
        lead = float(like[rivals(character, known.characters)].max()) - own
        if script_of(character):
            lenient = usual and len(each.found) >= _SEVERAL
            strict = self.strictness
            most = strict.usual if lenient else strict.alone
            least = strict.least if lenient else strict.least_alone
            if character not in DIGITS:  # some of them are much alike, and few fonts are known
                most = -_NATIVE_LEAD
                ours = float(like[_of_ours(character)].max()) - own
                lead = max(lead, ours - _OUR_LEAD)
            return Shape.AGREES if lead <= most and own >= least else Shape.DIFFERS
        if lead > _LETTER_WRONG:
            return Shape.DIFFERS
        turned = as_like_its_opposite(character, like, known, self.strictness.apart)
        return Shape.AGREES if _letter_is_clear(own, lead) and not turned else Shape.UNKNOWN


def _letter_is_clear(own: float, lead: float) -> bool:
    """Whether a letter is like itself, and the best other, by its ``lead``, is less so."""
    return (own >= _LETTER_LEAST and lead <= -CLEAR_LEAD) or (own >= _LETTER_GOOD and lead <= 0)


def _like(vectors: Floats, known: Sequence[Floats]) -> Floats:
    best: Floats = np.einsum("ij,kj->ik", vectors, np.stack(known)).max(1)
    return best


def _like_beside(group: PrintGroup, known: Sequence[Floats], chosen: Sequence[int]) -> Floats:
    """As good as can be had by a shift of a pixel: a pen may be rounded either way."""
    firsts, kinds = alike(group.ink[chosen])
    beside = _like(group.vectors_beside([chosen[first] for first in firsts]), known)
    return np.asarray(beside.reshape(-1, len(firsts)).max(0)[kinds], np.float32)


DIGITS = frozenset("0123456789")
CLEAR_LEAD = 0.05  # so much more like its own character than like any other is clear
_NATIVE_LEAD, _OUR_LEAD = 0.02, 0.05  # of other scripts' digits over each other, and ours
_STEPS = (0.0, -0.5, 0.5, -1.0, 1.0)  # pixels
#: Across and down; beside these each print is moved so that its pen's rounding is undone.
_SHIFTS = np.array([(across, down) for across in _STEPS for down in _STEPS if across or down])
_CLEAR_DIGIT, _CLEAR_LETTER = 0.74, 0.75  # so like, and with such a lead, needs no shifting
_OPPOSITES = dict(zip("CDcdSHshAB", "DCdcHShsBA", strict=True))  # marks that turn an amount round
_ALIKE = ("ilj1", "o0", "s5")  # one shape, brought to one size, in any case


@cache
def script_of(character: str) -> str:
    """The digits of the script that a digit is of; empty for all else."""
    scripts = ("0123456789", *NATIVE)
    return next((digits for digits in scripts if character in digits), "")


@cache
def known_of(script: str) -> References:
    """The references of a script's digits, of other scripts with ours behind them; or those of all
    that is no digit."""
    ours, count = references(), len(DIGITS)
    if script in NATIVE:
        others = references(NATIVE_FILE)
        first = others.characters.index(script)
        own, usual = _part(others, first, first + count), _part(ours, 0, count)
        return References(
            own.characters + usual.characters,
            np.concatenate([own.starts, usual.starts + len(own.shapes)]),
            np.concatenate([own.shapes, usual.shapes]),
            np.concatenate([own.aspects, usual.aspects]),
        )
    return _part(ours, 0, count) if script else _part(ours, count, len(ours.characters))


def _part(every: References, first: int, stop: int) -> References:
    """The references of some of the characters."""
    edges = [*every.starts.tolist(), len(every.shapes)]
    shapes = slice(edges[first], edges[stop])
    return References(
        every.characters[first:stop],
        every.starts[first:stop] - edges[first],
        every.shapes[shapes],
        every.aspects[shapes],
    )


@cache
def _of_ours(character: str) -> NDArray[np.int_]:
    """The places of our digits with other values, behind those of a script."""
    value = script_of(character).index(character)
    return np.array([len(DIGITS) + at for at in range(len(DIGITS)) if at != value])


@cache
def rivals(character: str, characters: str) -> NDArray[np.int_]:
    """The places of those that a character must not look like: of digits the other digits, of
    letters the other letters, capital or small."""
    if script := script_of(character):
        return np.array([at for at, o in enumerate(characters) if o != character and o in script])
    own = character.lower()
    alike = next((same for same in _ALIKE if own in same), own)
    return np.array(
        [
            at
            for at, other in enumerate(characters)
            if other.isalpha() is character.isalpha() and other.lower() not in alike
        ]
    )


def likeness(
    prints: Sequence[tuple[PrintGroup, int]], known: References, apart: float
) -> list[Floats]:
    """How like each print is to each known character, at the best shift for each where that may
    tell more: it is not clear, or not so far ``apart`` from the mark that is its opposite."""
    if not prints:
        return []
    aspects = np.array([_aspect(group) for group, _ in prints], np.float32)
    best = known.likeness(_samples(prints), aspects)
    unclear = [
        at
        for at, (group, _) in enumerate(prints)
        if _may_be_clearer(best[at], group.character, known, apart)
    ]
    if unclear:
        some = [prints[at] for at in unclear]
        off = np.stack([group.off[place] for group, place in some])[:, None]
        shifts = np.concatenate([off, np.repeat(_SHIFTS[None], len(some), axis=0)], axis=1)
        others = known.likeness(_samples(some, shifts), aspects[unclear])
        best[unclear] = np.maximum(best[unclear], others)
    return list(best)


def _may_be_clearer(like: Floats, character: str, known: References, apart: float) -> bool:
    own = known.characters.find(character)
    return own >= 0 and (
        not _is_clear(like, own, character, known)
        or as_like_its_opposite(character, like, known, apart)
    )


def _is_clear(like: Floats, own: int, character: str, known: References) -> bool:
    rival = float(like[rivals(character, known.characters)].max())
    least = _CLEAR_DIGIT if script_of(character) else _CLEAR_LETTER
    return bool(like[own] >= least and like[own] >= rival + CLEAR_LEAD)


def as_like_its_opposite(character: str, like: Floats, known: References, apart: float) -> bool:
    """Whether a mark may as well be the one that turns an amount round, as C and D are."""
    opposite = known.characters.find(_OPPOSITES.get(character, " "))
    if opposite < 0:
        return False
    return float(like[opposite]) > float(like[known.characters.find(character)]) - apart


def _samples(prints: Sequence[tuple[PrintGroup, int]], shifts: Doubles = UNSHIFTED) -> Floats:
    """The samples of prints at each of their shifts, as vectors of length one."""
    boxes = np.array([group.box for group, _ in prints])
    return unit(sampled([group.ink[place] for group, place in prints], boxes, shifts))


def _aspect(group: PrintGroup) -> float:
    left, top, right, bottom = group.box
    return float(np.log(max(right - left, 0.1) / max(bottom - top, 0.1)))
