"""Lost work is found by its lease, and given back until too many workers have died over it."""

import json
import re
from datetime import timedelta

from sqlalchemy import Engine

from db.models import utc_now
from db.session import unit_of_work
from db.words import FaultClass, ImportStatus
from jobs.lease.lease import Work, acquire, acquire_queued
from jobs.lease.machine import new_claim
from jobs.lease.tries import MOST_ABANDONED, MOST_BY_FORCE, Tries
from jobs.queue.submit import Swept, sweep
from jobs.queue.work_queue import WorkQueue
from pipeline.intake.file import take_in_bytes
from tests.support.books import change, row_of

ELSEWHERE = {"worker": {"host": "another machine", "pid": 1}}


#: No process can have this number: it is beyond what Linux gives.
DEAD = {"options": {"worker": {**new_claim(), "pid": 2**22 + 1}}}


def running(engine: Engine, name: str = "june") -> Work:
    intake = take_in_bytes(b"%PDF-1.7 " + name.encode(), f"{name}.pdf")
    with unit_of_work(engine) as session:
        return acquire(session, intake, None, {})


def past() -> dict[str, object]:
    """A lease that ran out, of a worker about whom nothing else can be known."""
    return {"lease_until": utc_now() - timedelta(seconds=1), "options": ELSEWHERE}


def test_work_whose_lease_ran_out_waits_again_and_is_queued(
    engine: Engine, work_queue: WorkQueue
) -> None:
    work = running(engine)
    change(engine, **past())
    assert sweep(engine, work_queue) == Swept((work.import_id,), (), (work.import_id,))
    row = row_of(engine)
    assert (row.status, row.deaths, row.lease_until) == (ImportStatus.QUEUED, 0, None)
    assert work_queue.waiting() == [work.import_id]


def test_a_document_that_killed_three_workers_is_kept_for_a_person(
    engine: Engine, work_queue: WorkQueue
) -> None:
    work = running(engine)
    for death in range(1, MOST_BY_FORCE + 1):
        change(engine, **DEAD)
        swept = sweep(engine, work_queue)
        assert swept.poisoned == ((work.import_id,) if death == MOST_BY_FORCE else ())
        with unit_of_work(engine) as session:
            acquired = acquire_queued(session, work.import_id)
            assert (acquired is None) is (death == MOST_BY_FORCE)
    row = row_of(engine)
    assert (row.status, row.error_code, row.deaths) == (ImportStatus.FAILED, "poison", 3)
    assert "tieout jobs retry" in (row.error_message or "")


def test_deaths_of_long_ago_no_longer_count(engine: Engine, work_queue: WorkQueue) -> None:
    work = running(engine)
    for _ in range(2 * MOST_BY_FORCE):
        change(engine, **DEAD)
        assert sweep(engine, work_queue).returned == (work.import_id,)
        a_day_passes(engine)
        with unit_of_work(engine) as session:
            assert acquire_queued(session, work.import_id)
    assert row_of(engine).deaths == 2 * MOST_BY_FORCE


def test_a_lease_that_ran_out_while_its_process_is_still_there_is_no_death(
    engine: Engine, work_queue: WorkQueue
) -> None:
    """As after SIGSTOP, a machine that slept, or a ledger that was away."""
    work = running(engine)
    for _ in range(2 * MOST_ABANDONED):
        change(engine, lease_until=utc_now() - timedelta(seconds=1))
        assert sweep(engine, work_queue).returned == (work.import_id,)
        with unit_of_work(engine) as session:
            assert acquire_queued(session, work.import_id)
    row = row_of(engine)
    assert (row.deaths, Tries.read(row.tries).count) == (
        0,
        {FaultClass.TRANSIENT: 2 * MOST_ABANDONED},
    )


def test_what_takes_whole_machines_with_it_ends_with_a_person(
    engine: Engine, work_queue: WorkQueue
) -> None:
    work = running(engine)
    for time in range(1, MOST_ABANDONED + 1):
        change(engine, **past())
        swept = sweep(engine, work_queue)
        assert swept.poisoned == ((work.import_id,) if time == MOST_ABANDONED else ())
        with unit_of_work(engine) as session:
            acquire_queued(session, work.import_id)
    row = row_of(engine)
    assert (row.status, row.error_code, row.deaths) == (ImportStatus.FAILED, "abandoned", 0)


def a_day_passes(engine: Engine) -> None:
    """What was written down lies so much further back."""
    text = json.dumps(row_of(engine).tries)
    earlier = re.sub(r"\d{4}-\d\d-\d\dT", "2020-01-01T", text)
    change(engine, tries=json.loads(earlier))
