"""A date is an entry's where the table's dates stand, and no footer's or text's becomes one."""

from __future__ import annotations

from dataclasses import replace

from pipeline.proof.page import PageProof
from pipeline.proof.witness import Place, Witness
from tests.support.kernel import Held, fails, held

FIRST = """
    Northgate Bank                                   Page 1 of 2
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                  100.00

    Date         Description           Money out   Money in
    03/03/2025   Acme Ltd                          2,000.00
    05/03/2025   J Smith                  900.00
    """
SECOND = """
    Northgate Bank                                   Page 2 of 2
    Date         Description           Money out   Money in
                 Corner shop                5.00
                 Corner shop                5.00
                 Corner shop                5.00
    17/03/2025   Corner shop                5.00
                 Corner shop                5.00

    Closing balance                                1,175.00
    """
FOOTER = "06/03/2025   Northgate Bank plc"
TURNED = held(FIRST, SECOND)


def dated(witness: Witness, dates: dict[int, Place | None]) -> Witness:
    rows = [replace(row, date=dates.get(place, row.date)) for place, row in enumerate(witness.rows)]
    return replace(witness, rows=tuple(rows))


def with_footer(*gap: str) -> PageProof:
    """The first entry of the second page with the date that a footer prints."""
    place = Place(1, (len(FIRST.split()),))
    below = "\n".join((FIRST.rstrip(), *gap, f"    {FOOTER}"))
    return TURNED.prove(below, SECOND, change=lambda witness: dated(witness, {2: place}))


def test_a_footer_below_the_table_dates_no_entry_of_the_next_page() -> None:
    assert fails(with_footer("", "")) == ["dates"]


def test_an_entry_that_begins_on_the_page_before_has_its_date_there() -> None:
    assert fails(with_footer()) == []


def test_a_page_whose_dates_are_all_left_out_has_a_column_of_dates() -> None:
    proof = TURNED.prove(*TURNED.texts, change=lambda witness: dated(witness, {5: None}))
    assert fails(proof) == ["dates"]


def above(header: str) -> Held:
    return held(f"""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                           100.00

    {header}
    05/03/2025   Card payment
                 04/03/2025 Acme Ltd                        2,000.00
    18/03/2025   Card payment
                 17/03/2025 J Smith                900.00
    31/03/2025   Card payment
                 30/03/2025 Corner shop              5.00

    Closing balance                                         1,195.00
    """)


def test_a_texts_date_beside_the_amount_is_none_where_one_stands_above_in_the_column() -> None:
    kept = above("Date         Description                    Money out   Money in")
    assert [f"{row.date:%d.%m.}" for row in kept.printed().rows] == ["05.03.", "18.03.", "31.03."]

    def beside(witness: Witness) -> Witness:
        rows = dated(witness, {at: _behind(row.date) for at, row in enumerate(witness.rows)}).rows
        return replace(witness, rows=tuple(replace(row, text=()) for row in rows))

    assert fails(kept.prove(*kept.texts, change=beside)) == ["dates"]


def _behind(date: Place | None) -> Place:
    """The date of the row below: "05/03/2025 Card payment", and then it."""
    assert date is not None
    return Place(date.page, (date.words[0] + 3,))
