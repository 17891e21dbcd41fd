"""Taking a file in: what is accepted, and the typed refusal of everything else."""

import hashlib
import io
import os
from pathlib import Path

import pytest

from pipeline.intake.file import (
    FileTooLarge,
    FileUnreadable,
    NotAPdf,
    take_in_bytes,
    take_in_path,
    take_in_stream,
)
from pipeline.intake.passwords import PasswordBook, PasswordFileUnreadable, terminal_ask
from pipeline.intake.places import BadDocumentsPlace, DocumentDamaged, NotInStore, StoreAway
from pipeline.intake.store import LedgerDocuments, Store, open_store
from tests.support.object_store import Server

PDF = b"%PDF-1.7\nthe rest is not looked at here"


def test_a_file_is_known_by_its_bytes_not_its_name(tmp_path: Path) -> None:
    (tmp_path / "march.pdf").write_bytes(PDF)
    (tmp_path / "copy.bin").write_bytes(PDF)

    march, copy = take_in_path(tmp_path / "march.pdf"), take_in_path(tmp_path / "copy.bin")

    assert march.sha256 == copy.sha256 == hashlib.sha256(PDF).hexdigest()
    assert (march.name, march.size, march.data) == ("march.pdf", len(PDF), PDF)


def test_junk_before_the_header_is_forgiven_within_the_first_kibibyte() -> None:
    assert take_in_bytes(b"\r\n" * 500 + PDF, "mail.pdf").size == 1000 + len(PDF)
    with pytest.raises(NotAPdf):
        take_in_bytes(b"\r\n" * 600 + PDF, "mail.pdf")


def test_a_large_file_is_refused_after_reading_one_byte_too_many() -> None:
    endless = io.BytesIO(PDF * 100)
    with pytest.raises(FileTooLarge):
        take_in_stream(endless, "big.pdf", max_bytes=len(PDF))
    assert endless.tell() == len(PDF) + 1


def test_a_missing_file_a_folder_and_a_pipe_are_unreadable(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "missing.pdf", tmp_path, tmp_path / "pipe"):
        with pytest.raises(FileUnreadable):
            take_in_path(path)


def test_the_bytes_stay_out_of_the_repr() -> None:
    assert "looked at" not in repr(take_in_bytes(PDF, "march.pdf"))


def test_the_file_comes_first_one_password_a_line(tmp_path: Path) -> None:
    file = tmp_path / "passwords"
    file.write_bytes("\ufefffirst\r\nwith, comma\n\nlast\n".encode())

    book = PasswordBook.gather(file, {"TIEOUT_PDF_PASSWORDS": "from env"})

    assert list(book) == ["first", "with, comma", "last", "from env"]


def test_the_variable_takes_lines_and_tries_listed_ones_whole_then_in_parts() -> None:
    book = PasswordBook.gather(None, {"TIEOUT_PDF_PASSWORDS": "one\ntwo, three;four"})
    assert list(book) == ["one", "two, three;four", "two", "three", "four"]


def test_no_password_shows_in_a_repr() -> None:
    assert "hunter2" not in f"{PasswordBook(['hunter2'])!r} {PasswordBook(['hunter2'])}"


def test_a_person_is_asked_by_file_name_and_the_answer_serves_later_files() -> None:
    asked: list[str] = []

    def answer(name: str) -> str:
        asked.append(name)
        return "opensesame"

    book = PasswordBook(["wrong"], answer)

    assert book.ask_for("march.pdf") == "opensesame"
    assert list(book) == ["wrong", "opensesame"]
    assert asked == ["march.pdf"]


def test_nobody_is_asked_without_a_terminal() -> None:
    assert terminal_ask() is None
    assert PasswordBook().ask_for("march.pdf") is None


def test_an_unreadable_file_of_passwords_is_a_typed_error(tmp_path: Path) -> None:
    with pytest.raises(PasswordFileUnreadable):
        PasswordBook.gather(tmp_path / "missing", {})
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PasswordFileUnreadable):
        PasswordBook.gather(tmp_path / "binary", {})


PAGE = b"%PDF-1.7 a statement"
NAME = hashlib.sha256(PAGE).hexdigest()
LEDGER = "1" * 32
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


@pytest.mark.parametrize("identity", ["", "ab", "../x", "A" * 32, "1" * 32 + "\n"])
def test_only_an_identity_leads_to_a_ledgers_documents(tmp_path: Path, identity: str) -> None:
    with pytest.raises(ValueError, match="identity"):
        open_store(str(tmp_path)).of(identity)
