"""A document is divided from top to bottom: what proves is taken, whatever stands around it."""

import pytest

from pipeline.drafts import ReadStatements
from pipeline.reading import read_statements
from tests.support.typewritten import document, read

MONTH = """
    Northgate Bank
    Account number {number}
    Statement period 01/{month}/2025 to 28/{month}/2025

    Date         Description              Paid out     Paid in      Balance
                 Opening balance                                     {start}.00
    01/{month}/2025   Salary                                 {came}.00     {middle}.00
    17/{month}/2025   Rent                        {went}.00                 {end}.00
                 Closing balance                                     {end}.00
    """


def month(place: int, number: str = "40118832", wrong: int = 0) -> str:
    start, came, went = 100 + 150 * (place - 1), 200 + place, 50 + place
    return MONTH.format(
        number=number,
        month=f"{place:02}",
        start=start,
        came=came,
        middle=start + came,
        went=went,
        end=start + 150 + wrong,
    )


def statuses(reading: ReadStatements) -> list[str]:
    return [str(draft.status) for draft in reading.statements]


def test_more_months_than_anybody_sends() -> None:
    assert statuses(read(*map(month, range(1, 13)))) == ["proven"] * 12


def test_many_accounts_in_one_file() -> None:
    texts = [month(1, number=f"4011{place:04}") for place in range(40)]
    found = read(*texts)
    assert statuses(found) == ["proven"] * 40
    assert [draft.account_mask for draft in found.statements] == [f"{n:04}" for n in range(40)]


@pytest.mark.parametrize("place", [1, 4, 7])
def test_a_month_that_does_not_add_up_leaves_the_others_proven(place: int) -> None:
    texts = [month(each, wrong=7 * (each == place)) for each in range(1, 8)]
    expected = ["unproven" if each == place else "proven" for each in range(1, 8)]
    assert statuses(read(*texts)) == expected


def test_words_in_front_belong_to_the_first_statement() -> None:
    assert statuses(read("Dear customer,\nhere are your statements.", month(1), month(2))) == [
        "proven",
        "proven",
    ]


def test_many_headings_without_sums_are_tried_in_bounds() -> None:
    heading = "Account number {}\nOpening balance  {}.00\n01/03/2025   Shop   7.00\n"
    text = "\n".join(heading.format(10_000_000 + 977 * n, n + 1) for n in range(60))
    found = read_statements(document(text))
    assert "proven" not in statuses(found)
    assert found.readings_tried < 60 * 400


def test_a_list_of_accounts_before_the_statements_is_none() -> None:
    listed = """
        ACCOUNT              Mar 1        Mar 31       4.00 INTEREST
        Checking 4411        100.00       249.00       earned
        Savings 5522         250.00       400.00
        """
    found = read(listed, month(1), month(2, number="40110002"))
    assert statuses(found) == ["proven", "proven"]
