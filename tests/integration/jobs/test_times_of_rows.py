"""When an import came is told by the database's clock, whatever the machine's says."""

from datetime import timedelta
from pathlib import Path

from sqlalchemy import Engine, select

from app.telemetry.figures import figures
from db.models import Import
from db.session import database_now, read_only, unit_of_work
from db.words import ImportStatus, Priority
from jobs.imports.inline import import_all
from jobs.lease.lease import give_back_lost
from jobs.options import DocumentSource, ImportOptions
from jobs.queue.submit import next_waiting, submit_all
from jobs.queue.work_queue import WorkQueue
from tests.support.books import JUNE, account, documents, source
from tests.support.clocks import clock_ahead

AN_HOUR = 3600


def test_what_a_slow_clock_has_queued_does_not_seem_to_wait_for_long(
    engine: Engine, redis_url: str, tmp_path: Path
) -> None:
    file = tmp_path / "june.pdf"
    file.write_bytes(source().data or b"")
    with clock_ahead(-AN_HOUR):
        given = [DocumentSource("june.pdf", file)]
        list(submit_all(engine, given, ImportOptions(), WorkQueue(redis_url)))
    assert figures(engine).oldest_seconds < AN_HOUR / 2


def test_an_import_begins_and_ends_by_the_same_clock(engine: Engine) -> None:
    account(engine)
    with clock_ahead(AN_HOUR):
        read = documents({"june.pdf": [JUNE]})
        list(import_all(engine, [source()], ImportOptions(), read=read))
    with read_only(engine) as session:
        row = session.scalars(select(Import)).one()
    assert row.finished_at
    assert timedelta(0) <= row.finished_at - row.created_at < timedelta(minutes=30)


def test_what_was_lost_does_not_wait_for_what_had_passed_before(engine: Engine) -> None:
    with unit_of_work(engine) as session:
        ago = database_now(session) - timedelta(hours=3)
        old = {"waiting_for": "store_away", "waiting_since": ago, "run_after": ago}
        held = {"status": ImportStatus.RUNNING, "lease_until": ago}
        session.add(Import(source_name="june.pdf", **held, **old))
    assert give_back_lost(engine) == ((1,), ())
    with read_only(engine) as session:
        row = session.get_one(Import, 1)
        seen = row.status, row.waiting_for, row.waiting_since, row.run_after
        assert seen == (ImportStatus.QUEUED, None, None, None)
        assert next_waiting(session, Priority.NORMAL, 5) == [1]
