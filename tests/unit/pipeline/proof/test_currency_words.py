"""A word of one entry's text, or of an advert, is no currency of the statement."""

from __future__ import annotations

import pytest

from tests.support.kernel import held

PAGE = """
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025
    {}

    Opening balance                                         100.00

    Date         Description                  Money out   Money in
    03/03/2025   Acme Ltd                                 2,000.00
    17/03/2025   {}900.00
    30/03/2025   {}5.00

    Closing balance                                       1,195.00
    """


def currency(above: str = "", first: str = "J Smith", second: str = "Corner shop") -> str | None:
    facts = held(PAGE.format(above, first.ljust(32), second.ljust(34))).printed().facts
    assert facts is not None
    return facts.currency


@pytest.mark.parametrize("word", ["PEN", "SAR", "TRY", "USD"])
def test_a_code_at_the_end_of_one_entrys_text_is_no_currency(word: str) -> None:
    assert currency(first=f"Fountain                    {word}") is None


def test_a_code_beside_one_entry_does_not_hide_what_the_page_says() -> None:
    first = "Change of cash              USD"
    assert currency("Currency: USD", first) == "USD"


@pytest.mark.parametrize(
    "line",
    [
        "Change your holiday currency USD",
        "Ask for our rupee cards",
        "We buy and sell dirhams",
    ],
)
def test_an_advert_is_no_label_of_the_currency(line: str) -> None:
    assert currency(line) is None
