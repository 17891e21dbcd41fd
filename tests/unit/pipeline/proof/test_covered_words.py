"""Figures and days among loose words, and the lines outside the table that they make."""

from typing import Any

import pytest

from pipeline.proof import CitedPeriod, Other, pattern
from pipeline.proof.covered import _come_to, days_on, figures_on
from pipeline.words import Box
from tests.support.kernel_pages import Printed, printed


def row(text: str, *days: str, **convention: Any) -> Printed:
    """A row of such words under lines of such days."""
    lines = [f"line |{day:11}  3.50" for day in days]
    return printed("\n".join(["     |ddddddddddd  11111", *lines, f"     |{text}"]), **convention)


def figures(text: str, **convention: Any) -> list[tuple[str, int]]:
    """The figures on a row of such words, and their sizes."""
    page = row(text, **convention)
    return [(_text(page, each.words), each.size) for each in figures_on(page.cited, 0)]


def money(text: str, **convention: Any) -> bool:
    """Whether the one figure of a row looks like money."""
    (found,) = figures_on(row(text, **convention).cited, 0)
    return found.money


def days(text: str, *cited: str, **convention: Any) -> list[str]:
    """The days on a row of such words, where lines have such days."""
    page = row(text, *cited, **{"months": "en", **convention})
    return [_text(page, each.words) for each in days_on(page.cited, len(cited))]


def _text(page: Printed, words: tuple[int, ...]) -> str:
    return " ".join(page.pages[0].words[word].text for word in words)


class TestFigures:
    def test_the_first_of_two_has_a_digit(self) -> None:
        assert figures("EUR 3.50") == [("3.50", 350)]

    def test_a_gap_of_three_quarters_of_a_height_parts_them(self) -> None:
        def of(gap: float) -> list[tuple[str, int]]:
            page = row("12 345.00", group=" ")
            page = page.reaching("12", 0, 8).reaching("345.00", 8 + gap, 60)
            return [(_text(page, each.words), each.size) for each in figures_on(page.cited, 0)]

        assert of(7) == [("12 345.00", 1234500)]
        assert of(7.5) == [("12", 1200), ("345.00", 34500)]

    def test_the_height_of_the_first_word_counts(self) -> None:
        page = row("12 345.00", group=" ").reaching("12", 0, 8).reaching("345.00", 18, 60)

        def higher(text: str) -> int:
            found = page.changing(page.find(text), lambda word: word._replace(bottom=word.top + 20))
            return len(figures_on(found.cited, 0))

        assert (higher("12"), higher("345.00")) == (1, 2)

    def test_a_row_is_read_once_for_figures_and_once_for_days(self) -> None:
        cited = row("03.06.2026 3.50").cited
        assert figures_on(cited, 0) is figures_on(cited, 0)
        assert days_on(cited, 0) is days_on(cited, 0)
        assert len(days_on(cited, 0)) == len(figures_on(cited, 0)) == 1

    def test_where_it_stands(self) -> None:
        (found,) = figures_on(row("Fee 3.50 EUR").cited, 0)
        assert (found.words, found.extent) == ((1, 2), (16, 48))
        assert found.size == 350
        (day,) = days_on(row("03.06.2026").cited, 0)
        assert (day.money, day.size) == (False, 0)


class TestMoney:
    @pytest.mark.parametrize("text", ["3", "2026", "-3", "2026-", "+3", "(3)", "1,234"])
    def test_where_decimals_are_printed_other_figures_are_none(self, text: str) -> None:
        assert not money(text)

    def test_a_mark_of_the_convention_makes_it_money(self) -> None:
        assert money("3CR", marks=(("CR", 1),))

    def test_one_decimal_is_enough(self) -> None:
        assert money("3.5", digits=1)
        assert not money("123", digits=1)

    def test_one_letter_is_a_currency_at_three_digits_or_decimals(self) -> None:
        """A card is K2, a till R12; £5, 5€ and USD5 say what they are."""
        for text in ("K2", "R12", "E4"):
            assert not money(text)
        for text in ("K2.50", "R120", "£5", "5€", "USD5", "元5"):
            assert money(text)

    def test_where_noughts_are_left_out_a_sign_makes_it_money(self) -> None:
        for text in ("-3", "(3)", "+3", "3.5"):
            assert money(text, short=True)
        for text in ("3", "2026", "123456"):
            assert not money(text, short=True)

    @pytest.mark.parametrize("convention", [{"digits": 0}, {"decimal": "", "digits": 2}])
    def test_without_decimals_three_digits_or_a_sign_make_it_money(
        self, convention: dict[str, Any]
    ) -> None:
        for text in ("123", "1,234", "-3", "+3", "(3)", "3EUR"):
            assert money(text, **convention)
        for text in ("12", "3"):
            assert not money(text, **convention)


class TestDays:
    @pytest.mark.parametrize(
        "text",
        ["03.06.2026", "3/6", "3 June", "3 June 2026", "June 3, 2026", "0306", "(03/06)",
         "2026-06-03", "06/13/2026", "13-06", "2026/13/06", "3/6-2026", "***3/6"],
    )  # fmt: skip
    def test_a_day_under_the_convention_or_of_the_form_of_one(self, text: str) -> None:
        assert days(text, "03.06.2026") == [text]

    @pytest.mark.parametrize("text", ["3 Juni", "Juni 3", "(3 juin", "31. März", "1 févr."])
    def test_a_number_and_a_month_of_any_language(self, text: str) -> None:
        assert days(text) == [text]

    @pytest.mark.parametrize(
        "text",
        ["32 Juni", "0 Juni", "Juni", "3 Coffee", "123 Juni", "3.50", "32/13", "13/13", "3/6/7/8",
         "13/14/2026", "0/6", "3/06/123", "2026/06/03/1", "3+6", "xx/3/6",
         "~~~3/6", "Nr."],
    )  # fmt: skip
    def test_what_is_no_day(self, text: str) -> None:
        assert days(text) == []

    def test_of_its_numbers_one_may_be_a_day_and_another_a_month(self) -> None:
        assert days("99/12/31") == ["99/12/31"]
        assert days("31/12") == ["31/12"]
        assert days("32/12") == days("31/13") == days("99/13/31") == []

    def test_the_longest_run_is_the_day(self) -> None:
        assert days("on 3 June 2026 and 4/6") == ["3 June 2026", "4/6"]
        assert days("3 June 2026 4 June") == ["3 June 2026", "4 June"]
        assert days("3 of June 2026") == ["3 of June"]

    def test_a_share_is_no_day(self) -> None:
        assert days("3/6%") == []
        assert days("3/6 %") == ["3/6"]

    def test_its_words_are_near_each_other(self) -> None:
        def of(gap: float) -> list[str]:
            page = row("03 June", months="en")
            page = page.reaching("03", 0, 8).reaching("June", 8 + gap, 60)
            return [_text(page, each.words) for each in days_on(page.cited, 0)]

        assert of(30) == ["03 June"]
        assert of(31) == []

    def test_several_numbers_are_a_day_only_where_days_are_printed_so(self) -> None:
        assert days("03 06 2026") == []
        assert days("03 06 2026", "03/06/2026") == []
        assert days("03 06 2026", "04 06") == ["03 06 2026"]

    def test_a_figure_with_a_point_is_a_day_only_where_days_are_printed_so(self) -> None:
        assert days("12.10") == days("12.10", "03/06/2026") == []
        assert days("12.10", "03.06.2026") == ["12.10"]
        assert days("12.10", decimal=",", group=".") == ["12.10"]
        assert days("1210", "03/06/2026") == days("1210", digits=0) == ["1210"]


class TestPattern:
    def test_letters_and_a_sign_for_each_word_with_digits(self) -> None:
        words = row("Balance at 03.06.2026: -- EUR3 Überziehung").pages[0].words
        assert pattern(words) == "balance at # # uberziehung"
        assert pattern(()) == ""


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
            like_a_line = bare.reaching("9.00", *running.cited.columns[0])
            assert like_a_line.state("covered") == "failed"

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

    @pytest.mark.parametrize(
        ("rows", "harm"),
        [
            (("Fee 02.06.2026 7.00", "Balance after it 139.50"), True),
            (("Fee 02.06.2026 7.00", "Paid in 02.06.2026 0.25", "Balance 139.75"), True),
            (("Fee 02.06.2026 7.00", "Balance on 30.06.2026 139.50"), True),
            (("Fee 02.06.2026 7.00 139.50",), True),
            (("Before a fee 107.00", "Fee 02.06.2026 7.00"), True),
            (("Fee 02.06.2026 7.00", "Balance 139.51"), False),
            # What is free of a limit is more than the balance, as a payment's balance would be.
            (("Limit 7.00", "Available on 15.06.2026 153.50"), False),
            (("After a fee 93.00", "Fee 02.06.2026 7.00"), False),
            (("Fee 02.06.2026 7.00", "Balance after it 139,50"), False),
            (("Fee 7.00", "Balance after it 139.50"), False),
            (("Fee 02.06.2026 0.01", "Balance after it 146.49"), True),
            # No balance is a number, or how often a row is there.
            (("Fee 02.06.2026 7.50", "Page 139"), False),
            (("Fee 02.06.2026 146.49", "Balance after it 0.01"), True),
            (("Fee 02.06.2026 146.49", "Paid in 03.06.2026 0.25"), False),
            # The closing balance again, and the same fee once more as a total.
            (("Fee 02.06.2026 7.00", "Fees 7.00", "On 30.06.2026 146.50"), False),
        ],
    )
    def test_amounts_that_lead_from_an_end_to_another_balance_do_harm(
        self, rows: tuple[str, ...], harm: bool
    ) -> None:
        assert bool(covered(page(*rows))) == harm

    def test_an_end_may_follow_from_the_balance_beside_each_line(self) -> None:
        table = """
                     |dddddddddd  tttttttttttttttt  1111111  bbbbbbb
            opening  |            Opening balance             100.00
            line     |03.06.2026  Coffee              -3.50    96.50
            line     |15.06.2026  Wages               50.00   146.50
                     |Fee 15.06.2026 7.00
                     |Balance {}
            """
        assert covered(printed(table.format("139.50"))) == f"1 {LINES}"
        found = printed(table.format("139.51"))
        assert found.state("covered") == "unavailable"

    def test_a_row_that_a_person_excused_holds_no_balance(self) -> None:
        found = page("Fee 02.06.2026 7.00", "Balance after it 139.50")
        assert covered(found) != ""
        assert covered(found.citing(other=(Other(5, "person"),))) == ""

    def test_overdrawn_ends_are_left_the_other_way(self) -> None:
        rows = "Fee 02.06.2026 7.00", "Balance {}"
        overdrawn = page(*rows).reading("100.00", "-200.00").reading("146.50", "-153.50")
        assert covered(overdrawn.reading("{}", "160.50")) == f"1 {LINES}"
        assert covered(overdrawn.reading("{}", "146.50")) == ""
        assert covered(overdrawn.reading("{}", "193.00")) == f"1 {LINES}"

    def test_the_amount_of_a_line_is_no_balance(self) -> None:
        fee = "         |Fee 02.06.2026 96.50"
        assert covered(printed(HEAD.replace("Wages    ", "Wages 101") + fee)) == ""

    def test_an_end_of_a_cent_is_left_for_nothing_less(self) -> None:
        found = page("Fee 02.06.2026 7.00", "Balance 7.01").reading("100.00", "-46.49")
        assert covered(found.reading("146.50", "0.01")) == ""

    def test_an_end_at_zero_leads_nowhere(self) -> None:
        found = page("Fee 02.06.2026 7.00", "Fees 7.00").reading("100.00", "0.00")
        assert covered(found.reading("146.50", "46.50")) == ""

    def test_fourteen_amounts_can_be_looked_through_and_one_more_cannot(self) -> None:
        powers = [f"01.06.2026 {7**n}.00" for n in range(15)]
        assert covered(page(*powers[:14])) == ""
        assert covered(page(*powers)) == f"15 {LINES}"

    def test_no_more_choices_are_looked_through_than_nine_amounts_have(self) -> None:
        assert not _come_to([(2, 9_841)], {1})
        assert _come_to([(2, 9_842)], {1})


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
