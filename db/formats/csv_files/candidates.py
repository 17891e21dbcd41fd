"""Lists the mappings under which every row of a CSV table can be read."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, permutations
from typing import Final

from db.formats.csv_files.cells import (
    MARKS,
    ORDERS,
    SECTION,
    CsvDialect,
    Recipe,
    column_of,
    role_columns,
)
from db.formats.csv_files.reading import CsvTable, Mapping, lines_of

_MOST_NUMBERS: Final = 8  # columns of amounts that are tried
_LONG_YEARS: Final = 3650
_FEWEST_BALANCES: Final = 3


def by_dialect(table: CsvTable) -> list[Mapping]:
    """The mappings that the dialect of the header allows: often one, or one for each day order."""
    dialect, names = table.sheet.dialect, table.sheet.names
    if dialect is None:
        return []
    date = column_of(names, dialect.date)
    amount = [column_of(names, name) for name in dialect.amount]
    columns = tuple(each for each in amount if each is not None)
    if date is None or len(columns) != len(amount):
        return []
    base = Mapping(
        header=table.sheet.digest,
        decimal=".",
        date=date,
        dates="ymd",
        recipe=dialect.recipe,
        amount=columns,
        plus=dialect.plus,
        minus=dialect.minus,
        account=column_of(names, dialect.account),
        counter=column_of(names, dialect.counter),
        fee=column_of(names, dialect.fee),
        text=tuple(at for name in dialect.text if (at := column_of(names, name)) is not None),
        source_id=column_of(names, dialect.source_id),
        value_on=column_of(names, dialect.value_on),
        balance=column_of(names, dialect.balance),
    )
    return _plausible(table, list(_of_dialect(table, dialect, base)))


def _of_dialect(table: CsvTable, dialect: CsvDialect, base: Mapping) -> Iterator[Mapping]:
    recipes: tuple[Recipe, ...] = (base.recipe,)
    if base.recipe == "sides":
        recipes = ("sides", "sum")
    for order in (dialect.dates,) if dialect.dates else ORDERS:
        for mark in (dialect.decimal,) if dialect.decimal else MARKS:
            for recipe in recipes:
                if recipe in ("sides", "sum") and not _two_sides(
                    table, base.amount, mark, recipe, known=True
                ):
                    continue
                for sign in (dialect.sign,) if dialect.sign else (1, -1):
                    mapping = replace(base, dates=order, decimal=mark, recipe=recipe, sign=sign)
                    if lines_of(table, mapping):
                        yield mapping


def by_columns(table: CsvTable, wide: bool = True) -> list[Mapping]:
    """The mappings that the cells allow, whatever the header says. Where not ``wide``, only those
    that agree with words in the header that leave no doubt."""
    found: list[Mapping] = []
    base = _hinted(table)
    for date, order in _dates(table, wide):
        for mark in MARKS:
            for recipe, columns, marks in _recipes(table, mark, wide):
                for sign in _signs(table, recipe, columns, wide):
                    mapping = replace(
                        base,
                        date=date,
                        dates=order,
                        decimal=mark,
                        recipe=recipe,
                        amount=columns,
                        sign=sign,
                        plus=marks[:1],
                        minus=marks[1:],
                    )
                    found.append(_with_text(table, mapping))
    return _plausible(table, found)


def account_columns(table: CsvTable, mapping: Mapping) -> Iterator[Mapping]:
    """The mapping with each other column that might name the account: few words, often repeated."""
    for column, cells in enumerate(table.sheet.columns):
        words = set(cells)
        taken = {mapping.date, *mapping.amount}
        if column not in taken and 1 < len(words) <= max(2, table.count // 2) and "" not in words:
            yield replace(mapping, account=column)


def running(table: CsvTable, mapping: Mapping) -> int | None:
    """The column with the balance after each row, if one is; the file says it in either order."""
    taken = (mapping.date, *mapping.amount)
    others = [each for each in range(len(table.sheet.columns)) if each not in taken]
    figures = [each for each in others if any(table.amounts(each, mapping.decimal) or ())]
    if not figures or len(lines_of(table, mapping)) < _FEWEST_BALANCES:
        return None
    return next((each for each in figures if balance_runs(table, mapping, each)), None)


def balance_runs(table: CsvTable, mapping: Mapping, column: int) -> int:
    """1 if each balance of the column follows from the one above it, -1 if from the one below,
    and 0 if it does not run, or runs both ways and so says nothing."""
    balances = table.amounts(column, mapping.decimal)
    if balances is None:
        return 0
    of: dict[str, list[tuple[int, int]]] = {}
    for row, key, _, minor in lines_of(table, mapping):
        if row not in table.pending:
            of.setdefault(key, []).append((balances[row] or 0, minor))
    steps = [step for rows in of.values() for step in pairwise(rows)]
    if len(steps) < _FEWEST_BALANCES - 1 or not any(minor for _, (_, minor) in steps):
        return 0
    down = all(after - before == minor for (before, _), (after, minor) in steps)
    up = all(before - after == minor for (before, minor), (after, _) in steps)
    return down - up


def _hinted(table: CsvTable) -> Mapping:
    """A mapping with what words in the header say of the columns that no figure depends on."""
    names = table.sheet.names

    def only(role: str) -> int | None:
        columns = role_columns(names, role)
        filled = [each for each in columns if all(table.sheet.columns[each])]
        return filled[0] if len(filled) == 1 else None

    account = only("account")
    section = column_of(names, SECTION)
    if account is None and section is not None and all(table.sheet.columns[section]):
        account = section
    # Dates, amounts and recipe are those that the caller tries.
    return Mapping(
        table.sheet.digest, ".", 0, "ymd", "signed", (), account=account, balance=only("balance")
    )


def _dates(table: CsvTable, wide: bool) -> Iterator[tuple[int, str]]:
    columns: Sequence[int] = table.sheet.days_in
    named = [each for each in role_columns(table.sheet.names, "date") if each in columns]
    if len(named) == 1:
        columns = named if not wide else (*named, *(each for each in columns if each not in named))
    for column in columns:
        for order in ORDERS:
            if table.days(column, order) is not None:
                yield column, order


def _recipes(
    table: CsvTable, mark: str, wide: bool
) -> Iterator[tuple[Recipe, tuple[int, ...], tuple[str, ...]]]:
    columns = range(len(table.sheet.columns) - 1)
    read = {column: table.amounts(column, mark) for column in columns}
    numbers = [
        column
        for column, amounts in read.items()
        if amounts is not None and any(amounts) and column not in table.sheet.days_in
    ][:_MOST_NUMBERS]
    if not wide:
        numbers = _money(table, numbers)
    for one, other in permutations(numbers, 2):
        for recipe in ("sides", "sum"):
            if _two_sides(table, (one, other), mark, recipe):
                yield recipe, (one, other), ()
    for column in numbers:
        amounts = read[column] or []
        if None in amounts:
            continue
        if min(each for each in amounts if each is not None) >= 0:
            for other in columns:
                words = set(table.sheet.columns[other])
                if len(words) == 2 and other != column and "" not in words:
                    for pair in permutations(sorted(words)):
                        yield "marked", (column, other), pair
        yield "signed", (column,), ()


def _money(table: CsvTable, numbers: list[int]) -> list[int]:
    names = table.sheet.names
    for roles in (("out", "in"), ("debit", "credit"), ("amount",)):
        columns = [at for role in roles for at in role_columns(names, role) if at in numbers]
        if len(columns) >= len(roles):
            return columns
    return numbers


def _signs(
    table: CsvTable, recipe: Recipe, columns: tuple[int, ...], wide: bool
) -> tuple[int, ...]:
    """Two sides are tried in both orders, and marks with both meanings, so with one sign."""
    if recipe in ("signed", "sum"):
        return (1, -1)
    if recipe == "sides" and not wide:
        names = table.sheet.names
        out, come = role_columns(names, "out"), role_columns(names, "in")
        if columns[0] in come or columns[1] in out:
            return ()
    return (1,)


def _two_sides(
    table: CsvTable, columns: tuple[int, ...], mark: str, recipe: Recipe, known: bool = False
) -> bool:
    """Whether each row has an amount in one of the columns only, of the signs the recipe needs;
    where the columns are ``known`` to be the two sides, one of them may be empty."""
    one, other = (table.amounts(column, mark) for column in columns)
    if one is None or other is None or not (known or (any(one) and any(other))):
        return False
    pairs = zip(one, other, strict=True)
    if any((a and b) or (a is None and b is None) for a, b in pairs):
        return False
    negative = [sum(1 for each in side if each and each < 0) for side in (one, other)]
    filled = [sum(1 for each in side if each) for side in (one, other)]
    turned = [2 * bad > all_ for bad, all_ in zip(negative, filled, strict=True)]
    return turned == ([False, False] if recipe == "sides" else [True, False])


def _with_text(table: CsvTable, mapping: Mapping) -> Mapping:
    taken = {mapping.date, *mapping.amount, mapping.account, mapping.balance, *table.sheet.days_in}
    text = [each for each in role_columns(table.sheet.names, "text") if each not in taken]
    if not text:
        rest = [at for at in range(len(table.words) - 1) if at not in taken]
        text = [max(rest, key=table.words.__getitem__)] if rest else []
    return replace(mapping, text=tuple(text))


def _plausible(table: CsvTable, mappings: list[Mapping]) -> list[Mapping]:
    """Without those under which the file spans decades where another reads a few months."""
    spans: dict[tuple[int, str], int] = {}
    for mapping in mappings:
        days = table.days(mapping.date, mapping.dates)
        if days:
            spans[mapping.date, mapping.dates] = (max(days) - min(days)).days
    shortest = min(spans.values(), default=0)
    return [
        mapping
        for mapping in mappings
        if (span := spans.get((mapping.date, mapping.dates), 0)) < _LONG_YEARS
        or shortest * 10 > span
    ]
