"""Redis holds the next imports alone: high ones first, and folders by turns."""

from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

import pytest
from redis import Redis
from sqlalchemy import Engine, insert, update

from db.models import Document, Import
from db.session import database_now, read_only, unit_of_work
from db.words import ImportStatus, Priority
from jobs.options import DocumentSource, ImportOptions
from jobs.queue.submit import Turns, refill, submit_all
from jobs.queue.work_queue import LEAST_WINDOW, WorkQueue
from tests.support.waiting import until

NORMAL = Priority.NORMAL


def in_table(engine: Engine, origin: str, count: int, priority: Priority = NORMAL) -> list[int]:
    """So many imports wait, of documents that nobody reads."""
    with unit_of_work(engine) as session:
        turns = Turns(session, priority)
        rows = [
            {
                "source_name": f"{origin} {number}",
                "status": ImportStatus.QUEUED,
                "priority": priority,
                "origin": origin,
                "turn": turns.take(origin),
            }
            for number in range(count)
        ]
        return list(session.scalars(insert(Import).returning(Import.id), rows))


def names(engine: Engine, ids: Iterable[int]) -> list[str]:
    with read_only(engine) as session:
        return [session.get_one(Import, each).source_name for each in ids]


def taken(engine: Engine, redis_url: str, work_queue: WorkQueue, count: int) -> list[int]:
    """As workers do: take the next ids, and carry their imports out."""
    ids = work_queue.waiting()[:count]
    with Redis.from_url(redis_url) as connection:
        for _ in ids:
            for name in ("tieout:high", "tieout:normal", "tieout:low"):
                if connection.lpop(f"rq:queue:{name}"):
                    break
    with unit_of_work(engine) as session:
        ended = update(Import).where(Import.id.in_(ids))
        session.execute(ended.values(status=ImportStatus.MATCHED))
    return ids


def test_a_folder_of_three_comes_next_beside_one_of_thousands(
    engine: Engine, redis_url: str, work_queue: WorkQueue
) -> None:
    in_table(engine, "backlog", 3000)
    refill(engine, work_queue)
    taken(engine, redis_url, work_queue, LEAST_WINDOW)
    in_table(engine, "small", 3)
    in_table(engine, "late", 1)
    refill(engine, work_queue)
    first = names(engine, work_queue.waiting()[:7])
    assert first == [
        f"backlog {LEAST_WINDOW}",
        "small 0",
        "late 0",
        f"backlog {LEAST_WINDOW + 1}",
        "small 1",
        f"backlog {LEAST_WINDOW + 2}",
        "small 2",
    ]


def test_what_a_person_waits_for_goes_before_five_thousand(
    engine: Engine, redis_url: str, work_queue: WorkQueue, tmp_path: Path
) -> None:
    in_table(engine, "backlog", 5000)
    refill(engine, work_queue)
    (tmp_path / "june.pdf").write_bytes(b"%PDF-1.7 june")
    source = DocumentSource("june.pdf", tmp_path / "june.pdf")
    (mine,) = submit_all(engine, [source], ImportOptions(), work_queue, priority=Priority.HIGH)
    assert taken(engine, redis_url, work_queue, 1) == [mine.import_id]


def test_everything_comes_to_its_turn_by_priority(
    engine: Engine, redis_url: str, work_queue: WorkQueue
) -> None:
    low = in_table(engine, "rework", 200, Priority.LOW)
    normal = in_table(engine, "backlog", 300)
    high = in_table(engine, "upload", 150, Priority.HIGH)
    seen: list[int] = []
    while refill(engine, work_queue) or work_queue.waiting():
        seen += taken(engine, redis_url, work_queue, 50)
    assert seen == [*high, *normal, *low]


def test_a_document_that_waits_is_moved_up_when_a_person_asks_for_it(
    engine: Engine, work_queue: WorkQueue, tmp_path: Path
) -> None:
    (tmp_path / "june.pdf").write_bytes(b"%PDF-1.7 june")
    source = DocumentSource("june.pdf", tmp_path / "june.pdf")
    in_table(engine, "backlog", 1000)
    refill(engine, work_queue)
    (first,) = submit_all(engine, [source], ImportOptions(), work_queue, priority=Priority.LOW)
    (again,) = submit_all(engine, [source], ImportOptions(), work_queue, priority=Priority.HIGH)
    assert first.import_id == again.import_id
    assert work_queue.waiting(Priority.HIGH) == [first.import_id]


def test_the_queue_is_kept_short_also_after_it_lost_everything(
    engine: Engine, redis_url: str, work_queue: WorkQueue
) -> None:
    ids = in_table(engine, "backlog", 3000)
    assert list(refill(engine, work_queue)) == ids[:LEAST_WINDOW]
    assert refill(engine, work_queue) == ()
    with Redis.from_url(redis_url) as connection:
        connection.flushdb()
    assert list(refill(engine, work_queue)) == ids[:LEAST_WINDOW]
    assert work_queue.waiting() == ids[:LEAST_WINDOW]


def test_while_one_refills_another_does_not(engine: Engine, work_queue: WorkQueue) -> None:
    ids = in_table(engine, "backlog", 5)
    with work_queue.refilling() as ours:
        assert ours
        assert refill(engine, work_queue) == ()
    assert list(refill(engine, work_queue)) == ids


def test_of_all_crews_one_looks_each_second(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    crews = [WorkQueue(redis_url) for _ in range(8)]
    assert crews[0].is_due()
    until(crews[0].is_due)
    with Redis.from_url(redis_url) as connection:
        connection.flushdb()
    # However long it takes to ask them all.
    monkeypatch.setattr("jobs.queue.work_queue._MILLISECONDS_BETWEEN_REFILLS", 60_000)
    assert sum(crew.is_due() for crew in crews) == 1


def test_what_was_put_off_holds_up_nobody_and_comes_back_in_time(
    engine: Engine, work_queue: WorkQueue
) -> None:
    put_off = in_table(engine, "share", 500)
    with unit_of_work(engine) as session:
        later = database_now(session) + timedelta(days=365)
        session.execute(update(Import).values(run_after=later))
    rest = in_table(engine, "backlog", 3)
    assert list(refill(engine, work_queue)) == rest
    with unit_of_work(engine) as session:
        now = database_now(session)
        session.execute(update(Import).where(Import.id == put_off[7]).values(run_after=now))
    assert list(refill(engine, work_queue)) == [put_off[7]]


def test_the_next_imports_are_found_by_an_index(engine: Engine) -> None:
    in_table(engine, "backlog", 10)
    with read_only(engine) as session:
        assert session.get(Document, 1) is None
        plan = "EXPLAIN QUERY PLAN" if engine.dialect.name == "sqlite" else "EXPLAIN"
        if plan == "EXPLAIN":
            session.connection().exec_driver_sql("SET LOCAL enable_seqscan = off")
        said = session.connection().exec_driver_sql(
            f"{plan} SELECT id FROM imports WHERE status = 'queued' AND run_after IS NULL"
            " AND priority = 1 ORDER BY turn, id LIMIT 10"
        )
        assert "ix_imports_waiting" in " ".join(map(str, said.fetchall()))
