"""Runs the kernel on what a certificate says, and on nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.proof.certificate import Certificate, certificate_of
from pipeline.proof.certificate_errors import CertificateDiffers, CertificateRefused
from pipeline.proof.certified_pages import CertifiedPage, page_of
from pipeline.proof.errors import WitnessRefused
from pipeline.proof.fitting import unfitting
from pipeline.proof.lexed import LexedPages
from pipeline.proof.page import KERNEL_VERSION, PageProof, prove_page
from pipeline.proof.restated import stated_in
from pipeline.proof.stated import Stated
from pipeline.proof.witness import Witness

#: What the kernel may stumble over in words that no page ever held.
_STUMBLES = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)


def prove_certificate(certificate: Certificate) -> PageProof:
    """Run the kernel on the certificate's pages and witness alone, and what a person states.

    Raises CertificateRefused where they do not fit each other, and CertificateDiffers where the
    kernel finds other checks, rows or facts than the certificate tells.
    """
    if certificate.kernel_version != KERNEL_VERSION:
        made = f"version {certificate.kernel_version} of the kernel, this is {KERNEL_VERSION}"
        raise CertificateRefused(why=f"it was made by {made}")
    proof = prove_words(
        certificate.document.pages, certificate.witness, stated=stated_of(certificate)
    )
    again = certificate_of(certificate.document.sha256, proof, certificate.second_witnesses)
    parts = ("checks", "rows", "facts", "proven")
    unlike = [part for part in parts if getattr(certificate, part) != getattr(again, part)]
    if unlike:
        raise CertificateDiffers(why=f"the kernel finds other {' and '.join(unlike)} than it tells")
    return proof


def stated_of(certificate: Certificate) -> Stated | None:
    """What a person states in the certificate. Raises CertificateRefused."""
    exponent = certificate.witness.convention.exponent
    return stated_in(certificate.second_witnesses, exponent)


def prove_words(
    pages: Sequence[CertifiedPage],
    witness: Witness,
    lexed: LexedPages | None = None,
    stated: Stated | None = None,
) -> PageProof:
    """Run the kernel on words and a witness from outside, and on what a person states.

    ``lexed`` are the same pages, where the kernel has read them before. Raises CertificateRefused
    where the witness does not fit them.
    """
    if why := unfitting(pages, witness):
        raise CertificateRefused(why=why)
    try:
        return prove_page(lexed or LexedPages(tuple(map(page_of, pages))), witness, stated)
    except WitnessRefused as refused:
        raise CertificateRefused(why=str(refused.facts["why"])) from refused
    except _STUMBLES as error:
        raise CertificateRefused(why="its words are none that a page could hold") from error
