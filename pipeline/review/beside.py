"""All that is looked up beside recorded statements when they are shown: once for all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from db.models import Proposal, Reconciliation, Resolution
from pipeline.drafts import StatementDraft
from pipeline.matching.shapes import Difference
from pipeline.record.drafts import draft_of
from pipeline.record.model_proposals import pending_of
from pipeline.record.shown import shown_differences
from pipeline.review.settled import settled_of_each
from pipeline.review.suggested import Heard, heard_of_each
from pipeline.review.versions import Version, other_versions_of_each

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


@dataclass(frozen=True, slots=True)
class Beside:
    """One statement: what differs, what a model said of each difference, what persons settled,
    which other statements say otherwise, and what waits for a person's yes."""

    row: Reconciliation
    draft: StatementDraft
    differences: Sequence[Difference]
    heard: Sequence[Heard | None]
    settled: Sequence[Resolution]
    versions: Sequence[Version]
    pending: Sequence[Proposal]


def beside(session: Session, rows: Sequence[Reconciliation]) -> list[Beside]:
    """Each of them, with all that is to be shown."""
    drafts = [draft_of(row.statement) for row in rows]
    read = list(zip(rows, drafts, strict=True))
    differences = shown_differences(session, read)
    heard = heard_of_each(session, [(row, draft.lines) for row, draft in read])
    statements = [row.statement_id for row in rows]
    settled = settled_of_each(session, statements)
    versions = other_versions_of_each(session, statements)
    pending: dict[int | None, list[Proposal]] = defaultdict(list)
    for proposal in pending_of(session, rows):
        pending[proposal.reconciliation_id].append(proposal)
    return [
        Beside(
            row,
            draft,
            found,
            said,
            settled[row.statement_id],
            versions[row.statement_id],
            pending[row.id],
        )
        for (row, draft), found, said in zip(read, differences, heard, strict=True)
    ]
