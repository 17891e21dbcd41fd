"""Documents are put into the queue, and the queue is refilled by priority."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from redis import Redis
from sqlalchemy import Engine, insert, select, update

from db.models import Document, Import
from db.session import database_now, read_only, unit_of_work
from db.words import ImportStatus, Priority
from jobs.options import DocumentSource, ImportOptions, ImportOutcome
from jobs.queue.submit import BATCH, Turns, refill, submit_all, sweep
from jobs.queue.work_queue import LEAST_WINDOW, BadRedisUrl, QueueUnreachable, WorkQueue
from tests.support.books import all_of, execute_in, one_of
from tests.support.redis import running
from tests.support.waiting import until


def papers(folder: Path, count: int) -> Iterator[DocumentSource]:
    for number in range(count):
        file = folder / f"{number:04}.pdf"
        file.write_bytes(b"%PDF-1.7 " + file.name.encode())
        yield DocumentSource(file.name, file)


def submitted(
    engine: Engine, work_queue: WorkQueue, *sources: DocumentSource
) -> list[ImportOutcome]:
    return list(submit_all(engine, sources, ImportOptions(window=5), work_queue))


def test_a_document_waits_with_how_it_was_asked_for(
    engine: Engine, work_queue: WorkQueue, tmp_path: Path
) -> None:
    (outcome,) = submitted(engine, work_queue, *papers(tmp_path, 1))
    assert outcome.status is ImportStatus.QUEUED
    row = one_of(engine, select(Import))
    assert (row.status, row.attempts, row.deaths) == (ImportStatus.QUEUED, 0, 0)
    assert row.source_path == str(tmp_path / "0000.pdf")
    asked = {"escalate": "unproven", "window": 5, "account_ids": None, "named_account": None}
    assert row.options == asked
    assert work_queue.waiting() == [row.id]


def test_documents_are_rung_for_in_the_order_given(
    engine: Engine, redis_url: str, tmp_path: Path
) -> None:
    work_queue = WorkQueue(redis_url)
    outcomes = submitted(engine, work_queue, *papers(tmp_path, BATCH + 20))
    ids = [outcome.import_id for outcome in outcomes]
    assert ids == sorted(ids, key=lambda each: each or 0)
    # The queue is kept short: the rest stays in the table until there is room.
    assert work_queue.waiting() == ids[:BATCH]
    sweep(engine, work_queue)
    assert work_queue.waiting() == ids[:BATCH]


def test_a_document_that_failed_waits_again(
    engine: Engine, work_queue: WorkQueue, tmp_path: Path
) -> None:
    (source,) = papers(tmp_path, 1)
    submitted(engine, work_queue, source)
    failed = {"status": ImportStatus.FAILED, "error_code": "document_gone", "deaths": 1}
    execute_in(engine, update(Import).values(**failed))
    (outcome,) = submitted(engine, work_queue, source)
    assert outcome.status is ImportStatus.QUEUED
    row = one_of(engine, select(Import))
    assert (row.status, row.error_code, row.deaths) == (ImportStatus.QUEUED, None, 0)


@pytest.mark.parametrize("code", ["poison", "cancelled"])
def test_what_waits_for_a_person_is_not_queued_by_its_folder_again(
    engine: Engine, work_queue: WorkQueue, tmp_path: Path, code: str
) -> None:
    (source,) = papers(tmp_path, 1)
    submitted(engine, work_queue, source)
    failed = {"status": ImportStatus.FAILED, "error_code": code, "error_message": "What to do."}
    execute_in(engine, update(Import).values(**failed))
    (outcome,) = submitted(engine, work_queue, source)
    assert (outcome.status, outcome.error_code) == (ImportStatus.FAILED, code)
    assert outcome.message == "What to do."
    assert one_of(engine, select(Import.status)) is ImportStatus.FAILED


def test_a_file_that_was_renamed_while_it_waited_is_found(
    engine: Engine, work_queue: WorkQueue, tmp_path: Path
) -> None:
    (source,) = papers(tmp_path, 1)
    assert source.path
    submitted(engine, work_queue, source)
    renamed = source.path.rename(tmp_path / "june.pdf")
    submitted(engine, work_queue, DocumentSource("june.pdf", renamed))
    row = one_of(engine, select(Import))
    assert (row.source_path, row.source_name) == (str(renamed), "june.pdf")


def test_what_others_put_into_the_queue_is_passed_over(redis_url: str) -> None:
    work_queue = WorkQueue(redis_url)
    work_queue.push([7])
    with Redis.from_url(redis_url) as connection:
        connection.rpush("rq:queue:tieout:normal", b"\xff\xfe", "9" * 5000 + "-x", "no number")
    assert work_queue.waiting() == [7]


@pytest.mark.parametrize(
    "url", ["unix:///nowhere.sock?password=hunter2", "redis://:hunter2@127.0.0.1:1/0"]
)
def test_no_password_of_the_queue_is_shown(url: str) -> None:
    with pytest.raises(QueueUnreachable) as refused:
        WorkQueue(url).check()
    assert "hunter2" not in str(refused.value)


def test_an_option_that_no_queue_has_is_reported_as_a_bad_url(redis_url: str) -> None:
    with pytest.raises(BadRedisUrl):
        WorkQueue(f"{redis_url}?no_such_option=1").check()


def test_a_bad_file_is_reported_and_the_others_wait(
    engine: Engine, work_queue: WorkQueue, tmp_path: Path
) -> None:
    good, other = papers(tmp_path, 2)
    (tmp_path / "note.pdf").write_text("no statement")
    bad = DocumentSource("note.pdf", tmp_path / "note.pdf")
    outcomes = submitted(
        engine, work_queue, good, bad, DocumentSource("-", data=b"%PDF-1.7"), other
    )
    assert [outcome.error_code for outcome in outcomes] == [
        None,
        "not_a_pdf",
        "nowhere_to_keep",
        None,
    ]


def test_a_queue_that_does_not_answer_is_reported_before_anything_is_kept(
    engine: Engine, tmp_path: Path
) -> None:
    away = WorkQueue(f"unix://{tmp_path}/nobody.sock")
    with pytest.raises(QueueUnreachable, match="nobody"):
        submitted(engine, away, *papers(tmp_path, 1))
    assert all_of(engine, select(Import)) == []


def test_a_queue_that_goes_away_loses_nothing_and_stops_nobody(
    engine: Engine, tmp_path: Path
) -> None:
    with running() as server:
        work_queue = WorkQueue(server.url)

        def dies_after_the_first() -> Iterator[DocumentSource]:
            first, second, third = papers(tmp_path, 3)
            yield first
            server.kill()
            yield second
            server.start()
            yield third

        found = list(
            submit_all(engine, dies_after_the_first(), ImportOptions(), work_queue, at_once=1)
        )
        assert [each.status for each in found] == [ImportStatus.QUEUED] * 3
        assert [each.error_code for each in found] == [None, "queue_unreachable", None]
        sweep(engine, work_queue)
        assert set(work_queue.waiting()) == {each.import_id for each in found}


def test_a_ledger_that_goes_away_is_reported_for_each_and_the_next_go_on(
    own_ledger: Engine, work_queue: WorkQueue, tmp_path: Path
) -> None:
    ledger = tmp_path / "ledger.db"

    def hidden_in_the_middle() -> Iterator[DocumentSource]:
        first, second, third = papers(tmp_path, 3)
        yield first
        own_ledger.dispose()
        ledger.rename(tmp_path / "elsewhere")
        ledger.mkdir()
        yield second
        own_ledger.dispose()
        ledger.rmdir()
        (tmp_path / "elsewhere").rename(ledger)
        yield third

    found = list(
        submit_all(own_ledger, hidden_in_the_middle(), ImportOptions(), work_queue, at_once=1)
    )
    assert [each.error_code for each in found] == [None, "ledger_unreachable", None]


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
