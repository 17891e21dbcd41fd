"""`tieout import` as a person and a script meet it: exit codes, JSON, twice, pipes, passwords."""

import sqlite3
from pathlib import Path

import pytest

from tests.support.process import Demo, tieout

PASSWORD = {"TIEOUT_PDF_PASSWORDS": "melur-1984"}


def dump(database: Path) -> list[str]:
    """Every row of every table, as SQL."""
    with sqlite3.connect(database) as connection:
        return list(connection.iterdump())


def test_when_every_document_is_known_the_exit_code_says_so(demo: Demo) -> None:
    assert tieout("import", demo.statement_file("polderbank"), cwd=demo.folder).code == 5


def test_the_locked_file_needs_no_password_once_it_is_in(demo: Demo) -> None:
    locked = demo.statement_file("locked")

    assert tieout("import", locked, "--database", "tieout.db", cwd=demo.folder).code == 5


@pytest.mark.parametrize(
    ("files", "code"),
    [
        (["polderbank"], 0),
        (["harrow-vale"], 3),
        (["polderbank", "download-cut-short"], 4),
        (["harrow-vale", "download-cut-short"], 4),
        (["download-cut-short"], 6),
        (["seri-melur"], 6),  # locked, and no password given
    ],
)
def test_the_exit_code_tells_the_worst_that_happened(
    made_demo: Demo, books: Path, files: list[str], code: int
) -> None:
    ran = tieout("import", *map(made_demo.statement_file, files), cwd=books)

    assert ran.code == code, ran.err


def test_a_password_in_a_file_opens_a_locked_statement(made_demo: Demo, books: Path) -> None:
    (books / "passwords").write_text("wrong\nmelur-1984\n")

    ran = tieout(
        "import", made_demo.statement_file("locked"), "--password-file", "passwords", cwd=books
    )

    assert ran.code == 0, ran.err


def test_no_password_is_kept_or_shown(made_demo: Demo, books: Path) -> None:
    ran = tieout("import", made_demo.statement_file("locked"), "--json", cwd=books, env=PASSWORD)

    assert ran.code == 0
    assert "melur-1984" not in ran.out + ran.err
    assert not any("melur-1984" in row for row in dump(books / "tieout.db"))


def test_a_statement_may_come_through_a_pipe(made_demo: Demo, books: Path) -> None:
    ran = tieout(
        "import",
        "-",
        "--json",
        cwd=books,
        given=made_demo.statement_file("polderbank").read_bytes(),
    )

    assert (ran.code, ran.json[0]["file"], ran.json[0]["status"]) == (0, "-", "matched")


def test_progress_is_on_stderr_and_json_alone_on_stdout(made_demo: Demo, books: Path) -> None:
    ran = tieout("import", made_demo.folder / "statements", "--json", cwd=books, env=PASSWORD)

    assert len(ran.json) == 12
    assert "polderbank-betaalrekening-2025-03.pdf: matched" in ran.err


def test_without_a_ledger_the_error_says_how_to_start_one(made_demo: Demo, tmp_path: Path) -> None:
    ran = tieout("import", made_demo.statement_file("polderbank"), cwd=tmp_path)

    assert ran.code == 7
    assert "tieout init [no_ledger]" in ran.err


def test_a_folder_without_a_pdf_is_said(books: Path) -> None:
    ran = tieout("import", ".", cwd=books)

    assert (ran.code, "[no_documents]" in ran.err) == (6, True)


def test_a_path_that_is_not_there_is_a_usage_error(books: Path) -> None:
    assert tieout("import", "nowhere.pdf", cwd=books).code == 2
