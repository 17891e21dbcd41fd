"""A figure on a page without entries is of a table where it stands under a header's money."""

from __future__ import annotations

import pytest

from tests.support.kernel import fails, held

LIST = held("""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                  100.00

    Date         Description              Amount
    01/03/2025   Acme Ltd                 -20.00
    17/03/2025   Corner shop               -5.00

    Closing balance                                   75.00
    """)
HEADER = "Date         Description              Amount"
SIDES = "Date         Description              Debit          Credit"
UNDER = "             Gym                      -30.00"
LEFT = "             30.00 Gym"
RIGHT = "             Gym                                     30.00"


@pytest.mark.parametrize(
    ("pages", "passed_over"),
    [
        ((f"{HEADER}\n{UNDER}",), True),
        ((f"{HEADER}\n{LEFT}",), False),
        ((f"{HEADER}\n{RIGHT}",), False),
        ((f"{SIDES}\n{UNDER}",), True),
        ((f"{SIDES}\n{RIGHT}",), True),
        ((f"{UNDER}\n{HEADER}",), False),
        ((HEADER.replace("Date", "Item") + f"\n{UNDER}",), False),
        ((HEADER, UNDER), False),
        ((f"{HEADER}\n\n{SIDES}\n{RIGHT}",), True),
        ((f"{SIDES}\n\n{HEADER}\n{RIGHT}",), False),
        ((UNDER,), False),
    ],
)
def test_a_figure_under_a_header_of_a_page_without_entries(
    pages: tuple[str, ...], passed_over: bool
) -> None:
    proof = LIST.prove(*LIST.texts, *pages)
    assert fails(proof) == (["nothing_passed_over"] if passed_over else [])
