"""Runs of tokens of a row, and the tokens that are known in them (section 15)."""

from __future__ import annotations

from collections.abc import Iterator

from tests.second_checker.cells import cells_of
from tests.second_checker.row import Row
from tests.second_checker.tables import pattern

_KNOWN = ("other_number", "statement_number", "account_number")


def runs_of(row: Row) -> Iterator[range]:
    """Its cells, cut behind each sign that sets apart."""
    for cell in cells_of(row.tokens):
        begin = cell.first
        for at in range(cell.first, cell.last + 1):
            if is_apart(row, at) or at == cell.last:
                yield range(begin, at + 1)
                begin = at + 1


def run_with(row: Row, at: int) -> range:
    """The run in which a token stands."""
    return next(run for run in runs_of(row) if at in run)


def is_apart(row: Row, at: int) -> bool:
    """Whether a token is a sign that sets apart."""
    return bool(pattern("number_places", "_APART").match(row.tokens[at].text))


def is_between(row: Row, at: int) -> bool:
    """Whether a token may stand between a label and its number."""
    phrases = (*row.of("labels", "account_number"), *row.of("kinds"))
    if any(phrase.first <= at <= phrase.last for phrase in phrases):
        return True
    return is_apart(row, at) or bool(
        pattern("number_places", "_BETWEEN").match(row.tokens[at].text)
    )


def known_tokens(row: Row) -> set[int]:
    """The tokens of labels of numbers and of kinds of accounts."""
    phrases = (*row.of("labels", *_KNOWN), *row.of("kinds"))
    return {at for phrase in phrases for at in range(phrase.first, phrase.last + 1)}


def has_digit(row: Row, at: int) -> bool:
    """Whether a digit is in a token."""
    return any(char.isdigit() for char in row.tokens[at].text)
