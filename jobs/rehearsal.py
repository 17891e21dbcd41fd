"""What a dry run would have recorded by now: each document is held beside those before it."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from db.words import ImportStatus
from pipeline.account.comparison import as_sibling
from pipeline.proof.ledger_side import Sibling
from pipeline.record.known_statements import are_alike, is_known
from pipeline.record.writing import status_of
from pipeline.results import DocumentResult, StatementResult


@dataclass(slots=True)
class Rehearsal:
    """The documents that one dry run has brought to an end, none of which is written down."""

    documents: set[str] = field(default_factory=set)
    statements: list[StatementResult] = field(default_factory=list)

    @property
    def siblings(self) -> tuple[Sibling, ...]:
        """The claims of their statements, as a ledger would know them."""
        found = (as_sibling(each.draft, each.comparison) for each in self.statements)
        return tuple(sibling for sibling in found if sibling is not None)

    def status(self, session: Session, result: DocumentResult) -> ImportStatus:
        """In which state the real run would leave the document."""
        if all(is_known(session, each) or self._has(each) for each in result.statements):
            return ImportStatus.DUPLICATE
        return status_of(result)

    def keep(self, sha256: str, status: ImportStatus, result: DocumentResult) -> None:
        """Remember the document for those that come after it."""
        self.documents.add(sha256)
        if status is not ImportStatus.DUPLICATE:
            self.statements += result.statements

    def _has(self, result: StatementResult) -> bool:
        return any(are_alike(result, other) for other in self.statements)
