"""Who may work on an import, and who may no longer."""

import threading
from datetime import timedelta

import pytest
from sqlalchemy import Engine, delete

from db.models import Document, Import, utc_now
from db.session import unit_of_work
from db.words import ImportStatus
from jobs.lease.heartbeat import RunningProgress, beating
from jobs.lease.lease import ImportBusy, Work, acquire, give_back_lost
from jobs.lease.machine import note_release
from pipeline.intake.file import Intake, take_in_bytes
from pipeline.progress import Silent
from tests.support.books import change, row_of
from tests.support.waiting import together, until

INTAKE: Intake = take_in_bytes(b"%PDF-1.7 june", "june.pdf")


def acquired(engine: Engine) -> Work:
    with unit_of_work(engine) as session:
        return acquire(session, INTAKE, None, {"window": 3})


def test_of_two_that_begin_at_once_exactly_one_wins(engine: Engine) -> None:
    both_looked = threading.Barrier(2)

    def begin(_: int) -> str:
        both_looked.wait()
        try:
            acquired(engine)
        except ImportBusy:
            return "busy"
        return "won"

    assert sorted(together(begin, range(2))) == ["busy", "won"]


def test_ended_work_is_not_acquired_again(engine: Engine) -> None:
    acquired(engine)
    change(engine, status=ImportStatus.DONE)
    with pytest.raises(ImportBusy):
        acquired(engine)


def test_a_heartbeat_renews_the_lease_and_tells_the_stage(engine: Engine) -> None:
    work = acquired(engine)
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
    left = acquired(engine)
    note_release(engine, left.claim)
    with unit_of_work(engine) as session:
        session.execute(delete(Import))
        session.execute(delete(Document))
    again = acquired(engine)
    if engine.dialect.name == "sqlite":
        assert again == left
    assert give_back_lost(engine) == ((), ())
