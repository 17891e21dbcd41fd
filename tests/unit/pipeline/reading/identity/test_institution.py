"""The bank's name: what looks like one near the top."""

import pytest

from pipeline.reading.facts.kind import cells_of, institution_of
from tests.support.typewritten import rows


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Northgate Bank plc\n12 Long Street", "Northgate Bank plc"),
        ("Account summary\nYour statement", None),
        ("01/03/2025   Bakery   5.00\n02/03/2025   Cinema   7.00", None),
        ("www.northgatebank.com\ninfo@bank.com", None),
        ("Northgate\n01/03/2025  To Deutsche Bank  5.00", None),
    ],
)
def test_a_name_with_bank_in_it_is_found_above_the_entries(text: str, name: str | None) -> None:
    assert institution_of(rows(text)) == name


def test_words_with_a_wide_gap_between_are_cells_of_their_own() -> None:
    assert [cell.text for cell in cells_of(rows("Northgate Bank          Page 1"))] == [
        "Northgate Bank",
        "Page 1",
    ]


@pytest.mark.parametrize(
    "label",
    [
        "International Bank Account Number",
        "Bank Identifier Code",
        "IBAN at this bank",
        "Code banque",
        "Bank transfer to A. Person",
    ],
)
def test_the_label_of_a_number_is_no_bank(label: str) -> None:
    assert institution_of(rows(label)) is None
    assert institution_of(rows(f"{label}\nNorthgate Bank plc")) == "Northgate Bank plc"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Coralo\n1 High Street   www.coralo.example\n01/03/2025  Tea  5.00", "Coralo"),
        ("Sage & Sons\nHelp: sage-sons.co.uk\n01/03/2025  Tea  5.00", "Sage & Sons"),
        ("Coralo\n01/03/2025  Tea  5.00\nwww.coralo.example", None),
        ("www.coralo.example\n01/03/2025  Tea  5.00\nCoralo", None),
        ("Coralo   www.coralo.example   Sage   www.sage.example", None),
    ],
)
def test_a_name_without_a_word_for_banks_is_known_by_its_address(
    text: str, name: str | None
) -> None:
    assert institution_of(rows(text)) == name


@pytest.mark.parametrize(
    "text",
    [
        "Northgate Bank plc ABN 11 005 357 522",
        "Northgate Bank plc - Registered in England No. 42",
        "Northgate Bank plc 1234567",
    ],
)
def test_what_stands_behind_a_name_is_left_off(text: str) -> None:
    assert institution_of(rows(text)) == "Northgate Bank plc"
