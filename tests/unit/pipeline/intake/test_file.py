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
