"""How the statements of some accounts stand: to tell what a change of the accounts makes of it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

from sqlalchemy import select
from sqlalchemy.orm import Session

from db.models import Import, Reconciliation, Statement
from db.words import Verdict

#: By the number of the import, the name of its file, and which of its statements it is.
Verdicts: TypeAlias = dict[tuple[int, str, int], Verdict]


def verdicts_of(session: Session, account_ids: Collection[int]) -> Verdicts:
    """The verdict on each statement of these accounts."""
    query = (
        select(Import.id, Import.source_name, Statement.ordinal, Reconciliation.verdict)
        .join(Statement, Statement.import_id == Import.id)
        .join(Reconciliation, Reconciliation.statement_id == Statement.id)
        .where(Statement.account_id.in_(account_ids))
    )
    rows = session.execute(query.execution_options(populate_existing=True))
    return {(work, file, ordinal): verdict for work, file, ordinal, verdict in rows}
