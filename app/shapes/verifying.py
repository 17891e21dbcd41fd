"""The JSON of `tieout verify`: what of a certificate holds, documented in docs/certificate.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from app import texts_certificates as texts
from app.shapes.reading import CheckShape, FactsShape, check_shape, facts_shape
from pipeline.proof.certificate import Certificate
from pipeline.proof.ledger import LedgerProof
from pipeline.verify.document import Verified, draft_of_proof

if TYPE_CHECKING:
    from pipeline.account.comparison import Comparison


class LedgerVerdictShape(TypedDict):
    """What the ledger says of the statement today; no account is known where the id is null."""

    account_id: int | None
    account: str | None
    verdict: str
    checks: list[CheckShape]


class SecondWitnessShape(TypedDict):
    """A fact that something besides the pages bears out."""

    fact: str
    value: str
    source: str
    note: str


class VerifiedShape(FactsShape):
    """A certificate that holds. ``proven`` says whether it proves its statement; the sentences in
    ``checked`` and ``not_checked`` are for people."""

    sha256: str
    version: int
    kernel_version: int
    proven: bool
    line_count: int
    words: int
    mended_words: int
    checks: list[CheckShape]
    second_witnesses: list[SecondWitnessShape]
    ledger: LedgerVerdictShape | None
    checked: list[str]
    not_checked: list[str]


def ledger_shape(comparison: Comparison | None, proof: LedgerProof) -> LedgerVerdictShape:
    """The ledger's side of it."""
    return LedgerVerdictShape(
        account_id=comparison.side.account_id if comparison else None,
        account=comparison.side.account_name if comparison else None,
        verdict=proof.verdict.value,
        checks=[check_shape(check) for check in proof.checks],
    )


def verified_shape(
    certificate: Certificate, found: Verified, ledger: LedgerVerdictShape | None
) -> VerifiedShape:
    """All that was checked again, and what was not."""
    draft = draft_of_proof(found.proof)
    return VerifiedShape(
        **facts_shape(draft),
        sha256=certificate.document.sha256,
        version=certificate.version,
        kernel_version=certificate.kernel_version,
        proven=found.proof.proven,
        line_count=len(draft.lines),
        words=found.words,
        mended_words=found.mended,
        checks=[check_shape(check) for check in found.proof.checks],
        second_witnesses=[
            SecondWitnessShape(fact=each.fact, value=each.value, source=each.source, note=each.note)
            for each in certificate.second_witnesses
        ],
        ledger=ledger,
        checked=_checked(certificate, found, ledger),
        not_checked=_not_checked(certificate, found, ledger),
    )


def _checked(
    certificate: Certificate, found: Verified, ledger: LedgerVerdictShape | None
) -> list[str]:
    pages, version = len(certificate.document.pages), certificate.kernel_version
    told = [
        texts.OF_DOCUMENT,
        texts.OF_WORDS.format(words=found.words, pages=pages),
        texts.OF_KERNEL.format(version=version, checks=len(found.proof.checks)),
    ]
    if ledger and ledger["account"]:
        told.append(texts.OF_LEDGER.format(account=ledger["account"], verdict=ledger["verdict"]))
    return told


def _not_checked(
    certificate: Certificate, found: Verified, ledger: LedgerVerdictShape | None
) -> list[str]:
    told = [texts.MENDED] * found.mended
    if ledger is None:
        told.append(texts.NO_LEDGER)
    elif ledger["account_id"] is None:
        told.append(texts.NO_ACCOUNT)
    for each in certificate.second_witnesses:
        if ledger is None or each.source != "previous_statement":
            source = texts.SOURCES[each.source]
            told.append(texts.SECOND.format(source=source, fact=each.fact, value=each.value))
    return told
