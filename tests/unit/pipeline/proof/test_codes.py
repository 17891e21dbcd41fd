"""Which currency a row heads: few words that begin or end with one code, or a label's row."""

from __future__ import annotations

import pytest

from pipeline.proof.codes import codes_in, headed_code, is_code, renamed
from tests.support.typewritten import rows


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("EUR account", "EUR"),
        ("Account in USD", "USD"),
        ("MONEDA NACIONAL (MXN)", "MXN"),
        ("Your account in USD", "USD"),
        ("Send your friends money in USD", None),
        ("Pay USD to friends", None),
        ("EUR 5.00", None),
        ("EUR 01/03/2025", None),
        ("EUR or USD", None),
        ("Currency: EUR", "EUR"),
        ("Currency of the account is the EUR here", "EUR"),
        ("Opening balance in EUR of the account 5.00", "EUR"),
        ("Closing balance EUR 5.00", "EUR"),
        ("Total paid in EUR of the account 5.00", None),
        ("Account", None),
    ],
)
def test_a_heading_names_one_currency(line: str, code: str | None) -> None:
    (row,) = rows(line)
    found = headed_code(row)
    assert (found and found[0]) == code


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("EUR account", "USD Account", True),
        ("EUR account", "Pay in USD", False),
        ("EUR", "USD", True),
        ("MONEDA NACIONAL (MXN)", "DÓLARES (USD)", True),
        ("MONEDA NACIONAL (MXN)", "DÓLARES [USD]", True),
        ("Currency: EUR", "Currency: USD", True),
        ("Currency: EUR", "USD account", False),
        ("Opening balance EUR 5.00", "Opening balance USD 6.00", True),
        ("Opening balance EUR 5.00", "Closing balance USD 6.00", False),
    ],
)
def test_two_headings_may_name_their_currencies_in_the_same_way(
    one: str, two: str, same: bool
) -> None:
    ways = [head[1] for row in rows(f"{one}\n{two}") if (head := headed_code(row))]
    assert len(ways) == 2
    assert (ways[0] == ways[1]) is same


def test_a_code_stands_by_itself() -> None:
    assert codes_in("EUROPE, USD-GBP") == {"USD", "GBP"}
    assert is_code("EUR")
    assert not is_code("EURO")
    assert not is_code("EUR 5")


def test_an_old_code_is_the_one_of_today() -> None:
    assert (renamed("RMB"), renamed("EUR")) == ("CNY", "EUR")
    assert codes_in("RMB") == {"CNY"}
