"""The readings that arithmetic chooses from: which column holds what, and where signs come from."""

from dataclasses import replace

from pipeline.reading.lexing.figures import NumberStyle, figures
from pipeline.reading.lexing.rows import LexedRow
from pipeline.reading.table.columns import FigureColumn
from pipeline.reading.table.conventions import (
    Roles,
    Signs,
    TableConvention,
    conventions_to_try,
    roles_to_try,
    turned,
)
from pipeline.reading.table.items import Item, RowKind
from pipeline.reading.table.steps import Scale, Step, signed_balance, signed_by_balance, steps_of
from pipeline.reading.table.ties import Chain, Printed, in_order
from pipeline.words import Word
from tests.support import typewritten
from tests.support.typewritten import only, read, words

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


NOWHERE = Item(RowKind.ENTRY, LexedRow(1, 0.0, 10.0, [Word("x", 0, 0, 1, 10)]), 0)


def chain(opening: int | None, *steps: tuple[int | None, int | None]) -> Chain:
    found = Chain(opening)
    for amount, balance in steps:
        found.take(Step(NOWHERE, amount, balance))
    return found


def test_a_balance_that_the_amounts_lead_to_is_a_link() -> None:
    found = chain(100, (-30, 70), (50, 120))
    assert (found.links, found.breaks) == (2, 0)


def test_rows_without_a_balance_are_bridged() -> None:
    assert chain(100, (-30, None), (50, 120)).links == 1


def test_a_lone_balance_that_all_others_contradict_is_a_misprint() -> None:
    found = chain(100, (-30, 71), (50, 120))
    assert (found.breaks, [step.balance for step in found.misprints]) == (0, [71])


def test_a_balance_from_which_the_chain_goes_on_is_a_break() -> None:
    found = chain(100, (-30, 71), (50, 121), (1, 122))
    assert (found.breaks, found.misprints) == (1, [])


def test_a_missing_row_is_a_break() -> None:
    assert chain(100, (-30, 70), (1, 121), (1, 122)).breaks == 1


def test_without_an_opening_the_first_balance_proves_nothing() -> None:
    assert chain(None, (-30, 70)).links == 0


def test_the_opening_must_stand_apart_from_the_closing() -> None:
    """One printed balance that serves as both would prove any rows that come to nothing."""
    draft = only(
        read(
            """
            Balance  100.00

            Date         Description         Amount
            01/03/2025   Salary               50.00
            02/03/2025   Rent                -50.00
            """
        )
    )
    assert draft.status == "unproven"


def test_one_figure_is_not_both_ends_for_being_read_twice() -> None:
    """Once off its row as a balance in the debit column's sign, and once by its label."""
    row, label = Printed(1, 3, "row"), Printed(-1, 3, "balance_on", 9)
    assert not in_order(row, label)
    assert in_order(Printed(1, 3, "opening", 2), label)
    assert in_order(Printed(1, 2, "row"), label)


def test_the_row_that_says_closing_is_the_end_where_a_page_carries_the_same_balance() -> None:
    draft = only(
        read(
            """
            Wyciąg bankowy
            za okres 07.07.2030 - 06.08.2030

            Data         Tytuł                 Kwota      Saldo
            07.07.2030   Saldo poprzednie                -50,00
            13.07.2030   Czynsz               -43,00     -93,00
            06.08.2030   Odsetki              -90,00    -183,00
                         Do przeniesienia               -183,00
            """,
            """
                         Z przeniesienia                -183,00
            06.08.2030   Saldo końcowe                  -183,00
            """,
        )
    )
    assert draft.proof is not None
    assert draft.proof.proven
    closing = draft.proof.witness.closing
    assert closing is not None
    assert closing.figure.page == 2
