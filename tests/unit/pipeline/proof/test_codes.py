"""Which currency a row heads: few words that begin or end with one code, or a label's row."""

from __future__ import annotations

import pytest

from pipeline.proof.codes import codes_in, headed_codes, is_code, renamed
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
    assert headed_codes(row) == ({code} if code else set())


def test_a_code_stands_by_itself() -> None:
    assert codes_in("EUROPE, USD-GBP") == {"USD", "GBP"}
    assert is_code("EUR")
    assert not is_code("EURO")
    assert not is_code("EUR 5")


def test_an_old_code_is_the_one_of_today() -> None:
    assert (renamed("RMB"), renamed("EUR")) == ("CNY", "EUR")
    assert codes_in("RMB") == {"CNY"}
