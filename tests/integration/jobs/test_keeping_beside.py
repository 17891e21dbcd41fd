"""Bytes that are kept, beside others who queue, remove, forget and are killed meanwhile."""

import hashlib
import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import Engine, select, update

from app.acts.backups import document
from db.models import Document, Import
from db.session import identity_of, unit_of_work
from db.words import FaultClass, ImportStatus, Kept
from jobs.documents.finding import check, document_of
from jobs.documents.keeping import drop_ended
from jobs.options import Documents, DocumentSource, ImportOptions, Keep
from jobs.queue.submit import submit_all
from jobs.queue.work_queue import WorkQueue
from pipeline.intake.places import Folder
from pipeline.intake.store import Store, open_store
from tests.support.books import account, imported, one_of, own, source

JUNE_BYTES = source("june.pdf").data or b""
SHA256 = hashlib.sha256(JUNE_BYTES).hexdigest()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(str(tmp_path / "documents"))


def bytes_of(*names: str) -> list[DocumentSource]:
    return [DocumentSource(name, data=source(name).data) for name in names]


def brought_in(engine: Engine, kept: Documents) -> None:
    imported(engine, options=ImportOptions(documents=kept))


def says(engine: Engine) -> Kept | None:
    return one_of(engine, select(Document)).kept


@dataclass(frozen=True)
class Beside(Folder):
    """A folder in which somebody does something while the second document is written."""

    does: object = None

    def write(self, name: str, data: bytes) -> None:
        if data == source("july.pdf").data:
            assert callable(self.does)
            self.does()
        super().write(name, data)


def test_what_is_removed_before_its_row_is_written_is_put_back(
    engine: Engine, redis_url: str, tmp_path: Path
) -> None:
    plain = Documents(open_store(str(tmp_path / "documents")))
    removed: list[int] = []

    def remove() -> None:
        removed.append(check(engine, plain, remove=True).removed)

    beside = Documents(Store(Beside(tmp_path / "documents", remove)))
    given, options = bytes_of("june.pdf", "july.pdf"), ImportOptions(documents=beside)
    list(submit_all(engine, given, options, WorkQueue(redis_url)))
    assert removed == [1]
    assert document_of(engine, 1, plain)[1].data == JUNE_BYTES


def test_what_was_dropped_is_not_left_when_it_is_queued_again(
    engine: Engine, store: Store, redis_url: str
) -> None:
    account(engine)
    until = Documents(store, Keep.UNTIL_DONE)
    brought_in(engine, until)
    assert not own(engine, store).has(SHA256)
    options = ImportOptions(documents=until)
    (again,) = submit_all(engine, bytes_of("june.pdf"), options, WorkQueue(redis_url))
    assert again.status is ImportStatus.DUPLICATE
    drop_ended(engine, until)
    assert (says(engine), own(engine, store).has(SHA256)) == (Kept.DROPPED, False)


def test_what_is_over_no_more_is_not_dropped(
    engine: Engine, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    account(engine)
    brought_in(engine, Documents(store))

    def reopened(*_: object) -> Iterator[None]:
        with unit_of_work(engine) as session:
            session.execute(update(Import).values(status=ImportStatus.NEEDS_REVIEW))
        return unit_of_work(engine)  # type: ignore[return-value]

    monkeypatch.setattr("jobs.documents.keeping.unit_of_work", reopened)
    assert drop_ended(engine, Documents(store, Keep.UNTIL_DONE)) == 0
    assert (says(engine), own(engine, store).has(SHA256)) == (Kept.KEPT, True)


def test_bytes_that_a_row_does_not_claim_are_found_and_removed(
    engine: Engine, store: Store
) -> None:
    account(engine)
    brought_in(engine, Documents(store, Keep.UNTIL_DONE))
    own(engine, store).put(SHA256, JUNE_BYTES)
    found = check(engine, Documents(store), remove=True)
    assert (found.unclaimed, found.removed, own(engine, store).has(SHA256)) == (1, 1, False)


def test_what_was_half_written_by_one_who_was_killed_is_forgotten_too(
    engine: Engine, store: Store, tmp_path: Path
) -> None:
    account(engine)
    brought_in(engine, Documents(store))
    killed_while_writing(tmp_path / "documents", identity_of(engine), SHA256)
    document(engine, Documents(store), 1, locked=True, dry_run=False)
    assert [each for each in all_bytes(tmp_path / "documents") if JUNE_BYTES in each] == []


def test_what_was_half_written_and_has_no_row_is_removed(
    engine: Engine, store: Store, tmp_path: Path
) -> None:
    killed_while_writing(tmp_path / "documents", identity_of(engine), SHA256)
    assert check(engine, Documents(store), remove=True).removed == 1
    assert [each for each in all_bytes(tmp_path / "documents") if JUNE_BYTES in each] == []


def killed_while_writing(root: Path, identity: str, sha256: str) -> None:
    pid = os.fork()
    if pid == 0:
        Path.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[assignment, method-assign]
        Folder(root).write(f"{identity}/{sha256[:2]}/{sha256[2:4]}/{sha256}", JUNE_BYTES)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGKILL
    assert any(JUNE_BYTES in each for each in all_bytes(root))


def all_bytes(root: Path) -> Iterator[bytes]:
    return (each.read_bytes() for each in root.rglob("*") if each.is_file())


def test_a_submission_that_failed_says_of_which_class_that_is(
    engine: Engine, redis_url: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    away = ImportOptions(documents=Documents(open_store(str(tmp_path / "file" / "documents"))))
    (outcome,) = submit_all(engine, bytes_of("june.pdf"), away, WorkQueue(redis_url))
    assert (outcome.error_code, outcome.fault) == ("store_away", FaultClass.TRANSIENT)
