"""One printed figure under a convention: read as a whole, or refused."""

import pytest

from pipeline.proof.printed import Figure, every_month, fold, read_figure
from pipeline.proof.witness import Style

POINT = Style(decimal=".", group=",", digits=2, short=False, marks=())
COMMA = POINT._replace(decimal=",", group=".")
MARKS = POINT._replace(marks=(("CR", 1), ("DR", -1)))


def size(text: str, style: Style = POINT) -> int | None:
    """The figure's size in units of 10^-digits, None where it is refused."""
    found = read_figure(text, style)
    return found.size if found else None


class TestFold:
    @pytest.mark.parametrize(
        ("text", "folded"),
        [
            ("Opening Balance:", "openingbalance"),
            ("Relevé n° 3", "releven"),
            ("SALDO-ANTERIOR", "saldoanterior"),
            ("Čtvrtek", "ctvrtek"),
            ("ﬁn", "fin"),
            ("12.50", ""),
            ("जून", "जून"),
            ("สิงหาคม", "สิงหาคม"),
        ],
    )
    def test_letters_alone_are_left_in_lower_case_without_accents(
        self, text: str, folded: str
    ) -> None:
        assert fold(text) == fold(folded) == folded

    def test_vowel_marks_of_india_tell_words_from_each_other(self) -> None:
        assert fold("कि") != fold("की")

    def test_a_mark_below_the_scripts_of_india_is_an_accent(self) -> None:
        assert fold("\u0430\u0301") == "\u0430"
        assert fold("\u0628\u064e") == "\u0628"
        assert fold("\u0628\u08ff") == "\u0628"

    def test_the_first_mark_of_india_is_kept_and_no_sign_is(self) -> None:
        assert fold("\u0905\u0900") == "\u0905\u0900"
        assert fold("\u0905\u0964") == "\u0905"


class TestNumbers:
    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("3.50", 350),
            ("0.50", 50),
            ("12", None),
            ("12.5", None),
            ("12.505", None),
            ("1,234.50", 123450),
            ("1,234,567.00", 123456700),
            ("1234.50", 123450),
            ("12,34,567.00", 123456700),
            ("1,23,456.00", 12345600),
            ("12,34.00", None),
            ("1,23,45.00", None),
            ("1,2345.00", None),
            ("1234,567.00", None),
            (",123.00", None),
            ("1,,234.00", None),
            ("1.234,00", None),
            ("1,234", None),
            (".50", 50),
            (".5", None),
            ("1.", None),
            ("00.50", None),
            ("01.50", None),
            ("0.00", 0),
            ("abc", None),
            ("", None),
            ("12 34.00", None),
            ("1.50.00", None),
            ("١٢.٥٠", None),
        ],
    )
    def test_a_number_is_digits_in_groups_and_all_its_decimals(
        self, text: str, found: int | None
    ) -> None:
        assert size(text) == found

    @pytest.mark.parametrize(
        ("group", "text"),
        [("'", "1'234.50"), ("'", "1’234.50"), (" ", "1 234.50"), (" ", "1\u202f234.50")],
    )
    def test_each_group_mark_is_read(self, group: str, text: str) -> None:
        style = POINT._replace(group=group)
        assert size(text, style) == 123450
        assert size("1,234.50", style) is None

    def test_without_a_group_mark_digits_stand_together(self) -> None:
        style = POINT._replace(group="")
        assert size("1234.50", style) == 123450
        assert size("1,234.50", style) is None

    def test_the_decimal_comma(self) -> None:
        assert size("1.234,50", COMMA) == 123450
        assert size(",50", COMMA) == 50

    def test_decimals_left_out_are_read_only_where_the_convention_says_so(self) -> None:
        short = POINT._replace(short=True)
        assert [size(text, short) for text in ("12", "12.5", "12.50", "1,234")] == [
            1200, 1250, 1250, 123400,
        ]  # fmt: skip
        assert size(".5", short) is None
        assert size(".50", short) == 50

    def test_other_numbers_of_decimals(self) -> None:
        assert size("1,234", POINT._replace(digits=0)) == 1234
        assert size("1.234", POINT._replace(digits=3)) == 1234
        assert size("1.5", POINT._replace(digits=1)) == 15
        assert size("5.0", POINT._replace(digits=0)) is None
        assert size("0.1234", POINT._replace(digits=4)) == 1234

    def test_without_a_decimal_mark_no_figure_has_decimals(self) -> None:
        none = POINT._replace(decimal="")
        assert size("12", none) is None
        assert size("12", none._replace(digits=0)) == 12
        assert size("12", none._replace(short=True)) == 1200
        assert size("1,23456", none) is None

    def test_a_point_behind_whole_digits_is_no_part_of_them(self) -> None:
        whole = POINT._replace(digits=0)
        assert read_figure("5.", whole) is None
        assert read_figure("5-", whole) == Figure(5, -1, 0, None)

    def test_eighteen_digits_are_a_figure_and_one_more_is_a_reference(self) -> None:
        assert size("1234567890123456.78") == 123456789012345678
        assert size("12345678901234567.89") is None
        assert size("1234567890123456", POINT._replace(short=True)) == 123456789012345600
        assert size("12345678901234567", POINT._replace(short=True)) is None

    def test_a_nought_before_the_point_alone_is_no_leading_nought(self) -> None:
        assert size("0", POINT._replace(digits=0)) == 0
        assert size("07", POINT._replace(digits=0)) is None


class TestAroundTheNumber:
    @pytest.mark.parametrize(
        ("text", "sign"),
        [
            ("-3.50", -1),
            ("3.50-", -1),
            ("+3.50", 1),
            ("3.50+", 1),
            ("(3.50)", -1),
            ("( 3.50 )", -1),
            ("- 3.50", -1),
            ("*3.50*", 1),
            ("#-3.50", -1),
            ("3.50", 1),
        ],
    )
    def test_a_minus_or_brackets_are_its_sign(self, text: str, sign: int) -> None:
        assert read_figure(text, POINT) == Figure(350, sign, 0, None)

    @pytest.mark.parametrize(
        "text",
        ["--3.50", "-3.50-", "+3.50-", "(3.50", "3.50)", ")3.50(", "((3.50))", "-(3.50)",
         "(3.50)-", "+(3.50)", "~3.50", "3.50%", "x3.50", "3.50/", "3.50 CR"],
    )  # fmt: skip
    def test_anything_that_contradicts_itself_or_is_not_known_is_refused(self, text: str) -> None:
        assert read_figure(text, POINT) is None

    @pytest.mark.parametrize(
        ("text", "sign", "currency"),
        [
            ("€3.50", 1, "€"),
            ("3.50 EUR", 1, "EUR"),
            ("-R$3.50", -1, "R$"),
            ("R$-3.50", -1, "R$"),
            ("US$ 3.50-", -1, "US$"),
            ("kr.3.50", 1, "kr."),
            ("Rs.3.50", 1, "Rs."),
        ],
    )
    def test_one_currency_stands_beside_it_the_longest_first(
        self, text: str, sign: int, currency: str
    ) -> None:
        assert read_figure(text, POINT) == Figure(350, sign, 0, currency)

    @pytest.mark.parametrize("text", ["€3.50 EUR", "$$3.50", "€ 3.50 €", "EURO 3.50"])
    def test_two_currencies_are_refused(self, text: str) -> None:
        assert read_figure(text, POINT) is None

    @pytest.mark.parametrize(
        ("text", "sign", "mark"),
        [
            ("3.50 CR", 1, 1),
            ("3.50DR", 1, -1),
            ("(CR) 3.50", 1, 1),
            ("3.50 (DR)", 1, -1),
            ("-3.50 DR", -1, -1),
            ("(3.50) DR", -1, -1),
            ("+3.50 CR", 1, 1),
            ("3.50", 1, 0),
        ],
    )
    def test_a_mark_of_the_convention_says_which_way_it_goes(
        self, text: str, sign: int, mark: int
    ) -> None:
        assert read_figure(text, MARKS) == Figure(350, sign, mark, None)

    @pytest.mark.parametrize(
        "text",
        ["-3.50 CR", "(3.50) CR", "+3.50 DR", "3.50 CR DR", "CR 3.50 CR", "3.50 cr", "3.50 (CR"],
    )
    def test_a_mark_and_a_sign_that_disagree_are_refused(self, text: str) -> None:
        assert read_figure(text, MARKS) is None

    def test_a_mark_is_longer_than_a_currency_that_it_begins_with(self) -> None:
        style = POINT._replace(marks=(("Rx", -1),))
        assert read_figure("3.50 Rx", style) == Figure(350, 1, -1, None)

    def test_a_mark_that_is_a_sign_is_a_mark(self) -> None:
        style = POINT._replace(marks=(("-", 1), ("+", -1)))
        assert read_figure("3.50-", style) == Figure(350, 1, 1, None)
        assert read_figure("3.50+", style) == Figure(350, 1, -1, None)

    def test_a_currency_that_ends_in_the_point_keeps_it_from_the_number(self) -> None:
        assert read_figure("Rs.50", POINT._replace(digits=0)) == Figure(50, 1, 0, "Rs.")
        assert read_figure("Rs.50", POINT) == Figure(50, 1, 0, "Rs")


class TestMonths:
    def test_a_name_of_two_letters_is_no_month_of_just_any_language(self) -> None:
        assert {"january", "mai", "июня"} <= every_month()
        assert not [name for name in every_month() if len(name) < 3 and name.isascii()]
        assert "मई" in every_month()
