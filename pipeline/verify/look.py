"""A document's pages alone, read in the sandbox and held to what a certificate says of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from pipeline.pages.sandbox.limited import run_limited
from pipeline.pages.sandbox.limits import DEFAULT_LIMITS, Limits
from pipeline.proof import Certificate, CertifiedPage
from pipeline.verify.same_words import changed_words
from pipeline.words import DocumentPages, Seen


def pages_for(
    certificate: Certificate,
    data: bytes,
    passwords: Sequence[str] = (),
    limits: Limits = DEFAULT_LIMITS,
) -> DocumentPages:
    """The document's pages as reading it saw them; looked at are the words that the certificate
    rests on. Nothing looks for a statement.

    Raises CertificateDiffers for other words, and what the sandbox or the reader of pages says.
    """
    from pipeline.pages.scan import pictures, without_ocr
    from pipeline.pages.seen.references import references

    references()  # before a fork, or every child would load them
    pages = run_limited(_pages, certificate, data, passwords, limits, limits=limits)
    scanned = pictures(pages)
    if not scanned:
        return pages
    from pipeline.pages.ocr import is_installed, ocr_limits

    if not is_installed():
        return without_ocr(pages)
    return run_limited(_scanned, data, passwords, limits, limits=ocr_limits(limits, scanned))


def _pages(
    certificate: Certificate, data: bytes, passwords: Sequence[str], limits: Limits
) -> DocumentPages:
    from pipeline.pages.open import read_pages_and_judge
    from pipeline.pages.scan import pictures

    pages, judge = read_pages_and_judge(data, passwords, limits)
    with judge:
        if pictures(pages):
            return pages
        # Only what stands in the document is given to the kernel, whose time is limited here.
        changed_words(certificate.pages, tuple(map(CertifiedPage.of, pages.pages)), ())
        return judge(pages, wanted_words(certificate))


def wanted_words(certificate: Certificate) -> Mapping[int, Collection[int]]:
    """The words that somebody should look at: those that the certificate says were looked at, and
    those that its proof rests on."""
    found: dict[int, set[int]] = defaultdict(set)
    for page in certificate.pages:
        found[page.number] = {at for at, word in enumerate(page.words) if word[5] is not Seen.INK}
    for place, _ in certificate.witnesses[certificate.statement].evidence():
        found[place.page].update(place.words)
    for page in certificate.pages:
        typed = {at for at, word in enumerate(page.words) if word[5] is Seen.PERSON}
        found[page.number] -= typed
    return found


def _scanned(data: bytes, passwords: Sequence[str], limits: Limits) -> DocumentPages:
    from pipeline.pages.scan import read_scanned_pages

    return read_scanned_pages(data, passwords, limits)
