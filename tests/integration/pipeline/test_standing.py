"""An import is done only if every statement ties out; what a person left as it is says so."""

import pytest
from sqlalchemy import Engine

from db.models import Import, Proposal, Reconciliation
from db.session import unit_of_work
from db.words import ImportStatus, ProposalStatus, Verdict
from pipeline.record.standing import standing
from tests.support.ledgers import kept_statement, kept_verdict

MATCHED, DIFFERS = Verdict.MATCHED, Verdict.DIFFERENCES
PENDING = ProposalStatus.PENDING
YES, NO = ProposalStatus.ACCEPTED, ProposalStatus.REJECTED


@pytest.mark.parametrize(
    ("statements", "wanted"),
    [
        ([(MATCHED, [])], ImportStatus.MATCHED),
        ([(MATCHED, [YES]), (MATCHED, [])], ImportStatus.DONE),
        ([(MATCHED, [NO])], ImportStatus.DONE),  # mended by hand since
        ([(DIFFERS, [NO])], ImportStatus.LEFT),
        ([(DIFFERS, [YES, NO]), (MATCHED, [])], ImportStatus.LEFT),
        ([(DIFFERS, [])], ImportStatus.NEEDS_REVIEW),
        ([(DIFFERS, [NO]), (DIFFERS, [])], ImportStatus.NEEDS_REVIEW),
        ([(DIFFERS, [NO, PENDING])], ImportStatus.NEEDS_REVIEW),
        ([(DIFFERS, [YES])], ImportStatus.NEEDS_REVIEW),  # and nobody has said no to the rest
    ],
)
def test_an_import_stands_as_its_statements_and_decisions_say(
    engine: Engine,
    statements: list[tuple[Verdict, list[ProposalStatus]]],
    wanted: ImportStatus,
) -> None:
    with unit_of_work(engine) as session:
        work = Import(source_name="june.pdf")
        session.add(work)
        session.flush()
        for ordinal, (verdict, decided) in enumerate(statements):
            row = kept_verdict(kept_statement(import_id=work.id, ordinal=ordinal), verdict)
            session.add(row)
            session.flush()
            session.add_all(_proposal(row, ordinal, n, each) for n, each in enumerate(decided))
        assert standing(session, work.id) is wanted


def _proposal(row: Reconciliation, ordinal: int, number: int, status: ProposalStatus) -> Proposal:
    return Proposal(
        reconciliation_id=row.id,
        request_id=f"{ordinal}:{number}",
        ledger_etag="1:0",
        changes=[],
        reason="",
        evidence=[],
        status=status,
    )
