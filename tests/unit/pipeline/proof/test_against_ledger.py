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
from pipeline.proof.ledger_side import ByHand, LedgerSide, Outstanding, Pairing, Previous
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


@pytest.mark.parametrize(
    ("booked", "state"),
    [
        (day(7), PASSED),
        (day(6), PASSED),
        (day(10, 1), PASSED),
        (date(2020, 1, 1), PASSED),
        (day(13), PASSED),
        (day(14), FAILED),
    ],
)
def test_a_line_may_come_however_much_later_than_an_entry_that_is_expected(
    booked: date, state: CheckState
) -> None:
    side = replace(LEDGER, entries=(ENTRIES[0], replace(ENTRIES[1], booked_on=booked)))
    waited = replace(side, expected=frozenset({12}))
    assert pairs_near(PAGE, waited, BOTH).state is state
    near = abs((day(10) - booked).days) <= 3
    assert pairs_near(PAGE, side, BOTH).state is (PASSED if near else FAILED)
    other = replace(side, expected=frozenset({11, 13}))
    assert pairs_near(PAGE, other, BOTH).state is (PASSED if near else FAILED)


def test_how_many_lines_come_late_by_a_persons_word() -> None:
    assert pairs_near(PAGE, LEDGER, BOTH).detail == ""
    early = tuple(replace(entry, booked_on=day(1, 2)) for entry in ENTRIES)
    side = replace(LEDGER, entries=early, expected=frozenset({11, 12}))
    assert pairs_near(PAGE, side, BOTH).detail == "2 later than that by a person's word"
    one = replace(side, expected=frozenset({11}))
    assert pairs_near(PAGE, one, BOTH).detail == "lines 2 are further from their entries"


def test_an_entry_that_is_expected_has_a_line_of_its_amount_all_the_same() -> None:
    side = replace(
        LEDGER,
        entries=(ENTRIES[0], Entry(12, day(10), -351, "Coffee")),
        expected=frozenset({12}),
    )
    assert pairs_exact(PAGE, side, BOTH).state is FAILED


def test_an_entry_of_the_period_that_is_expected_needs_a_line() -> None:
    side = replace(LEDGER, expected=frozenset({12}))
    assert every_entry_paired(JUNE, side, pairing((1, 11))).state is FAILED


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


# By a person's word

BILL = (
    Entry(21, day(1, 2), -100, "Coffee"),
    Entry(22, day(5), -300, "Cake"),
    Entry(23, day(1, 9), 50, "Voucher"),
)
SPLIT = replace(LEDGER, entries=(ENTRIES[0], *BILL))


def by_hand(*groups: tuple[tuple[int, ...], tuple[int, ...]], plain: int = 1) -> Pairing:
    """The first line with its entry, and what a person paired."""
    said = tuple(ByHand(lines, entries) for lines, entries in groups)
    return replace(pairing(*((1, 11),)[:plain]), by_hand=said)


def test_one_line_is_several_entries_of_the_same_sum_by_a_persons_word() -> None:
    said = by_hand(((2,), (21, 22, 23)))
    assert outcome(pairs_exact(PAGE, SPLIT, said)) == (PASSED, "2", "2")
    assert pairs_exact(PAGE, SPLIT, said).detail == "1 by a person's word"
    assert pairs_exact(PAGE, LEDGER, BOTH).detail == ""
    assert every_line_paired(PAGE, said).state is PASSED
    assert every_entry_paired(JUNE, SPLIT, said).state is PASSED
    assert outcome(sums_agree(PAGE, SPLIT, said)) == (PASSED, "-7.00", "-7.00")


def test_several_lines_are_one_entry_of_their_sum_by_a_persons_word() -> None:
    side = replace(LEDGER, entries=(Entry(31, day(5), -700, "Coffee, twice"),))
    said = by_hand(((1, 2), (31,)), plain=0)
    assert outcome(pairs_exact(PAGE, side, said)) == (PASSED, "1", "1")
    assert every_line_paired(PAGE, said).state is PASSED
    assert outcome(every_entry_paired(JUNE, side, said)) == (PASSED, "1", "1")
    assert sums_agree(PAGE, side, said).state is PASSED


def test_days_are_not_asked_of_what_a_person_paired() -> None:
    side = replace(LEDGER, entries=(ENTRIES[0], Entry(12, date(2020, 1, 1), -350, "Coffee")))
    assert pairs_near(PAGE, side, by_hand(((2,), (12,)))).state is PASSED
    assert pairs_exact(PAGE, side, by_hand(((2,), (12,)))).state is PASSED
    assert pairs_near(PAGE, side, BOTH).state is FAILED


@pytest.mark.parametrize(
    "group",
    [
        ((2,), (21, 22)),  # a voucher short
        ((2,), (21, 22, 23, 24)),
        ((2,), (21, 22, 23, 99)),
        ((2,), (22, 22, 23, 21)),
        ((2,), (25, 25)),
        ((2, 2), (26,)),
        ((2, 2), (12,)),
        ((2, 9), (12,)),
        ((9,), (12,)),
        ((), (12,)),
        ((2,), ()),
        ((), ()),
        ((1, 2), (11, 12)),
        ((2,), (11,)),  # of the first line's pair
        ((1,), (12,)),  # of the first pair's line
        ((1, 2), (26,)),
    ],
    ids=str,
)
def test_what_a_person_pairs_is_of_one_sum_and_each_of_it_alone(
    group: tuple[tuple[int, ...], tuple[int, ...]],
) -> None:
    entries = (*ENTRIES, *BILL, Entry(24, day(9), -1, "Fee"), Entry(25, day(9), -175, "Half"),
               Entry(26, day(9), -700, "Both"))  # fmt: skip
    check = pairs_exact(PAGE, replace(LEDGER, entries=entries), by_hand(group))
    assert outcome(check) == (FAILED, "2", "1")


def test_a_line_is_in_one_of_a_persons_groups() -> None:
    said = by_hand(((2,), (12,)), ((2,), (21, 22, 23)))
    side = replace(LEDGER, entries=(*ENTRIES, *BILL))
    assert outcome(pairs_exact(PAGE, side, said)) == (FAILED, "3", "2")
    twice = by_hand(((1,), (12,)), ((2,), (12,)), plain=0)
    assert outcome(pairs_exact(PAGE, side, twice)) == (FAILED, "2", "1")


def test_lines_that_a_person_pairs_with_entries_of_another_sum_do_not_tie_out() -> None:
    said = by_hand(((2,), (21, 22)))
    assert outcome(sums_agree(PAGE, SPLIT, said)) == (FAILED, "-7.00", "-7.50")


def test_an_entry_that_a_person_calls_outstanding_needs_no_line() -> None:
    late = Entry(13, day(29), -4_200, "Books")
    said = Outstanding(13, day(29), -4_200, "Ann")
    for entries in (ENTRIES, (*ENTRIES, late)):
        side = replace(LEDGER, entries=entries, outstanding=(said,))
        assert outcome(every_entry_paired(JUNE, side, BOTH)) == (PASSED, "2", "2")
    side = replace(LEDGER, entries=(*ENTRIES, late, replace(late, id=14)), outstanding=(said,))
    assert outcome(every_entry_paired(JUNE, side, BOTH)) == (FAILED, "3", "2")


def test_a_line_needs_an_entry_whatever_is_outstanding() -> None:
    side = replace(LEDGER, outstanding=(Outstanding(12, day(10), -350, "Ann"),))
    assert every_line_paired(PAGE, pairing((1, 11))).state is FAILED
    assert sums_agree(PAGE, side, pairing((1, 11))).state is FAILED
