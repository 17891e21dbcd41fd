"""Each reason for which a figure is excused holds where its rule says so, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.proof.entries import offered
from pipeline.proof.page import PageProof
from pipeline.proof.passed_over import Account
from pipeline.proof.sums import sums_of
from pipeline.proof.witness import Reason, Witness
from pipeline.proof.zones import Zones
from tests.support.kernel import fails, held

PAGE = held("""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                              100.00

    Date            Description            Money out   Money in     Balance
    01/03/2025      Acme Ltd                    0.00   2,000.00    2,100.00
                    of order
    17/03/2025      J Smith one and two       950.00   forsales    1,150.00    asever
    31/03/2025      Corner shop             1,150.00                   0.00

    Closing balance                                                    0.00
    Nothing
    """)


def holding(proof: PageProof, begins: str, place: int = 0) -> set[str]:
    """The reasons that hold for a figure of the first row that begins so."""
    lexed = proof.pages.under(proof.witness.convention.style)
    found = offered(lexed, replace(proof.witness, excused=()))
    account = Account(found, sums_of(found), Zones(found))
    rows = range(len(lexed.rows))
    index = next(i for i in rows if lexed.rows[i].text.startswith(begins))
    figure = lexed.rows[index].figures[place]
    return {reason.value for reason in Reason if account.holds(reason, index, figure)}


def put(text: str, *figures: tuple[int, str]) -> str:
    """A line with figures that end at these places."""
    for end, figure in figures:
        text = text.ljust(end - len(figure)) + figure
    return text


DEBIT_END, CREDIT_END, BALANCE_END = 48, 59, 71
DATED = "16/03/2025      "


@pytest.mark.parametrize(
    ("line", "reasons"),
    [
        ("of order 12.50", {"text"}),
        ("of order 0.00", {"text"}),
        ("of order 2,000.00", {"text"}),
        ("of order USD 12.50", {"text", "foreign"}),
        (put("of order", (DEBIT_END, "12.50")), set()),
        (put("of order", (DEBIT_END, "0.00")), set()),
        (put("of order", (DEBIT_END, "USD 12.50")), {"foreign"}),
        (put("of order", (BALANCE_END + 12, "12.50")), {"text"}),
        (put("of order", (BALANCE_END, "2,100.00")), {"agrees"}),
        (put("of order", (BALANCE_END, "2,101.00")), set()),
        (put("of order", (DEBIT_END, "2,100.00")), set()),
        (put("of what on 16/03/2025", (BALANCE_END, "2,100.00")), {"agrees"}),
        (put(f"{DATED}and so", (BALANCE_END, "2,100.00")), set()),
        (put(f"{DATED}to 17/03/2025", (BALANCE_END, "2,100.00")), set()),
        (put(f"{DATED}Opening balance", (BALANCE_END, "100.00")), {"agrees"}),
        (put(f"{DATED}Opening balance", (BALANCE_END, "101.00")), set()),
        (put(f"{DATED}Opening balance of your own", (BALANCE_END, "100.00")), {"agrees"}),
        (put(f"{DATED}Opening balance of your home", (BALANCE_END, "100.00")), set()),
        (put(f"{DATED}Balance on of home", (BALANCE_END, "2,100.00")), {"agrees"}),
        (put(f"{DATED}Account number Opening balance", (BALANCE_END, "100.00")), set()),
        (put("16 March 2025  Opening balance of you", (BALANCE_END, "100.00")), {"agrees"}),
        (
            put(f"{DATED}Opening balance of your own", (BALANCE_END, "EUR 100.00")),
            {"agrees", "foreign"},
        ),
        (put(f"{DATED}Opening balance of your own", (BALANCE_END, "100.00")) + " at", set()),
        (
            put(f"{DATED}Opening balance of your own", (BALANCE_END, "100.00")) + " EUR",
            {"agrees", "foreign"},
        ),
        (put("16 March        Opening balance of you", (BALANCE_END, "100.00")), {"agrees"}),
    ],
)
def test_a_figure_between_the_entries(line: str, reasons: set[str]) -> None:
    proof = PAGE.with_row("of order", line)
    assert holding(proof, line.split()[0] + " " + line.split()[1]) == reasons


def test_one_of_two_figures_in_a_row_is_no_balance_alone() -> None:
    proof = PAGE.with_row("of order", put("of 12.50", (BALANCE_END, "2,100.00")))
    assert holding(proof, "of 12.50", 1) == set()


@pytest.mark.parametrize(
    ("old", "new", "place", "reasons"),
    [
        ("one and two", "of our 3.10", 0, {"text"}),
        ("one and two", "of USD 3.10", 0, {"text", "foreign"}),
        ("Smith one and two       ", "X Balance on 100.00", 0, {"text"}),
        ("forsales", "    0.00", 1, {"zero"}),
        ("forsales", "    0.01", 1, set()),
        ("forsales", "    3.10", 1, set()),
        ("forsales", "USD3.10 ", 1, set()),
        ("asever", "  7.00", 2, set()),
    ],
)
def test_a_figure_on_an_entrys_row(old: str, new: str, place: int, reasons: set[str]) -> None:
    assert holding(PAGE.printed((old, new)), "17/03", place) == reasons


def test_a_balance_of_nought_beside_an_entry_is_read() -> None:
    def unread(witness: Witness) -> Witness:
        *rows, last = witness.rows
        return replace(witness, rows=(*rows, replace(last, balance=None)))

    proof = PAGE.prove(*PAGE.texts, change=unread)
    assert holding(proof, "31/03", 1) == set()
    assert fails(proof) == ["nothing_passed_over"]


@pytest.mark.parametrize(
    ("line", "reasons"),
    [
        ("Ask us for 7.25 more", {"outside"}),
        (put("02/04/2025 Shop", (DEBIT_END, "5.00")), set()),
        (put("02/04/2025 Shop 5.00"), set()),
        (put("02/04/2025 Statement date", (DEBIT_END, "5.00")), set()),
        (put("Shop of 02/04/2025", (DEBIT_END, "5.00")), {"outside"}),
        (put("Shop USD", (DEBIT_END, "5.00")), {"outside"}),
        (put("Shop", (DEBIT_END, "USD 5.00")), {"outside", "foreign"}),
        (put("Total debits", (DEBIT_END, "2,100.00")), {"outside", "agrees"}),
        (put("Total debits", (DEBIT_END, "2,100.01")), {"outside"}),
    ],
)
def test_a_figure_beside_the_table(line: str, reasons: set[str]) -> None:
    begins = " ".join(line.split()[:2])
    assert holding(PAGE.with_row("Nothing", line), begins) == reasons


EURO = held("""
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                             €100.00

    Date            Description            Money out   Money in     Balance
    01/03/2025      Acme Ltd                           2,000.00   €2,100.00
                    of order
    31/03/2025      Corner shop               950.00              €1,150.00

    Closing balance                                           €1,150.00
    """)


def test_the_currency_of_the_balances_is_not_foreign() -> None:
    assert holding(EURO.with_row("of order", "of order €12.50"), "of order") == {"text"}
    assert holding(EURO.with_row("of order", "of order $12.50"), "of order") == {"text", "foreign"}


def test_a_figure_without_a_currency_is_not_foreign() -> None:
    page = held("""
        Northgate Bank
        Current account statement
        Statement period 01/03/2025 to 31/03/2025

        Opening balance                                   €100.00

        Date            Description            Money out   Money in
        01/03/2025      Acme Ltd                          €2,000.00
                        of order
        31/03/2025      Corner shop              €950.00

        Closing balance                                 €1,150.00
        """)
    assert holding(page.with_row("of order", "of order 12.50"), "of order") == {"text"}
