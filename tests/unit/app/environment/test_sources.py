"""What a person named becomes documents: each once, folders in order, leftovers passed over."""

from pathlib import Path

import pytest

from app.environment.sources import find_sources
from app.errors import NoDocuments


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b.pdf", "a.PDF", "notes.txt", "._b.pdf", "2024/old.pdf"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"%PDF-")
    return tmp_path


def test_a_folder_gives_its_pdfs_by_name_with_those_below_it(folder: Path) -> None:
    assert [source.name for source in find_sources([str(folder)])] == [
        "2024/old.pdf",
        "a.PDF",
        "b.pdf",
    ]


def test_a_document_named_twice_comes_once(folder: Path) -> None:
    found = find_sources([str(folder / "b.pdf"), str(folder)])

    assert [source.name for source in found] == ["b.pdf", "2024/old.pdf", "a.PDF"]


def test_a_named_file_is_tried_whatever_it_is_called(folder: Path) -> None:
    (source,) = find_sources([str(folder / "notes.txt")])

    assert source.path == folder / "notes.txt"


def test_a_folder_without_pdfs_is_said(tmp_path: Path) -> None:
    with pytest.raises(NoDocuments):
        find_sources([str(tmp_path)])
