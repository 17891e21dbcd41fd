"""Taking a file in: what is accepted, and the typed refusal of everything else."""

import hashlib
import io
import os
from pathlib import Path

import pytest

from pipeline.intake.file import (
    EmptyFile,
    FileTooLarge,
    FileUnreadable,
    NotAPdf,
    take_in_bytes,
    take_in_path,
    take_in_stream,
)
from pipeline.intake.passwords import PasswordBook, PasswordFileUnreadable, terminal_ask

PDF = b"%PDF-1.7\nthe rest is not looked at here"


def test_a_file_is_known_by_its_bytes_not_its_name(tmp_path: Path) -> None:
    (tmp_path / "march.pdf").write_bytes(PDF)
    (tmp_path / "copy.bin").write_bytes(PDF)

    march, copy = take_in_path(tmp_path / "march.pdf"), take_in_path(tmp_path / "copy.bin")

    assert march.sha256 == copy.sha256 == hashlib.sha256(PDF).hexdigest()
    assert (march.name, march.size, march.data) == ("march.pdf", len(PDF), PDF)


def test_standard_input_is_taken_in_like_a_file() -> None:
    assert take_in_stream(io.BytesIO(PDF)).name == "-"


def test_junk_before_the_header_is_forgiven_within_the_first_kibibyte() -> None:
    assert take_in_bytes(b"\r\n" * 500 + PDF, "mail.pdf").size == 1000 + len(PDF)
    with pytest.raises(NotAPdf):
        take_in_bytes(b"\r\n" * 600 + PDF, "mail.pdf")


def test_a_zip_called_pdf_is_not_a_pdf() -> None:
    with pytest.raises(NotAPdf) as caught:
        take_in_bytes(b"PK\x03\x04", "statement.pdf")
    assert caught.value.code == "not_a_pdf"


def test_an_empty_file_says_so() -> None:
    with pytest.raises(EmptyFile):
        take_in_bytes(b"", "empty.pdf")


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
