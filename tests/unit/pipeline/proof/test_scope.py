"""Which rows speak of a statement beside its entries: around its table, above it, and in front."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.proof.entries import Offered
from pipeline.proof.rows import Row
from pipeline.proof.scope import above, beside, front, headings
from pipeline.proof.zones import Zones
from tests.support.kernel import entries_of

COVER = "Dear customer"
ONE = """
    Northgate Bank
    Your account

    01/03/2025   Shop     5.00
                 of the corner
    02/03/2025   Rent     6.00

    Thank you
    """
TWO = """
    Still your account

    03/03/2025   Shop     7.00

    Sincerely
    """
LAST = "Terms"


def texts(rows: Sequence[Row]) -> list[str]:
    return [row.text for row in rows]


def above_all(found: Offered) -> list[str]:
    stands = headings(found)
    return [row.text for row in found.lexed.rows if stands(row)]


def test_the_rows_around_the_table() -> None:
    found = entries_of(ONE)
    assert texts(beside(found, Zones(found))) == ["Northgate Bank", "Your account", "Thank you"]


def test_the_rows_around_the_table_are_the_sections_own() -> None:
    found = entries_of(ONE, start=1, stop=5)
    assert texts(beside(found, Zones(found))) == ["Your account"]


def test_a_heading_stands_above_every_entry_of_its_page() -> None:
    assert above_all(entries_of(ONE)) == ["Northgate Bank", "Your account"]
    assert above_all(entries_of(ONE, TWO)) == [
        "Northgate Bank", "Your account", "Still your account",
    ]  # fmt: skip


def test_all_of_a_page_before_the_entries_is_a_heading_and_nothing_of_one_behind_them() -> None:
    assert above_all(entries_of(COVER, ONE, LAST)) == [
        "Dear customer", "Northgate Bank", "Your account",
    ]  # fmt: skip
    assert "Terms" in above_all(entries_of(ONE, LAST, TWO))


def test_without_entries_no_row_is_a_heading() -> None:
    assert above_all(entries_of(COVER, LAST)) == []


def test_above_are_the_rows_of_the_section_before_its_first_entry() -> None:
    assert texts(above(entries_of(COVER, ONE))) == [
        "Dear customer", "Northgate Bank", "Your account",
    ]  # fmt: skip
    assert texts(above(entries_of(COVER, ONE, start=2))) == ["Your account"]
    assert texts(above(entries_of(COVER, LAST, stop=1))) == ["Dear customer"]


def test_in_front_are_the_documents_rows_before_any_that_begins_like_an_entry() -> None:
    leading = ["Dear customer", "Northgate Bank", "Your account"]
    assert texts(front(entries_of(COVER, ONE))) == leading
    assert texts(front(entries_of(COVER, ONE, start=2))) == leading
    assert texts(front(entries_of(COVER, ONE, TWO, start=7))) == leading
    assert texts(front(entries_of(COVER, LAST))) == ["Dear customer", "Terms"]


def test_in_front_ends_at_the_statements_own_first_entry_whatever_it_looks_like() -> None:
    found = entries_of(ONE)
    found.lexed.rows[found.entries[0].row].dates.clear()
    assert found.lexed.rows[found.entries[1].row].looks_like_entry
    assert texts(front(found)) == ["Northgate Bank", "Your account"]


def test_in_front_ends_where_another_statements_table_begins() -> None:
    broken = """
        Northgate Bank
        Issued
        31/03/2025

        Date         Description        Amount
        01/03/2025   02/03/2025 Transfer
                     REF 0042             5.00
        """
    found = entries_of(broken, TWO, start=6)
    assert texts(front(found)) == [
        "Northgate Bank", "Issued", "31/03/2025", "Date Description Amount",
    ]  # fmt: skip
