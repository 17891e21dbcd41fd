"""The figures that stand in a row of tokens (section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tests.second_checker.attached import attached
from tests.second_checker.figure_text import FigureText, has_thousands, is_short, read_figure
from tests.second_checker.tables import pattern
from tests.second_checker.tokens import Token

_KERNED: Final = 0.22
_MINOR: Final = 0.5
_GROUP: Final = 0.75


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure, the tokens that are its own (first to last), and its edges."""

    first: int
    last: int
    x0: float
    x1: float
    end: float
    text: FigureText

    @property
    def middle(self) -> float:
        return (self.x0 + self.x1) / 2


def gap(left: Token, right: Token) -> float:
    """The space between two tokens, in heights of the left one."""
    return (right.x0 - left.x1) / left.height if left.height else float("inf")


def figures_of(tokens: Sequence[Token], style: str, taken: frozenset[int]) -> tuple[Figure, ...]:
    """The figures of a row; ``taken`` are the tokens of its dates."""
    found: list[Figure] = []
    at = 0
    while at < len(tokens):
        figure = None
        if at not in taken and any(c.isdigit() for c in tokens[at].text):
            used = {place for each in found for place in range(each.first, each.last + 1)}
            figure = _from(tokens, at, style, taken | used)
        if figure:
            found.append(figure)
        at = figure.last + 1 if figure else at + 1
    return tuple(found)


def _from(tokens: Sequence[Token], at: int, style: str, taken: frozenset[int]) -> Figure | None:
    run = _run(tokens, at, style, taken)
    for stop in range(run, at, -1):
        text = read_figure("".join(token.text for token in tokens[at:stop]), style)
        if text is None:
            continue
        if stop < len(tokens) and tokens[stop].text.startswith("%"):
            return None
        if is_short(style) and (_torn(tokens, at) or _torn(tokens, stop)):
            return None
        own = tokens[at:stop]
        first, last, text = attached(tokens, at, stop - 1, text, taken)
        if not _counts(text, style, own):
            return None
        return Figure(first, last, own[0].x0, own[-1].x1, tokens[last].x1, text)
    return None


def _torn(tokens: Sequence[Token], at: int) -> bool:
    """Whether a token and the one before it, near by, could be one number."""
    if not 0 < at < len(tokens):
        return False
    left, right = tokens[at - 1], tokens[at]
    ends = pattern("parse.figures", "_NUMERIC_END").search(left.text)
    begins = pattern("parse.figures", "_NUMERIC_START").match(right.text)
    return right.x0 - left.x1 < _GROUP * right.height and bool(ends and begins)


def _run(tokens: Sequence[Token], at: int, style: str, taken: frozenset[int]) -> int:
    """Behind which token the number may end at most."""
    stop = at + 1
    while stop < len(tokens) and stop not in taken:
        left, right = tokens[stop - 1], tokens[stop]
        if not _goes_on(left, right, style, first=stop - 1 == at):
            break
        stop += 1
    return stop


def _goes_on(left: Token, right: Token, style: str, *, first: bool) -> bool:
    wide = gap(left, right)
    if wide < _KERNED and _kerned(left, right, style):
        return True
    minor = pattern("parse.figures", "_MINOR_UNITS")
    if wide < _MINOR and left.text[-1].isdigit() and minor.match(right.text):
        return True
    head = pattern("parse.figures", "_HEAD") if first else None
    head = head or pattern("parse.figures", "_TAIL", "whole")
    tail = pattern("parse.figures", "_TAIL", style)
    return wide < _GROUP and bool(head.match(left.text)) and bool(tail.match(right.text))


def _kerned(left: Token, right: Token, style: str) -> bool:
    if not pattern("parse.figures", "_NUMERIC_END").search(left.text):
        return False
    if not pattern("parse.figures", "_NUMERIC_START").match(right.text):
        return False
    alone = read_figure(left.text, style)
    return alone is None or not _counts(alone, style, [left])


def _counts(text: FigureText, style: str, own: Sequence[Token]) -> bool:
    """Whether it is money, and no mere number."""
    if style == "whole" or not text.weak or text.mark:
        return True
    if text.symbol is not None and text.symbol != "R":
        return True
    return any(has_thousands(token.text) for token in own)


def shifted(figure: Figure, by: int) -> Figure:
    """The same figure of a row that begins so many tokens further right."""
    return replace(figure, first=figure.first - by, last=figure.last - by)
