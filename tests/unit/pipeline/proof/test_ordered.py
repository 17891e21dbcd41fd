"""The day of every line: it exists, days run one way, and years that are not printed follow."""

from datetime import date

import pytest

from pipeline.proof import CitedPeriod
from pipeline.proof.ordered import days_of, ordered_check
from tests.support.kernel_pages import Printed, printed

PAGE = printed(
    """
             |dddddddddd  ssssssssss  tttttttttt  1111111
    period   |01.06.2026  30.06.2026  Period
    line     |03.06.2026  04.06.2026  Coffee         3.50
    line     |            05.06.2026  Cake           4.50
    line     |06.06.2026              Rent          20.00
    """
)


def june(*days: int) -> tuple[date, ...]:
    """Days of June 2026."""
    return tuple(date(2026, 6, day) for day in days)


def detail(page: Printed) -> str:
    """What is out of order; empty if nothing is."""
    return ordered_check(page.cited, page.days).detail


class TestBookingDays:
    def test_the_second_days_may_be_those_of_booking(self) -> None:
        days = PAGE.under(booking="second").days
        assert days.booked == june(4, 5, 6)
        assert days.second == june(3, 3, 6)


class TestPeriod:
    def of(self, first: str, last: str) -> tuple[date | None, date] | None:
        return PAGE.reading("01.06.2026", first).reading("30.06.2026", last).days.period

    def test_the_first_day_may_take_its_year_from_the_last(self) -> None:
        assert self.of("01.06.", "30.06.2026") == june(1, 30)
        assert self.of("30.06.", "30.06.2026") == june(30, 30)
        assert self.of("01.07.", "30.06.2026") == (date(2025, 7, 1), *june(30))
        assert self.of("29.02.", "31.03.2025") == (date(2024, 2, 29), date(2025, 3, 31))

    def test_days_that_do_not_exist_make_no_period(self) -> None:
        assert self.of("29.02.2024", "30.06.2026") == (date(2024, 2, 29), *june(30))
        page = PAGE.reading("01.06.2026", "01.07.2026")
        assert detail(page).endswith("the days of the period do not exist")


class TestYearsNotPrinted:
    def day(
        self, text: str, first: str = "", last: str = "", year: str = "", shift: int = 0
    ) -> date | None:
        """A line's day without a year, beside a period or a year that the page prints."""
        page = printed(
            """
                  |dddddddddd  ssssssssss  1111111
                  |aaaaaaaaaa  bbbbbbbbbb  cc
            line  |xxxxxx                     3.50
            """
        )
        place = page.find
        page = page.citing(
            period=CitedPeriod(place("aaaaaaaaaa") if first else None, place("bbbbbbbbbb"))
            if last
            else None
        ).under(year=place("cc") if year else None)
        for old, new in (("aaaaaaaaaa", first), ("bbbbbbbbbb", last), ("cc", year)):
            page = page.reading(old, new) if new else page
        page = page.reading("xxxxxx", text)
        assert page.cited.faults == []
        return days_of(page.cited, shift).booked[0]

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("03.06.", date(2026, 6, 3)),
            ("17.04.", date(2026, 4, 17)),
            ("16.04.", None),
            ("14.08.", date(2026, 8, 14)),
            ("15.08.", None),
        ],
    )
    def test_a_day_lies_within_45_days_of_the_period(self, text: str, found: date | None) -> None:
        assert self.day(text, "01.06.2026", "30.06.2026") == found

    def test_a_period_of_more_than_a_year_leaves_two_years(self) -> None:
        assert self.day("03.06.", "01.06.2025", "30.06.2026") is None
        assert self.day("20.11.", "01.06.2025", "30.06.2026") == date(2025, 11, 20)

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("30.06.", date(2026, 6, 30)),
            ("13.08.", date(2026, 8, 13)),
            ("14.08.", None),
            ("15.08.", date(2025, 8, 15)),
        ],
    )
    def test_a_last_day_has_320_days_before_it_and_45_after(
        self, text: str, found: date | None
    ) -> None:
        assert self.day(text, last="30.06.2026") == found
        assert self.day(text, year="30.06.2026") == found

    def test_a_year_alone_is_the_year(self) -> None:
        assert self.day("01.01.", year="2026") == date(2026, 1, 1)
        assert self.day("31.12.", year="2026") == date(2026, 12, 31)
        assert self.day("29.02.", year="2026") is None

    def test_a_whole_period_counts_before_a_year_and_a_year_before_a_last_day(self) -> None:
        assert self.day("03.06.", "01.06.2026", "30.06.2026", "2025") == date(2026, 6, 3)
        assert self.day("03.06.", last="30.06.2026", year="2025") == date(2025, 6, 3)
        assert self.day("03.06.", last="30.06.2026", year="30.06.2025") == date(2025, 6, 3)

    def test_without_either_a_day_has_no_year(self) -> None:
        assert self.day("03.06.") is None
        assert self.day("03.06.", last="30.06.") is None

    def test_years_that_are_not_printed_can_be_shifted(self) -> None:
        assert self.day("03.06.", year="2026", shift=-1) == date(2025, 6, 3)
        assert self.day("29.02.", year="2024", shift=1) is None

    def test_it_is_said_that_a_year_is_not_printed(self) -> None:
        assert PAGE.reading("06.06.2026", "06.06.").days.yearless
        assert not PAGE.reading("04.06.2026", "04.06.").days.yearless
        assert PAGE.under(booking="second").reading("05.06.2026", "05.06.").days.yearless


class TestSecondDays:
    """A second day without a year is in that which brings it nearest to the first."""

    def second(self, first: str, second: str) -> date | None:
        page = PAGE.citing(period=None)
        return page.reading("03.06.2026", first).reading("04.06.2026", second).days.second[0]

    def test_the_nearest_year(self) -> None:
        assert self.second("03.06.2026", "04.06.") == date(2026, 6, 4)
        assert self.second("02.01.2026", "30.12.") == date(2025, 12, 30)
        assert self.second("30.12.2025", "02.01.") == date(2026, 1, 2)

    def test_the_leap_day_exists_in_its_year_alone(self) -> None:
        assert self.second("01.03.2025", "29.02.") == date(2024, 2, 29)
        assert self.second("01.03.2022", "29.02.") is None


class TestOrder:
    def dated(self, *days: str, newest_first: bool = False, between: str = "") -> Printed:
        """Lines of these days, with a row between the first two."""
        rows = [f"line |{day}  tt  3.50" for day in days]
        rows[1:1] = [f"     |{between}"] if between else []
        return printed("\n".join(["     |dddddddddd  tt  1111", *rows]), newest_first=newest_first)

    def test_days_run_from_the_oldest(self) -> None:
        assert detail(self.dated("03.06.2026", "03.06.2026", "09.06.2026")) == ""

    def test_a_line_may_be_ten_days_late(self) -> None:
        assert detail(self.dated("13.06.2026", "03.06.2026")) == ""
        assert detail(self.dated("14.06.2026", "03.06.2026")) == "line 2 is out of order"

    def test_the_latest_day_above_counts(self) -> None:
        page = self.dated("13.06.2026", "08.06.2026", "03.06.2026", "02.06.2026")
        assert detail(page) == "line 4 is out of order"

    def test_newest_first_it_is_the_other_way(self) -> None:
        page = self.dated("13.06.2026", "03.06.2026", "02.06.2026", newest_first=True)
        assert detail(page) == ""
        page = self.dated("02.06.2026", "13.06.2026", newest_first=True)
        assert detail(page) == "line 1 is out of order"

    def test_below_a_heading_days_begin_again(self) -> None:
        late = ("14.06.2026", "03.06.2026")
        assert detail(self.dated(*late, between="Card ending 1234")) == ""
        assert detail(self.dated(*late[::-1], between="Card", newest_first=True)) == ""
        assert detail(self.dated(*late, between="14.06.2026 Card")) == "line 2 is out of order"
        assert detail(self.dated(*late, between="Fee 3.50")) == "line 2 is out of order"
        assert detail(self.dated(*late, between="Fee 3")) == ""

    def test_only_a_row_between_two_lines_is_a_heading(self) -> None:
        page = printed(
            """
                  |dddddddddd  111111
                  |Card
                  |14.06.2026
            line  |              12
                  |03.06.2026
            line  |              13
                  |Card
            """,
            digits=0,
        )
        page = page.line(0, day=page.find("14.06.2026")).line(1, day=page.find("03.06.2026"))
        assert detail(page) == "line 2 is out of order"
        assert detail(page.line(1, day=page.find("14.06.2026"))) == ""
