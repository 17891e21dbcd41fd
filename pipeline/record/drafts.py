"""A recorded statement as the draft that it was read as, so that it can be proven again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from db.models import Statement
from pipeline.drafts import Line, StatementDraft
from pipeline.proof.certificate import Certificate
from pipeline.proof.certificate_errors import CertificateRefused
from pipeline.proof.page import KERNEL_VERSION, PageProof
from pipeline.record.certificates import certificate_from_stored, proven_from
from pipeline.record.rows import recorded_draft


def is_of_this_kernel(row: Statement) -> bool:
    """Whether the kernel of today proved the statement, and not an earlier version of tieout."""
    return row.kernel_version == KERNEL_VERSION


def draft_of(row: Statement, lines: Sequence[Line] | None = None) -> StatementDraft:
    """The draft with every line, as it was recorded, and its proof, which the kernel makes anew;
    ``lines`` are its own, where they are at hand.

    There is none for what an earlier version recorded, and none where what it was made from is
    damaged.
    """
    proof = _proof_of(row)
    draft = recorded_draft(row, lines)
    return draft if proof is None else replace(draft, witness=proof.witness, proof=proof)


def recorded_certificate(row: Statement) -> Certificate | None:
    """The statement's certificate, which the kernel makes anew; None where nothing was offered
    for proof, and for what an earlier version recorded. Raises CertificateRefused if damaged."""
    document = row.work.document
    if not is_of_this_kernel(row) or not row.certificate or document is None:
        return None
    return certificate_from_stored(document.sha256, document.words or b"", row.certificate)


def _proof_of(row: Statement) -> PageProof | None:
    document = row.work.document
    if not is_of_this_kernel(row) or not row.certificate or document is None:
        return None
    try:
        return proven_from(document.words or b"", row.certificate)
    except CertificateRefused:
        return None
