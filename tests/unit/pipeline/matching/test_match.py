"""Which line is which entry, also in crowds of equal amounts."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.ledger.views import Entry
from pipeline.drafts import Line, Period
from pipeline.matching.candidates import similarity
from pipeline.matching.duplicates import is_pending
from pipeline.matching.match import match
from pipeline.matching.shapes import Difference, DifferenceKind, Matching, MatchSettings, Reason
from pipeline.matching.suggest import sums
from pipeline.matching.twins import mistake, slips
from tests.support.statements import day, ledger_entry, line

JUNE = Period(day(1), day(30))


def of_june(lines: Sequence[Line], entries: Sequence[Entry]) -> Matching:
    return match(lines, entries, JUNE)


def reported(found: Matching) -> list[tuple[DifferenceKind, tuple[int, ...], tuple[int, ...]]]:
    return [(d.kind, d.lines, d.entries) for d in found.differences]


def paired(found: Matching) -> list[tuple[int, int]]:
    return [(pair.line, pair.entry) for pair in found.pairs]


def only(found: Matching) -> Difference:
    (difference,) = found.differences
    return difference


def test_equal_amounts_within_three_days_are_a_pair() -> None:
    found = of_june([line(0, 10, -350)], [ledger_entry(7, day(13), -350, "Coffee")])
    assert paired(found) == [(0, 7)]
    assert found.differences == ()


def test_a_value_date_counts_as_well_as_the_booking_date() -> None:
    from dataclasses import replace

    late = replace(line(0, 20, -350), value_date=day(12))
    assert paired(of_june([late], [ledger_entry(7, day(10), -350, "Coffee")])) == [(0, 7)]


def test_four_days_apart_is_a_date_that_differs() -> None:
    found = of_june([line(0, 10, -350)], [ledger_entry(7, day(14), -350, "Coffee")])
    assert paired(found) == []
    assert reported(found) == [(DifferenceKind.DATE_DIFFERS, (0,), (7,))]


def test_the_nearer_day_wins_over_the_nearer_words() -> None:
    lines = [line(0, 10, -350, "Kaffee")]
    entries = [
        ledger_entry(1, day(10), -350, "Kaffeehaus am Markt"),
        ledger_entry(2, day(12), -350, "Kaffeine"),
    ]
    assert paired(of_june(lines, entries)) == [(0, 1)]


def test_words_break_a_tie_of_days() -> None:
    lines = [line(0, 10, -999, "NETFLIX.COM"), line(1, 10, -999, "SPOTIFY AB")]
    entries = [ledger_entry(1, day(10), -999, "Spotify"), ledger_entry(2, day(10), -999, "Netflix")]
    assert paired(of_june(lines, entries)) == [(0, 2), (1, 1)]


def test_as_many_pairs_as_possible_come_before_near_days() -> None:
    lines = [line(0, 10, -500, "A"), line(1, 12, -500, "A")]
    entries = [ledger_entry(1, day(12), -500, "A"), ledger_entry(2, day(15), -500, "A")]
    assert paired(of_june(lines, entries)) == [(0, 1), (1, 2)]


def test_equal_rows_stay_as_many_as_they_are() -> None:
    lines = [line(n, 10, -350) for n in range(3)]
    entries = [ledger_entry(n, day(10), -350, "Coffee") for n in range(3)]
    found = of_june(lines, entries)
    assert paired(found) == [(0, 0), (1, 1), (2, 2)]
    assert found.differences == ()


def test_one_of_three_equal_rows_that_the_ledger_lacks_is_missing_there() -> None:
    lines = [line(n, 10, -350) for n in range(3)]
    found = of_june(lines, [ledger_entry(n, day(10), -350, "Coffee") for n in range(2)])
    assert reported(found) == [(DifferenceKind.MISSING_IN_LEDGER, (2,), ())]


def test_one_equal_entry_too_many_is_a_duplicate_in_the_ledger() -> None:
    lines = [line(n, 10, -350) for n in range(2)]
    found = of_june(lines, [ledger_entry(n, day(10), -350, "Coffee") for n in range(3)])
    assert paired(found) == [(0, 0), (1, 1)]
    assert reported(found) == [(DifferenceKind.DUPLICATE_IN_LEDGER, (0,), (2,))]


def test_other_rows_of_equal_amount_all_paired_are_not_ambiguous() -> None:
    lines = [line(0, 10, -999, "DIRECT DEBIT 1"), line(1, 10, -999, "DIRECT DEBIT 2")]
    entries = [ledger_entry(1, day(10), -999, "Music"), ledger_entry(2, day(10), -999, "Films")]
    found = of_june(lines, entries)
    assert len(found.pairs) == 2
    assert found.differences == ()


def test_two_lines_with_equal_right_to_one_entry_are_ambiguous() -> None:
    lines = [line(0, 10, -999, "DIRECT DEBIT 1"), line(1, 10, -999, "DIRECT DEBIT 2")]
    found = of_june(lines, [ledger_entry(1, day(10), -999, "Films")])
    assert paired(found) == []
    assert reported(found) == [(DifferenceKind.AMBIGUOUS, (0, 1), (1,))]
    assert only(found).reason is Reason.EQUAL_CANDIDATES


def test_two_entries_with_equal_right_to_one_line_are_ambiguous() -> None:
    entries = [ledger_entry(1, day(9), -999, "Films"), ledger_entry(2, day(11), -999, "Music")]
    found = of_june([line(0, 10, -999, "DIRECT DEBIT")], entries)
    assert reported(found) == [(DifferenceKind.AMBIGUOUS, (0,), (1, 2))]


def test_an_equal_sibling_does_not_hide_an_ambiguity() -> None:
    lines = [line(0, 10, -999, "AAA"), line(1, 10, -999, "AAA"), line(2, 10, -999, "BBB")]
    found = of_june(
        lines, [ledger_entry(1, day(10), -999, "xyz"), ledger_entry(2, day(10), -999, "xyz")]
    )
    assert reported(found) == [(DifferenceKind.AMBIGUOUS, (0, 1, 2), (1, 2))]


def test_days_and_words_that_name_different_lines_are_ambiguous() -> None:
    lines = [line(0, 10, -999, "SPOTIFY AB"), line(1, 12, -999, "NETFLIX.COM")]
    found = of_june(lines, [ledger_entry(1, day(10), -999, "Netflix")])
    assert reported(found) == [(DifferenceKind.AMBIGUOUS, (0, 1), (1,))]
    assert only(found).reason is Reason.DATES_AND_DESCRIPTIONS_DISAGREE


def test_swapped_entries_of_equal_amount_are_ambiguous_however_far_apart() -> None:
    lines = [line(0, 2, -9_000, "City rent"), line(1, 25, -9_000, "Dr Vogel dentist")]
    entries = [
        ledger_entry(1, day(2), -9_000, "Dr Vogel dentist"),
        ledger_entry(2, day(25), -9_000, "City rent"),
    ]
    assert reported(of_june(lines, entries)) == [(DifferenceKind.AMBIGUOUS, (0, 1), (1, 2))]


def test_a_line_without_an_entry_is_missing_in_the_ledger_with_its_place() -> None:
    row = line(4, 10, -350)
    difference = only(of_june([row], []))
    assert difference.kind is DifferenceKind.MISSING_IN_LEDGER
    assert (difference.expected, difference.found) == (-350, None)
    assert difference.evidence[0].raw == row.raw
    assert difference.evidence[0].bbox == row.bbox


def test_an_entry_inside_the_period_without_a_line_is_missing_in_the_statement() -> None:
    difference = only(of_june([], [ledger_entry(7, day(30), -350, "Coffee")]))
    assert difference.kind is DifferenceKind.MISSING_IN_STATEMENT
    assert (difference.expected, difference.found) == (None, -350)


def test_an_entry_outside_the_period_belongs_to_a_neighbour() -> None:
    entries = [
        ledger_entry(7, day(31, 5), -350, "Coffee"),
        ledger_entry(8, day(1, 7), -350, "Coffee"),
    ]
    assert of_june([], entries).differences == ()


def test_an_entry_just_outside_the_period_can_be_a_lines_partner() -> None:
    found = of_june([line(0, 1, -350)], [ledger_entry(7, day(30, 5), -350, "Coffee")])
    assert paired(found) == [(0, 7)]


def test_next_months_rent_is_not_this_months_rent_on_another_date() -> None:
    found = of_june([line(0, 28, -90_000, "Rent")], [ledger_entry(7, day(28, 7), -90_000, "Rent")])
    assert reported(found) == [(DifferenceKind.MISSING_IN_LEDGER, (0,), ())]


def test_amounts_that_differ_are_reported_with_their_reason() -> None:
    cases = [
        (-5_500, -5_000, Reason.TIP_OR_FEE),
        (-1_320, -1_230, Reason.TRANSPOSED_DIGITS),
        (-700, 700, Reason.SIGN),
        (-700, -1_900, Reason.SAME_DESCRIPTION),
    ]
    for on_statement, in_ledger, reason in cases:
        found = of_june(
            [line(0, 10, on_statement)], [ledger_entry(7, day(11), in_ledger, "Coffee")]
        )
        assert only(found).kind is DifferenceKind.AMOUNT_DIFFERS
        assert only(found).reason is reason
        assert (only(found).expected, only(found).found) == (on_statement, in_ledger)


def test_unlike_words_and_another_amount_are_two_different_things() -> None:
    found = of_june([line(0, 10, -700, "Bakery")], [ledger_entry(7, day(10), -1_900, "Petrol")])
    assert reported(found) == [
        (DifferenceKind.MISSING_IN_LEDGER, (0,), ()),
        (DifferenceKind.MISSING_IN_STATEMENT, (), (7,)),
    ]


def test_equal_suggestions_are_ambiguous_too() -> None:
    entries = [
        ledger_entry(1, day(9), -2_000, "Coffee and cake"),
        ledger_entry(2, day(11), -2_000, "Coffee and tart"),
    ]
    found = of_june([line(0, 10, -1_000, "Coffee")], entries)
    assert reported(found) == [(DifferenceKind.AMBIGUOUS, (0,), (1, 2))]


def test_one_line_recorded_as_several_entries() -> None:
    entries = [ledger_entry(1, day(10), -1_001, "Bread"), ledger_entry(2, day(11), -2_002, "Soap")]
    found = of_june([line(0, 10, -3_003, "SUPERMARKET")], entries)
    assert reported(found) == [(DifferenceKind.AMOUNT_DIFFERS, (0,), (1, 2))]
    assert only(found).reason is Reason.SUM_OF_ENTRIES


def test_several_lines_recorded_as_one_entry() -> None:
    lines = [line(0, 10, -1_001, "Ticket"), line(1, 10, -2_002, "Seat")]
    found = of_june(lines, [ledger_entry(1, day(10), -3_003, "TRAVEL")])
    assert reported(found) == [(DifferenceKind.AMOUNT_DIFFERS, (0, 1), (1,))]
    assert only(found).reason is Reason.SUM_OF_LINES


def test_a_line_without_a_date_is_never_paired() -> None:
    from dataclasses import replace

    undated = replace(line(0, 10, -350), date=None)
    found = of_june([undated], [ledger_entry(7, day(10), -350, "Coffee")])
    assert reported(found) == [
        (DifferenceKind.MISSING_IN_LEDGER, (0,), ()),
        (DifferenceKind.MISSING_IN_STATEMENT, (), (7,)),
    ]


def test_the_order_of_the_input_changes_nothing() -> None:
    lines = [line(0, 9, -500, "A x"), line(1, 10, -500, "B y"), line(2, 12, -500, "C z")]
    entries = [
        ledger_entry(1, day(10), -500, "b"),
        ledger_entry(2, day(11), -500, "c"),
        ledger_entry(3, day(12), -500, "q"),
    ]
    results = {
        of_june(rows, facts) for rows in permutations(lines) for facts in permutations(entries)
    }
    assert len(results) == 1


def test_a_large_group_of_equal_amounts_is_solved_exactly() -> None:
    lines = [line(n, 1 + n, -500, f"Payee {n:02d} {'abcdefghij'[n] * 6}") for n in range(10)]
    entries = [ledger_entry(n, day(2 + n), -500, f"{'abcdefghij'[n] * 6}") for n in range(10)]
    found = of_june(lines, entries)
    assert len(found.pairs) == 10
    assert sum(pair.days for pair in found.pairs) == 10


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


AMOUNTS = st.integers(1, 12)


def rows(count: int, words: str = "Coffee", amount: int = -350, on: int = 10) -> list[Line]:
    return [line(n, on, amount, words.format(n)) for n in range(count)]


def booked(lines: list[Line], cents: int = 0, sign: int = 1) -> list[Entry]:
    return [
        ledger_entry(n, row.date, sign * row.amount + cents, row.description)
        for n, row in enumerate(lines)
        if row.date
    ]


def kinds(found: Matching) -> set[tuple[DifferenceKind, Reason]]:
    return {(each.kind, each.reason) for each in found.differences}


def test_equal_rows_of_the_other_sign_are_each_reported() -> None:
    lines = rows(300)
    found = match(lines, booked(lines, sign=-1), JUNE)
    assert [(d.lines, d.entries) for d in found.differences] == [((n,), (n,)) for n in range(300)]
    assert kinds(found) == {(DifferenceKind.AMOUNT_DIFFERS, Reason.SIGN)}


def test_equal_rows_that_are_off_by_a_cent_are_each_reported() -> None:
    lines = rows(300)
    found = match(lines, booked(lines, cents=1), JUNE)
    assert [(d.lines, d.entries) for d in found.differences] == [((n,), (n,)) for n in range(300)]
    assert {d.kind for d in found.differences} == {DifferenceKind.AMOUNT_DIFFERS}


def test_of_equal_rows_those_that_the_ledger_lacks_are_the_last() -> None:
    lines = rows(300)
    found = match(lines, booked(lines)[:200], JUNE)
    assert [pair.line for pair in found.pairs] == list(range(200))
    assert kinds(found) == {(DifferenceKind.MISSING_IN_LEDGER, Reason.NO_CANDIDATE)}


def test_in_a_crowd_of_one_amount_those_of_the_same_words_are_pairs() -> None:
    lines = rows(200, "Card payment {:05}")
    found = match(lines, booked(lines)[::2], JUNE)
    assert [(pair.line, pair.entry) for pair in found.pairs] == [(n, n) for n in range(0, 200, 2)]
    assert [d.lines for d in found.differences] == [(n,) for n in range(1, 200, 2)]


def test_in_a_crowd_of_one_amount_that_no_words_tell_apart_all_is_ambiguous() -> None:
    lines = rows(200, "Card payment {:05}")
    entries = [ledger_entry(n, day(10), -350, f"Till {n:05}") for n in range(100)]
    found = match(lines, entries, JUNE)
    (difference,) = found.differences
    assert difference.kind is DifferenceKind.AMBIGUOUS
    assert (len(difference.lines), len(difference.entries)) == (200, 100)
    assert found.pairs == ()


def test_in_a_crowd_the_nearest_amount_of_the_same_name_is_still_found() -> None:
    lines = [line(n, 10, -1_000 * n - 1_000, "Payee") for n in range(300)]
    found = match(lines, booked(lines, cents=1), JUNE)
    assert [(d.lines, d.entries) for d in found.differences] == [((n,), (n,)) for n in range(300)]


def test_in_a_crowd_a_slip_of_the_pen_is_found_however_far_the_amounts_are() -> None:
    lines = [line(n, 10, -(1_200_000 + 10 * n), f"{n * 7919:07}") for n in range(1, 200)]
    entries = [
        ledger_entry(n, day(10), -(2_100_000 + 10 * n), f"{n * 104_729:09} other")
        for n in range(1, 200)
    ]
    found = match(lines, entries, JUNE)
    assert kinds(found) == {(DifferenceKind.AMOUNT_DIFFERS, Reason.TRANSPOSED_DIGITS)}
    assert [(d.lines, d.entries) for d in found.differences] == [
        ((n,), (n,)) for n in range(1, 200)
    ]


def test_swapped_names_are_found_in_a_crowd_too() -> None:
    lines = [line(n, 1 + n % 28, -999, f"{n:04} {'ABCDEFGH'[n % 8] * 9}") for n in range(80)]
    entries = [
        ledger_entry(
            n, day(1 + n % 28), -999, lines[n ^ 1].description if n < 2 else f"{n * 7919:08}"
        )
        for n in range(80)
    ]
    found = match([replace(each, value_date=each.date) for each in lines], entries, JUNE)
    assert any({0, 1} <= set(d.lines) for d in found.differences)


def test_the_work_grows_with_the_rows_and_not_with_their_square() -> None:
    assert comparisons(800) < 6 * comparisons(200)


def comparisons(count: int) -> int:
    lines = [line(n, 1 + n % 28, -(n * 7919 % 99_991), f"Payee {n:05}") for n in range(1, count)]
    before = similarity.cache_info()
    match(lines, booked(lines, cents=1), JUNE)
    after = similarity.cache_info()
    return after.hits + after.misses - before.hits - before.misses


@given(st.integers(-99_999, 99_999))
def test_a_slip_is_what_a_mistake_would_be_called(amount: int) -> None:
    called = {mistake(amount, other) for other in slips(amount) if other != amount}
    assert called <= {Reason.SIGN, Reason.TRANSPOSED_DIGITS}


@given(st.integers(100, 99_999), st.integers(100, 99_999))
def test_every_mistake_of_that_name_is_a_slip(amount: int, other: int) -> None:
    if mistake(amount, other) is Reason.TRANSPOSED_DIGITS:
        assert other in slips(amount)


@given(AMOUNTS, st.lists(AMOUNTS, max_size=7))
def test_a_sum_is_found_if_it_is_the_only_smallest_one(total: int, parts: list[int]) -> None:
    fitting = [
        part
        for size in (2, 3, 4)
        for part in combinations(range(len(parts)), size)
        if sum(parts[n] for n in part) == total
    ]
    smallest = [part for part in fitting if len(part) == len(fitting[0])]
    entries = [ledger_entry(n, day(10), amount, f"Part {n}") for n, amount in enumerate(parts)]
    found = sums([line(0, 10, total)], entries, MatchSettings())
    assert [d.entries for d in found] == (smallest if len(smallest) == 1 else [])


def test_a_row_is_part_of_one_sum_only() -> None:
    entries = [ledger_entry(n, day(10), amount, f"Part {n}") for n, amount in enumerate((4, 6))]
    found = sums([line(0, 10, 10), line(1, 10, 10)], entries, MatchSettings())
    assert [(d.lines, d.entries) for d in found] == [((0,), (0, 1))]
