"""What is forgotten is gone however it is written, and whoever is at work on it."""

import hashlib
import json
import threading
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine, insert, select, update

from app.acts.backups import account, document
from db.models import Account, AuditLog, Document, Import, Reconciliation, Statement, utc_now
from db.session import read_only, unit_of_work
from db.words import ImportStatus
from jobs.imports import execution
from jobs.imports.queued import import_queued
from jobs.lease import lease
from jobs.options import NOWHERE, ImportOptions
from pipeline.intake.file import Intake
from pipeline.pages.errors import PagesError
from pipeline.progress import Progress, Silent
from pipeline.reading.from_bytes import ReadDocument
from pipeline.record.writing import record
from tests.support.books import JUNE, all_of, documents, execute_in, files_imported, source
from tests.support.books import account as in_books
from tests.support.piles import fill_ledger, make_pile
from tools.loop.outcome import masked

NAME = 'Müller "Giro"'


@pytest.fixture
def pile(engine: Engine, tmp_path: Path) -> Engine:
    """Four accounts, each with a statement."""
    fill_ledger(engine, 4)
    files_imported(engine, *make_pile(tmp_path / "pile", 4))
    return engine


def traced(engine: Engine, trace: object) -> int:
    """The account whose statement's trace now says this; it is account 1 that is forgotten."""
    with unit_of_work(engine) as session:
        of_two = select(Statement.id).where(Statement.account_id == 2)
        row = session.scalars(
            select(Reconciliation).where(Reconciliation.statement_id.in_(of_two))
        ).one()
        row.trace = trace
        return row.id


def trace_of(engine: Engine, reconciliation_id: int) -> object:
    with read_only(engine) as session:
        return session.get_one(Reconciliation, reconciliation_id).trace


def test_an_account_of_any_name_is_forgotten_in_what_models_were_told(pile: Engine) -> None:
    execute_in(pile, update(Account).where(Account.id == 1).values(name=NAME))
    shown = json.dumps({"accounts": [{"name": masked(NAME)}]})
    told = traced(pile, [{"kind": "message", "text": shown}])
    account(pile, NOWHERE, 1, locked=True, dry_run=False)
    assert trace_of(pile, told) is None


def test_an_account_of_which_the_log_says_very_much_can_be_forgotten(pile: Engine) -> None:
    # More than a statement of the database may have parameters.
    many = 33_000 if pile.dialect.name == "sqlite" else 66_000
    act = {"at": utc_now(), "actor": "x", "action": "correct", "subject": "accounts:1", "after": {}}
    with unit_of_work(pile) as session:
        session.execute(insert(AuditLog), [act] * many)
    assert account(pile, NOWHERE, 1, locked=True, dry_run=False).acts > many


def test_a_worker_whose_document_is_forgotten_meanwhile_writes_nothing(
    engine: Engine, tmp_path: Path
) -> None:
    queued(engine, tmp_path)

    def read(_intake: Intake, _progress: Progress) -> ReadDocument:
        document(engine, NOWHERE, 1, locked=True, dry_run=False)
        raise PagesError

    import_queued(engine, 1, ImportOptions(), Silent(), lambda: False, read)
    assert all_of(engine, select(Import)) == []


def test_a_document_that_is_just_recorded_is_forgotten_after_that(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    queued(engine, tmp_path)
    forgetter = threading.Thread(
        target=lambda: went.append(document(engine, NOWHERE, 1, locked=True, dry_run=False))
    )
    went: list[object] = []

    def recorded(*arguments: object) -> object:
        done = record(*arguments)  # type: ignore[arg-type]
        forgetter.start()
        forgetter.join(1)
        return done

    monkeypatch.setattr(execution, "record", recorded)
    read = documents({"june.pdf": [JUNE]})
    import_queued(engine, 1, ImportOptions(), Silent(), lambda: False, read)
    forgetter.join()
    assert len(went) == 1
    assert all_of(engine, select(Statement)) == []


def queued(engine: Engine, folder: Path) -> None:
    """Import 1 of june.pdf, which waits."""
    in_books(engine)
    given = source("june.pdf").data or b""
    file = folder / "june.pdf"
    file.write_bytes(given)
    with unit_of_work(engine) as session:
        row = Document(sha256=hashlib.sha256(given).hexdigest(), size=len(given))
        session.add(row)
        session.flush()
        session.add(
            Import(
                document_id=row.id,
                source_name="june.pdf",
                source_path=str(file),
                status=ImportStatus.QUEUED,
            )
        )


def test_a_sweep_survives_what_is_forgotten_beside_it(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    queued(engine, tmp_path)
    with unit_of_work(engine) as session:
        lapsed = utc_now() - timedelta(hours=1)
        session.execute(update(Import).values(status=ImportStatus.RUNNING, lease_until=lapsed))

    def after_it_was_forgotten(of: Engine) -> object:
        document(of, NOWHERE, 1, locked=True, dry_run=False)
        return unit_of_work(of)

    monkeypatch.setattr(lease, "unit_of_work", after_it_was_forgotten)
    assert lease.give_back_lost(engine) == ((), ())
