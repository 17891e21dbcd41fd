"""Opening + Σ lines = closing, every running balance follows, and what repeats a figure agrees.

All amounts here are *moved*: what a line moves the printed balance by, in units of 10^-digits.
Whose money that balance is, the holder's or the bank's, is a hypothesis and does not matter here.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from pipeline.proof.checks import Check, equal, passed_unless
from pipeline.proof.cited import Cited, ReadFigure, ReadLine
from pipeline.proof.printed import Figure
from pipeline.proof.witness import End


class Sums(NamedTuple):
    """The figures of one statement as they move the printed balance; lines in printed order.

    ``opening`` and ``closing`` are None where the page has none; ``derived`` says which of them
    follow from the balances beside the lines.
    """

    cited: Cited
    moved: tuple[int, ...]
    balances: tuple[int | None, ...]
    opening: int | None
    closing: int | None
    derived: frozenset[str]


def sums_of(cited: Cited) -> Sums:
    """The figures under the witness's convention."""
    lines, convention = cited.lines, cited.convention
    balances = [None if line.balance is None else printed_balance(line.balance) for line in lines]
    opening = _end_value(cited, cited.opening, cited.witness.opening)
    closing = _end_value(cited, cited.closing, cited.witness.closing)
    moved = [_moved(cited, line) for line in lines]
    at, derived = opening, set[str]()
    for place in (order := cited.in_time):
        beside = balances[place]
        if convention.columns[lines[place].cited.column].moves == 0:
            # If the balance went another way, the one beside this line will not follow.
            falls = at is not None and beside is not None and beside < at
            moved[place] = prod((lines[place].amount.size, -1 if falls else 1))
        at = beside if beside is not None else None if at is None else at + moved[place]
    printed = [balance for place in order if (balance := balances[place]) is not None]
    if order and opening is None and len(printed) == len(order):
        opening, derived = printed[0] - moved[order[0]], derived | {"opening"}
    last = balances[order[-1]] if order else None
    if closing is None and opening is not None and last is not None:
        closing, derived = last, derived | {"closing"}
    return Sums(cited, tuple(moved), tuple(balances), opening, closing, frozenset(derived))


def printed_balance(figure: Figure) -> int:
    """A balance as printed: its mark says its sign, else the minus or the brackets at it."""
    return (figure.mark or figure.sign) * figure.size


def _end_value(cited: Cited, read: ReadFigure | None, end: End | None) -> int | None:
    if read is None:
        return None
    way = 1 if end is None or end.column is None else cited.convention.columns[end.column].moves
    return prod((printed_balance(read.figure), 1 if read.figure.mark else way))


def _moved(cited: Cited, line: ReadLine) -> int:
    way = prod((cited.convention.columns[line.cited.column].moves, line.amount.sign))
    return (line.mark or way) * line.amount.size


def turned(sums: Sums, groups: frozenset[str], *, swapped: bool) -> Sums:
    """The same figures with some columns and marks turned, and with the ends exchanged."""
    moved = tuple(-m if _group(sums, n) in groups else m for n, m in enumerate(sums.moved))
    opening, closing = (sums.closing, sums.opening) if swapped else (sums.opening, sums.closing)
    return sums._replace(moved=moved, opening=opening, closing=closing)


def sums_check(sums: Sums) -> Check:
    """Opening + Σ lines = closing, and each balance beside a line is what they lead to."""
    if faults := list(_broken(sums)):
        return passed_unless("sums", faults)
    reached = None if sums.opening is None else sums.opening + sum(sums.moved)
    return equal("sums", sums.closing, reached, sums.cited.convention.digits)


def _broken(sums: Sums) -> Iterator[str]:
    """The balances that do not follow from the figures before them."""
    at = sums.opening
    for place in sums.cited.in_time:
        at = None if at is None else at + sums.moved[place]
        printed = sums.balances[place]
        if printed is not None and at is not None and printed != at:
            page = sums.cited.witness.lines[place].amount.page
            yield f"the balance beside line {place + 1} on page {page}"
        at = printed if printed is not None else at


def other_directions(sums: Sums, *, reversible: bool) -> Iterator[frozenset[str]]:
    """Which columns and marks could be turned together so that the balances that are printed follow
    all the same; with ``"order"`` among them, read in the other order of time, which lines must
    allow (``reversible``).

    Each stretch from one known balance to the next must come to the same. An end that is derived
    is not known.
    """
    groups = [_group(sums, place) for place in range(len(sums.moved))]
    used = sorted({g for g, moved in zip(groups, sums.moved, strict=True) if moved and g})
    for backwards in (False, True) if reversible else (False,):
        stretches = [(_by_group(sums, groups, p), to) for p, to in _stretches(sums, backwards)]
        for chosen in product((1, -1), repeat=len(used)):
            signs = dict(zip(used, chosen, strict=True))
            back = {"order"} if backwards else set()
            turned = frozenset(back.union(g for g in used if signs[g] == -1))
            if turned and all(
                needed == sum(signs.get(g, 1) * came for g, came in by.items())
                for by, needed in stretches
            ):
                yield turned


def _by_group(sums: Sums, groups: Sequence[str], places: Sequence[int]) -> dict[str, int]:
    """What the lines of a stretch come to, by what says which way they go."""
    found = dict[str, int]()
    for place in places:
        found[groups[place]] = found.get(groups[place], 0) + sums.moved[place]
    return found


def _group(sums: Sums, place: int) -> str:
    """What says which way a line goes: its mark, or its column; empty where the balance does."""
    line, marks = sums.cited.lines[place], sums.cited.convention.marks
    if line.mark:
        text = sums.cited.text(line.cited.mark or line.cited.amount)
        return max((m for m, way in marks if way == line.mark and m in text), key=len, default="?")
    by_balance = sums.cited.convention.columns[line.cited.column].moves == 0
    return "" if by_balance else f"column {line.cited.column + 1}"


def _stretches(sums: Sums, backwards: bool) -> Iterator[tuple[list[int], int]]:
    """From each known balance to the next: the lines between, and what they must come to."""
    opening = None if "opening" in sums.derived else sums.opening
    closing = None if "closing" in sums.derived else sums.closing
    at, between = opening, list[int]()
    for place in reversed(sums.cited.in_time) if backwards else sums.cited.in_time:
        between.append(place)
        known = sums.balances[place]
        if known is not None:
            if at is not None:
                yield between, known - at
            at, between = known, []
    if at is not None and closing is not None:
        yield between, closing - at
