"""The phrases of the vocabulary that stand in a row (section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from tests.second_checker.letters import squeezed
from tests.second_checker.tables import vocabulary
from tests.second_checker.tokens import Token

Meaning: TypeAlias = tuple[str, str]
"""The group and the meaning of a phrase, as ("labels", "opening")."""

_GROUPS: Final = ("columns", "labels", "sections", "asides", "kinds", "moved")
_LONGEST: Final = 7
_WITHIN: Final = 10
_EAST: Final = "\u2e80"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A run of tokens, first to last, whose letters are a phrase."""

    first: int
    last: int
    letters: str
    meanings: frozenset[Meaning]

    @property
    def places(self) -> range:
        """The tokens that it covers."""
        return range(self.first, self.last + 1)

    def of(self, group: str) -> set[str]:
        """Its meanings of one group."""
        return {meaning for of, meaning in self.meanings if of == group}

    def has(self, group: str, *meanings: str) -> bool:
        return any((group, meaning) in self.meanings for meaning in meanings)


@cache
def known() -> dict[str, frozenset[Meaning]]:
    """The meanings of each phrase, by its letters."""
    found: dict[str, set[Meaning]] = {}
    for group in _GROUPS:
        for meaning, phrases in vocabulary()[group].items():
            for phrase in phrases:
                found.setdefault(squeezed(phrase), set()).add((group, meaning))
    found.pop("", None)
    return {letters: frozenset(meanings) for letters, meanings in found.items()}


@cache
def _beginnings() -> frozenset[str]:
    return frozenset(letters[:end] for letters in known() for end in range(1, len(letters) + 1))


def phrases_of(tokens: Sequence[Token]) -> tuple[Phrase, ...]:
    """The phrases of a row, from the left."""
    found = {at: phrase for at, token in enumerate(tokens) if (phrase := _within(at, token))}
    at = 0
    inner = frozenset(found)
    while at < len(tokens):
        phrase = _run(tokens, at, inner)
        if phrase:
            found[at] = phrase
        at = phrase.last + 1 if phrase else at + 1
    return tuple(found[at] for at in sorted(found))


def _within(at: int, token: Token) -> Phrase | None:
    """A phrase within a token of a script that writes no spaces."""
    if token.letters in known() or not (token.text[0] >= _EAST or token.text[-1] >= _EAST):
        return None
    letters = token.letters
    for length in range(min(_WITHIN, len(letters)), 1, -1):
        for start in range(len(letters) - length + 1):
            part = letters[start : start + length]
            if part in known():
                return Phrase(at, at, part, known()[part])
    return None


def _run(tokens: Sequence[Token], first: int, taken: frozenset[int]) -> Phrase | None:
    """The longest phrase that begins at a token."""
    if not tokens[first].letters or first in taken:
        return None
    letters, found, longer = "", None, 0
    for last in range(first, len(tokens)):
        letters += tokens[last].letters
        longer += len(tokens[last].letters) != 1
        if last in taken or longer > _LONGEST or letters not in _beginnings():
            break
        if tokens[last].letters and letters in known():
            found = Phrase(first, last, letters, known()[letters])
    return found
