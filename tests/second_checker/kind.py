"""What kind of account the page speaks of: what is held, or what is owed (section 12)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tests.second_checker.cells import cell_with
from tests.second_checker.labelled import is_sure
from tests.second_checker.number import number_in
from tests.second_checker.phrases import Phrase
from tests.second_checker.regions import Regions
from tests.second_checker.row import Row
from tests.second_checker.tables import constant, pattern

_BEHIND: Final = 5
_DIGITS: Final = 3


@dataclass(frozen=True)
class Kind:
    """The kinds that are named."""

    named: frozenset[str]
    words: frozenset[str]
    """What any word says, if it counts or not."""

    @property
    def debt(self) -> bool | None:
        """Whether balances are owed; None where the page does not say."""
        owed, held = bool(self.named & {"card", "loan"}), bool(self.named & {"savings", "current"})
        return None if owed == held else owed

    @property
    def speaks_of_debt(self) -> bool:
        return bool(self.words & {"card", "loan"})

    @property
    def fact(self) -> str | None:
        """The kind as it is proven."""
        return min(self.named) if len(self.named) == 1 and self.debt is not None else None


def kind_of(regions: Regions) -> Kind:
    """What is said beside the tables, else in front of them."""
    beside, front = regions.beside, tuple(regions.front)
    if named := frozenset(_named(regions.rows, beside)):
        return Kind(named, _words(regions, beside))
    words = _words(regions, (*beside, *front))
    if _of_another(regions):
        return Kind(frozenset(), words)
    return Kind(frozenset(_named(regions.rows, front)), words)


def _words(regions: Regions, where: Sequence[int]) -> frozenset[str]:
    phrases = [phrase for at in where for phrase in regions.rows[at].of("kinds")]
    return frozenset(kind for phrase in phrases for kind in phrase.of("kinds"))


def _of_another(regions: Regions) -> bool:
    """Whether the front names another account's number than the section."""
    own, front = (number_in(regions.rows, r).digits for r in (regions.above, regions.front))
    return own is not None and front is not None and own != front


def _named(rows: tuple[Row, ...], where: Sequence[int]) -> Iterable[str]:
    for place, at in enumerate(where):
        if rows[at].has("labels", "other_account"):
            continue
        title = rows[at].page == rows[where[0]].page and _is_title(rows[at], place)
        for phrase in rows[at].of("kinds"):
            if title or _states(rows, at, phrase):
                yield from phrase.of("kinds")


def _is_title(row: Row, at: int) -> bool:
    if at >= constant("kind", "_TOP") or row.figures:
        return False
    if len(row.tokens) > constant("kind", "_TITLE_WORDS"):
        return False
    if any(pattern("kind", "_SENTENCE").search(token.text) for token in row.tokens):
        return False
    return at < constant("kind", "_FIRST") or _speaks_of_statement(row)


def _speaks_of_statement(row: Row) -> bool:
    return pattern("kind", "_STATEMENT").search(row.text) is not None


def _states(rows: tuple[Row, ...], at: int, phrase: Phrase) -> bool:
    row = rows[at]
    if len(row.tokens) > constant("kind", "_CURRENT_SENTENCE") or "%" in row.text:
        return False
    if not row.figures and any(p.last < phrase.first for p in row.of("labels", "account_kind")):
        return True
    if _behind_number(row, phrase):
        return True
    if not is_sure(row, phrase):
        return False
    return _something(row, range(phrase.last + 1, phrase.last + 1 + _BEHIND)) or _below(
        rows, at, phrase
    )


def _behind_number(row: Row, phrase: Phrase) -> bool:
    labels = [p for p in row.of("labels", "account_number") if p.last < phrase.first]
    behind = "".join(token.text for token in row.tokens[phrase.last + 1 :])
    digits = sum(c.isdigit() for c in behind)
    return bool(labels) and digits >= _DIGITS and not row.figures


def _something(row: Row, where: Iterable[int]) -> bool:
    """A figure, a date or a number among some tokens."""
    places = [at for at in where if at < len(row.tokens)]
    return any(
        at in row.taken or sum(c.isdigit() for c in row.tokens[at].text) >= _DIGITS for at in places
    )


def _below(rows: tuple[Row, ...], at: int, phrase: Phrase) -> bool:
    if at + 1 == len(rows) or rows[at + 1].page != rows[at].page:
        return False
    cell, below = cell_with(rows[at], phrase.first), rows[at + 1]
    under = [n for n, t in enumerate(below.tokens) if t.x0 < cell.x1 and cell.x0 < t.x1]
    return _something(below, under)
