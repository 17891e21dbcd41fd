"""A document's own heading says what it is, where it says so plainly and nothing else does."""

import pytest

from db.words import OtherDocument
from pipeline.reading.facts.kind import titled


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        (["Harbour Tools Ltd", "INVOICE No. 2031", "3 hammers 12.50"], OtherDocument.INVOICE),
        (["Rechnung Nr. 12"], OtherDocument.INVOICE),
        (["Quittung"], OtherDocument.RECEIPT),
        (["Mietvertrag"], OtherDocument.CONTRACT),
        (["Bulletin de paie"], OtherDocument.PAYSLIP),
        (["Dear customer,"], OtherDocument.LETTER),
        (["請求書"], OtherDocument.INVOICE),
    ],
)
def test_a_title_names_the_type(lines: list[str], kind: OtherDocument) -> None:
    assert titled(lines) is kind


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["Please pay the invoice that you were sent"],
        ["Invoice", "Receipt"],
        ["Some text"] * 12 + ["Invoice"],
    ],
)
def test_what_is_not_plain_has_none(lines: list[str]) -> None:
    assert titled(lines) is None
