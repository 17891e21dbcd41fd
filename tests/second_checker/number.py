"""The account's number, as far as it is printed (section 15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.second_checker.cells import Cell, cell_with, cells_of
from tests.second_checker.phrases import Phrase
from tests.second_checker.regions import Regions
from tests.second_checker.row import Row
from tests.second_checker.strangers import stranger_before
from tests.second_checker.tables import constant, pattern
from tests.second_checker.tokens import Token
from tests.second_checker.years import is_full

_LEAST = 3


@dataclass(frozen=True)
class Number:
    """The last digits, and the rows from which they are taken."""

    digits: str | None = None
    rows: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Found:
    digits: str
    rows: tuple[int, ...]


def number_of(regions: Regions) -> Number:
    """The one number that is told."""
    return number_in(regions.rows, regions.above)


def number_in(rows: Sequence[Row], where: range) -> Number:
    """The one number that some rows tell."""
    plain = [at for at in where if not rows[at].figures]
    for region in (plain, list(where)):
        for read in (_labelled, _masked):
            found = [each for at in region for each in read(rows, at) if each.rows[-1] in where]
            if found:
                return _only(found)
    return Number()


def _only(found: Sequence[_Found]) -> Number:
    if len({each.digits for each in found}) != 1:
        return Number()
    return Number(found[0].digits, found[0].rows)


def _labelled(rows: Sequence[Row], at: int) -> Iterator[_Found]:
    row = rows[at]
    for phrase in row.of("labels", "account_number"):
        cell = cell_with(row, phrase.first)
        tokens = row.tokens[cell.first : cell.last + 1]
        far = phrase.first - cell.first >= constant("number", "_LEADING")
        if far or stranger_before(row, phrase.first) or any("?" in token.text for token in tokens):
            continue
        if digits := _behind(row, phrase):
            yield _Found(digits, (at,))
        elif at + 1 < len(rows) and rows[at + 1].page == row.page:
            left, right = row.tokens[phrase.first].x0, row.tokens[phrase.last].x1
            if digits := _below(rows[at + 1], left, right):
                yield _Found(digits, (at, at + 1))


def _behind(row: Row, phrase: Phrase) -> str | None:
    between = pattern("number", "_BETWEEN")
    stop = min(len(row.tokens), phrase.last + 1 + constant("number", "_REACH"))
    for at in range(phrase.last + 1, stop):
        if digits := _ending(row.tokens[at : cell_with(row, at).last + 1]):
            return digits
        if not between.match(row.tokens[at].text):
            return None
    return None


def _below(row: Row, left: float, right: float) -> str | None:
    under = [cell for cell in cells_of(row.tokens) if cell.x0 < right and left < cell.x1]
    return next((digits for cell in under if (digits := _in_cell(row, cell))), None)


def _in_cell(row: Row, cell: Cell) -> str | None:
    """The digits of a number that ends a cell, with nothing of note before it."""
    for at in range(cell.first, cell.last + 1):
        if digits := _ending(row.tokens[at : cell.last + 1]):
            return digits
        if not pattern("number", "_BETWEEN").match(row.tokens[at].text):
            return None
    return None


def _ending(tokens: Sequence[Token]) -> str | None:
    """The digits of a number that begins in the first of these tokens, and ends them."""
    text = " ".join(t.text for t in tokens if not is_full(t.text)).strip(" .,:;")
    if pattern("number", "_YEAR").match(text) or is_full(tokens[0].text):
        return None
    joined = text.replace(" ", "")
    for name, tried in (("_MASKED", text), ("_IBAN", text), ("_IBAN", joined), ("_NUMBER", text)):
        found = pattern("number", name).search(tried)
        whole = found and found.end() == len(tried) and found.start() < len(tokens[0].text)
        if found and whole and (digits := _last(found[1] if name == "_MASKED" else found[0])):
            return digits
    return None


def _last(text: str) -> str | None:
    digits = "".join(c for c in text if c.isdigit())
    return digits[-constant("number", "_DIGITS") :] if len(digits) >= _LEAST else None


def _masked(rows: Sequence[Row], at: int) -> Iterator[_Found]:
    for name in ("_ENDING", "_MASKED"):
        for found in pattern("number", name).finditer(rows[at].text):
            if digits := _last(found[1]):
                yield _Found(digits, (at,))
