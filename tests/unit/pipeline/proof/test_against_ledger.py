"""What the ledger must say for a statement to be matched, check by check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta

import pytest

from pipeline.matching.shapes import Pair
from pipeline.proof.against_ledger import (
    MOST_DAYS,
    Values,
    after_end,
    before_start,
    closing_agrees,
    every_entry_paired,
    every_line_paired,
    follows_previous,
    opening_agrees,
    pairs_exact,
    pairs_near,
    same_account_number,
    same_currency,
    sums_agree,
)
from pipeline.proof.checks import Check, CheckState
from pipeline.proof.ledger_side import LedgerSide, PairedElsewhere, Pairing, Previous
from pipeline.proof.page import ProvenFacts, ProvenRow
from pipeline.proof.period import Period
from pipeline.words import Box
from tests.support.statements import Entry, day

PASSED, FAILED, UNAVAILABLE = CheckState.PASSED, CheckState.FAILED, CheckState.UNAVAILABLE
JUNE = Period(day(1), day(30))
FACTS = ProvenFacts(2, 100_000, 99_300, JUNE, "EUR", "1234", "current")


def row(number: int, amount: int, value: date | None = None) -> ProvenRow:
    return ProvenRow(1, Box(0, 0, 1, 1), day(number), value, amount, None, "Coffee", "Coffee")


ROWS: Mapping[int, ProvenRow] = {1: row(3, -350), 2: row(10, -350)}
ENTRIES = (Entry(11, day(3), -350, "Coffee"), Entry(12, day(10), -350, "Coffee"))
PAGE = Values(ROWS, FACTS)
LEDGER = LedgerSide(1, "Everyday", "EUR", 100_000, 99_300, ENTRIES)


def pairing(*pairs: tuple[int, int], days: int = 3) -> Pairing:
    return Pairing(tuple(Pair(line, entry, 0, 100) for line, entry in pairs), days)


BOTH = pairing((1, 11), (2, 12))


@pytest.mark.parametrize(
    ("printed", "exponent", "account", "state", "found"),
    [
        ("EUR", 2, "EUR", PASSED, None),
        ("EUR", 2, "USD", FAILED, None),
        (None, 2, "EUR", UNAVAILABLE, None),
        (None, 0, "JPY", UNAVAILABLE, None),
        (None, 2, "JPY", FAILED, "2"),
        (None, 2, "KWD", FAILED, "2"),
        ("JPY", 0, "EUR", FAILED, "0"),
    ],
)
def test_the_currency_is_the_accounts_or_not_printed_but_of_as_many_digits(
    printed: str | None, exponent: int, account: str, state: CheckState, found: str | None
) -> None:
    facts = replace(FACTS, currency=printed, exponent=exponent)
    check = same_currency(facts, replace(LEDGER, currency=account))
    assert (check.name, check.state, check.found) == ("same_currency", state, found)


@pytest.mark.parametrize(
    ("printed", "known", "state"),
    [
        ("1234", "1234", PASSED),
        ("1234", "9934", FAILED),
        ("1234", "4321", FAILED),
        ("234", "1234", PASSED),
        ("1234", "234", PASSED),
        ("1234", "DE0001234", PASSED),
        ("34", "1234", PASSED),
        ("12", "1234", FAILED),
        ("1234", "12", FAILED),
        (None, "1234", UNAVAILABLE),
        ("1234", None, UNAVAILABLE),
        ("", "1234", UNAVAILABLE),
        ("1234", "", UNAVAILABLE),
        (None, None, UNAVAILABLE),
    ],
)
def test_the_last_digits_that_both_know_of_the_number_are_the_same(
    printed: str | None, known: str | None, state: CheckState
) -> None:
    check = same_account_number(replace(FACTS, number=printed), replace(LEDGER, mask=known))
    assert (check.name, check.state) == ("same_account_number", state)


def outcome(check: Check) -> tuple[CheckState, str | None, str | None]:
    return check.state, check.expected, check.found


def test_both_balances_are_the_ledgers() -> None:
    opening = opening_agrees(FACTS, JUNE, LEDGER, BOTH)
    closing = closing_agrees(FACTS, JUNE, LEDGER, BOTH)
    assert outcome(opening) == (PASSED, "1000.00", "1000.00")
    assert outcome(closing) == (PASSED, "993.00", "993.00")
    assert opening.name == "opening_balance_in_ledger"
    assert closing.name == "closing_balance_in_ledger"


def test_a_balance_that_the_ledger_does_not_reach_back_to_is_unknown() -> None:
    side = replace(LEDGER, opening=None, closing=None)
    assert outcome(opening_agrees(FACTS, JUNE, side, BOTH)) == (UNAVAILABLE, "1000.00", None)
    assert outcome(closing_agrees(FACTS, JUNE, side, BOTH)) == (UNAVAILABLE, "993.00", None)


def test_a_balance_a_cent_off_differs() -> None:
    side = replace(LEDGER, opening=100_001, closing=99_299)
    assert outcome(opening_agrees(FACTS, JUNE, side, BOTH)) == (FAILED, "1000.00", "1000.01")
    assert outcome(closing_agrees(FACTS, JUNE, side, BOTH)) == (FAILED, "993.00", "992.99")


@pytest.mark.parametrize(
    ("booked", "opening", "closing"),
    [
        (day(31, 5), 350, 0),  # in the ledger's opening balance, not yet in the bank's
        (day(1), 0, 0),
        (day(30), 0, 0),
        (day(1, 7), 0, -350),  # in the bank's closing balance, not yet in the ledger's
    ],
)
def test_a_row_that_the_ledger_dates_beyond_the_period_is_counted_where_the_bank_counts_it(
    booked: date, opening: int, closing: int
) -> None:
    side = replace(LEDGER, entries=(replace(ENTRIES[0], booked_on=booked), ENTRIES[1]))
    assert before_start(JUNE, side, BOTH) == opening
    assert after_end(JUNE, side, BOTH) == closing
    other = pairing((2, 12))
    assert before_start(JUNE, side, other) == 0
    assert after_end(JUNE, side, other) == 0


@pytest.mark.parametrize(
    ("on", "earlier", "opening", "closing"),
    [
        (day(31, 5), True, 0, 0),
        (day(1), True, 70, 0),
        (day(30), True, 70, 0),
        (day(1, 7), True, 70, 70),
        (day(31, 5), False, -70, -70),
        (day(1), False, 0, -70),
        (day(30), False, 0, -70),
        (day(1, 7), False, 0, 0),
    ],
)
def test_another_statements_entry_is_counted_where_the_bank_counts_it(
    on: date, earlier: bool, opening: int, closing: int
) -> None:
    elsewhere = (
        PairedElsewhere(50, on, 100, earlier),
        PairedElsewhere(51, on, -30, earlier),
    )
    side = replace(LEDGER, elsewhere=elsewhere)
    assert before_start(JUNE, side, BOTH) == opening
    assert after_end(JUNE, side, BOTH) == closing
    assert outcome(opening_agrees(FACTS, JUNE, side, BOTH))[2] == f"{1000 + opening / 100:.2f}"
    assert outcome(closing_agrees(FACTS, JUNE, side, BOTH))[2] == f"{993 + closing / 100:.2f}"


def test_every_line_has_an_entry() -> None:
    assert outcome(every_line_paired(PAGE, BOTH)) == (PASSED, "2", "2")
    assert outcome(every_line_paired(PAGE, pairing((1, 11)))) == (FAILED, "2", "1")
    assert outcome(every_line_paired(PAGE, pairing((1, 11), (9, 12)))) == (FAILED, "2", "1")
    assert every_line_paired(PAGE, BOTH).name == "every_line_in_ledger"


def test_every_entry_of_the_period_has_a_line() -> None:
    assert outcome(every_entry_paired(JUNE, LEDGER, BOTH)) == (PASSED, "2", "2")
    assert outcome(every_entry_paired(JUNE, LEDGER, pairing((1, 11)))) == (FAILED, "2", "1")
    assert every_entry_paired(JUNE, LEDGER, BOTH).name == "every_entry_on_statement"


@pytest.mark.parametrize(
    ("on", "state"),
    [(day(31, 5), PASSED), (day(1), FAILED), (day(30), FAILED), (day(1, 7), PASSED)],
)
def test_an_entry_beyond_the_period_needs_no_line(on: date, state: CheckState) -> None:
    side = replace(LEDGER, entries=(*ENTRIES, Entry(13, on, -1, "Books")))
    assert every_entry_paired(JUNE, side, BOTH).state is state


@pytest.mark.parametrize(
    ("pairs", "exact"),
    [
        (((1, 11), (2, 12)), 2),
        (((1, 12), (2, 11)), 2),
        (((1, 11), (1, 11)), 1),
        (((1, 11), (1, 12)), 1),
        (((1, 11), (2, 11)), 1),
        (((1, 11), (2, 13)), 1),
        (((1, 11), (2, 99)), 1),
        (((1, 11), (3, 12)), 1),
    ],
)
def test_each_pair_is_a_row_and_an_entry_of_its_amount_and_both_of_no_other(
    pairs: tuple[tuple[int, int], ...], exact: int
) -> None:
    side = replace(LEDGER, entries=(*ENTRIES, Entry(13, day(10), -351, "Coffee")))
    check = pairs_exact(PAGE, side, pairing(*pairs))
    assert check.name == "pairs_are_exact"
    assert outcome(check) == (PASSED if exact == 2 else FAILED, "2", str(exact))


@pytest.mark.parametrize(
    ("apart", "days", "state"),
    [
        (3, 3, PASSED),
        (-3, 3, PASSED),
        (4, 3, FAILED),
        (-4, 3, FAILED),
        (0, 0, PASSED),
        (1, 0, FAILED),
        (15, 400, PASSED),
        (16, 400, FAILED),
        (-16, 400, FAILED),
    ],
)
def test_the_days_of_a_pair_are_near_whatever_a_pairing_says(
    apart: int, days: int, state: CheckState
) -> None:
    assert MOST_DAYS == 15
    entry = Entry(12, day(10) + timedelta(days=apart), -350, "Coffee")
    side = replace(LEDGER, entries=(ENTRIES[0], entry))
    assert pairs_near(PAGE, side, pairing((1, 11), (2, 12), days=days)).state is state


def test_of_the_booking_and_the_value_day_the_nearer_counts() -> None:
    late = Values({1: row(3, -350, value=day(20)), 2: row(10, -350)}, FACTS)
    for booked in (day(2), day(21)):
        side = replace(LEDGER, entries=(replace(ENTRIES[0], booked_on=booked), ENTRIES[1]))
        assert pairs_near(late, side, BOTH).state is PASSED
    side = replace(LEDGER, entries=(replace(ENTRIES[0], booked_on=day(11)), ENTRIES[1]))
    assert pairs_near(late, side, BOTH).state is FAILED


def test_a_pair_of_no_row_or_no_entry_has_no_days() -> None:
    assert pairs_near(PAGE, LEDGER, pairing((9, 11), (2, 99))).state is PASSED


def test_the_rows_come_to_what_their_entries_come_to() -> None:
    assert outcome(sums_agree(PAGE, LEDGER, BOTH)) == (PASSED, "-7.00", "-7.00")
    assert outcome(sums_agree(PAGE, LEDGER, pairing((1, 11)))) == (FAILED, "-7.00", "-3.50")
    assert sums_agree(PAGE, LEDGER, BOTH).name == "sum_of_lines_in_ledger"


@pytest.mark.parametrize(
    ("ended", "closing", "state", "detail"),
    [
        (day(31, 5), 100_000, PASSED, ""),
        (day(31, 5), 99_999, FAILED, ""),
        (day(31, 5), None, UNAVAILABLE, ""),
        (day(30, 5), 99_999, UNAVAILABLE, "1 days missing between"),
        (day(1, 6), 99_999, UNAVAILABLE, "1 days in common"),
        (day(21, 5), 99_999, UNAVAILABLE, "10 days missing between"),
    ],
)
def test_the_statement_before_ended_the_day_before_with_this_opening(
    ended: date, closing: int | None, state: CheckState, detail: str
) -> None:
    check = follows_previous(FACTS, JUNE, replace(LEDGER, previous=Previous(ended, closing)))
    assert (check.name, check.state) == ("follows_previous_statement", state)
    assert check.detail == detail


def test_without_a_statement_before_there_is_none_to_follow() -> None:
    assert follows_previous(FACTS, JUNE, LEDGER).state is UNAVAILABLE
