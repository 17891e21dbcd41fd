"""What the columns and signs of a table might mean: readings that arithmetic chooses from."""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import permutations, product
from typing import NamedTuple

from pipeline.reading.lexing.figures import LexedFigure
from pipeline.reading.lexing.headers import MONEY
from pipeline.reading.table.columns import FigureColumn
from pipeline.reading.table.items import Item, RowKind, is_worded_total


class Signs(StrEnum):
    """Where the sign of an amount comes from.

    ``COLUMNS``: money out and money in have a column each. ``PRINTED``: the figure's own sign or
    mark. ``PLUS``: a plain figure is out, one with + is in. ``SECTION``: the heading above.
    ``DIRECTION``: a word of the row, such as "Af". ``BALANCE``: the balance beside it.
    """

    COLUMNS = "columns"
    PRINTED = "printed"
    PLUS = "plus"
    SECTION = "section"
    DIRECTION = "direction"
    BALANCE = "balance"


class Roles(NamedTuple):
    """Which column (by position) holds what; None without one. ``fee`` is a further column of money
    out beside those for both sides."""

    debit: int | None = None
    credit: int | None = None
    amount: int | None = None
    balance: int | None = None
    fee: int | None = None

    @property
    def moving(self) -> tuple[int, ...]:
        """The columns that hold amounts of entries."""
        roles = (self.amount, self.debit, self.credit, self.fee)
        return tuple(column for column in roles if column is not None)

    @property
    def money(self) -> frozenset[int]:
        """The columns that have a role: what is in another is a reference."""
        return frozenset(self.moving).union(() if self.balance is None else (self.balance,))


class TableConvention(NamedTuple):
    """One reading of a table.

    ``base`` is the sign of an unmarked figure in the amount column, ``balance_base`` of an
    unmarked balance: +1 as an asset prints it, -1 as a debt does. ``undated`` takes rows without a
    date as entries of the day above, ``worded`` those too that begin with a total and say more.
    """

    roles: Roles
    signs: Signs
    base: int = 1
    balance_base: int = 1
    undated: bool = False
    newest_first: bool = False
    worded: bool = False


def turned(convention: TableConvention) -> TableConvention:
    """The same reading with every sign turned round."""
    return convention._replace(base=-convention.base, balance_base=-convention.balance_base)


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
    """The assignments that agree with the names in the header; columns without one fill in."""
    by_name = _ByName.of(columns)
    for balance in by_name.balances():
        yield from _two_sided(by_name, balance)
        if not by_name.has_both_sides:
            yield from _one_sided(by_name, balance)
        for amount in by_name.amounts():
            if amount != balance:
                yield Roles(amount=amount, balance=balance)


class _ByName(NamedTuple):
    """The columns (by position) that a header gives each name, and the ``free`` ones without."""

    debit: Sequence[int]
    credit: Sequence[int]
    amount: Sequence[int]
    balance: Sequence[int]
    free: Sequence[int]

    @classmethod
    def of(cls, columns: Sequence[FigureColumn]) -> "_ByName":
        """Sorts the columns by what their header may mean; one may have several names."""
        by = {name: [i for i, c in enumerate(columns) if name in c.meanings] for name in MONEY}
        return cls(**by, free=[i for i, c in enumerate(columns) if not c.meanings])

    @property
    def has_both_sides(self) -> bool:
        """Whether the header names columns for money out and for money in."""
        return bool(self.debit and self.credit)

    def balances(self) -> Sequence[int | None]:
        """Which columns may hold the balance, likeliest first; None for no column."""
        # Beside columns for in and out, "amount" is what they lead to.
        beside = self.amount if self.has_both_sides else ()
        return [*reversed(self.balance)] or [*reversed(self.free), *beside, None]

    def amounts(self) -> Sequence[int]:
        """Which columns may hold all amounts: a side's, where it is the only one named."""
        if self.amount or self.has_both_sides:
            return self.amount
        return [*self.debit, *self.credit]


def _two_sided(by_name: _ByName, balance: int | None) -> Iterator[Roles]:
    """Money out and money in have a column each, of which the header names one at least."""
    debits = by_name.debit or (by_name.free if by_name.credit else ())
    for debit, credit in product(debits, by_name.credit or by_name.free):
        if len({debit, credit, balance}) == 3:
            yield Roles(debit=debit, credit=credit, balance=balance)
    if by_name.has_both_sides and balance in by_name.balance:
        for debit, credit, fee in product(by_name.debit, by_name.credit, by_name.free):
            yield Roles(debit=debit, credit=credit, balance=balance, fee=fee)


def _one_sided(by_name: _ByName, balance: int | None) -> Iterator[Roles]:
    """All money goes out, or all comes in."""
    for debit in by_name.debit:
        if debit != balance:
            yield Roles(debit=debit, balance=balance)
    for credit in by_name.credit:
        if credit != balance:
            yield Roles(credit=credit, balance=balance)


def _free_roles(count: int) -> Iterator[Roles]:
    """Every assignment, whatever a header says: one column of amounts first, then two sides."""
    places = range(count)
    for amount in reversed(places):
        for balance in [*reversed(places), None]:
            if balance != amount:
                yield Roles(amount=amount, balance=balance)
    for debit, credit in permutations(places, 2):
        for balance in [*reversed(places), None]:
            if balance not in (debit, credit):
                yield Roles(debit=debit, credit=credit, balance=balance)


def worth_trying(roles: Sequence[Roles], items: Sequence[Item]) -> list[Roles]:
    """The roles under which entries have amounts, most first, at least a third as many as under any
    others: on few rows both sides are filled, and more than one row has a balance, where more are
    entries."""
    entries = [item for item in items if item.kind is RowKind.ENTRY]
    rows = {roles: _entries_under(roles, entries) for roles in roles}
    most = max(rows.values(), default=0)
    worth = [each for each, count in rows.items() if count > 0 and 3 * count >= most]
    return sorted(worth, key=lambda each: -rows[each])


def _entries_under(roles: Roles, entries: Sequence[Item]) -> int:
    """How many entries have an amount under these roles; 0 where the roles make no sense."""
    if roles.balance is not None:
        balances = sum(roles.balance in item.cells for item in entries)
        if balances < min(2, len(entries)):
            return 0
    if roles.amount is not None:
        return sum(roles.amount in item.cells for item in entries)
    # A side may print 0.00 where the other has the amount.
    sides = [
        {at for at, item in enumerate(entries) if _has_money(item, column)}
        for column in roles.moving
    ]
    moved = Counter(at for side in sides for at in side)
    one = sum(count == 1 for count in moved.values())
    return 0 if not all(sides) or len(moved) - one > one else one


def _has_money(item: Item, column: int) -> bool:
    return column in item.cells and item.cells[column].value != 0


def conventions_to_try(roles: Roles, items: Sequence[Item]) -> Iterator[TableConvention]:
    """The readings of one role assignment that its rows make plausible."""
    entries = [item for item in items if item.kind is RowKind.ENTRY]
    orders = (False, True) if roles.balance is not None else (False,)
    for (signs, base), balance_base, (undated, worded), newest_first in product(
        _sign_sources(roles, entries), (1, -1), _undated(roles, items), orders
    ):
        yield TableConvention(roles, signs, base, balance_base, undated, newest_first, worded)


def _sign_sources(roles: Roles, entries: Sequence[Item]) -> Iterator[tuple[Signs, int]]:
    """What may say which way the money goes, with the sign of an amount of which nothing does."""
    if roles.amount is None:
        yield Signs.COLUMNS, 1
        return
    counted = [item for item in entries if roles.amount in item.cells]
    figures = [item.cells[roles.amount] for item in counted]
    signed = sum(1 for figure in figures if figure.sign or figure.mark)
    mostly_bare = signed < 0.5 * len(figures)
    if mostly_bare and _most([bool(item.direction) for item in counted]):
        yield Signs.DIRECTION, 1
    headed = _most([bool(item.section) for item in counted])
    if headed and not signed:
        yield Signs.SECTION, 1
    yield from _printed_signs(figures, some_bare=signed < len(figures))
    if headed and signed:
        yield Signs.SECTION, 1
    if mostly_bare and roles.balance is not None:
        yield Signs.BALANCE, 1


def _printed_signs(
    figures: Sequence[LexedFigure], *, some_bare: bool
) -> Iterator[tuple[Signs, int]]:
    """What the signs beside the figures may say; ``some_bare``: not all have a sign or a mark."""
    yield Signs.PRINTED, 1
    if some_bare or any(figure.sign for figure in figures):
        yield Signs.PRINTED, -1
    if some_bare and any(figure.sign > 0 for figure in figures):
        yield Signs.PLUS, 1


def _most(said: Sequence[bool]) -> bool:
    """Whether so many entries say which way they go that the others are exceptions."""
    return sum(said) > 0.8 * len(said)


def _undated(roles: Roles, items: Sequence[Item]) -> Iterator[tuple[bool, bool]]:
    """Whether rows without a date may be entries, and those too that begin with a total and say
    more ("Total Fitness gym"): all is tried where such rows have amounts."""
    bare = [i for i in items if i.day is None and any(c in i.cells for c in roles.moving)]
    worded = any(map(is_worded_total, bare))
    yield False, False
    if worded or any(item.kind is RowKind.ENTRY for item in bare):
        yield True, False
    if worded:
        yield True, True
