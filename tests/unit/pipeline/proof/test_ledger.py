"""The obligations *paired* and *balances*: every rule of them, and both sides of each bound."""

from dataclasses import replace
from datetime import date

import pytest

from pipeline.proof import Agreement, KnownAccount, LedgerEntry, LedgerSide
from tests.support.kernel_pages import Printed, printed
from tests.support.two_records import ENTRIES, MARCH, Group, account, entry, hold

TWO_DAYS = """
         |dddddddddd  ssssssssss  ttttttttttttttt  1111111  bbbbbbbb
head     |Booked      Value       Text              Amount   Balance
opening  |                        Opening balance             100.00
line     |03.03.2025  06.03.2025  Wages             330.00    430.00
closing  |                        Closing balance             430.00
"""
BARE = """
         |dddddddddd  ttttttttttttttt  1111111  bbbbbbbb
head     |Date        Text              Amount   Balance
opening  |            Opening balance             100.00
line     |03.03.2025  Wages             330.00
line     |10.03.2025  Tea house         -20.00
line     |19.03.2025  Baker              -7.50
closing  |            Closing balance             402.50
"""
IDS = (((0,), (1,), ""), ((1,), (2,), ""), ((2,), (3,), ""))


def found(agreement: Agreement, name: str) -> tuple[str, str]:
    (check,) = (each for each in agreement.obligations if each.name == name)
    return check.state.value, check.detail


def march() -> LedgerSide:
    return account(*ENTRIES, opening=10_000)


def paired(
    side: LedgerSide, groups: tuple[Group, ...] = IDS, page: Printed | None = None, window: int = 3
) -> tuple[str, str]:
    return found(hold(page or printed(MARCH), side, groups, window=window), "paired")


# Every line and every entry of the days covered is in one pair.


def test_a_line_for_each_entry_is_paired() -> None:
    assert paired(march()) == ("passed", "")


def test_a_line_without_an_entry_is_named() -> None:
    assert paired(march(), IDS[:2]) == (
        "failed",
        "line 3 has no entry; the entry of 2025-03-19 over -7.50 is on no line",
    )


def test_a_line_and_an_entry_of_nothing_need_no_other() -> None:
    waived = MARCH.replace("closing ", "line     |20.03.2025  Fee waived        0.00\nclosing ")
    assert paired(march(), page=printed(waived)) == ("passed", "")
    noted = account(*ENTRIES, "2025-03-12 0", opening=10_000)
    assert paired(noted) == ("passed", "")
    assert paired(noted, page=printed(waived)) == ("passed", "")


@pytest.mark.parametrize(
    ("day", "state"),
    [
        ("2025-03-02", "passed"),
        ("2025-03-03", "failed"),
        ("2025-03-19", "failed"),
        ("2025-03-20", "passed"),
    ],
)
def test_an_entry_on_no_line_matters_on_the_days_covered_alone(day: str, state: str) -> None:
    assert paired(account(*ENTRIES, f"{day} -500", opening=10_000))[0] == state


def test_one_that_another_statement_counts_needs_no_line_and_may_have_none() -> None:
    other = entry(4, "2025-03-12 -500", counted="earlier")
    assert paired(account(*ENTRIES, other, opening=10_000)) == ("passed", "")
    same = replace(march().entries[1], counted="later")
    assert paired(account(ENTRIES[0], same, ENTRIES[2], opening=10_000)) == (
        "failed",
        "line 2 is paired with several entries, or with one that is not there",
    )


# A group is one line and one entry; by a person one of either may be several of the other.

SPLIT = account(ENTRIES[0], "2025-03-10 -1500", ENTRIES[2], "2025-03-10 -500", opening=10_000)
TWO_FOR_ONE: tuple[Group, ...] = (IDS[0], ((1,), (2, 4), "Ann"), IDS[2])


def test_a_person_may_pair_a_line_with_several_entries() -> None:
    assert paired(SPLIT, TWO_FOR_ONE) == ("passed", "")


def test_and_several_lines_with_one_entry() -> None:
    side = account(ENTRIES[0], "2025-03-10 -2750", opening=10_000)
    assert paired(side, (IDS[0], ((1, 2), (2,), "Ann"))) == ("passed", "")


def test_the_rules_may_not() -> None:
    ours = (IDS[0], ((1,), (2, 4), ""), IDS[2])
    assert paired(SPLIT, ours)[0] == "failed"
    assert "several entries" in paired(SPLIT, ours)[1]


def test_nor_may_anybody_pair_several_with_several() -> None:
    groups: tuple[Group, ...] = (IDS[0], ((1, 2), (2, 3), "Ann"))
    assert "several entries" in paired(march(), groups)[1]


@pytest.mark.parametrize(
    "group",
    [
        ((3,), (3,), ""),
        ((-1,), (3,), ""),
        ((2,), (9,), ""),
        ((2, 3), (3,), "Ann"),
        ((2,), (3, 9), "Ann"),
    ],
    ids=[
        "a line after the last",
        "a line before the first",
        "an entry",
        "one of two lines",
        "one of two entries",
    ],
)
def test_a_group_of_what_is_not_there_is_refused(group: Group) -> None:
    state, why = paired(march(), (IDS[0], IDS[1], group))
    assert (state, "not there" in why) == ("failed", True)


def test_each_group_that_is_wrong_is_named() -> None:
    groups = (((3,), (1,), ""), ((1,), (9,), ""), IDS[2])
    assert paired(march(), groups)[1].startswith("line 4 is paired with several entries")
    assert "line 2 is paired with several entries" in paired(march(), groups)[1]


@pytest.mark.parametrize("group", [((2,), (), "Ann"), ((), (3,), "Ann")])
def test_so_is_a_line_or_an_entry_without_the_other(group: Group) -> None:
    assert paired(march(), (IDS[0], IDS[1], group))[0] == "failed"


def test_a_line_is_in_one_group_alone() -> None:
    side = account(*ENTRIES, "2025-03-19 -750", opening=10_000)
    groups = (*IDS, ((2,), (4,), ""))
    assert paired(side, groups) == ("failed", "line 3 is paired twice, or its entry is")


def test_and_so_is_an_entry() -> None:
    twice = MARCH.replace(
        "19.03.2025  Baker              -7.50", "10.03.2025  Tea house         -20.00"
    )
    groups = (*IDS[:2], ((2,), (2,), ""))
    state, why = paired(march(), groups, printed(twice))
    assert (state, why.split(";")[0]) == ("failed", "line 3 is paired twice, or its entry is")


@pytest.mark.parametrize("amount", ["-1999", "-2001", "2000"])
def test_other_amounts_are_no_pair(amount: str) -> None:
    side = account(ENTRIES[0], f"2025-03-10 {amount}", ENTRIES[2], opening=10_000)
    assert paired(side) == ("failed", "line 2 and its entry have different amounts")


def test_nor_are_several_entries_that_come_to_another_amount() -> None:
    cent = account(ENTRIES[0], "2025-03-10 -1500", ENTRIES[2], "2025-03-10 -501", opening=10_000)
    assert paired(cent, TWO_FOR_ONE)[1] == "line 2 and its entry have different amounts"


# The days of a pair are near, by whichever day of the line is nearer.


@pytest.mark.parametrize(
    ("day", "window", "state"),
    [
        ("2025-03-13", 3, "passed"),
        ("2025-03-14", 3, "failed"),
        ("2025-03-07", 3, "passed"),
        ("2025-03-06", 3, "failed"),
        ("2025-03-11", 0, "failed"),
        ("2025-03-25", 20, "passed"),
        ("2025-03-26", 20, "failed"),
    ],
)
def test_an_entry_is_within_the_window_and_never_further_than_15_days(
    day: str, window: int, state: str
) -> None:
    side = account(ENTRIES[0], f"{day} -2000", ENTRIES[2], opening=10_000)
    assert paired(side, window=window)[0] == state


def test_a_pair_that_is_further_apart_is_named() -> None:
    side = account(ENTRIES[0], "2025-03-14 -2000", ENTRIES[2], opening=10_000)
    assert paired(side) == ("failed", "line 2 is further from its entry than 3 days")


def test_a_persons_pair_may_be_as_far_apart_as_they_say() -> None:
    side = account(ENTRIES[0], "2025-02-10 -2000", ENTRIES[2], opening=10_000, since="2025-02-01")
    assert paired(side, (IDS[0], ((1,), (2,), "Ann"), IDS[2])) == ("passed", "")


@pytest.mark.parametrize(
    ("day", "state"),
    [
        ("2025-02-27", "failed"),
        ("2025-02-28", "passed"),
        ("2025-03-09", "passed"),
        ("2025-03-10", "failed"),
    ],
)
def test_the_second_day_counts_as_well(day: str, state: str) -> None:
    side = account(f"{day} 33000", opening=10_000, since="2025-02-01")
    assert paired(side, IDS[:1], printed(TWO_DAYS))[0] == state


@pytest.mark.parametrize(
    ("day", "expected", "state"),
    [
        ("2025-02-01", (2,), "passed"),
        ("2025-02-01", (1,), "failed"),
        ("2025-03-14", (2,), "failed"),
    ],
    ids=["expected", "not expected", "not outstanding before the line's day"],
)
def test_one_that_was_outstanding_may_come_however_much_later(
    day: str, expected: tuple[int, ...], state: str
) -> None:
    side = account(
        ENTRIES[0],
        f"{day} -2000",
        ENTRIES[2],
        opening=10_000,
        since="2025-01-01",
        expected=expected,
    )
    assert paired(side)[0] == state


def test_one_that_is_expected_may_come_on_the_day_itself() -> None:
    side = account(*ENTRIES, opening=10_000, expected=(2,))
    assert paired(side, window=0) == ("passed", "")


# Pairs that are all off by the same number of days tell of another booking day.


def shifted(*days: int) -> LedgerSide:
    each = zip((3, 10, 19), days, ("33000", "-2000", "-750"), strict=False)
    return account(*(f"2025-03-{day + by:02} {text}" for day, by, text in each), opening=10_000)


def test_three_pairs_off_by_one_day_leave_the_booking_day_open() -> None:
    assert paired(shifted(1, 1, 1)) == (
        "failed",
        "all pairs are 1 days apart: which is the booking day?",
    )
    assert paired(shifted(-2, -2, -2))[0] == "failed"


def test_pairs_off_by_different_days_or_none_do_not() -> None:
    assert paired(shifted(1, 1, 2))[0] == "passed"
    assert paired(shifted(0, 0, 0))[0] == "passed"
    assert paired(shifted(1, 1, 0))[0] == "passed"


def test_two_pairs_are_too_few_to_tell() -> None:
    two = printed(MARCH).without_line(2)
    assert paired(shifted(1, 1), IDS[:2], two)[0] == "passed"


def test_a_persons_pairs_do_not_count() -> None:
    groups = (IDS[0], IDS[1], ((2,), (3,), "Ann"))
    assert paired(shifted(1, 1, 1), groups)[0] == "passed"


# The ledger stands at the page's balances.


def balances(
    side: LedgerSide, page: Printed | None = None, groups: tuple[Group, ...] | None = None
) -> tuple[str, str | None, str | None]:
    agreement = hold(page or printed(MARCH), side, groups)
    (check,) = (each for each in agreement.obligations if each.name == "balances")
    return check.state.value, check.expected, check.found


def test_a_ledger_at_both_printed_balances_agrees() -> None:
    assert balances(march()) == ("passed", "100.00", "100.00")


def test_another_opening_balance_is_shown() -> None:
    assert balances(account(*ENTRIES, opening=9_999)) == ("failed", "100.00", "99.99")


def test_another_closing_balance_is_shown_though_the_opening_agrees() -> None:
    more = account(*ENTRIES, "2025-03-15 -1", opening=10_000)
    assert balances(more) == ("failed", "402.50", "402.49")


def test_one_printed_balance_is_enough() -> None:
    half = printed(BARE).citing(closing=None)
    assert balances(march(), half)[0] == "passed"
    assert balances(account(*ENTRIES, opening=1), half) == ("failed", "100.00", "0.01")


def test_none_is_not() -> None:
    bare = printed(BARE).citing(opening=None, closing=None)
    assert found(hold(bare, march()), "balances") == ("failed", "no balance is printed")


def test_a_ledger_that_does_not_reach_back_says_nothing() -> None:
    assert balances(account(*ENTRIES, opening=None)) == ("unavailable", "100.00", None)
    half = printed(BARE).citing(opening=None)
    late = account(*ENTRIES[:2], "2025-03-21 -750", opening=None)
    assert balances(late, half) == ("unavailable", "402.50", None)


@pytest.mark.parametrize(
    ("since", "opening"),
    [
        ("2025-03-03", 10_000),
        ("2025-03-04", 43_000),
        ("2025-03-20", 40_250),
        ("2025-02-01", 10_000),
    ],
)
def test_the_ledgers_balance_may_be_known_at_any_day(since: str, opening: int) -> None:
    side = account(*ENTRIES, opening=opening, since=since)
    assert balances(side)[0] == "passed"
    assert balances(replace(side, opening=opening + 1))[0] == "failed"


def test_entries_before_the_first_day_are_in_the_opening_balance() -> None:
    assert balances(account(*ENTRIES, "2025-03-02 -500", opening=10_500))[0] == "passed"
    assert balances(account(*ENTRIES, "2025-02-28 -500", opening=10_000))[0] == "passed"


def test_an_entry_of_the_last_day_is_in_the_closing_balance() -> None:
    more = account(*ENTRIES, "2025-03-19 -500", opening=10_000)
    assert balances(more) == ("failed", "402.50", "397.50")


def test_entries_after_the_last_day_are_in_neither() -> None:
    assert balances(account(*ENTRIES, "2025-03-20 -500", opening=10_000))[0] == "passed"


# What lies at the cut-off is counted where the bank counts it.


def test_a_line_that_the_ledger_dates_before_the_first_day_is_not_in_the_opening_balance() -> None:
    assert balances(account("2025-03-02 33000", *ENTRIES[1:], opening=10_000))[0] == "passed"


def test_a_line_that_the_ledger_dates_after_the_last_day_is_in_the_closing_balance() -> None:
    assert balances(account(*ENTRIES[:2], "2025-03-20 -750", opening=10_000))[0] == "passed"
    assert balances(account(*ENTRIES[:2], "2025-03-21 -750", opening=10_000))[0] == "passed"


CUT_OFF = [
    ("2025-03-02", "earlier", 10_500, "in the opening balance already"),
    ("2025-03-05", "earlier", 10_500, "in both"),
    ("2025-03-25", "earlier", 10_500, "in both, though dated later"),
    ("2025-03-02", "later", 10_000, "in neither, though dated before"),
    ("2025-03-05", "later", 10_000, "in neither"),
    ("2025-03-25", "later", 10_000, "in neither as dated"),
    ("2025-03-02", "outstanding", 10_000, "outstanding before the first day"),
    ("2025-03-19", "outstanding", 10_000, "outstanding on the last day"),
    ("2025-03-20", "outstanding", 10_000, "outstanding after it"),
]


@pytest.mark.parametrize(
    ("day", "counted", "opening"),
    [case[:3] for case in CUT_OFF],
    ids=[case[3] for case in CUT_OFF],
)
def test_what_other_statements_count_is_counted_where_they_do(
    day: str, counted: str, opening: int
) -> None:
    other = entry(4, f"{day} -500", counted=counted)
    assert balances(account(*ENTRIES, other, opening=opening))[0] == "passed"
    assert balances(account(*ENTRIES, other, opening=opening - 500))[0] == "failed"


def test_a_ledger_at_zero_may_be_brought_to_the_opening_balance_by_them() -> None:
    counted = entry(4, "2025-03-03 10000", counted="earlier")
    assert balances(account(*ENTRIES, counted, opening=0))[0] == "passed"
    not_yet = entry(4, "2025-03-02 -10000", counted="outstanding")
    assert balances(account(*ENTRIES, not_yet, opening=10_000))[0] == "passed"


def test_no_pairing_makes_this_statement_count_what_another_does() -> None:
    other = entry(4, "2025-03-12 -500", counted="outstanding")
    side = account(*ENTRIES, other, opening=10_000)
    groups = (IDS[0], ((1,), (4,), ""), IDS[1], IDS[2])
    assert balances(side, groups=groups)[0] == "passed"


def test_the_ledgers_balances_are_told_as_the_bank_counts_them() -> None:
    other: LedgerEntry = entry(4, "2025-03-02 -500", counted="outstanding")
    agreement = hold(printed(MARCH), account(*ENTRIES, other, opening=10_000))
    assert agreement.ledger_ends == (10_000, 40_250)


# The page as the account would have it: in its minor units, and in the holder's sign.


def whole(decimals: str) -> Printed:
    """The page with other decimals behind each figure."""
    text = MARCH
    for plain in ("100", "330", "430", "-20", "410"):
        text = text.replace(f"{plain}.00", f"{plain}{decimals}")
    return printed(text.replace("-7.50", f"-7{decimals}").replace("402.50", f"403{decimals}"),
                   digits=max(len(decimals) - 1, 0), decimal="." if decimals else "")  # fmt: skip


@pytest.mark.parametrize(
    ("decimals", "currency", "factor"),
    [
        ("", "EUR", 100),
        ("", "JPY", 1),
        (".000", "EUR", 100),
        (".000", "TND", 1000),
        (".0", "EUR", 100),
    ],
)
def test_figures_are_held_in_the_accounts_minor_units(
    decimals: str, currency: str, factor: int
) -> None:
    amounts = [330 * factor, -20 * factor, -7 * factor]
    days = ("2025-03-03", "2025-03-10", "2025-03-19")
    entries = [f"{day} {amount}" for day, amount in zip(days, amounts, strict=True)]
    side = account(
        *entries, opening=100 * factor, currency=currency, known=KnownAccount(currency, "money")
    )
    agreement = hold(whole(decimals), side)
    assert (found(agreement, "paired"), found(agreement, "balances")[0]) == (
        ("passed", ""),
        "passed",
    )


@pytest.mark.parametrize(
    "figures", [{"-7.50": "-7.505", "402.50": "402.495"}, {"402.50": "402.505", "-7.50": "-7.495"}]
)
def test_a_fraction_of_a_minor_unit_is_no_amount_of_the_account(figures: dict[str, str]) -> None:
    text = MARCH
    for plain in ("100", "330", "430", "-20", "410"):
        text = text.replace(f"{plain}.00", f"{plain}.000")
    for old, new in figures.items():
        text = text.replace(old, new)
    page = printed(text, digits=3)
    assert page.state("sums") == "passed"
    agreement = hold(page, march())
    assert {check.state for check in agreement.obligations} == {"unavailable"}
    assert agreement.reading is None


def test_a_debt_is_held_with_every_sign_turned() -> None:
    turned = account(
        "2025-03-03 -33000", "2025-03-10 2000", "2025-03-19 750",
        opening=-10_000, known=KnownAccount("EUR", "debt"),
    )  # fmt: skip
    agreement = hold(printed(MARCH, side="debt"), turned)
    assert (found(agreement, "paired")[0], found(agreement, "balances")[0]) == ("passed", "passed")


def test_a_page_without_a_day_on_some_line_is_no_accounts() -> None:
    page = printed(MARCH.replace("line     |03.03.2025", "line     |          "))
    assert page.state("ordered") == "failed"
    assert {check.state for check in hold(page, march()).obligations} == {"unavailable"}


def test_nor_is_a_page_without_lines_or_a_period() -> None:
    page = printed(BARE).citing(lines=())
    assert hold(page, account(opening=10_000)).reading is None


def test_a_page_that_cannot_be_read_is_no_accounts() -> None:
    page = printed(MARCH).reading("-20.00", "-2O.00")
    agreement = hold(page, march())
    assert (agreement.hypotheses, agreement.verdict) == ((), "unproven")
    assert found(agreement, "paired")[0] == "unavailable"


def test_the_days_covered_are_those_of_a_period_that_is_settled() -> None:
    text = MARCH.replace(
        "head ", "         |dddddddddd  tttttttttttt  ssssssssss\n"
        "period   |01.03.2025  until         31.03.2025\n"
        "         |dddddddddd  ttttttttttttttt  1111111  bbbbbbbb\nhead ", 1,
    )  # fmt: skip
    page = printed(text)
    assert page.settled("period")[1] == "rows"
    assert paired(account(*ENTRIES, "2025-03-25 -500", opening=10_000), page=page)[0] == "passed"
    labelled = printed(text.replace("until       ", "Period:     "))
    assert labelled.settled("period") == ("2025-03-01 to 2025-03-31", "label")
    later = account(*ENTRIES, "2025-03-25 -500", opening=10_000)
    assert paired(later, page=labelled)[0] == "failed"
    assert hold(labelled, march()).reading.first == date(2025, 3, 1)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("first", "last", "covered"),
    [
        ("10.03.2025", "31.03.2025", (date(2025, 3, 3), date(2025, 3, 31))),
        ("01.03.2025", "05.03.2025", (date(2025, 3, 1), date(2025, 3, 19))),
    ],
)
def test_and_those_of_lines_that_lie_outside_it(
    first: str, last: str, covered: tuple[date, date]
) -> None:
    where = "\n         |dddddddddd  ttttttttttttttt  ssssssssss\n"
    page = printed(f"{where}period   |{first}  Period:          {last}\n{MARCH}")
    assert page.settled("period")[1] == "label"
    agreement = hold(page, march())
    assert agreement.reading is not None
    assert (agreement.reading.first, agreement.reading.last) == covered
    assert agreement.verdict == "matched"
    for day in ("2025-03-04", "2025-03-18"):
        more = account(*ENTRIES, f"{day} -500", opening=10_000)
        assert paired(more, page=page)[0] == "failed"
