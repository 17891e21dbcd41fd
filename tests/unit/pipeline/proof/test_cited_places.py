"""Which words a witness may cite where: places, columns, marks and heads."""

from dataclasses import replace

import pytest

from pipeline.proof import CitedLine, CitedPeriod, Fact, Place, Restated
from tests.support.kernel_pages import TWO_LINES as PAGE
from tests.support.kernel_pages import Printed, printed

TWO = printed(
    """
             |dddddddddd  tttttttttt  1111111
    opening  |            Opening       10.00
    line     |03.06.2026  Coffee         3.00
    closing  |            Closing       13.00
    next     |            Savings
    opening  |            Opening       20.00
    line     |03.06.2026  Gift           7.00
    closing  |            Closing       27.00
    next     |            Deposit
    line     |03.06.2026  Fee            1.00
    """
)


TWICE = "a word serves twice in the document, or a row belongs to two statements"


def faults(page: Printed) -> list[str]:
    """What is not as *parsed* asks."""
    return page.cited.faults


class TestTwice:
    """(b) No word serves twice in the document."""

    @pytest.mark.parametrize("text", ["-3.50", "96.50", "03.06.2026", "04.06.2026", "Coffee"])
    def test_the_words_of_a_line_serve_once(self, text: str) -> None:
        again = (*PAGE.witness.lines[0].text, PAGE.find(text))
        assert PAGE.line(0, text=again).faults() == {"parsed": TWICE}

    def test_the_words_of_a_period_number_or_kind_serve_for_nothing_else(self) -> None:
        day = PAGE.find("03.06.2026")
        for member in (
            {"period": CitedPeriod(None, day)},
            {"period": CitedPeriod(day, PAGE.find("Value"))},
            {"number": Fact(PAGE.find("-3.50"))},
            {"kind": Fact(PAGE.find("Coffee"))},
        ):
            assert TWICE in PAGE.citing(**member).faults()["parsed"]

    def test_two_statements_share_no_words(self) -> None:
        both = TWO.citing(restated=(Restated(TWO.find("7.00"), ("sum", "in", "all")),))
        assert [both.state("parsed", at) for at in (0, 1, 2)] == ["failed", "failed", "passed"]


class TestSections:
    """(d) Sections share no row; lines, ends and restated figures are in theirs, in order."""

    def states(self, first: tuple[int, int]) -> list[str]:
        page = TWO.citing(section=first)
        return [page.state("parsed", at) for at in (0, 1, 2)]

    def test_statements_of_one_document_have_their_own_rows(self) -> None:
        assert [witness.section for witness in TWO.witnesses] == [(0, 3), (3, 7), (7, 9)]
        assert self.states((0, 3)) == ["passed", "passed", "passed"]
        assert self.states((0, 4)) == ["failed", "failed", "passed"]

    def test_the_order_of_the_witnesses_does_not_matter(self) -> None:
        first, *others = TWO.witnesses
        turned = Printed(TWO.pages, (*others, first))
        assert [turned.state("parsed", at) for at in (0, 1, 2)] == ["passed"] * 3
        longer = replace(turned, witnesses=(*others, replace(first, section=(0, 4))))
        assert [longer.state("parsed", at) for at in (0, 1, 2)] == ["failed", "passed", "failed"]

    def test_lines_ends_and_restated_figures_are_in_the_section(self) -> None:
        outside = ["lines are out of their printed order, or outside the section"]
        assert faults(TWO.citing(section=(1, 3))) == outside
        assert faults(TWO.citing(section=(0, 2))) == outside
        bare = TWO.citing(opening=None, closing=None)
        assert faults(bare.citing(section=(1, 2))) == []
        assert faults(bare.citing(section=(0, 1))) == outside
        assert faults(bare.citing(section=(2, 4))) == outside
        restated = (Restated(TWO.find("7.00"), ("opening",)),)
        assert faults(TWO.citing(restated=restated)) == outside

    def test_lines_are_in_the_order_of_their_rows(self) -> None:
        one, two = PAGE.witness.lines
        turned = faults(PAGE.citing(lines=(two, one)))
        assert "lines are out of their printed order, or outside the section" in turned


class TestPlaces:
    """(c) The words of a line stand on its row; days and text also between it and the next."""

    def test_a_balance_is_on_the_row_of_its_amount(self) -> None:
        page = PAGE.line(0, balance=PAGE.find("100.00")).citing(opening=None)
        assert faults(page) == ["line 1: its balance or its mark is on another row"]

    def test_text_is_between_the_line_before_and_the_line_after(self) -> None:
        beyond = "line {}: its words are beyond another line"
        opening = PAGE.find("Opening balance")
        assert faults(PAGE.line(0, text=(opening,))) == []
        assert faults(PAGE.line(1, text=(PAGE.find("Northgate"),))) == []
        assert faults(PAGE.line(1, text=(PAGE.find("Closing balance"),))) == []
        assert faults(PAGE.line(0, text=(PAGE.find("Wages"),))) == [beyond.format(1)]
        assert faults(PAGE.line(1, text=(PAGE.find("Coffee"),))) == [beyond.format(2)]
        assert faults(PAGE.line(0, text=(PAGE.find("Closing balance"),))) == [beyond.format(1)]
        for far, line in (("Wages", 0), ("Coffee", 1)):
            for both in ((opening, PAGE.find(far)), (PAGE.find(far), PAGE.find("Closing balance"))):
                assert faults(PAGE.line(line, text=both)) == [beyond.format(line + 1)]

    def test_text_is_in_the_section(self) -> None:
        opening = PAGE.find("Opening balance")
        page = PAGE.line(0, text=(opening,)).citing(opening=None)
        assert faults(page.citing(section=(1, 6))) == []
        assert faults(page.citing(section=(2, 6))) == ["line 1: its words are beyond another line"]
        closing = PAGE.line(1, text=(PAGE.find("Closing balance"),)).citing(closing=None)
        assert faults(closing.citing(section=(0, 6))) == []
        assert faults(closing.citing(section=(0, 5))) == [
            "line 2: its words are beyond another line"
        ]

    def test_days_are_where_text_may_be(self) -> None:
        page = printed(
            """
                  |dddddddddd  ssssssssss  1111111
                  |03.06.2026  04.06.2026
            line  |                           3.50
                  |05.06.2026  06.06.2026
            line  |                           4.50
                  |07.06.2026  08.06.2026
            line  |                           5.50
            """
        )
        days = [page.find(f"0{day}.06.2026") for day in range(3, 9)]
        right = page.line(0, day=days[0], second=days[1]).line(1, day=days[2], second=days[3])
        assert faults(right) == []
        assert faults(right.line(1, day=days[4])) == []
        beyond = ["line 1: its words are beyond another line"]
        assert faults(page.line(0, day=days[4])) == faults(page.line(0, second=days[5])) == beyond

    def test_two_lines_on_one_row_have_their_words_on_that_row(self) -> None:
        page = printed(
            """
                  |dddddddddd  tttttt  1111111                      2222222
                  |            Above
                  |03.06.2026  Coffee    -3.50  04.06.2026  Wages     50.00
                  |            Below
                  |05.06.2026  Rent      -2.50
            """
        )
        one, two, three = page.find("-3.50"), page.find("50.00"), page.find("-2.50")
        coffee = (page.find("Coffee"),)
        lines = CitedLine(one, 0, text=coffee), CitedLine(two, 1), CitedLine(three, 0)
        right = page.citing(lines=lines)
        assert faults(right) == []
        for at, text in ((0, "Above"), (1, "Below")):
            assert faults(right.line(at, text=(page.find(text),))) == [
                f"line {at + 1}: its words are beyond another line"
            ]

    def test_days_of_one_column_share_a_sideways_point(self) -> None:
        wrong = ["the days of page 1 are not under each other"]
        assert faults(PAGE.moved("03.06.2026", right=40)) == []
        assert faults(PAGE.moved("03.06.2026", right=41)) == wrong
        assert faults(PAGE.moved("04.06.2026", right=40)) == []
        assert faults(PAGE.moved("04.06.2026", right=41)) == wrong

    def test_days_that_are_not_on_the_row_of_their_amount_need_not(self) -> None:
        page = printed(
            """
                  |dddddddddd  1111111
                  |03.06.2026
            line  |             3.50
            line  |04.06.2026   4.50
            """
        )
        page = page.line(0, day=page.find("03.06.2026"))
        assert faults(page.moved("03.06.2026", right=41)) == []


MARKED = printed(
    """
             |dddddddddd  tttttttttt  1111111  mmmm  bbbbbbbb
    opening  |            Opening                      100.00
    line     |03.06.2026  Coffee         3.50  DR       96.50
    line     |04.06.2026  Wages         50.00  CR      146.50
    line     |05.06.2026  Rent          20.00  DR      126.50
    closing  |            Closing                      126.50
    """,
    marks=(("DR", -1), ("CR", 1)),
)


HEADED = printed(
    """
             |dddddddddd  tttttttttt  1111111111
    head     |Date        Text        Paid in
    line     |03.06.2026  Wages            50.00
             |dddddddddd  tttttttttt  2222222222
    head     |Date        Text        Paid out
    line     |04.06.2026  Coffee            3.50
    """,
    moves=(1, -1),
)


class TestMarks:
    """(e) Marks apart are strings of the convention under each other, and none is passed over."""

    def test_marks_apart_are_read(self) -> None:
        assert MARKED.faults() == {}
        assert [line.mark for line in MARKED.cited.lines] == [-1, 1, -1]

    def test_another_string_is_no_mark(self) -> None:
        page = MARKED.reading("CR", "XX")
        assert faults(page) == ["'XX' on page 1 is no mark of the convention, or a second one"]

    def test_a_figure_with_a_mark_has_no_second_one(self) -> None:
        page = MARKED.reading("50.00", "50.00CR")
        assert faults(page) == ["'CR' on page 1 is no mark of the convention, or a second one"]
        assert faults(page.line(1, mark=None)) == ["line 2: a mark is passed over"]

    def test_marks_are_under_each_other(self) -> None:
        assert faults(MARKED.moved("CR", right=8)) == []
        assert faults(MARKED.moved("CR", right=9)) == ["the marks are not under each other"]

    def test_no_mark_is_passed_over(self) -> None:
        passed_over = ["line 2: a mark is passed over"]
        assert faults(MARKED.line(1, mark=None)) == passed_over
        assert faults(MARKED.line(1, mark=None).moved("CR", right=8)) == []
        assert faults(MARKED.line(1, mark=None).moved("CR", right=7)) == passed_over
        assert faults(MARKED.line(1, mark=None).reading("CR", "cr")) == []

    def test_a_mark_apart_serves_once(self) -> None:
        page = MARKED.line(0, text=(MARKED.find("DR"),))
        assert page.faults() == {
            "parsed": "a word serves twice in the document, or a row belongs to two statements"
        }


class TestHeads:
    """(f) Columns lie side by side, or the nearest head above tells them apart."""

    OVER = "column {} lies over another and has no head of its own"

    def headed(self, one: tuple[Place, ...], two: tuple[Place, ...]) -> list[str]:
        """The faults under other heads of both columns."""
        first, second = HEADED.witness.convention.columns
        return faults(HEADED.under(columns=(replace(first, head=one), replace(second, head=two))))

    def test_columns_side_by_side_need_no_heads(self) -> None:
        page = printed(
            """
                  |dddddddddd  111111111  222222222
            line  |03.06.2026      50.00
            line  |04.06.2026                  3.50
            """
        )
        assert faults(page) == []
        x0, x1 = page.pages[0].words[1].x0, page.pages[0].words[1].x1
        assert faults(page.reaching("3.50", x1, x1 + 20)) == []
        assert faults(page.reaching("3.50", x1 - 1, x1 + 20)) != []
        assert faults(page.reaching("3.50", x0 - 20, x0)) == []

    def test_without_a_head_of_its_own_none_is_told_apart(self) -> None:
        one, two = HEADED.find("Paid in"), HEADED.find("Paid out")
        assert self.OVER.format(1) in self.headed((), (two,))
        assert self.OVER.format(2) in self.headed((one,), ())
        assert self.OVER.format(2) in self.headed((one,), (two, HEADED.find("Text", 1)))
        assert self.OVER.format(2) in self.headed((one,), (HEADED.find("04.06.2026"),))

    def test_a_head_without_letters_tells_nothing_apart(self) -> None:
        page = HEADED.reading("Text", "###")
        first, second = page.witness.convention.columns
        bare = replace(first, head=(page.find("###"),))
        assert faults(page.under(columns=(bare, second))) == [self.OVER.format(1)]

    def test_a_head_is_as_low_as_its_lowest_word(self) -> None:
        page = printed(
            """
                  |dddddddddd  2222222222
                  |            Going
                  |dddddddddd  1111111111
            head  |            Coming
                  |            out
            line  |03.06.2026       50.00
                  |            Coming
            line  |04.06.2026       60.00
                  |dddddddddd  2222222222
                  |            Going out
            line  |05.06.2026        3.50
            """,
            moves=(1, -1),
        )
        coming = page.find("Coming"), page.find("Coming", 1)
        low = Place(1, page.find("Going").words + page.find("out").words)
        heads = (coming, (low, page.find("Going out")))
        columns = zip(page.witness.convention.columns, heads, strict=True)
        page = page.under(columns=tuple(replace(one, head=head) for one, head in columns))
        assert faults(page) == ["line 1: the nearest head above is not its column's"]

    def test_a_column_apart_has_no_rivals(self) -> None:
        page = printed(
            """
                  |dddddddddd  1111111111  33333333
            line  |02.06.2026                 9.00
            head  |Date        Paid in
            line  |03.06.2026       50.00
                  |dddddddddd  2222222222
            head  |Date        Paid out
            line  |04.06.2026        3.50
            """,
            moves=(1, -1, 1),
        )
        assert faults(page) == []

    def test_the_same_head_twice_tells_nothing_apart(self) -> None:
        one, two = HEADED.find("Text"), HEADED.find("Text", 1)
        assert self.headed((one,), (two,)) == [
            "two columns that lie over each other have the same head"
        ]

    def test_a_head_on_the_row_of_a_figure_tells_nothing(self) -> None:
        coffee = HEADED.find("Coffee")
        assert self.headed((HEADED.find("Paid in"),), (coffee,)) == [
            self.OVER.format(2), "line 2: the nearest head above is not its column's"
        ]  # fmt: skip


class TestEnds:
    """(g) An end that is in a column of amounts overlaps it, and another moves the other way."""

    ASTRAY = "an end is not in its column, or no other one moves the other way"
    PAGE = printed(
        """
                 |dddddddddd  tttttttttt  1111111  2222222
        opening  |            Opening              100.00
        line     |03.06.2026  Coffee         3.50
        line     |04.06.2026  Wages                 50.00
        closing  |            Closing              146.50
        """
    )

    def test_the_column_of_an_end_is_under_it(self) -> None:
        assert faults(self.PAGE) == []
        amount = self.PAGE.pages[0].words[self.PAGE.find("50.00").words[0]]
        for text in ("100.00", "146.50"):
            over = self.PAGE.reaching(text, amount.x1 - 1, amount.x1 + 20)
            assert faults(over) == []
            beside = self.PAGE.reaching(text, amount.x1, amount.x1 + 20)
            assert faults(beside) == [self.ASTRAY]

    def test_another_column_of_some_line_moves_the_other_way(self) -> None:
        same = [replace(column, moves=1) for column in self.PAGE.witness.convention.columns]
        assert faults(self.PAGE.under(columns=tuple(same)))[0] == self.ASTRAY
        assert faults(self.PAGE.without_line(0))[0] == self.ASTRAY
        assert faults(self.PAGE.without_line(1))[0] == self.ASTRAY


class TestByTheBalance:
    """(h) Where only the balance tells which way an amount goes, it has no sign of its own."""

    PAGE = printed(
        """
                 |dddddddddd  tttttttttt  11111111  bbbbbbbb
        opening  |            Opening                 100.00
        line     |03.06.2026  Coffee          3.50     96.50
        """,
        moves=(0,),
        marks=(("DR", -1),),
    )

    def test_a_plain_amount_with_a_balance_after_an_opening(self) -> None:
        assert faults(self.PAGE) == []

    @pytest.mark.parametrize("text", ["-3.50", "3.50DR", "(3.50)"])
    def test_a_sign_or_a_mark_is_refused(self, text: str) -> None:
        assert faults(self.PAGE.reading("3.50", text)) == [
            f"{text!r} on page 1 has a sign, or no balances that give it one"
        ]

    def test_without_a_balance_or_an_opening_it_has_no_direction(self) -> None:
        reason = ["'3.50' on page 1 has a sign, or no balances that give it one"]
        assert faults(self.PAGE.line(0, balance=None)) == reason
        assert faults(self.PAGE.citing(opening=None)) == reason
