"""Which way each column and each mark moves the printed balance, and what is over the columns."""

from textwrap import indent

import pytest

from tests.support.typewritten import only, read, words_at

#: The lines of a table between its balances; its columns and marks, and the heads of its columns.
TABLES = {
    "signs": (
        """
        Date         Description                 Amount
                     Opening balance             100.00
        03/03/2025   Salary                       20.00
        04/03/2025   Tea                          -5.00
                     Closing balance             115.00
        """,
        [(1, "Amount")],
        [],
    ),
    "two sides": (
        """
        Date         Description      Paid out   Paid in
                     Opening balance              100.00
        03/03/2025   Salary                        20.00
        04/03/2025   Tea                  5.00
                     Closing balance              115.00
        """,
        [(-1, "Paid out"), (1, "Paid in")],
        [],
    ),
    "headings": (
        """
        Date         Description                 Amount
                     Opening balance             100.00
        Money in
        03/03/2025   Salary                       20.00
        Money out
        04/03/2025   Tea                           5.00
                     Closing balance             115.00
        """,
        [(1, "Money in"), (-1, "Money out")],
        [],
    ),
    "marks": (
        """
        Date         Description                 Amount
                     Opening balance             100.00 CR
        03/03/2025   Salary                       20.00 CR
        04/03/2025   Tea                           5.00 DR
                     Closing balance             115.00 CR
        """,
        [(-1, "Amount")],
        [("CR", 1), ("DR", -1)],
    ),
    "marks before a currency": (
        """
        Date         Description                 Amount
                     Opening balance             100.00 H EUR
        03/03/2025   Salary                       20.00 H EUR
        04/03/2025   Tea                           5.00 S EUR
                     Closing balance             115.00 H EUR
        """,
        [(-1, "Amount")],
        [("H", 1), ("S", -1)],
    ),
    "a plus": (
        """
        Date         Description                 Amount
                     Opening balance             100.00
        03/03/2025   Salary                      +20.00
        04/03/2025   Tea                           5.00
                     Closing balance             115.00
        """,
        [(-1, "Amount")],
        [("+", 1)],
    ),
    "marks with vowels that are signs at letters": (
        """
        Date         Description                 Amount
                     Opening balance             100.00 जमा
        03/03/2025   Salary                       20.00 जमा
        04/03/2025   Tea                           5.00 नामे
                     Closing balance             115.00 जमा
        """,
        [(-1, "Amount")],
        [("जमा", 1), ("नामे", -1)],
    ),
    "a mark beside a balance that is printed again": (
        """
        Date         Description                 Amount
                     Opening balance             100.00
        03/03/2025   Salary                       20.00
                     Balance carried forward     120.00 CR
        04/03/2025   Tea                           5.00 DR
                     Closing balance             115.00
        """,
        [(1, "Amount")],
        [("DR", -1), ("CR", 1)],
    ),
    "balances alone": (
        """
        Date         Description                 Amount      Balance
                     Opening balance                         100.00
        03/03/2025   Salary                       20.00      120.00
        04/03/2025   Tea                           5.00      115.00
                     Closing balance                         115.00
        """,
        [(0, "Amount")],
        [],
    ),
}


@pytest.mark.parametrize(("page", "columns", "marks"), TABLES.values(), ids=TABLES)
def test_lines_say_which_way_their_column_or_mark_goes(
    page: str, columns: list[tuple[int, str]], marks: list[tuple[str, int]]
) -> None:
    draft = only(read(indent(page, "    ")))
    assert [line.amount for line in draft.lines] == [2000, -500]
    convention = draft.witnesses[0].convention
    found = [
        (column.moves, " ".join(words_at(draft, place) for place in column.head))
        for column in convention.columns
    ]
    assert (found, list(convention.marks)) == (columns, marks)
