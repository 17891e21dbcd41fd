"""Which way the money goes is what the page says of it: by column, sign, mark, word or heading."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.proof.errors import WitnessRefused
from pipeline.proof.page import PageProof
from pipeline.proof.witness import Side, Signs, Witness
from tests.support.kernel import Held, fails, held, lacks
from tests.support.typewritten import faults, only, read


def amounts(proof: PageProof) -> list[int]:
    assert proof.proven, {c.name: c.detail for c in proof.checks}
    return [row.amount for row in proof.rows]


COLUMNS = held("""
    Northgate Bank
    Statement of the account
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                              100.00

    Date         Description           Money out   Money in     Balance
    01/03/2025   Acme Ltd                          2,000.00    2,100.00
    17/03/2025   J Smith                  950.00               1,150.00
    31/03/2025   Corner shop                5.00               1,145.00

    Closing balance                                            1,145.00
    """)


def test_columns_that_a_header_names_tell() -> None:
    assert amounts(COLUMNS.printed()) == [200_000, -95_000, -500]
    assert COLUMNS.witness.convention.signs is Signs.COLUMNS
    said = ("Statement of the account", "Statement of loan account")
    nameless = ("Money out   Money in ", "Here there   And there")
    assert "signs" not in fails(COLUMNS.printed(nameless))
    assert "signs" in fails(COLUMNS.printed(nameless, said))
    turned = COLUMNS.printed(("Money out   Money in ", "Money in   Money out "))
    assert "signs" in fails(turned)
    balance = COLUMNS.printed(("Money in     Balance", "Balance    Money in "))
    assert "signs" in fails(balance)


def test_a_minus_in_a_column_of_plain_figures_turns_it() -> None:
    proof = COLUMNS.printed(
        ("  5.00               1,145.00", " -5.00               1,155.00"),
        ("Closing balance                                            1,145.00",
         "Closing balance                                            1,155.00"),
    )  # fmt: skip
    assert amounts(proof) == [200_000, -95_000, 500]
    all_signed = COLUMNS.printed((" 950.00", "-950.00"), ("  5.00 ", " -5.00 "))
    assert amounts(all_signed) == [200_000, -95_000, -500]


REVERSED = held("""
    Northgate Bank
    Statement of the account
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                            2,100.00

    Date         Description           Money out   Money in     Balance
    03/03/2025   J Smith                 -950.00               1,150.00
    17/03/2025   City Lane                -50.00               1,100.00
    31/03/2025   Corner shop                5.00               1,105.00

    Closing balance                                            1,105.00
    """)


def test_a_plain_figure_in_a_column_of_minuses_is_turned_as_well() -> None:
    assert amounts(REVERSED.printed()) == [-95_000, -5_000, 500]
    as_the_others = REVERSED.printed((" 5.00 ", "-5.00 "))
    assert {"sums", "balances"} <= set(fails(as_the_others))


PRINTED = held("""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                              100.00

    Date         Description              Amount         Balance
    01/03/2025   Acme Ltd               2,000.00        2,100.00
    17/03/2025   J Smith                 -950.00        1,150.00
    31/03/2025   Corner shop               -5.00        1,145.00

    Closing balance                                            1,145.00
    """)


def test_a_printed_minus_is_out_of_an_account_and_a_payment_of_a_debt() -> None:
    assert amounts(PRINTED.printed()) == [200_000, -95_000, -500]
    card = PRINTED.printed(("Current account statement", "Credit card statement"))
    assert fails(card) == ["signs"]
    base = PRINTED.witness.convention

    def owed(witness: Witness) -> Witness:
        return replace(witness, convention=replace(base, base=-1, balance_base=-1))

    text = PRINTED.texts[0].replace("Current account", "Credit card    ")
    assert amounts(PRINTED.prove(text, change=owed)) == [-200_000, 95_000, 500]
    assert fails(PRINTED.prove(PRINTED.texts[0], change=owed)) == ["signs"]


def test_without_a_word_of_the_kind_a_minus_is_out_only_if_no_word_speaks_of_a_debt() -> None:
    silent = ("Current account statement", "Northgate account statement")
    assert amounts(PRINTED.printed(silent)) == [200_000, -95_000, -500]
    speaks = "Ask us about a credit card or a loan today."
    text = PRINTED.texts[0].replace(*silent)
    proof = PRINTED.prove(f"{text}\n    {speaks}")
    assert (fails(proof), "signs" in lacks(proof)) == ([], True)


def test_without_a_word_of_the_kind_no_entry_may_call_a_minus_money_in() -> None:
    silent = ("Current account statement", "Northgate account statement")
    owed = PRINTED.printed(silent, ("J Smith", "Tax refund"))
    assert (fails(owed), "signs" in lacks(owed)) == ([], True)
    assert PRINTED.printed(silent, ("J Smith", "Tax refund"), ("Acme Ltd", "Acme salary")).proven


EVEN = held("""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                               50.00

    Date         Description              Amount
    01/03/2025   Plan B                   -30.00
    17/03/2025   Vitamin D                 30.00
    18/03/2025   Bakery                    -3.00
    31/03/2025   Corner shop               -5.00

    Closing balance                                               42.00
    """)


def _signed(witness: Witness, signs: Signs, base: int = 1, sides: str = "") -> Witness:
    """The witness with another source of the signs, and with other sides in order."""
    convention = replace(witness.convention, signs=signs, base=base)
    named = {"d": Side.DEBIT, "c": Side.CREDIT}
    rows = [replace(row, side=named[side]) for row, side in zip(witness.rows, sides, strict=False)]
    return replace(witness, convention=convention, rows=(*rows, *witness.rows[len(rows) :]))


def test_amounts_above_each_other_are_no_columns_for_out_and_in() -> None:
    assert amounts(EVEN.printed()) == [-3_000, 3_000, -300, -500]
    turned = EVEN.prove(*EVEN.texts, change=lambda w: _signed(w, Signs.COLUMNS, sides="cddd"))
    assert "signs" in fails(turned)


def test_a_word_such_as_b_turns_no_minus() -> None:
    def turned(witness: Witness) -> Witness:
        rows = list(witness.rows)
        for place in (0, 1):  # the "B" of "Plan B", the "D" of "Vitamin D"
            (text,) = rows[place].text
            first, last = (replace(text, words=(word,)) for word in text.words)
            rows[place] = replace(rows[place], text=(first,), direction=last)
        return _signed(replace(witness, rows=tuple(rows)), Signs.DIRECTION)

    assert fails(EVEN.prove(*EVEN.texts, change=turned)) == ["signs"]


def test_a_minus_is_money_out_of_an_account_or_says_nothing() -> None:
    rising = EVEN.texts[0].replace("42.00", "58.00")
    turned = EVEN.prove(rising, change=lambda w: _signed(w, Signs.PRINTED, -1))
    assert fails(turned) == ["signs"]
    falling = (
        EVEN.texts[0]
        .replace(" 30.00", "+30.00")
        .replace("Vitamin D ", "Vitamin D")
        .replace("-30.00", " 30.00")
    )
    plus = EVEN.prove(falling, change=lambda w: _signed(w, Signs.PLUS))
    assert fails(plus) == ["signs"]


MARKED = held("""
    Northgate Bank
    Statement of the account
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                        100.00 CR

    Date         Description              Amount         Balance
    01/03/2025   Acme Ltd               2,000.00 CR     2,100.00 CR
    17/03/2025   J Smith                2,150.00 DR        50.00 DR
    31/03/2025   Corner shop                5.00 DR        55.00 DR

    Closing balance                                         55.00 DR
    """)


def test_marks_tell_for_amounts_and_balances() -> None:
    proof = MARKED.printed()
    assert amounts(proof) == [200_000, -215_000, -500]
    assert [row.balance for row in proof.rows] == [210_000, -5_000, -5_500]
    assert proof.facts is not None
    assert (proof.facts.opening, proof.facts.closing) == (10_000, -5_500)
    assert "sums" in fails(MARKED.printed(("55.00 DR\n    ", "55.00 CR\n    ")))


def test_marks_say_the_way_whatever_columns_a_witness_sees() -> None:
    turned = MARKED.prove(*MARKED.texts, change=lambda w: _signed(w, Signs.COLUMNS, sides="dcc"))
    assert "signs" in fails(turned)


PLUS = held("""
    Northgate Bank
    Statement of the account
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                        100.00

    Date         Description              Amount         Balance
    01/03/2025   Acme Ltd              +2,000.00        2,100.00
    17/03/2025   J Smith                  950.00        1,150.00
    31/03/2025   Corner shop                5.00        1,145.00

    Closing balance                                     1,145.00
    """)


def test_where_a_plus_marks_money_in_a_plain_figure_is_out() -> None:
    assert PLUS.witness.convention.signs is Signs.PLUS
    assert amounts(PLUS.printed()) == [200_000, -95_000, -500]
    plain = PLUS.printed(("+2,000.00", "2,000.00"))
    assert "sums" in fails(plain)


HEADED = held("""
    Northgate Bank
    Statement of the account
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                        100.00

    Date         Description              Amount

    Deposits
    01/03/2025   Acme Ltd               2,000.00
    02/03/2025   Acme Ltd                   1.00

    Withdrawals
    17/03/2025   J Smith                  950.00
    31/03/2025   Corner shop                5.00

    Closing balance                                     1,146.00
    """)


def test_headings_tell_the_way_of_the_rows_below() -> None:
    assert HEADED.witness.convention.signs is Signs.SECTION
    assert amounts(HEADED.printed()) == [200_000, 100, -95_000, -500]
    assert "sums" in fails(HEADED.printed(("Withdrawals", "Deposits")))
    contrary = HEADED.printed(("  5.00", " -5.00"), ("1,146.00", "1,156.00"))
    assert amounts(contrary) == [200_000, 100, -95_000, 500]
    signed = HEADED.printed((" 950.00", "-950.00"), ("  5.00", " -5.00"))
    assert amounts(signed) == [200_000, 100, -95_000, -500]


BESIDE = held("""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                              100.00

    Date         Description              Amount         Balance
    01/03/2025   Acme Ltd               2,000.00        2,100.00
    17/03/2025   J Smith                  950.00        1,150.00
    31/03/2025   Corner shop                5.00        1,145.00

    Closing balance                                            1,145.00
    """)


def test_plain_amounts_take_the_way_from_one_balance_to_the_next() -> None:
    assert BESIDE.witness.convention.signs is Signs.BALANCE
    assert amounts(BESIDE.printed()) == [200_000, -95_000, -500]
    assert "balances" in fails(BESIDE.printed(("1,150.00", "1,151.00")))
    card = BESIDE.printed(("Current account statement", "Credit card statement"))
    assert fails(card) == ["signs"]


def test_no_plain_amount_takes_its_way_from_the_balance_of_another_row() -> None:
    page = BESIDE.texts[0].replace("950.00", " 30.00").replace("  5.00", " 30.00")
    each = page.replace("1,150.00", "2,130.00").replace("1,145.00", "2,100.00")
    assert amounts(BESIDE.prove(each)) == [200_000, 3_000, -3_000]
    last_of_the_day = each.replace("        2,130.00", "")
    assert "signs" in faults(only(read(last_of_the_day)))


def test_of_amounts_beside_balances_those_with_a_minus_go_one_way() -> None:
    one = BESIDE.printed(("  950.00", " -950.00"), (" 5.00 ", "-5.00 "))
    assert amounts(one) == [200_000, -95_000, -500]
    assert fails(BESIDE.printed(("  950.00", " -950.00"))) == ["signs"]


NEWEST = held("""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Closing balance                                            1,145.00

    Date         Description              Amount         Balance
    31/03/2025   Corner shop               -5.00        1,145.00
    17/03/2025   J Smith                 -950.00        1,150.00
    01/03/2025   Acme Ltd               2,000.00        2,100.00

    Opening balance                                              100.00
    """)


def test_rows_may_be_printed_last_to_first() -> None:
    assert NEWEST.witness.convention.newest_first
    assert amounts(NEWEST.printed()) == [-500, -95_000, 200_000]
    assert "balances" in fails(NEWEST.printed(("1,150.00", "1,151.00")))
    base = NEWEST.witness.convention

    def other_way(witness: Witness) -> Witness:
        return replace(witness, convention=replace(base, newest_first=False))

    assert "balances" in fails(NEWEST.prove(NEWEST.texts[0], change=other_way))


@pytest.mark.parametrize(
    ("page", "turned"),
    [(COLUMNS, Side.DEBIT), (COLUMNS, Side.CREDIT), (COLUMNS, Side.AMOUNT), (PRINTED, Side.DEBIT),
     (BESIDE, Side.CREDIT), (MARKED, Side.DEBIT), (MARKED, Side.CREDIT)],
)  # fmt: skip
def test_a_witness_that_names_another_side_proves_no_other_amounts(
    page: Held, turned: Side
) -> None:
    def change(witness: Witness) -> Witness:
        return replace(witness, rows=tuple(replace(row, side=turned) for row in witness.rows))

    try:
        proof = page.prove(*page.texts, change=change)
    except WitnessRefused:
        return
    right = [row.amount for row in page.printed().rows]
    assert [row.amount for row in proof.rows] in ([], right)


SPOKEN = """
    Northgate Bank
    Statement of the account
    Statement period 01/03/2025 to 31/03/2025
    Ask us about a credit card today.

    Opening balance                                        100.00

    Date         Description              Amount
    01/03/2025   Salary                 2,000.00
    17/03/2025   {:<15}         -950.00
    31/03/2025   {:<15}           -5.00

    Closing balance                                     1,145.00
    """


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        (("Card purchase", "Cash withdrawal"), False),
        (("Card purchase", "Corner shop"), True),
        (("Card purchase", "Cash deposit"), True),
    ],
)
def test_three_rows_words_tell_the_way_if_none_denies_it(
    words: tuple[str, str], missing: bool
) -> None:
    statement = held(SPOKEN.format("Card purchase", "Cash withdrawal"))
    proof = statement.prove(SPOKEN.format(*words))
    assert ("signs" in lacks(proof)) is missing
    assert fails(proof) == []
