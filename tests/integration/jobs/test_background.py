"""Imports carried out in a thread of a process that does something else besides."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from app.acts.queueing import hand_in
from app.queries.reviews import one_job
from db.models import Import
from db.session import unit_of_work
from jobs.lease.lease import acquire_queued
from jobs.options import Documents, DocumentSource, ImportOptions
from jobs.worker.background import Background
from pipeline.intake.store import open_store
from tests.support.pdfs import line, pdf
from tests.support.waiting import until

LETTER = DocumentSource("letter.pdf", data=pdf(line("Dear customer")))
LOCKED = DocumentSource("locked.pdf", data=pdf(line("Dear customer"), encrypt="sesame"))


@pytest.fixture
def documents(tmp_path: Path) -> Documents:
    return Documents(open_store(str(tmp_path / "kept")))


@pytest.fixture
def background(engine: Engine, documents: Documents) -> Iterator[Background]:
    """Stopped after the test, and not begun."""
    found = Background(engine, lambda: ImportOptions(documents=documents))
    yield found
    found.stop()


def ended(engine: Engine, import_id: int = 1) -> Callable[[], bool]:
    return lambda: one_job(engine, import_id).error_code is not None


def test_it_hears_at_once_of_what_comes_later(
    engine: Engine, documents: Documents, background: Background
) -> None:
    background.start()
    list(hand_in(engine, documents, [LETTER], queue=False))
    background.wake()
    until(ended(engine))


def test_what_a_killed_process_was_at_is_gone_on_with(
    engine: Engine, documents: Documents, background: Background
) -> None:
    list(hand_in(engine, documents, [LETTER], queue=False))
    with unit_of_work(engine) as session:
        acquire_queued(session, 1)
    with unit_of_work(engine) as session:
        row = session.get_one(Import, 1)
        # A number that no process has any more.
        row.options = {**(row.options or {}), "worker": gone(row.options)}
    background.start()
    until(ended(engine))
    assert one_job(engine, 1).attempts == 2


def gone(options: dict[str, object] | None) -> dict[str, object]:
    worker = (options or {})["worker"]
    assert isinstance(worker, dict)
    return {**worker, "pid": 2**22 + 1}


def test_no_password_is_stored_or_shown(
    engine: Engine, documents: Documents, background: Background
) -> None:
    list(hand_in(engine, documents, [LOCKED], queue=False))
    background.unlock(1, "sesame-of-the-test")
    background.start()
    until(ended(engine))
    with unit_of_work(engine) as session:
        row = session.get_one(Import, 1)
        assert "sesame-of-the-test" not in repr((row.options, row.error_message, background))
