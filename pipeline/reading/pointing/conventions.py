"""Finds how pointed words are to be read: the convention under which arithmetic bears them out.

A model is not asked for it. Each is tried, those that add up are offered, and the kernel decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from pipeline.proof.entries import Offered, offered
from pipeline.proof.errors import WitnessRefused
from pipeline.proof.headers import stands_apart
from pipeline.proof.lexed import LexedPages, place_of
from pipeline.proof.parse.figures import Style
from pipeline.proof.sheet import prints_whole
from pipeline.proof.sums import Sums, sums_of
from pipeline.proof.tables.phrases import marks
from pipeline.proof.witness import Convention, Place, Section, Side, Signs, Witness, WitnessRow
from pipeline.reading.pointing.places import Pointed, text_of

#: With the sign of an amount that bears none.
_SIGNS = (
    (Signs.COLUMNS, 1),
    (Signs.PRINTED, 1),
    (Signs.PRINTED, -1),
    (Signs.PLUS, 1),
    (Signs.SECTION, 1),
    (Signs.DIRECTION, 1),
    (Signs.BALANCE, 1),
)
_USUAL = 2  # minor digits of most currencies


@dataclass(frozen=True, slots=True)
class Pointer:
    """All that was pointed at of one statement, under one style of figures."""

    pages: LexedPages
    style: Style
    section: Section
    rows: tuple[Pointed, ...]
    opening: Place | None
    closing: Place | None


def witnesses(pointer: Pointer) -> list[Witness]:
    """The witnesses that add up, those first whose signs are what was said of each row; without
    any that adds up, the one whose signs are."""
    sound: list[tuple[int, int, Witness]] = []
    others: list[tuple[int, int, Witness]] = []
    judged: dict[Convention, tuple[bool, int] | None] = {}
    for place, witness in enumerate(_candidates(pointer)):
        # Sums know nothing of the order of day and month.
        key = replace(witness.convention, month_first=False)
        if key not in judged:
            judged[key] = _judged(pointer, witness)
        found = judged[key]
        if found is None:
            continue
        adds_up, strange = found
        (sound if adds_up else others).append((strange, place, witness))
    chosen = sound or sorted(others, key=lambda each: each[:2])[:1]
    return [witness for _, _, witness in sorted(chosen, key=lambda each: each[:2])]


def _judged(pointer: Pointer, witness: Witness) -> tuple[bool, int] | None:
    """Whether it adds up, and how many rows go another way than was said; None if it is refused."""
    try:
        found = offered(pointer.pages.under(pointer.style), witness)
        sums = sums_of(found)
    except WitnessRefused:
        return None
    said = [-1 if row.is_out else 1 for row in pointer.rows]
    strange = sum(amount * sign < 0 for amount, sign in zip(sums.amounts, said, strict=True))
    return _adds_up(found, sums), strange


def _adds_up(found: Offered, sums: Sums) -> bool:
    """Whether the ends and every balance beside a row follow, as far as they are there."""
    balances = [
        each for each in zip(sums.after, sums.balances, strict=False) if each[1] is not None
    ]
    if any(after != balance for after, balance in balances):
        return False
    if sums.opening is None:
        return _follow(found, sums)
    return sums.closing is None or sums.opening + sum(sums.amounts) == sums.closing


def _follow(found: Offered, sums: Sums) -> bool:
    """Without an opening balance: whether each printed balance follows from the one before."""
    amounts, balances = list(sums.amounts), list(sums.balances)
    if found.witness.convention.newest_first:
        amounts.reverse()
        balances.reverse()
    if None in balances or not balances:
        return False
    pairs = zip(balances, amounts[1:], balances[1:], strict=False)
    return all(one is not None and one + amount == two for one, amount, two in pairs)


def _candidates(pointer: Pointer) -> Iterator[Witness]:
    lexed = pointer.pages.under(pointer.style)
    directions = [_direction(pointer, row) for row in pointer.rows]
    texts = text_of(lexed, pointer.rows)
    for (signs, base), balance_base, newest_first, month_first, exponent in product(
        _SIGNS, (1, -1), (False, True), (False, True), _exponents(pointer)
    ):
        if signs is Signs.DIRECTION and not all(directions):
            continue
        if signs is Signs.BALANCE and not all(row.balance for row in pointer.rows):
            continue
        yield Witness(
            section=pointer.section,
            convention=Convention(
                pointer.style, exponent, month_first, newest_first, signs, base, balance_base
            ),
            rows=tuple(
                _row(row, signs, direction, text)
                for row, direction, text in zip(pointer.rows, directions, texts, strict=True)
            ),
            opening=pointer.opening,
            closing=pointer.closing or _last_balance(pointer.rows, newest_first),
        )


def _row(
    row: Pointed, signs: Signs, direction: Place | None, text: tuple[Place, ...]
) -> WitnessRow:
    side = Side.AMOUNT
    if signs is Signs.COLUMNS:
        side = Side.DEBIT if row.is_out else Side.CREDIT
    mark = direction if signs in (Signs.DIRECTION, Signs.PRINTED) else None
    return WitnessRow(
        amount=row.amount,
        side=side,
        date=row.date,
        value_date=row.value_date,
        balance=row.balance,
        direction=mark,
        text=_without(text, mark),
    )


def _without(text: tuple[Place, ...], mark: Place | None) -> tuple[Place, ...]:
    if mark is None:
        return text
    kept = (
        Place(
            place.page,
            tuple(w for w in place.words if place.page != mark.page or w not in mark.words),
        )
        for place in text
    )
    return tuple(place for place in kept if place.words)


def _direction(pointer: Pointer, row: Pointed) -> Place | None:
    """The one word of the row that says in or out and stands apart from its text."""
    if row.direction is not None:
        return row.direction
    line = pointer.pages.under(pointer.style).rows[row.row]
    taken = line.taken
    found = [
        place
        for place, word in enumerate(line.words)
        if place not in taken
        and word.text.strip("()./").casefold() in marks()
        and stands_apart(line, place)
    ]
    return place_of(line, found[0], found[0]) if len(found) == 1 else None


def _exponents(pointer: Pointer) -> Iterator[int]:
    """The minor digits that the figures print; of those that print none, of whole amounts too."""
    lexed = pointer.pages.under(pointer.style)
    ends = [place for place in (pointer.opening, pointer.closing) if place]
    places = [*(row.amount for row in pointer.rows), *ends]
    printed = max((lexed.figure(place)[1].decimals for place in places), default=0)
    yield printed
    if not printed and prints_whole(pointer.pages.bare):
        yield _USUAL


def _last_balance(rows: Sequence[Pointed], newest_first: bool) -> Place | None:
    """Where no closing balance is pointed at, the one beside the last entry."""
    if not rows:
        return None
    return rows[0].balance if newest_first else rows[-1].balance
