"""The table of imports as a person looks at it and changes it."""

import pytest
from sqlalchemy import Engine

from db.models import Import
from db.session import read_only, unit_of_work
from db.statements.pages import NoSuchImport
from db.words import ImportStatus
from jobs.lease.lease import Work, acquire, fence
from jobs.queue.table import NotFailed, NotOpen, Selection, cancel, counts, jobs, retry
from pipeline.errors import WorkLost
from pipeline.intake.file import take_in_bytes

MATCHED = Selection(statuses=frozenset({ImportStatus.MATCHED}))


def running(engine: Engine, name: str) -> Work:
    intake = take_in_bytes(b"%PDF-1.7 " + name.encode(), name)
    with unit_of_work(engine) as session:
        return acquire(session, intake, f"/srv/{name}", {})


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
    with unit_of_work(engine) as session:
        retry(session, import_id, "alex")
    with read_only(engine) as session:
        row = session.get_one(Import, import_id)
    assert (row.status, row.deaths, row.error_code) == (ImportStatus.QUEUED, 0, None)


def test_only_a_failed_one_can_be_retried(engine: Engine) -> None:
    import_id = ended(engine, "a.pdf", ImportStatus.MATCHED)
    with pytest.raises(NotFailed, match="tieout reprocess"), unit_of_work(engine) as session:
        retry(session, import_id, "alex")


def test_cancelling_a_running_one_fences_its_worker_out(engine: Engine) -> None:
    work = running(engine, "a.pdf")
    with unit_of_work(engine) as session:
        cancel(session, work.import_id, "alex")
    with pytest.raises(WorkLost), unit_of_work(engine) as session:
        fence(session, work, status=ImportStatus.MATCHED)
    with read_only(engine) as session:
        row = session.get_one(Import, work.import_id)
    assert (row.status, row.error_code) == (ImportStatus.FAILED, "cancelled")


def test_what_has_ended_cannot_be_cancelled(engine: Engine) -> None:
    import_id = ended(engine, "a.pdf", ImportStatus.NEEDS_REVIEW)
    with pytest.raises(NotOpen, match="tieout undo"), unit_of_work(engine) as session:
        cancel(session, import_id, "alex")


def test_an_import_that_is_not_there_is_reported(engine: Engine) -> None:
    with unit_of_work(engine) as session, pytest.raises(NoSuchImport):
        retry(session, 7, "alex")


def test_no_more_of_a_status_are_counted_than_the_bound(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jobs.queue.table.COUNTED_UP_TO", 2)
    with unit_of_work(engine) as session:
        session.add_all([Import(source_name=f"{n}.pdf") for n in range(3)])
        session.add(Import(source_name="bad.pdf", status=ImportStatus.FAILED))
    with read_only(engine) as session:
        assert counts(session) == {ImportStatus.QUEUED: 2, ImportStatus.FAILED: 1}
