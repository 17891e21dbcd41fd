"""Documents kept by their hash, in a folder and on a real S3 server."""

import hashlib
from pathlib import Path

import pytest

from pipeline.intake.places import (
    BadDocumentsPlace,
    DocumentDamaged,
    NotInStore,
    StoreAway,
)
from pipeline.intake.store import LedgerDocuments, Store, open_store
from tests.support.object_store import Server

PAGE = b"%PDF-1.7 a statement"
NAME = hashlib.sha256(PAGE).hexdigest()
LEDGER, ANOTHER = "1" * 32, "2" * 32
OTHER = hashlib.sha256(b"another").hexdigest()


@pytest.fixture(params=["folder", "s3"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """An empty store that was begun."""
    if request.param == "folder":
        found = open_store(str(tmp_path / "documents"))
    else:
        server: Server = request.getfixturevalue("object_store")
        found = open_store(server.url)
    assert not found.begun()
    found.begin()
    return found


@pytest.fixture
def own(store: Store) -> LedgerDocuments:
    """What one ledger keeps there."""
    return store.of(LEDGER)


def test_what_is_put_is_found_by_its_hash_alone(store: Store, own: LedgerDocuments) -> None:
    own.put(NAME, PAGE)
    own.put(NAME, PAGE)
    assert store.begun()
    assert own.get(NAME) == PAGE
    assert list(own.hashes()) == [NAME]


def test_what_is_removed_is_gone_and_removing_it_again_does_no_harm(
    store: Store, own: LedgerDocuments
) -> None:
    own.put(NAME, PAGE)
    own.remove(NAME)
    own.remove(NAME)
    assert not own.has(NAME)
    assert store.begun()
    with pytest.raises(NotInStore, match=NAME):
        own.get(NAME)


def test_what_was_damaged_is_never_handed_out_and_is_mended_by_putting_it_again(
    own: LedgerDocuments,
) -> None:
    own.files.write(f"{LEDGER}/{NAME[:2]}/{NAME[2:4]}/{NAME}", PAGE[:-1] + b"!")
    with pytest.raises(DocumentDamaged, match=NAME):
        own.get(NAME)
    own.put(NAME, PAGE)
    assert own.get(NAME) == PAGE


def test_a_folder_is_its_owners_alone_and_holds_nothing_half_written(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "documents"))
    store.begin()
    own = store.of(LEDGER)
    own.put(NAME, PAGE)
    made = list((tmp_path / "documents").rglob("*"))
    assert {each.stat().st_mode & 0o777 for each in made if each.is_dir()} == {0o700}
    assert {each.stat().st_mode & 0o777 for each in made if each.is_file()} == {0o600}
    assert [each.name for each in made if each.suffix == ".tmp"] == []


def test_an_empty_folder_is_taken_for_a_share_that_is_not_mounted(tmp_path: Path) -> None:
    with pytest.raises(StoreAway):
        open_store(str(tmp_path)).of(LEDGER).get(NAME)


def test_a_disk_that_cannot_be_written_is_away(tmp_path: Path) -> None:
    (tmp_path / "documents").write_text("a file stands in the way")
    with pytest.raises(StoreAway):
        open_store(str(tmp_path / "documents")).of(LEDGER).put(NAME, PAGE)


def test_a_server_that_is_away_loses_nothing(object_store: Server) -> None:
    store = open_store(object_store.url)
    store.begin()
    own = store.of(LEDGER)
    own.put(NAME, PAGE)
    object_store.kill()
    with pytest.raises(StoreAway, match="s3://"):
        own.get(NAME)
    with pytest.raises(StoreAway):
        own.put(OTHER, b"another")
    object_store.start()
    assert own.get(NAME) == PAGE


def test_a_wrong_key_or_bucket_says_nothing_of_a_document(
    object_store: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(StoreAway, match="no such bucket"):
        open_store("s3://elsewhere/statements").of(LEDGER).get(NAME)
    with pytest.raises(StoreAway, match="no such bucket"):
        open_store("s3://elsewhere/statements").of(LEDGER).put(NAME, PAGE)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "wrong")
    with pytest.raises(StoreAway) as refused:
        open_store(object_store.url).of(LEDGER).get(NAME)
    assert "wrong" not in refused.value.message()


@pytest.mark.parametrize(
    "place", ["ftp://host/folder", "s3://", "s3://key:secret@bucket", "s3://bucket?key=secret"]
)
def test_what_is_no_place_is_refused_and_no_key_in_it_is_shown(place: str) -> None:
    with pytest.raises(BadDocumentsPlace) as refused:
        open_store(place)
    assert "secret" not in refused.value.message()


def test_two_ledgers_keep_the_same_document_apart(store: Store, own: LedgerDocuments) -> None:
    other = store.of(ANOTHER)
    own.put(NAME, PAGE)
    other.put(NAME, PAGE)
    other.put(OTHER, b"another")
    own.remove(NAME)
    own.remove(OTHER)
    assert list(own.hashes()) == []
    assert set(other.hashes()) == {NAME, OTHER}
    assert (other.get(NAME), other.get(OTHER)) == (PAGE, b"another")


@pytest.mark.parametrize("identity", ["", "ab", "../x", "A" * 32, "1" * 32 + "\n"])
def test_only_an_identity_leads_to_a_ledgers_documents(tmp_path: Path, identity: str) -> None:
    with pytest.raises(ValueError, match="identity"):
        open_store(str(tmp_path)).of(identity)
