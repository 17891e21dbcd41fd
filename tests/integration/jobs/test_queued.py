"""What a worker does with one queued import, and what it leaves to the next."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from sqlalchemy import Engine, select, update

from app.acts.queueing import hand_in
from app.queries.reviews import one_job
from db.engine import LedgerUnreachable
from db.models import Import, Statement
from db.session import read_only, unit_of_work
from db.words import ImportStatus
from jobs.imports.queued import as_asked, import_queued
from jobs.lease.lease import acquire_queued
from jobs.options import Documents, DocumentSource, ImportOptions
from jobs.worker.background import Background
from pipeline.drafts import StatementDraft
from pipeline.intake.file import Intake
from pipeline.intake.store import open_store
from pipeline.model_choice import Escalate
from pipeline.progress import Progress, Silent
from pipeline.reading.from_bytes import ReadDocument, Reader
from tests.support.books import JUNE, account, all_of, documents, execute_in
from tests.support.pdfs import line, pdf
from tests.support.pools import queued
from tests.support.waiting import until


def no() -> bool:
    return False


def carried_out(
    engine: Engine,
    import_id: int,
    read: Reader | None = None,
    stopping: Callable[[], bool] = no,
    known: Mapping[str, Sequence[StatementDraft]] | None = None,
) -> Import:
    """The row, after a worker had its turn."""
    read = read or documents(known or {"june.pdf": [JUNE]})
    import_queued(engine, import_id, ImportOptions(), Silent(), stopping, read)
    with read_only(engine) as session:
        return session.get_one(Import, import_id)


def test_a_second_ring_changes_nothing(engine: Engine, redis_url: str, tmp_path: Path) -> None:
    account(engine)
    import_id = queued(engine, redis_url, tmp_path)
    carried_out(engine, import_id)
    again = carried_out(engine, import_id)
    assert again.attempts == 1
    assert len(all_of(engine, select(Statement))) == 1


def test_a_document_that_changed_under_its_name_is_not_taken_for_it(
    engine: Engine, redis_url: str, tmp_path: Path
) -> None:
    import_id = queued(engine, redis_url, tmp_path)
    (tmp_path / "june.pdf").write_bytes(b"%PDF-1.7 another")
    assert carried_out(engine, import_id).error_code == "document_gone"


@pytest.mark.parametrize("stage", ["intake", "pages", "reading", "reconcile", "record"])
def test_a_worker_asked_to_stop_hands_back_at_the_next_stage(
    engine: Engine, redis_url: str, tmp_path: Path, stage: str
) -> None:
    account(engine)
    import_id = queued(engine, redis_url, tmp_path)
    seen: list[str] = []

    class Listening(Silent):
        def stage(self, name: str) -> None:
            seen.append(name)

    def stopping() -> bool:
        return bool(seen) and seen[-1] == stage

    import_queued(
        engine, import_id, ImportOptions(), Listening(), stopping, documents({"june.pdf": [JUNE]})
    )
    with read_only(engine) as session:
        row = session.get_one(Import, import_id)
    if stage == "record":  # the last one: it is finished
        assert row.status is ImportStatus.MATCHED
        return
    assert (row.status, row.deaths, row.run_after) == (ImportStatus.QUEUED, 0, None)
    assert carried_out(engine, import_id).status is ImportStatus.MATCHED


def test_work_is_handed_back_as_soon_as_the_ledger_is_there_again(
    own_ledger: Engine, redis_url: str, tmp_path: Path
) -> None:
    ledger, aside = tmp_path / "ledger.db", tmp_path / "aside"
    import_id = queued(own_ledger, redis_url, tmp_path)

    def back() -> None:
        ledger.rmdir()
        aside.rename(ledger)

    def read(_intake: Intake, _progress: Progress) -> ReadDocument:
        own_ledger.dispose()
        ledger.rename(aside)
        ledger.mkdir()
        threading.Timer(1.5, back).start()
        raise LedgerUnreachable(place="the server")

    row = carried_out(own_ledger, import_id, read)
    assert (row.status, row.lease_until, row.deaths) == (ImportStatus.QUEUED, None, 0)


def test_a_cancelled_import_is_not_carried_out(
    engine: Engine, redis_url: str, tmp_path: Path
) -> None:
    import_id = queued(engine, redis_url, tmp_path)
    execute_in(engine, update(Import).values(status=ImportStatus.FAILED))
    assert carried_out(engine, import_id).attempts == 0


def test_the_row_says_how_it_was_asked_for_and_the_worker_with_what() -> None:
    worker = ImportOptions(passwords=("secret",), window=3)
    asked = {"escalate": "never", "window": 9, "account_ids": [4]}
    both = as_asked(worker, asked)
    assert (both.escalate, both.window, both.account_ids) == (Escalate.NEVER, 9, (4,))
    assert both.passwords == ("secret",)


LETTER = DocumentSource("letter.pdf", data=pdf(line("Dear customer")))
LOCKED = DocumentSource("locked.pdf", data=pdf(line("Dear customer"), encrypt="sesame"))


@pytest.fixture
def kept_here(tmp_path: Path) -> Documents:
    return Documents(open_store(str(tmp_path / "kept")))


@pytest.fixture
def background(engine: Engine, kept_here: Documents) -> Iterator[Background]:
    """Stopped after the test, and not begun."""
    found = Background(engine, lambda: ImportOptions(documents=kept_here))
    yield found
    found.stop()


def ended(engine: Engine, import_id: int = 1) -> Callable[[], bool]:
    return lambda: one_job(engine, import_id).error_code is not None


def test_it_hears_at_once_of_what_comes_later(
    engine: Engine, kept_here: Documents, background: Background
) -> None:
    background.start()
    list(hand_in(engine, kept_here, [LETTER], queue=False))
    background.wake()
    until(ended(engine))


def test_what_a_killed_process_was_at_is_gone_on_with(
    engine: Engine, kept_here: Documents, background: Background
) -> None:
    list(hand_in(engine, kept_here, [LETTER], queue=False))
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
