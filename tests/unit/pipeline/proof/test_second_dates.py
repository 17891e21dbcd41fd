"""The second date of a row is the one right behind the first, or under a column of its own."""

from __future__ import annotations

import pytest

from pipeline.proof.lexed import LexedPages
from pipeline.proof.parse.figures import Style
from pipeline.proof.second_dates import second_date
from tests.support.typewritten import document


def second(text: str, first: int = 0) -> str | None:
    lexed = LexedPages(document(text).pages).under(Style.POINT)
    last = len(lexed.rows) - 1
    found = second_date(lexed, last, lexed.rows[last].dates[first])
    return str(found.resolve(False)) if found else None


HEADER = "Date        Details        Value date    Amount\n"


@pytest.mark.parametrize(
    ("text", "first", "expected"),
    [
        ("01/03/2025 02/03/2025 Shop 5.00", 0, "2025-03-02"),
        ("01/03/2025 02/03/2025 Shop 5.00", 1, None),
        ("01/03/2025 Shop 02/03/2025 5.00", 0, None),
        ("01/03/2025 Shop 5.00", 0, None),
        (f"{HEADER}01/03/2025  Shop           02/03/2025      5.00", 0, "2025-03-02"),
        (f"{HEADER}01/03/2025  02/03/2025 Shop                5.00", 0, "2025-03-02"),
        (f"{HEADER}01/03/2025  of 02/03/2025                  5.00", 0, None),
        (f"{HEADER}01/03/2025  of 03/03/2025  02/03/2025      5.00", 0, "2025-03-02"),
        (f"{HEADER}01/03/2025  Shop           02/03/2025      5.00", 1, "2025-03-01"),
    ],
)
def test_the_second_date_of_a_row(text: str, first: int, expected: str | None) -> None:
    assert second(text, first) == expected
