"""Accounts in the order in which a person would look at them."""

from typing import Any

import pytest

from tools.ledger.account_fit import best_first, can_be, is_another

FACTS = {"currency": "EUR", "mask": "4711", "institution": "Nordbank", "kind": "checking"}


def account(account_id: int, **more: Any) -> dict[str, Any]:
    return {"id": account_id, "name": "A", "currency": "EUR", "mask": None, **more}


def order(*accounts: dict[str, Any], alike: dict[int, int] | None = None) -> list[int]:
    return [each["id"] for each in best_first(FACTS, accounts, alike or {})]


def test_its_number_comes_before_its_bank_and_what_cannot_be_it_last() -> None:
    dollars = account(1, currency="USD", mask="4711", institution="Nordbank")
    other_number = account(2, mask="0815", institution="Nordbank")
    nothing_known = account(3, kind="checking")
    its_bank = account(4, institution="Nordbank")
    its_number = account(5, mask="4711")
    accounts = dollars, other_number, nothing_known, its_bank, its_number
    assert order(*accounts) == [5, 4, 3, 1, 2]


def test_of_equals_the_one_with_most_entries_like_its_rows_then_the_older() -> None:
    equals = [account(number, institution="Nordbank") for number in (1, 2, 3)]
    assert order(*equals, alike={2: 4, 3: 4}) == [2, 3, 1]


def test_its_name_outweighs_entries_that_are_alike() -> None:
    named, alike = account(1, institution="Nordbank"), account(2)
    assert order(alike, named, alike={2: 40}) == [1, 2]


def test_entries_alike_do_not_make_another_number_possible() -> None:
    other, unknown = account(1, mask="0815"), account(2)
    assert order(other, unknown, alike={1: 40}) == [2, 1]


@pytest.mark.parametrize(
    ("printed", "known", "another"),
    [
        ("370400440532013000", "DE89370400440532013000", False),
        ("532013000", "DE89370400440532013000", False),
        ("370400440532013000", "DE89370400440999993000", True),
        (None, "DE89370400440999993000", False),
        ("532013000", None, False),
    ],
)
def test_of_two_numbers_one_is_the_end_of_the_other_or_they_are_two_accounts(
    printed: str | None, known: str | None, another: bool
) -> None:
    both = {"number": printed, "mask": "3000"}, {"number": known, "mask": "3000"}
    assert (is_another(*both), can_be(*both)) == (another, not another)
