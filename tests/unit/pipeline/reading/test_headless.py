"""Two columns that nobody named, with the balances among the amounts."""

from __future__ import annotations

from tests.support.typewritten import in_short, only, read

PAGE = """
    Northgate Bank
    Everyday account

                 Opening balance            1,000.00
    03/03/2025   Rent                                     50.00
    04/03/2025   Coffee                                    5.00
    05/03/2025   Salary                       300.00
                 Closing balance            1,245.00
    """


def test_the_column_of_the_balances_is_the_one_in_which_money_is_held() -> None:
    draft = only(read(PAGE))
    assert [in_short(line) for line in draft.lines] == [
        "2025-03-03 -5000", "2025-03-04 -500", "2025-03-05 30000",
    ]  # fmt: skip
    assert draft.opening_balance == 100_000
