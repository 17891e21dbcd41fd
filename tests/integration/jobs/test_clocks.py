"""Workers whose clocks are wrong: nothing healthy is taken away, and nothing lost is kept."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine, select, update

from app.telemetry.figures import figures
from db.engine import LedgerUnreachable
from db.models import Import
from db.session import database_now, read_only, unit_of_work
from db.words import ImportStatus, Priority
from jobs.imports.queued import import_queued
from jobs.lease.heartbeat import RunningProgress, beating
from jobs.lease.lease import (
    LEASE,
    Work,
    acquire,
    acquire_queued,
    give_back_lost,
)
from jobs.lease.tries import MOST_BY_FORCE
from jobs.options import DocumentSource, ImportOptions
from jobs.queue.submit import Swept, next_waiting, submit_all, sweep
from jobs.queue.work_queue import WorkQueue, connect
from pipeline.intake.file import Intake, take_in_bytes
from pipeline.progress import Progress, Silent
from pipeline.reading.from_bytes import ReadDocument
from tests.support.books import account, do_in, execute_in, imported, look_in, one_of, source
from tests.support.clocks import clock_ahead

A_DAY = 86_400
wrong_by = pytest.mark.parametrize("seconds", [90, -90, A_DAY, -A_DAY])


def intake(name: str = "june") -> Intake:
    return take_in_bytes(b"%PDF-1.7 " + name.encode(), f"{name}.pdf")


def taken(engine: Engine, name: str = "june") -> Work:
    return do_in(engine, acquire, intake(name), None, {})


def row_of(engine: Engine, work: Work) -> Import:
    with read_only(engine) as session:
        return session.get_one(Import, work.import_id)


def the_worker_dies(engine: Engine, work: Work) -> None:
    """Its lease runs out: what it wrote down lies so much further back."""
    lease = row_of(engine, work).lease_until
    assert lease
    longer_ago = {"lease_until": lease - LEASE - timedelta(seconds=1)}
    elsewhere = {"options": {"worker": {"host": "another machine", "pid": 1}}}
    execute_in(engine, update(Import).values(**longer_ago, **elsewhere))


def test_the_documents_of_a_right_clock_are_left_alone_by_a_wrong_one(
    engine: Engine, work_queue: WorkQueue
) -> None:
    works = [taken(engine, name) for name in ("april", "may", "june")]
    with clock_ahead(90):
        for _ in range(MOST_BY_FORCE):
            assert sweep(engine, work_queue) == Swept()
    rows = [row_of(engine, work) for work in works]
    assert [(row.status, row.deaths, row.attempts) for row in rows] == [
        (ImportStatus.RUNNING, 0, 1)
    ] * 3


@wrong_by
def test_what_a_wrong_clock_works_on_is_left_alone_by_a_right_one(
    engine: Engine, work_queue: WorkQueue, seconds: int
) -> None:
    with clock_ahead(seconds):
        work = taken(engine)
    assert sweep(engine, work_queue) == Swept()
    with clock_ahead(seconds), beating(engine, work, RunningProgress(Silent()), every=0.01):
        for _ in range(20):
            assert sweep(engine, work_queue) == Swept()
    assert sweep(engine, work_queue) == Swept()


@wrong_by
def test_the_work_of_the_dead_is_given_back_whoever_has_a_wrong_clock(
    engine: Engine, work_queue: WorkQueue, seconds: int
) -> None:
    with clock_ahead(seconds):
        work = taken(engine)
    the_worker_dies(engine, work)
    assert sweep(engine, work_queue).returned == (work.import_id,)
    again = do_in(engine, acquire_queued, work.import_id)
    assert again
    the_worker_dies(engine, again)
    with clock_ahead(seconds):
        assert sweep(engine, work_queue).returned == (work.import_id,)


@wrong_by
def test_work_handed_back_waits_its_few_seconds_and_no_longer(
    engine: Engine, redis_url: str, tmp_path: Path, seconds: int
) -> None:
    def away(_intake: Intake, _progress: Progress) -> ReadDocument:
        raise LedgerUnreachable(place="the server")

    work_queue = WorkQueue(redis_url)
    (tmp_path / "june.pdf").write_bytes(b"%PDF-1.7 june")
    source = DocumentSource("june.pdf", tmp_path / "june.pdf")
    (outcome,) = submit_all(engine, [source], ImportOptions(), work_queue)
    assert outcome.import_id
    begun = now_of(engine)
    with clock_ahead(seconds):
        import_queued(engine, outcome.import_id, ImportOptions(), Silent(), lambda: False, away)
    with read_only(engine) as session:
        run_after = session.get_one(Import, outcome.import_id).run_after
    ended = now_of(engine)
    assert run_after
    assert begun < run_after <= ended + timedelta(seconds=5)
    # A minute, for the queue to be asked in however slow the machine is.
    put_off(engine, now_of(engine) + timedelta(minutes=1))
    with connect(redis_url) as connection:
        connection.flushdb()  # its id too is to come from the table
    with clock_ahead(seconds):
        assert sweep(engine, work_queue).pushed == ()
    put_off(engine, now_of(engine))
    with clock_ahead(seconds):
        assert sweep(engine, work_queue).pushed == (outcome.import_id,)


def put_off(engine: Engine, until: datetime) -> None:
    execute_in(engine, update(Import).values(run_after=until))


def now_of(engine: Engine) -> datetime:
    """By the database's clock."""
    return look_in(engine, database_now)


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
        imported(engine)
    row = one_of(engine, select(Import))
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
