"""Cited amounts in their columns: what says which way they go, and whose head is above them."""

from dataclasses import replace

import pytest

from pipeline.proof import Place
from tests.support.kernel_pages import Printed, printed

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


def faults(page: Printed) -> list[str]:
    """What is not as *parsed* asks."""
    return page.cited.faults


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
