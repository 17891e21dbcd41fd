"""No row of a table is left unread, and none between the entries says what nobody knows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.proof.witness import Place, Witness
from tests.support.kernel import fails, held
from tests.support.typewritten import faults, only, read

PAGE = held("""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                              100.00

    Category        Amount
    Sundry          none
    Date            Description            Money out   Money in     Balance
    to
    01/03/2025      Acme Ltd                           2,000.00    2,100.00
                    of order
    17/03/2025      J Smith                   950.00   forsales    1,150.00
                    of another
    31/03/2025      Corner shop             1,150.00                   0.00

    Closing balance                                                    0.00
    """)
OUT = "                                          "  # below "Money out"


def unread(row: str, *lines: str) -> bool:
    found = fails(PAGE.with_row(row, *lines))
    assert set(found) <= {"nothing_passed_over"}
    return bool(found)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (f"{OUT}1?.50", True),
        (f"{OUT}?", True),
        (f"{OUT} ??", True),
        (f"{OUT} 1a", True),
        (f"{OUT} 1ab", False),
        (f"{OUT} and", False),
        (f"{OUT}  -", False),
        (f"{OUT}  *", False),
        (f"{OUT}  |", False),
        ("         of  1?.50", False),
        (f"{OUT}USD 5.60", False),
        ("of 5.60                                   1?.50", True),
        ("of order 02/03/2025                       1?.50", True),
        (f"{OUT[:-6]}to 02/03/2025", False),
        (f"{OUT[:-6]}to 2 March 2025", False),
        ("18/03/2025      word", True),
        ("18/03/2025      word of 19/03/2025", True),
        ("18/03/2025      Statement date", True),
        ("                word of 19/03/2025", False),
    ],
)
def test_a_row_of_the_table_that_begins_like_an_entry_or_has_damaged_print(
    line: str, expected: bool
) -> None:
    assert unread("of order", line) is expected


def test_print_on_an_entrys_own_row_is_its_text() -> None:
    assert fails(PAGE.printed(("forsales", "    #12a"))) == []


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("Northgate offers",), False),
        (("", "Northgate offers"), True),
        (("Northgate offers", "Northgate offers"), False),
        (("", "Northgate offers 5.00"), False),
        (("", "Northgate offers of 02/03/2025"), False),
        (("", "Total debits"), False),
        (("", "Statement date"), True),
        (("", "Deposits"), False),
        (("", "Deposits", "Northgate offers", "", "Northgate offers"), True),
        (("", "Date            Description            Amount"), False),
        (("Date            Description            Out (€)       In (€)",), False),
        (("Pending transactions", f"{OUT}1?.50", "Date        Description         Amount"), False),
    ],
)
def test_words_set_apart_between_entries_are_known(lines: tuple[str, ...], expected: bool) -> None:
    assert unread("of order", *lines) is expected


def test_words_of_which_one_is_an_entrys_text_are_known() -> None:
    word = PAGE.texts[0].split().index("order") - 1

    def with_text(witness: Witness) -> Witness:
        first, *rest = witness.rows
        return replace(witness, rows=(replace(first, text=(Place(1, (word,)),)), *rest))

    apart = ("", "Northgate offers")
    assert fails(PAGE.with_row("of order", *apart, change=with_text)) == []
    assert fails(PAGE.with_row("of order", *apart, *apart, change=with_text)) == [
        "nothing_passed_over"
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("to", False),
        ("to us", False),
        ("12 a1", False),
        ("and", True),
        ("to Northgate", True),
        ("Details", False),
        ("Payments", False),
        ("Payments of ours", True),
        ("to Northgate 5.00", False),
    ],
)
def test_words_between_a_header_and_its_entries_are_known(line: str, expected: bool) -> None:
    assert unread("to", line) is expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Sundry          none", False),
        ("Sundry payments of ours", True),
        ("Payments", False),
    ],
)
def test_a_heading_below_the_pages_first_header_is_known(line: str, expected: bool) -> None:
    assert unread("Sundry", line, "") is expected


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Planned payments", True),
        ("Payments planned", True),
        ("Visa payments", True),
        ("Planned amounts", False),
        ("Planned   payments", False),
        ("Payments deposits", False),
        ("Payments money out", False),
    ],
)
def test_a_title_right_above_the_columns_is_known(title: str, expected: bool) -> None:
    assert unread("Sundry", f"                    {title}") is expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("forsales", False),
        ("   12.50", False),
        ("   12.5", True),
        ("   12,5", True),
        (" -1,200.5", True),
        ("  (12.5)", True),
        ("   12.5x", False),
        ("   1/2.5", False),
    ],
)
def test_beside_an_amount_no_other_lacks_a_nought(word: str, expected: bool) -> None:
    """In the column of money in, on the row of an amount for money out."""
    proof = PAGE.printed(("forsales", word))
    assert ("12.50" in word) is ("12.50" in str(proof.checks))
    assert ("a row on page 1 is unread: 17/03/2025" in str(proof.checks)) is expected


PAGES = held(
    """
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Category        Amount
    Sundry          none
    """,
    """
    Northgate Bank
    Opening balance                                              100.00

    Date            Description            Money out   Money in     Balance
    to
    01/03/2025      Acme Ltd                           2,000.00    2,100.00

    Date            Description            Money out   Money in     Balance
    17/03/2025      J Smith                   950.00               1,150.00
    31/03/2025      Corner shop             1,150.00                   0.00

    Closing balance                                                    0.00
    """,
)


@pytest.mark.parametrize(
    ("row", "line", "expected"),
    [
        ("Sundry", "Payments of ours", False),
        ("Northgate Bank", "Payments of ours", False),
        ("to", "Payments of ours", True),
        ("to", "and", True),
    ],
)
def test_each_page_has_headers_of_its_own(row: str, line: str, expected: bool) -> None:
    page = replace(PAGES, texts=(PAGES.texts[0], PAGES.texts[1].replace("Northgate Bank", "a b")))
    begins = "a b" if row == "Northgate Bank" else row
    assert bool(fails(page.with_row(begins, line))) is expected


def test_entries_below_a_heading_of_another_list_are_none() -> None:
    assert "nothing_passed_over" in fails(PAGE.with_row("of order", "Pending transactions"))


HEADED = """
    4 Mill Rd       {words}
    Statement period 01/03/2025 to 31/03/2025

    Date            Description            Money out   Money in     Balance
                    Opening balance                                  100.00
    01/03/2025      Acme Ltd                           2,000.00    2,100.00
    17/03/2025      J Smith                   950.00               1,150.00
                    Closing balance                                1,150.00
    """


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Account number            31926845", set()),
        ("Account number            3192 684", set()),
        ("Account number             xx-6845", set()),
        ("Account number            3192.684", {"nothing_passed_over"}),
        ("Account number   is the   31926845", {"nothing_passed_over"}),
        ("Some other thing          31926845", {"nothing_passed_over"}),
    ],
)
def test_an_accounts_number_above_the_table_is_no_amount(words: str, expected: set[str]) -> None:
    assert faults(only(read(HEADED.format(words=words)))) == expected


def test_below_the_table_it_may_be_one() -> None:
    line = "    4 Mill Rd       Account number            31926845"
    below = HEADED.replace("    4 Mill Rd       {words}\n", "") + "\n\n" + line
    assert faults(only(read(below))) == {"nothing_passed_over"}
