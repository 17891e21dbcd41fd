"""A printed figure that speaks of the sums agrees with the rows, or the page proves nothing."""

from __future__ import annotations

import pytest

from tests.support.kernel import fails, held, lacks

PAGE = held("""
    Northgate Bank
    Current account statement
    Account number ****1234
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                              100.00

    Date         Description           Money out   Money in     Balance
    01/03/2025   Acme Ltd                          2,000.00    2,100.00
    17/03/2025   J Smith                  950.00               1,150.00
    18/03/2025   J Smith                    0.00               1,150.00
    31/03/2025   Corner shop                5.00               1,145.00

    Closing balance                                            1,145.00

    """)

AGREE = [
    "Opening balance 100.00",
    "Closing balance 1,145.00",
    "New balance 1,145.00",
    "Total paid in 2,000.00",
    "Total paid out 955.00",
    "Total paid out -955.00",
    "Total 1,045.00",
    "Opening balance 7.00 100.00",
    "Opening balance 1,577",
    "Deposits 1,577",
    "Total amount due 77.00",
    "Withdrawals 955.00",
    "Withdrawals 950.00",
    "Withdrawals 2,000.00",
    "Deposits 955.00",
    "Deposits 1500",
    "Deposits 2,000.00",
    "Deposits 1,500.00 and so on and so forth in a longer sentence",
    "Closing balance: see overleaf",
    "Closing balance 77.00 is what some of our other clients have had",
    "Closing balance 1,1?5.00 is what some of our other clients have had",
    "Closing balance as of yesterday 1,1?5.00",
    "Closing balance 31/03/2025 1,1?5.00",
    "No.1?345x closing balance as they are",
    "Your closing balance of the statement to come may be 77.00",
    "Your closing balance of the coming statement is of interest to 1?45",
]
DIFFER = [
    "Opening balance 100.01",
    "Closing balance 1,145.01",
    "Closing balance 100.00",
    "New balance 1,146.00",
    "Total paid in 2,001.00",
    "Total paid in 955.00",
    "Total paid out 956.00",
    "Total paid out 2,000.00",
    "Total paid in 1,045.00",  # what both sides come to is neither's total
    "Total debits 1,045.00",
    "Withdrawals 954.00",
    "Deposits 2,001.00",
    "Deposits 0.00",
    "2,000.00 Total paid in 955.00",
    "Deposits EUR 1500",
    "Opening balance 1?0.00",
    "Endsaldo 1,1?5.00 EUR",
    "Total paid out 9?5.00",
    "Closing balance 1,1?5.00",
    "Closing balance as of 1,1?5.00",
    "Closing balance of 1,1?5.00",
    "Total paid in 2,0?0.00",
]


@pytest.mark.parametrize("line", AGREE)
def test_a_figure_that_agrees_or_is_none_is_no_contradiction(line: str) -> None:
    proof = PAGE.with_lines(line)
    assert fails(proof) == []
    assert proof.proven


@pytest.mark.parametrize("line", DIFFER)
def test_a_figure_that_differs_contradicts(line: str) -> None:
    assert fails(PAGE.with_lines(line)) == ["no_contradiction"]


@pytest.mark.parametrize(
    ("lines", "agree"),
    [
        (("Withdrawals 950.00", "Other debits 5.00"), True),
        (("Withdrawals 950.00", "Other debits 4.00"), False),
        (("Withdrawals 955.00", "Other debits 955.00"), True),
        (("Withdrawals 0.00", "Other debits 955.00"), True),
        (("Withdrawals 955.00", "Purchases 950.00", "Other debits 0.00"), True),
        (("Withdrawals 477.50", "Other debits 477.50"), True),
        (
            (
                "Withdrawals 900.00",
                "Other debits 55.00",
                "Withdrawals 900.00",
                "Other debits 55.00",
            ),
            True,
        ),
    ],
)
def test_the_parts_of_a_summary_come_to_their_side(lines: tuple[str, ...], agree: bool) -> None:
    assert fails(PAGE.with_lines(*lines)) == ([] if agree else ["no_contradiction"])


def test_a_card_may_call_what_it_is_paid_by_either_side() -> None:
    card = held("""
        Northgate Bank
        Credit card statement
        Statement period 01/03/2025 to 31/03/2025

        Previous balance                                  100.00

        Date         Description                          Amount
        01/03/2025   Corner shop                           20.00
        17/03/2025   Payment received                     -50.00
        31/03/2025   Corner shop                            5.00

        New balance                                        75.00
        """)
    assert lacks(card.printed()) == ["complete", "currency"]
    for line in ("Total credits 50.00", "Total credits 25.00", "Total debits 50.00"):
        assert fails(card.with_lines("", line)) == []
    assert fails(card.with_lines("", "Total debits 30.00")) == ["no_contradiction"]
    assert fails(card.with_lines("", "Purchases 25.00")) == []
    for line in ("Purchases 50.00", "Purchases 20.00"):
        assert fails(card.with_lines("", line)) == ["no_contradiction"]


def test_a_part_of_nought_is_none_of_a_side_that_has_rows() -> None:
    page = held("""
        Northgate Bank
        Current account statement
        Statement period 01/03/2025 to 31/03/2025

        Opening balance                                  100.00

        Date         Description           Money out   Money in
        01/03/2025   Acme Ltd                5.00
        31/03/2025   Corner shop             5.00

        Closing balance                                   90.00
        """)
    assert fails(page.with_lines("Deposits 0.00")) == []
    assert fails(page.with_lines("Withdrawals 0.00")) == ["no_contradiction"]


YEN = held("""
    Northgate Bank
    Current account statement
    Currency JPY
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                  100

    Date         Description           Money out   Money in
    01/03/2025   Acme Ltd                          2,000
    31/03/2025   Corner shop             955

    Closing balance                                1,145
    """)


def test_where_money_has_no_minor_digits_plain_numbers_are_money() -> None:
    assert fails(YEN.with_lines("Total paid out 955", "Deposits 2000")) == []
    assert "no_contradiction" in fails(YEN.with_lines("Total paid out 956"))
    assert "no_contradiction" in fails(YEN.with_lines("Deposits 2001"))


def test_rows_of_another_list_contradict_nothing() -> None:
    proof = PAGE.with_lines("", "Pending transactions", "Closing balance 7.00", "Deposits 3.00")
    assert fails(proof) == []


BETWEEN = held("""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                              100.00

    Date         Description           Money out   Money in     Balance
    01/03/2025   Acme Ltd                          2,000.00    2,100.00
    Carried over                                               2,100.00
    15/03/2025   Acme Ltd                              1.00    2,101.00
    Balance on                                                 2,101.00
    16/03/2025   J Smith                    1.00               2,100.00
    16/03/2025   Balance on                                    2,100.00
    17/03/2025   J Smith                  950.00               1,150.00
    What we have all carried over to you by now                1,150.00
    31/03/2025   Corner shop                5.00               1,145.00

    Closing balance                                            1,145.00
    Carried over                                               1,145.00
    """)


LONG = "What we have all carried over to you by now                "
BOTH = "16/03/2025   Balance on                                    "


@pytest.mark.parametrize(
    ("row", "printed"),
    [
        ("Carried over", "Carried over    2,101.00"),
        ("Carried over", "Carried over 2,101.00 2,102.00"),
        ("Balance on", "Balance on                                                 2,100.00"),
        ("What we have all", f"{LONG}1,151.00"),
        ("What we have all", LONG.replace("carried over", "a balance on") + "1,151.00"),
    ],
)
def test_a_balance_between_the_entries_is_the_one_they_lead_to(row: str, printed: str) -> None:
    assert fails(BETWEEN.with_row("What we have all", f"{LONG}1,150.00")) == []
    assert "no_contradiction" in fails(BETWEEN.with_row(row, printed))


@pytest.mark.parametrize(
    ("row", "printed"),
    [
        ("What we have all", "What we have said that is carried over  1,151.00"),
        ("What we have all", LONG.replace("you by", "6.00 by") + "1,151.00"),
        ("What we have all", LONG.replace("What we", "Of 6.00") + "1,151.00"),
        (
            "What we have all",
            LONG.replace("have all carried", "said is closing balance") + "1,151.00",
        ),
        ("What we have all", "Deposits  3.00"),
        ("What we have all", "Total paid in 2,0?0.00"),
        ("What we have all", LONG.replace("by now", "1 May ") + "1,151.00"),
        ("What we have all", LONG.replace("carried over", "said of this") + "1,151.00"),
        ("16/03/2025   Balance", f"{BOTH}2,101.00"),
    ],
)
def test_in_passing_beside_other_figures_or_of_a_day_it_is_no_such_balance(
    row: str, printed: str
) -> None:
    assert "no_contradiction" not in fails(BETWEEN.with_row(row, printed))


def test_behind_the_entries_any_balance_may_be_carried_over() -> None:
    text = BETWEEN.texts[0].rsplit("Carried over", 1)
    assert "no_contradiction" not in fails(BETWEEN.prove(f"{text[0]}Carried over  7.00"))


def test_the_last_entry_is_no_part_of_a_summary() -> None:
    page = held("""
        Northgate Bank
        Current account statement
        Statement period 01/03/2025 to 31/03/2025

        Opening balance                                  100.00

        Date         Description           Money out   Money in
        01/03/2025   Acme Ltd                5.00
        17/03/2025   Acme Ltd                5.00
                     Acme Ltd                5.00
                     Withdrawals             9.00

        Closing balance                                   76.00
        """)
    assert fails(page.with_lines("", "Withdrawals 24.00")) == []
    assert fails(page.with_lines("", "Withdrawals 9.00")) == ["no_contradiction"]


@pytest.mark.parametrize(("total", "agrees"), [("15.00", True), ("0.00", False)])
def test_a_total_of_nought_is_none_of_a_side_that_each_entry_is_of(
    total: str, agrees: bool
) -> None:
    page = held("""
        Northgate Bank
        Current account statement
        Statement period 01/03/2025 to 31/03/2025

        Opening balance                                  100.00

        Date         Description           Money out   Money in
        01/03/2025   Acme Ltd                5.00
        17/03/2025   Acme Ltd               10.00

        Closing balance                                   85.00
        """)
    assert fails(page.with_lines("", f"Total debits {total}")) == (
        [] if agrees else ["no_contradiction"]
    )


@pytest.mark.parametrize("label", ["a closing balance", "an opening balance", "total paid in"])
def test_alone_in_the_column_of_balances_a_label_within_a_sentence_names_none(label: str) -> None:
    sentence = f"What we have said of {label} of yours to you"
    row = f"{sentence:59}1,151.00"
    assert "no_contradiction" not in fails(BETWEEN.with_row("What we have all", row))
    carried = f"{'What we have all carried over to you by now':59}1,151.00"
    assert "no_contradiction" in fails(BETWEEN.with_row("What we have all", carried))


def test_a_nought_is_no_part_of_a_cards_headings_that_could_differ() -> None:
    card = held("""
        Northgate Bank
        Credit card statement
        Statement period 01/03/2025 to 31/03/2025

        Previous balance                                  100.00

        Date         Description                          Amount
        Purchases
        01/03/2025   Corner shop                           20.00
        Withdrawals
        31/03/2025   Corner shop                            5.00

        New balance                                       125.00
        """)
    parts = ("Purchases 20.00", "Withdrawals 5.00", "Purchases 25.00")
    assert fails(card.with_lines("", *parts, "Other debits 0.00")) == []
    assert fails(card.with_lines("", *parts, "Other debits 1.00")) == ["no_contradiction"]
