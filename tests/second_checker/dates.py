"""The dates that stand in a row of tokens (section 5)."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from tests.second_checker.date_text import DateText, Era, read_date
from tests.second_checker.letters import squeezed
from tests.second_checker.tables import constant, months, pattern
from tests.second_checker.tokens import Token

_MOST_TOKENS: Final = 6
_MOST_CHARACTERS: Final = 24
_GAP: Final = 1.3
_REIGN_LIKE: Final = 6
_NAME: Final = re.compile(r"[^\W\d_]{3,}")


@dataclass(frozen=True, slots=True)
class Dated:
    """A date, and the tokens of its row that it is made of."""

    first: int
    last: int
    text: DateText


def dates_of(tokens: Sequence[Token], era: Era, years: Collection[int]) -> tuple[Dated, ...]:
    """The dates of a row, from the left."""
    found: list[Dated] = []
    at = 0
    while at < len(tokens):
        dated = _from(tokens, at, era, years) if _may_start(tokens[at].text) else None
        if dated:
            found.append(dated)
        at = dated.last + 1 if dated else at + 1
    return tuple(found)


def _may_start(text: str) -> bool:
    first = text[0]
    if first.isdigit():
        return True
    if first in "-([" and text[1:2].isdigit() and "/" in text:
        return True
    if first in "~至到RH令平民中":
        reigns = constant("parse.dates", "_REIGNS")
        if text in reigns or any(c.isdigit() for c in text[:_REIGN_LIKE]):
            return True
    name = _NAME.search(text)
    return name is not None and squeezed(name[0]) in months()


def _from(tokens: Sequence[Token], first: int, era: Era, years: Collection[int]) -> Dated | None:
    """The longest date that begins at a token."""
    joined, found = "", None
    for last in range(first, min(first + _MOST_TOKENS, len(tokens))):
        token = tokens[last]
        if last > first and token.x0 - tokens[last - 1].x1 > _GAP * tokens[last - 1].height:
            break
        if found and not any(c.isalnum() for c in token.text):
            break
        joined += token.text
        if len(joined) > _MOST_CHARACTERS:
            break
        text = read_date(joined, era)
        year = text.year if text else None
        if found and year not in years and _matches("_SHORT_NUMBER", token):
            return None if text and _matches("_TORN", token) else found
        if text:
            found = Dated(first, last, text)
    return found


def _matches(name: str, token: Token) -> bool:
    return pattern("parse.dates", name).match(token.text) is not None
