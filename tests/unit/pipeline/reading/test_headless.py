"""Two columns that nobody named, with the balances among the amounts."""

import pytest

from tests.support.typewritten import in_short, only, read

PAGE = """
    Northgate Bank
    Everyday account

                 Opening balance            1,000.00
    03/03/2025   Rent                                     50.00
    04/03/2025   Coffee                                    5.00
    05/03/2025   Salary                       300.00
                 Closing balance            1,245.00
    """


def test_the_column_of_the_balances_is_the_one_in_which_money_is_held() -> None:
    draft = only(read(PAGE))
    assert [in_short(line) for line in draft.lines] == [
        "2025-03-03 -5000", "2025-03-04 -500", "2025-03-05 30000",
    ]  # fmt: skip
    assert draft.opening_balance == 100_000


def test_rows_under_a_weekday_and_a_day_with_a_summary_at_the_end() -> None:
    """The period and the balance head the page; what the summary counts is no line."""
    draft = only(
        read(
            """
            Northgate Bank                                  Balance
            15 July 2024 to 29 July 2024                     566.56

            Wednesday, 17 July 2024
            M Hector                                        +200.00
            Monday, 29 July 2024
            Cash machine                                     -30.00
            A Gift                                          +400.00
            Grocer                                            -3.44
            """,
            """
            Overview
            15 July 2024 - 29 July 2024
            Previous balance                                   0.00
            Outgoing payments                                -33.44
            Incoming payments                               +600.00
            Your new balance                                +566.56
            """,
        )
    )
    assert [in_short(line) for line in draft.lines] == [
        "2024-07-17 20000", "2024-07-29 -3000", "2024-07-29 40000", "2024-07-29 -344",
    ]  # fmt: skip
    assert draft.status == "proven"


@pytest.mark.parametrize(("beside", "opening"), [("1.507,79", 150_779), ("15,27", None)])
def test_a_figure_beside_the_period_opens_only_what_it_adds_up_to(
    beside: str, opening: int | None
) -> None:
    draft = only(
        read(
            f"""
            Banco do Tejo          Conta 0002 1771
            Data                      Descrição         Montante
            01/03/2025 - 31/03/2025                    {beside:>9}
            02/03/2025                Débito direto       -81,23
            16/03/2025                Vencimento        1.869,20
            28/03/2025                Levantamento        -35,06
            Saldo final 31/03/2025                      3.260,70
            """
        )
    )
    assert (draft.opening_balance, draft.closing_balance) == (opening, 326_070)
    assert len(draft.lines) == 3


def test_amount_alone_heads_the_rows_of_a_section() -> None:
    """Each page has its amounts in another place, and a header of a section below them."""
    draft = only(
        read(
            """
            Card statement             Previous balance    600.00
            Closing date 09/07/2026    New balance         426.25
            Payments                                       Amount
            08/23/2026  Payment - thank you               -500.00
            Credits                                        Amount
            08/12/2026  Outfitters                         -40.00
            New charges
                                                           Amount
            08/10/2026  Coffee                              35.50
            08/16/2026  Hotel                              210.75
            """,
            """
            A Hector
                                                                             Amount
            09/02/2026  Grocers                                              120.00
            Fees                                                             Amount
            Total fees                                                         0.00
            """,
        )
    )
    assert [line.amount for line in draft.lines] == [50000, 4000, -3550, -21075, -12000]
    assert draft.status == "proven"
