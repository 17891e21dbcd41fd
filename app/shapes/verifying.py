"""The JSON of `tieout verify`: what of a certificate holds, documented in docs/certificate.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from app.shapes.reading import FactsShape
from app.shapes.writing import SCHEMA_VERSION, shaped
from app.texts import certificates as texts
from db.words import Verdict
from pipeline.proof.certificate import Certificate, SecondWitness
from pipeline.proof.checks import Check
from pipeline.proof.ledger import LedgerProof
from pipeline.verify.document import Verified, draft_of_proof

if TYPE_CHECKING:
    from pipeline.account.comparison import Comparison


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerVerdictShape:
    """What the ledger says of the statement today; no account is known where the id is null."""

    account_id: int | None
    account: str | None
    verdict: Verdict
    checks: tuple[Check, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifiedShape(FactsShape):
    """A certificate that holds; ``version`` is its format's. ``proven`` says whether it proves its
    statement; the sentences in ``checked`` and ``not_checked`` are for people."""

    schema_version: Literal[1] = SCHEMA_VERSION
    sha256: str
    version: int
    kernel_version: int
    proven: bool
    line_count: int
    words: int
    mended_words: int
    checks: tuple[Check, ...]
    second_witnesses: tuple[SecondWitness, ...]
    ledger: LedgerVerdictShape | None
    checked: tuple[str, ...]
    not_checked: tuple[str, ...]


def ledger_shape(comparison: Comparison | None, proof: LedgerProof) -> LedgerVerdictShape:
    """The ledger's side of it."""
    return shaped(
        LedgerVerdictShape,
        proof,
        account_id=comparison.side.account_id if comparison else None,
        account=comparison.side.account_name if comparison else None,
    )


def verified_shape(
    certificate: Certificate, found: Verified, ledger: LedgerVerdictShape | None
) -> VerifiedShape:
    """All that was checked again, and what was not."""
    draft = draft_of_proof(found.proof)
    return shaped(
        VerifiedShape,
        draft,
        draft.exponent,
        sha256=certificate.document.sha256,
        version=certificate.version,
        kernel_version=certificate.kernel_version,
        proven=found.proof.proven,
        line_count=len(draft.lines),
        words=found.words,
        mended_words=found.mended,
        checks=found.proof.checks,
        second_witnesses=certificate.second_witnesses,
        ledger=ledger,
        checked=tuple(_checked(certificate, found, ledger)),
        not_checked=tuple(_not_checked(certificate, found, ledger)),
    )


def _checked(
    certificate: Certificate, found: Verified, ledger: LedgerVerdictShape | None
) -> list[str]:
    pages, version = len(certificate.document.pages), certificate.kernel_version
    checked = [
        texts.OF_DOCUMENT,
        texts.OF_WORDS.format(words=found.words, pages=pages),
        texts.OF_KERNEL.format(version=version, checks=len(found.proof.checks)),
    ]
    if ledger and ledger.account:
        checked.append(texts.OF_LEDGER.format(account=ledger.account, verdict=ledger.verdict))
    return checked


def _not_checked(
    certificate: Certificate, found: Verified, ledger: LedgerVerdictShape | None
) -> list[str]:
    not_checked = [texts.MENDED] * found.mended
    if ledger is None:
        not_checked.append(texts.NO_LEDGER)
    elif ledger.account_id is None:
        not_checked.append(texts.NO_ACCOUNT)
    for each in certificate.second_witnesses:
        if ledger is None or each.source != "previous_statement":
            source = texts.SOURCES[each.source]
            not_checked.append(texts.SECOND.format(source=source, fact=each.fact, value=each.value))
    return not_checked
