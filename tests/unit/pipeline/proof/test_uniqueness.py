"""Two accepted witnesses of a page whose lines differ also differ in what both of them assume.

Whatever arithmetic settles in the one, it must not settle otherwise in the other. The pages are
the smallest on which a search through witnesses found that it did.
"""

from dataclasses import replace

import pytest

from tests.support.kernel_pages import Printed, printed
from tests.support.two_records import MARCH, account, hold, sources

IN_COLUMNS = """
         |dddddddddd  ttttttttttttttt  1111111  2222222
head     |Date        Text                 Out       In
opening  |            Opening balance            100.00
line     |13.03.2025  Tea house          20.00
line     |20.03.2025  Wages                      330.00
line     |21.03.2025  Baker               7.50
closing  |            Closing balance            402.50
"""
MARKED = """
         |dddddddddd  ttttttttttttttt  111111111   bbbbbbbbb
head     |Date        Text                Amount     Balance
opening  |            Opening balance              100.00 CR
line     |13.03.2025  Tea house         20.00 DR    80.00 CR
line     |20.03.2025  Wages            330.00 CR   410.00 CR
closing  |            Closing balance              410.00 CR
"""
THREE_MARKS = """
         |dddddddddd  ttttttttttttttt  111111111  bbbbbbbb
head     |Date        Text                Amount   Balance
opening  |            Opening balance              100.00
line     |13.03.2025  Wages              50.00H
line     |20.03.2025  Tea house          20.00Z
line     |21.03.2025  Baker              20.00S
closing  |            Closing balance              150.00
"""
STEADY = """
         |dddddddddd  ttttttttttttttt  1111111  bbbbbbbb
head     |Date        Text              Amount   Balance
line     |13.03.2025  Standing order     20.00    120.00
line     |15.03.2025  Standing order     20.00    140.00
line     |17.03.2025  Standing order     20.00    160.00
"""
SETTLED_TWICE = {
    "ends in the columns of amounts": (
        printed(IN_COLUMNS, moves=(-1, 1)),
        printed(IN_COLUMNS, moves=(1, -1)),
    ),
    "balances with the marks of amounts": (
        printed(MARKED, marks=(("CR", 1), ("DR", -1))),
        printed(MARKED, marks=(("CR", -1), ("DR", 1))),
    ),
    "two marks that change places": (
        printed(THREE_MARKS, marks=(("H", 1), ("Z", 1), ("S", -1))),
        printed(THREE_MARKS, marks=(("H", 1), ("Z", -1), ("S", 1))),
    ),
    "an order of time within ten days": (
        printed(STEADY),
        printed(STEADY, moves=(-1,), newest_first=True),
    ),
}


@pytest.mark.parametrize(("one", "other"), SETTLED_TWICE.values(), ids=SETTLED_TWICE)
def test_arithmetic_settles_no_direction_that_could_be_turned(one: Printed, other: Printed) -> None:
    assert one.proof().proven
    assert other.proof().proven
    assert one.proof().lines != other.proof().lines
    assert one.settled("direction")[1] == other.settled("direction")[1] == "assumed"


@pytest.mark.parametrize("sign", [1, -1])
def test_where_a_page_leaves_it_open_the_ledger_says_which_way_all_goes(sign: int) -> None:
    """The same page is an account with money in it, or one that is overdrawn."""
    each = (("2025-03-13", -2_000), ("2025-03-20", 33_000), ("2025-03-21", -750))
    side = account(*(f"{day} {sign * amount}" for day, amount in each), opening=sign * 10_000)
    ways = {1: (-1, 1), -1: (1, -1)}
    agreement = hold(printed(IN_COLUMNS, moves=ways[sign]), side)
    assert (agreement.verdict, sources(agreement)["direction"]) == ("matched", "ledger")
    other = hold(printed(IN_COLUMNS, moves=ways[-sign]), side)
    assert other.verdict == "unproven"


def test_a_ledger_with_an_entry_more_among_the_lines_is_not_matched() -> None:
    where = "\n         |dddddddddd  ttttttttttttttt  ssssssssss\n"
    page = printed(f"{where}period   |01.02.2025  Period:          28.02.2025\n{MARCH}")
    entries = ("2025-03-03 33000", "2025-03-10 -2000", "2025-03-19 -750", "2025-03-12 -500")
    side = account(*entries, opening=10_000)
    assert hold(printed(MARCH), side).verdict == "differences"
    assert hold(page, replace(side, since=side.entries[0].day)).verdict != "matched"
