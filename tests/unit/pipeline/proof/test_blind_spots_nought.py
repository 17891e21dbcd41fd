"""Ends of nought say nothing of the balances between: turned round, all sums would hold."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from pipeline.proof.page import PageProof
from pipeline.proof.witness import Signs, Witness
from tests.support.kernel import held, lacks

PAGE = held("""
    Northgate Bank
    Current account
    Statement period 01/03/2025 to 31/03/2025

    Opening balance                                                0.00

    Date         Description                      Amount        Balance
    01/03/2025   Acme Ltd                       2,000.00       2,000.00
    17/03/2025   J Smith                          950.00       1,050.00
    18/03/2025   T Smith                        1,050.00           0.00

    Closing balance                                                0.00
    """)


def proven(title: str, balance_base: int, base: int = 1) -> PageProof:
    """The page under this title, with its balances read as an asset's or as a debt's."""

    def turned(witness: Witness) -> Witness:
        said = replace(
            witness.convention, signs=Signs.BALANCE, base=base, balance_base=balance_base
        )
        return replace(witness, convention=said)

    texts = tuple(text.replace("Current account", title) for text in PAGE.texts)
    return PAGE.prove(*texts, change=turned)


@pytest.mark.parametrize(("balance_base", "base"), list(itertools.product((1, -1), (1, -1))))
def test_where_no_word_says_what_a_balance_is_neither_way_is_proven(
    balance_base: int, base: int
) -> None:
    proof = proven("Monthly overview", balance_base, base)
    assert "signs" in lacks(proof)
    assert not proof.proven


def test_a_word_for_the_kind_of_account_tells() -> None:
    assert [row.amount for row in proven("Current account", 1).rows] == [200_000, -95_000, -105_000]
    assert not proven("Current account", -1).proven
