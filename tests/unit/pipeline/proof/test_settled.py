"""What a ledger that agrees settles, and what other values leave open."""

from dataclasses import replace
from datetime import date
from typing import Any, Literal

import pytest

from pipeline.proof import Answer, Before, KnownAccount, LedgerSide, Origin
from tests.support.kernel_pages import Printed, printed
from tests.support.two_records import (
    ENTRIES,
    MARCH,
    UNLABELLED,
    account,
    both_ends,
    entry,
    hold,
    march,
    of_amounts,
    opening_alone,
    settled,
    sources,
)

# Three pairs of different amounts and a balance that is not zero, and no reading among them.


def test_a_ledger_that_agrees_settles_what_the_page_leaves_open() -> None:
    assert both_ends().settled("ends") == ("opening cited, closing cited", "assumed")
    agreement = hold(both_ends(), march())
    assert agreement.verdict == "matched"
    assert {n for n, source in sources(agreement).items() if source == "ledger"} == {
        "ends",
        "currency",
        "account",
    }


def test_what_the_page_settles_itself_is_not_the_ledgers() -> None:
    assert sources(hold(printed(MARCH), march()))["ends"] == "label"


@pytest.mark.parametrize(
    ("amounts", "source"),
    [
        (("1.00", "2.00", "3.00"), "ledger"),
        (("1.00", "2.00"), "assumed"),
        (("1.00", "2.00", "2.00"), "assumed"),
        (("1.00", "2.00", "-2.00"), "assumed"),
        (("1.00", "2.00", "0.00"), "assumed"),
        (("1.00", "2.00", "0.00", "3.00"), "ledger"),
    ],
)
def test_three_pairs_of_different_amounts_are_needed(amounts: tuple[str, ...], source: str) -> None:
    page, side = of_amounts(*amounts)
    agreement = hold(page, side)
    assert sources(agreement)["ends"] == sources(agreement)["currency"] == source


def of_origin(origin: Origin, *ids: int) -> LedgerSide:
    side = march()
    entries = [replace(each, origin=origin) if each.id in ids else each for each in side.entries]
    return replace(side, entries=tuple(entries))


@pytest.mark.parametrize("id", [1, 2, 3])
def test_an_entry_that_was_made_from_a_reading_settles_nothing(id: int) -> None:
    agreement = hold(both_ends(), of_origin(Origin.READING, id))
    assert sources(agreement)["ends"] == "assumed"
    assert agreement.verdict == "unproven"


def test_one_more_of_them_beside_three_others_does_not_matter() -> None:
    page, side = of_amounts("1.00", "2.00", "3.00", "4.00")
    echo = replace(side.entries[0], origin=Origin.READING)
    agreement = hold(page, replace(side, entries=(echo, *side.entries[1:])))
    assert sources(agreement)["ends"] == "ledger"


def test_entries_that_a_person_typed_settle_as_well_as_a_sources() -> None:
    assert hold(both_ends(), of_origin(Origin.TYPED, 1, 2, 3)).verdict == "matched"


def test_a_group_with_a_reading_in_it_is_one() -> None:
    side = account(ENTRIES[0], "2025-03-10 -1500", ENTRIES[2], "2025-03-10 -500", opening=10_000)
    groups = (((0,), (1,), ""), ((1,), (2, 4), "Ann"), ((2,), (3,), ""))
    assert sources(hold(both_ends(), side, groups))["ends"] == "ledger"
    echo = replace(side.entries[3], origin=Origin.READING)
    side = replace(side, entries=(*side.entries[:3], echo))
    assert sources(hold(both_ends(), side, groups))["ends"] == "assumed"


def test_a_group_counts_once_however_many_lines_it_has() -> None:
    """Lines of 1.00, 2.00, and of 3.00 and 1.00 that are one entry of 4.00."""
    page, _ = of_amounts("1.00", "2.00", "3.00", "1.00")
    side = account("2025-03-03 100", "2025-03-04 200", "2025-03-05 400", opening=10_000)
    groups = (((0,), (1,), ""), ((1,), (2,), ""), ((2, 3), (3,), "Ann"))
    assert sources(hold(page, side, groups))["ends"] == "ledger"
    same = account("2025-03-03 100", "2025-03-04 200", "2025-03-05 300", opening=10_000)
    other = (((0,), (1,), ""), ((2,), (2,), ""), ((1, 3), (3,), "Ann"))
    assert sources(hold(page, same, other))["ends"] == "assumed"  # 3.00 is no pair of 2.00


@pytest.mark.parametrize(
    ("origin", "source"),
    [(Origin.READING, "assumed"), (Origin.TYPED, "ledger"), (Origin.SOURCE, "ledger")],
)
def test_a_balance_that_was_made_from_a_reading_settles_nothing(
    origin: Origin, source: str
) -> None:
    assert sources(hold(both_ends(), march(balance_origin=origin)))["ends"] == source


@pytest.mark.parametrize(
    ("opening", "closing", "last", "source"),
    [
        ("0.00", "302.50", "-7.50", "ledger"),
        ("100.00", "0.00", "-410.00", "ledger"),
        ("0.00", "0.00", "-310.00", "assumed"),
    ],
)
def test_a_balance_that_is_not_zero_is_needed(
    opening: str, closing: str, last: str, source: str
) -> None:
    text = UNLABELLED.replace("402.50", f"{closing:>6}").replace("100.00", f"{opening:>6}")
    page = printed(text.replace("  -7.50", f"{last:>7}"))
    assert page.state("sums") == "passed"
    entries = (*ENTRIES[:2], f"2025-03-19 {last.replace('.', '')}")
    agreement = hold(page, account(*entries, opening=int(opening.replace(".", ""))))
    assert sources(agreement)["ends"] == source


def test_a_ledger_that_does_not_agree_settles_nothing() -> None:
    assert sources(hold(both_ends(), march(opening=10_001)))["ends"] == "assumed"
    short = hold(both_ends(), account(*ENTRIES[:2], opening=10_000))
    assert sources(short)["ends"] == "assumed"
    assert short.alternatives == 0


@pytest.mark.parametrize("kind", [None, "debt"])
def test_no_ledger_settles_whose_money_it_is_nor_anything_while_that_is_open(kind: Any) -> None:
    agreement = hold(both_ends(), march(known=KnownAccount("EUR", kind)))
    assert sources(agreement)["side"] == "assumed"
    assert sources(agreement)["ends"] == sources(agreement)["account"] == "assumed"
    assert (agreement.verdict, agreement.alternatives) == ("unproven", 0)


def test_sources_that_disagree_are_not_overruled_by_the_ledger() -> None:
    answers = (
        Answer(1, "ends", "opening derived, closing derived", "Ann", "2025-04-01T12:00:00+00:00"),
    )
    agreement = hold(both_ends(), march(), answers=answers)
    assert settled(agreement, "ends") == (
        "opening cited, closing cited",
        "assumed",
        "person says opening derived, closing derived",
    )
    assert agreement.verdict == "unproven"


def test_the_currency_is_the_accounts() -> None:
    side = march(currency="CHF", known=KnownAccount(None, "money"))
    assert settled(hold(both_ends(), side), "currency") == ("CHF", "ledger", "")


def test_the_way_of_the_only_column_is_settled_by_a_ledger_that_no_turned_page_fits() -> None:
    agreement = hold(opening_alone(), march())
    assert settled(agreement, "direction") == ("1: up", "ledger", "")
    assert agreement.alternatives == 3  # the ends exchanged, the column turned, and both


def crossed(*days: int, last: str = "") -> tuple[Printed, LedgerSide]:
    """Amounts in and out that are the same with every sign turned, on such days; then a line of
    the page."""
    amounts = ("20.00", "-20.00", "30.00", "-30.00", "5.00", "-5.00")
    each = list(zip(days, amounts, strict=True))
    lines = "\n".join(
        f"line     |{day:02}.03.2025  Payment         {text:>8}" for day, text in each
    )
    head, _ = UNLABELLED.split("line", 1)
    entries = [f"2025-03-{day:02} {text.replace('.', '')}" for day, text in each]
    page = printed(head.replace("Stand         ", "Opening balance") + lines + last)
    return page, account(*entries, opening=10_000)


def test_a_page_that_agrees_as_well_with_every_sign_turned_is_not_settled() -> None:
    agreement = hold(*crossed(3, 3, 5, 5, 7, 7))
    assert settled(agreement, "direction") == (
        "1: up",
        "assumed",
        "the ledger agrees with another value as well",
    )
    assert agreement.verdict == "unproven"


def test_one_whose_turned_lines_are_further_from_their_entries_is() -> None:
    assert settled(hold(*crossed(3, 4, 5, 6, 7, 8)), "direction")[1] == "ledger"
    assert settled(hold(*crossed(3, 3, 5, 5, 7, 8)), "direction")[1] == "ledger"


def test_one_whose_turned_lines_are_as_near_is_not() -> None:
    """The ledger has them a day later and a day earlier in turn: both ways they are a day off."""
    page, _ = crossed(3, 4, 6, 7, 9, 10)
    amounts = (2000, -2000, 3000, -3000, 500, -500)
    days = (4, 3, 7, 6, 10, 9)
    near = [f"2025-03-{day:02} {amount}" for day, amount in zip(days, amounts, strict=True)]
    assert settled(hold(page, account(*near, opening=10_000)), "direction")[1] == "assumed"


def test_lines_and_entries_of_nothing_do_not_tell_two_readings_apart() -> None:
    waived = "\nline     |08.03.2025  Fee waived        0.00"
    page, side = crossed(3, 3, 5, 5, 7, 7, last=waived)
    noted = replace(side, entries=(*side.entries, entry(9, "2025-03-04 0")))
    for each in (side, noted):
        agreement = hold(page, each, [((at,), (at + 1,), "") for at in range(6)])
        assert agreement.state("paired") == "passed"
        assert settled(agreement, "direction")[1] == "assumed"


def test_one_whose_turned_lines_have_an_entry_too_few_is() -> None:
    page, side = crossed(3, 3, 5, 5, 7, 7)
    agreement = hold(page.without_line(5), replace(side, entries=side.entries[:5]))
    assert settled(agreement, "direction")[1] == "ledger"


def test_nor_does_one_whose_turned_lines_leave_an_entry_over() -> None:
    """The last entry is of the day after: turned, one line has none and that entry no line."""
    page, side = crossed(3, 3, 5, 5, 7, 7)
    days = (*side.entries[:4], replace(side.entries[4], day=date(2025, 3, 8)))
    agreement = hold(page.without_line(5), replace(side, entries=days))
    assert settled(agreement, "direction")[1] == "ledger"


def test_pairs_that_a_person_joined_count_for_less_than_lines_that_pair_one_by_one() -> None:
    """Ann says that 50.00 is 20.00 and 30.00; turned round, each line is an entry of its own."""
    amounts = ("50.00", "-20.00", "-30.00", "7.00", "-7.00")
    head, _ = UNLABELLED.split("line", 1)
    lines = "\n".join(f"line     |03.03.2025  Payment         {text:>8}" for text in amounts)
    page = printed(head.replace("Stand         ", "Opening balance") + lines)
    side = account(
        *(f"2025-03-03 {amount}" for amount in (2000, 3000, -5000, 700, -700)), opening=10_000
    )
    groups = (
        ((0,), (1, 2), "Ann"), ((1, 2), (3,), "Ann"), ((3,), (4,), ""), ((4,), (5,), ""),
    )  # fmt: skip
    assert settled(hold(page, side, groups), "direction")[1] == "assumed"


MIXED = """
         |dddddddddd  ttttttttttttttt  1111111  2222222  bbbbbbbb
head     |Date        Text                 Out       In   Balance
opening  |            {label:15}                     100.00
line     |03.03.2025  Wages                      330.00
line     |10.03.2025  Tea house          20.00
line     |19.03.2025  Baker               7.50
"""


def test_each_column_is_turned_alone_and_with_the_others() -> None:
    page = printed(MIXED.format(label="Opening balance"))
    agreement = hold(page, march())
    assert settled(agreement, "direction")[:2] == ("1: down, 2: up", "ledger")
    assert agreement.alternatives == 3


def test_other_values_are_tried_in_pairs() -> None:
    page = printed(MIXED.format(label="Stand"))
    assert hold(page, march()).alternatives == 1 + 3 + 3


def test_one_balance_that_may_be_either_end_is_settled_as_neither() -> None:
    """The lines come to zero, so the ledger stands at 100.00 before and after."""
    page, side = of_amounts("20.00", "30.00", "-50.00")
    page = page.citing(closing=None)
    agreement = hold(page, side)
    assert settled(agreement, "ends")[1:] == (
        "assumed",
        "the ledger agrees with another value as well",
    )
    page, side = of_amounts("20.00", "30.00", "-50.01")
    assert settled(hold(page.citing(closing=None), side), "ends")[1] == "ledger"


def test_ends_that_are_the_same_are_not_other_ones_exchanged() -> None:
    page, side = of_amounts("20.00", "30.00", "-50.00")
    assert settled(hold(page, side), "ends")[1] == "ledger"


def test_what_is_doubtful_already_is_not_tried_in_pairs() -> None:
    page, side = crossed(13, 13, 15, 15, 17, 17)
    assert page.witness.opening is not None
    page = page.citing(opening=replace(page.witness.opening, label=None))
    agreement = hold(page, side)
    assert [settled(agreement, name)[1] for name in ("ends", "direction")] == ["assumed"] * 2
    assert agreement.alternatives == 2


def test_two_hypotheses_may_agree_as_well_together_though_neither_does_alone() -> None:
    """Turned round, each line is by its second day as near to an entry as it is by its first."""
    head, _ = SECOND_DAYS.split("line", 1)
    lines = "\n".join(
        f"line     |{day}.03.2025  {second}.03.2025  Payment         {sign}{amount}.00"
        for amount in (20, 30, 50)
        for day, second, sign in ((10, 13, " "), (13, 10, "-"))
    )
    amounts = (2000, -2000, 3000, -3000, 5000, -5000)
    days = (10, 12, 10, 12, 10, 12)
    entries = [f"2025-03-{day} {amount}" for day, amount in zip(days, amounts, strict=True)]
    page = printed(head + lines)
    agreement = hold(page, account(*entries, opening=10_000))
    why = "the ledger agrees with another value as well"
    assert settled(agreement, "direction") == ("1: up", "assumed", why)
    assert settled(agreement, "booking") == ("day", "assumed", why)
    answer = Answer(1, "booking", "day", "Ann", "2025-04-01T12:00:00+00:00")
    alone = hold(page, account(*entries, opening=10_000), answers=(answer,))
    assert settled(alone, "direction")[1] == "ledger"


ORDERS = """
         |dddddddddd  ttttttttttttttt  1111111  bbbbbbbb
head     |Date        Text              Amount   Balance
opening  |            Opening balance             100.00
line     |02.03.2025  Wages             330.00
line     |03.03.2025  Tea house         -20.00
line     |03.03.2025  Baker              -7.50
closing  |            Closing balance             402.50
"""


@pytest.mark.parametrize(("first", "source"), [("2025-02-17", "ledger"), ("2025-02-16", "assumed")])
def test_days_that_are_as_near_with_day_and_month_exchanged_are_not_settled(
    first: str, source: str
) -> None:
    """2 March or 3 February: an entry of 17 February is nearer to the first of them in neither."""
    entries = (f"{first} 33000", "2025-03-03 -2000", "2025-03-03 -750")
    side = account(*entries, opening=10_000, since="2025-01-01")
    page = printed(ORDERS)
    assert page.settled("order") == ("dmy", "assumed")
    agreement = hold(page, side, window=15)
    assert settled(agreement, "order")[1] == ("ledger" if source == "ledger" else "assumed")


def test_a_line_that_is_too_far_with_day_and_month_exchanged_is_no_pair() -> None:
    """All together would be nearer so, and each line but the first one."""
    lines = [("02.03", "-20.00"), ("02.03", "330.00"), ("02.03", " -7.50"), ("03.03", "-20.00")]
    head, _ = ORDERS.split("line", 1)
    each = "\n".join(f"line     |{day}.2025  Payment         {text:>8}" for day, text in lines)
    page = printed(f"{head}{each}\nclosing  |            Closing balance             382.50")
    for first, source in (("2025-02-19", "ledger"), ("2025-02-18", "assumed")):
        entries = (f"{first} -2000", "2025-02-15 33000", "2025-02-15 -750", "2025-03-03 -2000")
        side = account(*entries, opening=10_000, since="2025-01-01")
        assert settled(hold(page, side, window=15), "order")[1] == source


SECOND_DAYS = """
         |dddddddddd  ssssssssss  ttttttttttttttt  1111111  bbbbbbbb
head     |Made        Booked      Text              Amount   Balance
opening  |                        Opening balance             100.00
line     |13.03.2025  15.03.2025  Wages             330.00    430.00
line     |20.03.2025  22.03.2025  Tea house         -20.00    410.00
line     |25.03.2025  27.03.2025  Baker              -7.50    402.50
closing  |                        Closing balance             402.50
"""


@pytest.mark.parametrize(
    ("days", "source"),
    [
        ((13, 20, 25), "ledger"),
        ((13, 20, 26), "ledger"),
        ((13, 21, 27), "assumed"),
        ((13, 22, 26), "assumed"),
        ((13, 22, 25), "ledger"),
    ],
)
def test_the_booking_day_is_the_one_that_the_ledger_is_nearer_to(
    days: tuple[int, ...], source: str
) -> None:
    amounts = ("33000", "-2000", "-750")
    entries = [f"2025-03-{day} {text}" for day, text in zip(days, amounts, strict=True)]
    agreement = hold(printed(SECOND_DAYS), account(*entries, opening=10_000))
    assert settled(agreement, "booking")[:2] == ("day", source)
    other = hold(printed(SECOND_DAYS, booking="second"), account(*entries, opening=10_000))
    assert settled(other, "booking")[1] == "assumed"


def booked(
    *entries: str, page: Printed | None = None, window: int = 3, opening: int = 10_000
) -> str:
    """What settles the booking day beside these entries, with which the page agrees."""
    side = account(*entries, opening=opening)
    groups = (((0,), (1,), ""), ((1,), (2,), ""), ((2,), (3,), ""))
    agreement = hold(page or printed(SECOND_DAYS), side, groups, window=window)
    assert agreement.state("paired") == agreement.state("balances") == "passed"
    return settled(agreement, "booking")[1]


HALFWAY = ("2025-03-13 33000", "2025-03-22 -2000", "2025-03-26 -750")
"""As near to the first days as to the second ones."""


def test_an_opening_balance_of_zero_is_one_like_any_other() -> None:
    text = SECOND_DAYS
    for old, new in (("100.00", "  0.00"), ("430", "330"), ("410", "310"), ("402", "302")):
        text = text.replace(old, new)
    assert booked(*HALFWAY, page=printed(text), opening=0) == "assumed"


def test_other_days_must_run_one_way_as_well() -> None:
    """By their second days the first line is 12 days behind the second."""
    text = SECOND_DAYS
    for old, new in (("13.03.2025  15", "10.03.2025  24"), ("20.03.2025  22", "20.03.2025  12")):
        text = text.replace(old, new)
    halfway = ("2025-03-17 33000", "2025-03-16 -2000", "2025-03-26 -750")
    assert booked(*halfway, page=printed(text), window=15) == "ledger"
    ordered = printed(text.replace("20.03.2025  12", "20.03.2025  14"))
    assert booked(*halfway, page=ordered, window=15) == "assumed"


def test_other_days_cover_other_entries() -> None:
    """By their second days the lines would cover the 27th too, of which they have no entry."""
    page = printed(SECOND_DAYS).citing(closing=None)
    page = page.citing(lines=tuple(replace(line, balance=None) for line in page.witness.lines))
    assert booked(*HALFWAY, page=page) == "assumed"
    assert booked(*HALFWAY, "2025-03-27 -100", page=page) == "ledger"


def test_an_entry_of_the_days_covered_is_a_lines_before_one_outside() -> None:
    assert booked(*HALFWAY, "2025-03-12 33000", opening=10_000 - 33_000) == "assumed"
    exact = ("2025-03-13 33000", "2025-03-20 -2000", "2025-03-25 -750")
    before = replace(account("2025-03-12 33000", opening=None).entries[0], id=4)
    side = account(*exact, opening=10_000 - 33_000)
    side = replace(side, entries=(before, *side.entries))
    assert settled(hold(printed(SECOND_DAYS), side), "booking")[1] == "ledger"


def test_days_at_the_window_are_near_enough() -> None:
    text = SECOND_DAYS
    for old, new in (("15.03", "19.03"), ("22.03", "26.03"), ("27.03", "31.03")):
        text = text.replace(old, new)
    three_away = ("2025-03-16 33000", "2025-03-23 -2000", "2025-03-31 -750")
    assert booked(*three_away, page=printed(text)) == "assumed"


SCALES = """
         |dddddddddd  ttttttttttttttt  1111111  bbbbbbbb
head     |Date        Text              Amount   Balance
opening  |            Opening balance             1.000
line     |13.03.2025  Wages              3.300    4.300
line     |20.03.2025  Tea house         -2.000    2.300
line     |25.03.2025  Baker             -1.750    0.550
closing  |            Closing balance             0.550
"""


def test_points_that_may_be_decimals_or_groups_are_as_the_ledger_has_them() -> None:
    page = printed(SCALES, digits=3)
    assert page.settled("scale") == (". decimal, , group, 3 digits", "arithmetic")
    groups = SCALES.replace("0.550", "1.550").replace("1.000", "2.000").replace("4.300", "5.300")
    page = printed(groups.replace("2.300", "3.300"), decimal="", group=".", digits=0)
    assert page.settled("scale") == ("no decimal, . group, 0 digits", "assumed")
    entries = ("2025-03-13 330000", "2025-03-20 -200000", "2025-03-25 -175000")
    agreement = hold(page, account(*entries, opening=200_000))
    assert settled(agreement, "scale")[1] == "ledger"
    assert agreement.alternatives == 1


YEARLESS = """
         |dddddddddd  tttttttttttttt  ssssssssss
period   |01.03.2025  until           31.03.2025
         |dddddddddd  ttttttttttttttt  1111111  bbbbbbbb
head     |Date        Text              Amount   Balance
opening  |            Opening balance             100.00
line     |13.03.      Wages             330.00    430.00
line     |20.03.      Tea house         -20.00    410.00
line     |25.03.      Baker              -7.50    402.50
closing  |            Closing balance             402.50
"""


def test_a_year_that_no_line_prints_is_the_ledgers() -> None:
    page = printed(YEARLESS)
    assert page.settled("year") == ("2025 to 2025", "assumed")
    entries = ("2025-03-13 33000", "2025-03-20 -2000", "2025-03-25 -750")
    agreement = hold(page, account(*entries, opening=10_000))
    assert settled(agreement, "year") == ("2025 to 2025", "ledger", "")
    assert agreement.alternatives == 2  # a year earlier and a year later


@pytest.mark.parametrize("year", [2024, 2026])
def test_a_year_in_which_the_entries_are_is_not_overruled_by_a_persons_pairs(year: int) -> None:
    """Ann pairs lines of 2025 with the entries of another year; in that they pair by themselves."""
    days = ("03-13 33000", "03-20 -2000", "03-25 -750")
    side = account(*(f"{year}-{text}" for text in days), opening=10_000, since="2024-01-01")
    groups = tuple(((at,), (at + 1,), "Ann") for at in range(3))
    agreement = hold(printed(YEARLESS), side, groups)
    assert agreement.reading is not None
    assert agreement.state("balances") == "passed"
    assert settled(agreement, "year")[1] == "assumed"


@pytest.mark.parametrize(
    ("day", "counted", "source"),
    [
        ("2025-03-01", "", "assumed"), ("2025-03-12", "", "assumed"),
        ("2025-03-26", "", "assumed"), ("2025-03-31", "", "assumed"),
        ("2025-02-28", "", "rows"), ("2025-04-01", "", "rows"),
        ("2025-03-31", "later", "rows"),
    ],
)  # fmt: skip
def test_an_entry_in_the_rest_of_the_printed_days_leaves_the_period_open(
    day: str, counted: Literal["", "later"], source: str
) -> None:
    """No label says that these days are the period; the lines' own say nothing of that entry."""
    page = printed(YEARLESS.replace("3.      ", "3.2025  "))
    assert page.settled("period") == ("2025-03-13 to 2025-03-25", "rows")
    entries = ("2025-03-13 33000", "2025-03-20 -2000", "2025-03-25 -750", f"{day} 500")
    opening = 10_000 if day > "2025-03-13" else 9_500
    side = account(*entries, opening=opening, since="2025-02-01")
    every = [replace(e, counted=counted) if e.id == 4 else e for e in side.entries]
    groups = tuple(((at,), (at + 1,), "") for at in range(3))
    agreement = hold(page, replace(side, entries=tuple(every)), groups)
    assert settled(agreement, "period")[1] == source
    assert agreement.verdict == ("matched" if source == "rows" else "unproven")


def test_while_the_period_is_open_a_line_may_lack_and_no_chain_is_held() -> None:
    page = printed(YEARLESS.replace("3.      ", "3.2025  "))
    before = Before(date(2025, 3, 12), 9_999, whole=True)
    entries = ("2025-03-13 33000", "2025-03-20 -2000", "2025-03-28 500")
    side = account(*entries, opening=10_000, before=before, known=KnownAccount("EUR", "money"))
    groups = tuple(((at,), (at + 1,), "") for at in range(2))
    agreement = hold(page, replace(side, chosen_by="Ann"), groups)
    assert settled(agreement, "period")[1] == "assumed"
    assert (agreement.verdict, agreement.state("chain")) == ("differences", "unavailable")


def test_a_day_that_only_ends_the_printed_ones_asks_for_no_further_entry() -> None:
    page = printed(YEARLESS.replace("3.      ", "3.2025  "))
    assert page.witness.period is not None
    page = page.citing(period=replace(page.witness.period, first=None))
    entries = ("2025-03-13 33000", "2025-03-20 -2000", "2025-03-25 -750", "2025-03-28 500")
    agreement = hold(page, account(*entries, opening=10_000, since="2025-02-01"))
    assert settled(agreement, "period")[1] == "rows"


def test_more_other_values_than_can_be_tried_settle_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = printed(MIXED.format(label="Stand"))
    monkeypatch.setattr("pipeline.proof.settled._MOST_TRIED", 7)
    assert sources(hold(page, march()))["direction"] == "ledger"
    monkeypatch.setattr("pipeline.proof.settled._MOST_TRIED", 6)
    assert sources(hold(page, march()))["direction"] == "assumed"
