"""What the columns and signs of a table might mean: the readings that arithmetic chooses from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from pipeline.proof.headers import MONEY
from pipeline.proof.witness import Signs
from pipeline.reading.columns import FigureColumn
from pipeline.reading.items import Item, Kind


@dataclass(frozen=True, slots=True)
class Roles:
    """Which column (by position) holds what; None where there is none."""

    debit: int | None = None
    credit: int | None = None
    amount: int | None = None
    balance: int | None = None


@dataclass(frozen=True, slots=True)
class Convention:
    """One reading of a table.

    ``base`` is the sign of an unmarked figure in the amount column, ``balance_base`` of an
    unmarked balance: +1 as an asset prints it, -1 as a debt does. ``undated`` takes rows without a
    date as entries of the day above.
    """

    roles: Roles
    signs: Signs
    base: int = 1
    balance_base: int = 1
    undated: bool = False
    newest_first: bool = False


def turned(convention: Convention) -> Convention:
    """The same reading with every sign turned round."""
    return replace(convention, base=-convention.base, balance_base=-convention.balance_base)


def roles_to_try(columns: Sequence[FigureColumn]) -> Iterator[Roles]:
    """Role assignments that the header allows, likeliest first, then those it does not name."""
    seen: set[Roles] = set()
    named = list(_named_roles(columns))
    for roles in [*named, *_free_roles(len(columns))]:
        if roles not in seen:
            seen.add(roles)
            yield roles


def header_roles(columns: Sequence[FigureColumn]) -> list[Roles]:
    """Only the assignments in which every role is named by the header."""
    return list(_named_roles(columns))


def _named_roles(columns: Sequence[FigureColumn]) -> Iterator[Roles]:
    by = {name: [i for i, c in enumerate(columns) if name in c.meanings] for name in MONEY}
    free = [i for i, c in enumerate(columns) if not c.meanings]
    # Beside columns for in and out, "amount" is what they lead to.
    beside = by["amount"] if by["debit"] and by["credit"] else []
    balances: list[int | None] = [*reversed(by["balance"])] or [*reversed(free), *beside, None]
    for balance in balances:
        taken = {balance}
        for debit in by["debit"] or (free if by["credit"] else []):
            for credit in by["credit"] or free:
                if debit != credit and not {debit, credit} & taken:
                    yield Roles(debit=debit, credit=credit, balance=balance)
        if not (by["debit"] and by["credit"]):
            for debit in by["debit"]:
                if debit not in taken:
                    yield Roles(debit=debit, balance=balance)
            for credit in by["credit"]:
                if credit not in taken:
                    yield Roles(credit=credit, balance=balance)
        for amount in by["amount"]:
            if amount not in taken:
                yield Roles(amount=amount, balance=balance)
        if not by["amount"] and not (by["debit"] and by["credit"]):
            for single in [*by["debit"], *by["credit"]]:
                if single not in taken:
                    yield Roles(amount=single, balance=balance)


def _free_roles(count: int) -> Iterator[Roles]:
    places = range(count)
    for amount in reversed(places):
        for balance in [*reversed(places), None]:
            if balance != amount:
                yield Roles(amount=amount, balance=balance)
    for debit, credit in permutations(places, 2):
        for balance in [*reversed(places), None]:
            if balance not in (debit, credit):
                yield Roles(debit=debit, credit=credit, balance=balance)


def conventions_to_try(roles: Roles, items: Sequence[Item]) -> Iterator[Convention]:
    """The readings of one role assignment that its rows make plausible."""
    entries = [item for item in items if item.kind is Kind.ENTRY]
    for signs, base in _sign_sources(roles, entries):
        for balance_base in (1, -1):
            for undated in _undated(roles, entries):
                orders = (False, True) if roles.balance is not None else (False,)
                for newest_first in orders:
                    yield Convention(roles, signs, base, balance_base, undated, newest_first)


def _sign_sources(roles: Roles, entries: Sequence[Item]) -> Iterator[tuple[Signs, int]]:
    if roles.amount is None:
        yield Signs.COLUMNS, 1
        return
    figures = [item.cells[roles.amount] for item in entries if roles.amount in item.cells]
    told = sum(1 for figure in figures if figure.sign or figure.mark)
    directed = sum(1 for item in entries if item.direction and roles.amount in item.cells)
    if directed > 0.8 * len(figures) and told < 0.5 * len(figures):
        yield Signs.DIRECTION, 1
    yield Signs.PRINTED, 1
    if told < len(figures) or any(figure.sign for figure in figures):
        yield Signs.PRINTED, -1
    if any(figure.sign > 0 for figure in figures) and told < len(figures):
        yield Signs.PLUS, 1
    counted = [item for item in entries if roles.amount in item.cells]
    if sum(1 for item in counted if item.section) > 0.8 * len(counted):
        yield Signs.SECTION, 1
    if roles.balance is not None and told < 0.5 * len(figures):
        yield Signs.BALANCE, 1


def _undated(roles: Roles, entries: Sequence[Item]) -> tuple[bool, ...]:
    used = [c for c in (roles.debit, roles.credit, roles.amount) if c is not None]
    if any(item.day is None and any(c in item.cells for c in used) for item in entries):
        return False, True
    return (False,)
