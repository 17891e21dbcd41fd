"""Opening + Σ lines = closing, every running balance, and what else the same figures could say."""

from pipeline.proof.checks import Check, CheckState
from pipeline.proof.sums import other_directions, sums_check, turned
from tests.support.kernel_pages import Printed, printed

PAGE = printed(
    """
             |dddddddddd  tttttttttt  1111111  2222222  bbbbbbbb
    opening  |            Opening                         100.00
    line     |03.06.2026  Coffee         3.50              96.50
    line     |04.06.2026  Wages                  50.00    146.50
    line     |05.06.2026  Rent          20.00             126.50
    closing  |            Closing                         126.50
    """
)

PLAIN = printed(
    """
             |dddddddddd  tttttttttt  1111111  2222222  bbbbbbbb
    opening  |            Opening                         100.00
    line     |03.06.2026  Coffee         3.50
    line     |04.06.2026  Wages                  50.00
    closing  |            Closing                         146.50
    """
)


def detail(page: Printed) -> str:
    """What is wrong with the sums."""
    return sums_check(page.sums).detail


class TestMoved:
    def test_a_column_says_which_way_its_figures_move_the_balance(self) -> None:
        assert PAGE.sums.moved == (-350, 5000, -2000)
        assert PAGE.sums.balances == (9650, 14650, 12650)
        assert (PAGE.sums.opening, PAGE.sums.closing) == (10000, 12650)
        assert PAGE.sums.derived == frozenset()

    def test_a_sign_turns_it(self) -> None:
        assert PAGE.reading("3.50", "-3.50").sums.moved[0] == 350
        assert PAGE.reading("50.00", "(50.00)").sums.moved[1] == -5000
        assert PAGE.reading("50.00", "+50.00").sums.moved[1] == 5000

    def test_a_mark_says_more_than_the_column(self) -> None:
        marked = PAGE.under(marks=(("CR", 1), ("DR", -1)))
        assert marked.reading("3.50", "3.50CR").sums.moved[0] == 350
        assert marked.reading("50.00", "50.00DR").sums.moved[1] == -5000
        assert marked.reading("50.00", "-50.00DR").sums.moved[1] == -5000

    def test_an_end_in_a_column_of_amounts_goes_its_way(self) -> None:
        page = printed(
            """
                     |dddddddddd  tttttttttt  1111111  2222222
            opening  |            Opening      100.00
            line     |03.06.2026  Coffee         3.50
            line     |04.06.2026  Wages                 50.00
            closing  |            Closing       53.50
            """,
            marks=(("CR", 1),),
        )
        assert (page.sums.opening, page.sums.closing) == (-10000, -5350)
        assert page.state("sums") == "passed"
        assert page.reading("100.00", "-100.00").sums.opening == 10000
        assert page.reading("100.00", "100.00CR").sums.opening == 10000


class TestByTheBalance:
    """In a column that moves nothing, the balances tell which way an amount goes."""

    PAGE = printed(
        """
                 |dddddddddd  tttttttttt  1111111  bbbbbbbb
        opening  |            Opening                100.00
        line     |03.06.2026  Coffee         3.50     96.50
        line     |04.06.2026  Wages         50.00    146.50
        line     |05.06.2026  Nothing        0.00    146.50
        """,
        moves=(0,),
    )

    def test_an_amount_goes_the_way_of_the_balance(self) -> None:
        assert self.PAGE.sums.moved == (-350, 5000, 0)
        assert self.PAGE.state("sums") == "passed"

    def test_the_same_balance_is_up(self) -> None:
        page = self.PAGE.reading("0.00", "1.00")
        assert page.sums.moved[2] == 100
        assert detail(page) == "the balance beside line 3 on page 1"

    def test_the_balance_before_may_follow_from_other_lines(self) -> None:
        page = printed(
            """
                     |dddddddddd  tttttttttt  1111111  2222222  bbbbbbbb
            opening  |            Opening                         100.00
            line     |03.06.2026  Coffee         3.50
            line     |04.06.2026  Gift                    1.00     97.50
            """,
            moves=(-1, 0),
        )
        assert page.sums.moved == (-350, 100)
        assert page.state("sums") == "passed"
        assert page.reading("100.00", "200.00").sums.moved == (-350, -100)

    def test_without_a_balance_before_it_an_amount_is_taken_as_it_is(self) -> None:
        page = self.PAGE.citing(opening=None)
        assert page.sums.moved[0] == 350
        assert page.line(0, balance=None).sums.moved[1] == 5000
        assert self.PAGE.line(0, balance=None).sums.moved[0] == 350


class TestDerived:
    """An end that is not cited follows from balances: the closing from the last line's."""

    def test_newest_first_the_oldest_line_is_the_last(self) -> None:
        page = printed(
            """
                     |dddddddddd  tttttttttt  1111111  2222222  bbbbbbbb
            line     |05.06.2026  Rent          20.00             126.50
            line     |04.06.2026  Wages                  50.00    146.50
            line     |03.06.2026  Coffee         3.50              96.50
            """,
            newest_first=True,
        )
        assert (page.sums.opening, page.sums.closing) == (10000, 12650)
        assert page.cited.in_time == [2, 1, 0]
        two = page.without_line(0).sums
        assert (two.opening, two.closing) == (10000, 14650)
        assert page.state("sums") == "passed"
        assert page.under(newest_first=False).cited.in_time == [0, 1, 2]
        assert page.under(newest_first=False).state("sums") == "failed"


class TestCheck:
    def test_the_closing_is_what_the_lines_lead_to(self) -> None:
        assert sums_check(PLAIN.sums) == Check("sums", CheckState.PASSED, "146.50", "146.50")
        assert sums_check(PAGE.sums) == Check("sums", CheckState.PASSED, "126.50", "126.50")

    def test_a_closing_that_they_do_not_lead_to_fails(self) -> None:
        page = PLAIN.reading("146.50", "146.49")
        assert sums_check(page.sums) == Check("sums", CheckState.FAILED, "146.49", "146.50")

    def test_without_both_ends_it_cannot_be_told(self) -> None:
        closing = PLAIN.citing(opening=None)
        assert sums_check(closing.sums) == Check("sums", CheckState.UNAVAILABLE, "146.50", None)
        assert PLAIN.citing(closing=None).state("sums") == "unavailable"

    def test_each_balance_follows_from_the_one_before(self) -> None:
        page = PAGE.reading("146.50", "146.51")
        assert detail(page) == "; ".join(
            f"the balance beside line {line} on page 1" for line in (2, 3)
        )

    def test_a_balance_after_lines_without_one_follows_from_them(self) -> None:
        page = PAGE.line(0, balance=None)
        assert page.state("sums") == page.citing(closing=None).state("sums") == "passed"
        assert detail(page.reading("3.50", "3.60")) == "the balance beside line 2 on page 1"
        assert detail(page.reading("20.00", "21.00")) == "the balance beside line 3 on page 1"

    def test_the_first_balance_after_an_unknown_opening_is_taken(self) -> None:
        page = PAGE.line(2, balance=None).citing(opening=None)
        assert page.state("sums") == "unavailable"
        assert detail(page.reading("50.00", "51.00")) == "the balance beside line 2 on page 1"


class TestTurned:
    def test_the_longest_mark_at_the_figure_is_turned(self) -> None:
        page = PAGE.under(marks=(("C", 1), ("CR", 1), ("R", -1)))
        page = page.reading("50.00", "50.00CR").reading("3.50", "3.50C")
        assert turned(page.sums, frozenset({"CR"}), swapped=False).moved == (350, -5000, -2000)
        assert turned(page.sums, frozenset({"C"}), swapped=False).moved == (-350, 5000, -2000)
        assert turned(page.sums, frozenset({"R"}), swapped=False).moved == (350, 5000, -2000)

    def test_a_mark_apart_is_turned(self) -> None:
        page = printed(
            """
                  |dddddddddd  1111111  mm
            line  |03.06.2026     3.50  CR
            line  |04.06.2026     4.50
            """,
            marks=(("CR", 1),),
        )
        assert turned(page.sums, frozenset({"CR"}), swapped=False).moved == (-350, 450)
        assert turned(page.sums, frozenset({"column 1"}), swapped=False).moved == (350, -450)


class TestOtherDirections:
    """Which columns and marks could go the other way, all balances following all the same."""

    def turned(self, page: Printed, *, reversible: bool = False) -> list[list[str]]:
        return [sorted(each) for each in other_directions(page.sums, reversible=reversible)]

    def test_amounts_that_only_balances_direct_are_not_turned(self) -> None:
        page = TestByTheBalance.PAGE
        assert self.turned(page) == []
        assert self.turned(page.citing(opening=None)) == []

    def test_they_count_as_they_are_where_others_are_turned(self) -> None:
        page = printed(
            """
                     |dddddddddd  tttttttttt  1111111  2222222  bbbbbbbb
            opening  |            Opening                         100.00
            line     |03.06.2026  Coffee         2.00
            line     |04.06.2026  Refund        -2.00
            line     |05.06.2026  Gift                    1.00    101.00
            """,
            moves=(-1, 0),
        )
        assert self.turned(page) == [["column 1"]]
        less = page.without_line(1).reading("1.00", "2.00").reading("101.00", "100.00")
        assert less.sums.moved == (-200, 200)
        assert self.turned(less) == []

    def test_lines_of_one_day_may_be_read_in_the_other_order_of_time(self) -> None:
        page = printed(
            """
                     |dddddddddd  tttttttttt  1111111  bbbbbbbb
            opening  |            Opening                100.00
            line     |03.06.2026  Coffee       -20.00     80.00
            line     |03.06.2026  Cake         -20.00     60.00
            """
        )
        assert self.turned(page, reversible=True) == []
        bare = page.citing(opening=None)
        assert self.turned(bare) == []
        assert self.turned(bare, reversible=True) == [["column 1", "order"]]
        back = bare.reading("-20.00", "20.00", nth=1).reading("60.00", "100.00")
        assert self.turned(back, reversible=True) == [["order"]]
