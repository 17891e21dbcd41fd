"""The readings that arithmetic chooses from: which column holds what, and where signs come from."""

from pipeline.reading.table.columns import FigureColumn
from pipeline.reading.table.conventions import (
    Roles,
    Signs,
    TableConvention,
    conventions_to_try,
    roles_to_try,
    turned,
)
from pipeline.reading.table.items import Item
from tests.support import typewritten

HEAD = "Date         Description              Amount       Balance\n"
ENTRIES = (
    "01/03/2025   Salary                 2,000.00     2,100.00\n"
    "02/03/2025   Rent                     950.00     1,150.00\n"
)


def items(text: str) -> list[Item]:
    return typewritten.items(HEAD + text)


def column(*meanings: str) -> FigureColumn:
    return FigureColumn(100.0, 100.0, 100.0, 60.0, 100.0, 5.0, frozenset(meanings))


def test_without_names_every_arrangement_is_tried_once() -> None:
    roles = list(roles_to_try([column(), column(), column()]))
    assert len(roles) == len(set(roles))
    for wanted in (
        Roles(debit=0, credit=1, balance=2),
        Roles(debit=1, credit=0, balance=2),
        Roles(amount=0, balance=2),
        Roles(amount=2),
    ):
        assert wanted in roles


def test_columns_for_in_and_out_tell_the_sign_themselves() -> None:
    found = {one.signs for one in conventions_to_try(Roles(debit=0, credit=1), items(ENTRIES))}
    assert found == {Signs.COLUMNS}


def test_unsigned_amounts_beside_balances_may_take_their_sign_from_them() -> None:
    found = {one.signs for one in conventions_to_try(Roles(amount=0, balance=1), items(ENTRIES))}
    assert Signs.BALANCE in found


def test_rows_under_headings_may_take_their_sign_from_the_heading() -> None:
    found = conventions_to_try(Roles(amount=0), items("\nPayments\n" + ENTRIES))
    assert Signs.SECTION in {one.signs for one in found}


def test_a_reading_turned_twice_is_itself() -> None:
    one = TableConvention(Roles(amount=0), Signs.PRINTED, base=-1)
    assert turned(one) != one
    assert turned(turned(one)) == one
