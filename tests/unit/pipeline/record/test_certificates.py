"""What the database keeps of a statement: its document's words once, and what was offered of it."""

import json
import zlib
from dataclasses import replace
from datetime import date

import pytest

from evals.typeset import Entry, Sheet, draft_of
from pipeline.drafts import StatementDraft, prove_draft
from pipeline.proof import CertificateError, Document, Objection
from pipeline.record.certificates import (
    MOST_DOCUMENTS,
    document_in,
    keep_document,
    offered_in,
    pages_in,
    stored_offer,
    stored_pages,
)


def drafted(description: str) -> tuple[StatementDraft, Document]:
    rows = (Entry(date(2025, 3, 3), description, -250), Entry(date(2025, 3, 9), "Salary", 900))
    draft = draft_of(Sheet(rows, 10_000, start=date(2025, 3, 1), end=date(2025, 3, 31)))
    assert draft.proof is not None
    return draft, draft.proof.document


def test_what_is_kept_proves_the_very_same() -> None:
    draft, document = drafted("Coffee shop")
    told = replace(draft, objections=(Objection("count", "3"),), method="model")
    again = document_in(stored_pages(document.pages))
    offered = offered_in(json.loads(json.dumps(stored_offer(told))), again)
    assert (offered.witnesses, offered.objections, offered.method) == (
        told.witnesses, told.objections, told.method,
    )  # fmt: skip
    proof = prove_draft(draft, again, offered.witnesses[offered.chosen]).proof
    assert proof is not None
    assert draft.proof is not None
    assert proof.obligations == draft.proof.obligations
    assert (proof.lines, proof.hypotheses) == (draft.proof.lines, draft.proof.hypotheses)


def test_nothing_is_kept_of_a_statement_of_which_nothing_is_offered() -> None:
    draft, _ = drafted("Book shop")
    assert stored_offer(replace(draft, witnesses=(), proof=None)) is None


@pytest.mark.parametrize("words", [b"", b"no words", zlib.compress(b"[{}]"), zlib.compress(b"7")])
def test_damaged_words_are_none(words: bytes) -> None:
    with pytest.raises(CertificateError):
        document_in(words)


def test_an_offer_that_is_damaged_or_of_another_document_is_none() -> None:
    draft, document = drafted("Shoe shop")
    offer = stored_offer(draft)
    assert offer is not None
    for damaged in ({}, {**offer, "chosen": 1}, {**offer, "witnesses": [{}]}):
        with pytest.raises(CertificateError):
            offered_in(damaged, document)
    with pytest.raises(CertificateError):
        offered_in(offer, Document([replace(document.pages[0], words=(), seen=(), rows=())]))


def test_pages_of_an_earlier_version_get_the_rows_that_it_did_not_keep() -> None:
    _, document = drafted("Flower shop")
    plain = json.loads(zlib.decompress(stored_pages(document.pages)))
    for page in plain:
        del page["rows"]
    (page,) = pages_in(zlib.compress(json.dumps(plain).encode()))
    assert page.rows == document.pages[0].rows


def test_only_the_last_documents_are_at_hand() -> None:
    _, document = drafted("Tea shop")
    words = stored_pages(document.pages)
    keep_document(words, document)
    assert document_in(words) is document
    for number in range(MOST_DOCUMENTS):
        keep_document(words + bytes([number]), document)
    assert document_in(words) is not document
