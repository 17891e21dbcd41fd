"""Which months are listed as covered, and which are not."""

from datetime import date, timedelta

import pytest

from db.words import Verdict
from pipeline.review.coverage import (
    Covering,
    DaysCovered,
    Life,
    Locked,
    MonthState,
    awaited,
    beginning,
    joined,
    months,
)

JANUARY, MARCH = date(2026, 1, 1), date(2026, 3, 31)
MATCHED, DIFFERENCES = Verdict.MATCHED, Verdict.DIFFERENCES


OPEN = Life(JANUARY)


def stands(
    *covering: Covering, begins: date | None = JANUARY, ends: date | None = None
) -> list[str]:
    found = months(covering, Life(begins, ends), JANUARY, MARCH)
    return [month.state.value for month in found]


def month(number: int, statement: int = 1, verdict: Verdict = MATCHED) -> Covering:
    last = {1: 31, 2: 28, 3: 31}[number]
    return Covering(statement, date(2026, number, 1), date(2026, number, last), verdict)


def test_a_statement_a_month_covers_them() -> None:
    assert stands(month(1), month(2, 2), month(3, 3)) == ["covered"] * 3


def test_a_month_without_a_statement_is_missing() -> None:
    assert stands(month(1), month(3, 3)) == ["covered", "missing", "covered"]


def test_statements_across_months_cover_them_without_being_duplicates() -> None:
    across = [
        Covering(1, date(2026, 1, 1), date(2026, 1, 15), MATCHED),
        Covering(2, date(2026, 1, 15), date(2026, 2, 14), MATCHED),
        Covering(3, date(2026, 2, 15), date(2026, 3, 31), MATCHED),
    ]
    assert stands(*across) == ["covered"] * 3


def test_a_month_covered_in_part_names_the_days_that_lack() -> None:
    parts = [
        Covering(2, date(2026, 2, 3), date(2026, 2, 9), MATCHED),
        Covering(3, date(2026, 2, 11), date(2026, 2, 20), MATCHED),
    ]
    found = months([month(1), *parts, month(3, 4)], OPEN, JANUARY, MARCH)
    assert [each.state.value for each in found] == ["covered", "partly_covered", "covered"]
    assert [(each.first.day, each.last.day) for each in found[1].lacking] == [
        (1, 2), (10, 10), (21, 28),
    ]  # fmt: skip


CARD = [
    Covering(1, date(2026, 1, 15), date(2026, 2, 14), MATCHED),
    Covering(2, date(2026, 2, 15), date(2026, 3, 14), MATCHED),
    Covering(3, date(2026, 3, 15), date(2026, 4, 14), MATCHED),
]


@pytest.mark.parametrize(
    ("until", "today", "april"),
    [
        (date(2026, 4, 30), date(2026, 5, 1), "covered"),
        (date(2026, 4, 30), date(2026, 5, 13), "covered"),
        (date(2026, 4, 30), date(2026, 5, 14), "partly_covered"),
        (date(2026, 4, 20), date(2026, 4, 20), "covered"),
    ],
)
def test_the_cycles_of_a_card_cover_months_up_to_where_the_next_one_is_due(
    until: date, today: date, april: str
) -> None:
    found = months(CARD, Life(date(2026, 1, 15)), JANUARY, until, today=today)
    assert [each.state.value for each in found] == ["covered", "covered", "covered", april]


def test_an_account_begun_before_its_first_cycle_lacks_the_days_before_it() -> None:
    january, *rest = months(CARD, OPEN, JANUARY, MARCH)
    assert january.lacking == (DaysCovered(date(2026, 1, 1), date(2026, 1, 14)),)
    assert {each.state.value for each in rest} == {"covered"}


@pytest.mark.parametrize(
    ("newest", "due"),
    [
        (date(2026, 4, 14), date(2026, 5, 14)),
        (date(2026, 2, 28), date(2026, 3, 31)),
        (date(2026, 1, 30), date(2026, 2, 28)),
    ],
)
def test_the_next_statement_is_due_a_month_after_the_newest(newest: date, due: date) -> None:
    far = date(2026, 12, 31)
    assert awaited(newest, far, due - timedelta(days=1)) == newest
    assert awaited(newest, far, due) == far


def test_two_statements_of_the_same_days_are_duplicates() -> None:
    assert stands(month(1), month(1, 9), month(2, 2), month(3, 3))[0] == "duplicate"


def test_a_statement_that_differs_is_listed() -> None:
    assert stands(month(1), month(2, 2, DIFFERENCES), month(3, 3))[1] == "mismatched"


def test_a_statement_that_only_a_person_can_judge_is_listed() -> None:
    doubtful = Covering(2, date(2026, 2, 1), date(2026, 2, 28), Verdict.UNPROVEN, ambiguous=True)
    assert stands(month(1), doubtful, month(3, 3))[1] == "ambiguous"


def test_nothing_is_expected_before_the_account_began() -> None:
    found = stands(month(3, 3), begins=date(2026, 2, 10))
    assert found == ["not_expected", "missing", "covered"]


def test_a_month_that_is_not_over_is_not_expected_yet() -> None:
    middle = date(2026, 3, 10)
    states = [m.state for m in months([month(1), month(2, 2)], OPEN, JANUARY, middle)]
    assert states == [MonthState.COVERED, MonthState.COVERED, MonthState.NOT_EXPECTED]


def test_an_account_without_anything_expects_nothing() -> None:
    assert stands(begins=None) == ["not_expected"] * 3


def test_a_month_that_an_earlier_version_proved_says_so() -> None:
    old = Covering(1, date(2026, 1, 1), date(2026, 1, 31), MATCHED, earlier=True)
    found = months([old, month(2)], OPEN, JANUARY, date(2026, 2, 28))
    assert [(each.state.value, each.earlier) for each in found] == [
        ("covered", True),
        ("covered", False),
    ]


def test_a_month_is_locked_where_locks_hold_every_statement_of_it() -> None:
    halves = [
        Covering(1, date(2026, 1, 1), date(2026, 1, 15), MATCHED),
        Covering(2, date(2026, 1, 16), date(2026, 1, 31), MATCHED),
    ]
    first, second = (Locked(number, each.start, each.end) for number, each in enumerate(halves))
    for locks, held, locked in (((), (), False), ((first,), (0,), False),
                                ((first, second), (0, 1), True)):  # fmt: skip
        (january, *_) = months(halves, OPEN, JANUARY, MARCH, locks)
        assert (january.locks, january.locked) == (held, locked)


def test_months_after_the_last_day_asked_about_are_shown_and_not_expected() -> None:
    found = months([month(1)], OPEN, JANUARY, date(2026, 2, 28), through=MARCH)
    assert [each.state.value for each in found] == ["covered", "missing", "not_expected"]


def test_the_month_of_its_end_is_expected_up_to_that_day() -> None:
    last = Covering(2, date(2026, 2, 1), date(2026, 2, 10), MATCHED)
    for ends, state in ((date(2026, 2, 10), "covered"), (date(2026, 2, 11), "partly_covered")):
        assert stands(month(1), last, ends=ends) == ["covered", state, "not_expected"]
    assert stands(month(1), ends=date(2026, 2, 1))[1] == "missing"


def test_a_statement_after_the_end_of_an_account_is_shown_as_usual() -> None:
    late = Covering(3, date(2026, 3, 5), date(2026, 3, 20), MATCHED)
    differs = Covering(3, date(2026, 3, 5), date(2026, 3, 20), DIFFERENCES)
    end = date(2026, 1, 31)
    assert stands(month(1), late, ends=end) == ["covered", "not_expected", "covered"]
    assert stands(month(1), differs, ends=end) == ["covered", "not_expected", "mismatched"]


def test_an_end_that_is_yet_to_come_changes_nothing_now() -> None:
    assert stands(month(1), ends=date(2027, 1, 1)) == ["covered", "missing", "missing"]


@pytest.mark.parametrize(
    ("opened_on", "first_entry", "first_stated", "expected"),
    [
        (date(2026, 1, 31), None, None, date(2026, 2, 1)),
        (date(2026, 1, 31), date(2026, 2, 3), date(2026, 2, 1), date(2026, 2, 1)),
        (date(2026, 1, 31), date(2026, 1, 31), date(2026, 2, 1), date(2026, 1, 31)),
        (date(2026, 1, 31), None, date(2026, 1, 31), date(2026, 1, 31)),
        (date(2026, 1, 30), None, date(2026, 2, 1), date(2026, 1, 30)),
        (date(2024, 2, 28), None, None, date(2024, 2, 28)),
        (date.max, None, None, date.max),
        (None, date(2026, 1, 31), date(2026, 2, 1), date(2026, 1, 31)),
        (None, None, None, None),
    ],
)
def test_one_day_at_the_end_of_a_month_awaits_no_statement_unless_something_was_booked(
    opened_on: date | None,
    first_entry: date | None,
    first_stated: date | None,
    expected: date | None,
) -> None:
    assert beginning(opened_on, first_entry, first_stated) == expected


def rows_alone(*edges: tuple[date, date, int, int]) -> list[Covering]:
    """Statements that print no period: the days of their lines, and both balances."""
    return [
        Covering(n, first, last, MATCHED, opening=opening, closing=closing)
        for n, (first, last, opening, closing) in enumerate(edges, 1)
    ]


JANUARY_ROWS = (date(2026, 1, 1), date(2026, 1, 28), 100, 250)


def test_a_balance_that_goes_on_joins_the_days_between_two_statements() -> None:
    february = (date(2026, 2, 4), date(2026, 2, 28), 250, 90)
    assert [each.start for each in joined(rows_alone(JANUARY_ROWS, february))] == [
        date(2026, 1, 1), date(2026, 1, 29),
    ]  # fmt: skip
    assert stands(*joined(rows_alone(JANUARY_ROWS, february)))[:2] == ["covered"] * 2


@pytest.mark.parametrize(
    "february",
    [
        (date(2026, 2, 4), date(2026, 2, 28), 249, 90),
        (date(2026, 2, 5), date(2026, 2, 28), 250, 90),
    ],
    ids=["another balance", "more than a week later"],
)
def test_nothing_else_joins_them(february: tuple[date, date, int, int]) -> None:
    both = rows_alone(JANUARY_ROWS, february)
    assert joined(both) == both


def test_an_account_that_stands_at_zero_joins_nothing() -> None:
    both = rows_alone(
        (date(2026, 1, 1), date(2026, 1, 30), 100, 0), (date(2026, 2, 2), date(2026, 2, 27), 0, 5)
    )
    assert joined(both) == both
