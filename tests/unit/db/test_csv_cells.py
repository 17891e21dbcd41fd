import pytest

from db.formats.csv_files.cells import ORDERS, day_of, minor_of


@pytest.mark.parametrize(
    ("cell", "mark", "minor"),
    [
        ("1.234,56", ",", 123456),
        ("1 234,56", ",", 123456),
        ("1\u202f234,56 €", ",", 123456),
        ("1,23,456.78", ".", 12345678),
        ("1’234.50", ".", 123450),
        ("-42.000000000000", ".", -4200),
        ("(42.00)", ".", -4200),
        ("42,00-", ",", -4200),
        ("− 42.00", ".", -4200),
        ("-$1,042.00", ".", -104200),
        ("R$ 42,00", ",", 4200),
        ("42.00 DR", ".", -4200),
        ("42,00 H", ",", 4200),
        (".50", ".", 50),
        ("1.234", ",", 123400),
        ("1.234", ".", None),  # a third decimal that the currency does not have
        ("42.00", ",", None),  # no group of two digits
        ("12,34,567", ",", None),
        ("00042", ".", None),  # a number that counts
        ("(42.00", ".", None),
        ("-42.00-", ".", None),
        ("ref 12", ".", None),
        ("99999999999999999", ".", None),
    ],
)
def test_an_amount_is_read_under_its_decimal_mark_or_not_at_all(
    cell: str, mark: str, minor: int | None
) -> None:
    assert minor_of(cell, mark, 2) == minor


@pytest.mark.parametrize(
    ("cell", "days"),
    [
        ("2025-01-03T00:00:00+01:00", {"ymd": "2025-01-03"}),
        ("03/01/2025 10:22", {"dmy": "2025-01-03", "mdy": "2025-03-01"}),
        ("03.01.25", {"dmy": "2025-01-03", "mdy": "2025-03-01", "ymd": "2003-01-25"}),
        ("13/01/2025", {"dmy": "2025-01-13"}),
        ("20250103", {"ymd": "2025-01-03"}),
        ("3 Jan 2025", {"named": "2025-01-03"}),
        ("Jan 3, 2025", {"named": "2025-01-03"}),
        ("3. März 2025", {"named": "2025-03-03"}),
        ("30/02/2025", {}),
        ("20-20-15 55555555", {}),
        ("12.50", {}),
    ],
)
def test_a_day_is_read_in_each_order_that_it_allows(cell: str, days: dict[str, str]) -> None:
    read = {order: day_of(cell, order) for order in ORDERS}

    assert {order: str(day) for order, day in read.items() if day} == days
