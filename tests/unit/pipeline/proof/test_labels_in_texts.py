"""A payee may be called what a balance is called; only the balance beside the row tells so."""

from __future__ import annotations

from tests.support.kernel import fails, held

PAYEES = held("""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                              100.00

    Date         Description           Money out   Money in     Balance
    01/03/2025   Acme Ltd                          2,000.00    2,100.00
    17/03/2025   New Balance Shoes        950.00               1,150.00
    31/03/2025   Corner shop                5.00               1,145.00

    Closing balance                                            1,145.00
    """)


def test_a_label_within_an_entrys_text_names_no_balance() -> None:
    assert fails(PAYEES.printed()) == []


def test_a_label_alone_in_its_cell_does() -> None:
    proof = PAYEES.prove(PAYEES.texts[0].replace("Shoes ", "12345 "))
    assert "no_contradiction" in fails(proof)


def test_without_a_balance_beside_the_row_it_may_name_one() -> None:
    text = PAYEES.texts[0].replace("950.00               1,150.00", "950.00               1,151.00")
    assert "no_contradiction" in fails(PAYEES.prove(text))
