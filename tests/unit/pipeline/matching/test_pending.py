"""An entry that was only announced is distinguished from a mistake: it became the line."""

import pytest

from pipeline.matching.duplicates import is_pending
from pipeline.matching.match import match
from pipeline.matching.shapes import Difference, DifferenceKind, Matching, Reason
from pipeline.reading.facts.periods import Period
from tests.support.statements import day, ledger_entry, line

JUNE = Period(day(1), day(30))


def only(found: Matching) -> Difference:
    (difference,) = found.differences
    return difference


def test_a_pending_entry_that_was_posted_later_is_the_line() -> None:
    entries = [ledger_entry(7, day(3), -4_210, "PENDING - Harbour Hotel")]
    found = only(match([line(0, 12, -4_210, "HARBOUR HOTEL OSLO")], entries, JUNE))
    assert (found.kind, found.reason) == (DifferenceKind.DATE_DIFFERS, Reason.PENDING)
    assert (found.lines, found.entries) == ((0,), (7,))


def test_a_pending_entry_may_be_posted_with_another_amount() -> None:
    entries = [ledger_entry(7, day(3), -20_000, "Harbour Hotel (pending)")]
    found = only(match([line(0, 9, -16_300, "HARBOUR HOTEL OSLO")], entries, JUNE))
    assert (found.kind, found.reason) == (DifferenceKind.AMOUNT_DIFFERS, Reason.PENDING)
    assert (found.expected, found.found) == (-16_300, -20_000)


def test_a_pending_entry_beside_the_posted_one_is_its_duplicate() -> None:
    entries = [
        ledger_entry(7, day(3), -350, "Pending: Coffee House"),
        ledger_entry(8, day(4), -350, "Coffee House"),
    ]
    found = match([line(0, 4, -350, "Coffee House")], entries, JUNE)
    assert [(pair.line, pair.entry) for pair in found.pairs] == [(0, 8)]
    assert only(found).kind is DifferenceKind.DUPLICATE_IN_LEDGER
    assert only(found).reason is Reason.PENDING
    assert only(found).entries == (7,)


def test_what_says_nothing_of_pending_is_no_suggestion_so_far_away() -> None:
    entries = [ledger_entry(7, day(3), -20_000, "Harbour Hotel")]
    found = match([line(0, 9, -16_300, "HARBOUR HOTEL OSLO")], entries, JUNE)
    assert [d.kind for d in found.differences] == [
        DifferenceKind.MISSING_IN_LEDGER,
        DifferenceKind.MISSING_IN_STATEMENT,
    ]


@pytest.mark.parametrize(
    ("number", "amount", "words"),
    [
        (20, -20_000, "HARBOUR HOTEL"),  # too long after
        (9, 20_000, "HARBOUR HOTEL"),  # money in is no purchase
        (9, -16_300, "CITY RENT OFFICE"),  # somebody else
    ],
)
def test_a_pending_entry_that_cannot_be_the_line_is_left_to_the_next_statement(
    number: int, amount: int, words: str
) -> None:
    entries = [ledger_entry(7, day(3), -15_000, "PENDING Harbour Hotel")]
    found = match([line(0, number, amount, words)], entries, JUNE)
    assert Reason.PENDING not in [d.reason for d in found.differences]


def test_two_pending_entries_with_equal_right_are_ambiguous() -> None:
    entries = [
        ledger_entry(7, day(3), -20_000, "PENDING Harbour Hotel bar"),
        ledger_entry(8, day(3), -20_000, "PENDING Harbour Hotel spa"),
    ]
    found = only(match([line(0, 9, -16_300, "HARBOUR HOTEL")], entries, JUNE))
    assert (found.kind, found.entries) == (DifferenceKind.AMBIGUOUS, (7, 8))


@pytest.mark.parametrize(
    "words",
    ["Pending: Tesco", "Tesco (PENDING)", "VORGEMERKT Rewe", "Carrefour en attente",
     "Operacja oczekująca Żabka", "BEKLEYEN Migros", "待入账 咖啡"],
)  # fmt: skip
def test_pending_is_said_in_many_tongues(words: str) -> None:
    assert is_pending(words)


@pytest.mark.parametrize("words", ["Spending review Ltd", "Depending", "Rent", ""])
def test_other_words_are_not_taken_for_it(words: str) -> None:
    assert not is_pending(words)
