"""What a labelled figure may say: an end, a balance on the way, the sum of a side or a part."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.proof.entries import Offered, offered
from pipeline.proof.printed import Printed
from pipeline.proof.sums import sums_of
from pipeline.proof.witness import Signs
from tests.support.kernel import row_with
from tests.support.ruled import entry, head, offered_on, total

LINES = (
    "Northgate Bank",
    total("Opening balance", "1.00"),
    entry("Acme one", amount="200.00"),
    "Between one",
    entry("Acme two", amount="-50.00"),
    entry("Acme three", day="02/03/2025", amount="30.00"),
    "Between two",
    entry("Acme four", day="02/03/2025", amount="-400.00"),
    "Below",
    total("Closing balance", "-219.00"),
)
ENDS = {100, 21_900}
REACHED = {20_100, 15_100, 18_100, 21_900}
CAME, WENT = 23_000, 45_000
NET = 22_000


def printed(found: Offered) -> Printed:
    """What follows from the rows of a page."""
    return Printed(found, sums_of(found))


def on_page(balance_base: int = 1) -> tuple[Offered, Printed]:
    """The statement above."""
    found = offered_on(Signs.PRINTED, *LINES, balance_base=balance_base)
    return found, printed(found)


def allowed(meaning: str, text: str, balance_base: int = 1) -> set[int]:
    """What a figure with this label may say on the row with a text."""
    found, follows = on_page(balance_base=balance_base)
    return follows.allowed(meaning, row_with(found, text))


def test_between_the_entries_is_behind_the_first_and_before_the_last() -> None:
    found, follows = on_page()
    inside = [row.text for i, row in enumerate(found.lexed.rows) if follows.inside(i)]
    assert [" ".join(text.split()[:3]) for text in inside] == [
        "Between one", "01/03/2025 Acme two", "02/03/2025 Acme three", "Between two"
    ]  # fmt: skip


def test_the_balance_there_is_the_one_after_the_entry_above() -> None:
    found, follows = on_page()
    rows = {text: row_with(found, text) for text in ("Northgate", "one", "Between two", "Below")
            if text != "one"}  # fmt: skip
    assert {text: follows.at(row) for text, row in rows.items()} == {
        "Northgate": set(), "Between two": {18_100}, "Below": {21_900}
    }  # fmt: skip
    assert follows.at(row_with(found, "Acme two")) == {20_100}


def test_where_the_newest_is_first_it_is_the_one_before_the_entry_above() -> None:
    found = offered_on(
        Signs.PRINTED,
        entry("Acme one", amount="5.00"),
        "Between",
        entry("Acme two", amount="-2.00"),
        total("Opening balance", "10.00"),
        newest_first=True,
    )
    follows = printed(found)
    assert follows.at(row_with(found, "Between")) == {800}
    assert follows.at(row_with(found, "Opening")) == {1000}


def test_without_an_opening_balance_no_balance_is_there() -> None:
    found = offered_on(Signs.PRINTED, *LINES[:1], *LINES[2:])
    follows = printed(found)
    assert follows.at(row_with(found, "Below")) == set()
    assert follows.allowed("opening", row_with(found, "Northgate")) == {21_900}
    assert follows.allowed("closing", row_with(found, "Northgate")) == {21_900}
    assert follows.allowed("due", row_with(found, "Northgate")) == {21_900}


def test_without_entries_there_are_the_ends_alone() -> None:
    found = offered_on(Signs.PRINTED, LINES[0], LINES[1], "Below", LINES[-1])
    follows = printed(found)
    assert [follows.inside(row) for row in range(4)] == [False] * 4
    assert [follows.allowed("opening", row) for row in (0, 1)] == [ENDS, ENDS]
    assert follows.allowed("total_in", 3) == {0}
    assert follows.allowed("total", 3) == {0, 100, 21_900}
    assert follows.parts == {1: set(), -1: set()}


@pytest.mark.parametrize(
    ("meaning", "text", "values"),
    [
        ("opening", "Northgate", {100}),
        ("closing", "Northgate", {21_900}),
        ("opening", "Between one", {100, 20_100}),
        ("closing", "Between two", {21_900, 18_100}),
        ("opening", "Below", ENDS),
        ("closing", "Below", {21_900}),
        ("opening", "Acme four", {100}),
        ("carried_page", "Between one", {20_100}),
        ("carried_page", "Below", ENDS | REACHED),
        ("balance_on", "Between one", ENDS | REACHED),
        ("balance_on", "Below", ENDS | REACHED),
        ("due", "Between one", ENDS),
        ("due", "Below", ENDS),
    ],
)
def test_a_balance_is_the_one_that_is_named_or_the_one_there(
    meaning: str, text: str, values: set[int]
) -> None:
    assert allowed(meaning, text) == values


@pytest.mark.parametrize(
    ("meaning", "text", "values"),
    [
        ("total_in", "Northgate", {CAME}),
        ("total_out", "Northgate", {WENT}),
        ("total", "Northgate", {CAME, WENT, NET} | ENDS | REACHED),
        ("day_total", "Northgate", {CAME, WENT, NET} | ENDS | REACHED),
        ("total_in", "Acme one", {CAME}),
    ],
)
def test_a_total_is_its_sides_and_one_of_no_side_may_be_the_net_sum(
    meaning: str, text: str, values: set[int]
) -> None:
    assert allowed(meaning, text) == values


def days(*lines: str) -> tuple[set[int], set[int]]:
    """The parts of what comes in and of what goes out."""
    parts = printed(offered_on(Signs.SECTION, *lines)).parts
    return parts[1], parts[-1]


def test_behind_the_first_entry_a_total_may_be_a_part_of_its_side() -> None:
    found, follows = on_page()
    row = row_with(found, "Below")
    assert follows.allowed("total_in", row) == {CAME} | follows.parts[1]
    assert follows.allowed("total_out", row) == {WENT} | follows.parts[-1]
    assert follows.allowed("total", row) == (
        {CAME, WENT, NET} | follows.parts[1] | follows.parts[-1] | ENDS | REACHED
    )
    assert follows.parts == {1: {20_000, 3_000, CAME}, -1: {5_000, 40_000, WENT}}


def test_on_a_debts_page_a_total_may_be_either_sides() -> None:
    assert allowed("total_in", "Northgate", balance_base=-1) == {CAME, WENT}
    assert allowed("total_out", "Northgate", balance_base=-1) == {CAME, WENT}
    found, follows = on_page(balance_base=-1)
    both = follows.parts[1] | follows.parts[-1]
    assert follows.allowed("total_in", row_with(found, "Below")) == {CAME, WENT} | both


def test_the_parts_of_each_day_are_those_of_each_printed_date() -> None:
    came, went = days(
        entry("Acme", amount="1.00"), entry("Acme", amount="2.00"),
        entry("X", amount="-4.00"), entry("X", day="02/03/2025", amount="-8.00"),
    )  # fmt: skip
    assert came == {100, 200, 300}
    assert went == {400, 800, 1200}


def test_entries_below_a_printed_date_are_of_its_day() -> None:
    found = offered_on(Signs.PRINTED, *(entry("Acme", amount=f"{a}.00") for a in (1, 2, 4, 8)))
    rows = [
        replace(row, date=row.date if place in (0, 2) else None)
        for place, row in enumerate(found.witness.rows)
    ]
    found = offered(found.lexed, replace(found.witness, rows=tuple(rows)))
    assert printed(found).parts == {1: {300, 1200, 1500}, -1: set()}


def test_the_least_amount_is_of_its_side() -> None:
    assert days(entry("Acme", amount="0.01"), entry("Acme", amount="-0.01 DR")) == ({1}, {1})


def test_the_parts_of_each_heading() -> None:
    came, went = days(
        "Deposits", entry("Acme", amount="1.00"), entry("Acme", amount="2.00"), "",
        "Withdrawals", entry("X", amount="4.00"), "",
        "Deposits", entry("Acme", amount="8.00"), entry("Acme", amount="16.00"),
    )  # fmt: skip
    assert came == {100, 200, 800, 1600, 300, 2400, 2700}
    assert went == {400}


def test_the_parts_of_each_page_and_up_to_its_end() -> None:
    came, went = days(
        entry("Acme", amount="1.00"), entry("Acme", amount="2.00") + "\f"
        + entry("Acme", amount="4.00"), entry("X", amount="-32.00"),
        entry("Acme", amount="8.00") + "\f" + entry("Acme", amount="16.00"),
    )  # fmt: skip
    each, pages, ends_of_pages, whole = {100, 200, 400, 800, 1600}, {300, 1200}, {300, 1500}, {3100}
    assert came == each | pages | ends_of_pages | whole
    assert went == {3200}


def test_a_side_is_nought_only_where_its_page_heading_or_day_has_nothing_of_it() -> None:
    found = offered_on(
        Signs.PRINTED, entry("Acme", amount="1.00"), entry("X", amount="-2.00"), "Below one",
        entry("X", day="02/03/2025", amount="-4.00"), "Below two",
        entry("X", day="03/03/2025", amount="-8.00"), "Below three" + "\f"
        + entry("Acme", day="04/03/2025", amount="16.00"), "Below four",
    )  # fmt: skip
    follows = printed(found)
    noughts = {
        text: [sign for sign in (1, -1) if 0 in follows.side_at(sign, row_with(found, text))]
        for text in ("one", "two", "three", "four")
    }
    assert noughts == {"one": [1], "two": [1], "three": [1], "four": [-1]}


def test_a_side_is_nought_below_a_heading_with_nothing_of_it() -> None:
    found = offered_on(
        Signs.SECTION, "Deposits", entry("Acme", amount="1.00"), "",
        "Withdrawals", entry("X", amount="4.00"), "Below",
    )  # fmt: skip
    follows = printed(found)
    assert 0 in follows.side_at(1, row_with(found, "Below"))
    assert 0 not in follows.side_at(-1, row_with(found, "Below"))


def test_what_the_entries_under_each_heading_come_to() -> None:
    found = offered_on(
        Signs.SECTION, head(amount="Amount"), entry("Acme", amount="64.00"), "",
        "Deposits", entry("Acme", amount="1.00"), entry("Acme", amount="2.00"), "",
        "Withdrawals", entry("X", amount="4.00"), entry("X", amount="32.00 CR"), "",
        "Deposits", entry("Acme", amount="8.00"), "",
        "Withdrawals", entry("X", amount="16.00"),
    )  # fmt: skip
    follows = printed(found)
    assert (follows.under_headings(1), follows.under_headings(-1)) == (
        {300, 800},
        {2800, 1600},
    )
    assert follows.sides() == {1: 10_700, -1: 2000}
