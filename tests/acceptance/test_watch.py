"""`tieout watch` and `tieout ledger sync --watch`, as a person leaves them running."""

import json
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from sqlalchemy import select

from db.engine import make_engine
from db.models import Import
from db.words import Priority
from tests.support.books import all_of
from tests.support.json_schemas import faults
from tests.support.process import Demo, started, tieout
from tests.support.receiver import Receiver, receiving
from tests.support.waiting import until


class Watching:
    """A running `tieout watch`, or another ``verb``, and the lines that it wrote."""

    def __init__(
        self,
        books: Path,
        *options: str,
        settle: str = "0.3",
        verb: Sequence[str | Path] = (),
        **settings: str,
    ) -> None:
        self.inbox = books / "inbox"
        self.inbox.mkdir(exist_ok=True)
        self.lines: list[str] = []
        words = (*(verb or ("watch", self.inbox)), "--settle", settle, *options)
        pipe = subprocess.PIPE
        self.process = started(*words, cwd=books, env=settings, stdout=pipe, stderr=pipe)
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.decode().strip())

    def line(self, number: int) -> str:
        """The line of that number, when it is there."""
        deadline = time.monotonic() + 60
        while len(self.lines) <= number:
            assert time.monotonic() < deadline, self.lines
            time.sleep(0.05)
        return self.lines[number]

    def stop(self) -> tuple[int, str]:
        """End it as Ctrl-C does; its exit code and what it said on stderr."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(timeout=60)
        self._reader.join()
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        with self.process.stdout, self.process.stderr as errors:
            return code, errors.read().decode()


@pytest.fixture(params=[(), ("--poll",)], ids=["native", "poll"])
def watching(books: Path, request: pytest.FixtureRequest) -> Iterator[Watching]:
    # Longer than this process is ever kept from writing the rest of a file.
    watched = Watching(books, *request.param, settle="2")
    yield watched
    if watched.process.poll() is None:
        watched.stop()


def test_what_lands_is_brought_in_one_line_a_file(demo: Demo, watching: Watching) -> None:
    statement = demo.statement_file("polderbank")
    data = statement.read_bytes()
    landing = watching.inbox / "april.pdf"
    # A download: half of it, a pause shorter than the wait, the rest.
    landing.write_bytes(data[: len(data) // 2])
    time.sleep(0.1)
    landing.write_bytes(data)
    assert watching.line(0) == "april.pdf: matched"

    (watching.inbox / "deep").mkdir()
    shutil.copy(statement, watching.inbox / "deep" / "again.pdf")
    assert watching.line(1) == "deep/again.pdf: nothing new"

    (watching.inbox / "note.pdf").write_text("no statement at all")
    assert "not_a_pdf" in watching.line(2)
    assert sorted(file.name for file in watching.inbox.rglob("*.pdf")) == [
        "again.pdf",
        "april.pdf",
        "note.pdf",
    ]
    code, said = watching.stop()
    assert code == 130
    assert "watching" in said


def test_what_is_there_at_the_start_is_taken_and_known_ones_are_counted(
    demo: Demo, books: Path
) -> None:
    (books / "inbox").mkdir()
    old = demo.statement_file("northmoor")
    shutil.copy(old, books / "inbox")
    first = Watching(books)
    assert first.line(0).endswith(": matched")
    first.stop()

    shutil.copy(demo.statement_file("sahyadri"), books / "inbox")
    second = Watching(books, "--json")
    record = json.loads(second.line(0))
    assert faults("watch", record) == []
    assert record["file"] == demo.statement_file("sahyadri").name
    assert record["status"] == "matched"
    _, said = second.stop()
    assert "1 file(s) were known already" in said


def test_what_it_queues_is_of_the_priority_that_a_person_names(
    demo: Demo, books: Path, redis_url: str
) -> None:
    (books / "inbox").mkdir()
    shutil.copy(demo.statement_file("larkspur"), books / "inbox")
    watched = Watching(books, "--queue", "--priority", "low", TIEOUT_REDIS_URL=redis_url)
    assert watched.line(0).endswith(": waiting")
    watched.stop()
    engine = make_engine(str(books / "tieout.db"))
    assert all_of(engine, select(Import.priority)) == [Priority.LOW]
    engine.dispose()
    refused = tieout("watch", "inbox", "--priority", "low", cwd=books)
    assert (refused.code, "--queue" in refused.err) == (2, True)


def test_a_source_is_followed_while_a_person_writes(books: Path) -> None:
    journal, draft = books / "main.journal", books / "draft"
    rows = [f"2026-01-0{day} shop\n    assets:cash  {day}.00 EUR\n    income\n" for day in (1, 2)]
    journal.write_text(rows[0])
    assert tieout("ledger", "connect", "own", journal, cwd=books).code == 0
    journal.write_text("2026-01-02 shop\n    assets:cash  two EUR\n    income\n")

    following = Watching(books, "--json", verb=("ledger", "sync", "own", "--watch"))
    assert following.process.stderr is not None
    assert b"Following own" in following.process.stderr.readline()
    assert b"[source_malformed]" in following.process.stderr.readline()
    draft.write_text("".join(rows))
    draft.replace(journal)  # as an editor saves

    synced = json.loads(following.line(0))
    assert (synced["same"], synced["added"]) == (1, 1)
    code, _ = following.stop()
    assert code == 130


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Receiver]:
    """One that is owed that an import failed, which happened while nobody delivered."""
    tieout("init", cwd=tmp_path)
    (tmp_path / "junk.pdf").write_bytes(b"%PDF-1.7 junk")
    with receiving() as found:
        tieout("webhook", "add", found.url, cwd=tmp_path)
        tieout("import", "junk.pdf", cwd=tmp_path)
        assert found.came == []
        yield found


def test_a_watcher_delivers(tmp_path: Path, receiver: Receiver) -> None:
    (tmp_path / "inbox").mkdir()
    with running(tmp_path, "watch", "inbox"):
        assert b"import.failed" in first_of(receiver)


def test_a_schedule_delivers(tmp_path: Path, receiver: Receiver, redis_url: str) -> None:
    (tmp_path / "rules.toml").write_text(
        '[[schedule]]\nname = "inbox"\nrun = "coverage"\nevery = "1d"\n', encoding="utf-8"
    )
    with running(tmp_path, "schedule", "--file", "rules.toml", TIEOUT_REDIS_URL=redis_url):
        assert b"import.failed" in first_of(receiver)


@contextmanager
def running(folder: Path, *words: str, **given: str) -> Iterator[None]:
    quiet = subprocess.DEVNULL
    process = started(*words, cwd=folder, env=given, stdout=quiet, stderr=quiet)
    try:
        yield
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)


def first_of(receiver: Receiver) -> bytes:
    until(lambda: receiver.came)
    return receiver.bodies()[0]
