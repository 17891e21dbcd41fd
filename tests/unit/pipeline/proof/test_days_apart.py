"""What speaks against a date that stands on another row than its entry's amount, or on none."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from pipeline.proof.days import Calendar, dates_check
from pipeline.proof.entries import Offered, offered
from pipeline.proof.lexed import Lexed, LexedPages, place_of
from pipeline.proof.parse.figures import Style
from pipeline.proof.period import Candidates
from pipeline.proof.witness import Convention, Place, Section, Side, Signs, Witness, WitnessRow
from pipeline.proof.zones import Zones
from tests.support.typewritten import document

NOBODY = Candidates(frozenset(), frozenset(), frozenset(), False)
BEYOND = "a date stands beyond another row"
FAR = "a date stands too far from its row"
OUTSIDE = "a date stands outside the column of dates"


def put(*texts: str, entries: str, start: int = 0, newest_first: bool = False) -> Offered:
    """Pages with a witness: "date amount" of each entry as printed, "-" for no date of its own;
    "date&date amount" for two."""
    lexed = LexedPages(document(*texts).pages).under(Style.POINT)
    rows = []
    for entry in entries.split(", "):
        days, amount = entry.split()
        first, _, second = days.partition("&")
        rows.append(
            WitnessRow(
                _figure(lexed, amount),
                Side.AMOUNT,
                _day(lexed, first) if first != "-" else None,
                _day(lexed, second) if second else None,
            )
        )
    said = Convention(Style.POINT, 2, False, newest_first, Signs.PRINTED, 1, 1)
    return offered(lexed, Witness(Section(start, len(lexed.rows)), said, tuple(rows), None, None))


def _figure(lexed: Lexed, text: str) -> Place:
    (found,) = (
        place_of(row, figure.first, figure.last)
        for row in lexed.rows
        for figure in row.figures
        if row.words[figure.first].text == text
    )
    return found


def _day(lexed: Lexed, text: str) -> Place:
    (found,) = (
        place_of(row, day.first, day.last)
        for row in lexed.rows
        for day in row.dates
        if row.words[day.first].text == text
    )
    return found


def faults(found: Offered) -> str:
    """What is said of the dates, all of them taken for one day."""
    days = [date(2025, 3, 1)] * len(found.entries)
    return dates_check(found, Calendar(NOBODY, None, days), Zones(found), False).detail


def test_without_entries_no_date_is_wrong() -> None:
    page = put("01/03/2025  Shop  5.00", entries="01/03/2025 5.00")
    none = replace(page, entries=())
    check = dates_check(none, Calendar(NOBODY, None, None), Zones(none), False)
    assert (check.name, check.state, check.detail) == ("dates", "passed", "there are no entries")


def test_without_years_no_date_is_sure() -> None:
    page = put("01/03/2025  Shop  5.00", entries="01/03/2025 5.00")
    check = dates_check(page, Calendar(NOBODY, None, None), Zones(page), False)
    assert (check.state, check.detail) == ("failed", "the years of the dates are not printed")


TWO = """
    {}
    01/03/2025
                Shop      5.00
    02/03/2025
                Shop      6.00
    """


def test_a_date_may_stand_on_the_very_first_row_of_the_section() -> None:
    both = "01/03/2025 5.00, 02/03/2025 6.00"
    assert faults(put(TWO.format("word"), entries=both, start=1)) == ""
    assert faults(put(TWO.format("word").replace("word\n", ""), entries=both)) == ""


def test_a_date_stands_above_its_own_amount_and_below_the_entry_before() -> None:
    page = "01/03/2025  Shop  5.00\n02/03/2025        6.00\n03/03/2025        7.00"
    assert faults(put(page, entries="01/03/2025 5.00, 02/03/2025 6.00, 03/03/2025 7.00")) == ""
    assert faults(put(page, entries="02/03/2025 5.00")) == BEYOND
    assert faults(put(page, entries="01/03/2025 6.00")) == BEYOND
    twice = "01/03/2025  02/03/2025  5.00\n                        6.00\n03/03/2025        7.00"
    assert BEYOND in faults(put(twice, entries="01/03/2025 5.00, 02/03/2025 6.00"))


@pytest.mark.parametrize("rows", [6, 7])
def test_a_date_stands_at_most_eight_rows_above_its_amount(rows: int) -> None:
    between = "\n".join(["            word"] * rows)
    page = f"01/03/2025  Shop\n{between}\n            word  5.00"
    assert faults(put(page, entries="01/03/2025 5.00")) == ""
    longer = f"01/03/2025  Shop\n{between}\n            word\n            word  5.00"
    assert faults(put(longer, entries="01/03/2025 5.00")) == (FAR if rows == 7 else "")


@pytest.mark.parametrize(
    ("gap", "own"), [(0, True), (9, True), (10, False), (12, False), (-9, True), (-10, False)]
)
def test_a_date_on_another_row_stands_in_the_column_of_those_beside_amounts(
    gap: int, own: bool
) -> None:
    left = " " * 12
    page = (
        f"{left}01/03/2025            5.00\n"
        f"{' ' * (12 + gap)}02/03/2025\n"
        f"{left}            word        6.00\n"
        f"{left}03/03/2025            7.00"
    )
    found = put(page, entries="01/03/2025 5.00, 02/03/2025 6.00, 03/03/2025 7.00")
    assert faults(found) == ("" if own else OUTSIDE)


def test_the_column_reaches_from_the_first_edge_of_any_date_to_the_last() -> None:
    page = """
            01/03/2025                5.00
                  02/03/2025          6.00
        03/03/2025
                           word       7.00
                         04/03/2025
                           word       8.00
        """
    every = "01/03/2025 5.00, 02/03/2025 6.00, 03/03/2025 7.00, 04/03/2025 8.00"
    assert faults(put(page, entries=every)) == ""


def test_without_any_date_beside_an_amount_there_is_no_column() -> None:
    page = "01/03/2025\n            word  5.00\n            02/03/2025\n            word  6.00"
    assert faults(put(page, entries="01/03/2025 5.00, 02/03/2025 6.00")) == ""


LEFT_OUT = """
    01/03/2025  Shop             5.00
    02/03/2025  Shop             6.00
                {}            7.00
                Shop             8.00
    """
SOME = "01/03/2025 5.00, 02/03/2025 6.00, - 7.00, - 8.00"


def test_the_first_entry_has_a_date_of_its_own() -> None:
    left = " " * 12
    page = f"{left}Shop  5.00\n{left}Shop  6.00\n01/03/2025  Shop  7.00\n"
    said = faults(put(page, entries="- 5.00, - 6.00, 01/03/2025 7.00"))
    assert said == "the first row has no date"
    assert faults(put(LEFT_OUT.format("Shop"), entries=SOME)) == ""


def test_an_amount_may_reach_into_the_column_of_dates_and_no_other_word() -> None:
    wide = LEFT_OUT.replace("                {}            7.00", "           7.00 {}")
    assert faults(put(wide.format("    "), entries=SOME)) == ""
    ahead = LEFT_OUT.replace("                {}            7.00", "         {}  7.00")
    assert "is unread: 1x" in faults(put(ahead.format("1x"), entries=SOME))
    behind = LEFT_OUT.replace("                {}            7.00", "     7.00 {}")
    assert "is unread: 7.00 x" in faults(put(behind.format("x"), entries=SOME))


def test_a_date_in_front_of_a_row_that_inherits_is_unread() -> None:
    early = LEFT_OUT.replace("                {}            7.00", "    03/03/2025  Shop   7.00")
    assert "is unread: 03/03/2025 Shop 7.00" in faults(put(early, entries=SOME))
    aside = LEFT_OUT.replace("                {}            ", "                03/03/2025 ")
    assert faults(put(aside, entries=SOME)) == ""


def test_a_second_date_is_passed_over_below_a_row_without_any() -> None:
    page = """
        01/03/2025  Shop                    5.00
                    Shop                    6.00
                    Shop                    6.50
        03/03/2025  04/03/2025  Shop        7.00
        """
    every = "01/03/2025 5.00, - 6.00, - 6.50, 03/03/2025{} 7.00"
    assert faults(put(page, entries=every.format("&04/03/2025"))) == ""
    assert "a second date is passed over: 03/03" in faults(put(page, entries=every.format("")))


def test_of_two_columns_named_for_dates_one_is_enough() -> None:
    page = """
        Value date   Date         Description   Booking date   Amount
        02/03/2025   01/03/2025   Shop                           5.00
        """
    assert faults(put(page, entries="01/03/2025&02/03/2025 5.00")) == ""
    assert "another date stands before" in faults(put(page, entries="02/03/2025&01/03/2025 5.00"))
