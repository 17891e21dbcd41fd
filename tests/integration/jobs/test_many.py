"""Many imports are chosen, retried and cancelled at once, batch by batch."""

from datetime import date, timedelta

import pytest
from sqlalchemy import Engine, select

from db.models import AuditLog, Import
from db.session import database_now, read_only, unit_of_work
from db.words import ImportStatus
from jobs.queue import table
from jobs.queue.table import JobAction, Selection, change_many, counts, how_many, jobs

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
    with read_only(engine) as session:
        return sorted(view.id for view in jobs(session, selection))


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
    with read_only(engine) as session:
        now = database_now(session)
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
