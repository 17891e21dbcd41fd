"""Which words are one figure, and which sign, mark and currency beside them are its own."""

from __future__ import annotations

import pytest

from pipeline.proof.parse.figures import Figure, Style, figures, is_currency, style_votes
from pipeline.words import Word


def line(*parts: str | float) -> list[Word]:
    """Words of one line 10 points high, each character 4 wide, with these gaps between them."""
    found: list[Word] = []
    x = 0.0
    for part in parts:
        if isinstance(part, str):
            found.append(Word(part, x, 100.0, x + 4 * len(part), 110.0))
            x += 4 * len(part)
        else:
            x += part
    return found


def read(*parts: str | float, style: Style = Style.POINT, taken: tuple[int, ...] = ()) -> list[int]:
    return [figure.value for figure in figures(line(*parts), style, frozenset(taken))]


def only(*parts: str | float, style: Style = Style.POINT, taken: tuple[int, ...] = ()) -> Figure:
    (figure,) = figures(line(*parts), style, frozenset(taken))
    return figure


def signs_of(*parts: str | float, taken: tuple[int, ...] = ()) -> tuple[int, int, str | None]:
    """Sign, mark and currency of the only figure."""
    figure = only(*parts, taken=taken)
    return figure.sign, figure.mark, figure.currency


def span(*parts: str | float) -> tuple[int, int]:
    figure = only(*parts)
    return figure.first, figure.last


@pytest.mark.parametrize(
    ("text", "style", "value", "decimals"),
    [
        ("5.00", Style.POINT, 500, 2),
        ("0.75", Style.POINT, 75, 2),
        (".75", Style.POINT, 75, 2),
        ("0.00", Style.POINT, 0, 2),
        ("17", Style.POINT, 17, 0),
        ("007", Style.POINT, 7, 0),
        ("1,234", Style.POINT, 1234, 0),
        ("12,34,567.89", Style.POINT, 123456789, 2),
        ("1.234,56", Style.COMMA, 123456, 2),
        ("1'234,56", Style.COMMA, 123456, 2),
        ("0,05", Style.COMMA, 5, 2),
        ("1.234", Style.COMMA, 1234, 0),
        ("5.000", Style.MILLS, 5000, 3),
        ("1,234.567", Style.MILLS, 1234567, 3),
        ("1.234.567", Style.WHOLE, 1234567, 0),
        ("007", Style.WHOLE, 7, 0),
        ("5.00*", Style.POINT, 500, 2),
    ],
)
def test_value_and_decimals(text: str, style: Style, value: int, decimals: int) -> None:
    figure = only(text, style=style)
    assert (figure.value, figure.decimals, figure.weak) == (value, decimals, not decimals)


@pytest.mark.parametrize(
    ("text", "style"),
    [
        ("02.10", Style.POINT),
        ("00.50", Style.POINT),
        ("5.0", Style.POINT),
        ("5.000", Style.POINT),
        ("5,00", Style.POINT),
        ("5.00", Style.COMMA),
        ("02,10", Style.COMMA),
        ("5.00", Style.MILLS),
        ("5.00", Style.WHOLE),
        ("12,34", Style.WHOLE),
        ("A5.00", Style.POINT),
        ("5.00%", Style.POINT),
    ],
)
def test_what_is_no_figure_of_a_style(text: str, style: Style) -> None:
    assert read(text, style=style) == []


def test_a_figure_has_64_digits_at_the_most() -> None:
    assert read("1" * 62 + ".00") == [int("1" * 62 + "00")]
    assert read("1" * 63 + ".00") == []
    assert read("1" * 64, style=Style.WHOLE) == [int("1" * 64)]
    assert read("1" * 65, style=Style.WHOLE) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5.00", (0, 0, None)),
        ("-5.00", (-1, 0, None)),
        ("5.00-", (-1, 0, None)),
        ("+5.00", (1, 0, None)),
        ("5.00+", (1, 0, None)),
        ("$-5.00", (-1, 0, "$")),
        ("$+5.00", (1, 0, "$")),
        ("-$5.00", (-1, 0, "$")),
        ("(5.00)", (-1, 0, None)),
        ("$(5.00)", (-1, 0, "$")),
        ("(5.00€)", (-1, 0, "€")),
        ("(5.00)€", (-1, 0, "€")),
        ("5.00€", (0, 0, "€")),
        ("5.00CR", (0, 1, None)),
        ("5.00Dr.", (0, -1, None)),
        ("5.00(CR)", (0, 1, None)),
        ("5.00CR€", (0, 1, "€")),
        ("5.00D", (0, -1, None)),
    ],
)
def test_what_is_printed_in_the_word_itself(
    text: str, expected: tuple[int, int, str | None]
) -> None:
    assert signs_of(text) == expected


@pytest.mark.parametrize(
    ("text", "currency"),
    [("R", False), ("lei", True), ("din.", True),
     ("$", True), ("EUR", True), ("-$", True), ("€-", True), ("($", True),
     ("Shop", False), ("$5", False), ("", False)],
)  # fmt: skip
def test_a_word_that_is_a_currency_and_nothing_else(text: str, currency: bool) -> None:
    assert is_currency(text) is currency


@pytest.mark.parametrize(
    ("parts", "style", "values"),
    [
        (("10,0", 2.1, "8"), Style.COMMA, [1008]),
        (("10,0", 2.3, "8"), Style.COMMA, [8]),
        (("10.0", 0.5, "8"), Style.POINT, [1008]),
        (("Shop", 0.5, "8"), Style.POINT, [8]),
        (("10.0", 0.5, "x8"), Style.POINT, []),
        (("10.08", 0.5, "9"), Style.POINT, [1008, 9]),
        (("5", 4.9, ".00"), Style.POINT, [500]),
        (("5", 5.0, ".00"), Style.POINT, [5, 0]),
        (("5", 4.9, ".005"), Style.POINT, [5]),
        (("5)", 4.9, ".00"), Style.POINT, [5, 0]),
        (("1", 7.4, "234.56"), Style.POINT, [123456]),
        (("1", 7.5, "234.56"), Style.POINT, [1, 23456]),
        (("1", 4.0, "234", 4.0, "567.89"), Style.POINT, [123456789]),
        (("1", 4.0, "234", 8.0, "567.89"), Style.POINT, [1234, 56789]),
        (("1", 4.0, "234", 4.0, "567", 4.0, "890,12"), Style.COMMA, [123456789012]),
        (("1234", 4.0, "567.00"), Style.POINT, [1234, 56700]),
        (("1", 4.0, "2345.00"), Style.POINT, [1, 234500]),
        (("1", 4.0, "23.00"), Style.POINT, [1, 2300]),
        (("-1", 4.0, "234.00"), Style.POINT, [123400]),
        (("$1", 4.0, "234.00"), Style.POINT, [123400]),
        (("1", 4.0, "234.5"), Style.POINT, [1]),
        (("1", 4.0, "234"), Style.WHOLE, [1234]),
        (("1", 4.0, "234.567"), Style.MILLS, [1234567]),
        (("1", 0.5, "234", 4.0, "x"), Style.POINT, [1234]),
        (("5", 4.0, "234,567.00"), Style.POINT, [5, 23456700]),
        (("5", 4.0, "234.567,00"), Style.COMMA, [5, 23456700]),
    ],
)
def test_a_number_that_several_words_make(
    parts: tuple[str | float, ...], style: Style, values: list[int]
) -> None:
    assert read(*parts, style=style) == values


def test_a_number_ends_where_a_date_begins() -> None:
    assert read("1", 4.0, "234.56", taken=(1,)) == [1]
    assert read("1", 4.0, "234.56", taken=(0,)) == [23456]


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (("-", 11.9, "5.00"), (-1, 0, None)),
        (("-", 12.0, "5.00"), (0, 0, None)),
        (("+", 4.0, "5.00"), (1, 0, None)),
        (("$", 30.0, "5.00"), (0, 0, "$")),
        (("$", 30.1, "5.00"), (0, 0, None)),
        (("-", 4.0, "$", 4.0, "5.00"), (-1, 0, "$")),
        (("$", 4.0, "-", 4.0, "5.00"), (-1, 0, "$")),
        (("+", 4.0, "-", 4.0, "5.00"), (-1, 0, None)),
        (("$", 4.0, "€", 4.0, "5.00"), (0, 0, "€")),
        (("$", 4.0, "Shop", 4.0, "5.00"), (0, 0, None)),
        (("-$", 4.0, "5.00"), (-1, 0, "$")),
        (("+$", 4.0, "5.00"), (1, 0, "$")),
        (("($", 4.0, "5.00)"), (-1, 0, "$")),
        (("($)", 4.0, "5.00"), (0, 0, "$")),
        (("(5.00", 4.0, "$)"), (-1, 0, "$")),
        (("5.00", 4.0, "($)"), (0, 0, "$")),
        (("-$", 4.0, "+5.00"), (1, 0, "$")),
        (("$", 4.0, "5.00€"), (0, 0, "€")),
        (("-", 4.0, "-5.00"), (-1, 0, None)),
        (("-", 4.0, "Shop", 4.0, "$", 4.0, "5.00"), (0, 0, "$")),
    ],
)
def test_a_sign_and_a_currency_ahead(
    parts: tuple[str | float, ...], expected: tuple[int, int, str | None]
) -> None:
    assert signs_of(*parts) == expected


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (("5.00", 15.0, "CR"), (0, 1, None)),
        (("5.00", 15.1, "CR"), (0, 0, None)),
        (("5.00", 4.0, "(CR)"), (0, 1, None)),
        (("5.00", 4.0, "Dr."), (0, -1, None)),
        (("5.00", 4.0, "Af"), (0, -1, None)),
        (("5.00CR", 4.0, "DR"), (0, 1, None)),
        (("5.00", 4.9, "-"), (-1, 0, None)),
        (("5.00", 5.0, "-"), (0, 0, None)),
        (("5.00", 4.0, "-", 4.0, "Payments"), (0, 0, None)),
        (("5.00", 4.0, "-", 5.0, "Payments"), (0, 0, None)),
        (("5.00", 4.0, "-", 5.1, "Payments"), (-1, 0, None)),
        (("5.00", 4.0, "+"), (1, 0, None)),
        (("+5.00", 4.0, "-"), (1, 0, None)),
        (("5.00", 4.0, "€"), (0, 0, "€")),
        (("5.00", 4.0, "€-"), (-1, 0, "€")),
        (("5.00", 4.0, "-€"), (0, 0, "€")),
        (("+5.00", 4.0, "€-"), (1, 0, "€")),
        (("$5.00", 4.0, "€"), (0, 0, "$")),
        (("5.00", 4.0, "€", 4.0, "-", 4.0, "CR"), (-1, 1, "€")),
        (("5.00", 4.0, "€", 4.0, "Shop", 4.0, "CR"), (0, 0, "€")),
        (("5.00", 4.0, "-", 4.0, "€", 15.1, "CR"), (-1, 0, "€")),
    ],
)
def test_a_mark_a_sign_and_a_currency_behind(
    parts: tuple[str | float, ...], expected: tuple[int, int, str | None]
) -> None:
    assert signs_of(*parts) == expected


def test_no_more_than_two_words_ahead_and_three_behind() -> None:
    assert span("Shop", 4.0, "-", 4.0, "$", 4.0, "5.00") == (1, 3)
    assert span("Shop", 4.0, "5.00", 4.0, "€", 4.0, "-", 4.0, "CR", 4.0, "DR") == (1, 4)
    assert span("Shop", 4.0, "5.00") == (1, 1)


def test_what_is_a_date_is_neither_sign_nor_mark() -> None:
    assert signs_of("$", 4.0, "5.00", taken=(0,)) == (0, 0, None)
    assert signs_of("5.00", 4.0, "CR", taken=(1,)) == (0, 0, None)


def both(*parts: str | float) -> list[tuple[int, int, str | None]]:
    found = figures(line(*parts), Style.POINT, frozenset())
    return [(figure.value, figure.sign, figure.currency) for figure in found]


def test_a_sign_or_symbol_between_two_figures_is_the_nearer_ones() -> None:
    assert both("5.00", 4.0, "-", 5.0, "7.00") == [(500, 0, None), (700, -1, None)]
    assert both("5.00", 4.0, "-", 5.1, "7.00") == [(500, -1, None), (700, 0, None)]
    assert both("5.00", 8.0, "€", 4.0, "7.00") == [(500, 0, None), (700, 0, "€")]
    assert both("5.00", 4.0, "€", 8.0, "7.00") == [(500, 0, "€"), (700, 0, None)]
    assert both("5.00", 4.0, "€", 4.0, "-7.00") == [(500, 0, None), (700, -1, "€")]
    assert both("5.00", 4.0, "€", 4.0, "No7") == [(500, 0, "€")]


def test_a_word_between_two_figures_is_not_both_ones() -> None:
    assert both("5.00", 4.0, "€", 12.0, "7.00") == [(500, 0, "€"), (700, 0, None)]
    three = both("1.00", 40.0, "5.00", 4.0, "€", 12.0, "7.00")
    assert three[1:] == [(500, 0, "€"), (700, 0, None)]


def test_a_share_of_a_hundred_is_no_figure() -> None:
    assert read("5.00", 4.0, "%") == []
    assert read("5.00", 4.0, "%pa") == []
    assert read("5.00", 4.0, "p%") == [500]


def test_the_edges_of_a_figure() -> None:
    figure = only("Shop", 4.0, "$", 4.0, "5.00", 4.0, "CR")
    assert (figure.x0, figure.x1, figure.end) == (28.0, 44.0, 56.0)
    wide = only("1", 4.0, "234.56")
    assert (wide.x0, wide.x1, wide.end) == (0.0, 32.0, 32.0)


def test_votes_for_point_and_comma() -> None:
    def votes(*texts: str) -> list[int]:
        found = style_votes(texts)
        return [found[style] for style in (Style.POINT, Style.COMMA, Style.WHOLE)]

    assert votes("5.00", "1,234.56") == [8, 0, 0]
    assert votes("5,00") == [0, 4, 0]
    assert votes("Shop", "5.00") == [4, 0, 0]
    assert votes("12.03") == [1, 0, 0]
    assert votes("kr.11,04", "руб.1.234,56") == [0, 8, 0]
    assert votes("1,234", "1.234") == [0, 0, 2]
    assert votes("Shop", "5.00%", "12.03.", "12.03.25", "17") == [0, 0, 0]


def test_a_figure_begins_with_a_word_that_has_a_digit() -> None:
    assert only(".", 0.5, "50").decimals == 0
    assert only("5.00", 4.0, "Shop", 4.0, ".").last == 0


def test_nothing_beyond_a_date_is_a_figures_own() -> None:
    assert signs_of("$", 1.0, "1/3", 1.0, "5.00", taken=(1,)) == (0, 0, None)
    assert signs_of("5.00", 1.0, "1/3", 1.0, "$", taken=(1,)) == (0, 0, None)


def test_no_other_word_is_a_sign() -> None:
    assert signs_of("?", 4.0, "5.00") == (0, 0, None)
    assert signs_of("5.00", 4.0, "?") == (0, 0, None)


def test_another_word_ends_what_is_a_figures_own() -> None:
    assert signs_of("5.00", 1.0, "x", 1.0, "CR") == (0, 0, None)
    assert signs_of("$", 1.0, "x", 1.0, "5.00") == (0, 0, None)


@pytest.mark.parametrize(
    ("parts", "values"),
    [
        (("1", 4.0, "234.5", 4.0, "x"), [1]),
        (("Shop", 4.0, "1", 4.0, "234.5"), [1]),
        (("5", 0.5, "6"), [5, 6]),
        (("5.00", 4.0, "%", 4.0, "Shop"), []),
        (("Shop", 4.0, "5.00", 4.0, "%"), []),
        (("%", 4.0, "5.00", 4.0, "Shop"), [500]),
    ],
)
def test_a_number_of_fewer_words_among_others(
    parts: tuple[str | float, ...], values: list[int]
) -> None:
    assert read(*parts) == values


@pytest.mark.parametrize(
    ("text", "style", "value", "decimals"),
    [
        ("12.5", Style.SHORT_POINT, 125, 1),
        ("12.57", Style.SHORT_POINT, 1257, 2),
        ("1,200.5", Style.SHORT_POINT, 12005, 1),
        ("1,200", Style.SHORT_POINT, 1200, 0),
        ("100", Style.SHORT_POINT, 100, 0),
        ("0", Style.SHORT_POINT, 0, 0),
        ("0.5", Style.SHORT_POINT, 5, 1),
        ("12,5", Style.SHORT_COMMA, 125, 1),
        ("1.200,5", Style.SHORT_COMMA, 12005, 1),
        ("1.200", Style.SHORT_COMMA, 1200, 0),
    ],
)
def test_noughts_at_the_end_may_be_left_out(
    text: str, style: Style, value: int, decimals: int
) -> None:
    figure = only(text, style=style)
    assert (figure.value, figure.decimals, figure.weak) == (value, decimals, False)


@pytest.mark.parametrize(
    ("text", "style"),
    [
        ("12.5", Style.POINT),
        ("12.5", Style.COMMA),
        ("12.5", Style.SHORT_COMMA),
        ("12,5", Style.SHORT_POINT),
        ("1.200", Style.SHORT_POINT),
        ("1,200", Style.SHORT_COMMA),
        ("12.575", Style.SHORT_POINT),
        ("3.5%", Style.SHORT_POINT),
        ("007", Style.SHORT_POINT),
        ("00", Style.SHORT_COMMA),
        ("02.5", Style.SHORT_POINT),
        (".5", Style.SHORT_POINT),
        (",50", Style.SHORT_COMMA),
    ],
)
def test_nor_does_it_make_every_number_a_figure(text: str, style: Style) -> None:
    assert read(text, style=style) == []


def test_where_it_may_end_anywhere_no_digit_follows_near_by() -> None:
    short = Style.SHORT_POINT
    assert read("12.5", 1.0, "7", style=short) == []
    assert read("12.5", 7.4, "7", style=short) == []
    assert read("12.5", 7.5, "7", style=short) == [125, 7]
    assert read("12.5", 4.0, "x7", style=short) == [125]
    assert read("x", 4.0, "7", style=short) == [7]
    assert read("1", 3.0, "1", 3.0, ".", 3.0, "4", 3.0, "8", style=short) == []
    assert read("1", 4.0, "200.5", style=short) == [12005]
    assert read("12", 2.0, ".5", style=short) == []
    assert read("3.5", 4.0, "%", style=short) == []
