"""Searches the readings of a stretch of rows for the one that explains most printed figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pipeline.reading.columns import FigureColumn
from pipeline.reading.conventions import (
    Roles,
    conventions_to_try,
    header_roles,
    roles_to_try,
    turned,
    worth_trying,
)
from pipeline.reading.grid import grid_of
from pipeline.reading.items import Item, Kind, items_of
from pipeline.reading.lexing.headers import Header
from pipeline.reading.lexing.labelled import Fact
from pipeline.reading.lexing.rows import Row
from pipeline.reading.region import body_rows, running_heads
from pipeline.reading.steps import Scale, scale_of
from pipeline.reading.ties import Tie, best_tie

MOST_READINGS = 96


@dataclass(frozen=True, slots=True)
class Found:
    """The best reading of a stretch, with its rivals: other amounts that explain as much.

    ``twins`` are the same amounts and the same turned round; ``contrary`` says that the reading
    leaves aside balances beside its rows that contradict it, as that reading would have them.
    """

    tie: Tie
    rivals: tuple[Tie, ...]
    items: tuple[Item, ...]
    scale: Scale
    tried: int
    twins: tuple[Tie, ...]
    contrary: Tie | None
    columns: tuple[FigureColumn, ...]


def search(
    rows: Sequence[Row],
    headers: Sequence[Header],
    facts: Sequence[Fact],
    size: float,
    most: int = MOST_READINGS,
) -> Found | None:
    """The reading that explains most, of ``most`` at most; None where no row can be an entry."""
    masks = [body_rows(rows, headers)]
    if headers:
        heads = running_heads(rows)
        masks.append([index not in heads for index in range(len(rows))])
    best: Found | None = None
    tried = 0
    for body, sparse in (*((mask, False) for mask in masks), (masks[-1], True)):
        found = _search_body(rows, body, headers, facts, size, most, sparse=sparse)
        if found is None:
            continue
        tried += found.tried
        if best is None or found.tie.explained > best.tie.explained + 5:
            best = found
        if best.tie.holds:
            break
    return replace(best, tried=tried) if best else None


def _search_body(
    rows: Sequence[Row],
    body: Sequence[bool],
    headers: Sequence[Header],
    facts: Sequence[Fact],
    size: float,
    most: int,
    *,
    sparse: bool,
) -> Found | None:
    grid = grid_of(rows, body, headers, size, sparse=sparse)
    if not grid.columns:
        return None
    items = items_of(rows, body, headers, grid, size)
    cells = [figure for item in items for figure in item.cells.values()]
    scale = scale_of([*cells, *(fact.figure for fact in facts)])
    named = header_roles(grid.columns)
    # Rows of text alone take no part in any sum.
    counted = [i for i in items if i.cells or i.day is not None or i.kind is Kind.ANCHOR]
    ties = _ties(named, counted, facts, scale, named=True, most=most)
    if not any(tie.holds for tie in ties):
        others = [roles for roles in roles_to_try(grid.columns) if roles not in named]
        ties += _ties(worth_trying(others, items), counted, facts, scale, named=False, most=most)
    if not ties:
        return None
    best = max(ties, key=lambda tie: tie.explained)
    rivals, twins = _compare(best, ties)
    contrary = _contrary(best, ties)
    return Found(best, rivals, tuple(items), scale, len(ties), twins, contrary, grid.columns)


def _ties(
    roles: Iterable[Roles],
    items: Sequence[Item],
    facts: Sequence[Fact],
    scale: Scale,
    *,
    named: bool,
    most: int,
) -> list[Tie]:
    ties: list[Tie] = []
    for role in roles:
        for convention in conventions_to_try(role, items):
            tie = best_tie(items, facts, convention, scale, named)
            ties.append(tie)
            if named and _settled(tie, items):
                twin = best_tie(items, facts, turned(convention), scale, named)
                return [tie, twin]
            if len(ties) >= most:
                return ties
    return ties


def _settled(tie: Tie, items: Sequence[Item]) -> bool:
    """A named reading of every row, whose balances beside most of them agree, leaves no other."""
    if not tie.holds or tie.misprints or tie.links * 2 <= len(tie.amounts):
        return False
    roles = tie.convention.roles
    columns = [c for c in (roles.debit, roles.credit, roles.amount) if c is not None]
    rows = [i for i in items if i.kind is Kind.ENTRY and any(c in i.cells for c in columns)]
    return len(rows) == len(tie.amounts)


def _compare(best: Tie, ties: Sequence[Tie]) -> tuple[tuple[Tie, ...], tuple[Tie, ...]]:
    """Rivals have other amounts and explain as much; twins are the same amounts turned round."""
    rivals: list[Tie] = []
    twins: list[Tie] = []
    for tie in ties:
        if tie.explained < best.explained - 2 or tie.holds != best.holds:
            continue
        if _same(tie, best, 1):
            if tie is not best:
                twins.append(tie)
        elif _same(tie, best, -1):
            twins.append(tie)
        elif tie.holds:
            rivals.append(tie)
    return tuple(rivals), (best, *twins)


def _contrary(best: Tie, ties: Sequence[Tie]) -> Tie | None:
    """The same amounts with a running balance that mostly follows them, set aside for breaks."""
    if best.convention.roles.balance is not None:
        return None
    aside = [
        tie
        for tie in ties
        if tie.links >= 2 and tie.links > tie.breaks and (tie.breaks or tie.misprints)
        if tie.convention.roles.balance is not None
        and (_same(tie, best, 1) or _same(tie, best, -1))
    ]
    return max(aside, key=lambda tie: tie.links, default=None)


def _same(tie: Tie, other: Tie, sign: int) -> bool:
    return tie.rows == {index: sign * amount for index, amount in other.rows.items()}
