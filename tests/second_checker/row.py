"""A visual row of the document, with all that was found in it (section 4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from tests.second_checker.dates import Dated
from tests.second_checker.figures import Figure
from tests.second_checker.model import Place
from tests.second_checker.phrases import Phrase
from tests.second_checker.tokens import Token


@dataclass(frozen=True)
class Row:
    """One row: its tokens from the left; dates, phrases and figures name them by number."""

    page: int
    tokens: tuple[Token, ...]
    dates: tuple[Dated, ...]
    phrases: tuple[Phrase, ...]
    figures: tuple[Figure, ...] = ()

    @cached_property
    def top(self) -> float:
        return min(token.top for token in self.tokens)

    @cached_property
    def bottom(self) -> float:
        return max(token.bottom for token in self.tokens)

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2

    @cached_property
    def words(self) -> tuple[int, ...]:
        """The places of its words, from the left."""
        return tuple(dict.fromkeys(token.word for token in self.tokens))

    @cached_property
    def text(self) -> str:
        return " ".join(token.text for token in self.tokens)

    @cached_property
    def taken(self) -> frozenset[int]:
        """The tokens of figures and dates."""
        runs = [(figure.first, figure.last) for figure in self.figures]
        runs += [(dated.first, dated.last) for dated in self.dates]
        return frozenset(at for first, last in runs for at in range(first, last + 1))

    @property
    def plain(self) -> bool:
        """Whether it has neither figures nor dates."""
        return not self.figures and not self.dates

    @property
    def begins_with_date(self) -> bool:
        return bool(self.dates) and self.dates[0].first == 0

    @property
    def dated_figure(self) -> bool:
        """Whether it begins with a date and has a figure."""
        return self.begins_with_date and bool(self.figures)

    def place(self, run: Figure | Dated | Phrase) -> Place:
        """The words of a figure or a date of the row."""
        own = self.tokens[run.first : run.last + 1]
        return Place(self.page, tuple(dict.fromkeys(token.word for token in own)))

    def of(self, group: str, *meanings: str) -> Iterator[Phrase]:
        """Its phrases of a group with one of these meanings, or with any."""
        for phrase in self.phrases:
            if phrase.has(group, *meanings) if meanings else phrase.of(group):
                yield phrase

    def has(self, group: str, *meanings: str) -> bool:
        return next(self.of(group, *meanings), None) is not None
