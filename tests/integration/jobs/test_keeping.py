"""Documents that are kept are found by their content; where they came from no longer matters."""

import hashlib
import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, select, update

from app.acts import imports as acts
from app.acts.backups import document
from app.acts.imports import undo
from db.models import Document, Import
from db.session import identity_of, read_only, unit_of_work
from db.words import FaultClass, ImportStatus, Kept
from jobs.documents import keeping
from jobs.documents.finding import DocumentDropped, PlaceNotSet, check, document_of
from jobs.documents.keeping import drop_ended, remove_unclaimed
from jobs.imports.inline import import_all
from jobs.imports.queued import import_queued
from jobs.options import NOWHERE, Documents, DocumentSource, ImportOptions, ImportOutcome, Keep
from jobs.queue.submit import submit_all
from jobs.queue.work_queue import WorkQueue
from pipeline.intake.places import Folder, NotInStore, StoreAway
from pipeline.intake.store import Store, open_store
from pipeline.progress import Silent
from tests.support.books import JUNE, account, all_of, documents, own, source
from tests.support.object_store import Server

BYTES = source("june.pdf").data or b""
SHA256 = hashlib.sha256(BYTES).hexdigest()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(str(tmp_path / "documents"))


def brought_in(engine: Engine, kept: Documents, *sources: DocumentSource) -> list[ImportOutcome]:
    read = documents({each.name: [JUNE] for each in sources})
    return list(import_all(engine, sources, ImportOptions(documents=kept), read=read))


def says(engine: Engine) -> tuple[str, Kept | None]:
    with read_only(engine) as session:
        row = session.scalars(select(Document)).one()
        return row.sha256, row.kept


def file_of(folder: Path) -> DocumentSource:
    file = folder / "june.pdf"
    file.write_bytes(BYTES)
    return DocumentSource("june.pdf", file)


def work(engine: Engine, kept: Documents) -> Import:
    """The row, after a worker had its turn."""
    options = ImportOptions(documents=kept)
    import_queued(engine, 1, options, Silent(), lambda: False, documents({"june.pdf": [JUNE]}))
    with read_only(engine) as session:
        return session.get_one(Import, 1)


def test_a_file_that_is_gone_does_not_matter_any_more(
    engine: Engine, store: Store, tmp_path: Path
) -> None:
    account(engine)
    given = file_of(tmp_path)
    brought_in(engine, Documents(store), given)
    assert given.path
    given.path.unlink()
    name, intake = document_of(engine, 1, Documents(store))
    assert (name, intake.data) == ("june.pdf", BYTES)
    assert says(engine) == (intake.sha256, Kept.KEPT)


def test_standard_input_waits_for_a_worker_on_another_machine(
    engine: Engine, redis_url: str, object_store: Server
) -> None:
    account(engine)
    kept = Documents(open_store(object_store.url))
    options = ImportOptions(documents=kept)
    given = source("june.pdf")
    (outcome,) = submit_all(engine, [given], options, WorkQueue(redis_url))
    assert outcome.status is ImportStatus.QUEUED
    assert work(engine, Documents(open_store(object_store.url))).status is ImportStatus.MATCHED


def test_nothing_is_queued_whose_bytes_could_not_be_kept(
    engine: Engine, redis_url: str, object_store: Server
) -> None:
    kept = Documents(open_store(object_store.url))
    object_store.kill()
    given = source("june.pdf")
    (outcome,) = submit_all(engine, [given], ImportOptions(documents=kept), WorkQueue(redis_url))
    assert outcome.error_code == StoreAway.code
    assert all_of(engine, select(Document)) == []


def test_a_share_that_is_not_mounted_is_not_begun_anew(
    engine: Engine, store: Store, tmp_path: Path
) -> None:
    account(engine)
    brought_in(engine, Documents(store), source("june.pdf"))
    (tmp_path / "documents").rename(tmp_path / "elsewhere")
    (outcome,) = brought_in(engine, Documents(store), source("july.pdf"))
    assert outcome.error_code == StoreAway.code
    assert not (tmp_path / "documents").exists()


def test_what_is_lost_comes_back_from_its_file_or_with_the_next_import(
    engine: Engine, store: Store, tmp_path: Path
) -> None:
    account(engine)
    given = file_of(tmp_path)
    brought_in(engine, Documents(store), given)
    sha256, _ = says(engine)
    own(engine, store).remove(sha256)
    document_of(engine, 1, Documents(store))
    assert own(engine, store).get(sha256) == BYTES
    assert given.path
    given.path.unlink()
    own(engine, store).remove(sha256)
    with pytest.raises(NotInStore, match="tieout import"):
        document_of(engine, 1, Documents(store))
    (outcome,) = brought_in(engine, Documents(store), DocumentSource("again.pdf", data=BYTES))
    assert outcome.status is ImportStatus.DUPLICATE
    assert own(engine, store).get(sha256) == BYTES


def test_what_came_in_before_documents_were_kept_is_kept_when_it_comes_again(
    engine: Engine, store: Store
) -> None:
    account(engine)
    brought_in(engine, NOWHERE, source("june.pdf"))
    assert says(engine)[1] is None
    brought_in(engine, Documents(store), source("june.pdf"))
    sha256, kept = says(engine)
    assert (kept, own(engine, store).get(sha256)) == (Kept.KEPT, BYTES)


def test_documents_may_be_dropped_when_nobody_has_anything_left_to_do(
    engine: Engine, store: Store
) -> None:
    account(engine)
    until = Documents(store, Keep.UNTIL_DONE)
    brought_in(engine, until, source("june.pdf"))
    sha256, kept = says(engine)
    assert (kept, own(engine, store).has(sha256)) == (Kept.DROPPED, False)
    with pytest.raises(DocumentDropped, match="reprocess 1 --file"):
        document_of(engine, 1, until)


def test_all_of_them_are_dropped_however_many_are_looked_at_at_once(
    engine: Engine, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    account(engine)
    monkeypatch.setattr(keeping, "_BATCH", 2)
    brought_in(engine, Documents(store), *(source(f"{each}.pdf") for each in range(5)))
    assert drop_ended(engine, Documents(store, Keep.UNTIL_DONE)) == 5
    assert list(own(engine, store).hashes()) == []


def test_what_is_never_to_be_kept_is_not(engine: Engine, store: Store) -> None:
    account(engine)
    brought_in(engine, Documents(store, Keep.NEVER), source("june.pdf"))
    assert says(engine)[1] is None
    assert not store.begun()


def test_a_machine_that_is_not_told_where_says_what_to_set(engine: Engine, store: Store) -> None:
    account(engine)
    brought_in(engine, Documents(store), source("june.pdf"))
    with pytest.raises(PlaceNotSet, match="TIEOUT_DOCUMENTS"):
        document_of(engine, 1, NOWHERE)


def test_a_check_finds_what_is_lost_damaged_or_of_no_row(engine: Engine, store: Store) -> None:
    account(engine)
    kept = Documents(store)
    names = ["june.pdf", "july.pdf", "may.pdf"]
    brought_in(engine, kept, *map(source, names))
    _, lost, damaged = all_of(engine, select(Document.sha256).order_by(Document.id))
    own(engine, store).remove(lost)
    name = f"{identity_of(engine)}/{damaged[:2]}/{damaged[2:4]}/{damaged}"
    store.files.write(name, b"damaged")
    own(engine, store).put("ab" * 32, b"of one who was killed")
    found = check(engine, kept, remove=False)
    assert (found.whole, found.lost, found.damaged, found.unclaimed) == (1, (2,), (3,), 1)
    assert check(engine, kept, remove=True).removed == 1
    assert "ab" * 32 not in set(own(engine, store).hashes())


def undone(engine: Engine, store: Store, monkeypatch: pytest.MonkeyPatch, **how: Any) -> None:
    monkeypatch.setenv("TIEOUT_DOCUMENTS", store.place)
    undo(engine, 1, **{"dry_run": False, **how})


def test_an_import_that_is_undone_takes_its_bytes_with_it(
    engine: Engine, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    account(engine)
    brought_in(engine, Documents(store), *(source(each) for each in ("june.pdf", "may.pdf")))
    undone(engine, store, monkeypatch, dry_run=True)
    assert len(list(own(engine, store).hashes())) == 2
    undone(engine, store, monkeypatch)
    assert list(own(engine, store).hashes()) == all_of(engine, select(Document.sha256))


def test_bytes_that_somebody_brings_in_meanwhile_stay(
    engine: Engine, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    account(engine)
    kept = Documents(store)
    brought_in(engine, kept, source("june.pdf"))

    def first(*asked: Any) -> bool:
        brought_in(engine, kept, source("june.pdf"))
        return remove_unclaimed(*asked)

    monkeypatch.setattr(acts, "remove_unclaimed", first)
    undone(engine, store, monkeypatch)
    sha256, says_kept = says(engine)
    assert (says_kept, own(engine, store).get(sha256)) == (Kept.KEPT, BYTES)


def test_an_import_is_undone_though_its_bytes_cannot_be_reached(
    engine: Engine, store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    account(engine)
    brought_in(engine, Documents(store), source("june.pdf"))
    (tmp_path / "documents").rename(tmp_path / "elsewhere")
    (tmp_path / "documents").write_bytes(b"")
    undone(engine, store, monkeypatch)
    assert all_of(engine, select(Document)) == []


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
    given, options = [source("june.pdf"), source("july.pdf")], ImportOptions(documents=beside)
    list(submit_all(engine, given, options, WorkQueue(redis_url)))
    assert removed == [1]
    assert document_of(engine, 1, plain)[1].data == BYTES


def test_what_was_dropped_is_not_left_when_it_is_queued_again(
    engine: Engine, store: Store, redis_url: str
) -> None:
    account(engine)
    until = Documents(store, Keep.UNTIL_DONE)
    brought_in(engine, until, source("june.pdf"))
    assert not own(engine, store).has(SHA256)
    options = ImportOptions(documents=until)
    (again,) = submit_all(engine, [source("june.pdf")], options, WorkQueue(redis_url))
    assert again.status is ImportStatus.DUPLICATE
    drop_ended(engine, until)
    assert (says(engine)[1], own(engine, store).has(SHA256)) == (Kept.DROPPED, False)


def test_what_is_over_no_more_is_not_dropped(
    engine: Engine, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    account(engine)
    brought_in(engine, Documents(store), source("june.pdf"))

    def reopened(*_: object) -> Iterator[None]:
        with unit_of_work(engine) as session:
            session.execute(update(Import).values(status=ImportStatus.NEEDS_REVIEW))
        return unit_of_work(engine)  # type: ignore[return-value]

    monkeypatch.setattr("jobs.documents.keeping.unit_of_work", reopened)
    assert drop_ended(engine, Documents(store, Keep.UNTIL_DONE)) == 0
    assert (says(engine)[1], own(engine, store).has(SHA256)) == (Kept.KEPT, True)


def test_bytes_that_a_row_does_not_claim_are_found_and_removed(
    engine: Engine, store: Store
) -> None:
    account(engine)
    brought_in(engine, Documents(store, Keep.UNTIL_DONE), source("june.pdf"))
    own(engine, store).put(SHA256, BYTES)
    found = check(engine, Documents(store), remove=True)
    assert (found.unclaimed, found.removed, own(engine, store).has(SHA256)) == (1, 1, False)


def test_what_was_half_written_by_one_who_was_killed_is_forgotten_too(
    engine: Engine, store: Store, tmp_path: Path
) -> None:
    account(engine)
    brought_in(engine, Documents(store), source("june.pdf"))
    killed_while_writing(tmp_path / "documents", identity_of(engine), SHA256)
    document(engine, Documents(store), 1, locked=True, dry_run=False)
    assert [each for each in all_bytes(tmp_path / "documents") if BYTES in each] == []


def test_what_was_half_written_and_has_no_row_is_removed(
    engine: Engine, store: Store, tmp_path: Path
) -> None:
    killed_while_writing(tmp_path / "documents", identity_of(engine), SHA256)
    assert check(engine, Documents(store), remove=True).removed == 1
    assert [each for each in all_bytes(tmp_path / "documents") if BYTES in each] == []


def killed_while_writing(root: Path, identity: str, sha256: str) -> None:
    pid = os.fork()
    if pid == 0:
        Path.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[assignment, method-assign]
        Folder(root).write(f"{identity}/{sha256[:2]}/{sha256[2:4]}/{sha256}", BYTES)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGKILL
    assert any(BYTES in each for each in all_bytes(root))


def all_bytes(root: Path) -> Iterator[bytes]:
    return (each.read_bytes() for each in root.rglob("*") if each.is_file())


def test_a_submission_that_failed_says_of_which_class_that_is(
    engine: Engine, redis_url: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    away = ImportOptions(documents=Documents(open_store(str(tmp_path / "file" / "documents"))))
    (outcome,) = submit_all(engine, [source("june.pdf")], away, WorkQueue(redis_url))
    assert (outcome.error_code, outcome.fault) == ("store_away", FaultClass.TRANSIENT)
