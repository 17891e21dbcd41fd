"""What is recorded of a document's proofs, so that each can be made again."""

from __future__ import annotations

from typing import Any

from db.money import to_decimal_string
from pipeline.account.comparison import Comparison
from pipeline.drafts import StatementDraft
from pipeline.matching.verdicts import Proof
from pipeline.proof.certificate import SecondWitness
from pipeline.proof.checks import CheckState
from pipeline.record.certificates import stored_pages, stored_witness
from pipeline.results import DocumentResult


def words_of(document: DocumentResult) -> bytes | None:
    """The document's words, if anything was offered for proof from them."""
    proofs = [each.draft.proof for each in document.statements if each.draft.proof]
    if not proofs:
        return None
    if any(proof.pages.pages != proofs[0].pages.pages for proof in proofs):
        raise ValueError("all statements of a document are proven from the same words")
    return stored_pages(proofs[0].pages.pages)


def witness_of(draft: StatementDraft) -> dict[str, Any] | None:
    """The statement's witness; None if nothing was offered."""
    return stored_witness(draft.proof) if draft.proof else None


def second_witnesses(
    draft: StatementDraft, comparison: Comparison, proof: Proof
) -> tuple[SecondWitness, ...]:
    """The statement before, where this one opens with what that closed with."""
    facts = draft.proof.facts if draft.proof else None
    before = comparison.side.previous
    passed = proof.state("follows_previous_statement") is CheckState.PASSED
    if facts is None or before is None or not passed:
        return ()
    opening = to_decimal_string(facts.opening, facts.exponent)
    note = f"of the statement up to {before.period_end.isoformat()}"
    return (SecondWitness(fact="opening", value=opening, source="previous_statement", note=note),)
