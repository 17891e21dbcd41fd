"""Where an export goes, how its files are called, and that none is written over."""

import os
import stat
from importlib import util
from pathlib import Path

import pytest

from app.errors import ExportThere, ExportUnwritable, XlsxMissing
from app.exports import files, kinds
from app.exports.files import ExportTarget, write_export
from app.exports.kinds import Kind, require
from app.shapes.reading import ExportedDocument
from tests.support.exports import document, draft


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def to_folder(documents: list[ExportedDocument], folder: Path) -> None:
    write_export(documents, Kind.CSV, ExportTarget(folder, is_folder=True))


@pytest.mark.parametrize(
    ("name", "folder"),
    [("all.csv", False), ("ALL.CSV", False), ("out/", True), ("out", True), ("v1.2/", True)],
)
def test_a_name_says_whether_it_is_a_file_or_a_folder(name: str, folder: bool) -> None:
    assert ExportTarget.named(name, Kind.CSV) == ExportTarget(Path(name), folder)


@pytest.mark.parametrize("name", ["all.xlsx", "all.txt", "-"])
def test_a_name_that_says_neither_is_refused(name: str) -> None:
    assert ExportTarget.named(name, Kind.CSV) is None


def test_a_folder_that_is_there_may_have_any_name(tmp_path: Path) -> None:
    (tmp_path / "2025.03").mkdir()

    assert ExportTarget.named(str(tmp_path / "2025.03"), Kind.CSV) == ExportTarget(
        tmp_path / "2025.03", True
    )


def test_a_file_a_statement_is_named_after_document_and_number(tmp_path: Path) -> None:
    to_folder([document(draft(), draft()), document(draft(), file="2025/april.PDF")], tmp_path)

    assert names(tmp_path) == ["2025-april-1.csv", "march-1.csv", "march-2.csv"]


def test_what_came_through_a_pipe_is_called_statement(tmp_path: Path) -> None:
    to_folder([document(draft(), file="-")], tmp_path)

    assert names(tmp_path) == ["statement-1.csv"]


def test_two_documents_of_one_name_are_distinguished_by_their_bytes(tmp_path: Path) -> None:
    other = document(draft(), file="March.pdf", sha256="00ff00ff00ff")
    to_folder([document(draft()), other], tmp_path)

    assert names(tmp_path) == ["March-00ff00ff-1.csv", "march-1.csv"]


def test_a_name_with_many_folders_keeps_its_end(tmp_path: Path) -> None:
    deep = "/".join(["Kontoauszüge"] * 30)
    to_folder(
        [
            document(draft(), file=f"a/{deep}/march.pdf"),
            document(draft(), file=f"b/{deep}/march.pdf", sha256="00ff00ff00ff"),
        ],
        tmp_path,
    )

    first, second = names(tmp_path)
    assert first.endswith("-march-00ff00ff-1.csv")
    assert second.endswith("-march-1.csv")


@pytest.mark.parametrize("kind", Kind)
def test_a_name_too_long_for_the_disk_is_reported(tmp_path: Path, kind: Kind) -> None:
    target = ExportTarget.named(str(tmp_path / f"{'a' * 300}{kind.ending}"), kind)
    assert target

    with pytest.raises(ExportUnwritable):
        write_export([document(draft())], kind, target)


@pytest.mark.parametrize("name", ["a\u202eb.pdf", "a\x1b[31m.pdf", "a\udcff.pdf"])
def test_the_name_of_a_file_holds_nothing_that_acts(tmp_path: Path, name: str) -> None:
    to_folder([document(draft(), file=name)], tmp_path)

    (found,) = names(tmp_path)
    assert found.isprintable()


def test_files_and_new_folders_are_private(tmp_path: Path) -> None:
    to_folder([document(draft())], tmp_path / "new")

    modes = [stat.S_IMODE(each.stat().st_mode) for each in (tmp_path / "new").glob("**/*")]
    assert modes == [0o600]
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


def test_one_file_that_is_there_keeps_all_others_from_being_written(tmp_path: Path) -> None:
    (tmp_path / "march-2.csv").write_text("mine")

    with pytest.raises(ExportThere):
        to_folder([document(draft(), draft())], tmp_path)

    assert names(tmp_path) == ["march-2.csv"]
    assert (tmp_path / "march-2.csv").read_text() == "mine"


def test_a_file_that_turns_up_meanwhile_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "all.csv").write_text("mine")
    monkeypatch.setattr(files, "lexists", lambda _path: False)

    with pytest.raises(ExportThere):
        write_export(
            [document(draft())], Kind.CSV, ExportTarget(tmp_path / "all.csv", is_folder=False)
        )

    assert (tmp_path / "all.csv").read_text() == "mine"


def test_what_cannot_be_written_is_said_before_anything_is_read(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")

    with pytest.raises(ExportThere):
        ExportTarget(tmp_path / "out", is_folder=True).check()
    with pytest.raises(ExportUnwritable):
        ExportTarget(tmp_path / "gone" / "all.csv", is_folder=False).check()


def test_a_disk_that_is_full_leaves_no_half_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full:
        def __enter__(self) -> "Full":
            return self

        def __exit__(self, *_: object) -> None: ...

        def write(self, _content: bytes) -> None:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fdopen", lambda *_: Full())

    with pytest.raises(ExportUnwritable):
        write_export(
            [document(draft())], Kind.CSV, ExportTarget(tmp_path / "all.csv", is_folder=False)
        )
    assert names(tmp_path) == []


def test_a_workbook_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "find_spec", lambda _name: None)

    require(Kind.CSV)
    with pytest.raises(XlsxMissing):
        require(Kind.XLSX)
    assert util.find_spec("xlsxwriter")
