"""From the words of a page to tokens (section 3)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from tests.second_checker.letters import squeezed
from tests.second_checker.model import Page, Word
from tests.second_checker.tables import constant, pattern

_SPELT: Final = {int(code): text for code, text in constant("tokens", "_SPELT").items()}


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a word that is read by itself; ``word`` is the word's place on its page."""

    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    word: int
    letters: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "letters", squeezed(self.text))

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


def tokens_of(page: Page) -> list[Token]:
    """All tokens of a page, in the order of its words."""
    return [token for at, word in enumerate(page.words) for token in _pieces(word, at)]


def _pieces(word: Word, at: int) -> Iterator[Token]:
    text = _folded(word.text)
    if not text:
        return
    if label := pattern("tokens", "_LABEL_THEN_VALUE").match(text):
        end = label.end()
        middle = word.x0 + (word.x1 - word.x0) * end / len(text)
        yield Token(text[:end], word.x0, word.top, middle, word.bottom, at)
        yield from _pieces(replace(word, text=text[end:], x0=middle), at)
        return
    whole = Token(text, word.x0, word.top, word.x1, word.bottom, at)
    cut = pattern("tokens", "_TWO_DATES").match(text) or pattern(
        "tokens", "_FIGURE_THEN_TEXT"
    ).match(text)
    if cut:
        middle = word.x0 + (word.x1 - word.x0) * cut.end() / len(text)
        yield replace(whole, text=text[: cut.end()], x1=middle)
        yield replace(whole, text=text[cut.end() :], x0=middle)
    elif "..." in text or "…" in text or "___" in text:
        yield from _without_leaders(whole)
    else:
        yield whole


def _folded(text: str) -> str:
    if not text.isascii():
        text = pattern("tokens", "_RAISED").sub("", text)
        text = pattern("tokens", "_APART").sub("\u25a1", text)
        text = unicodedata.normalize("NFKC", text).translate(_SPELT)
        text = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)
    return text.strip()


def _without_leaders(token: Token) -> Iterator[Token]:
    """What stands between runs of points."""
    wide = (token.x1 - token.x0) / len(token.text)
    start = 0
    for run in pattern("tokens", "_LEADER").finditer(token.text):
        yield from _piece(token, start, run.start(), wide)
        start = run.end()
    yield from _piece(token, start, len(token.text), wide)


def _piece(token: Token, start: int, stop: int, wide: float) -> Iterator[Token]:
    text = token.text[start:stop]
    if not text.strip():
        return
    right = token.x1 if stop == len(token.text) else token.x0 + stop * wide
    left = token.x0 if start == 0 else right - len(text) * wide
    yield replace(token, text=text.strip(), x0=left, x1=right)
