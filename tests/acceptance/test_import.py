"""`tieout import` as a person and a script meet it: exit codes, JSON, twice, pipes, passwords."""

import contextlib
import json
import os
import pty
import shutil
import sqlite3
import subprocess
import threading
import time
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from tests.support.model_server import Reply, completion, model_server
from tests.support.process import TIEOUT, Demo, Ran, tieout

PASSWORD = {"TIEOUT_PDF_PASSWORDS": "melur-1984"}


def dump(database: Path) -> list[str]:
    """Every row of every table, as SQL."""
    with sqlite3.connect(database) as connection:
        return list(connection.iterdump())


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


def test_what_a_queued_import_could_not_keep_is_refused(books: Path, redis_url: str) -> None:
    shutil.copy(books / "tieout.db", books / "march.pdf")
    env = {"TIEOUT_REDIS_URL": redis_url}
    refused = tieout("import", "march.pdf", "--queue", "--model", "qwen3", cwd=books, env=env)
    assert refused.code == 2
    assert "--model" in refused.err


def test_without_a_queue_the_message_names_what_to_set(books: Path, demo: Demo) -> None:
    ran = tieout("import", demo.statement_file("larkspur"), "--queue", cwd=books)
    assert (ran.code, "TIEOUT_REDIS_URL" in ran.err) == (7, True)
    worker = tieout("worker", cwd=books)
    assert (worker.code, "[no_queue]" in worker.err) == (7, True)


def test_several_at_once_give_what_one_after_the_other_gives(demo: Demo, books: Path) -> None:
    words = ("import", demo.folder / "statements", "--jobs", "3", "--json")
    ran = tieout(*words, cwd=books, env=PASSWORD)
    expected = {name: record["status"] for name, record in demo.documents.items()}
    assert {record["file"]: record["status"] for record in ran.json} == expected
    statements = [record["statements"] for record in ran.json]
    assert statements == [record["statements"] for record in demo.documents.values()]


@pytest.fixture
def waiting(books: Path, redis_url: str) -> dict[str, str]:
    """Three documents wait; the environment of their queue."""
    env = {"TIEOUT_REDIS_URL": redis_url}
    for number in range(3):
        (books / f"odd-{number}.pdf").write_bytes(b"%PDF-1.7 odd" + bytes([number]))
    files = sorted(books.glob("odd-*.pdf"))
    assert tieout("import", *files, "--queue", cwd=books, env=env).code == 0
    return env


def test_many_are_cancelled_and_retried(books: Path, waiting: dict[str, str]) -> None:
    unasked = tieout("jobs", "cancel", "--status", "queued", cwd=books)
    assert (unasked.code, "--yes" in unasked.err) == (2, True)
    done = tieout("jobs", "cancel", "--status", "queued", "--yes", cwd=books)
    assert done.out.splitlines()[-1] == "3 import(s) cancelled."

    words = ("jobs", "retry", "--code", "cancelled", "--since", "1h", "--yes", "--json")
    retried = tieout(*words, cwd=books, env=waiting)
    assert (retried.code, retried.json["changed"]) == (0, 3)
    again = tieout(*words, cwd=books, env=waiting)
    assert (again.code, again.json["changed"]) == (5, 0)


def test_the_group_alone_prints_json_and_filters(books: Path, waiting: dict[str, str]) -> None:
    del waiting
    assert tieout("jobs", "--json", cwd=books).json["counts"] == {"queued": 3}
    found = tieout("jobs", "--json", "list", "--name", "ODD-1", "--since", "2d", cwd=books)
    assert [job["file"] for job in found.json["jobs"]] == ["odd-1.pdf"]
    assert tieout("jobs", "list", "--since", "yesterday", cwd=books).code == 2
    assert tieout("jobs", "retry", cwd=books).code == 2


RED_TO_WHITE = "\x1b[3"


class Terminal:
    """A terminal: the program's side to hand over, and all that was ever written to it."""

    def __init__(self) -> None:
        self._person, self.program = pty.openpty()
        self._written: list[bytes] = []
        # Read all the time: a terminal that nobody reads is full after 4 KiB and stops the program.
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def type(self, text: str) -> None:
        """What a person types."""
        os.write(self._person, text.encode())

    @property
    def text(self) -> str:
        """What was written so far."""
        return b"".join(self._written).decode(errors="replace")

    def wait_for(self, text: str, seconds: float = 60) -> bool:
        """Whether the text comes within the time."""
        end = time.monotonic() + seconds
        while text not in self.text and time.monotonic() < end:
            time.sleep(0.02)
        return text in self.text

    def _read(self) -> None:
        with contextlib.suppress(OSError):  # the other side is closed: the end of the file
            while chunk := os.read(self._person, 4096):
                self._written.append(chunk)


def test_a_bar_moves_on_stderr_and_leaves_stdout_alone(made_demo: Demo, books: Path) -> None:
    file = made_demo.statement_file("polderbank")
    terminal = Terminal()

    ran = subprocess.run(
        [TIEOUT, "import", file, "--json"],
        cwd=books,
        stdout=subprocess.PIPE,
        stderr=terminal.program,
    )

    assert json.loads(ran.stdout)[0]["status"] == "matched"
    assert terminal.wait_for("polderbank")
    assert terminal.wait_for("0/1")


@pytest.mark.parametrize(("environment", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_colour_is_for_terminals_that_want_it(
    made_demo: Demo, environment: dict[str, str], coloured: bool
) -> None:
    environ = {**os.environ, "TERM": "xterm-256color", **environment}
    terminal = Terminal()

    subprocess.run([TIEOUT, "review"], cwd=made_demo.folder, stdout=terminal.program, env=environ)

    assert terminal.wait_for("tieout review")
    assert (RED_TO_WHITE in terminal.text) is coloured


def test_a_person_at_a_terminal_is_asked_for_the_password(made_demo: Demo) -> None:
    terminal = Terminal()
    reader = subprocess.Popen(
        [TIEOUT, "read", made_demo.statement_file("locked"), "--json"],
        stdin=terminal.program,
        stdout=subprocess.PIPE,
        stderr=terminal.program,
        start_new_session=True,  # or it would ask on the terminal of whoever runs the tests
    )

    # What is typed before the prompt is thrown away.
    assert terminal.wait_for("Password")
    terminal.type("melur-1984\n")
    answer, _ = reader.communicate(timeout=60)

    assert json.loads(answer)["statements"][0]["account_mask"] == "9032"
    assert "melur-1984" not in terminal.text


def test_an_export_asks_once_for_what_is_locked_and_goes_on(
    made_demo: Demo, tmp_path: Path
) -> None:
    terminal = Terminal()
    locked, open_to_all = (made_demo.statement_file(part) for part in ("locked", "polderbank"))
    reader = subprocess.Popen(
        [TIEOUT, "read", locked, open_to_all, "--to", "csv", "-o", "all.csv"],
        cwd=tmp_path,
        stdin=terminal.program,
        stderr=terminal.program,
        start_new_session=True,  # or it would ask on the terminal of whoever runs the tests
    )

    assert terminal.wait_for("Password")
    terminal.type("melur-1984\n")

    assert reader.wait(timeout=60) == 0
    assert terminal.wait_for("of 2 statement(s) to all.csv")
    assert "melur-1984" not in terminal.text
