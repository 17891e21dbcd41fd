"""A column names an account and a period as a person would."""

from __future__ import annotations

import pytest

from app.cli.screens.wording import account_text, period_text


@pytest.mark.parametrize(
    ("start", "end", "told"),
    [
        ("2025-03-01", "2025-03-31", "2025-03"),
        ("2024-02-01", "2024-02-29", "2024-02"),
        ("2024-12-01", "2024-12-31", "2024-12"),
        ("2025-03-01", "2025-03-30", "2025-03-01..2025-03-30"),  # a day short of a month
        ("2025-03-01", "2025-04-30", "2025-03-01..2025-04-30"),  # two months
        ("2025-03-02", "2025-04-01", "2025-03-02..2025-04-01"),
        (None, "2025-03-31", "?..2025-03-31"),
        (None, None, "?"),
    ],
)
def test_a_whole_month_is_told_as_a_month(start: str | None, end: str | None, told: str) -> None:
    assert period_text(start, end) == told


def test_an_account_goes_by_its_ledger_name_and_last_digits() -> None:
    printed = {"institution": "Harrow & Vale", "account_name": "Current", "account_mask": "4471"}

    assert account_text({**printed, "account": "Household"}) == "Household *4471"
    assert account_text(printed) == "Harrow & Vale Current *4471"


def test_an_account_nobody_named_is_a_question_mark() -> None:
    assert account_text({"institution": None, "account_name": None, "account_mask": None}) == "?"
