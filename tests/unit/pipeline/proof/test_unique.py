"""All witnesses that are accepted of one page say the same: here the conventions are turned.

A page whose amounts come to nothing is the hardest: every sum holds, whichever way it is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from pipeline.proof.errors import WitnessRefused
from pipeline.proof.lexed import LexedPages
from pipeline.proof.page import PageProof, prove_page
from pipeline.proof.stated import Stated
from pipeline.proof.witness import Signs, Witness
from pipeline.reading.offer import with_excuses
from tests.support.typewritten import document, only, read

BALANCES = """
    Current account statement
    Statement period 01/03/2025 to 31/03/2025

    Date         Description                Amount      Balance
                 Opening balance                         100.00
    01/03/2025   Acme Ltd                 2,000.00     2,100.00
    17/03/2025   J Smith                   -950.00     1,150.00
    31/03/2025   Corner shop                 -5.00     1,145.00
                 Closing balance                       1,145.00
    """
COLUMNS = """
    Savings account statement
    Statement period 01/03/2025 to 31/03/2025
    Opening balance  100.00
    Closing balance  100.00

    Date         Description              Paid out    Paid in
    14/03/2025   Shop                       950.00
    15/03/2025   Thanks                                 950.00
    """
UNNAMED = COLUMNS.replace("Savings account", "Account")
HEADINGS = """
    Statement
    Opening balance           4.87
    Closing balance           4.87

    Date         Description                        Amount

    Payments
    16/03/2025   Thank you                           -2.63

    Purchases
    17/03/2025   Books                                2.63
    """


def turned(witness: Witness) -> Iterator[Witness]:
    """The witness under every other convention that has the same figures."""
    turns = product((1, -1), (1, -1), (True, False), (True, False), Signs)
    for base, balance_base, newest_first, month_first, signs in turns:
        convention = replace(
            witness.convention,
            base=base,
            balance_base=balance_base,
            newest_first=newest_first,
            month_first=month_first,
            signs=signs,
        )
        yield replace(witness, convention=convention, excused=())


def said(proof: PageProof) -> object:
    rows = [(row.date, row.value_date, row.amount, row.balance) for row in proof.rows]
    return rows, proof.facts


def accepted(text: str, stated: Stated | None = None, **ends: Any) -> list[object]:
    """What each accepted witness says, once each; with these ends left to what a person states."""
    lexed = LexedPages(document(text).pages)
    witness = only(read(text)).witness
    assert witness is not None
    found: list[object] = []
    for other in turned(replace(witness, **ends)):
        try:
            proof = prove_page(lexed, with_excuses(other, lexed, stated), stated)
        except WitnessRefused:
            continue
        if proof.proven and said(proof) not in found:
            found.append(said(proof))
    return found


@pytest.mark.parametrize("text", [BALANCES, COLUMNS], ids=["balances", "columns"])
def test_a_page_is_proven_in_one_way(text: str) -> None:
    assert len(accepted(text)) == 1


@pytest.mark.parametrize("text", [UNNAMED, HEADINGS], ids=["columns", "headings"])
def test_a_page_on_which_no_word_says_which_way_its_balance_goes_is_proven_in_no_two_ways(
    text: str,
) -> None:
    assert len(accepted(text)) <= 1


@pytest.mark.parametrize(
    ("text", "opening", "closing"),
    [(BALANCES, 10_000, 114_500), (COLUMNS, 10_000, 10_000)],
    ids=["balances", "columns"],
)
@pytest.mark.parametrize("by", [0, 1, -10_000, -20_000, 200_000, 400_000])
def test_what_a_person_states_proves_a_page_in_the_one_way_that_it_prints(
    text: str, opening: int, closing: int, by: int
) -> None:
    whole = accepted(text)
    for stated, ends in (
        (Stated(opening=opening + by), {"opening": None}),
        (Stated(closing=closing + by), {"closing": None}),
        (Stated(opening=opening + by, closing=closing + by), {"opening": None, "closing": None}),
    ):
        found = accepted(text, stated, **ends)
        assert found == ([] if by else whole if text == BALANCES or len(ends) == 1 else [])


@pytest.mark.parametrize(("text", "end"), [(UNNAMED, 10_000), (HEADINGS, 487)])
def test_what_a_person_states_of_a_balance_says_nothing_of_the_way_it_goes(
    text: str, end: int
) -> None:
    for said in (end, -end):
        assert len(accepted(text, Stated(opening=said), opening=None)) <= 1
        assert len(accepted(text, Stated(closing=said), closing=None)) <= 1
