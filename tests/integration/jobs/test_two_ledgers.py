"""Two ledgers on one store: neither takes what is the other's for nobody's."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from app.acts.backups import document
from db.engine import make_engine
from db.upgrade import upgrade
from jobs.documents.finding import check, document_of, separate
from jobs.documents.keeping import drop_ended
from jobs.options import Documents, ImportOptions, Keep
from pipeline.intake.store import Store, open_store
from tests.support.books import account, imported, own, source
from tests.support.object_store import Server

JUNE_BYTES = source("june.pdf").data or b""
SHA256 = hashlib.sha256(JUNE_BYTES).hexdigest()
ORPHAN = "ab" * 32


@pytest.fixture(params=["folder", "s3"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    if request.param == "folder":
        return open_store(str(tmp_path / "documents"))
    server: Server = request.getfixturevalue("object_store")
    return open_store(server.url)


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Engine]:
    """A second ledger, which is a file."""
    engine = make_engine(str(tmp_path / "other.sqlite"), create=True)
    upgrade(engine)
    yield engine
    engine.dispose()


def with_june(engine: Engine, store: Store) -> None:
    account(engine)
    imported(engine, options=ImportOptions(documents=Documents(store)))


def test_what_one_removes_as_of_no_import_is_not_the_others(
    engine: Engine, other: Engine, store: Store
) -> None:
    with_june(engine, store)
    own(other, store).put(ORPHAN, b"left by who was killed")
    found = check(other, Documents(store), remove=True)
    assert (found.unclaimed, found.removed) == (1, 1)
    assert check(engine, Documents(store), remove=True).whole == 1


def test_what_one_forgets_the_other_still_has(engine: Engine, other: Engine, store: Store) -> None:
    with_june(engine, store)
    with_june(other, store)
    document(other, Documents(store), 1, locked=True, dry_run=False)
    assert not own(other, store).has(SHA256)
    assert document_of(engine, 1, Documents(store))[1].data == JUNE_BYTES


def test_what_one_drops_when_it_is_done_the_other_still_has(
    engine: Engine, other: Engine, store: Store
) -> None:
    with_june(engine, store)
    with_june(other, store)
    assert drop_ended(other, Documents(store, Keep.UNTIL_DONE)) == 1
    assert document_of(engine, 1, Documents(store))[1].data == JUNE_BYTES


def test_a_copy_shares_its_originals_documents_until_it_is_separated(
    engine: Engine, store: Store
) -> None:
    kept = Documents(store)
    with_june(engine, store)
    original = own(engine, store)
    assert separate(engine, kept, dry_run=True).documents == 1
    assert own(engine, store) == original
    done = separate(engine, kept)
    assert (done.documents, own(engine, store).identity) == (1, done.identity)
    document(engine, kept, 1, locked=True, dry_run=False)
    assert not own(engine, store).has(SHA256)
    assert original.get(SHA256) == JUNE_BYTES
