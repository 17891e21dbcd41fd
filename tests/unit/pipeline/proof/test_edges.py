"""What is counted on either side of a period's edge, and what a person says is outstanding."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from pipeline.matching.shapes import Pair
from pipeline.proof.against_ledger import closing_agrees, opening_agrees
from pipeline.proof.checks import Check, CheckState
from pipeline.proof.edges import after_end, before_start, outstanding_items
from pipeline.proof.ledger_side import (
    ByHand,
    LedgerSide,
    Outstanding,
    PairedElsewhere,
    Pairing,
)
from pipeline.proof.page import ProvenFacts
from pipeline.proof.period import Period
from tests.support.statements import Entry, day

PASSED, FAILED, UNAVAILABLE = CheckState.PASSED, CheckState.FAILED, CheckState.UNAVAILABLE
JUNE = Period(day(1), day(30))
FACTS = ProvenFacts(2, 100_000, 99_300, JUNE, "EUR", "1234", "current")
ENTRIES = (Entry(11, day(3), -350, "Coffee"), Entry(12, day(10), -350, "Coffee"))
LEDGER = LedgerSide(1, "Everyday", "EUR", 100_000, 99_300, ENTRIES)


def pairing(*pairs: tuple[int, int]) -> Pairing:
    return Pairing(tuple(Pair(line, entry, 0, 100) for line, entry in pairs), 3)


BOTH = pairing((1, 11), (2, 12))


def outcome(check: Check) -> tuple[CheckState, str | None, str | None]:
    return check.state, check.expected, check.found


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


def test_entries_that_a_person_paired_are_counted_where_their_lines_are() -> None:
    early, late = Entry(21, day(20, 5), -100, "Deposit"), Entry(22, day(4, 7), -250, "Rest")
    side = replace(LEDGER, entries=(ENTRIES[0], early, late))
    said = replace(pairing((1, 11)), by_hand=(ByHand((2,), (21, 22)),))
    assert (before_start(JUNE, side, said), after_end(JUNE, side, said)) == (100, -250)
    alone = pairing((1, 11))
    assert (before_start(JUNE, side, alone), after_end(JUNE, side, alone)) == (0, 0)


@pytest.mark.parametrize(
    ("on", "opening", "closing"),
    [
        (day(31, 5), 4_200, 4_200),
        (day(1), 0, 4_200),
        (day(30), 0, 4_200),
        (day(1, 7), 0, 0),
    ],
)
def test_what_is_outstanding_is_in_neither_of_the_banks_balances(
    on: date, opening: int, closing: int
) -> None:
    side = replace(LEDGER, outstanding=(Outstanding(50, on, -4_200, "Ann"),))
    assert before_start(JUNE, side, BOTH) == opening
    assert after_end(JUNE, side, BOTH) == closing
    # What is found on this statement is not taken off besides.
    found = replace(side, outstanding=(Outstanding(12, on, -4_200, "Ann"),))
    assert (before_start(JUNE, found, BOTH), after_end(JUNE, found, BOTH)) == (0, 0)


def said(*items: Outstanding, side: LedgerSide = LEDGER, pairs: Pairing = BOTH) -> Check:
    return outstanding_items(JUNE, replace(side, outstanding=items), pairs)


BOOKS, TEA = Outstanding(50, day(29), -4_200, "Ann"), Outstanding(51, day(31, 5), 75, "Ann")


def test_how_much_is_outstanding_by_a_persons_word() -> None:
    check = said(BOOKS, TEA)
    assert (check.name, check.state) == ("outstanding_items", PASSED)
    assert check.detail == "2 of -41.25 together, by a person's word"


def test_where_nothing_weighs_nothing_is_outstanding() -> None:
    later = Outstanding(52, day(1, 7), -9_900, "Ann")
    for items in ((), (later,)):
        assert said(*items).state is UNAVAILABLE
        assert said(*items).detail == "nothing is outstanding"
    assert said(BOOKS, later).detail == "1 of -42.00 together, by a person's word"
    assert said(Outstanding(50, day(30), -4_200, "Ann")).state is PASSED


def test_what_stands_on_a_statement_is_not_outstanding() -> None:
    here = said(Outstanding(12, day(10), -350, "Ann"))
    assert (here.state, here.detail) == (FAILED, "entry 12 is on a statement")
    by_hand = replace(pairing((1, 11)), by_hand=(ByHand((2,), (12,)),))
    assert said(Outstanding(12, day(10), -350, "Ann"), pairs=by_hand).state is FAILED
    for earlier in (True, False):
        side = replace(LEDGER, elsewhere=(PairedElsewhere(50, day(29), -4_200, earlier),))
        assert said(BOOKS, side=side).state is FAILED
        assert said(TEA, side=side).state is PASSED


def test_what_is_beyond_the_period_is_on_no_statement_either() -> None:
    later = Outstanding(50, day(1, 7), -4_200, "Ann")
    side = replace(LEDGER, elsewhere=(PairedElsewhere(50, day(1, 7), -4_200, True),))
    assert said(later, side=side).state is FAILED


def test_an_entry_is_outstanding_once() -> None:
    assert said(BOOKS, BOOKS).detail == "entry 50 is named twice"
    assert said(BOOKS, replace(BOOKS, amount=1)).state is FAILED


def test_an_entry_is_outstanding_as_the_ledger_has_it() -> None:
    side = replace(LEDGER, entries=(*ENTRIES, Entry(50, day(29), -4_200, "Books")))
    assert said(BOOKS, side=side).state is PASSED
    for other in (replace(BOOKS, amount=-4_201), replace(BOOKS, date=day(28))):
        check = said(other, side=side)
        assert check.state is FAILED
        assert check.detail == "entry 50 has another day or amount in the ledger"
