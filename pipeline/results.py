"""The outcome of a document and of each statement in it: values to store and to show."""

from dataclasses import dataclass

from db.words import Verdict
from pipeline.account.comparison import Comparison
from pipeline.claims import Asked, Citation, Claim, Refusal
from pipeline.drafts import StatementDraft
from pipeline.matching.match import Findings
from pipeline.model_choice import ModelUse


@dataclass(frozen=True, slots=True)
class StatementResult:
    """One statement: as read, compared with an account, with what was found and what it cost.

    ``ordinal`` counts the document's statements from 0. ``comparison`` is None while no account is
    known. ``extraction_skipped`` is true exactly for a matched statement. ``named`` is the
    account that a person said it is of.
    ``cited`` are facts that a model found on the page, which settle nothing, ``remarks`` what else
    a person is to know of how it was read.
    ``asked`` is what a model was asked about its differences, if one was.
    """

    ordinal: int
    draft: StatementDraft
    comparison: Comparison | None
    findings: Findings
    claim: Claim | None
    refusal: Refusal | None
    use: ModelUse
    extraction_skipped: bool
    named: int | None = None
    cited: tuple[Citation, ...] = ()
    remarks: tuple[str, ...] = ()
    asked: Asked | None = None

    @property
    def verdict(self) -> Verdict:
        return self.findings.verdict

    @property
    def account_id(self) -> int | None:
        """The ledger account that the statement was compared with, or else the one named."""
        return self.comparison.side.account_id if self.comparison else self.named

    @property
    def account_name(self) -> str | None:
        return self.comparison.side.name if self.comparison else None


@dataclass(frozen=True, slots=True)
class DocumentResult:
    """One document. ``pages`` counts them; ``engine`` says which reader gave the words."""

    name: str
    sha256: str
    pages: int
    encrypted: bool
    engine: str
    statements: tuple[StatementResult, ...]
    warnings: tuple[str, ...] = ()
    readings_tried: int = 0
