"""A label names the figure behind it on its row, else the nearest one below it."""

from __future__ import annotations

import pytest

from pipeline.proof.headers import headers_of
from pipeline.proof.labelled import Fact, facts_of
from pipeline.proof.parse.figures import Style
from pipeline.proof.sheet import all_rows, sheet_of
from pipeline.words import Page
from tests.support.typewritten import rows, words


def facts(*texts: str) -> list[Fact]:
    """The labelled figures of a document."""
    printed = rows(*texts)
    return facts_of(printed, headers_of(printed))


def said(*texts: str) -> list[str]:
    """What labels say in short: meaning, minor units, and whether they say it within a sentence."""
    return [f"{f.meaning} {f.figure.value}{'' if f.sure else ' ?'}" for f in facts(*texts)]


@pytest.mark.parametrize(
    ("label", "meaning"),
    [
        ("Opening balance", "opening"),
        ("Closing balance", "closing"),
        ("Total outstanding", "due"),
        ("Balance on", "balance_on"),
        ("Total deposits", "total_in"),
        ("Total withdrawals", "total_out"),
        ("Total", "total"),
        ("Carried over", "carried_page"),
    ],
)
def test_a_label_names_the_figure_behind_it(label: str, meaning: str) -> None:
    assert said(f"{label}   954.56") == [f"{meaning} 95456"]


@pytest.mark.parametrize("label", ["Account number", "Statement date", "Day total", "Acme Ltd"])
def test_other_words_name_no_figure(label: str) -> None:
    assert said(f"{label}   954.56") == []


def test_a_label_of_two_meanings_names_its_figure_in_both() -> None:
    assert sorted(said("Toplam borç   954.56")) == ["due 95456", "total_out 95456"]


def test_a_figure_more_than_eight_words_behind_a_label_is_not_named_by_it() -> None:
    assert said("Opening balance a b c d e f g 954.56") == ["opening 95456"]
    assert said("Opening balance a b c d e f g h 954.56") == []


def test_a_label_reaches_to_the_next_label() -> None:
    text = "Opening balance   Closing balance   5.00   Total outstanding   6.00   Total   7.00"
    assert said(text) == ["closing 500", "due 600", "total 700"]


def test_of_several_figures_a_balance_means_the_first_with_minor_digits() -> None:
    assert said("Opening balance   1,000   1,234.56") == ["opening 123456"]
    assert said("Opening balance   1,000   2,000") == ["opening 1000"]
    assert said("Opening balance   1,000.00   2,000.00") == ["opening 100000"]


@pytest.mark.parametrize("label", ["Total deposits", "Total withdrawals", "Total"])
def test_a_sum_with_several_figures_is_a_row_of_totals_that_names_none(label: str) -> None:
    assert said(f"{label}   300.00   400.00") == []


def test_in_a_header_only_balances_are_labels() -> None:
    text = """
        Date         Money out    Money in    Closing balance
        Tea               5.00        6.00               9.00
        Total deposits    7.00
        """
    assert said(text) == ["closing 900", "total_in 700"]


def test_right_below_a_header_a_sum_is_a_label_again() -> None:
    text = """
        Date         Money out    Money in    Balance
        Total deposits    7.00
        """
    assert said(text) == ["total_in 700"]


def test_nor_are_sums_in_the_second_row_of_a_header() -> None:
    text = """
        Booking      Money
        date         paid out     Payments in       Balance
        Tea               5.00        6.00             9.00
        """
    assert said(text) == []


def placed(*lines: tuple[str, float]) -> list[str]:
    """What labels say where each line stands so many points from the top."""
    found = [word for text, top in lines for word in words(text, top)]
    printed = sheet_of(all_rows([Page(1, 600.0, 800.0, tuple(found))]), Style.POINT).rows
    return [f"{f.meaning} {f.figure.value}" for f in facts_of(printed, headers_of(printed))]


STACKED = """
    Beginning      Ending
    balance        balance
    1,000.00       900.00
    """


def test_labels_may_stand_over_two_rows() -> None:
    assert said(STACKED) == ["opening 100000", "closing 90000"]


def test_two_rows_are_one_label_if_they_stand_less_than_most_of_a_height_apart() -> None:
    assert placed(("Beginning", 0.0), ("balance", 18.0), ("5.00", 32.0)) == ["opening 500"]
    assert placed(("Beginning", 0.0), ("balance", 20.0), ("5.00", 34.0)) == []
    assert placed(("Beginning", 200.0), ("balance", 220.0), ("5.00", 234.0)) == []


@pytest.mark.parametrize(
    "text",
    [
        "Beginning\nbalance",
        "Beginning               \n              balance\n              5.00",
        "              Beginning \nbalance                \n5.00",
        "Beginning 7.00          \nbalance                \n5.00",
        "Beginning               \nbalance 01/03/2025     \n5.00",
        "Running                 \nbalance                \n5.00",
        "Statement               \ndate                   \n5.00",
        "balance\n5.00\nBeginning",
        "Beginning\n\nbalance\n5.00",
    ],
)
def test_two_rows_that_are_no_label_together_name_nothing(text: str) -> None:
    assert said(text) == []


def test_two_rows_of_two_pages_are_no_label() -> None:
    assert said("Beginning", "balance\n5.00") == []


@pytest.mark.parametrize(
    "text",
    [
        "Amount owed at            \nstart                     \n5.00",
        "Amount owed at            \n            start         \n            5.00",
        "Amount                    \nowed at start             \n5.00",
        "        Amount            \nowed at start             \n         5.00",
    ],
)
def test_each_word_of_such_a_label_counts_with_its_place(text: str) -> None:
    assert "opening 500" in said(text)


def dated(text: str) -> list[tuple[str, int | None]]:
    """Balances with the day printed beside each."""
    return [(f.meaning, f.day.day if f.day else None) for f in facts(text)]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Balance 31/08/2023 954.56", 31),
        ("Balance in EUR on 31/08/2023 954.56", 31),
        ("Balance amount 31/08/2023 954.56", 31),
        ("Balance 31/08/2023 30/08 954.56", 31),
        ("Balance a b c d e f g h i 31/08/2023 954.56", 31),
        ("Balance 954.56", None),
        ("Balance SEK 954.56", None),
        ("Running balance 954.56", None),
    ],
)
def test_a_balance_is_named_by_its_own_word_with_a_day_or_alone(text: str, day: int | None) -> None:
    assert dated(text) == [("balance_on", day)]


@pytest.mark.parametrize(
    "text",
    [
        "Balance 31/08 954.56",
        "Balance 31/08/2023 30/08/2023 954.56",
        "Balance 31/08/2023 954.56 955.56",
        "Balance a b c d e f g h i j 31/08/2023 954.56",
        "Balance of order 954.56",
        "Balance 954.56 today",
        "Balance 31/08/2023",
        "Acme balance 31/08/2023 954.56",
        "Amount 31/08/2023 954.56",
        "Order 954.56",
    ],
)
def test_a_balances_word_in_a_sentence_names_nothing(text: str) -> None:
    assert dated(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Purchases 5.00", ["part_out 500"]),
        ("Deposits 5.00", ["part_in 500"]),
        ("Purchases 5.00 6.00", ["part_out 500"]),
        ("Purchases 5.00 6.00 7.00", []),
        ("5.00 purchases 6.00", ["part_out 600"]),
        ("5.00 purchases", []),
        ("01/03/2025 Purchases 5.00", []),
        ("Purchases 01/03/2025 5.00", []),
        ("Acme 01/03/2025 purchases 5.00", ["part_out 500"]),
        ("Beautiful purchases 5.00", ["part_out 500"]),
        ("Wonderful purchases 5.00", ["part_out 500"]),
        ("Marvellously purchases 5.00", ["part_out 500 ?"]),
        ("Forecast 5.00", []),
    ],
)
def test_a_summary_names_its_parts_by_the_headings(text: str, expected: list[str]) -> None:
    assert said(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Credits 4 4,591.86", ["total_in 459186"]),
        ("Debits (4) 4,591.86", ["total_out 459186"]),
        ("4 Debits 4,591.86", ["total_out 459186"]),
        ("Credit amount 12345 EUR 4,591.86 CR", ["total_in 459186"]),
        ("Credit amount 4 EUR 4,591.86 CR too", []),
        ("Credits 123456 4,591.86", []),
        ("Credits 4 4,591.86 5.00", []),
        ("Credits 4 5 4,591.86", []),
        ("Credits on 4 4,591.86", []),
        ("Credits on 4,591.86", []),
        ("Credits debits 4 4,591.86", []),
        ("Credits 4 4,591.86 01/03/2025", []),
        ("Turnover 4 credits 4,591.86", ["total 459186"]),
        ("Receipts 4 4,591.86", ["total_in 459186"]),
        ("Other credits 4 4,591.86", []),
        ("Credits of 4,591.86 4", []),
        ("Credits statement date 4 4,591.86", []),
        ("Balance 4 4,591.86", []),
    ],
)
def test_a_side_with_a_count_and_a_figure_and_nothing_else_is_its_total(
    text: str, expected: list[str]
) -> None:
    assert [each for each in said(text) if each.startswith("total")] == expected
