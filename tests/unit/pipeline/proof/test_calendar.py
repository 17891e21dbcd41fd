"""Each day's order and year follow from the words alone, or no day is taken."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from pipeline.proof.calendar import (
    CARD_GRACE,
    GRACE,
    Bounds,
    bounds_of,
    orders_shown,
    out_of_order,
    resolved,
    same_in_both_orders,
    value_day,
)
from pipeline.proof.entries import Dated, Entry
from pipeline.proof.parse.dates import PrintedDate, dates
from pipeline.proof.parse.figures import Figure
from pipeline.proof.period import Period
from pipeline.proof.witness import Side
from tests.support.typewritten import words

MARCH = Period(date(2025, 3, 1), date(2025, 3, 31))


def printed(*texts: str) -> list[PrintedDate]:
    found = [dates(words(text), frozenset()) for text in texts]
    assert all(len(each) == 1 for each in found)
    return [day for (day,) in found]


def test_entries_may_be_a_week_older_than_the_period_and_never_younger() -> None:
    assert timedelta(days=7) == GRACE
    assert timedelta(days=62) == CARD_GRACE
    bounds = bounds_of(MARCH, date(2024, 1, 1), GRACE)
    assert bounds == Bounds(date(2025, 2, 22), date(2025, 3, 31))
    assert bounds_of(MARCH, None, CARD_GRACE) == Bounds(date(2024, 12, 29), date(2025, 3, 31))


def test_without_a_period_entries_are_of_the_year_before_the_statements_day() -> None:
    bounds = bounds_of(None, date(2025, 3, 31), GRACE)
    assert bounds == Bounds(date(2024, 3, 30), date(2025, 4, 7))
    assert bounds_of(None, None, GRACE) is None


def test_bounds_hold_their_first_and_last_day() -> None:
    bounds = Bounds(date(2025, 3, 1), date(2025, 3, 31))
    assert bounds.holds(date(2025, 3, 1))
    assert bounds.holds(date(2025, 3, 31))
    assert not bounds.holds(date(2025, 2, 28))
    assert not bounds.holds(date(2025, 4, 1))


def test_full_dates_need_no_bounds() -> None:
    days = printed("03/04/2025", "25/04/2025")
    assert resolved(days, False, None) == [date(2025, 4, 3), date(2025, 4, 25)]
    assert resolved(printed("03/04/2025"), True, None) == [date(2025, 3, 4)]
    assert resolved([], False, None) == []


def test_an_impossible_or_missing_day_gives_none_at_all() -> None:
    assert resolved([*printed("03/04/2025"), None], False, None) is None
    assert resolved(printed("03/04/2025", "31/02/2025"), False, None) is None


def test_a_year_that_is_not_printed_comes_from_the_bounds() -> None:
    bounds = bounds_of(MARCH, None, GRACE)
    days = printed("3 Mar", "30 Mar")
    assert resolved(days, False, bounds) == [date(2025, 3, 3), date(2025, 3, 30)]
    assert resolved(days, False, None) is None
    assert resolved(printed("3 Mar", "30 May"), False, bounds) is None
    assert resolved(printed("3 Mar", "30 Feb"), False, bounds) is None


def test_years_go_on_over_new_year_in_either_direction() -> None:
    bounds = Bounds(date(2024, 12, 8), date(2025, 1, 21))
    up = [date(2024, 12, 20), date(2025, 1, 3)]
    assert resolved(printed("20 Dec", "3 Jan"), False, bounds) == up
    assert resolved(printed("3 Jan", "20 Dec"), False, bounds) == up[::-1]


def test_a_printed_year_among_others_counts() -> None:
    bounds = Bounds(date(2024, 12, 8), date(2025, 1, 21))
    days = printed("20 Dec", "3 Jan 2025")
    assert resolved(days, False, bounds) == [date(2024, 12, 20), date(2025, 1, 3)]
    wrong = printed("20 Dec", "3 Jan 2023")
    assert resolved(wrong, False, bounds) is None


def test_two_possible_years_are_none() -> None:
    bounds = Bounds(date(2024, 3, 1), date(2025, 3, 31))
    assert resolved(printed("3 Mar"), False, bounds) is None
    assert resolved(printed("3 Apr"), False, bounds) == [date(2024, 4, 3)]
    assert resolved(printed("29 Feb"), False, bounds) is None


@pytest.mark.parametrize(
    ("texts", "orders", "same"),
    [
        (["03/04/2025"], set(), False),
        (["25/04/2025"], {False}, True),
        (["04/25/2025"], {True}, True),
        (["25/04/2025", "04/25/2025"], {False, True}, True),
        (["04/04/2025"], set(), True),
        (["3 April 2025"], set(), True),
        (["3 April 2025", "03/04/2025"], set(), False),
    ],
)
def test_a_day_above_twelve_tells_the_order(
    texts: list[str], orders: set[bool], same: bool
) -> None:
    days = printed(*texts)
    assert orders_shown(days) == orders
    assert same_in_both_orders(days) is same


def test_days_out_of_order_are_named_within_one_run() -> None:
    one, two, three = (date(2025, 3, day) for day in (1, 2, 3))
    assert out_of_order([one, two, two, three], [0, 0, 0, 0], False) == []
    assert out_of_order([one, three, two], [0, 0, 0], False) == [2]
    assert out_of_order([two, one, three], [0, 0, 0], False) == [1]
    assert out_of_order([three, two, two, one], [0, 0, 0, 0], True) == []
    assert out_of_order([three, one, two], [0, 0, 0], True) == [2]
    assert out_of_order([three, one, two], [0, 5, 5], False) == []
    assert out_of_order([three, two, one], [0, 5, 5], False) == [2]
    assert out_of_order([], [], False) == []


def entry(other: PrintedDate | None) -> Entry:
    figure = Figure(500, 2, 0, 0, 0.0, 1.0, 1, 1, None, False, 1.0)
    return Entry(0, figure, Side.AMOUNT, None, None, Dated(0, other) if other else None, 0, ())


@pytest.mark.parametrize(
    ("text", "booked", "value"),
    [
        ("3 Jan", date(2024, 12, 30), "2025-01-03"),
        ("30 Dec", date(2025, 1, 3), "2024-12-30"),
        ("3 Jan", date(2025, 1, 5), "2025-01-03"),
        ("3 Jan 2020", date(2025, 1, 5), "2020-01-03"),
        ("29 Feb", date(2025, 3, 1), "2024-02-29"),
        ("30 Feb", date(2025, 3, 1), None),
    ],
)
def test_a_second_date_without_a_year_is_the_nearest(
    text: str, booked: date, value: str | None
) -> None:
    found = value_day(entry(printed(text)[0]), booked, False)
    assert (str(found) if found else None) == value
    assert value_day(entry(None), booked, False) is None
