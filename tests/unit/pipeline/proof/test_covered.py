"""Every figure and day that could be a line's is accounted for, or the page is not covered."""

from dataclasses import replace
from typing import Any

import pytest

from pipeline.proof import Other, Restated
from pipeline.words import Box
from tests.support.kernel_pages import Printed, printed

PAGE = printed(
    """
             |dddddddddd  ssssssssss  tttttttttttttttt  1111111  bbbbbbbb
    head     |Date        Value       Text               Amount   Balance
    opening  |                        Opening balance              100.00
    line     |03.06.2026              Coffee              -3.50     96.50
             |                        note
    line     |05.06.2026              Wages               50.00    146.50
    line     |06.06.2026              Rent               -20.00    126.50
    closing  |                        Closing balance              126.50
    """
)


def covered(page: Printed) -> str:
    """What keeps the page from being covered; empty if nothing does."""
    assert page.cited.faults == []
    return page.faults().get("covered", "")


def with_note(text: str, page: Printed = PAGE) -> Printed:
    """The page with another word between two lines, under the amounts."""
    amount = page.pages[0].words[page.find("-3.50").words[0]]
    return page.reading("note", text).reaching(text, amount.x0, amount.x1)


def test_a_page_whose_figures_are_all_cited_is_covered() -> None:
    assert PAGE.faults() == {}
    assert PAGE.state("covered") == "passed"


class TestColumns:
    """(1) A figure in a column of money from the first line to the last is cited."""

    FIGURE = "a figure in a column of page 1"

    def test_a_line_that_is_left_out(self) -> None:
        for at in (1,):
            assert self.FIGURE in covered(PAGE.without_line(at))
        assert self.FIGURE not in covered(PAGE.without_line(0))
        assert self.FIGURE not in covered(PAGE.without_line(2))

    def test_a_balance_that_is_left_out(self) -> None:
        assert covered(PAGE.line(1, balance=None)) == self.FIGURE

    def test_a_figure_is_cited_by_any_of_its_words(self) -> None:
        page = printed(
            """
                  |dddddddddd  1111111
            line  |03.06.2026    -3.50 EUR
            line  |04.06.2026    -4.50 EUR
            """
        )
        for at, text in enumerate(("-3.50", "-4.50")):
            page = page.line(at, amount=page.find(text))
        assert covered(page) == ""

    def test_a_figure_between_two_lines(self) -> None:
        assert covered(with_note("7.00")) == covered(with_note("7")) == self.FIGURE
        assert covered(with_note("note")) == ""

    def test_a_nought_between_two_lines_is_none_without_a_day(self) -> None:
        """ "Total fees charged 0.00"; a row with a day may be a line that was misread."""
        page = printed(
            """
                  |dddddddddd  tttttttttt  1111111
            line  |03.06.2026  Coffee        -3.50
                  |xxxxxxxxxx  Fees           0.00
            line  |05.06.2026  Books        -12.00
            """
        )
        assert covered(page.reading("xxxxxxxxxx", "Total")) == ""
        assert self.FIGURE in covered(page.reading("xxxxxxxxxx", "04.06.2026"))

    def test_a_nought_beside_a_cited_amount_is_none(self) -> None:
        page = printed(
            """
                  |dddddddddd  1111111111111
            line  |03.06.2026  -1,000,000.00
            line  |04.06.2026  xx       2.00
            """
        )
        page = page.line(1, amount=page.find("2.00"))
        assert covered(page.reading("xx", "0.00")) == covered(page.reading("xx", "0")) == ""
        assert covered(page.reading("xx", "0.01")) == self.FIGURE

    def test_a_row_that_is_known_to_be_no_line(self) -> None:
        page = with_note("7.00")
        assert covered(page.citing(other=(Other(page.row("7.00"), "person"),))) == ""
        assert covered(page.citing(other=(Other(0, "person"),))) == self.FIGURE


class TestDays:
    """(3) A day in a column of days is cited, or stands on a row of other figures."""

    DAY = "a day in a column of page 1"

    def dated(self, text: str = "04.06.2026", page: Printed = PAGE) -> Printed:
        """The page with a day between two lines, under the days."""
        day = page.pages[0].words[page.find("03.06.2026").words[0]]
        return page.reading("note", text).reaching(text, day.x0, day.x1)

    def test_a_day_that_is_passed_over(self) -> None:
        assert covered(self.dated()) == self.DAY
        assert covered(self.dated("3/6")) == self.DAY
        assert covered(self.dated("none")) == ""
        assert self.DAY in covered(PAGE.line(1, day=None))

    def test_where_a_line_has_no_day_there_are_no_digits_in_its_place(self) -> None:
        page = PAGE.line(1, day=None)
        assert covered(page.reading("05.06.2026", "x7")) == "digits in place of a day on page 1"
        bare = page.reading("05.06.2026", "same")
        assert covered(bare) == covered(bare.reading("Wages", "W7")) == ""
        x0 = PAGE.cited.days[0][1].x0
        both = bare.reading("Wages", "W7").reaching("W7", x0, x0 + 9)
        assert covered(both) == "digits in place of a day on page 1"

    def test_a_second_day_that_is_cited_is_in_its_own_place(self) -> None:
        page = printed(
            """
                  |dddddddddd  ssssssssss  tttttt  1111111
            line  |03.06.2026  04.06.2026  Coffee    -3.50
            line  |            05.06.2026  Row 7     -4.50
            """
        )
        assert covered(page) == ""

    def test_a_word_with_digits_beside_a_cited_day_is_none(self) -> None:
        x1 = PAGE.cited.days[0][1].x1
        assert covered(PAGE.reading("Coffee", "x7").reaching("x7", x1 - 4, x1 + 9)) == ""

    def test_half_of_the_day_in_the_column_is_in_it(self) -> None:
        x1 = PAGE.cited.days[0][1].x1
        page = self.dated()
        assert covered(page.reaching("04.06.2026", x1 - 20, x1 + 20)) == self.DAY
        assert covered(page.reaching("04.06.2026", x1 - 20, x1 + 21)) == ""

    def test_of_a_day_half_in_the_column_the_number_may_be_beyond_it(self) -> None:
        page = printed(
            """
                  |dddddddddd   tttttt  1111111
            line  |03.06.2026   Coffee     1.00
                  |September 3
            line  |05.06.2026   Wages      2.00
            """,
            months="en",
        )
        assert covered(page) == self.DAY

    def test_a_column_of_second_days_counts_as_well(self) -> None:
        page = PAGE.reading("Coffee", "04.06.2026").line(0, text=())
        second = page.line(0, second=page.find("04.06.2026"))
        assert covered(second) == ""
        x0 = second.cited.days[1][1].x0
        page = second.reading("note", "3/6").reaching("3/6", x0, x0 + 20)
        assert covered(page) == self.DAY
        assert covered(page.reaching("3/6", x0 - 20, x0)) == ""

    def test_beside_a_balance_with_a_day_any_figure_in_a_column_may_be_a_line(self) -> None:
        table = """
                     |dddddddddd  tttttttt  1111111  bbbbbb
            opening  |{:10}  Balance   {:>7}     100
            line     |03.06.2026  Coffee         -3      97
            line     |15.06.2026  Wages          50     147
            """
        whole: dict[str, Any] = {"decimal": "", "digits": 0}
        column = "a figure in a column of page 1"
        assert covered(printed(table.format("01.06.2026", "5"), **whole)) == column
        assert covered(printed(table.format("01.06.2026", "0"), **whole)) == ""
        assert covered(printed(table.format("brought", "5"), **whole)) == ""
        elsewhere = printed(table.format("01.06.2026", "5      "), **whole)
        assert covered(elsewhere) == ""
        excused = printed(table.format("01.06.2026", "5"), **whole)
        assert covered(excused.citing(other=(Other(0, "person"),))) == ""

    def test_a_day_beside_an_end_or_a_restated_figure_or_on_another_row(self) -> None:
        page = self.dated()
        assert covered(page.citing(other=(Other(page.row("04.06.2026"), "person"),))) == ""
        totals = printed(
            """
                  |dddddddddd  1111111  bbbbbb
            line  |03.06.2026     1.00
                  |04.06.2026             3.00
            line  |05.06.2026     2.00
            """
        )
        assert covered(totals).startswith(self.DAY)
        restated = Restated(totals.find("3.00"), ("sum", "in", "all"))
        assert covered(totals.citing(restated=(restated,))) == ""
        end = printed(
            """
                     |dddddddddd  1111111  bbbbbb
            line     |03.06.2026     1.00
            closing  |04.06.2026             3.00
            line     |05.06.2026     2.00
            """
        )
        assert covered(end) == ""
        assert covered(end.citing(closing=None, opening=end.witness.closing)) == ""

    def test_a_second_column_of_days_on_the_row_of_each_line(self) -> None:
        further = "further days of the lines, all in one column"
        page = PAGE
        for text in ("Coffee", "Wages", "Rent"):
            page = page.reading(text, "3/6")
        for at in range(3):
            page = page.line(at, text=())
        assert covered(page) == further
        assert covered(page.reading("3/6", "note", nth=2)) == ""
        away = page.pages[0].words[page.find("3/6", 2).words[0]]
        assert covered(page.reaching("3/6", away.x1, away.x1 + 12, nth=1)) == further
        assert covered(page.reaching("3/6", away.x1 + 1, away.x1 + 12, nth=1)) == ""
        assert covered(page.reaching("3/6", away.x0 - 12, away.x0, nth=1)) == further
        assert covered(page.reaching("3/6", away.x0 - 12, away.x0 - 1, nth=1)) == ""

    def test_further_days_of_one_line_are_its_text(self) -> None:
        page = PAGE.without_line(2).without_line(1).reading("Coffee", "3/6").line(0, text=())
        assert "further" not in covered(page)

    def test_one_of_two_further_days_is_enough(self) -> None:
        page = printed(
            """
                  |dddddddddd                                  1111111
            line  |03.06.2026  1/6  2/6                          1.00
            line  |04.06.2026  9/6                               2.00
            """
        )
        assert "further days of the lines" in covered(page)
        assert covered(page.moved("9/6", right=5)) != ""
        assert covered(page.moved("9/6", right=80)) == ""

    def test_where_days_stand_below_their_amounts_those_above_the_first_count_too(self) -> None:
        page = printed(
            """
                     |dddddddddd  tttttttt  1111111
                     |Statement
                     |01.06.2026
            line     |            Coffee       1.00
                     |03.06.2026
            line     |            Cake         2.00
                     |04.06.2026
            """
        )
        below = page.line(0, day=page.find("03.06.2026")).line(1, day=page.find("04.06.2026"))
        assert below.cited.faults == []
        assert covered(below) == self.DAY
        assert covered(below.citing(section=(2, 6))) == ""
        assert covered(below.reading("01.06.2026", "June")) == ""
        one = page.line(0, day=page.find("03.06.2026"))
        assert covered(one) == self.DAY
        above = page.line(0, day=page.find("01.06.2026")).line(1, day=page.find("03.06.2026"))
        assert covered(above.reading("Statement", "01.01.2026")) == ""

    def test_above_the_first_line_of_each_page(self) -> None:
        page = printed(
            """
                     |dddddddddd  tttttttt  1111111
            line     |            Coffee       1.00
                     |03.06.2026
                     |01.01.2026
            """,
            """
                     |04.06.2026
            line     |            Cake         2.00
                     |05.06.2026
            """,
        )
        below = page.line(0, day=page.find("03.06.2026")).line(1, day=page.find("05.06.2026"))
        assert covered(below) == "a day in a column of page 2"
        same = page.line(0, day=page.find("03.06.2026")).line(1, day=page.find("04.06.2026"))
        assert same.state("covered") == "passed"


class TestInk:
    """(4) Print without text is in no column, and on no page without words."""

    INK = "print without text in a column of page 1"

    def ink(self, x0: float, top: float, x1: float, bottom: float) -> str:
        return covered(PAGE.with_ink(Box(x0, top, x1, bottom)))

    def test_in_a_column_of_money_between_the_lines(self) -> None:
        column, balances = PAGE.cited.money.values()
        rows = [PAGE.pages[0].words[PAGE.find(text).words[0]] for text in ("-3.50", "-20.00")]
        top, bottom = rows[0].top, rows[1].bottom
        assert self.ink(column.x0, top, column.x1, bottom) == self.INK
        assert self.ink(balances.x0, top, balances.x1, bottom) == self.INK
        assert self.ink(column.x0, top - 5, column.x1, top + 1) == self.INK
        assert self.ink(column.x0, top - 5, column.x1, top) == ""
        assert self.ink(column.x0, bottom - 1, column.x1, bottom + 5) == self.INK
        assert self.ink(column.x0, bottom, column.x1, bottom + 5) == ""
        assert self.ink(column.x0 - 9, top, column.x0, bottom) == ""
        assert self.ink(column.x0 - 9, top, column.x0 + 1, bottom) == self.INK

    def test_the_highest_and_the_lowest_word_of_a_row_count(self) -> None:
        column = PAGE.cited.columns[0]
        top = PAGE.pages[0].words[PAGE.find("-3.50").words[0]].top
        page = PAGE.moved("Coffee", down=-3).with_ink(Box(column.x0, top - 5, column.x1, top - 2))
        assert covered(page) == self.INK
        bottom = PAGE.pages[0].words[PAGE.find("-20.00").words[0]].bottom
        box = Box(column.x0, bottom + 2, column.x1, bottom + 5)
        assert covered(PAGE.moved("Rent", down=3).with_ink(box)) == self.INK
        assert covered(PAGE.moved("Rent", down=2).with_ink(box)) == ""

    def test_on_a_page_without_words_there_may_be_lines(self) -> None:
        page = printed("         |dddddddddd  1111111\nline     |03.06.2026    -3.50", "")
        assert covered(page) == ""
        assert covered(page.with_ink(Box(0, 0, 9, 9), 2)) == "page 2 has print and no words"

    def test_the_ink_of_each_page_is_looked_at(self) -> None:
        page = printed(
            "         |dddddddddd  1111111\n|Terms",
            "line     |03.06.2026    -3.50",
        )
        assert covered(page.with_ink(Box(0, 0, 600, 800), 2)).endswith("of page 2")


class TestOther:
    """(5) A row that is no line by a layout's word is one that a layout lists."""

    @pytest.mark.parametrize(
        ("by", "patterns", "fault"),
        [
            ("person", (), ""),
            ("layout", ("note",), ""),
            ("layout", (), "row 3 is in no confirmed layout"),
            ("layout", ("coffee",), "row 3 is in no confirmed layout"),
        ],
    )
    def test_by_whose_word(self, by: str, patterns: tuple[str, ...], fault: str) -> None:
        layout = PAGE.proof().layout
        assert layout is not None
        page = PAGE.citing(other=(Other(3, by),))  # type: ignore[arg-type]
        found = page.faults(layouts=(replace(layout, other=patterns),))
        assert found.get("covered", "") == fault
