"""Totals under the columns for money out and money in are those of the rows."""

from __future__ import annotations

import pytest

from tests.support.kernel import fails, held

COLUMNS = held("""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                              100.00

    Date         Description           Money out   Money in     Balance
    01/03/2025   Acme Ltd                          2,000.00    2,100.00
    17/03/2025   J Smith                  950.00               1,150.00
    31/03/2025   Corner shop                5.00               1,145.00

    Total                                 955.00   2,000.00    1,145.00
    Closing balance                                            1,145.00
    """)


def test_totals_under_the_columns_are_the_columns() -> None:
    assert fails(COLUMNS.printed()) == []
    for change in (("955.00   2,0", "954.00   2,0"), ("2,000.00    1,145", "2,001.00    1,145")):
        assert "no_contradiction" in fails(COLUMNS.printed(change))
    swapped = COLUMNS.printed(("  955.00   2,000.00", "2,000.00     955.00"))
    assert "no_contradiction" in fails(swapped)


def test_totals_of_a_part_of_the_rows_are_no_contradiction() -> None:
    proof = COLUMNS.printed(("955.00   2,000.00    1,145.00", "950.00   2,000.00    1,145.00"))
    assert "no_contradiction" not in fails(proof)
    proof = COLUMNS.printed(("955.00   2,000.00    1,145.00", "955.00       0.00    1,145.00"))
    assert "no_contradiction" in fails(proof)


@pytest.mark.parametrize(
    ("row", "agrees"),
    [
        ("Total                                 955.00   2,000.00", True),
        ("Total                                 954.00   2,000.00", False),
        ("Total                                   0.00   2,000.00", False),
        ("Total                                   0.01   2,000.00", False),
        ("Total                                 955.00       0.01", False),
        ("Total                                 954.00           ", False),
        ("Total                                 955.00           ", True),
        ("Total                                          1,999.00", False),
        ("Total                                          2,000.00", True),
        ("Total abroad                          954.00           ", True),
        ("Total                          1,954.00                ", True),
        ("Total debits and credits              954.00   2,000.00", False),
        ("Total credits                         954.00   2,000.00", False),
        ("Total debits                          954.00   2,000.00", False),
        ("Total of payments                     954.00   2,000.00", False),
        ("March totals                          954.00   2,000.00", False),
        ("March totals                          955.00   2,000.00", True),
        ("Our own total                         954.00   2,000.00", False),
        ("All of our total                      954.00   2,000.00", True),
        ("Our total abroad                      954.00   2,000.00", True),
        ("Statement                             954.00   2,000.00", True),
        ("Account number                        954.00   2,000.00", True),
        ("Total  31/03/2025                     954.00   2,000.00", True),
    ],
)
def test_a_row_that_begins_with_a_total_is_held_to_both_columns(row: str, agrees: bool) -> None:
    assert ("no_contradiction" not in fails(COLUMNS.with_row("Total", row))) is agrees


PAGES = held(
    """
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                              100.00

    Date         Description           Money out   Money in     Balance
    01/03/2025   Acme Ltd                          2,000.00    2,100.00
    Purchases
    02/03/2025   Corner shop                7.00               2,093.00
    17/03/2025   J Smith                  950.00               1,143.00
    """,
    """
    Northgate Bank

    Date         Description           Money out   Money in     Balance
    Withdrawals
    18/03/2025   J Smith                   50.00               1,093.00
    19/03/2025   J Smith                               10.00   1,103.00
    31/03/2025   Corner shop                5.00               1,098.00

    Total                               1,012.00   2,010.00
    Closing balance                                            1,098.00
    """,
)


def test_totals_of_all_pages_and_headings_are_those_of_all_rows() -> None:
    assert fails(PAGES.printed()) == []
    assert "no_contradiction" in fails(PAGES.printed(("1,012.00", "1,013.00")))


ONE_SIDED = held(
    """
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                              100.00

    Date         Description           Money out   Money in     Balance
    01/03/2025   Acme Ltd                          2,000.00    2,100.00
    17/03/2025   J Smith                  950.00               1,150.00
    """,
    """
    Northgate Bank

    Date         Description           Money out   Money in     Balance
    31/03/2025   Corner shop                5.00               1,145.00

    Total                                 955.00   2,000.00
    Closing balance                                            1,145.00
    """,
)


def test_totals_stand_under_a_column_that_their_page_has_no_amount_in() -> None:
    assert fails(ONE_SIDED.printed()) == []
    for wrong in (("  955.00   2", "1,013.00   2"), ("2,000.00\n", "2,001.00\n")):
        texts = [text.replace(*wrong) for text in ONE_SIDED.texts]
        assert texts != list(ONE_SIDED.texts)
        assert "no_contradiction" in fails(ONE_SIDED.prove(*texts))


CARRIED = held("""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Date         Description           Money out   Money in
                 Opening balance                     100.00
    01/03/2025   Acme Ltd                          2,000.00
    17/03/2025   J Smith                  950.00
    31/03/2025   Corner shop                5.00

                 Total                    955.00   2,100.00
                 Closing balance                   1,145.00
    """)


@pytest.mark.parametrize(
    ("sums", "agrees"),
    [
        ("955.00   2,100.00", True),
        ("955.00   2,000.00", True),
        ("955.00   3,145.00", True),
        ("955.00   2,100.01", False),
        ("955.00   2,145.00", False),
        ("855.00   2,100.00", False),
        ("  1,055.00   2,000.00", False),
    ],
)
def test_a_total_may_count_the_balance_in_its_own_column(sums: str, agrees: bool) -> None:
    proof = CARRIED.prove(CARRIED.texts[0].replace("955.00   2,100.00", sums))
    assert ("no_contradiction" not in fails(proof)) is agrees


@pytest.mark.parametrize(
    ("line", "agrees"),
    [
        ("Total money in                       2,100.00", True),
        ("Total money in                       2,100.10", False),
        ("Total money in including opening balance   2,100.00", True),
        ("Total money in including opening balance   2,100.10", False),
        ("Total money out including opening balance   1,055.00", True),
        ("Total money out including opening balance   2,100.00", False),
        ("Opening balance and total money in   2,100.00", True),
    ],
)
def test_a_labelled_total_may_count_it_too(line: str, agrees: bool) -> None:
    assert ("no_contradiction" not in fails(CARRIED.with_lines("", line))) is agrees


DASHED = held("""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Date         Description           Money out   Money in
                 Opening balance                     100.00
    01/03/2025   Acme Ltd                      -   2,000.00
    31/03/2025   J Smith                       -      45.00

                 Total                         -   2,045.00
                 Closing balance                   2,145.00
    """)


@pytest.mark.parametrize(
    ("value", "agrees"), [("2,045.00", True), ("2,145.00", True), ("2,045.10", False)]
)
def test_a_sum_beside_a_dash_is_its_columns(value: str, agrees: bool) -> None:
    text = DASHED.texts[0].replace("-   2,045.00", f"-   {value}")
    assert ("no_contradiction" not in fails(DASHED.prove(text))) is agrees
    without = text.replace(f"-   {value}", f"x   {value}")
    assert "no_contradiction" not in fails(DASHED.prove(without))


def test_a_total_alone_is_held_to_its_column_right_below_the_entries_only() -> None:
    alone = "Total                                 954.00"
    for above, agrees in (
        ("", False),
        ("Fees and charges", True),
        ("Balance on 31/03/2025", False),
    ):
        found = fails(COLUMNS.with_row("Total", f"{above}\n{alone}" if above else alone))
        assert ("no_contradiction" not in found) is agrees
