"""The statement before is named where this one opens with what that closed with."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from sqlalchemy import Engine, select

from app.samples import DemoPaths
from db.ledger_csv import import_folder
from db.models import Account, Import, Reconciliation, Statement
from db.session import read_only, unit_of_work
from db.words import AccountKind, ReadingStatus, Verdict
from fixtures.demo import make_demo
from jobs.inline import import_all
from jobs.options import ImportOptions, Source
from pipeline.proof.page import KERNEL_VERSION
from pipeline.proof.recheck import prove_certificate
from pipeline.record.certificates import certificate_from_stored


@pytest.fixture(scope="session")
def demo_files(tmp_path_factory: pytest.TempPathFactory) -> DemoPaths:
    return make_demo(tmp_path_factory.mktemp("demo"))


@pytest.mark.parametrize(("closing", "named"), [(194763, True), (194762, False), (None, False)])
def test_the_statement_before_is_named_if_the_chain_holds(
    engine: Engine, demo_files: DemoPaths, closing: int | None, named: bool
) -> None:
    with unit_of_work(engine) as session:
        import_folder(session, demo_files.ledger)
        if closing is not None:
            _before(session, closing)
    (file,) = demo_files.statements.glob("littoral*.pdf")
    (outcome,) = import_all(engine, [Source(file.name, file)], ImportOptions())

    with read_only(engine) as session:
        statement = session.scalars(
            select(Statement).where(Statement.import_id == outcome.import_id)
        ).one()
        document = statement.work.document
        assert document is not None
        assert document.words is not None
        assert statement.certificate is not None
        certificate = certificate_from_stored(
            document.sha256, document.words, statement.certificate
        )
    said = [(each.fact, each.source, each.value) for each in certificate.second_witnesses]
    assert certificate.facts is not None
    derived = [("opening", "previous_statement", certificate.facts.opening)]
    assert said == (derived if named else [])
    assert prove_certificate(certificate).proven


def _before(session: Any, closing: int) -> None:
    account = session.scalars(select(Account).where(Account.mask == "0185")).one()
    work = Import(source_name="january.pdf")
    session.add(work)
    session.flush()
    statement = Statement(
        import_id=work.id, ordinal=0, account_id=account.id, kind=AccountKind.CHECKING,
        exponent=2, period_start=date(2025, 1, 1), period_end=date(2025, 1, 31),
        closing_minor=closing, status=ReadingStatus.PROVEN, checks=[],
        kernel_version=KERNEL_VERSION,
    )  # fmt: skip
    session.add(statement)
    session.flush()
    session.add(
        Reconciliation(
            statement_id=statement.id,
            verdict=Verdict.MATCHED,
            proof=[],
            differences=[],
            extraction_skipped=True,
        )
    )
