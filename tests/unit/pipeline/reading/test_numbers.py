"""A run of words as money, whatever country printed it."""

import pytest

from pipeline.reading.lexing.figures import LexedFigure, NumberStyle, figures
from tests.support.typewritten import words


def found(text: str, style: NumberStyle = NumberStyle.POINT) -> list[LexedFigure]:
    return figures(words(text), style, frozenset())


def only(text: str, style: NumberStyle = NumberStyle.POINT) -> LexedFigure:
    (figure,) = found(text, style)
    return figure


@pytest.mark.parametrize(
    ("text", "style", "value"),
    [
        ("1,234.56", NumberStyle.POINT, 123456),
        ("12,34,567.89", NumberStyle.POINT, 123456789),  # lakh
        ("1'234.56", NumberStyle.POINT, 123456),
        (".75", NumberStyle.POINT, 75),
        ("1.234,56", NumberStyle.COMMA, 123456),
        ("1\u00a0234,56", NumberStyle.COMMA, 123456),
        ("1 234,56", NumberStyle.COMMA, 123456),
        ("1,234", NumberStyle.WHOLE, 1234),
    ],
)
def test_groups_and_decimals_of_every_country(text: str, style: NumberStyle, value: int) -> None:
    assert only(text, style).value == value


def test_groups_that_are_words_of_their_own_are_of_one_number_if_they_touch() -> None:
    row = words("12,030.50")[0]
    parts = [
        row._replace(text=text, x0=4.0 * start, x1=4.0 * (start + len(text)))
        for text, start in (("12", 0), (",030", 2), (".50", 6))
    ]
    (figure,) = figures(parts, NumberStyle.POINT, frozenset())
    assert (figure.value, figure.last) == (1203050, 2)
    apart = [parts[0], *(part._replace(x0=part.x0 + 9, x1=part.x1 + 9) for part in parts[1:])]
    assert figures(apart, NumberStyle.POINT, frozenset())[0].value != 1203050


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("-5.00", -1),
        ("5.00-", -1),
        ("5.00 -", -1),
        ("- 5.00", -1),
        ("(5.00)", -1),
        ("-$5.00", -1),
        ("$-5.00", -1),
        ("+5.00", 1),
        ("5.00+", 1),
        ("5.00", 0),
    ],
)
def test_a_sign_before_behind_or_in_brackets(text: str, sign: int) -> None:
    assert only(text).sign == sign


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("5.00 CR", 1),
        ("5.00CR", 1),
        ("5.00 Dr", -1),
        ("5.00 D", -1),
        ("5.00 S", -1),
        ("5.00 H", 1),
        ("5.00 (Cr)", 1),
        ("5.00", 0),
    ],
)
def test_a_suffix_says_the_side(text: str, mark: int) -> None:
    assert only(text).mark == mark


@pytest.mark.parametrize("text", ["€5.00", "€ 5.00", "5.00 €", "5.00€", "EUR 5.00", "5.00 EUR"])
def test_a_currency_may_stand_on_either_side(text: str) -> None:
    figure = only(text)
    assert figure.value == 500
    assert figure.currency in ("€", "EUR")


def test_a_letter_close_before_a_figure_is_its_currency() -> None:
    assert only("R 5.00").currency == "R"
    assert only("R   5.00").currency is None
    assert only("Q 5.00").currency is None


def test_two_figures_do_not_share_a_symbol() -> None:
    assert [figure.currency for figure in found("5.00      $ 7.00")] == [None, "$"]


def test_figures_that_kerning_split_are_one() -> None:
    first, second = words("10,0 8")
    close = second._replace(x0=first.x1 + 0.5, x1=first.x1 + 5.5)
    (figure,) = figures([first, close], NumberStyle.COMMA, frozenset())
    assert figure.value == 1008


def test_figures_of_two_columns_are_two() -> None:
    assert [figure.value for figure in found("12.00      340.00")] == [1200, 34000]


def test_a_date_is_left_alone_where_it_was_taken_for_one() -> None:
    assert figures(words("12.03 5.00"), NumberStyle.POINT, frozenset({0}))[0].value == 500


@pytest.mark.parametrize("text", ["007.50", "19.9%", "1.25 %", "A4.50", "4.5.6"])
def test_codes_rates_and_versions_are_no_money(text: str) -> None:
    assert found(text) == []


def test_a_figure_knows_which_words_and_how_much_room_it_takes() -> None:
    figure = only("Paid 5.00 CR")
    assert (figure.first, figure.last) == (1, 2)
    assert figure.x1 < figure.end
