"""Two years of three accounts: what the bank printed as PDFs, and what a person noted down as CSV.

The bank is right. The person made 22 slips, each of a kind that people make; `SLIPS` names them.
A month opens with what the one before closed with.
"""

import csv
from calendar import monthrange
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import accumulate
from pathlib import Path
from typing import Final

from tests.support.pdfs import typed

MONTHS: Final = 24
_YEAR: Final = 2024


@dataclass(frozen=True, slots=True)
class Row:
    """What was booked; minor units in the holder's sign."""

    day: date
    words: str
    amount: int


@dataclass(frozen=True, slots=True)
class Holding:
    """An account; ``rows`` are day of the month, words, and the first month's amount."""

    digits: str
    name: str
    kind: str
    title: str
    opening: int
    rows: Sequence[tuple[int, str, int]]


HOLDINGS: Final = (
    Holding(
        "4471", "Household", "checking", "Current account", 310_000,
        (
            (1, "City Homes rent", -95_000), (4, "Greengate Grocers", -8_437),
            (9, "Hollis Bakery", -1_264), (12, "Northern Energy", -7_315),
            (17, "Regal Cinema", -2_350), (20, "Transfer to savings", -20_000),
            (25, "Acme Ltd salary", 241_500), (27, "Orchard Pharmacy", -1_875),
        ),
    ),
    Holding(
        "9015", "Workshop", "checking", "Business account", 842_000,
        (
            (1, "Mill Lane rent", -61_000), (3, "Timber Yard", -23_418),
            (8, "Fuel Station", -6_122), (11, "Order J Smith", 58_260),
            (15, "Insurance direct debit", -4_990), (19, "Steel and Tools", -12_785),
            (24, "Order Parker Ltd", 97_340), (26, "Parcel Service", -2_139),
        ),
    ),
    Holding(
        "7788", "Rainy days", "savings", "Savings account", 1_250_000,
        ((20, "Transfer from current", 20_000), (28, "Interest", 1_043)),
    ),
)  # fmt: skip

#: What stays the same from month to month; all else changes a little.
_FIXED: Final = ("rent", "Transfer", "Insurance", "salary")


@dataclass(frozen=True, slots=True)
class Slip:
    """What a person noted down for the row of these words in the n-th month."""

    digits: str
    month: int
    words: str
    noted: Callable[[Row], Sequence[Row]]


def _nothing(_row: Row) -> Sequence[Row]:
    return ()


def _twice(row: Row) -> Sequence[Row]:
    return (row, row)


def _of(amount: int) -> Callable[[Row], Sequence[Row]]:
    """Another amount, by so much."""
    return lambda row: (replace(row, amount=row.amount + amount),)


def _transposed(row: Row) -> Sequence[Row]:
    """Its two digits before the point changed places."""
    sign, figure = (-1 if row.amount < 0 else 1), abs(row.amount)
    tens, units = figure // 1_000 % 10, figure // 100 % 10
    return (replace(row, amount=sign * (figure + 900 * (units - tens))),)


def _later(days: int) -> Callable[[Row], Sequence[Row]]:
    return lambda row: (replace(row, day=row.day + timedelta(days)),)


def _and(days: int, words: str, amount: int) -> Callable[[Row], Sequence[Row]]:
    """The row, and another one that the bank knows nothing of."""
    return lambda row: (row, Row(row.day + timedelta(days), words, amount))


SLIPS: Final = (
    Slip("4471", 1, "Hollis Bakery", _nothing),
    Slip("4471", 3, "Northern Energy", _of(1_000)),
    Slip("4471", 4, "City Homes rent", _later(-1)),  # noted on the evening before
    Slip("4471", 6, "Greengate Grocers", _transposed),
    Slip("4471", 8, "Regal Cinema", _twice),
    Slip("4471", 10, "Transfer to savings", _nothing),  # the savings account has its half
    Slip("4471", 13, "City Homes rent", _later(-2)),
    Slip("4471", 15, "Orchard Pharmacy", _later(-19)),
    Slip("4471", 18, "Hollis Bakery", _and(3, "Farm shop, paid in cash", -1_430)),
    Slip("4471", 21, "Regal Cinema", _nothing),
    Slip("9015", 0, "Fuel Station", _of(-300)),
    Slip("9015", 2, "Parcel Service", _nothing),
    Slip("9015", 5, "Mill Lane rent", _later(-1)),
    Slip("9015", 7, "Steel and Tools", _twice),
    Slip("9015", 9, "Order J Smith", _transposed),
    Slip("9015", 12, "Insurance direct debit", _nothing),  # one of two of this amount
    Slip("9015", 14, "Timber Yard", _later(17)),
    Slip("9015", 17, "Fuel Station", _and(1, "Fuel can, paid in cash", -2_500)),
    Slip("9015", 20, "Order Parker Ltd", _of(5_000)),
    Slip("9015", 22, "Parcel Service", _twice),
    Slip("7788", 11, "Interest", _nothing),
    Slip("7788", 19, "Interest", _of(-100)),
)


@dataclass(frozen=True, slots=True)
class TwoYears:
    """Folders with what the bank sent and with what a person noted, and where accounts ended."""

    statements: Path
    books: Path
    closing: Mapping[str, int]


def two_years(folder: Path) -> TwoYears:
    """Draw the statements and write the ledger's files."""
    made = TwoYears(folder / "statements", folder / "books", {})
    made.statements.mkdir(parents=True)
    made.books.mkdir()
    closing = {}
    for holding in HOLDINGS:
        balance = holding.opening
        for month in range(MONTHS):
            rows = printed(holding, month)
            file = made.statements / f"{holding.digits}-{first_of(month):%Y-%m}.pdf"
            file.write_bytes(page_of(holding, month, rows, balance))
            balance += sum(row.amount for row in rows)
        closing[holding.digits] = balance
    _write_books(made.books)
    return replace(made, closing=closing)


def first_of(month: int) -> date:
    """The first day of the n-th month."""
    return date(_YEAR + month // 12, month % 12 + 1, 1)


def printed(holding: Holding, month: int) -> list[Row]:
    """What the bank prints for the n-th month."""
    first = first_of(month)
    rows = [
        Row(first.replace(day=day), words, _amount(words, amount, month))
        for day, words, amount in holding.rows
    ]
    return [twin for row in rows for twin in _twins(row, month)]


def _amount(words: str, amount: int, month: int) -> int:
    if any(each in words for each in _FIXED):
        return amount
    return amount + (1 if amount > 0 else -1) * (month * 137 % 411)


def _twins(row: Row, month: int) -> Sequence[Row]:
    """In one month two insurances of one amount are taken on one day, which words cannot tell."""
    twin = month == 12 and row.words.startswith("Insurance")
    return (row, replace(row, words="Breakdown cover debit")) if twin else (row,)


def noted(holding: Holding, month: int) -> Iterator[Row]:
    """What the person noted down of it."""
    slips = {
        each.words: each for each in SLIPS if (each.digits, each.month) == (holding.digits, month)
    }
    for row in printed(holding, month):
        slip = slips.get(row.words)
        plain = row if not row.words.endswith("debit") else replace(row, words="Insurances")
        yield from slip.noted(plain) if slip else (plain,)


def _write_books(folder: Path) -> None:
    opened = first_of(0)
    _write(
        folder / "accounts.csv",
        ("name", "kind", "currency", "institution", "mask", "opening_balance", "opened_on"),
        (
            (
                each.name,
                each.kind,
                "GBP",
                "Northgate Bank",
                each.digits,
                _plain(each.opening),
                opened,
            )
            for each in HOLDINGS
        ),
    )
    _write(
        folder / "transactions.csv",
        ("account", "date", "amount", "description"),
        (
            (each.name, row.day, _plain(row.amount), row.words)
            for each in HOLDINGS
            for month in range(MONTHS)
            for row in noted(each, month)
        ),
    )


def _write(file: Path, head: Sequence[str], rows: Iterator[Sequence[object]]) -> None:
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(head)
        writer.writerows(rows)


def _plain(minor: int) -> str:
    return f"{'-' if minor < 0 else ''}{abs(minor) // 100}.{abs(minor) % 100:02d}"


def _figure(minor: int) -> str:
    return f"{minor // 100:,}.{minor % 100:02d}"


def page_of(holding: Holding, month: int, rows: Sequence[Row], opening: int) -> bytes:
    """The statement of the n-th month with these rows, as the bank sends it."""
    first = first_of(month)
    last = first.replace(day=monthrange(first.year, first.month)[1])
    closing = opening + sum(row.amount for row in rows)
    balances = accumulate((row.amount for row in rows), initial=opening)
    body = "\n".join(
        f"{row.day:%d/%m/%Y}   {row.words:<28}"
        f"{_figure(-row.amount) if row.amount < 0 else '':>12}"
        f"{_figure(row.amount) if row.amount > 0 else '':>14}"
        f"{_figure(balance):>14}"
        for row, balance in zip(rows, list(balances)[1:], strict=True)
    )
    return typed(
        f"Northgate Bank\n{holding.title}\nAccount number: **** {holding.digits}    Currency: GBP\n"
        f"Statement period {first:%d/%m/%Y} to {last:%d/%m/%Y}\n\n"
        f"Date         Description                    Money out      Money in       Balance\n"
        f"{'Opening balance':<67}{_figure(opening):>14}\n"
        f"{body}\n"
        f"{'Closing balance':<67}{_figure(closing):>14}"
    )
