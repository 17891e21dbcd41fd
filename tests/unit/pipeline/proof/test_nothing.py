"""No rows prove nothing unless the page says that there were none, and looks so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.proof.witness import Witness
from tests.support.kernel import fails, held
from tests.support.typewritten import only, read

TEXT = """
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                  100.00
    {}
    Closing balance                                  100.00
    """
SAID = "There were no transactions"
NONE = held(TEXT.format(SAID))


def state(line: str, change: bool = False) -> str:
    def without(witness: Witness) -> Witness:
        return replace(witness, closing=None) if change else witness

    proof = NONE.prove(TEXT.format(line), change=without)
    return proof.state("lines_or_none_said").value


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (SAID, "passed"),
        ("There were some transactions", "unavailable"),
        ("Northgate wishes you well", "unavailable"),
        ("01/03/2025 Corner shop 5.00", "failed"),
        ("01/03/2025 Closing balance 5.00", "unavailable"),
        ("01/03/2025 Corner shop here", "unavailable"),
        ("Corner shop 01/03/2025 5.00", "unavailable"),
    ],
)
def test_no_rows(line: str, found: str) -> None:
    assert state(line) == found


def test_a_row_that_looks_like_one_denies_what_the_page_says() -> None:
    proof = NONE.with_lines("01/03/2025 Corner shop 5.00")
    assert proof.state("lines_or_none_said").value == "failed"
    assert not proof.proven


def test_without_rows_the_balances_are_the_same() -> None:
    proof = NONE.printed()
    assert proof.proven
    assert proof.rows == ()
    assert proof.facts is not None
    assert proof.facts.opening == proof.facts.closing == 10_000
    closing = "Closing balance                                  100.00"
    assert not NONE.printed((closing, closing.replace("100.00", "100.01"))).proven


QUIET = """
    Northgate Bank
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                  100.00
    {}
    {}
    Closing balance                                  100.00
    """


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("Total deposits 0.00", "Total withdrawals 0.00", "passed"),
        ("Total deposits NIL", "Total withdrawals nil", "passed"),
        ("Total deposits NIL", "Total withdrawals 0.00", "passed"),
        ("Total deposits this month: NIL", "Total withdrawals 0.00", "passed"),
        ("Total deposits of this one month NIL", "Total withdrawals 0.00", "unavailable"),
        ("Total deposits 0.00", "Thank you", "unavailable"),
        ("Total deposits 0.00", "Total deposits 0.00", "unavailable"),
        ("Total deposits 0.00", "Total withdrawals 5.00", "unavailable"),
        ("Number of transactions 0", "Thank you", "passed"),
        ("Number of transactions 1", "Thank you", "unavailable"),
        ("Number of credits 0", "Number of debits 0", "passed"),
        ("Number of credits 0", "Thank you", "unavailable"),
    ],
)
def test_sums_and_counts_of_nought_say_that_there_were_none(
    one: str, other: str, found: str
) -> None:
    (check,) = (
        check
        for check in only(read(QUIET.format(one, other))).checks
        if check.name == "lines_or_none_said"
    )
    assert check.state.value == found


def test_a_total_said_to_be_nought_is_held_to_the_rows() -> None:
    page = held("""
        Northgate Bank
        Current account statement
        Statement period 01/03/2025 to 31/03/2025

        Opening balance                                  100.00

        Date         Description           Money out   Money in
        01/03/2025   Acme Ltd                          2,000.00

        Closing balance                                2,100.00
        """)
    assert fails(page.with_lines("", "Total withdrawals NIL")) == []
    assert fails(page.with_lines("", "Total deposits NIL")) == ["no_contradiction"]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Number of transactions 0", "passed"),
        ("0 transactions", "passed"),
        ("Number of credits 0   Number of debits 0", "passed"),
        ("0 transactions pending", "unavailable"),
        ("0 items returned unpaid", "unavailable"),
        ("Number of items 0 returned", "unavailable"),
        ("Number of transactions 0 at other banks", "unavailable"),
    ],
)
def test_a_count_of_some_entries_does_not_say_that_there_are_none(line: str, found: str) -> None:
    checks = only(read(TEXT.format(line))).checks
    assert {c.name: c.state.value for c in checks}["lines_or_none_said"] == found
