"""The page of work: what waits, runs and failed, and what is done about one or many."""

import re
from collections.abc import Iterator

import pytest
from httpx2 import Client
from rq.worker import SimpleWorker
from sqlalchemy import Engine, insert

from app.queries.reviews import listed
from app.web.desk import Desk
from app.web.pages import work
from db.models import Document, Import
from db.session import unit_of_work
from db.words import ImportStatus
from jobs.options import ImportOptions
from jobs.queue.table import Selection
from jobs.queue.work_queue import WorkQueue, connect, crew, queues
from jobs.worker.background import Background
from tests.support.visiting import visiting

FAILED, QUEUED = ImportStatus.FAILED, ImportStatus.QUEUED


def pile(engine: Engine, *rows: tuple[str, ImportStatus, str | None]) -> None:
    """Imports of these names, numbered from 1."""
    with unit_of_work(engine) as session:
        numbers = range(1, len(rows) + 1)
        papers = [{"sha256": f"{number:064x}", "size": 1} for number in numbers]
        new = insert(Document).returning(Document.id, sort_by_parameter_order=True)
        ids = session.scalars(new, papers).all()
        for document_id, (name, status, code) in zip(ids, rows, strict=True):
            message = f"What to do about {code}." if code else None
            session.add(
                Import(
                    document_id=document_id,
                    source_name=name,
                    status=status,
                    error_code=code,
                    error_message=message,
                )
            )
            session.flush()


@pytest.fixture
def night(engine: Engine) -> Engine:
    """Four imports of one night."""
    pile(
        engine,
        ("june.pdf", FAILED, "unreadable_pdf"),
        ("july.pdf", FAILED, "document_away"),
        ("august.pdf", QUEUED, None),
        ("september.pdf", ImportStatus.MATCHED, None),
    )
    return engine


@pytest.fixture
def visitor(night: Engine) -> Iterator[Client]:
    """Somebody at a server whose background has not begun, so that nothing moves by itself."""
    background = Background(night, ImportOptions)
    background.start = lambda: None  # type: ignore[method-assign]
    with visiting(Desk(night, background=background)) as client:
        yield client


def statuses(engine: Engine) -> dict[str, ImportStatus]:
    return {job.file: job.status for job in listed(engine, Selection(), 100).jobs}


def test_it_says_how_many_there_are_what_failed_and_what_to_do(visitor: Client) -> None:
    page = visitor.get("/work").text
    for text in ("2 failed", "1 waiting", "What to do about unreadable_pdf.", "september.pdf"):
        assert text in page


def test_it_is_never_loaded_again_by_itself(visitor: Client) -> None:
    assert "http-equiv" not in visitor.get("/work").text


@pytest.mark.parametrize(
    ("asked", "there", "not_there"),
    [
        ({"status": "failed"}, ("june.pdf", "july.pdf"), ("august.pdf",)),
        ({"name": "JU"}, ("june.pdf", "july.pdf"), ("august.pdf",)),
        ({"code": "document_away"}, ("july.pdf",), ("june.pdf", "august.pdf")),
        ({"status": "failed", "name": "june"}, ("june.pdf",), ("july.pdf",)),
    ],
)
def test_it_is_filtered_by_status_file_and_code(
    visitor: Client,
    asked: dict[str, str],
    there: tuple[str, ...],
    not_there: tuple[str, ...],
) -> None:
    page = visitor.get("/work", params=asked).text
    assert all(name in page for name in there)
    assert not any(name in page for name in not_there)


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"status": "gone"}, 400),
        ({"code": "x' or 1=1"}, 400),
        ({"before": "x"}, 404),
        ({"before": "9" * 30}, 404),
        ({"name": "%"}, 200),
        ({"name": "\0"}, 200),
    ],
)
def test_what_no_page_asks_for_is_refused(
    visitor: Client, asked: dict[str, str], status: int
) -> None:
    answer = visitor.get("/work", params=asked)
    assert answer.status_code == status
    assert "june.pdf" not in answer.text


def test_it_is_read_page_by_page(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "_LISTED", 2)
    first = visitor.get("/work").text
    assert "september.pdf" in first
    assert "july.pdf" not in first
    assert "/work?before=3" in first
    second = visitor.get("/work?before=3").text
    assert "june.pdf" in second
    assert "september.pdf" not in second
    assert "before=1" not in second


def test_those_that_are_ticked_are_tried_again(visitor: Client, night: Engine) -> None:
    done = visitor.post("/work/many/retry", data={"only": ["1", "2"], "status": "failed"})
    assert done.headers["location"] == "/work?status=failed&said=retry&of=2"
    assert "2 imports tried again" in visitor.get(done.headers["location"]).text
    assert statuses(night)["june.pdf"] is QUEUED
    assert statuses(night)["july.pdf"] is QUEUED


def test_all_that_match_are_changed_after_a_question(visitor: Client, night: Engine) -> None:
    asked = visitor.post("/work/many/retry", data={"all": "1", "code": "document_away"})
    assert "Retry 1 import?" in asked.text
    assert statuses(night)["july.pdf"] is FAILED
    visitor.post("/work/many/retry", data={"all": "1", "sure": "1", "code": "document_away"})
    assert statuses(night)["july.pdf"] is QUEUED
    assert statuses(night)["june.pdf"] is FAILED


def test_what_is_ticked_does_not_count_where_all_are_meant(visitor: Client, night: Engine) -> None:
    form = {"all": "1", "sure": "1", "name": "august", "only": ["1"]}
    visitor.post("/work/many/cancel", data=form)
    assert statuses(night)["august.pdf"] is FAILED
    assert "cancelled" in visitor.get("/work?name=august").text


@pytest.mark.parametrize("form", [{}, {"only": ["4"]}, {"all": "1", "status": "matched"}])
def test_nothing_that_can_be_changed_is_said_to_be_so(
    visitor: Client, night: Engine, form: dict[str, str]
) -> None:
    before = statuses(night)
    done = visitor.post("/work/many/retry", data=form, follow_redirects=True)
    assert "This cannot be done to anything that you selected" in done.text
    assert statuses(night) == before


@pytest.mark.parametrize("only", [["x"], ["9" * 40], ["-1"]])
def test_ticks_that_no_page_sent_change_nothing(visitor: Client, only: list[str]) -> None:
    assert visitor.post("/work/many/retry", data={"only": only}).status_code == 400


def test_one_is_retried_and_the_filter_stays(visitor: Client, night: Engine) -> None:
    done = visitor.post("/work/1/retry", data={"status": "failed"})
    assert done.headers["location"] == "/work?status=failed"
    assert statuses(night)["june.pdf"] is QUEUED
    assert visitor.post("/work/1/retry").status_code == 409


def test_without_anybody_who_carries_it_out_nothing_is_offered_to_be_retried(
    night: Engine,
) -> None:
    with visiting(Desk(night)) as visitor:
        page = visitor.get("/work").text
    assert "No worker is running." in page
    assert "/retry" not in page.replace("/work/many/retry", "")
    assert "Retry ticked" not in page


def test_it_says_that_no_worker_runs_and_names_those_that_do(
    night: Engine, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIEOUT_REDIS_URL", redis_url)
    with visiting(Desk(night, queue=True)) as visitor:
        assert "No worker is running" in visitor.get("/work").text
        connection = connect(redis_url)
        worker = SimpleWorker(queues(connection), connection=connection, serializer="json")
        worker.register_birth()  # type: ignore[no-untyped-call]
        page = visitor.get("/work").text
        assert "No worker is running" not in page
        assert str(worker.pid) in page
        assert "idle" in page
        connection.hset(worker.key, "last_heartbeat", "2026-01-01T00:00:00.000000Z")
        silent = re.sub(r"<[^>]+>", "", visitor.get("/work").text)
        assert "not heard from since 2026-01-01" in silent
        connection.close()


def test_a_queue_that_is_away_is_said_and_the_page_is_shown(
    night: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIEOUT_REDIS_URL", "redis://127.0.0.1:1/0")
    with visiting(Desk(night, queue=True)) as visitor:
        page = visitor.get("/work").text
    assert "does not answer" in page
    assert "june.pdf" in page


def test_a_worker_says_which_import_it_is_at(redis_url: str) -> None:
    connection = connect(redis_url)
    worker = SimpleWorker(queues(connection), connection=connection, serializer="json")
    worker.register_birth()  # type: ignore[no-untyped-call]
    connection.hset(worker.key, "current_job", "12-abc")
    (found,) = crew(WorkQueue(redis_url))
    assert (found.import_id, found.silent) == (12, False)
    connection.close()
