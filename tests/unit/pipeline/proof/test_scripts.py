"""Words, figures and months in the scripts of the world, as the kernel takes them."""

from __future__ import annotations

import pytest

from pipeline.proof.parse.dates import parse
from pipeline.proof.parse.figures import Style, figures
from pipeline.proof.sheet import all_rows
from pipeline.proof.tables.phrases import squeeze
from pipeline.proof.tokens import tokens
from pipeline.words import Word
from tests.support.typewritten import page, words


def cut(text: str) -> list[str]:
    return [token.text for token in tokens(words(text))]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("١٬٢٣٤٫٥٠", "1,234.50"),
        ("۱٬۲۳۴", "1,234"),
        ("१,२३,४५६.००", "1,23,456.00"),
        ("৯৯.৫০", "99.50"),
        ("๑๒๓.๐๐", "123.00"),
        ("１，２３４", "1,234"),
        ("\u200e-1,234.00\u200f", "-1,234.00"),
        ("۱۰،۵۰", "10,50"),
    ],
)
def test_digits_and_marks_of_every_script_are_plain_ones(text: str, plain: str) -> None:
    assert cut(text) == [plain]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("期初余额：1,234.00", ["期初余额:", "1,234.00"]),
        ("查询期间：2025年3月1日至2025年3月31日", ["查询期间:", "2025年3月1日", "至2025年3月31日"]),
        ("기간:2025.03.01", ["기간:", "2025.03.01"]),
        ("חשבון:123", ["חשבון:", "123"]),
        ("余额：", ["余额:"]),
        ("Saldo:12", ["Saldo:12"]),
        ("12:30", ["12:30"]),
    ],
)
def test_a_label_is_cut_from_the_value_behind_its_colon(text: str, parts: list[str]) -> None:
    assert cut(text) == parts


def test_the_parts_share_the_box_by_their_characters() -> None:
    label, value = tokens([Word("余额：1234", 0.0, 0.0, 70.0, 10.0)])
    assert (label.x0, label.x1, value.x0, value.x1) == (0.0, 30.0, 30.0, 70.0)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("الرصيد", "ﺍﻟﺮﺻﻴﺪ", True),
        ("ريال", "ریال", True),
        ("كشف", "کشف", True),
        ("القيمة", "القيمه", True),
        ("الرصـــيد", "الرصيد", True),
        ("إيداع", "ايداع", True),
        ("जमा", "जमी", False),
        ("มี.ค.", "ม.ค.", False),
        ("Crédit", "credit", True),
        ("ガス", "カス", True),
    ],
)
def test_letters_are_the_same_however_they_are_spelt(one: str, other: str, same: bool) -> None:
    assert (squeeze(one) == squeeze(other)) is same


@pytest.mark.parametrize(
    ("text", "month"),
    [
        ("5มี.ค.2568", 3), ("5ม.ค.68", 1), ("5มีนาคมพ.ศ.2568", 3), ("5मार्च2025", 3),
        ("5মার্চ2025", 3), ("5במרץ2025", 3), ("5آذار2025", 3), ("5كانونالثاني2025", 1),
        ("2025년3월5일", 3), ("2025.március5.", 3), ("5.studenog2025.", 11), ("2025年3月5日", 3),
    ],
)  # fmt: skip
def test_months_are_read_in_their_script(text: str, month: int) -> None:
    assert parse(text) == (5, month, 2025, True)


@pytest.mark.parametrize(
    ("text", "mark"),
    [("1,234.00 זכות", 1), ("1,234.00 חובה", -1), ("1,234.00 دائن", 1), ("1,234.00 Χ", -1),
     ("1,234.00 Acme", 0), ("1,234.00 جديد", 0)],
)  # fmt: skip
def test_words_of_other_scripts_mark_a_figure(text: str, mark: int) -> None:
    (figure,) = figures(words(text), Style.POINT, frozenset())
    assert figure.mark == mark


def test_two_digits_of_a_buddhist_year_are_those_of_the_period() -> None:
    (row,) = all_rows([page("ระหว่างวันที่ 1 มี.ค. 68 ถึง 31 มี.ค. 68")])
    assert [day.year for day in row.dates] == [2025, 2025]


@pytest.mark.parametrize(
    ("text", "year"),
    [("05/03/44", 2044), ("05/03/45", 2002), ("05/03/59", 2016), ("05/03/68", 2025)],
)
def test_two_digits_that_no_year_of_ours_has_yet_are_the_buddhas(text: str, year: int) -> None:
    assert parse(text) == (5, 3, year, False)


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("05/03/99", None),
        ("05/03/46", None),
        ("05/03/68 ธนาคาร", 2025),
        ("05/03/68 05/03/2568", 2025),
        ("R6.1.5", None),
        ("R6.1.5 残高", 2024),
        ("113/01/05", None),
        ("113/01/05 餘額", 2024),
        ("2081/12/05", None),
        ("05/03/2025", 2025),
    ],
)
def test_years_are_counted_as_those_do_whose_letters_the_page_shows(
    text: str, year: int | None
) -> None:
    (row,) = all_rows([page(text)])
    assert next((day.year for day in row.dates), None) == year


def test_a_reference_on_a_latin_page_is_no_reign_that_its_dates_count_from() -> None:
    above, _ = all_rows([page("05.03.24 Rent\n14.03.24 R4.2.1")])
    assert [(day.day, day.month, day.year) for day in above.dates] == [(5, 3, 2024)]


@pytest.mark.parametrize(
    ("text", "years"),
    [("2024-04-01 05.03.24", [2024]), ("2024-04-01 24.03.05", [2024, 2024]),
     ("2024-04-01 23.12.28", [2024, 2023]), ("2024-04-01 2023-04-01 23.03.24", [2024, 2023]),
     ("2024-04-01 2023-04-01 23.03.24 23.03.28", [2024, 2023, 2023, 2023]),
     ("2024-04-01 2023-04-01 23.03.24 05.03.24", [2024, 2023]),
     ("2024-04-01 2023-04-01 23.03.28 05.03.24", [2024, 2023]),
     ("2024-04-01 05.03.24 06.03.25", [2024])],
)  # fmt: skip
def test_a_short_date_that_ends_in_the_year_does_not_begin_with_it(
    text: str, years: list[int]
) -> None:
    (row,) = all_rows([page(text.replace(" ", "     "))])
    assert [day.year for day in row.dates] == years
