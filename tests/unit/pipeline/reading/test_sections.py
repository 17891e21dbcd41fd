"""Several statements in one document are cut apart where another account or opening begins."""

from pipeline.reading.lexing.headers import headers_of
from pipeline.reading.lexing.labelled import facts_of
from pipeline.reading.sections import cuts_of
from tests.support.typewritten import rows


def cuts(*pages: str) -> list[str]:
    printed = rows(*pages)
    headers = headers_of(printed)
    found, _ = cuts_of(printed, headers, facts_of(printed, headers))
    return [printed[cut].text for cut in found]


HEAD = "Date         Description         Amount      Balance"


def test_one_statement_begins_at_the_top() -> None:
    assert cuts(f"Bank\n{HEAD}\n01/03/2025   Tea   -5.00  9.00") == ["Bank"]


def test_an_opening_balance_that_carries_nothing_on_may_begin_another() -> None:
    first = f"{HEAD}\n01/03/2025   Tea   -5.00  9.00\nClosing balance  9.00"
    second = f"Savings\n{HEAD}\nOpening balance  700.00\n02/03/2025   Tea   -5.00  695.00"
    assert cuts(first, second)[1:] == ["Savings"]
    # An advert may say so too, below all entries.
    assert len(cuts(first, "Good news\nOpening balance  85,000.00 per person")) == 1


def test_below_a_header_a_balance_is_carried_on_before_any_row_looks_like_an_entry() -> None:
    first = f"{HEAD}\n01/03/2025   Tea\n             Ref 20250314  -5.00  9.00\nSo far         9.00"
    second = f"{HEAD}\nOpening balance  9.00\n02/03/2025   Tea   -5.00  4.00"
    assert len(cuts(first, second)) == 1
    assert len(cuts(first, second.replace("9.00", "8.00"))) == 2


def test_an_entrys_booking_and_value_date_are_no_new_period() -> None:
    """Its amount stands on a row below, so that the row of the dates has no figure."""
    first = (
        f"{HEAD}\n01/03/2025   Tea   -5.00  9.00\n02/03/2025   04/03/2025   Rent\n"
        "             of March         -2.00  7.00\nBalance carried forward  7.00"
    )
    second = f"{HEAD}\nOpening balance  7.00\n05/03/2025   Tea   -5.00  2.00"
    assert len(cuts(first, second)) == 1
    period = second.replace(HEAD, f"02/03/2025 - 04/03/2025\n{HEAD}")
    assert len(cuts(first, period)) == 2


def test_a_list_of_all_accounts_carries_no_balance_on() -> None:
    listed = "Checking   9.00\nSavings   700.00"
    first = f"{listed}\n{HEAD}\n01/03/2025   Tea   -5.00  9.00\nClosing balance  9.00"
    second = f"Savings\n{HEAD}\nOpening balance  700.00\n02/03/2025   Tea   -5.00  695.00"
    assert cuts(first, second)[1:] == ["Savings"]


def test_a_kind_of_account_and_its_number_over_a_table_begin_another() -> None:
    pages = [
        f"Current account - 817-{number}{more}\n{HEAD}\n0{day}/03/2025   Tea   -5.00  9.00"
        for day, (number, more) in enumerate((("838", ""), ("838", " (continued)"), ("001", "")), 1)
    ]
    assert cuts(*pages)[1:] == ["Current account - 817-001"]
