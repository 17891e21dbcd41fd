"""What on a row is a figure, looks like money, or is a day, whoever cites it or not."""

from typing import Any

import pytest

from pipeline.proof import pattern
from pipeline.proof.covered import days_on, figures_on
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
