"""A figure that repeats what others say gives it to the last digit, and is no line itself."""

import pytest

from pipeline.proof import Restated
from tests.support.kernel_pages import Printed, printed

PAGE = printed(
    """
             |dddddddddd  tttttttttttttttt  1111111  2222222  bbbbbbbb
             |Summary                       xxxxx
    opening  |            Opening balance                       100.00
    line     |03.06.2026  Coffee               3.50
    line     |03.06.2026  Cake                 4.00
    line     |15.06.2026  Wages                        50.00
    """,
    """
    line     |03.07.2026  Rent                20.00
    line     |03.07.2026  Gift                          7.00
    closing  |            Closing balance                       129.50
    """,
)


def restated(page: Printed, text: str, *says: str | int) -> bool:
    """Whether a figure restates this."""
    page = page.reading("xxxxx", text)
    state = page.citing(restated=(Restated(page.find(text), says),)).state("restated")
    assert state in ("passed", "failed")
    return state == "passed"


class TestEndsAndBalances:
    def test_the_ends(self) -> None:
        assert restated(PAGE, "+100.00", "opening")
        assert restated(PAGE, "+129.50", "closing")
        assert not restated(PAGE, "129.51", "closing")
        assert not restated(PAGE, "+129.50", "opening")

    def test_their_sign_counts(self) -> None:
        assert not restated(PAGE, "-129.50", "closing")
        assert restated(PAGE.under(marks=(("DR", 1),)), "129.50DR", "closing")
        assert not restated(PAGE.under(marks=(("DR", -1),)), "129.50DR", "closing")

    def test_the_balance_after_the_last_line_and_after_none(self) -> None:
        assert restated(PAGE, "+129.50", "balance", 4)
        assert not restated(PAGE, "+129.50", "balance", 5)
        assert not restated(PAGE, "+129.50", "balance", -1)

    def test_newest_first(self) -> None:
        page = printed(
            """
                     |dddddddddd  tttttttt  1111111  bbbbbb
                     |Summary               xxxxx
            line     |05.06.2026  Wages       50.00
            line     |03.06.2026  Coffee      -3.50
            opening  |            Opening            100.00
            """,
            newest_first=True,
        )
        assert restated(page, "96.50", "balance", 1)
        assert restated(page, "146.50", "balance", 0)

    def test_without_an_opening_there_is_none(self) -> None:
        page = PAGE.citing(opening=None)
        assert not restated(page, "96.50", "balance", 0)
        assert not restated(page, "+100.00", "opening")


class TestSums:
    @pytest.mark.parametrize(
        ("sum_", "says"),
        [
            ("27.50", ("sum", "out", "all")),
            ("57.00", ("sum", "in", "all")),
            ("29.50", ("sum", "net", "all")),
            ("7.50", ("sum", "out", "page", 1)),
            ("42.50", ("sum", "net", "page", 1)),
            ("13.00", ("sum", "net", "page", 2)),
            ("27.50", ("sum", "out", "column", 0)),
            ("57.00", ("sum", "net", "column", 1)),
            ("7.50", ("sum", "out", "day", 0)),
            ("7.50", ("sum", "net", "day", 1)),
            ("13.00", ("sum", "net", "day", 3)),
            ("42.50", ("sum", "net", "month", 0)),
            ("42.50", ("sum", "net", "month", 2)),
            ("13.00", ("sum", "net", "month", 4)),
        ],
    )
    def test_sums_over_lines(self, sum_: str, says: tuple[str | int, ...]) -> None:
        assert restated(PAGE, sum_, *says)
        assert not restated(PAGE, "1.00", *says)

    def test_there_is_no_sum_over_a_column_that_is_not_there(self) -> None:
        for column in (-1, 2):
            assert not restated(PAGE, "27.50", "sum", "net", "column", column)

    def test_a_column_alone_may_have_the_total_of_one_line_and_only_where_both_ends_are_cited(
        self,
    ) -> None:
        one = PAGE.without_line(4)
        assert restated(one, "50.00", "sum", "in", "column", 1)
        assert not restated(one, "51.00", "sum", "in", "column", 1)
        assert not restated(one, "0.00", "sum", "out", "column", 1)
        assert not restated(one, "50.00", "sum", "in", "all")
        for end in ("opening", "closing"):
            assert not restated(one.citing(**{end: None}), "50.00", "sum", "in", "column", 1)

    def test_the_least_amount_counts(self) -> None:
        assert restated(PAGE.reading("3.50", "0.01"), "4.01", "sum", "out", "day", 0)
        assert restated(PAGE.reading("50.00", "0.01"), "7.01", "sum", "in", "all")

    @pytest.mark.parametrize("sign", ["-{}", "+{}", "({})"])
    def test_their_sign_does_not_count(self, sign: str) -> None:
        assert restated(PAGE, sign.format("27.50"), "sum", "out", "all")
        assert restated(PAGE, sign.format("13.00"), "sum", "net", "page", 2)

    def test_lines_of_nothing_are_of_no_side(self) -> None:
        page = PAGE.reading("4.00", "0.00")
        assert restated(page, "+3.50", "sum", "net", "day", 0)
        assert not restated(page, "+3.50", "sum", "out", "day", 0)
        page = PAGE.reading("50.00", "0.00")
        assert not restated(page, "+7.00", "sum", "in", "all")

    @pytest.mark.parametrize(
        "says",
        [("sum", "out", "day", 5), ("sum", "net", "day", -1), ("sum", "both", "all"),
         ("sum", "out"), ("sum", "out", "week", 0), ("sum", "out", "page"), ("total",),
         ("sum", "out", "all", 1), ("opening", 1), ("balance",), ("sum", "out", "some"),
         ("sum", "out", "page", 3), ("sum", "out", "month", 5)],
    )  # fmt: skip
    def test_what_says_nothing_is_refused(self, says: tuple[str | int, ...]) -> None:
        for text in ("7.50", "27.50", "13.00", "0.00"):
            assert not restated(PAGE, text, *says)

    def test_a_line_without_a_day_is_of_no_day(self) -> None:
        page = PAGE.line(0, day=None).line(1, day=None)
        assert not restated(page, "7.50", "sum", "out", "day", 0)
        assert restated(page, "27.50", "sum", "out", "all")
        assert restated(page, "13.00", "sum", "net", "month", 4)


class TestNoLine:
    """A row with a day in the days' column and a figure in an amounts' column is not restated."""

    PAGE = printed(
        """
                 |dddddddddd  tttttttttttttttt  1111111
        opening  |            Opening balance    100.00
        line     |03.06.2026  Coffee              -3.50
        line     |15.06.2026  Wages               50.00
        closing  |01.07.2026  Closing balance    146.50
                 |xxxxxxxxxx  Net                 46.50
        """
    )

    def found(self, page: Printed) -> str:
        page = page.citing(restated=(Restated(page.find("46.50"), ("sum", "net", "all")),))
        assert page.cited.faults == []
        return page.faults().get("restated", "")

    def test_a_day_in_the_days_column(self) -> None:
        line = "a figure on page 1 has a day, and may be a line's"
        dated = self.PAGE.reading("xxxxxxxxxx", "30.06.2026")
        assert self.found(self.PAGE) == ""
        assert self.found(dated) == line
        assert self.found(dated.reaching("30.06.2026", 39, 60)) == line
        assert self.found(apart := dated.reaching("30.06.2026", 40, 60)) == ""
        assert self.found(apart.citing(closing=None)) == line
        assert self.found(self.PAGE.citing(closing=None)) == ""
        assert self.found(self.PAGE.citing(closing=None).line(1, day=None)) == line

    def test_a_figure_in_a_column_of_amounts(self) -> None:
        dated = self.PAGE.reading("xxxxxxxxxx", "30.06.2026")
        x0, x1 = self.PAGE.cited.columns[0]
        assert self.found(dated.reaching("46.50", x1 - 10, x1 + 10)) != ""
        assert self.found(dated.reaching("46.50", x1 - 9, x1 + 11)) == ""
        assert self.found(dated.reaching("46.50", x0 - 11, x0 + 9)) == ""
        assert self.found(dated.reading("Net", "12").reaching("12", x0 - 60, x0 - 50)) != ""

    def test_nothing_may_be_restated_beside_a_day(self) -> None:
        turned = self.PAGE.reading("50.00", "3.50").reading("146.50", "100.00")
        page = turned.reading("46.50", "0.00").reading("xxxxxxxxxx", "30.06.2026")
        net = Restated(page.find("0.00"), ("sum", "net", "all"))
        assert page.citing(restated=(net,)).faults() == {}


class TestDaysAndTheirBalances:
    """A row of days and of the balances at their ends is no line's, in whichever columns it is."""

    PAGE = printed(
        """
                 |dddddddddd  ttttttt  1111111
        opening  |            Opening   100.00
        line     |03.06.2026  Coffee     -3.50
        line     |15.06.2026  Wages      50.00
        line     |15.06.2026  Books     -10.00
        closing  |            Closing   136.50
                 |01.06.2026           +100.00  03.06.2026  +96.50  15.06.2026  +136.50  30.06.2026
        """
    )

    def found(self, page: Printed, at: object = ("day", 0), last: object = ("day", 1)) -> str:
        """What is wrong with the opening balance and those after 3 and 15 June, or with the row."""
        says = {"+100.00": ("opening",), "+96.50": at, "+136.50": last}
        said = tuple(Restated(self.PAGE.find(text), of) for text, of in says.items())  # type: ignore[arg-type]
        faults = page.citing(restated=said).faults().get("restated", "")
        return faults.replace("a figure on page 1 ", "").replace(", and may be a line's", "")

    def test_they_are_of_the_days_beside_them(self) -> None:
        page = self.PAGE
        assert self.found(page) == self.found(page, last=("day", 2)) == ""
        assert self.found(page, at=("day", 2)) == "is not what it repeats"
        assert self.found(page, at=("day", 3)) == "is not what it repeats"
        assert self.found(page.citing(opening=None)).count("is not what it repeats") == 3
        assert self.found(page.citing(closing=None)) == "; ".join(["has a day"] * 3)
        assert self.found(page.reading("03.06.2026", "04.06.2026", nth=1)) == "has a day"
        assert self.found(page.line(2, day=None), last=("day", 2)) == "has a day"

    def test_nothing_else_is_on_the_row(self) -> None:
        more = self.PAGE.reading("30.06.2026", "Refund")
        assert self.found(more) == "; ".join(["has a day"] * 3)
        assert self.found(self.PAGE, at=("balance", 0)) == "has a day"
        assert self.found(self.PAGE, last=("closing",)) == "has a day"

    def test_no_two_are_the_same_for_lines_left_out_come_to_zero(self) -> None:
        page = self.PAGE.reading("50.00", "10.00").reading("136.50", "96.50")
        assert self.found(page.reading("+136.50", "+96.50")) == "has a day"
        page = page.reading("-3.50", "-100.00").reading("96.50", "0.00").reading("+96.50", "0.00")
        assert self.found(page.reading("+136.50", "0.00")) == ""


class TestEnds:
    """A balance is no end beside a day in the days' column and an amount that is no one's."""

    PAGE = printed(
        """
                 |dddddddddd  tttttttttttttttt  1111111  2222222  bbbbbbbb
        opening  |xxxxxxxxxx  Brought forward      yyyy           100.00
        line     |03.06.2026  Coffee               3.50
        line     |15.06.2026  Wages                        50.00  146.50
        closing  |vvvvvvvvvv  Carried forward              wwwww  146.50
        """
    )

    @pytest.mark.parametrize(("day", "amount"), [("xxxxxxxxxx", "yyyy"), ("vvvvvvvvvv", "wwwww")])
    def test_the_balance_of_a_line_that_is_left_out(self, day: str, amount: str) -> None:
        dated = self.PAGE.reading(day, "01.06.2026")
        assert dated.faults() == {}
        assert self.PAGE.reading(amount, "2.50").faults() == {}
        assert set(dated.reading(amount, "2.50").faults()) == {"covered"}

    def test_what_is_nothing_or_cited_is_no_amount_left_out(self) -> None:
        dated = self.PAGE.reading("xxxxxxxxxx", "01.06.2026")
        assert dated.reading("yyyy", "0.00").faults() == {}
        end = printed(
            """
                     |dddddddddd  tttttttttttttttt  1111111
            opening  |01.06.2026  Brought forward    100.00
            line     |03.06.2026  Coffee              -3.50
            closing  |30.06.2026  Carried forward     96.50
            """
        )
        assert end.faults() == {}
