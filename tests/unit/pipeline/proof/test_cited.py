"""Cited words: each a figure or a day, alone and whole under the convention, or a fault."""

from typing import Any

import pytest

from pipeline.proof import CitedPeriod, Place
from tests.support.kernel_pages import TWO_LINES as PAGE
from tests.support.kernel_pages import Printed, printed


def faults(page: Printed) -> list[str]:
    """What is not as *parsed* asks."""
    return page.cited.faults


def test_what_is_cited_as_it_is_printed_has_no_faults() -> None:
    assert faults(PAGE) == []
    assert PAGE.faults() == {}


class TestFigures:
    """(a) A figure under the convention, on one row, and whole."""

    def test_a_word_that_is_no_figure_is_refused(self) -> None:
        page = PAGE.reading("-3.50", "-3.5")
        assert faults(page) == ["'-3.5' on page 1 is no figure under the convention"]

    def test_words_of_two_rows_are_no_figure(self) -> None:
        both = Place(1, PAGE.find("-3.50").words + PAGE.find("Northgate").words)
        assert faults(PAGE.line(0, amount=both)) == [
            "'-3.50 Northgate' on page 1 is no figure under the convention"
        ]
        sign = PAGE.reading("Northgate", "-").reading("-3.50", "3.50")
        x0 = sign.pages[0].words[sign.find("3.50").words[0]].x0
        sign = sign.reaching("-", x0 - 8, x0 - 4)
        both = Place(1, sign.find("-").words + sign.find("3.50").words)
        assert faults(sign.line(0, amount=both, text=())) == [
            "'- 3.50' on page 1 is no figure under the convention"
        ]

    def test_where_a_word_is_refused_nothing_else_is_asked(self) -> None:
        assert len(faults(PAGE.reading("-3.50", "-3.5").citing(section=(3, 6)))) == 1

    def apart(self, gap: float, left: str = "-", right: str = "3.50") -> Printed:
        """A line of which the figure is printed in two words."""
        page = printed(
            """
                  |dddddddddd  tttttttt  1111111111
            line  |03.06.2026  Coffee    xx  yyyyyy
            """,
            group=" ",
        )
        page = page.reaching("xx", 200, 210).reaching("yyyyyy", 210 + gap, 250)
        return page.reading("xx", left).reading("yyyyyy", right)

    @pytest.mark.parametrize(
        ("left", "right", "near", "far"),
        [("-", "3.50", 29, 30), ("3.50", "-", 29, 30), ("EUR", "3.50", 29, 30),
         ("1", "234.50", 7, 7.5), ("-1", "234.50", 7, 7.5)],
    )  # fmt: skip
    def test_its_words_stand_near_each_other(
        self, left: str, right: str, near: float, far: float
    ) -> None:
        assert faults(self.apart(near, left, right)) == []
        assert faults(self.apart(far, left, right)) != []

    def test_words_that_touch_are_one(self) -> None:
        assert faults(self.apart(2, "3.", "50")) == []
        assert faults(self.apart(3, "3.", "50")) != []

    def test_its_words_are_neighbours(self) -> None:
        page = printed(
            """
                  |dddddddddd  tttttttt  11111111111
            line  |03.06.2026  Coffee    - each 3.50
            """
        )
        sign, _, figure = page.witness.lines[0].amount.words
        assert faults(page.line(0, amount=Place(1, (sign, figure)))) == [
            "'- 3.50' on page 1 is no figure under the convention"
        ]

    def beside(
        self,
        gap: float,
        outer: str,
        inner: str,
        *,
        ahead: bool,
        high: float = 10,
        **convention: Any,
    ) -> list[str]:
        """A figure with a word beside it that is not cited."""
        page = printed(
            """
                  |dddddddddd  tttttttt  1111111
            line  |03.06.2026  Coffee    xx  yyyyyy
            """,
            **{"group": " ", **convention},
        )
        page = page.reaching("xx", 200, 210).reaching("yyyyyy", 210 + gap, 250)
        own = page.find("yyyyyy" if ahead else "xx")
        page = page.line(0, amount=own, text=())
        page = page.changing(own, lambda word: word._replace(bottom=word.top + high))
        page = page.reading("xx", outer if ahead else inner)
        return faults(page.reading("yyyyyy", inner if ahead else outer))

    @pytest.mark.parametrize(
        ("outer", "inner", "ahead", "part", "alone"),
        [("7", "3.50", True, 2, 3), ("7", "3.50", False, 2, 3), ("12", "345.00", True, 7, 7.5),
         ("345.00", "12.00", False, 2, 3)],
    )  # fmt: skip
    def test_digits_beside_it_that_are_not_cited_make_it_a_part(
        self, outer: str, inner: str, ahead: bool, part: float, alone: float
    ) -> None:
        reason = f"{inner!r} on page 1 is a part of a longer figure"
        assert self.beside(part, outer, inner, ahead=ahead) == [reason]
        assert self.beside(alone, outer, inner, ahead=ahead) == []

    def test_what_touches_without_digits_meeting_is_a_part_if_both_are_a_figure(self) -> None:
        assert self.beside(2, "4-", "3.50", ahead=True) == []
        assert self.beside(2, "1x", "3.50", ahead=True) == []
        assert self.beside(2, "-", "3.50", ahead=True) == []
        assert self.beside(2, "12 ", "345.00", ahead=True) == [
            "'345.00' on page 1 is a part of a longer figure"
        ]

    @pytest.mark.parametrize(
        ("outer", "inner", "ahead"),
        [("000,00", "9", False), ("000.00", "9", False), ("16", "996.01", True)],
    )
    def test_where_figures_may_be_short_spaces_may_be_groups(
        self, outer: str, inner: str, ahead: bool
    ) -> None:
        reason = f"{inner!r} on page 1 is a part of a longer figure"
        assert self.beside(7, outer, inner, ahead=ahead, group=",", short=True) == [reason]
        assert self.beside(8, outer, inner, ahead=ahead, group=",", short=True) == []

    @pytest.mark.parametrize(
        ("outer", "inner", "ahead"),
        [("29.", "78", True), (",7812", "29", False), ("12", "345", True), ("9", "345", True)],
    )
    def test_without_decimals_either_point_may_part_some_off(
        self, outer: str, inner: str, ahead: bool
    ) -> None:
        reason = f"{inner!r} on page 1 is a part of a longer figure"
        whole: dict[str, Any] = {"group": ",", "decimal": "", "digits": 0}
        assert self.beside(7, outer, inner, ahead=ahead, **whole) == [reason]
        assert self.beside(8, outer, inner, ahead=ahead, **whole) == []
        assert self.beside(7, ",78123", "29", ahead=False, **whole) == []
        assert self.beside(7, outer, inner, ahead=ahead, **{**whole, "decimal": "."}) == [reason]

    def test_where_no_figure_is_short_only_the_group_of_the_convention_joins(self) -> None:
        assert self.beside(7, "16", "996.01", ahead=True, group=",") == []

    def test_words_touch_below_a_gap_of_0_22_heights(self) -> None:
        assert self.beside(10, "7", "3.50", ahead=True, group=",", high=50) != []
        assert self.beside(11, "7", "3.50", ahead=True, group=",", high=50) == []

    def test_at_a_comma_near_words_are_joined_without_a_space(self) -> None:
        reason = "'234.50' on page 1 is a part of a longer figure"
        assert self.beside(7, "1,", "234.50", ahead=True, group=",") == [reason]
        assert self.beside(8, "1,", "234.50", ahead=True, group=",") == []

    def test_a_digit_before_a_sign_does_not_meet_the_figure(self) -> None:
        assert self.beside(2, "7", "-3.50", ahead=True) == []

    def test_a_word_without_height_stands_apart_all_the_same(self) -> None:
        def flat(gap: float) -> list[str]:
            return self.beside(gap, "12", "345.00", ahead=True, high=0)

        assert flat(0) == flat(0.04) == ["'345.00' on page 1 is a part of a longer figure"]
        assert flat(0.1) == []

    def test_neighbours_of_several_words_are_those_of_the_first_and_the_last(self) -> None:
        ahead = printed(
            """
                  |dddddddddd  tttttttt    1111111111
            line  |03.06.2026  Coffee   12 345.00 EUR
            """,
            group=" ",
        )
        ahead = ahead.line(0, amount=ahead.find("345.00 EUR"), text=())
        assert faults(ahead) == ["'345.00 EUR' on page 1 is a part of a longer figure"]
        behind = printed(
            """
                  |dddddddddd  tttttttt  111111
            line  |03.06.2026  Coffee    EUR 12 345
            """,
            group=" ",
            digits=0,
        )
        behind = behind.line(0, amount=behind.find("EUR 12"))
        assert faults(behind) == ["'EUR 12' on page 1 is a part of a longer figure"]


class TestDays:
    """(a) A day under the convention, on one row, and whole."""

    def test_a_word_that_is_no_day_is_refused(self) -> None:
        page = PAGE.reading("03.06.2026", "33.06.2026")
        assert faults(page) == ["'33.06.2026' on page 1 is no day under the convention"]
        page = PAGE.reading("04.06.2026", "yesterday")
        assert faults(page) == ["'yesterday' on page 1 is no day under the convention"]

    def test_words_of_two_rows_are_no_day(self) -> None:
        page = printed(
            """
                  |dddddd  tttttttt  1111111
                  |3
            line  |June    Coffee       3.50
            """,
            months="en",
        )
        both = Place(1, page.find("3").words + page.find("June").words)
        assert faults(page.line(0, day=both)) == [
            "'3 June' on page 1 is no day under the convention"
        ]

    def year_behind(self, gap: float, year: str, day: str = "03.06.") -> list[str]:
        page = printed(
            """
                  |ddd        tttttttt  1111111
            line  |xxx  yyyy  Coffee       3.50
            """
        )
        page = page.reaching("xxx", 10, 40).reaching("yyyy", 40 + gap, 70)
        return faults(page.reading("xxx", day).reading("yyyy", year))

    def test_a_year_close_behind_belongs_to_the_day(self) -> None:
        part = ["'03.06.' on page 1 is a part of a longer day"]
        assert self.year_behind(12, "2026") == self.year_behind(12, "2026,") == part
        assert self.year_behind(13, "2026") == []
        assert self.year_behind(12, "26") == self.year_behind(12, "Shop") == []
        assert self.year_behind(12, "2026", "03.06.2025") == []
        assert self.year_behind(12, "9:30", "03.06.2025") == []

    def test_the_last_word_of_a_day_counts_and_a_day_may_end_its_row(self) -> None:
        page = printed(
            """
                  |1111111  dddddd
            line  |   3.50  3 June 2026
            """,
            months="en",
        )
        part = ["'3 June' on page 1 is a part of a longer day"]
        assert faults(page.line(0, day=page.find("3 June"))) == part
        page = printed("      |1111111  dddddd\nline  |   3.50  03.06.")
        assert faults(page) == []


class TestPeriod:
    def test_its_days_are_days(self) -> None:
        page = printed(
            """
                    |dddddddddd  ssssssssss  tttttttttt
            period  |01.06.2026  30.06.2026  Period
            """
        )
        assert page.cited.period == ((1, 6, 2026), (30, 6, 2026))
        assert faults(page.reading("01.06.2026", "soon")) == [
            "'soon' on page 1 is no day under the convention"
        ]
        assert page.reading("30.06.2026", "soon").cited.period is None
        alone = page.citing(period=CitedPeriod(None, page.find("30.06.2026")))
        assert alone.cited.period == (None, (30, 6, 2026))


class TestYear:
    """(i) A whole day, a year of four digits, or one with words of the calendar."""

    def year(self, text: str, **convention: Any) -> object:
        page = printed("|Year", **convention)
        page = page.reading("Year", text).under(year=Place(1, (0,)))
        return page.cited.year if not faults(page) else faults(page)

    def test_a_whole_day_or_a_year(self) -> None:
        assert self.year("30.06.2026") == (30, 6, 2026)
        assert self.year("2026") == 2026
        assert self.year("令和8年", calendar="reiwa", order="ymd") == 2026

    @pytest.mark.parametrize("text", ["26", "30.06.", "June", "20266"])
    def test_anything_else_is_refused(self, text: str) -> None:
        assert self.year(text) == [f"{text!r} on page 1 is no year and no day of one"]

    def test_four_digits_that_are_a_day_and_a_month_are_no_year(self) -> None:
        assert self.year("0306") == ["'0306' on page 1 is no year and no day of one"]


class TestForms:
    """Whether some day is printed as several numbers, or with points between them."""

    def forms(self, day: str, other: str = "04/06/2026") -> frozenset[str]:
        page = printed(
            """
                  |ddddddd  1111
            line  |zzz      3.50
            line  |yyy      3.50
            line  |         4.50
            """,
            months="en",
        )
        return page.reading("zzz", day).reading("yyy", other).cited.day_forms

    def test_the_forms_of_days(self) -> None:
        assert self.forms("03.06.2026") == self.forms("04/06/2026", "03.06.2026") == {"points"}
        assert self.forms("03/06/2026") == self.forms("3 June 2026") == set()
        assert self.forms("03 06") == self.forms("03. 06.") == {"numbers"}
        assert self.forms("3. June") == set()
