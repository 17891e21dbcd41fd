"""Signs, marks and currencies that stand beside a number as words of their own (section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tests.second_checker.figure_text import FigureText, mark_of
from tests.second_checker.tables import pattern
from tests.second_checker.tokens import Token

_BEFORE: Final = 3.0
_SIGN_BEFORE: Final = 1.2
_BEHIND: Final = 1.5
_SIGN_BEHIND: Final = 0.5
_NEARER: Final = 1.0
_MOST_BEFORE: Final = 2
_MOST_BEHIND: Final = 3
_SIGNS: Final = {"+": 1, "-": -1}


def attached(
    tokens: Sequence[Token], first: int, last: int, text: FigureText, taken: frozenset[int]
) -> tuple[int, int, FigureText]:
    """The figure with all that belongs to it, and its first and last token."""
    height = tokens[first].height
    for _ in range(_MOST_BEFORE):
        more = _before(tokens, first, text, taken, height)
        if more is None:
            break
        first, text = first - 1, more
    for _ in range(_MOST_BEHIND):
        more = _behind(tokens, last, text, taken, height)
        if more is None:
            break
        last, text = last + 1, more
    return first, last, text


def _before(
    tokens: Sequence[Token], first: int, text: FigureText, taken: frozenset[int], height: float
) -> FigureText | None:
    if first == 0 or first - 1 in taken:
        return None
    token = tokens[first - 1]
    wide = tokens[first].x0 - token.x1
    if wide > _BEFORE * height:
        return None
    if token.text in _SIGNS:
        if text.sign or wide > _SIGN_BEFORE * height:
            return None
        return replace(text, sign=_SIGNS[token.text])
    return _with_symbol(token.text, text)


def _with_symbol(symbol: str, text: FigureText) -> FigureText | None:
    if text.symbol is not None or not pattern("parse.figures", "_SYMBOL_ONLY").match(symbol):
        return None
    opened = [-1] if "(" in symbol and ")" not in symbol else []
    signs = [_SIGNS[c] for c in symbol if c in _SIGNS] + opened
    return replace(text, symbol=symbol, sign=text.sign or (signs[0] if signs else 0))


def _behind(
    tokens: Sequence[Token], last: int, text: FigureText, taken: frozenset[int], height: float
) -> FigureText | None:
    at = last + 1
    if at == len(tokens) or at in taken:
        return None
    token = tokens[at]
    wide = token.x0 - tokens[last].x1
    if wide > _BEHIND * height:
        return None
    if pattern("parse.figures", "_MARK_ONLY").match(token.text):
        return None if text.mark else replace(text, mark=mark_of(token.text))
    follows = tokens[at + 1] if at + 1 < len(tokens) else None
    number = follows is not None and any(c.isdigit() for c in follows.text[:2])
    if token.text in _SIGNS:
        if text.sign or wide > _SIGN_BEHIND * height or number or _leads_on(token, follows, wide):
            return None
        return replace(text, sign=_SIGNS[token.text])
    if follows is not None and number and follows.x0 - token.x1 <= wide + 1:
        return None
    return _with_symbol(token.text, text)


def _leads_on(sign: Token, follows: Token | None, wide: float) -> bool:
    """Whether a word that is no currency and no mark stands as near behind a sign as a figure
    before it."""
    if follows is None or follows.x0 - sign.x1 > wide + _NEARER:
        return False
    names = ("_SYMBOL_ONLY", "_MARK_ONLY")
    return not any(pattern("parse.figures", name).match(follows.text) for name in names)
