"""Of several dates on a row the one under the column that is named for dates counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.proof.lexed import LexedPages
from pipeline.proof.page import prove_page
from pipeline.proof.witness import Witness
from pipeline.reading.offer import with_excuses
from tests.support.kernel import fails, held
from tests.support.typewritten import document

VALUED = held("""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                               100.00

    Value date   Date         Description           Money out   Money in
    02/03/2025   01/03/2025   Acme Ltd                          2,000.00
    16/03/2025   17/03/2025   J Smith                  900.00
    18/03/2025   17/03/2025   J Smith                   50.00
    31/03/2025   31/03/2025   Corner shop                5.00

    Closing balance                                             1,145.00
    """)


def test_the_column_that_is_named_for_dates_counts_and_not_the_first() -> None:
    assert [f"{row.date:%d}" for row in VALUED.printed().rows] == ["01", "17", "17", "31"]

    def turned(witness: Witness) -> Witness:
        rows = tuple(replace(row, date=row.value_date, value_date=row.date) for row in witness.rows)
        return replace(witness, rows=rows)

    assert fails(VALUED.prove(*VALUED.texts, change=turned)) == ["dates"]

    def last_turned(witness: Witness) -> Witness:
        return replace(witness, rows=(*witness.rows[:3], *turned(witness).rows[3:]))

    later = VALUED.texts[0].replace("31/03/2025   31/03/2025", "30/03/2025   31/03/2025")
    assert fails(VALUED.prove(later)) == []
    assert fails(VALUED.prove(later, change=last_turned)) == ["dates"]


def test_where_no_column_is_named_for_dates_the_first_counts() -> None:
    unnamed = VALUED.texts[0].replace("Value date   Date", "Codes ones   Code")
    proof = VALUED.prove(unnamed)
    assert fails(proof) == ["dates"]


def test_rows_may_be_in_the_order_of_either_date() -> None:
    swapped = VALUED.printed(("16/03/2025   17/03", "17/03/2025   18/03"))
    assert fails(swapped) == []
    both = VALUED.printed(("16/03/2025   17/03", "19/03/2025   18/03"))
    assert fails(both) == ["dates"]


@pytest.mark.parametrize(
    ("x0", "x1", "right", "own"),
    [
        (52.0, 68.0, 0.0, True),
        (43.5, 59.5, 0.0, True),
        (42.5, 58.5, 0.0, False),
        (43.2, 49.5, 0.0, True),
        (43.2, 49.5, 1.0, False),
    ],
)
def test_a_date_is_of_a_column_within_three_points(
    x0: float, x1: float, right: float, own: bool
) -> None:
    (page,) = document(*VALUED.texts).pages
    words = tuple(
        word._replace(x0=x0, x1=x1)
        if word.text == "Date"
        else word._replace(x0=word.x0 + right, x1=word.x1 + right)
        if word.x0 == 52.0
        else word
        for word in page.words
    )
    lexed = LexedPages([replace(page, words=words)])
    proof = prove_page(lexed, with_excuses(VALUED.witness, lexed))
    assert fails(proof) == ([] if own else ["dates"])
