"""A recorded statement as the draft that it was read as, so that it can be proven again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from db.models import Statement
from pipeline.drafts import Line, StatementDraft, prove_draft
from pipeline.proof import KERNEL_VERSION, CertificateError, Document
from pipeline.record.answers import answers_in
from pipeline.record.certificates import document_in, offered_in
from pipeline.record.correcting import CannotCorrect, corrections_in, typed_document, uncorrected
from pipeline.record.rows import recorded_draft


def is_of_this_kernel(row: Statement) -> bool:
    """Whether the kernel of today proved the statement, and not an earlier version of tieout."""
    return row.kernel_version == KERNEL_VERSION


def _document_of(row: Statement, words: bytes) -> Document:
    """The document as the statement has it: with the words that persons typed."""
    document, corrections, before = document_in(words), corrections_in(row), uncorrected(row)
    if not corrections or before is None:
        return document
    offered = offered_in(before, document)
    return typed_document(document, corrections, offered.witnesses[offered.chosen])


def draft_of(row: Statement, lines: Sequence[Line] | None = None) -> StatementDraft:
    """The draft with every line, as it was recorded, and the proof of its page, which the kernel
    makes anew; ``lines`` are its own, where they are at hand.

    There is no proof of what an earlier version recorded, and none where what it was made from is
    damaged.
    """
    draft = recorded_draft(row, lines)
    document = row.work.document
    if not is_of_this_kernel(row) or not row.certificate or document is None:
        return draft
    try:
        words = _document_of(row, document.words or b"")
        offered = offered_in(row.certificate, words)
    except (CertificateError, CannotCorrect):
        return draft
    bare = replace(
        draft,
        witnesses=offered.witnesses,
        beside=offered.beside,
        objections=offered.objections,
        answers=answers_in(row.stated),
        method=offered.method,
    )
    proof = prove_draft(bare, words, offered.witnesses[offered.chosen]).proof
    return replace(bare, proof=proof)
