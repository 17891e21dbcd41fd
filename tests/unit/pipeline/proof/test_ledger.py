"""Proofs are equal if they found the same, and a reading holds only with its period."""

from __future__ import annotations

from dataclasses import replace

from evals.typeset import Entry as Printed
from evals.typeset import Sheet, proof_of
from pipeline.proof.ledger import prove_ledger
from tests.support.statements import day

ROWS = (Printed(day(13), "Coffee", -350), Printed(day(20), "Salary", 250_000))
SHEET = Sheet(ROWS, opening=100_000, start=day(1), end=day(30))


def test_a_reading_holds_only_with_its_period() -> None:
    whole, without = proof_of(SHEET), proof_of(replace(SHEET, start=None, end=None))
    assert whole.proven
    assert without.proven
    assert prove_ledger(whole, None, None).reading_holds
    assert not prove_ledger(without, None, None).reading_holds
    assert not prove_ledger(proof_of(SHEET, looked_at=False), None, None).reading_holds
    assert not prove_ledger(None, None, None).reading_holds


def test_proofs_are_equal_if_they_found_the_same() -> None:
    one, same = (prove_ledger(proof_of(SHEET), None, None) for _ in range(2))
    other = prove_ledger(proof_of(replace(SHEET, opening=100_001)), None, None)
    none = prove_ledger(None, None, None)
    assert one == same
    assert hash(one) == hash(same)
    assert one != none
    assert other != none
    assert one != one.checks
    assert none != "a proof"
