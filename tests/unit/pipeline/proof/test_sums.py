"""Both balances are printed beside a label of their own, and the rows join them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.proof.sums import Sums
from pipeline.proof.witness import Witness
from tests.support.kernel import fails, held

TEXT = """
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                        100.00

    Date         Description              Amount         Balance
    01/03/2025   Acme Ltd               2,000.00        2,100.00
    17/03/2025   J Smith                 -950.00        1,150.00
    31/03/2025   Corner shop               -5.00        1,145.00

    Closing balance                                     1,145.00
    """
PAGE = held(TEXT)


def test_what_came_and_what_went() -> None:
    sums = Sums(0, 0, (5, -3, 0, 1, -1), (None,) * 5, ())
    assert (sums.came, sums.went) == (6, 4)


@pytest.mark.parametrize(
    ("label", "opens", "closes"),
    [
        ("Opening balance", True, False),
        ("Closing balance", False, True),
        ("Amount held", False, False),
        ("Balance on", True, True),
        ("Total paid", False, True),  # a total row may print the balance that the columns lead to
    ],
)
def test_labels_of_an_opening_and_of_a_closing_balance(
    label: str, opens: bool, closes: bool
) -> None:
    assert PAGE.printed(("Opening balance", label)).proven is opens
    assert PAGE.printed(("Closing balance", label)).proven is closes


APART = held("""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Balance                                                100.00

    Date         Description              Amount
    17/03/2025   J Smith                  -20.00
    31/03/2025   Corner shop               -5.00

    Balance                                                 75.00
    """)


def test_days_say_which_of_two_balances_is_the_opening() -> None:
    """Read from below, plain amounts out of an account would be money that comes in."""
    (text,) = APART.texts
    plain = text.replace("-20.00", " 20.00").replace("-5.00", " 5.00")

    def read_up(witness: Witness) -> Witness:
        convention = replace(witness.convention, newest_first=True)
        return replace(
            witness, convention=convention, opening=witness.closing, closing=witness.opening
        )

    assert fails(APART.prove(plain, change=read_up)) == ["opening", "closing"]
    newest = plain.replace("17/03", "18/03").replace("31/03/2025   C", "17/03/2025   C")
    assert fails(APART.prove(newest, change=read_up)) == []


def test_the_rows_lead_from_the_opening_to_the_closing_balance() -> None:
    assert fails(PAGE.printed()) == []
    assert "sums" in fails(PAGE.printed(("  100.00", "  100.01")))
    assert "sums" in fails(PAGE.printed(("-950.00", "-951.00")))
    assert fails(PAGE.printed(("1,150.00", "1,150.01"))) == ["balances"]


def test_the_fault_names_the_row_and_its_page() -> None:
    proof = PAGE.printed(("1,150.00", "1,150.01"))
    (check,) = (each for each in proof.checks if each.name == "balances")
    assert check.detail == "row 2 on page 1"
