"""One printed day under a convention: read as a whole, or refused."""

from datetime import date

import pytest

from pipeline.proof.printed import PrintedDay, between, month_names, read_day, read_year
from pipeline.proof.witness import DayStyle

DMY = DayStyle("dmy", "", "common")
MDY = DayStyle("mdy", "", "common")
YMD = DayStyle("ymd", "", "common")


def english(order: str = "dmy") -> DayStyle:
    """Days with English months."""
    return DayStyle(order, "en", "common")


def of(style: DayStyle, text: str) -> tuple[int | None, int, int] | None:
    """The day that a text is, as year, month and day."""
    found = read_day(text, style)
    return (found.year, found.month, found.day) if found else None


class TestInNumbers:
    @pytest.mark.parametrize("text", ["03.06.2026", "3.6.2026", "3/6/26", "03-06-2026", "03 06 26"])
    def test_three_numbers_are_day_month_and_year(self, text: str) -> None:
        assert of(DMY, text) == (2026, 6, 3)

    def test_the_order_of_the_convention_counts(self) -> None:
        assert of(MDY, "03/06/2026") == (2026, 3, 6)
        assert of(YMD, "2026-03-06") == (2026, 3, 6)
        assert of(YMD, "26.03.06") == (2026, 3, 6)

    @pytest.mark.parametrize("style", [DMY, MDY, YMD])
    def test_four_digits_that_lead_are_the_year_under_any_order(self, style: DayStyle) -> None:
        assert of(style, "2026/03/06") == (2026, 3, 6)
        assert of(style, "2026-13-06") is None
        assert of(style, "2026-03") is None

    def test_two_numbers_are_a_day_without_a_year(self) -> None:
        assert of(DMY, "03.06.") == (None, 6, 3)
        assert of(MDY, "03/06") == (None, 3, 6)
        assert of(YMD, "03-06") == (None, 3, 6)

    @pytest.mark.parametrize(
        ("style", "text", "found"),
        [
            (DMY, "0306", (None, 6, 3)),
            (DMY, "030626", (2026, 6, 3)),
            (DMY, "03062026", (2026, 6, 3)),
            (MDY, "030626", (2026, 3, 6)),
            (YMD, "0306", (None, 3, 6)),
            (YMD, "260306", (2026, 3, 6)),
            (YMD, "20260306", (2026, 3, 6)),
        ],
    )
    def test_one_number_is_cut_in_twos(
        self, style: DayStyle, text: str, found: tuple[int | None, int, int]
    ) -> None:
        assert of(style, text) == found

    @pytest.mark.parametrize("text", ["03", "030", "03062", "0306202", "030620261", ""])
    def test_one_number_of_another_length_is_no_day(self, text: str) -> None:
        assert of(DMY, text) is None

    @pytest.mark.parametrize(
        "text",
        ["31.06.2026", "29.02.2026", "00.06.2026", "03.13.2026", "03.00.2026", "32.01.2026",
         "003.06.2026", "03.006.2026", "03.06.202", "03.06.2", "03.06.20261", "03.06.2026.1",
         "03+06+2026", "03.06.2026 x", "x3.06.2026", "31.02."],
    )  # fmt: skip
    def test_what_is_no_day_of_the_calendar_is_refused(self, text: str) -> None:
        assert of(DMY, text) is None

    def test_the_leap_day_exists_in_leap_years_and_without_a_year(self) -> None:
        assert of(DMY, "29.02.2024") == (2024, 2, 29)
        assert of(DMY, "29.02.") == (None, 2, 29)

    @pytest.mark.parametrize(
        ("text", "year"),
        [("01.01.69", 2069), ("01.01.70", 1970), ("01.01.00", 2000), ("01.01.99", 1999),
         ("01.01.1970", 1970), ("01.01.2100", 2100)],
    )  # fmt: skip
    def test_years(self, text: str, year: int) -> None:
        assert of(DMY, text) == (year, 1, 1)

    @pytest.mark.parametrize(
        "text", ["01.01.1969", "01.01.2101", "01.01.0026", "01.01.026", "01.01.02026"]
    )
    def test_years_that_no_statement_has(self, text: str) -> None:
        assert of(DMY, text) is None

    @pytest.mark.parametrize(
        "text",
        ["03.06.2026 10:30", "03.06.2026T10:30:00", "03.06.2026 9:05:59", "03.06.2026:",
         "03.06.2026;", "(03.06.2026)", "*03.06.2026", "#03.06.2026", "03.06.2026,", "'03.06.2026'",
         "03.06.’26", "03 .06. 2026", "03.06.2026 10:30:"],
    )  # fmt: skip
    def test_a_time_of_day_and_what_stands_around_it_are_left_aside(self, text: str) -> None:
        assert of(DMY, text) == (2026, 6, 3)

    @pytest.mark.parametrize("text", ["10:30 03.06.2026", "03.06.2026 103:30", "03.06.2026 10:3"])
    def test_a_time_elsewhere_or_of_another_form_is_not(self, text: str) -> None:
        assert of(DMY, text) is None


class TestWithMonths:
    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("3 June 2026", (2026, 6, 3)),
            ("June 3, 2026", (2026, 6, 3)),
            ("03JUN26", (2026, 6, 3)),
            ("3. Jun.", (None, 6, 3)),
            ("Jun 3", (None, 6, 3)),
            ("3rd of June 2026", (2026, 6, 3)),
            ("Sept. 3", (None, 9, 3)),
        ],
    )
    def test_a_month_is_named(self, text: str, found: tuple[int | None, int, int]) -> None:
        assert of(english(), text) == found
        assert of(english("mdy"), text) == found

    def test_under_year_first_the_year_is_first(self) -> None:
        assert of(english("ymd"), "26 June 3") == (2026, 6, 3)
        assert of(english("dmy"), "26 June 3") is None
        assert of(english("ymd"), "2026 June 3") == (2026, 6, 3)

    @pytest.mark.parametrize(
        "text",
        ["June", "3 June July", "June June 3", "3 Foo 2026", "3 Mai 2026", "1 3 June 2026",
         "2026 June 3", "31 June", "003 June 2026", "3 June 026", "0 June", "3 June 1969"],
    )  # fmt: skip
    def test_what_is_no_day_is_refused(self, text: str) -> None:
        assert of(english(), text) is None

    def test_months_are_read_in_the_language_of_the_convention_alone(self) -> None:
        assert of(DMY._replace(months="de"), "3. Mai 2026") == (2026, 5, 3)
        assert of(DMY, "3 June 2026") is None
        assert of(DMY._replace(months="en"), "03.06.2026") == (2026, 6, 3)
        assert month_names("") == {}
        assert month_names("en")["sept"] == 9

    def test_accents_and_joins_of_a_language(self) -> None:
        assert of(DMY._replace(months="es"), "3 de junio de 2026") == (2026, 6, 3)
        assert of(DMY._replace(months="fr"), "1er août 2026") == (2026, 8, 1)
        assert of(DMY._replace(months="fr"), "3 de août 2026") is None
        assert between(english()) == {"of", "st", "nd", "rd", "th", "the"}

    def test_hebrew_and_arabic_may_be_stored_backwards(self) -> None:
        arabic, hebrew = DMY._replace(months="ar"), DMY._replace(months="he")
        assert of(arabic, "3 يونيو 2026") == (2026, 6, 3)
        assert of(arabic, "3 وينوي 2026") == (2026, 6, 3)
        assert of(hebrew, "3 ביוני 2026") == of(hebrew, "3 ינויב 2026")
        assert of(hebrew, "3 ב יוני 2026") == (2026, 6, 3)
        assert of(english(), "3 enuJ 2026") is None
        assert of(arabic, "3 اسم 2026") is None

    def test_vowels_of_india_are_letters(self) -> None:
        hindi = DMY._replace(months="hi")
        assert of(hindi, "3 जून 2026") == (2026, 6, 3)
        assert of(DMY._replace(months="bn"), "3 সেপ্টেম্বর 2026") == (2026, 9, 3)


class TestCalendars:
    @pytest.mark.parametrize(
        ("calendar", "order", "text", "found"),
        [
            ("buddhist", "dmy", "03/06/2569", (2026, 6, 3)),
            ("buddhist", "dmy", "03/06/69", (2026, 6, 3)),
            ("minguo", "ymd", "115/06/03", (2026, 6, 3)),
            ("minguo", "ymd", "民國115年6月3日", (2026, 6, 3)),
            ("minguo", "ymd", "2026/06/03", (2026, 6, 3)),
            ("reiwa", "ymd", "令和8年6月3日", (2026, 6, 3)),
            ("reiwa", "ymd", "R8.6.3", (2026, 6, 3)),
            ("heisei", "ymd", "平成30年6月3日", (2018, 6, 3)),
        ],
    )
    def test_years_of_other_eras(
        self, calendar: str, order: str, text: str, found: tuple[int, int, int]
    ) -> None:
        assert of(DayStyle(order, "", calendar), text) == found

    def test_an_era_that_would_come_to_another_century_is_refused(self) -> None:
        assert of(DayStyle("dmy", "", "buddhist"), "03/06/2512") is None
        assert of(DayStyle("dmy", "", "buddhist"), "03/06/2513") == (1970, 6, 3)
        assert of(DayStyle("dmy", "", "buddhist"), "03/06/569") is None

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("01/01/1403", (2024, 3, 20)),
            ("31/06/1403", (2024, 9, 21)),
            ("01/07/1403", (2024, 9, 22)),
            ("30/12/1403", (2025, 3, 20)),
            ("29/12/1404", (2026, 3, 20)),
            ("30/09/1404", (2025, 12, 21)),
            ("13/03/1405", (2026, 6, 3)),
            ("01/01/1370", (1991, 3, 21)),
            ("30/12/1428", (2050, 3, 20)),
        ],
    )
    def test_days_of_iran(self, text: str, found: tuple[int, int, int]) -> None:
        assert of(DayStyle("dmy", "", "solar"), text) == found

    def test_the_last_year_of_irans_calendar(self) -> None:
        assert of(DayStyle("dmy", "", "solar"), "01/01/1429") == (2050, 3, 21)

    @pytest.mark.parametrize(
        "text",
        ["30/12/1404", "31/07/1403", "32/01/1403", "00/01/1403", "01/13/1403", "01/00/1403",
         "01/01/1369", "01/01", "13/03/2026", "01/01/1430"],
    )  # fmt: skip
    def test_days_that_irans_calendar_does_not_have(self, text: str) -> None:
        assert of(DayStyle("dmy", "", "solar"), text) is None


class TestInAYear:
    def test_a_day_keeps_its_own_year(self) -> None:
        assert PrintedDay(3, 6, 2024).in_year(2026) == date(2024, 6, 3)

    def test_a_day_without_a_year_is_put_in_one_in_which_it_exists(self) -> None:
        assert PrintedDay(3, 6, None).in_year(2026) == date(2026, 6, 3)
        assert PrintedDay(29, 2, None).in_year(2026) is None


class TestYears:
    @pytest.mark.parametrize(
        ("text", "year"),
        [("2026", 2026), ("(2026)", 2026), ("Year: 2026", 2026), ("1970", 1970), ("1969", None),
         ("26", None), ("026", None), ("20266", None), ("2026 7", None), ("none", None)],
    )  # fmt: skip
    def test_a_year_alone_has_four_digits(self, text: str, year: int | None) -> None:
        assert read_year(text, DMY) == year

    def test_a_year_of_an_era_has_as_many_as_it_has(self) -> None:
        assert read_year("令和8年", DayStyle("ymd", "", "reiwa")) == 2026
        assert read_year("2569", DayStyle("dmy", "", "buddhist")) == 2026
        assert read_year("69", DayStyle("dmy", "", "buddhist")) == 2026
        assert read_year("民國115年", DayStyle("ymd", "", "minguo")) == 2026
