"""Amounts and balances in the holder's sign, as each convention takes them from the page."""

from __future__ import annotations

import pytest

from pipeline.proof.entries import Offered
from pipeline.proof.signs import heading_above, in_time, running, signed_amounts
from pipeline.proof.sums import sums_of
from pipeline.proof.witness import Signs
from tests.support.ruled import entry, head, offered_on, total


def amounts(signs: Signs, *figures: str, base: int = 1) -> list[int]:
    """The amounts of a column, in minor units."""
    rows = [entry("Acme Ltd", amount=figure) for figure in figures]
    return signed_amounts(offered_on(signs, *rows, base=base, balance_base=1))


def test_printed_signs_count_from_the_base() -> None:
    figures = ("5.00", "-4.00", "+3.00", "2.00 CR", "1.00 DR")
    assert amounts(Signs.PRINTED, *figures) == [500, -400, 300, 200, -100]
    assert amounts(Signs.PRINTED, *figures, base=-1) == [-500, 400, -300, 200, -100]


def test_where_pluses_mark_money_in_all_else_is_out() -> None:
    figures = ("5.00", "-4.00", "+3.00", "2.00 CR", "1.00 DR")
    assert amounts(Signs.PLUS, *figures) == [-500, -400, 300, 200, -100]


@pytest.mark.parametrize(
    ("text", "figure", "amount"),
    [
        ("Acme DR", "5.00", -500),
        ("Acme CR", "5.00", 500),
        ("Acme DR", "-5.00", 500),
        ("Acme CR", "+5.00", 500),
        ("Acme DR", "5.00 CR", 500),
        ("Acme Ltd", "5.00", -500),
    ],
)
def test_a_word_of_direction_goes_before_the_base(text: str, figure: str, amount: int) -> None:
    found = offered_on(Signs.DIRECTION, entry(text, amount=figure), base=-1)
    assert signed_amounts(found) == [amount]


@pytest.mark.parametrize(
    ("signs", "text", "figure", "amount"),
    [
        (Signs.PRINTED, "Acme -", "5.00", -500),
        (Signs.PRINTED, "Acme -", "+5.00", 500),
        (Signs.PLUS, "Acme +", "5.00", 500),
        (Signs.PLUS, "Acme +", "-5.00", -500),
        (Signs.PLUS, "Acme -", "5.00", -500),
    ],
)
def test_a_sign_apart_counts_where_the_figure_has_none(
    signs: Signs, text: str, figure: str, amount: int
) -> None:
    found = offered_on(signs, entry(text, amount=figure), directed=True)
    assert signed_amounts(found) == [amount]


def headed(*lines: str, base: int = 1, directed: bool = False) -> list[int]:
    """The amounts under headings."""
    top = head(amount="Amount")
    return signed_amounts(offered_on(Signs.SECTION, top, *lines, base=base, directed=directed))


def test_a_heading_says_the_way_of_the_rows_below_it() -> None:
    lines = (entry("Acme", amount="1.00"), "", "Deposits", entry("Acme", amount="2.00"), "",
             "Withdrawals", entry("Acme", amount="3.00"), entry("Acme", amount="4.00"))  # fmt: skip
    assert headed(*lines) == [100, 200, -300, -400]
    assert headed(*lines, base=-1) == [-100, 200, -300, -400]


def test_printed_signs_heed_no_heading() -> None:
    rows = ("Withdrawals", entry("Acme", amount="2.00"))
    assert signed_amounts(offered_on(Signs.PRINTED, *rows)) == [200]


def test_a_mark_goes_before_the_heading() -> None:
    assert headed("Deposits", entry("Acme", amount="2.00 DR")) == [-200]


@pytest.mark.parametrize(
    ("figures", "found"),
    [
        (("3.00", "-4.00"), [-300, 400]),
        (("-3.00", "-4.00"), [-300, -400]),
        (("-3.00", "-4.00", "5.00"), [-300, -400, 500]),
        (("-3.00", "4.00", "5.00"), [300, -400, -500]),
    ],
)
def test_under_a_heading_a_minus_or_the_want_of_one_turns_what_is_unlike_most(
    figures: tuple[str, ...], found: list[int]
) -> None:
    rows = [entry("Acme", amount=figure) for figure in figures]
    plain = (entry("Acme", amount="1.00"), entry("Acme", amount="2.00"))
    assert headed("Withdrawals", *rows, "", "Deposits", *plain)[: len(rows)] == found
    turned = [-value for value in found]
    assert headed("Withdrawals", *plain, "", "Deposits", *rows)[2:] == turned


def test_a_minus_apart_turns_a_heading_too() -> None:
    rows = (entry("Acme", amount="1.00"), entry("Acme -", amount="2.00"))
    assert headed("Deposits", *rows, directed=True) == [100, -200]
    rows = (entry("Acme -", amount="1.00"), entry("Acme -", amount="2.00"))
    assert headed("Deposits", *rows, directed=True) == [100, 200]


def test_the_heading_above_a_row_is_the_nearest() -> None:
    found = offered_on(Signs.SECTION, entry("Acme", amount="1.00"), "", "Deposits",
                       entry("Acme", amount="2.00"), "", "Withdrawals",
                       entry("Acme", amount="3.00"))  # fmt: skip
    assert [heading_above(found, row) for row in range(5)] == [
        (-1, 0), (-1, 0), (1, 1), (1, 1), (3, -1)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("debits", "credits", "found"),
    [
        (("5.00", "-4.00"), ("3.00",), [-500, 400, 300]),
        (("-5.00", "-4.00"), ("3.00",), [-500, -400, 300]),
        (("-5.00", "-4.00", "2.00"), ("3.00",), [-500, -400, 200, 300]),
        (("5.00",), ("3.00", "-2.00"), [-500, 300, -200]),
        (("5.00",), ("-3.00", "-2.00"), [-500, 300, 200]),
        (("-5.00",), ("3.00", "-2.00"), [-500, 300, -200]),
    ],
)
def test_in_a_column_a_minus_or_the_want_of_one_turns_what_is_unlike_most(
    debits: tuple[str, ...], credits: tuple[str, ...], found: list[int]
) -> None:
    rows = [entry("Acme", debit=figure) for figure in debits]
    rows += [entry("Acme", credit=figure) for figure in credits]
    assert signed_amounts(offered_on(Signs.COLUMNS, *rows)) == found


def by_balance(*rows: tuple[str, str], newest_first: bool = False) -> list[int]:
    """Amounts that take the way from one balance to the next, from an opening of 10.00."""
    lines = [
        entry("Acme", amount=amount, **({"balance": balance} if balance else {}))
        for amount, balance in rows
    ]
    opening = total("Opening balance", "10.00")
    return signed_amounts(offered_on(Signs.BALANCE, opening, "", *lines, newest_first=newest_first))


def test_plain_amounts_take_the_way_to_the_balance_beside_them() -> None:
    assert by_balance(("4.00", "14.00"), ("5.00", "9.00"), ("1.00", "10.00")) == [400, -500, 100]
    reverse = (("1.00", "10.00"), ("5.00", "9.00"), ("4.00", "14.00"))
    assert by_balance(*reverse, newest_first=True) == [100, -500, 400]


def test_amounts_of_another_convention_heed_no_balance() -> None:
    rows = (total("Opening balance", "10.00"), entry("Acme", amount="4.00", balance="6.00"))
    assert signed_amounts(offered_on(Signs.PRINTED, *rows)) == [400]


def test_an_amount_that_leads_nowhere_is_taken_in() -> None:
    assert by_balance(("4.00", "99.00"), ("5.00", "94.00")) == [400, -500]
    assert by_balance(("4.00", ""), ("5.00", "9.00"), ("0.00", "9.00")) == [400, -500, 0]


def test_balances_say_more_than_the_base() -> None:
    rows = (total("Opening balance", "10.00"), entry("Acme", amount="4.00"))
    assert signed_amounts(offered_on(Signs.BALANCE, *rows, base=-1)) == [400]


def test_without_an_opening_balance_they_take_no_way() -> None:
    rows = (entry("Acme", amount="4.00", balance="6.00"),)
    assert signed_amounts(offered_on(Signs.BALANCE, *rows)) == [400]


def ends(found: Offered) -> tuple[int | None, int | None]:
    """Opening and closing balance in the holder's sign."""
    sums = sums_of(found)
    return sums.opening, sums.closing


@pytest.mark.parametrize(
    ("figure", "base", "found"),
    [
        ("5.00", 1, 500),
        ("5.00", -1, -500),
        ("-5.00", 1, -500),
        ("-5.00", -1, 500),
        ("+5.00", -1, -500),
        ("5.00 CR", -1, 500),
        ("5.00 DR", 1, -500),
    ],
)
def test_a_mark_says_a_balances_sign_else_its_own_and_the_base(
    figure: str, base: int, found: int
) -> None:
    row = entry("Acme", amount="1.00", balance=figure)
    page = offered_on(Signs.PRINTED, total("Opening balance", figure), row, balance_base=base)
    assert (ends(page), sums_of(page).balances) == ((found, None), (found,))


TABLE = (entry("Acme", debit="1,000.00"), entry("Acme", credit="2,000.00"))


@pytest.mark.parametrize(
    ("figure", "role", "found"),
    [
        ("5.00", "debit", -500),
        ("5.00", "credit", 500),
        ("-5.00", "debit", 500),
        ("5.00 CR", "debit", 500),
        ("5.00", "balance", 500),
    ],
)
def test_where_no_balance_has_a_column_an_end_has_the_sign_of_the_side_it_stands_on(
    figure: str, role: str, found: int
) -> None:
    page = offered_on(Signs.COLUMNS, total("Opening balance", figure, role), *TABLE,
                      total("Closing balance", figure, role))  # fmt: skip
    assert ends(page) == (found, found)


def test_an_end_stands_on_no_side_where_balances_have_a_column() -> None:
    beside = entry("Acme", debit="1.00", balance="4.00")
    page = offered_on(Signs.COLUMNS, total("Opening balance", "5.00", "debit"), beside, *TABLE)
    assert ends(page) == (500, None)


def test_an_end_stands_on_a_side_only_near_the_table() -> None:
    opening, closing = (total(f"{end} balance", "5.00", "debit") for end in ("Opening", "Closing"))
    near = offered_on(Signs.COLUMNS, opening, "Acme", "Acme", *TABLE, "Acme", "Acme", closing)
    assert ends(near) == (-500, -500)
    far = offered_on(Signs.COLUMNS, opening, *["Acme"] * 3, *TABLE, *["Acme"] * 3, closing)
    assert ends(far) == (500, 500)
    above = offered_on(Signs.COLUMNS, closing, *["Acme"] * 3, opening, *TABLE)
    assert ends(above) == (-500, 500)
    assert ends(offered_on(Signs.COLUMNS, opening, closing)) == (500, 500)


def test_an_end_stands_on_a_side_between_its_outermost_edges() -> None:
    rows = (entry("Acme", debit="1.00"), entry("Acme", debit="1,000,000.00"))
    opening = "Opening balance                       5.00"
    closing = "Closing balance               5.00"
    assert ends(offered_on(Signs.COLUMNS, opening, *rows, closing)) == (-500, 500)


def test_each_edge_is_the_outermost_one() -> None:
    rows = (entry("Acme", debit="1.00"), entry("Acme                     2.00"))
    for opening in (f"{'Opening balance':<43}5.00", f"{'Opening balance':<39}5.00"):
        assert ends(offered_on(Signs.COLUMNS, opening, *rows)) == (-500, None)


def test_signed_amounts_have_no_column() -> None:
    page = offered_on(Signs.PRINTED, total("Opening balance", "5.00", "amount"),
                      entry("Acme", amount="1,000.00"))  # fmt: skip
    assert ends(page) == (500, None)


def test_time_runs_from_the_top_or_from_the_bottom() -> None:
    rows = [entry("Acme", amount=figure) for figure in ("1.00", "2.00", "4.00")]
    down, up = (offered_on(Signs.PRINTED, *rows, newest_first=first) for first in (False, True))
    assert (in_time(down, "abc"), in_time(up, "abc")) == (["a", "b", "c"], ["c", "b", "a"])
    assert running(down, 10, [1, 2, 4]) == [11, 13, 17]
    assert running(up, 10, [1, 2, 4]) == [17, 16, 14]
