"""Holds a certificate to its document, and to a ledger as it is now: the kernel run again."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from db.errors import TieoutError
from db.words import AccountKind
from pipeline.drafts import StatementDraft, as_proven
from pipeline.intake.file import take_in_bytes
from pipeline.pages.sandbox.fork import run_limited
from pipeline.pages.sandbox.limits import DEFAULT_LIMITS, ReadingLimits, chosen_limits
from pipeline.pages.seen.characters import references
from pipeline.pages.seen.judge import are_bound
from pipeline.proof import (
    Agreement,
    Certificate,
    CertificateError,
    CertifiedPage,
    Document,
    PageProof,
)
from pipeline.words import DocumentPages, Page, Seen

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from db.ledger.views import AccountView
    from pipeline.account.comparison import Comparison
    from pipeline.matching.match import Findings


@dataclass(frozen=True, slots=True)
class Verified:
    """A certificate that holds: the kernel's proof of the page and its outcome beside the ledger
    that the certificate carries, and of how many words of the document.

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
    limits: ReadingLimits | None = None,
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
        again = PageProof(
            Document(_merged(document.pages, certificate, changed)),
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
    """The statement as its proof alone tells it, empty if its words read as nothing."""
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


def account_of(draft: StatementDraft, accounts: Sequence[AccountView]) -> AccountView | None:
    """The only account with the statement's number, and with its currency where it prints one."""
    number = draft.account_mask
    found = [
        account
        for account in accounts
        if number and account.mask and _ends_alike(number, account.mask)
        if draft.printed_currency in (None, account.currency)
    ]
    return found[0] if len(found) == 1 else None


def _ends_alike(one: str, two: str) -> bool:
    digits = min(len(one), len(two))
    return one[-digits:] == two[-digits:]


def proven_in_ledger(
    session: Session, draft: StatementDraft, account_id: int | None, sha256: str
) -> tuple[Comparison | None, Findings]:
    """The statement held to the account as the ledger is now; what was recorded of the same
    statement before does not count."""
    # Loaded only where there is a ledger.
    from sqlalchemy import select

    from db import models
    from pipeline.account.comparison import ScopedLedger, compare
    from pipeline.account.ledger_query import accounts_in_scope
    from pipeline.matching.match import findings_of

    if account_id is None:
        return None, findings_of(draft, None, None)

    @contextmanager
    def same() -> Iterator[Session]:
        yield session

    query = (
        select(models.Statement.id)
        .join(models.Import, models.Import.id == models.Statement.import_id)
        .join(models.Document, models.Document.id == models.Import.document_id)
        .where(
            models.Document.sha256 == sha256,
            models.Statement.period_start == draft.period_start,
            models.Statement.period_end == draft.period_end,
        )
    )
    ignoring = frozenset(session.scalars(query))
    scoped = ScopedLedger(same, accounts_in_scope(session, None), ignoring=ignoring)
    comparison = compare(session, draft, account_id, scoped)
    return comparison, comparison.findings() if comparison else findings_of(draft, None, None)


class CertificateRefused(TieoutError):
    """The certificate is not taken: {why}. Make it again from the document with: tieout read FILE
    --certificate FOLDER"""


class CertificateDiffers(CertificateRefused):
    """The certificate does not hold: {why}. It is forged, or belongs to a different document or
    version of tieout. Make it again from the document with: tieout read FILE --certificate FOLDER
    """


def pages_for(
    certificate: Certificate,
    data: bytes,
    passwords: Sequence[str] = (),
    limits: ReadingLimits = DEFAULT_LIMITS,
) -> DocumentPages:
    """The document's pages as reading it saw them; looked at are the words that the certificate
    rests on. Nothing looks for a statement.

    Raises CertificateDiffers for other words, and what the sandbox or the reader of pages says.
    """
    from pipeline.pages.open import pictures, without_ocr

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
    certificate: Certificate, data: bytes, passwords: Sequence[str], limits: ReadingLimits
) -> DocumentPages:
    from pipeline.pages.open import pictures, read_pages_and_judge

    pages, judge = read_pages_and_judge(data, passwords, limits)
    with judge:
        if pictures(pages):
            return pages
        # Only what is in the document is given to the kernel, whose time is limited here.
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


def _scanned(data: bytes, passwords: Sequence[str], limits: ReadingLimits) -> DocumentPages:
    from pipeline.pages.open import read_scanned_pages

    return read_scanned_pages(data, passwords, limits)


_NEAR = 0.01  # points: as far as one machine's fractions may be from another's
_Word: TypeAlias = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Changed:
    """A word (page, counted from 1, and place) that a certificate reads otherwise than the page.

    ``by_a_digit``: with one other digit, and else alike; ``typed`` by a person, as the picture
    shows it.
    """

    page: int
    place: int
    by_a_digit: bool
    typed: bool = False


def changed_words(
    certified: Sequence[CertifiedPage],
    found: Sequence[CertifiedPage],
    recognised: Collection[int],
    *,
    looked_at: bool = False,
) -> list[Changed]:
    """The words that the certificate reads otherwise: a person's, or of a picture, as read once.

    ``recognised`` are the pages read from pictures; what was seen of each word counts if somebody
    ``looked_at`` the pages that were found. Raises CertificateDiffers for other words than those.
    """
    if len(certified) != len(found):
        raise CertificateDiffers(why=f"the document has {len(found)} pages")
    changed: list[Changed] = []
    for one, two in zip(certified, found, strict=True):
        others = _others(one, two, looked_at)
        for place, a, b in others:
            typed = a[5] is Seen.PERSON
            if not typed and not (one.number in recognised and b and _may_change(a, b)):
                raise CertificateDiffers(why=f"page {one.number} has another word than it tells")
            by_a_digit = bool(b) and _by_a_digit(a, b or a)
            changed.append(Changed(one.number, place, by_a_digit, typed))
    return changed


def _others(
    one: CertifiedPage, two: CertifiedPage, looked_at: bool
) -> list[tuple[int, _Word, _Word | None]]:
    """The words of two pages that are not the same, each by its place; None for one that the page
    does not have. Raises CertificateDiffers."""
    size = (one.width, one.height, 0.0, 0.0), (two.width, two.height, 0.0, 0.0)
    if one.number != two.number or not _near(*size) or len(one.words) < len(two.words):
        raise CertificateDiffers(why=f"page {two.number} is another one")
    if len(one.ink) != len(two.ink) or not all(map(_near, one.ink, two.ink)):
        raise CertificateDiffers(why=f"page {two.number} has other print without text")
    known = len(two.words)
    rows = tuple(tuple(word for word in row if word < known) for row in one.rows)
    if tuple(row for row in rows if row) != two.rows:
        raise CertificateDiffers(why=f"page {two.number} has its words on other rows")
    found: list[tuple[int, _Word, _Word | None]] = []
    for place, word in enumerate(one.words):
        own = two.words[place] if place < known else None
        if own is None or not _same_word(word, own, looked_at):
            found.append((place, word, own))
    return found


def _same_word(one: _Word, two: _Word, looked_at: bool) -> bool:
    seen_alike = not looked_at or one[5] is two[5]
    return one[0] == two[0] and seen_alike and _near(one[1:5], two[1:5])


def _near(one: Sequence[float], two: Sequence[float]) -> bool:
    return one == two or all(abs(a - b) <= _NEAR for a, b in zip(one, two, strict=True))


def _may_change(certified: _Word, found: _Word) -> bool:
    """Whether a word read once is where another was recognised, by no second reading."""
    once = certified[5] is Seen.ONCE and found[5] is not Seen.TWICE
    return once and _near(certified[1:5], found[1:5])


def _by_a_digit(certified: _Word, found: _Word) -> bool:
    if len(certified[0]) != len(found[0]):
        return False
    changed = [(a, b) for a, b in zip(certified[0], found[0], strict=True) if a != b]
    return len(changed) <= 1 and all(a.isdigit() and b.isdigit() for a, b in changed)
