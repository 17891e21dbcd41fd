"""The table of imports as a person looks at it and changes it."""

import json
import re
import threading
from datetime import date, timedelta

import pytest
from sqlalchemy import Engine, delete, select

from db.models import AuditLog, Document, Import, utc_now
from db.session import database_now, read_only, unit_of_work
from db.words import FaultClass, ImportStatus
from jobs.lease.heartbeat import RunningProgress, beating
from jobs.lease.lease import ImportBusy, Work, acquire, acquire_queued, fence, give_back_lost
from jobs.lease.machine import new_claim, note_release
from jobs.lease.tries import MOST_ABANDONED, MOST_BY_FORCE, Tries
from jobs.queue import table
from jobs.queue.submit import sweep
from jobs.queue.table import (
    JobAction,
    Selection,
    cancel,
    change_many,
    counts,
    how_many,
    jobs,
    retry,
)
from jobs.queue.work_queue import WorkQueue
from pipeline.errors import WorkLost
from pipeline.intake.file import take_in_bytes
from pipeline.progress import Silent
from tests.support.books import change, do_in, look_in, row_of
from tests.support.waiting import together, until

MATCHED = Selection(statuses=frozenset({ImportStatus.MATCHED}))


def running(engine: Engine, name: str = "june.pdf") -> Work:
    intake = take_in_bytes(b"%PDF-1.7 " + name.encode(), name)
    return do_in(engine, acquire, intake, f"/srv/{name}", {})


def ended(engine: Engine, name: str, status: ImportStatus, **values: object) -> int:
    work = running(engine, name)
    with unit_of_work(engine) as session:
        fence(session, work, status=status, **values)
    return work.import_id


def test_the_newest_come_first_and_all_are_counted(engine: Engine) -> None:
    ended(engine, "a.pdf", ImportStatus.MATCHED)
    ended(engine, "b.pdf", ImportStatus.FAILED, error_code="no_statement")
    running(engine, "c.pdf")
    with read_only(engine) as session:
        assert [row.source_name for row in jobs(session, limit=2)] == ["c.pdf", "b.pdf"]
        assert [row.source_name for row in jobs(session, MATCHED)] == ["a.pdf"]
        assert list(counts(session).items()) == [
            (ImportStatus.RUNNING, 1),
            (ImportStatus.MATCHED, 1),
            (ImportStatus.FAILED, 1),
        ]


def test_a_failed_one_waits_again_as_if_nothing_had_been(engine: Engine) -> None:
    import_id = ended(engine, "a.pdf", ImportStatus.FAILED, error_code="poison", deaths=3)
    do_in(engine, retry, import_id, "alex")
    with read_only(engine) as session:
        row = session.get_one(Import, import_id)
    assert (row.status, row.deaths, row.error_code) == (ImportStatus.QUEUED, 0, None)


def test_cancelling_a_running_one_fences_its_worker_out(engine: Engine) -> None:
    work = running(engine, "a.pdf")
    do_in(engine, cancel, work.import_id, "alex")
    with pytest.raises(WorkLost), unit_of_work(engine) as session:
        fence(session, work, status=ImportStatus.MATCHED)
    with read_only(engine) as session:
        row = session.get_one(Import, work.import_id)
    assert (row.status, row.error_code) == (ImportStatus.FAILED, "cancelled")


def test_no_more_of_a_status_are_counted_than_the_bound(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jobs.queue.table.COUNTED_UP_TO", 2)
    with unit_of_work(engine) as session:
        session.add_all([Import(source_name=f"{n}.pdf") for n in range(3)])
        session.add(Import(source_name="bad.pdf", status=ImportStatus.FAILED))
    assert look_in(engine, counts) == {ImportStatus.QUEUED: 2, ImportStatus.FAILED: 1}


def test_of_two_that_begin_at_once_exactly_one_wins(engine: Engine) -> None:
    both_looked = threading.Barrier(2)

    def begin(_: int) -> str:
        both_looked.wait()
        try:
            running(engine)
        except ImportBusy:
            return "busy"
        return "won"

    assert sorted(together(begin, range(2))) == ["busy", "won"]


def test_ended_work_is_not_acquired_again(engine: Engine) -> None:
    running(engine)
    change(engine, status=ImportStatus.DONE)
    with pytest.raises(ImportBusy):
        running(engine)


def test_a_heartbeat_renews_the_lease_and_tells_the_stage(engine: Engine) -> None:
    work = running(engine)
    soon = utc_now() + timedelta(seconds=1)
    change(engine, lease_until=soon)
    progress = RunningProgress(Silent())
    progress.stage("reading")
    progress.page(3, 12)
    beats = 0.01
    with beating(engine, work, progress, every=beats):
        until(lambda: row_of(engine).progress)
    row = row_of(engine)
    assert row.stage == "reading"
    assert row.progress == "3/12"
    assert row.lease_until is not None
    assert row.lease_until > soon


def test_a_note_of_a_ledger_that_was_made_new_takes_nothing_away(engine: Engine) -> None:
    """It counts imports and attempts from one again, and the note's folder is the same."""
    left = running(engine)
    note_release(engine, left.claim)
    with unit_of_work(engine) as session:
        session.execute(delete(Import))
        session.execute(delete(Document))
    again = running(engine)
    if engine.dialect.name == "sqlite":
        assert again == left
    assert give_back_lost(engine) == ((), ())


FAILED = ImportStatus.FAILED


def fill(engine: Engine, number: int, status: ImportStatus, **values: object) -> list[int]:
    with unit_of_work(engine) as session:
        rows = [
            Import(source_name=f"{status.value}-{each}_%.pdf", status=status, **values)
            for each in range(number)
        ]
        session.add_all(rows)
        session.flush()
        return [row.id for row in rows]


def chosen(engine: Engine, selection: Selection) -> list[int]:
    return sorted(view.id for view in look_in(engine, jobs, selection))


def test_more_than_a_batch_wait_again_and_each_is_in_the_log(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "BATCH", 4)
    ids = fill(engine, 10, FAILED, error_code="document_gone", deaths=2)
    other = fill(engine, 1, FAILED, error_code="no_statement")
    gone = Selection(codes=frozenset({"document_gone"}))
    assert how_many(engine, JobAction.RETRY, gone) == 10
    batches = list(change_many(engine, JobAction.RETRY, gone, "alex"))
    assert [len(batch) for batch in batches] == [4, 4, 2]
    assert [each.import_id for batch in batches for each in batch] == ids
    with read_only(engine) as session:
        assert counts(session) == {ImportStatus.QUEUED: 10, FAILED: 1}
        logged = session.scalars(select(AuditLog.subject).where(AuditLog.action == "retry")).all()
    assert logged == [f"imports:{each}" for each in ids]
    assert chosen(engine, Selection(statuses=frozenset({FAILED}))) == other


def test_only_what_is_open_is_cancelled(engine: Engine) -> None:
    fill(engine, 3, ImportStatus.QUEUED)
    fill(engine, 2, ImportStatus.MATCHED)
    everything = Selection(name=".PDF")
    assert how_many(engine, JobAction.CANCEL, everything) == 3
    (batch,) = change_many(engine, JobAction.CANCEL, everything, "alex")
    assert all(each.error is None for each in batch)
    matched = Selection(statuses=frozenset({ImportStatus.MATCHED}))
    assert list(change_many(engine, JobAction.CANCEL, matched, "alex")) == []


def test_a_named_one_that_cannot_be_changed_does_not_stop_the_others(engine: Engine) -> None:
    (done,) = fill(engine, 1, ImportStatus.MATCHED)
    (failed,) = fill(engine, 1, FAILED)
    (batch,) = change_many(engine, JobAction.RETRY, Selection(ids=(done, 999, failed)), "alex")
    codes = [each.error.code if each.error else None for each in batch]
    assert codes == ["not_failed", "no_such_import", None]


def test_since_is_told_by_the_databases_clock_and_by_what_happened_last(engine: Engine) -> None:
    now = look_in(engine, database_now)
    long_ago = now - timedelta(days=9)
    fill(engine, 1, FAILED, created_at=long_ago, finished_at=now - timedelta(hours=4))
    (fresh,) = fill(engine, 1, FAILED, created_at=long_ago, finished_at=now - timedelta(hours=2))
    assert chosen(engine, Selection(since=timedelta(hours=3))) == [fresh]
    assert len(chosen(engine, Selection(since=timedelta(hours=5)))) == 2
    assert chosen(engine, Selection(since=date(2100, 1, 1))) == []


def test_a_name_is_taken_literally_whatever_its_case(engine: Engine) -> None:
    ids = fill(engine, 2, ImportStatus.QUEUED)
    assert chosen(engine, Selection(name="QUEUED-1_%")) == [ids[1]]
    assert chosen(engine, Selection(name="queued%")) == []


#: No process can have this number: it is beyond what Linux gives.
DEAD = {"options": {"worker": {**new_claim(), "pid": 2**22 + 1}}}


def test_deaths_of_long_ago_no_longer_count(engine: Engine, work_queue: WorkQueue) -> None:
    work = running(engine)
    for _ in range(2 * MOST_BY_FORCE):
        change(engine, **DEAD)
        assert sweep(engine, work_queue).returned == (work.import_id,)
        a_day_passes(engine)
        assert do_in(engine, acquire_queued, work.import_id)
    assert row_of(engine).deaths == 2 * MOST_BY_FORCE


def test_a_lease_that_ran_out_while_its_process_is_still_there_is_no_death(
    engine: Engine, work_queue: WorkQueue
) -> None:
    """As after SIGSTOP, a machine that slept, or a ledger that was away."""
    work = running(engine)
    for _ in range(2 * MOST_ABANDONED):
        change(engine, lease_until=utc_now() - timedelta(seconds=1))
        assert sweep(engine, work_queue).returned == (work.import_id,)
        assert do_in(engine, acquire_queued, work.import_id)
    row = row_of(engine)
    assert (row.deaths, Tries.read(row.tries).count) == (
        0,
        {FaultClass.TRANSIENT: 2 * MOST_ABANDONED},
    )


def a_day_passes(engine: Engine) -> None:
    """What was written down lies so much further back."""
    text = json.dumps(row_of(engine).tries)
    earlier = re.sub(r"\d{4}-\d\d-\d\dT", "2020-01-01T", text)
    change(engine, tries=json.loads(earlier))
