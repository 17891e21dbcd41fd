"""What a row is, which column holds what, and how figures get their signs."""

from dataclasses import replace

from pipeline.reading.lexing.figures import NumberStyle, figures
from pipeline.reading.table.columns import FigureColumn
from pipeline.reading.table.conventions import (
    Roles,
    Signs,
    TableConvention,
    conventions_to_try,
    roles_to_try,
    turned,
)
from pipeline.reading.table.items import Item, is_worded_total
from pipeline.reading.table.steps import Scale, signed_balance, signed_by_balance, steps_of
from tests.support import typewritten
from tests.support.typewritten import words

HEAD = "Date         Description              Amount       Balance\n"


def items(text: str) -> list[Item]:
    return typewritten.items(HEAD + text)


def kinds(text: str) -> list[str]:
    return [item.kind.value for item in items(text)]


ENTRIES = (
    "01/03/2025   Salary                 2,000.00     2,100.00\n"
    "02/03/2025   Rent                     950.00     1,150.00\n"
)


def test_a_total_is_no_entry() -> None:
    assert kinds(ENTRIES + "             Total                  2,950.00")[-1] == "total"


def test_a_purchase_at_a_shop_called_total_is_an_entry() -> None:
    row = "03/03/2025   Total Fitness gym         25.00     1,125.00"
    assert kinds(ENTRIES + row)[-1] == "entry"


def test_a_total_that_says_more_may_be_an_entry_without_a_date() -> None:
    rows = ("Total", "Total paid in", "Total Fitness gym", "Totals of all we had")
    found = [items(ENTRIES + f"             {row:<25}25.00")[-1] for row in rows]
    assert [item.kind.value for item in found] == ["total"] * 4
    assert [is_worded_total(item) for item in found] == [False, False, True, True]
    assert not is_worded_total(items(ENTRIES)[-1])


def test_the_last_word_of_a_date_is_no_mark() -> None:
    text = (
        "2025 m. kovo 1 d.    Salary        2,000.00     2,100.00\n"
        "2025 m. kovo 2 d.    Rent            950.00     1,150.00\n"
    )
    assert [(item.direction, item.direction_word) for item in items(text)] == [(0, None)] * 2


def test_a_row_of_words_describes() -> None:
    assert kinds(ENTRIES + "             REF 12 for March")[-1] == "text"


def test_a_figure_in_a_sentence_is_no_cell() -> None:
    sentence = "             of EUR 45.00 at 1.0833 to the pound on that very day"
    assert items(ENTRIES + sentence)[-1].cells == {}


def test_marks_count_where_most_entries_have_one_in_the_same_place() -> None:
    text = (
        "01/03/2025   Salary           Cr    2,000.00     2,100.00\n"
        "02/03/2025   Rent             Dr      950.00     1,150.00\n"
    )
    assert [item.direction for item in items(text)] == [1, -1]
    assert [item.direction for item in items(ENTRIES + "03/03/2025   Cr ltd   5.00")] == [0, 0, 0]


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


CENTS = Scale(2)
PLAIN = TableConvention(Roles(amount=0, balance=1), Signs.PRINTED)


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
