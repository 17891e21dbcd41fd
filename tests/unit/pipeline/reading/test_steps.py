"""Figures become signed amounts and balances under one convention."""

from dataclasses import replace

from pipeline.reading.lexing.figures import NumberStyle, figures
from pipeline.reading.table.conventions import Roles, Signs, TableConvention
from pipeline.reading.table.items import Item
from pipeline.reading.table.steps import Scale, signed_balance, signed_by_balance, steps_of
from tests.support import typewritten
from tests.support.typewritten import words

CENTS = Scale(2)
PLAIN = TableConvention(Roles(amount=0, balance=1), Signs.PRINTED)


HEAD = "Date         Description              Amount       Balance\n"


def items(text: str) -> list[Item]:
    return typewritten.items(HEAD + text)


def amounts(text: str, convention: TableConvention = PLAIN) -> list[int | None]:
    return [step.amount for step in steps_of(items(text), convention, CENTS)]


def balance(text: str, base: int = 1) -> int:
    (figure,) = figures(words(text), NumberStyle.POINT, frozenset())
    return signed_balance(figure, base, CENTS)


SIGNED = (
    "01/03/2025   Salary                 2,000.00     2,100.00\n"
    "02/03/2025   Rent                    -950.00     1,150.00\n"
)


def test_a_card_prints_charges_plain_and_payments_with_a_minus() -> None:
    assert amounts(SIGNED, replace(PLAIN, base=-1)) == [-200000, 95000]


def test_where_a_plus_marks_money_in_a_plain_figure_is_out() -> None:
    text = SIGNED.replace(" 2,000.00", "+2,000.00").replace("-950.00", " 950.00")
    assert amounts(text, replace(PLAIN, signs=Signs.PLUS)) == [200000, -95000]


def test_a_mark_outweighs_the_convention() -> None:
    text = SIGNED.replace("2,000.00 ", "2,000.00 CR", 1)
    assert amounts(text, replace(PLAIN, base=-1))[0] == 200000


def test_undated_rows_are_entries_only_if_the_convention_says_so() -> None:
    text = SIGNED + "             Tea                       -5.00     1,145.00\n"
    assert amounts(text) == [200000, -95000]
    assert amounts(text, replace(PLAIN, undated=True)) == [200000, -95000, -500]


def test_unsigned_amounts_take_the_sign_that_leads_to_the_next_balance() -> None:
    unsigned = replace(PLAIN, signs=Signs.BALANCE)
    steps = steps_of(items(SIGNED.replace("-", " ")), unsigned, CENTS)
    assert [step.amount for step in signed_by_balance(steps, 10000)] == [200000, -95000]


def test_a_balances_mark_decides_before_its_sign_and_its_sign_before_the_kind() -> None:
    assert balance("5.00 DR") == -500
    assert balance("5.00 CR", base=-1) == 500
    assert balance("-5.00") == -500
    assert balance("5.00", base=-1) == -500
    assert balance("-5.00", base=-1) == 500


def test_figures_without_minor_units_are_scaled_like_the_others() -> None:
    (figure,) = figures(words("$5"), NumberStyle.POINT, frozenset())
    assert CENTS.minor(figure) == 500
