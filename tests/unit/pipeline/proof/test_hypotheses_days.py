"""Scale, order, booking day, year and period: what settles them, or nothing does."""

from dataclasses import replace
from typing import Any

from pipeline.proof import CitedPeriod
from pipeline.proof.page import question
from tests.support.kernel_pages import OUT_AND_IN as PAGE
from tests.support.kernel_pages import (
    RUNNING,
    Printed,
    answer,
    answered,
    laid_out,
    layout_of,
    printed,
)

ROWS = "2026-06-03 to 2026-06-15"


JUNE = "2026-06-01 to 2026-06-30"


class TestScale:
    VALUE = ". decimal, , group, 2 digits"

    def test_figures_that_only_one_scale_reads(self) -> None:
        assert PAGE.settled("scale") == (self.VALUE, "arithmetic")
        bare = PAGE.under(decimal="", group="", digits=0)
        for text, other in (("3.50", "3"), ("50.00", "50")):
            bare = bare.reading(text, other)
        bare = bare.reading("100.00", "100").reading("146.50", "147")
        assert bare.state("sums") == "passed"
        assert bare.settled("scale") == ("no decimal, no group, 0 digits", "arithmetic")

    def other(self, *texts: str, **convention: Any) -> list[tuple[str, str, int]]:
        """The other scales that read figures such as these."""
        rows = [f"line |{text}" for text in texts]
        page = printed("\n".join(["     |11111111111", *rows]), **convention)
        assert page.cited.faults == []
        others = question(page.proof()).other_scales()
        return [(each.decimal, each.group, each.digits) for each in others]

    def test_figures_without_noughts_may_be_read_otherwise(self) -> None:
        assert self.other("12.500", digits=3) == [(",", ".", 0), ("", ".", 0)]
        comma = {"decimal": ",", "group": ".", "digits": 3}
        assert self.other("12,500", **comma) == [(".", ",", 0), ("", ",", 0)]
        thousand = [(",", ".", 0), ("", ".", 0)]
        assert self.other("1.234", "12", short=True, digits=3) == thousand
        assert self.other("1.234", short=True, digits=3) == [(",", ".", 0), ("", ".", 0)]

    def test_a_person_and_a_layout(self) -> None:
        page = printed("     |1111111\nline |1,234", digits=0)
        value = ". decimal, , group, 0 digits"
        assert page.settled("scale") == (value, "assumed")
        assert answered(page, "scale", value) == (value, "person")
        assert laid_out(PAGE, "scale") == (self.VALUE, "layout")
        how = layout_of(PAGE).convention
        for other in ({"decimal": ","}, {"group": ""}, {"digits": 3}, {"short": True}):
            layout = replace(how, **other)
            assert laid_out(PAGE, "scale", convention=layout) == (self.VALUE, "assumed")


class TestOrder:
    def settled(self, *days: str, **convention: Any) -> str:
        """What settles the order of such days."""
        rows = [f"line |{day}  3.50" for day in days]
        page = printed("\n".join(["     |dddddddddd  1111", *rows]), **convention)
        assert page.cited.faults == []
        return page.settled("order")[1]

    def test_days_that_only_one_order_reads(self) -> None:
        assert self.settled("13.06.2026") == "arithmetic"
        assert self.settled("03.06.2026") == "assumed"
        assert self.settled("03.06.2026", "13.06.2026") == "arithmetic"
        assert self.settled("06/13/2026", order="mdy") == "arithmetic"
        assert self.settled("2026-06-03", order="ymd") == "arithmetic"

    def test_each_other_order_is_tried(self) -> None:
        assert self.settled("03/06/2026", order="mdy") == "assumed"
        assert self.settled("13.06.10") == "assumed"
        others = question(RUNNING.reading("15.06.2026", "05.06.2026").proof()).other_orders()
        assert [each.order for each in others] == ["mdy"]

    def test_years_of_two_digits_that_may_count_from_a_reign(self) -> None:
        assert self.settled("28.11.15", "28.12.20", order="ymd") == "assumed"
        assert self.settled("2028.11.15", "2028.12.20", order="ymd") == "arithmetic"
        assert self.settled("31.01.32") == "arithmetic"
        page = printed("     |dddddddddd  1111\nline |28.11.15    3.50", order="ymd")
        others = {each.calendar for each in question(page.proof()).other_orders()}
        assert others == {"common", "buddhist", "heisei", "reiwa"}

    def test_days_that_another_order_would_put_out_of_order(self) -> None:
        assert self.settled("03.06.2026", "02.07.2026") == "arithmetic"
        assert self.settled("03.06.2026", "04.07.2026") == "assumed"
        assert self.settled("03.06.2026", "12.06.2026") == "assumed"
        assert self.settled("03.06.2026", "12.06.2026", "01.07.2026") == "arithmetic"

    def test_days_that_are_the_same_in_another_order(self) -> None:
        assert self.settled("06.06.2026") == "arithmetic"
        assert self.settled("03 June 26", months="en") == "assumed"
        assert self.settled("3 June 2026", months="en") == "arithmetic"


class TestBooking:
    PAGE = printed(
        """
                 |dddddddddd  ssssssssss  1111111
        head     |Date        Value        Amount
        line     |13.06.2026  14.06.2026     3.50
        line     |15.06.2026  15.06.2026     4.50
        """
    )

    def names(self, page: Printed) -> bool:
        return "booking" in [each.name for each in page.proof().hypotheses]

    def test_only_where_two_days_of_a_line_differ(self) -> None:
        assert self.names(self.PAGE)
        assert not self.names(self.PAGE.line(0, second=None))
        assert not self.names(self.PAGE.reading("14.06.2026", "13.06.2026"))

    def test_a_person_or_a_layout(self) -> None:
        assert self.PAGE.settled("booking") == ("day", "assumed")
        assert answered(self.PAGE, "booking", "day") == ("day", "person")
        assert laid_out(self.PAGE, "booking") == ("day", "layout")
        other = replace(layout_of(self.PAGE).convention, booking="second")
        assert laid_out(self.PAGE, "booking", convention=other) == ("day", "assumed")
        assert self.PAGE.under(booking="second").settled("booking") == ("second", "assumed")


class TestYear:
    PAGE = PAGE.reading("03.06.2026", "03.06.").reading("15.06.2026", "15.06.")

    def test_only_where_a_line_prints_none(self) -> None:
        assert "year" not in [each.name for each in PAGE.proof().hypotheses]
        one = PAGE.reading("03.06.2026", "03.06.")
        assert one.settled("year") == ("2026 to 2026", "label")

    def test_from_the_first_to_the_last_year(self) -> None:
        page = PAGE.reading("01.06.2026", "01.12.2025").reading("30.06.2026", "31.01.2026")
        page = page.reading("03.06.2026", "13.12.").reading("15.06.2026", "15.01.")
        assert page.settled("year") == ("2025 to 2026", "label")

    def test_without_any_day_there_is_none(self) -> None:
        assert self.PAGE.citing(period=None).settled("year") == ("", "assumed")

    def test_a_person(self) -> None:
        page = self.PAGE.citing(period=None).under(year=PAGE.find("30.06.2026"))
        assert page.settled("year") == ("2026 to 2026", "assumed")
        assert answered(page, "year", "2026 to 2026")[1] == "person"


class TestPeriod:
    def test_a_label_of_the_list_on_the_row_of_the_first_day(self) -> None:
        assert PAGE.settled("period") == (JUNE, "label")
        days = PAGE.find("01.06.2026"), PAGE.find("30.06.2026")
        elsewhere = PAGE.citing(period=CitedPeriod(*days, PAGE.find("Text")))
        assert elsewhere.settled("period")[1] == "rows"
        assert PAGE.citing(period=CitedPeriod(*days)).settled("period")[1] == "rows"

    def test_without_it_the_period_is_the_days_of_the_lines(self) -> None:
        found = PAGE.reading("Period", "Days").hypothesis("period")
        assert (found.value, found.source) == (ROWS, "rows")
        assert found.detail == f"{JUNE} is printed as well"
        bare = PAGE.citing(period=None).hypothesis("period")
        assert (bare.value, bare.source, bare.detail) == (ROWS, "rows", "")

    def test_days_that_another_order_reads_otherwise_need_a_line_that_tells_the_order(self) -> None:
        page = PAGE.citing(lines=()).reading("30.06.2026", "12.08.2026")
        assert page.settled("period") == ("2026-06-01 to 2026-08-12", "assumed")
        same = PAGE.citing(lines=()).reading("01.06.2026", "06.06.2026")
        assert same.reading("30.06.2026", "08.08.2026").settled("period")[1] == "label"
        told = PAGE.reading("30.06.2026", "12.08.2026")
        assert told.settled("order")[1] == "arithmetic"
        assert told.settled("period") == ("2026-06-01 to 2026-08-12", "label")
        open_ = told.reading("15.06.2026", "05.06.2026")
        assert open_.settled("order")[1] == "assumed"
        assert open_.settled("period") == ("2026-06-01 to 2026-08-12", "label")

    def test_a_person_may_say_other_days_where_none_are_labelled(self) -> None:
        may = "2026-05-01 to 2026-05-31"
        assert answered(PAGE.citing(period=None), "period", may) == (may, "person")
        found = PAGE.hypothesis("period", answers=(answer("period", may),))
        assert (found.value, found.source) == (may, "assumed")
        assert found.detail == f"label says {JUNE}"

    def test_a_layout_says_nothing_of_a_last_day_alone(self) -> None:
        last = CitedPeriod(None, PAGE.find("30.06.2026"), PAGE.find("Period"))
        assert laid_out(PAGE.citing(period=last), "period") == (ROWS, "rows")

    def test_a_layout_with_the_same_label(self) -> None:
        page = PAGE.reading("Period", "Days")
        assert laid_out(page, "period") == (JUNE, "layout")
        assert laid_out(page, "period", period="dates") == (ROWS, "rows")
        assert laid_out(page, "period", period=None) == (ROWS, "rows")
        assert laid_out(page, "period", period="dates", currency="EUR") == (ROWS, "rows")
        bare = page.citing(period=CitedPeriod(PAGE.find("01.06.2026"), PAGE.find("30.06.2026")))
        assert laid_out(bare, "period") == (ROWS, "rows")

    def test_the_label_may_be_above_the_last_day(self) -> None:
        page = printed(
            """
                     |dddddddddd  tttttttttttttttt  1111111
                     |01.06.2026  Period
                     |30.06.2026
            line     |03.06.2026  Coffee               3.50
            """
        )
        days, label = (page.find("01.06.2026"), page.find("30.06.2026")), page.find("Period")
        assert page.citing(period=CitedPeriod(*days, label)).settled("period") == (JUNE, "label")
