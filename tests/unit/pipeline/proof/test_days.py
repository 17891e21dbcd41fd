"""A row's day is its own cell's, or the one above where the page leaves equal dates out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.proof.page import PageProof
from pipeline.proof.witness import Witness
from tests.support.kernel import Held, fails, held, lacks
from tests.support.typewritten import only, read

HEAD = """
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                  100.00

    Date         Description           Money out   Money in
    {}

    Closing balance                                1,145.00
    """


def statement(*entries: str) -> Held:
    return held(HEAD.format("\n    ".join(entries)))


def days(proof: PageProof) -> list[str]:
    assert proof.proven, {c.name: c.detail for c in proof.checks}
    return [f"{row.date:%d.%m.}" for row in proof.rows]


FULL = statement(
    "01/03/2025   Acme Ltd                          2,000.00",
    "17/03/2025   J Smith                  900.00",
    "17/03/2025   J Smith                   50.00",
    "31/03/2025   Corner shop                5.00",
)
BLANK = statement(
    "01/03/2025   Acme Ltd                          2,000.00",
    "17/03/2025   J Smith                  900.00",
    "             J Smith                   25.00",
    "             J Smith                   25.00",
    "31/03/2025   Corner shop                5.00",
)


def test_each_row_has_its_own_date() -> None:
    assert days(FULL.printed()) == ["01.03.", "17.03.", "17.03.", "31.03."]


def test_blank_cells_take_the_date_above_if_equal_dates_are_left_out() -> None:
    assert days(BLANK.printed()) == ["01.03.", "17.03.", "17.03.", "17.03.", "31.03."]


def test_equal_dates_printed_again_show_that_none_is_left_out() -> None:
    assert fails(BLANK.printed(("31/03/2025   C", "17/03/2025   C"))) == []
    assert fails(BLANK.printed(("01/03/2025   A", "17/03/2025   A"))) == ["dates"]


def without(held_: Held, *places: int) -> PageProof:
    """The witness that leaves out the dates of these rows, though they are printed."""

    def change(witness: Witness) -> Witness:
        rows = list(witness.rows)
        for place in places:
            rows[place] = replace(rows[place], date=None)
        return replace(witness, rows=tuple(rows))

    return held_.prove(*held_.texts, change=change)


@pytest.mark.parametrize("places", [(0,), (1,), (2,), (3,), (1, 2), (2, 3), (0, 1, 2, 3)])
def test_a_date_that_is_printed_is_not_inherited(places: tuple[int, ...]) -> None:
    assert not without(FULL, *places).proven


def test_the_first_row_inherits_nothing() -> None:
    text = HEAD.format(
        "             Acme Ltd                          2,000.00\n"
        "    17/03/2025   J Smith                  900.00\n"
        "                 J Smith                   50.00\n"
        "    31/03/2025   Corner shop                5.00"
    )
    assert "dates" in fails_of(text)


def fails_of(text: str) -> list[str]:
    proof = only(read(text)).proof
    return fails(proof) if proof is not None else ["dates"]


def test_one_blank_cell_alone_may_be_a_lost_date() -> None:
    assert "dates" in fails_of(
        HEAD.format(
            "01/03/2025   Acme Ltd                          2,000.00\n"
            "    17/03/2025   J Smith                  950.00\n"
            "                 Corner shop                5.00"
        )
    )


def test_rows_are_in_order_in_one_direction() -> None:
    assert days(FULL.printed(("01/03/2025   A", "31/03/2025   A"),
                             ("31/03/2025   Corner", "01/03/2025   Corner"))) == [
        "31.03.", "17.03.", "17.03.", "01.03.",
    ]  # fmt: skip
    assert fails(FULL.printed(("01/03/2025   A", "18/03/2025   A"))) == ["dates"]
    assert fails(FULL.printed(("31/03/2025   C", "16/03/2025   C"))) == ["dates"]


def test_rows_lie_within_the_period_or_a_week_before_it() -> None:
    assert days(FULL.printed(("01/03/2025   A", "22/02/2025   A")))[0] == "22.02."
    assert fails(FULL.printed(("01/03/2025   A", "21/02/2025   A"))) == ["dates"]
    assert fails(FULL.printed(("31/03/2025   C", "01/04/2025   C"))) == ["dates"]


def test_without_bounds_the_rows_lie_no_more_than_two_years_apart() -> None:
    unsaid = ("Statement period 01/03/2025 to 31/03/2025", "Statement made of one day")
    assert fails(FULL.printed(unsaid)) == []
    far = FULL.printed(unsaid, ("01/03/2025   A", "12/03/2023   A"))
    assert fails(far) == []
    assert fails(FULL.printed(unsaid, ("01/03/2025   A", "11/03/2023   A"))) == ["dates"]


def test_a_date_of_another_order_contradicts() -> None:
    assert "day_order" in fails(FULL.printed(("31/03/2025   C", "03/31/2025   C")))


def test_where_no_day_tells_the_order_the_statements_days_may() -> None:
    period = ("Statement period 01/03/2025 to 31/03/2025",
              "Statement period 1 March 2025 to 31 March 2025")  # fmt: skip
    named = statement(
        "01/03/2025   Acme Ltd                          2,000.00",
        "07/03/2025   J Smith                  900.00",
        "07/03/2025   J Smith                   50.00",
        "09/03/2025   Corner shop                5.00",
    )
    assert fails(named.printed()) == []
    text = named.texts[0].replace(period[0], "Statement period 01/03/2025 to 09/03/2025")
    proof = named.prove(text)
    assert "day_order" in lacks(proof)
    assert not proof.proven


BEYOND = statement(
    "01/03/2025",
    "             Acme Ltd                          2,000.00",
    "17/03/2025",
    "             J Smith                  900.00",
    "17/03/2025",
    "             J Smith                   50.00",
    "31/03/2025",
    "             Corner shop                5.00",
)


def test_a_date_may_stand_on_the_row_above_its_amount() -> None:
    assert days(BEYOND.printed()) == ["01.03.", "17.03.", "17.03.", "31.03."]


def test_a_date_beyond_another_row_is_not_its_own() -> None:
    def crossed(witness: Witness) -> Witness:
        one, two, *rest = witness.rows
        return replace(
            witness, rows=(replace(one, date=two.date), replace(two, date=one.date), *rest)
        )

    assert "dates" in fails(BEYOND.prove(*BEYOND.texts, change=crossed))
    assert not FULL.prove(*FULL.texts, change=crossed).proven


CUT = (
    HEAD.replace("Opening", "Your account\n\n    Opening")
    .split("    Closing")[0]
    .format(
        "01/03/2025   Acme Ltd                          2,000.00\n"
        "    17/03/2025   J Smith                  950.00\n"
        "    31/03/2025   Corner"
    ),
    """
    Northgate Bank

    Date         Description           Money out   Money in
                 shop                       5.00

    Closing balance                                1,145.00
    """,
)


def test_an_entry_that_goes_on_below_the_next_pages_header_has_its_date() -> None:
    assert days(held(*CUT).printed()) == ["01.03.", "17.03.", "31.03."]


def test_a_date_outside_the_column_of_dates_is_no_entrys_own() -> None:
    first, second = CUT
    kept = held(*CUT)
    aside = first.replace("31/03/2025   Corner", "             31/03/2025 Corner")
    assert fails(kept.prove(aside, second)) == ["dates"]


def test_a_header_on_the_dates_own_page_parts_it_from_the_amount() -> None:
    first, second = CUT
    header = "    Date         Description           Money out   Money in\n"
    ends = first.rstrip() + "\n" + header
    kept = held(*CUT)
    assert fails(kept.prove(ends, second)) == ["dates"]


TWICE = held("""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                               100.00

    Date         Value date   Description           Money out   Money in
    01/03/2025   02/03/2025   Acme Ltd                          2,000.00
    17/03/2025   16/03/2025   J Smith                  900.00
    17/03/2025   18/03/2025   J Smith                   50.00
    31/03/2025   01/04/2025   Corner shop                5.00

    Closing balance                                             1,145.00
    """)


def test_a_second_date_is_kept_and_never_passed_over() -> None:
    proof = TWICE.printed()
    assert days(proof) == ["01.03.", "17.03.", "17.03.", "31.03."]
    assert [f"{row.value_date:%d.%m.}" for row in proof.rows] == [
        "02.03.", "16.03.", "18.03.", "01.04.",
    ]  # fmt: skip

    def dropped(witness: Witness) -> Witness:
        rows = tuple(replace(row, value_date=None) for row in witness.rows)
        return replace(witness, rows=rows)

    def turned(witness: Witness) -> Witness:
        rows = tuple(replace(row, date=row.value_date, value_date=row.date) for row in witness.rows)
        return replace(witness, rows=rows)

    assert fails(TWICE.prove(*TWICE.texts, change=dropped)) == ["dates"]
    assert "dates" in fails(TWICE.prove(*TWICE.texts, change=turned))
