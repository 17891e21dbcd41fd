"""From which words the statement's days, their order and its period are taken."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from pipeline.proof.calendar import Bounds
from pipeline.proof.checks import CheckState
from pipeline.proof.days import Calendar, calendar_of, order_check, order_settled, period_check
from pipeline.proof.entries import Offered, offered
from pipeline.proof.lexed import LexedPages
from pipeline.proof.period import Period
from pipeline.proof.rows import Row
from tests.support.kernel import Held, held, lacks
from tests.support.typewritten import document, rows

MARCH = "Statement period 01/03/2025 to 31/03/2025"
APRIL = "Statement period 01/04/2025 to 30/04/2025"


def statement(*entries: str, opening: str = "", closing: str = "") -> Held:
    return held(
        f"""
    Northgate Bank
    Current account statement
    Statement period 1 March 2025 to 31 March 2025

    Opening balance {opening:12}                                  100.00

    Date         Value date   Description           Money out   Money in
    {entries[0]}   Acme Ltd                          1,000.00
    {entries[1]}   J Smith                   50.00
    {entries[2]}   Corner shop                5.00

    Closing balance {closing:12}                                1,045.00
    """
    )


SURE = statement(*(f"{day}/03/2025             " for day in ("01", "17", "31")))
OPEN = statement(*(f"{day}/03/2025             " for day in ("01", "07", "09")))
VALUED = statement("01/03/2025   01/03/2025", "07/03/2025   08/03/2025", "09/03/2025   13/03/2025")
ALIKE = statement(*("03/03/2025             ",) * 3)
ENDED = statement(
    *(f"{day}/03/2025             " for day in ("01", "17", "31")),
    opening="01/03/2025",
    closing="31/03/2025",
)


def of(page: Held, month_first: bool = False) -> Offered:
    lexed = LexedPages(document(*page.texts).pages).under(page.witness.convention.style)
    convention = replace(page.witness.convention, month_first=month_first)
    return offered(lexed, replace(page.witness, convention=convention))


def printed(*lines: str) -> list[Row]:
    return rows("\n".join((*lines, "Fee 1.00")))[:-1] if lines else []


def calendar(*beside: str, front: tuple[str, ...] = (), card: bool = False) -> Calendar:
    return calendar_of(of(SURE), printed(*beside), printed(*front), False, card)


def days(first: str, last: str) -> Bounds:
    return Bounds(date.fromisoformat(first), date.fromisoformat(last))


def test_the_period_is_the_sections_own_or_else_the_fronts() -> None:
    march, april = (Period(date(2025, 3, 1), date(2025, 3, 31)),
                    Period(date(2025, 4, 1), date(2025, 4, 30)))  # fmt: skip
    assert calendar(MARCH).period == march
    assert calendar(MARCH, front=(APRIL,)).period == march
    assert calendar(front=(APRIL,)).period == april
    assert calendar("word", front=("01/04/2025 to 30/04/2025",)).period == april
    assert calendar("Statement period 0?/03/2025", front=(APRIL,)).period is None
    assert calendar(MARCH, APRIL, front=(APRIL,)).period is None
    assert calendar().period is None


def test_the_days_of_both_balances_are_a_period() -> None:
    found = calendar_of(of(ENDED), [], [], False, False)
    assert found.period == Period(date(2025, 3, 1), date(2025, 3, 31))


@pytest.mark.parametrize(
    ("beside", "front", "bounds"),
    [
        ((MARCH,), (), days("2025-02-22", "2025-03-31")),
        ((MARCH, "Year 2024"), ("Year 2024",), days("2025-02-22", "2025-03-31")),
        (("Statement date 31/03/2025",), (), days("2024-03-30", "2025-04-07")),
        ((), ("Statement date 31/03/2025",), days("2024-03-30", "2025-04-07")),
        (
            ("Statement date 31/03/2025",),
            ("Statement date 30/04/2025",),
            days("2024-03-30", "2025-04-07"),
        ),
        (("Year 2025",), (), days("2025-01-01", "2025-12-31")),
        ((), ("Year 2025",), days("2025-01-01", "2025-12-31")),
        (("Year 2025",), ("Year 2024",), days("2025-01-01", "2025-12-31")),
        (("Year 2025", "Year 2024"), (), None),
        ((), (), None),
    ],
)
def test_the_bounds_are_the_period_or_the_last_day_or_the_year(
    beside: tuple[str, ...], front: tuple[str, ...], bounds: Bounds | None
) -> None:
    assert calendar(*beside, front=front).bounds == bounds


def test_a_cards_entries_may_be_two_months_older() -> None:
    assert calendar(MARCH, card=True).bounds == days("2024-12-29", "2025-03-31")


def both(page: Held, *beside: str) -> dict[bool, Calendar]:
    found = of(page)
    return {o: calendar_of(found, printed(*beside), [], o, False) for o in (False, True)}


def order(page: Held, *beside: str, month_first: bool = False) -> str:
    found = of(page, month_first)
    return order_check(found, printed(*beside), both(page, *beside)).state.value


SHORT, LONG = "from 1 March 2025 to 10 March 2025", "from 1 March 2025 to 10 July 2025"


@pytest.mark.parametrize(
    ("page", "beside", "first", "other"),
    [
        (SURE, (), "passed", "failed"),
        (VALUED, (), "passed", "failed"),
        (OPEN, ("Printed on 31/03/2025",), "passed", "failed"),
        (OPEN, ("Printed on 03/31/2025",), "failed", "passed"),
        (OPEN, ("Printed on 03/31/2025 or 31/03/2025",), "failed", "failed"),
        (SURE, ("Printed on 03/31/2025",), "passed", "failed"),
        (OPEN, (f"Statement period {SHORT}",), "passed", "failed"),
        (OPEN, (f"Statement period {LONG}",), "passed", "failed"),
        (OPEN, ("Year 2025",), "unavailable", "unavailable"),
        (OPEN, (), "failed", "failed"),
        (ALIKE, (), "passed", "passed"),
    ],
)
def test_the_order_is_shown_by_a_day_above_twelve_or_fits_one_way_alone(
    page: Held, beside: tuple[str, ...], first: str, other: str
) -> None:
    assert order(page, *beside) == first
    assert order(page, *beside, month_first=True) == other


TWO_WAYS = "Statement period 02/03/2025 to 10/04/2025"


@pytest.mark.parametrize(
    ("page", "beside", "settled"),
    [
        (OPEN, ("Year 2025",), True),
        (OPEN, (MARCH,), True),
        (OPEN, ("Statement period 03/03/2025 to 04/04/2025",), True),
        (OPEN, (TWO_WAYS,), True),
        (OPEN, ("Statement period 01/01/2025 to 09/09/2025", TWO_WAYS), True),
        (OPEN, ("Statement period 01/01/2025 to 09/10/2025",), False),
        (SURE, ("Statement period 01/01/2025 to 09/10/2025",), True),
        (OPEN, ("Statement period 01/01/2025 to 09/10/2025", "Printed on 31/03/2025"), True),
    ],
)
def test_the_order_of_the_period_is_settled(
    page: Held, beside: tuple[str, ...], settled: bool
) -> None:
    assert order_settled(of(page), printed(*beside), both(page, *beside)) is settled


def test_without_entries_nothing_fits_a_period() -> None:
    found = replace(of(OPEN), entries=())
    calendars = {o: calendar_of(found, printed(TWO_WAYS), [], o, False) for o in (False, True)}
    assert not order_settled(found, printed(TWO_WAYS), calendars)


def test_a_period_is_proven_if_it_is_one_and_its_order_is_settled() -> None:
    assert period_check(calendar(MARCH), True).state is CheckState.PASSED
    assert period_check(calendar(MARCH), False).state is CheckState.UNAVAILABLE
    assert period_check(calendar(), True).state is CheckState.UNAVAILABLE
    assert period_check(calendar(MARCH, APRIL), True).state is CheckState.FAILED


def test_the_two_dates_of_the_first_entry_are_no_period() -> None:
    page = held("""
        Northgate Bank
        Current account statement

        Opening balance 100.00
        Closing balance 85.00
        Statement date 31/03/2025

        Date         Value date   Description           Amount

        16/03/2025   17/03/2025   Transfer
                                  REF 0042
                                  sent                   10.00-

        17/03/2025   17/03/2025   Corner shop             5.00-
        """)
    proof = page.printed()
    assert [f"{row.date:%d.%m.}" for row in proof.rows] == ["16.03.", "17.03."]
    assert "period" in lacks(proof)


def test_without_entries_a_period_of_one_order_alone_settles_nothing() -> None:
    found = replace(of(OPEN), entries=())
    beside = printed("Statement period 05/03/2025 to 04/04/2025")
    calendars = {o: calendar_of(found, beside, [], o, False) for o in (False, True)}
    assert (calendars[False].bounds is None, calendars[True].bounds is None) == (False, True)
    assert not order_settled(found, beside, calendars)


@pytest.mark.parametrize(
    ("lines", "named"),
    [
        (("Statement date 31 March 2025",), ", it names 2025-03-31"),
        (("Statement for March 2025",), ", it names 2025-03-31"),
        (("Pay by 25 April 2025",), ""),
        (("Statement date 31 March 2025", "Month 02/2025"), ""),
    ],
)
def test_a_page_without_a_period_may_name_its_day(lines: tuple[str, ...], named: str) -> None:
    check = period_check(calendar(*lines), settled=True)
    assert check.state is CheckState.UNAVAILABLE
    assert check.detail == f"the page does not say from when to when{named}"
    assert period_check(calendar(front=lines), settled=True) == check
