"""Nothing but the kernel's own look at words makes a `proven` or a `matched`."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import replace
from typing import Any

import pytest

from db.words import ReadingStatus, Verdict
from evals.typeset import draft_of, proof_of
from pipeline.drafts import StatementDraft
from pipeline.matching.verdicts import Proof, prove
from pipeline.proof.checks import CheckState
from pipeline.proof.ledger import LedgerProof, prove_ledger
from pipeline.proof.page import PageProof, prove_page
from pipeline.reading.from_bytes import ReadDocument, proven_here
from tests.support.books import pages_of
from tests.unit.pipeline.proof.test_obligations import LEDGER, SHEET, STATEMENT, paired

GOOD = draft_of(SHEET)
BAD = draft_of(replace(SHEET, closing=1))
UNPROVEN = proof_of(replace(SHEET, closing=1))


def test_the_one_is_proven_and_the_other_is_not() -> None:
    assert (GOOD.status, BAD.status) == (ReadingStatus.PROVEN, ReadingStatus.UNPROVEN)
    assert (STATEMENT.proven, UNPROVEN.proven) == (True, False)


@pytest.mark.parametrize("name", ["checks", "rows", "facts", "pages", "witness", "proven"])
def test_a_proof_of_a_page_cannot_be_altered(name: str) -> None:
    with pytest.raises(TypeError):
        setattr(UNPROVEN, name, getattr(STATEMENT, name))
    with pytest.raises(TypeError):
        delattr(UNPROVEN, name)
    assert not UNPROVEN.proven


@pytest.mark.parametrize("name", ["checks", "page", "verdict"])
def test_a_proof_of_a_ledger_cannot_be_altered(name: str) -> None:
    matched = prove_ledger(STATEMENT, LEDGER, paired())
    found = prove_ledger(UNPROVEN, LEDGER, paired())
    with pytest.raises(TypeError):
        setattr(found, name, getattr(matched, name))
    with pytest.raises(TypeError):
        delattr(found, name)
    assert (matched.verdict, found.verdict) == (Verdict.MATCHED, Verdict.UNPROVEN)


def test_proofs_are_no_dataclasses_and_have_no_room_for_more() -> None:
    for proof in (STATEMENT, prove_ledger(STATEMENT, LEDGER, paired())):
        assert not dataclasses.is_dataclass(proof)
        assert not hasattr(proof, "__dict__")
        with pytest.raises(TypeError):
            replace(proof, checks=())  # type: ignore[type-var]


def test_a_proof_takes_nothing_but_words_and_witnesses() -> None:
    with pytest.raises(TypeError):
        PageProof(STATEMENT.pages, STATEMENT.witness, STATEMENT.checks)  # type: ignore[call-arg, arg-type]
    with pytest.raises(TypeError):
        LedgerProof(STATEMENT, LEDGER, paired(), ())  # type: ignore[call-arg]


@pytest.mark.parametrize(
    "again",
    [copy.copy, copy.deepcopy, lambda proof: pickle.loads(pickle.dumps(proof))],
    ids=["copied", "copied deeply", "pickled"],
)
def test_a_copy_is_proven_anew(again: Any) -> None:
    for proof in (STATEMENT, UNPROVEN):
        other = again(proof)
        assert other is not proof
        assert (other.checks, other.proven) == (proof.checks, proof.proven)


def test_what_is_pickled_holds_no_verdict() -> None:
    """Only words and a witness: whoever forges the bytes has forged a page, and no proof."""
    make, arguments = STATEMENT.__reduce__()
    assert make is prove_page
    assert arguments == (STATEMENT.pages.pages, STATEMENT.witness, None)
    assert b"PASSED" not in pickle.dumps(STATEMENT)
    assert b"passed" not in pickle.dumps(STATEMENT)


def test_a_proof_of_a_ledger_cannot_be_pickled_or_copied() -> None:
    matched = prove_ledger(STATEMENT, LEDGER, paired())
    for again in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError):
            again(matched)


@pytest.mark.parametrize(
    "changes",
    [
        {"proof": GOOD.proof},
        {"proof": GOOD.proof, "witness": GOOD.witness},
        {"proof": GOOD.proof, "witness": GOOD.witness, "closing_balance": 1},
        {"doubts": ()},
        {"witness": GOOD.witness},
    ],
    ids=["proof", "proof and witness", "with its own closing", "no doubts", "witness"],
)
def test_another_statements_proof_proves_nothing(changes: dict[str, Any]) -> None:
    lying = replace(BAD, **changes)
    assert lying.status is ReadingStatus.UNPROVEN
    assert prove(lying, LEDGER, None).verdict is Verdict.UNPROVEN


def test_a_draft_has_no_status_of_its_own() -> None:
    names = {field.name for field in dataclasses.fields(StatementDraft)}
    assert not names & {"status", "checks", "proven"}
    for name in ("status", "checks"):
        with pytest.raises(TypeError):
            replace(BAD, **{name: getattr(GOOD, name)})
        with pytest.raises((AttributeError, TypeError)):
            setattr(BAD, name, getattr(GOOD, name))


def test_a_draft_that_crosses_a_boundary_is_not_proven_until_it_is_proven_here() -> None:
    opened: StatementDraft = pickle.loads(pickle.dumps(GOOD))
    assert (opened.status, opened.proof) == (ReadingStatus.UNPROVEN, None)
    assert opened.witness == GOOD.witness
    document = ReadDocument(pages_of([GOOD]), reading_of(opened))
    assert [each.status for each in proven_here(document).reading.statements] == ["proven"]


def test_a_child_that_lies_of_its_rows_is_corrected_here() -> None:
    lying = replace(GOOD, lines=GOOD.lines[:1], closing_balance=1)
    opened: StatementDraft = pickle.loads(pickle.dumps(lying))
    (draft,) = proven_here(ReadDocument(pages_of([GOOD]), reading_of(opened))).reading.statements
    assert draft.status is ReadingStatus.PROVEN
    assert [line.amount for line in draft.lines] == [line.amount for line in GOOD.lines]
    assert draft.closing_balance == GOOD.closing_balance


def test_a_child_that_lies_of_its_words_is_not_believed() -> None:
    assert GOOD.witness is not None
    lying = replace(GOOD, witness=replace(GOOD.witness, rows=GOOD.witness.rows[:-1]))
    opened: StatementDraft = pickle.loads(pickle.dumps(lying))
    (draft,) = proven_here(ReadDocument(pages_of([GOOD]), reading_of(opened))).reading.statements
    assert draft.status is ReadingStatus.UNPROVEN


def test_an_excuse_that_a_child_leaves_out_is_not_made_up_here() -> None:
    first, *others = SHEET.rows
    good = draft_of(replace(SHEET, rows=(replace(first, description="Tea of 12.50"), *others)))
    assert good.status is ReadingStatus.PROVEN
    assert good.witness is not None
    lying = replace(good, witness=replace(good.witness, excused=()))
    opened: StatementDraft = pickle.loads(pickle.dumps(lying))
    (draft,) = proven_here(ReadDocument(pages_of([good]), reading_of(opened))).reading.statements
    assert draft.status is ReadingStatus.UNPROVEN


def test_a_verdict_follows_from_its_proof_alone() -> None:
    found = Proof(prove_ledger(UNPROVEN, LEDGER, paired()))
    assert found.verdict is Verdict.UNPROVEN
    for name in ("verdict", "checks", "reading_holds"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(found, name, Verdict.MATCHED)
        with pytest.raises(TypeError):
            replace(found, **{name: Verdict.MATCHED})  # type: ignore[arg-type]


@pytest.mark.parametrize("state", [CheckState.FAILED, CheckState.UNAVAILABLE])
def test_no_state_of_a_check_can_be_turned(state: CheckState) -> None:
    check = STATEMENT.checks[0]
    with pytest.raises(dataclasses.FrozenInstanceError):
        check.state = state  # type: ignore[misc]


def reading_of(draft: StatementDraft) -> Any:
    from pipeline.drafts import Reading

    return Reading((draft,))
