"""Rows that say that amounts are thousands or millions (section 12)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tests.second_checker.cells import cells_of
from tests.second_checker.row import Row
from tests.second_checker.tables import constant, pattern
from tests.second_checker.tokens import Token

_MODULE = "multiples"


def is_multiple(row: Row) -> bool:
    """Whether a cell of a row says it."""
    return any(_says(row.tokens[cell.first : cell.last + 1]) for cell in cells_of(row.tokens))


def _says(cell: Sequence[Token]) -> bool:
    if len(cell) > constant(_MODULE, "_CELL"):
        return False
    if pattern(_MODULE, "_ONE_THOUSAND").search(" ".join(token.text for token in cell)):
        return True
    return any(_counts(cell, at) for at in range(len(cell)) if not _numbered(cell, at))


def _numbered(cell: Sequence[Token], at: int) -> bool:
    return at > 0 and any(char.isdigit() for char in cell[at - 1].text)


def _bare(text: str) -> str:
    return text.strip(constant(_MODULE, "_AROUND"))


def _counts(cell: Sequence[Token], at: int) -> bool:
    text = cell[at].text
    if pattern(_MODULE, "_UNIT").fullmatch(_bare(text)):
        return True
    if pattern(_MODULE, "_UNSPACED").search(text):
        return True
    if not pattern(_MODULE, "_COUNT").fullmatch(_bare(text)):
        return False
    return _led(cell, at) and _followed(cell, at)


def _led(cell: Sequence[Token], at: int) -> bool:
    text = cell[at].text
    if at == 0:
        return any(_money(each.text) for each in cell[1:]) or text.startswith(
            ("(", "[", "'", "\u2019", "000")
        )
    above = cell[at - 1].text
    if text[0] in constant(_MODULE, "_OPENED") or above.endswith(":"):
        return True
    return bool(pattern(_MODULE, "_IN").fullmatch(_bare(above))) or _money(above)


def _followed(cell: Sequence[Token], at: int) -> bool:
    rest = [_bare(token.text) for token in cell[at + 1 :]]
    rest = [text for text in rest if not pattern(_MODULE, "_OF").fullmatch(text)]
    if cell[at].text.endswith((")", "]", ",", ";")) or not rest:
        return True
    return _money(rest[0]) or _money(rest[-1])


@cache
def _money(text: str) -> bool:
    bare = _bare(text)
    if pattern("codes", "_CODE").fullmatch(bare) or pattern(_MODULE, "_MONEY").fullmatch(bare):
        return True
    names = (("currency", "_SYMBOLS"), ("currency", "_LABELLED"), (_MODULE, "_SIGNS"))
    return any(bare in constant(*each) for each in names)
