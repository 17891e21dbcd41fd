"""From the tokens of a page to its visual rows (section 4)."""

from __future__ import annotations

import itertools
from statistics import median
from typing import Final, TypeAlias

from tests.second_checker.model import Page
from tests.second_checker.tokens import Token, tokens_of

Line: TypeAlias = list[Token]

_UPRIGHT: Final = 1.6
_TALL: Final = 3.2
_SAME_ROW: Final = 0.35
_OVERLAP: Final = 0.3
_STEP: Final = 0.6
_TEXT: Final = 3


def lines_of(page: Page) -> list[Line]:
    """The rows of a page, from the top; each from the left."""
    kept = _kept(tokens_of(page))
    kept.sort(key=lambda token: (token.top + token.bottom, token.x0))
    lines: list[Line] = []
    for token in kept:
        first = lines[-1][0] if lines else None
        if first is None or token.middle - first.middle > _SAME_ROW * first.height:
            lines.append([])
        lines[-1].append(token)
    return [part for line in lines for part in _parted(line)]


def _kept(tokens: list[Token]) -> list[Token]:
    if not tokens:
        return []
    usual = median(token.height for token in tokens)
    return [t for t in tokens if not _upright(t) and t.height < _TALL * usual]


def _upright(token: Token) -> bool:
    return len(token.text) >= _TEXT and token.height >= _UPRIGHT * (token.x1 - token.x0)


def _parted(line: Line) -> list[Line]:
    """The row, or its parts if tokens stand above each other."""
    across = sorted(line, key=lambda token: token.x0)
    if not any(_overlap(a, b) for a, b in itertools.pairwise(across)):
        return [across]
    parts: list[Line] = []
    for token in sorted(line, key=lambda token: token.top + token.bottom):
        if not parts or token.middle - parts[-1][-1].middle > _STEP:
            parts.append([])
        parts[-1].append(token)
    return [sorted(part, key=lambda token: token.x0) for part in parts]


def _overlap(left: Token, right: Token) -> bool:
    narrower = min(left.x1 - left.x0, right.x1 - right.x0)
    return min(left.x1, right.x1) - right.x0 > _OVERLAP * narrower
