"""The JSON of `tieout verify`: what of a certificate holds, documented in docs/certificate.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from app.shapes.reading import (
    FactsShape,
    HypothesisShape,
    ObjectionShape,
    hypothesis_shapes,
    objection_shapes,
)
from app.shapes.writing import SCHEMA_VERSION, JsonShape, shaped
from db.words import Verdict
from pipeline.drafts import shown_hypotheses
from pipeline.proof import Certificate, Check
from pipeline.verify.document import Verified, draft_of_proof

if TYPE_CHECKING:
    from pipeline.account.comparison import Comparison
    from pipeline.matching.match import Findings


class LedgerVerdictShape(JsonShape):
    """What the ledger says of the statement today; no account is known where the id is null."""

    account_id: int | None
    account: str | None
    verdict: Verdict
    checks: tuple[Check, ...]


class VerifiedShape(FactsShape):
    """A certificate that holds; ``version`` is its format's, ``agreed`` what it says of its ledger.
    ``proven`` says whether it proves its statement; the sentences in ``checked`` and
    ``not_checked`` are for people."""

    schema_version: Literal[1] = SCHEMA_VERSION
    sha256: str
    version: int
    kernel_version: int
    proven: bool
    line_count: int
    words: int
    mended_words: int
    typed_words: int
    checks: tuple[Check, ...]
    hypotheses: tuple[HypothesisShape, ...]
    objections: tuple[ObjectionShape, ...]
    agreed: Verdict | None
    ledger: LedgerVerdictShape | None
    checked: tuple[str, ...]
    not_checked: tuple[str, ...]


def ledger_shape(comparison: Comparison | None, found: Findings) -> LedgerVerdictShape:
    return shaped(
        LedgerVerdictShape,
        found,
        account_id=comparison.side.account_id if comparison else None,
        account=comparison.side.name if comparison else None,
    )


def verified_shape(
    certificate: Certificate,
    found: Verified,
    ledger: LedgerVerdictShape | None,
    checked: Sequence[str],
    not_checked: Sequence[str],
) -> VerifiedShape:
    """All that was checked again, and what was not, which the last two say to a person."""
    draft = draft_of_proof(found.proof)
    each = found.agreement.hypotheses if found.agreement else found.proof.hypotheses
    return shaped(
        VerifiedShape,
        draft,
        draft.exponent,
        sha256=certificate.document,
        version=certificate.version,
        kernel_version=certificate.kernel,
        proven=found.proof.proven,
        line_count=len(draft.lines),
        words=found.words,
        mended_words=found.mended,
        typed_words=found.typed,
        checks=found.proof.obligations,
        hypotheses=hypothesis_shapes(shown_hypotheses(each, found.proof.document)),
        objections=objection_shapes(found.proof.objections),
        agreed=Verdict(found.agreement.verdict) if found.agreement else None,
        ledger=ledger,
        checked=tuple(checked),
        not_checked=tuple(not_checked),
    )
