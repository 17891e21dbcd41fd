"""Holds a certificate to the document that it is of: the same words, and the kernel run again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from db.words import AccountKind
from pipeline.drafts import StatementDraft, as_proven
from pipeline.intake.file import take_in_bytes
from pipeline.pages.sandbox.limits import Limits, chosen_limits
from pipeline.pages.seen.bound_figures import are_bound
from pipeline.proof import (
    Agreement,
    Certificate,
    CertificateError,
    CertifiedPage,
    Document,
    PageProof,
    prove_page,
)
from pipeline.verify.errors import CertificateDiffers, CertificateRefused
from pipeline.verify.look import pages_for
from pipeline.verify.same_words import Changed, changed_words
from pipeline.words import Page


@dataclass(frozen=True, slots=True)
class Verified:
    """A certificate that holds: the kernel's proof of the page and what came of it beside the
    ledger that the certificate carries, and of how many words of the document.

    ``mended`` words of a picture read otherwise, which sums alone bind, and ``typed`` ones a person
    typed as the picture shows them.
    """

    proof: PageProof
    agreement: Agreement | None
    words: int
    mended: int
    typed: int


def read_text(text: str | bytes) -> Certificate:
    """The certificate that a JSON text is. Raises CertificateRefused."""
    try:
        return Certificate.read(text)
    except CertificateError as error:
        raise CertificateRefused(why=str(error)) from None


def proven_again(certificate: Certificate) -> tuple[PageProof, Agreement | None]:
    """What a certificate proves by itself. Raises CertificateDiffers."""
    try:
        return certificate.proof()
    except CertificateError as error:
        raise CertificateDiffers(why=str(error)) from None


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
    if hashlib.sha256(intake.data).hexdigest() != certificate.document:
        raise CertificateDiffers(why="it is of a document with other bytes")
    document = pages_for(certificate, intake.data, tuple(passwords), limits or chosen_limits())
    found = tuple(map(CertifiedPage.of, document.pages))
    recognised = {page.number for page in document.pages if page.confidence}
    changed = changed_words(certificate.pages, found, recognised, looked_at=True)
    once = [each for each in changed if not each.typed]
    refuse_unbound(once, certificate)
    proof, agreement = proven_again(certificate)
    if found != certificate.pages:
        # Fractions of a point apart: what counts is the document here.
        _same(proof, Document(_merged(document.pages, certificate, changed)))
    words = sum(len(page.words) for page in found)
    return Verified(proof, agreement, words, len(once), len(changed) - len(once))


def _merged(
    pages: Sequence[Page], certificate: Certificate, changed: Sequence[Changed]
) -> tuple[Page, ...]:
    """The document's own pages, with the words that the certificate has otherwise."""
    merged = []
    for own, certified in zip(pages, certificate.pages, strict=True):
        other, mine = certified.page(), {each.place for each in changed if each.page == own.number}
        words, seen = list(own.words), list(own.seen or other.seen[: len(own.words)])
        for place in sorted(mine):
            words[place : place + 1] = [other.words[place]]
            seen[place : place + 1] = [other.seen[place]]
        merged.append(replace(own, words=tuple(words), seen=tuple(seen), rows=other.rows))
    return tuple(merged)


def _same(proof: PageProof, document: Document) -> None:
    again = prove_page(
        document,
        proof.witnesses,
        proof.statement,
        proof.objections,
        answers=proof.answers,
        layouts=proof.layouts,
        account=proof.account,
    )
    facts = ("obligations", "hypotheses", "lines", "opening", "closing")
    if any(getattr(again, name) != getattr(proof, name) for name in facts):
        raise CertificateDiffers(why="the kernel finds otherwise on the document's own words")


def refuse_unbound(changed: Sequence[Changed], certificate: Certificate) -> None:
    """One word may read otherwise by a digit, and any that the balances leave no other value.
    Raises CertificateDiffers."""
    if len(changed) <= 1 and all(each.by_a_digit for each in changed):
        return
    places = [(each.page, each.place) for each in changed]
    witness = certificate.witnesses[certificate.statement]
    if not are_bound(places, witness, [page.page() for page in certificate.pages]):
        raise CertificateDiffers(why="words of a picture read otherwise, and no sums bind them")


def draft_of_proof(proof: PageProof) -> StatementDraft:
    """The statement as its proof alone tells it; without lines and facts if its words read as
    nothing."""
    number = proof.witness.number
    words = proof.document.words(number.value) if number else []
    digits = "".join(char for word in words for char in word.text if char.isdecimal())
    nothing = StatementDraft(
        institution=None,
        account_name=None,
        account_mask=digits[-4:] or None,
        kind=AccountKind.OTHER,
        currency=None,
        exponent=proof.witness.convention.digits,
        period_start=None,
        period_end=None,
        opening_balance=None,
        closing_balance=None,
        lines=(),
        witnesses=(proof.witness,),
        beside=(proof.witnesses[: proof.statement], proof.witnesses[proof.statement + 1 :]),
        objections=proof.objections,
        answers=proof.answers,
    )
    return as_proven(nothing, proof)
