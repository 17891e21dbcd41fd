"""Holds a certificate to the document that it is of: the same words, and the kernel run anew."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from db.words import AccountKind
from pipeline.drafts import StatementDraft, proven
from pipeline.intake.file import take_in_bytes
from pipeline.pages.sandbox.limits import Limits, chosen_limits
from pipeline.pages.seen.bound_figures import are_bound
from pipeline.proof.certificate import Certificate
from pipeline.proof.certificate_errors import CertificateDiffers
from pipeline.proof.certified_pages import certified_page, page_of
from pipeline.proof.page import PageProof
from pipeline.proof.recheck import prove_certificate, prove_words
from pipeline.verify.look import pages_for
from pipeline.verify.same_words import Changed, changed_words


@dataclass(frozen=True, slots=True)
class Verified:
    """A certificate that holds: the kernel's proof, made anew, and of how many words of the
    document. ``mended`` words of a picture read otherwise, which sums alone bind."""

    proof: PageProof
    words: int
    mended: int


def verify(
    certificate: Certificate,
    data: bytes,
    passwords: Iterable[str] = (),
    limits: Limits | None = None,
) -> Verified:
    """Hold the certificate to the bytes of its document.

    ``limits`` are else what the environment asks for. Raises CertificateDiffers for other bytes,
    other words on the pages, or another answer of the kernel; CertificateRefused; the
    IntakeErrors; and what reading pages raises.
    """
    intake = take_in_bytes(data, "-")
    if hashlib.sha256(intake.data).hexdigest() != certificate.document.sha256:
        raise CertificateDiffers(why="it is of a document with other bytes")
    document = pages_for(certificate, intake.data, tuple(passwords), limits or chosen_limits())
    found = tuple(map(certified_page, document.pages))
    recognised = {page.number for page in document.pages if page.confidence}
    changed = changed_words(certificate.document.pages, found, recognised, looked_at=True)
    refuse_unbound(changed, certificate)
    proof = prove_certificate(certificate)
    if not changed and found != certificate.document.pages:
        # Fractions of a point apart: what counts is the document here.
        _same(proof, prove_words(found, certificate.witness, stated=proof.stated))
    return Verified(proof, sum(len(page.words) for page in found), len(changed))


def refuse_unbound(changed: Sequence[Changed], certificate: Certificate) -> None:
    """One word may read otherwise by a digit, and any that the balances leave no other value.
    Raises CertificateDiffers."""
    if len(changed) <= 1 and all(each.by_a_digit for each in changed):
        return
    places = [(each.page, each.place) for each in changed]
    if not are_bound(places, certificate.witness, [page_of(p) for p in certificate.document.pages]):
        raise CertificateDiffers(why="words of a picture read otherwise, and no sums bind them")


def draft_of_proof(proof: PageProof) -> StatementDraft:
    """The statement as its proof alone tells it; without rows and facts if it proves nothing."""
    nothing = StatementDraft(
        institution=None,
        account_name=None,
        account_mask=None,
        kind=AccountKind.OTHER,
        currency=None,
        exponent=proof.witness.convention.exponent,
        period_start=None,
        period_end=None,
        opening_balance=None,
        closing_balance=None,
        lines=(),
    )
    return proven(nothing, proof)


def _same(one: PageProof, two: PageProof) -> None:
    if (one.checks, one.facts) != (two.checks, two.facts) or len(one.rows) != len(two.rows):
        raise CertificateDiffers(why="the kernel finds otherwise on the document's own words")
    for a, b in zip(one.rows, two.rows, strict=True):
        if replace(a, box=b.box) != b:
            raise CertificateDiffers(why="the kernel finds other rows on the document's own words")
