"""A page without rows is proven of two balances that are the same; whose they are is assumed."""

import pytest

from tests.support.typewritten import faults, hypothesis, only, read

CURRENT = """
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                         100.00
    No transactions in this period
    Closing balance                         100.00
    """
CARD = """
    Credit card statement
    Minimum payment  25.00        Credit limit  5,000.00

    Previous balance                        100.00
    No transactions in this period
    New balance                             100.00
    """
SIDES = """
    Current account statement

    Date         Description                 Debit        Credit
                 Opening balance                          100.00
                 No transactions in this period
                 Closing balance                          100.00
    """


#: The same balances under the heading for what went out.
OWED = SIDES.replace("             100.00", "100.00")


@pytest.mark.parametrize(
    ("text", "balance", "side"),
    [
        (CURRENT, 10000, "money"),
        (CURRENT.replace("Current account", "Account"), 10000, "money"),
        (CURRENT.replace(" 100.00", "-100.00"), -10000, "money"),
        (CARD, -10000, "debt"),
        (CARD.replace(" 100.00", " 100.00 DR"), -10000, "debt"),
        (CARD.replace(" 100.00", " 100.00 CR"), 10000, "debt"),
        (CARD.replace("100.00", "  0.00"), 0, "debt"),
        (SIDES, 10000, "money"),
        (OWED, -10000, "debt"),
    ],
)
def test_a_statement_of_no_lines_is_proven_and_its_side_assumed(
    text: str, balance: int, side: str
) -> None:
    draft = only(read(text))
    assert (draft.status, draft.lines) == ("proven", ())
    assert (draft.opening_balance, draft.closing_balance) == (balance, balance)
    assert hypothesis(draft, "side") == (side, "assumed")


def test_two_balances_without_a_line_between_them_must_be_the_same() -> None:
    head, closing = CURRENT.split("Closing")
    draft = only(read(f"{head}Closing{closing.replace('100.00', ' 90.00')}"))
    assert faults(draft) == {"sums"}
