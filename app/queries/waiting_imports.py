"""The imports of one page of what waits, with all that is shown of each, in two queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.shapes.todo import WaitingImportShape, WaitingStatementShape, stake_shapes
from app.wording.sentences import unproven_texts
from db.models import Account, Import, Reconciliation, Statement
from db.words import Verdict
from pipeline.proof import KERNEL_VERSION
from pipeline.record.as_json import CHECKS
from pipeline.review.causes import Cause


def waiting_imports(session: Session, causes: Sequence[Cause]) -> dict[int, WaitingImportShape]:
    """Each of these by the import's number."""
    ids = [each.import_id for each in causes]
    works = session.execute(
        select(
            Import.id,
            Import.source_name,
            Import.status,
            Import.error_code,
            Import.error_message,
        ).where(Import.id.in_(ids))
    )
    by_id = {work.id: work for work in works}
    statements = _statements(session, ids)
    return {
        each.import_id: _shape(each, by_id[each.import_id], statements[each.import_id])
        for each in causes
    }


def _shape(
    cause: Cause, work: Any, statements: Sequence[WaitingStatementShape]
) -> WaitingImportShape:
    return WaitingImportShape(
        import_id=work.id,
        file=work.source_name,
        status=work.status,
        error_code=work.error_code,
        error=work.error_message,
        statements=tuple(statements),
        stakes=stake_shapes([cause.stakes]),
        explains=cause.explains,
        explained_by=cause.explained_by,
    )


def _statements(session: Session, ids: Sequence[int]) -> dict[int, list[WaitingStatementShape]]:
    found: dict[int, list[WaitingStatementShape]] = defaultdict(list)
    query = (
        select(
            Statement.import_id,
            Statement.account_id,
            Account.name,
            Statement.institution,
            Statement.account_name,
            Statement.account_mask,
            Statement.period_start,
            Statement.period_end,
            Statement.kernel_version,
            Reconciliation.verdict,
            func.json_array_length(Reconciliation.differences).label("differences"),
            Reconciliation.proof,
        )
        .outerjoin(Reconciliation, Reconciliation.statement_id == Statement.id)
        .outerjoin(Account, Account.id == Statement.account_id)
        .where(Statement.import_id.in_(ids))
        .order_by(Statement.import_id, Statement.ordinal)
    )
    for row in session.execute(query):
        found[row.import_id].append(_statement(row))
    return found


def _statement(row: Any) -> WaitingStatementShape:
    unproven = row.verdict is Verdict.UNPROVEN
    checks = CHECKS.validate_python(row.proof) if unproven else ()
    return WaitingStatementShape(
        account_id=row.account_id,
        account=row.name,
        institution=row.institution,
        account_name=row.account_name,
        account_mask=row.account_mask,
        period_start=row.period_start,
        period_end=row.period_end,
        verdict=row.verdict,
        earlier=row.kernel_version != KERNEL_VERSION,
        differences=row.differences or 0,
        why=tuple(unproven_texts(row.verdict, checks)) if unproven else (),
    )
