"""`tieout import` as a person and a script meet it: exit codes, JSON, twice, pipes, passwords."""

import json
import sqlite3
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from tests.support.model_server import Reply, completion, model_server
from tests.support.process import Demo, Ran, tieout

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


ACCOUNT = "DE89370400440532013000"


@pytest.fixture
def invoice(books: Path) -> Path:
    """A page with a heading, a sum and the seller's account."""
    file = books / "invoice.pdf"
    page = Canvas(str(file))
    for row, text in enumerate(("Harbour Tools Ltd", "INVOICE No. 2031", f"Pay to {ACCOUNT}")):
        page.drawString(72, 760 - 20 * row, text)
    page.save()
    return file


def reviewed(books: Path) -> Ran:
    return tieout("review", "1", cwd=books)


def test_without_a_model_its_heading_says_what_it_is(books: Path, invoice: Path) -> None:
    ran = tieout("import", invoice, "--json", cwd=books)
    assert ran.code == 6
    assert ran.json[0]["error_code"] == "no_statement"
    assert ran.json[0]["about"] == {"type": "invoice", "summary": "", "by": None}
    assert "According to its heading: invoice." in reviewed(books).out


def test_a_model_is_asked_and_its_word_is_kept_as_its_word(books: Path, invoice: Path) -> None:
    said = {"type": "invoice", "summary": f"Tools, to be paid to {ACCOUNT}."}
    copied = completion('{"rows":[],"facts":[]}')
    with model_server(copied, completion(json.dumps(said))) as server:
        words = ("--model", "qwen", "--base-url", server.base_url)
        ran = tieout("import", invoice, *words, cwd=books)
    assert ran.code == 6
    asked = server.requests[-1].json["messages"][-1]["content"]
    assert "INVOICE No. 2031" in asked
    assert ACCOUNT not in asked
    shown = "qwen says (no proof): invoice. Tools, to be paid to …3000."
    assert shown in " ".join(ran.out.split())
    assert shown in " ".join(reviewed(books).out.split())


def test_a_model_that_fails_changes_nothing(books: Path, invoice: Path) -> None:
    broken = Reply(b'{"error":{"message":"down"}}', 400)
    with model_server(*[broken] * 6) as server:
        words = ("--model", "qwen", "--base-url", server.base_url)
        ran = tieout("import", invoice, "--json", *words, cwd=books)
    assert (ran.code, ran.json[0]["error_code"]) == (6, "no_statement")
    assert ran.json[0]["about"]["by"] is None
