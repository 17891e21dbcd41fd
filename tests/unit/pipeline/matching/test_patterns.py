"""One mistake that explains everything is named; chance and half a mistake are not."""

from dataclasses import replace
from typing import Any

import pytest

from db.ledger.views import Entry
from pipeline.drafts import Line
from pipeline.matching.hints import Pattern, PatternKind, patterns
from pipeline.matching.shapes import AccountSide
from tests.support.statements import account, day, draft, ledger_entry, line

LINES = (line(1, 3, -350), line(2, 10, 250_000, "Salary"), line(3, 28, -80_000, "Rent"))


def entries(*rows: tuple[int, int]) -> tuple[Entry, ...]:
    """Entries of these days of June and amounts."""
    return tuple(ledger_entry(at, day(on), amount, "x") for at, (on, amount) in enumerate(rows, 1))


def side(*rows: tuple[int, int], **more: Any) -> AccountSide:
    """An account with these entries, all of them in June."""
    return account(entries(*rows), **more)


def found(ledger: AccountSide, lines: tuple[Line, ...] = LINES) -> tuple[Pattern, ...]:
    return patterns(draft(lines), ledger)


AS_IT_IS = ((3, -350), (10, 250_000), (28, -80_000))


def test_a_ledger_that_agrees_has_no_pattern() -> None:
    assert found(side(*AS_IT_IS)) == ()


def test_every_sign_is_turned() -> None:
    assert found(side((3, 350), (10, -250_000), (28, 80_000))) == (Pattern(PatternKind.SIGNS),)


def test_a_card_is_kept_by_other_days_and_the_other_way_round() -> None:
    assert found(side((2, 350), (9, -250_000), (27, 80_000))) == (Pattern(PatternKind.SIGNS),)


def test_one_sign_that_is_not_turned_is_no_pattern() -> None:
    assert found(side((3, 350), (10, -250_000), (28, -80_000))) == ()


def test_a_transfer_out_and_in_again_is_its_own_mirror() -> None:
    lines = (line(1, 3, -500), line(2, 4, 500))
    assert found(side((3, -500), (4, 500)), lines) == ()


@pytest.mark.parametrize("by", [-2, -1, 1, 2])
def test_every_entry_is_as_many_days_off(by: int) -> None:
    shifted = [(on + by, amount) for on, amount in AS_IT_IS]
    assert found(side(*shifted)) == (Pattern(PatternKind.DAYS, days=by),)


def test_days_that_differ_by_different_numbers_are_no_pattern() -> None:
    assert found(side((4, -350), (12, 250_000), (28, -80_000))) == ()


def test_equal_rows_need_as_many_entries() -> None:
    lines = (line(1, 3, -350), line(2, 3, -350))
    assert found(side((4, -350), (5, -350)), lines) == ()
    assert found(side((4, -350), (4, -350)), lines) == (Pattern(PatternKind.DAYS, days=1),)


def test_rows_that_are_there_as_they_are_and_shifted_are_not_shifted() -> None:
    twice = [*AS_IT_IS, *((on + 1, amount) for on, amount in AS_IT_IS)]
    assert found(side(*twice)) == ()


def test_one_line_says_nothing_of_all() -> None:
    assert found(side((3, 350)), LINES[:1]) == ()
    assert found(side((4, -350)), LINES[:1]) == ()


def test_a_line_without_a_date_is_shifted_by_nothing() -> None:
    lines = (replace(LINES[0], date=None), *LINES[1:])
    assert found(side((4, -350), (11, 250_000), (29, -80_000)), lines) == ()


def test_another_currency_is_all_that_is_said() -> None:
    yen = side((3, 350), (10, -250_000), (28, 80_000), opening=0, currency="JPY")
    assert found(yen) == (Pattern(PatternKind.CURRENCY, currency="EUR"),)


def test_every_balance_is_off_by_what_the_opening_balance_lacks() -> None:
    assert found(side(*AS_IT_IS, opening=98_766)) == (Pattern(PatternKind.OPENING, amount=1_234),)


def test_a_balance_that_something_else_explains_as_well_is_no_pattern() -> None:
    assert found(side(*AS_IT_IS[:2], opening=98_766)) == ()


def test_a_ledger_that_does_not_reach_back_lacks_nothing() -> None:
    assert found(side(*AS_IT_IS, opening=None)) == ()


def test_two_mistakes_are_both_named() -> None:
    shifted = [(on + 1, amount) for on, amount in AS_IT_IS]
    assert found(side(*shifted, opening=0)) == (
        Pattern(PatternKind.DAYS, days=1),
        Pattern(PatternKind.OPENING, amount=100_000),
    )
