"""Where hundreds of rows look alike, matching still tells what it can, in time."""

from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from db.ledger.views import Entry
from pipeline.drafts import Line
from pipeline.matching.candidates import similarity
from pipeline.matching.match import match
from pipeline.matching.shapes import DifferenceKind, Matching, MatchSettings, Reason
from pipeline.matching.suggest import sums
from pipeline.matching.twins import mistake, slips
from pipeline.reading.facts.periods import Period
from tests.support.statements import day, ledger_entry, line

JUNE = Period(day(1), day(30))
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
