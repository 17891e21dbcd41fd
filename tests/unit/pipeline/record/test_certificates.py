"""What this process has proven is at hand for a while, and stands for nothing else."""

from __future__ import annotations

import zlib
from datetime import date

import pytest

from evals.typeset import Entry, Sheet, bound, draft_of
from pipeline.drafts import Reading
from pipeline.proof.certificate_errors import CertificateRefused
from pipeline.proof.page import PageProof
from pipeline.reading.from_bytes import ReadDocument, proven_here
from pipeline.record import certificates
from pipeline.record.certificates import keep_proven, proven_from, stored_pages, stored_witness


def a_proof(description: str) -> PageProof:
    rows = (Entry(date(2025, 3, 3), description, -250), Entry(date(2025, 3, 9), "Salary", 900))
    sheet = Sheet(rows, 10_000, start=date(2025, 3, 1), end=date(2025, 3, 31))
    pages, drafts = bound([draft_of(sheet)])
    (draft,) = proven_here(ReadDocument(pages, Reading(drafts))).reading.statements
    assert draft.proof is not None
    assert draft.proof.proven
    return draft.proof


def test_a_proof_that_was_just_made_is_not_made_again() -> None:
    proof = a_proof("Coffee shop")
    words, kept = stored_pages(proof.pages.pages), stored_witness(proof)
    keep_proven(words, kept, proof)
    assert proven_from(words, kept) is proof


def test_what_the_kernel_makes_of_the_stored_words_is_the_same() -> None:
    proof = a_proof("Book shop")
    words, kept = stored_pages(proof.pages.pages), stored_witness(proof)
    again = proven_from(words, kept)
    assert again is not proof
    assert (again.checks, again.rows, again.facts) == (proof.checks, proof.rows, proof.facts)


def test_it_stands_for_no_other_words_and_no_other_witness() -> None:
    proof, other = a_proof("Flower shop"), a_proof("Flower shops")
    words, kept = stored_pages(proof.pages.pages), stored_witness(proof)
    keep_proven(words, kept, proof)
    found = proven_from(stored_pages(other.pages.pages), kept)
    assert [row.raw for row in found.rows] != [row.raw for row in proof.rows]
    with pytest.raises(CertificateRefused):
        proven_from(words, kept | {"witness": {}})
    with pytest.raises(CertificateRefused):
        proven_from(zlib.compress(b"[]"), kept)


def test_only_the_last_ones_are_at_hand() -> None:
    proof = a_proof("Shoe shop")
    words, kept = stored_pages(proof.pages.pages), stored_witness(proof)
    keep_proven(words, kept, proof)
    for number in range(certificates.MOST_PROOFS):
        keep_proven(words + bytes([number]), kept, proof)
    assert proven_from(words, kept) is not proof
