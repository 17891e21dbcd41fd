"""Opening plus amounts against every printed balance: links, misprints and breaks."""

from pipeline.reading.lexing.rows import LexedRow
from pipeline.reading.table.items import Item, RowKind
from pipeline.reading.table.steps import Step
from pipeline.reading.table.ties import Chain, Printed, in_order
from pipeline.words import Word
from tests.support.typewritten import only, read

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
