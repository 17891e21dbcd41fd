"""Which words beside a figure make it an opening or a closing balance."""

from __future__ import annotations

from datetime import date

import pytest

from pipeline.proof.checks import CheckState
from pipeline.proof.entries import Offered
from pipeline.proof.sums import (
    balances_check,
    closing_check,
    label_meanings,
    opening_check,
    sums_check,
    sums_of,
)
from pipeline.proof.witness import Signs
from pipeline.proof.zones import Zones
from tests.support.ruled import ENDS, entry, head, line, offered_on, total

TABLE = (entry("Acme Ltd", amount="200.00"), entry("J Smith", amount="-50.00"))
STATES = {CheckState.PASSED: True, CheckState.FAILED: False}


def named(found: Offered) -> tuple[bool | None, bool | None]:
    """Whether words name the opening and the closing balance; None where there is none."""
    sums, zones = sums_of(found), Zones(found)
    days = [date(2025, 3, n + 1) for n in range(len(found.entries))]
    if found.witness.convention.newest_first:
        days.reverse()
    checks = opening_check(found, sums, zones, days), closing_check(found, sums, zones, days)
    return STATES.get(checks[0].state), STATES.get(checks[1].state)


def page(opening: str, closing: str, *rows: str, newest_first: bool = False) -> Offered:
    """A balance above some rows and one below them, whatever their labels."""
    top, bottom = (closing, opening) if newest_first else (opening, closing)
    return offered_on(
        Signs.PRINTED, top, "", *rows, "", bottom, newest_first=newest_first,
        ends=(opening, closing),
    )  # fmt: skip


GOOD = total("Opening balance", "100.00"), total("Closing balance", "250.00")


@pytest.mark.parametrize(
    ("opening", "closing", "found"),
    [
        (total("Opening balance", "100.00"), total("Closing balance", "250.00"), (True, True)),
        (total("Sold initial", "100.00"), total("Sold final", "250.00"), (True, True)),
        ("Sold initial 9.00 100.00", "Sold final 9.00 250.00", (True, True)),
        (total("Sold final", "100.00"), total("Sold initial", "250.00"), (False, False)),
        (total("Total outstanding", "100.00"), total("Total outstanding", "250.00"), (False, True)),
        (total("Balance on", "100.00"), total("Balance on", "250.00"), (True, True)),
        (total("Balance", "100.00"), total("Balance", "250.00"), (True, True)),
        (total("Amount held", "100.00"), total("Amount held", "250.00"), (False, False)),
        (total("Carried over", "100.00"), total("Carried over", "250.00"), (False, False)),
        (line("", balance="100.00"), line("", balance="250.00"), (False, False)),
        ("100.00 opening balance", "250.00 closing balance", (True, True)),
        ("1.00 2.00 opening balance 3.00", "250.00", (True, False)),
        ("2.00 100.00 sold initial", "9.00 250.00 sold final", (False, False)),
        ("Opening balance of", "250.00", (None, False)),
    ],
)
def test_a_label_beside_a_figure_names_it(
    opening: str, closing: str, found: tuple[bool | None, bool | None]
) -> None:
    assert named(page(opening, closing, *TABLE)) == found


def test_a_label_above_a_figure_names_it() -> None:
    above = line("", balance="Opening balance")
    figure = line("", balance="100.00")
    page_ = offered_on(Signs.PRINTED, above, figure, "", *TABLE, ends=(figure, ""))
    assert named(page_) == (True, None)
    beside = line("77.00", balance="100.00")
    assert label_meanings(page_, page_.opening) == {"opening"} if page_.opening else False
    page_ = offered_on(Signs.PRINTED, above, beside, "", *TABLE, ends=(beside, ""))
    assert named(page_) == (True, None)
    other = line("100.00".rjust(ENDS["balance"]) + "77.00".rjust(12))
    page_ = offered_on(Signs.PRINTED, above, other, "", *TABLE, ends=(other, ""))
    assert named(page_) == (False, None)


BALANCES = total("Balance", "100.00"), total("Balance", "250.00")


def test_a_balance_without_a_side_is_the_one_before_or_behind_the_entries_in_time() -> None:
    assert named(page(*BALANCES, *TABLE)) == (True, True)
    assert named(page(*BALANCES, *TABLE, newest_first=True)) == (True, True)
    turned = offered_on(Signs.PRINTED, BALANCES[1], "", *TABLE, "", BALANCES[0], ends=BALANCES)
    assert named(turned) == (False, False)
    both = offered_on(Signs.PRINTED, *BALANCES, "", *TABLE, ends=BALANCES)
    assert named(both) == (True, False)
    both = offered_on(Signs.PRINTED, *TABLE, "", *BALANCES, ends=BALANCES)
    assert named(both) == (False, True)
    assert named(offered_on(Signs.PRINTED, *BALANCES, ends=BALANCES)) == (True, True)
    among = (TABLE[0], BALANCES[0], TABLE[1], BALANCES[1], TABLE[1])
    assert named(offered_on(Signs.PRINTED, *among, ends=BALANCES)) == (False, False)


@pytest.mark.parametrize(
    ("one", "two", "found"),
    [
        ("01/03/2025", "31/03/2025", True),
        ("31/03/2025", "01/03/2025", False),
        ("01/03/2025", "01/03/2025", False),
        ("01/03", "31/03", False),
        ("01/03/2025", "Acme", False),
        ("Acme", "31/03/2025", False),
        ("01/03/2025 02/03/2025", "31/03/2025", False),
    ],
)
def test_or_both_print_their_days_the_opening_the_earlier_one(
    one: str, two: str, found: bool
) -> None:
    ends = total(f"Balance on {one}", "100.00"), total(f"Balance on {two}", "250.00")
    top = offered_on(Signs.PRINTED, *ends, "", *TABLE, ends=ends)
    assert named(top)[1] is found
    bottom = offered_on(Signs.PRINTED, *TABLE, "", *ends, ends=ends)
    assert named(bottom)[0] is found


@pytest.mark.parametrize(
    ("label", "found"),
    [
        ("Balance", True),
        ("Running balance", True),
        ("Balance 31/03", True),
        ("Balance 31 March", True),
        ("Balance 31 March held", False),
        ("Balance 30/03/2025 31/03/2025", True),
        ("Balance 31/03/2025", True),
        ("Acme balance", False),
        ("Balance held", False),
        ("Acme", False),
    ],
)
def test_a_balances_own_word_and_nothing_else_names_it(label: str, found: bool) -> None:
    assert named(page(GOOD[0], total(label, "250.00"), *TABLE)) == (True, found)
    assert named(page(GOOD[0], total(label, "250.00") + " SEK", *TABLE)) == (True, found)


@pytest.mark.parametrize("label", ["Balance", "Balance 31/03", "Balance 31 March"])
def test_a_word_behind_the_figure_is_something_else(label: str) -> None:
    assert named(page(GOOD[0], total(label, "250.00") + " held", *TABLE)) == (True, False)


def test_beside_an_entry_it_names_none() -> None:
    beside = entry("Balance", amount="-50.00", balance="250.00")
    assert named(offered_on(Signs.PRINTED, beside, *TABLE, ends=(beside, ""))) == (False, None)
    assert named(offered_on(Signs.PRINTED, *TABLE, beside, ends=("", beside))) == (None, False)


@pytest.mark.parametrize(
    ("label", "role", "found"),
    [
        ("Total", "amount", True),
        ("Total", "balance", True),
        ("Total deposits", "balance", True),
        ("Total withdrawals", "balance", True),
        ("Total", "credit", False),
        ("Carried over", "balance", False),
    ],
)
def test_a_row_of_totals_may_print_the_balance_that_the_columns_lead_to(
    label: str, role: str, found: bool
) -> None:
    beside = entry("Acme", amount="1.00", balance="251.00")
    closing = total(label, "250.00", role)
    assert named(page(GOOD[0], closing, *TABLE, beside)) == (True, found)
    assert named(page(closing, GOOD[1], *TABLE, beside)) == (False, True)
    above = offered_on(Signs.PRINTED, GOOD[0], closing, "", *TABLE, ends=(GOOD[0], closing))
    assert named(above) == (True, False)


def test_a_total_in_a_column_of_one_side_is_no_balance() -> None:
    top = head(debit="Money out", credit="Money in")
    rows = (entry("Acme", debit="1.00"), entry("Acme", credit="2.00"))
    for role in ("debit", "credit"):
        closing = total("Total", "2.00", role)
        found = offered_on(Signs.COLUMNS, GOOD[0], top, *rows, closing, ends=(GOOD[0], closing))
        assert named(found) == (True, False)


RUNNING = (entry("Acme", amount="200.00", balance="300.00"),
           entry("X", amount="-50.00", balance="250.00"))  # fmt: skip
TOTALS = total("Total deposits", "200.00"), total("Total withdrawals", "50.00")


def pinned(*lines: str, last: str = RUNNING[-1], newest_first: bool = False) -> bool | None:
    """Whether the balance beside a row is named as the closing one."""
    found = offered_on(
        Signs.PRINTED, GOOD[0], "", *lines, newest_first=newest_first, ends=(GOOD[0], last)
    )
    return named(found)[1]


def test_the_last_balance_beside_a_row_closes_where_totals_of_both_sides_pin_it() -> None:
    assert pinned(*RUNNING, "", *TOTALS) is True
    assert pinned(*RUNNING) is False
    assert pinned(*RUNNING, "", TOTALS[0]) is False
    assert pinned(*RUNNING, "", TOTALS[1]) is False
    assert pinned(*RUNNING, "", TOTALS[0], total("Total withdrawals", "50.01")) is False
    assert pinned(*RUNNING, "", total("Total deposits", "200.01"), TOTALS[1]) is False
    assert pinned(*RUNNING, "", *TOTALS, last=RUNNING[0]) is False
    assert pinned(*RUNNING[::-1], "", *TOTALS, newest_first=True) is True
    assert pinned(*RUNNING[::-1], "", *TOTALS) is False
    assert pinned(*RUNNING, "", total("Total", "7.00"), *TOTALS) is True
    more = entry("Acme", amount="10.00", balance="260.00")
    sides = total("Total deposits", "210.00"), TOTALS[1]
    assert pinned(*RUNNING, more, "", *sides, last=more) is True
    assert pinned(*RUNNING, more, "", *sides) is False
    apart = total("Acme", "250.00")
    assert pinned(apart, *TOTALS, last=apart) is False


def checked(found: Offered) -> tuple[bool | None, bool | None]:
    """Whether the sums hold, and whether each balance beside a row follows."""
    sums = sums_of(found)
    checks = sums_check(found, sums), balances_check(found, sums)
    return STATES.get(checks[0].state), STATES.get(checks[1].state)


def test_opening_and_rows_make_the_closing_balance() -> None:
    assert checked(page(*GOOD, *RUNNING)) == (True, True)
    assert checked(page(GOOD[0], total("Closing balance", "250.01"), *RUNNING)) == (False, True)
    assert checked(page(total("Opening balance", "99.99"), GOOD[1], *RUNNING)) == (False, False)
    assert checked(page(*GOOD, *TABLE)) == (True, True)
    assert checked(page(*GOOD, RUNNING[0], TABLE[1])) == (True, True)
    assert checked(page(*GOOD, TABLE[0], RUNNING[1])) == (True, True)
    wrong = entry("X", amount="-50.00", balance="250.01")
    assert checked(page(*GOOD, RUNNING[0], wrong)) == (True, False)


def test_without_an_opening_balance_nothing_follows() -> None:
    found = offered_on(Signs.PRINTED, *RUNNING, "", GOOD[1])
    sums = sums_of(found)
    assert (sums.opening, sums.closing, sums.after) == (None, 25_000, ())
    assert sums.balances == (30_000, 25_000)
    assert checked(found)[1] is None
    assert sums_check(found, sums).state is not CheckState.PASSED
    assert sums_of(page(*GOOD, *RUNNING)).after == (30_000, 25_000)
