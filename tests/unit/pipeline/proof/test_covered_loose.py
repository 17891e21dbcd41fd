"""Rows elsewhere with a day and an amount: no choice of them may be lines that were left out."""

import pytest

from pipeline.proof import CitedPeriod, Other
from pipeline.proof.covered import _choices
from pipeline.words import Box
from tests.support.kernel_pages import Printed, printed

HEAD = """
         |dddddddddd  tttttttttttttttt  1111111
opening  |            Opening balance    100.00
line     |03.06.2026  Coffee              -3.50
line     |15.06.2026  Wages               50.00
closing  |            Closing balance    146.50
"""
LINES = "rows elsewhere have a day and an amount, and could be lines"


def page(*rows: str) -> Printed:
    """A page with further rows below the closing balance."""
    return printed(HEAD + "\n".join(f"         |{row}" for row in rows))


def covered(found: Printed) -> str:
    """What keeps the page from being covered; empty if nothing does."""
    assert found.cited.faults == []
    assert found.state("sums") != "failed"
    return found.faults().get("covered", "")


def is_loose(row: str) -> bool:
    """Whether a row could be a line: without a closing balance, no sum shows that it is none."""
    return page(row).citing(closing=None).state("covered") == "failed"


class TestLoose:
    def test_without_a_day_or_without_an_amount_it_is_none(self) -> None:
        assert not is_loose("Fee 7.00")
        assert not is_loose("Printed on 01.06.2026 page 7")
        assert not is_loose("01.06.2026 and 0.00")
        assert not is_loose("Interest from 01.06.2026 7.00 % a year")

    def test_a_day_that_is_its_only_figure_is_none(self) -> None:
        assert not is_loose("from 12.10")
        assert is_loose("from 12.10 to 7.00")

    def test_with_both_ends_printed_it_does_no_harm(self) -> None:
        assert covered(page("01.06.2026 7.00")) == ""
        assert covered(page("01.06.2026 7.00", "02.06.2026 8.00 9.50")) == ""

    def test_without_one_of_the_ends_it_does(self) -> None:
        """A ledger's opening balance is often what makes the printed closing come out."""
        found = page("01.06.2026 7.00", "02.06.2026 8.00")
        for bare in (found.citing(closing=None), found.citing(opening=None)):
            assert covered(bare) == f"2 {LINES}"
        assert covered(page().citing(closing=None)) == ""

    def test_with_an_end_that_balances_lead_to_only_the_ledger_can_tell(self) -> None:
        running = printed(
            """
                     |dddddddddd  tttttttttttttttt  1111111  bbbbbb
                     |01.06.2026 9.00
            opening  |            Opening balance             100.00
            line     |03.06.2026  Coffee              -3.50    96.50
            closing  |            Closing balance              96.50
            """
        )
        assert covered(running) == ""
        for bare in (running.citing(opening=None), running.citing(closing=None)):
            assert bare.state("covered") == "unavailable"
            assert bare.with_ink(Box(0, 0, 600, 800)).state("covered") == "failed"

    def test_where_the_sums_fail_it_does(self) -> None:
        found = page("01.06.2026 7.00").reading("146.50", "146.60")
        assert found.state("covered") == "failed"

    def test_a_row_that_is_known_to_be_no_line(self) -> None:
        found = page("01.06.2026 7.00").citing(closing=None)
        excused = found.citing(other=(Other(found.row("7.00"), "person"),))
        assert excused.state("covered") == "passed"
        assert found.citing(other=(Other(0, "person"),)).state("covered") == "failed"

    def test_days_and_amounts_that_are_cited(self) -> None:
        found = page("01.06.2026 30.06.2026 7.00").citing(closing=None)
        days = found.find("01.06.2026"), found.find("30.06.2026")
        assert found.citing(period=CitedPeriod(*days)).state("covered") == "passed"
        assert found.citing(period=CitedPeriod(None, days[0])).state("covered") == "failed"
        assert found.citing(period=CitedPeriod(days[0], days[0])).state("covered") != "passed"

    def test_a_text_may_repeat_the_amount_of_its_line(self) -> None:
        def noted(note: str) -> Printed:
            found = printed(HEAD.replace("Coffee  ", f"{note:8}"))
            return found.citing(closing=None)

        assert noted("3/6/2026").state("covered") == "passed"
        row = "of 02.06.2026 3.50"
        found = printed(HEAD.replace("line     |15", f"more     |            {row}\nline     |15"))
        found = found.moved("3.50", right=-30)
        assert covered(found.citing(closing=None)) == ""
        other = found.reading("3.50", "3.60").citing(closing=None)
        assert other.state("covered") == "failed"
        nothing = found.reading("3.50", "0.00").citing(closing=None)
        assert nothing.state("covered") == "passed"
        not_text = found.line(0, text=()).citing(closing=None)
        assert not_text.state("covered") == "failed"


class TestHarmless:
    def test_an_amount_of_a_line_does_harm(self) -> None:
        assert covered(page("01.06.2026 3.50")) == f"1 {LINES}"
        assert covered(page("01.06.2026 50.00 7.00")) == f"1 {LINES}"
        assert covered(page("01.06.2026 3.51")) == ""

    @pytest.mark.parametrize(
        "amounts",
        [
            ("7.00", "7.00"),
            ("3.00 4.00", "7.00"),
            ("3.00", "4.00", "7.00"),
            ("7.00", "7.00", "1.00", "20.00"),
            ("1.00", "20.00", "7.00", "7.00"),
            ("1.00", "7.00", "20.00", "7.00"),
            ("1.00", "2.00", "4.00", "8.00", "16.00", "31.00"),
        ],
    )
    def test_amounts_of_which_some_come_to_zero_do_harm(self, amounts: tuple[str, ...]) -> None:
        rows = [f"0{n}.06.2026 {each}" for n, each in enumerate(amounts, 1)]
        assert covered(page(*rows)) == f"{len(rows)} {LINES}"

    def test_fourteen_amounts_can_be_looked_through_and_one_more_cannot(self) -> None:
        powers = [f"01.06.2026 {3**n}.00" for n in range(15)]
        assert covered(page(*powers[:14])) == ""
        assert covered(page(*powers)) == f"15 {LINES}"

    def test_no_more_choices_are_looked_through_than_nine_amounts_have(self) -> None:
        assert len(_choices([(1, 9_841)]) or []) == 3**9
        assert _choices([(1, 9_842)]) is None


class TestRepeated:
    """Rows that say the same in the same place of several pages count once."""

    def pages(self, *rows: str) -> Printed:
        """A page with the lines, and others with one row each."""
        return printed(HEAD, *(f"|{row}" for row in rows))

    def test_numbers_elsewhere_on_it_may_differ(self) -> None:
        assert covered(self.pages("Page 1 01.06.2026 7.00", "Page 2 01.06.2026 7.00")) == ""
        assert covered(self.pages("Page 1 01.06.2026 7.00", "Page 2 02.06.2026 7.00")) == ""
        assert (
            covered(self.pages("Page 1 01.06.2026 7.00", "Side 1 01.06.2026 7.00")) == f"2 {LINES}"
        )

    def test_its_amounts_may_not(self) -> None:
        rows = [f"Balance of 01.06.2026 {each}.00" for each in (7, 8, 15)]
        assert covered(self.pages(*rows[:2])) == ""
        assert covered(self.pages(*rows)) == f"3 {LINES}"

    def test_it_is_within_a_point(self) -> None:
        row = "Balance of 01.06.2026 7.00"
        two = self.pages(row, row)
        assert covered(two.moved("Balance", right=1, nth=1)) == ""
        assert covered(two.moved("Balance", right=1.01, nth=1)) == f"2 {LINES}"
        assert covered(two.moved("Balance", right=-1.01, nth=1)) == f"2 {LINES}"
        assert covered(two.moved("7.00", down=1, nth=1)) == ""
        assert covered(two.moved("7.00", down=1.01, nth=1)) == f"2 {LINES}"

    def test_too_many_choices_cannot_be_looked_through(self) -> None:
        row = " ".join(["01.06.2026", *(f"{7**n}.00" for n in range(14))])
        assert covered(self.pages(row)) == ""
        assert covered(self.pages(row, row)) == f"1 {LINES}"
        once, twice = (
            " ".join(["01.06.2026", *(f"{7**n}.00" for n in powers)])
            for powers in (range(7), range(7, 14))
        )
        assert covered(self.pages(once, twice)) == ""
        assert covered(self.pages(once, once)) == ""
        assert covered(self.pages(once, twice, twice)) == f"2 {LINES}"
        assert covered(self.pages(twice, twice, once)) == f"2 {LINES}"
