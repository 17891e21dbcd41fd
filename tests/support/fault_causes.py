"""Faults brought about for real, each for as long as a block runs."""

import os
import resource
import signal
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from multiprocessing import parent_process
from typing import Final
from unittest.mock import patch

from db.money import MAX_MINOR
from db.upgrade import HEAD
from jobs.options import NOWHERE, Documents
from pipeline.drafts import StatementDraft
from pipeline.intake.file import Intake
from pipeline.intake.passwords import PasswordBook
from pipeline.intake.store import open_store
from pipeline.pages.sandbox.fork import run_limited
from pipeline.pages.sandbox.limits import ReadingLimits
from pipeline.progress import Progress
from pipeline.reading.from_bytes import PageReader, ReadDocument, Reader
from tests.support import postgres
from tests.support.books import LINES, account, documents
from tests.support.faults import Breaks, Scene, answering, killed_at_writes
from tests.support.model_server import Reply, model_server
from tests.support.pdfs import line as drawn
from tests.support.pdfs import pdf
from tests.support.statements import draft, line
from tools.loop.loop import ToolLoop
from tools.loop.outcome import Limits as LoopLimits
from tools.providers.openai import OpenAIProvider
from tools.providers.replay import Step

# --- what passes ---


@contextmanager
def server_stopped(scene: Scene) -> Iterator[None]:
    """PostgreSQL does not run."""
    server = _server(scene)
    server.stop()
    try:
        yield
    finally:
        server.start()


def server_stops(stage: str) -> Breaks:
    """PostgreSQL is stopped as the stage begins, and started again once a worker asks twice."""

    @contextmanager
    def breaks(scene: Scene) -> Iterator[None]:
        server = _server(scene)
        running = [True]

        def stop() -> None:
            if running.pop():
                server.stop()
            running.append(False)

        def start() -> None:
            if not running.pop():
                server.start()
            running.append(True)

        try:
            with scene.when(stage, stop, start):
                yield
        finally:
            start()

    return breaks


def _server(scene: Scene) -> postgres.Server:
    assert isinstance(scene.server, postgres.Server)
    return scene.server


def locked(stage: str) -> Breaks:
    """Another writer has SQLite as the stage begins, until a worker asks twice."""

    @contextmanager
    def breaks(scene: Scene) -> Iterator[None]:
        def take() -> None:
            if not other.in_transaction:
                other.execute("BEGIN IMMEDIATE")

        url = scene.engine.url.database or ""
        with (
            closing(sqlite3.connect(url, isolation_level=None)) as other,
            scene.when(stage, take, other.rollback),
        ):
            yield

    return breaks


@contextmanager
def disk_full(scene: Scene) -> Iterator[None]:
    """No file can grow any more as the result is recorded, until a worker asks twice."""
    usual, most = resource.getrlimit(resource.RLIMIT_FSIZE)

    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1024, most))

    def free() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (usual, most))

    try:
        with scene.when("record", fill, free):
            yield
    finally:
        free()


@contextmanager
def locked_at_the_end(scene: Scene) -> Iterator[None]:
    """A try ends otherwise, another writer has SQLite when that is to be told, and the process
    ends."""

    def reads(intake: Intake, progress: Progress) -> ReadDocument:
        if parent_process() is None:  # and not one that only reads ahead
            other = sqlite3.connect(scene.engine.url.database or "", isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            # It is open until this process ends.
            _STILL_OPEN.append(other)
        return stalled(intake, progress)

    with reading(reads)(scene):
        yield


_STILL_OPEN: Final[list[sqlite3.Connection]] = []


@contextmanager
def store_away(scene: Scene) -> Iterator[None]:
    """The share on which documents are kept is not mounted."""
    place = scene.folder / "kept"
    if scene.documents.keeping:
        scene.documents.keeping.begin()
    place.rename(scene.folder / "not mounted")
    place.write_bytes(b"")
    try:
        yield
    finally:
        place.unlink()
        (scene.folder / "not mounted").rename(place)


@contextmanager
def folder_away(scene: Scene) -> Iterator[None]:
    """The share with the documents is not mounted: its place is there, and empty."""
    papers = scene.file.parent
    papers.rename(scene.folder / "not mounted")
    papers.mkdir()
    try:
        yield
    finally:
        papers.rmdir()
        (scene.folder / "not mounted").rename(papers)


def stalled(_intake: Intake, progress: Progress) -> ReadDocument:
    """A reader whose child has not had the processor, as on a machine that was asleep."""
    progress.stage("pages")
    return run_limited(_sleep, limits=ReadingLimits(wall_seconds=0.02))


def _sleep() -> ReadDocument:
    time.sleep(60)
    raise AssertionError


# --- models ---


def model_away(scene: Scene) -> AbstractContextManager[None]:
    """Nobody listens where the model's server should be."""
    return _asking(scene, "http://127.0.0.1:9/v1")


def model_replies(*replies: Reply, limits: LoopLimits | None = None) -> Breaks:
    """The model's server gives these replies, again and again."""

    @contextmanager
    def breaks(scene: Scene) -> Iterator[None]:
        with (
            model_server(*replies * 40) as server,
            _asking(scene, server.base_url, limits),
        ):
            yield

    return breaks


def _asking(
    scene: Scene, base_url: str, limits: LoopLimits | None = None
) -> AbstractContextManager[None]:
    provider = OpenAIProvider("m", base_url=base_url, max_retries=0)
    return scene.having(model=lambda: ToolLoop(provider, limits=limits or LoopLimits()))


def model_answers(*steps: Step) -> Breaks:
    """A model that answers so."""

    return lambda scene: scene.having(model=answering(*steps))


# --- by force ---


def killed_at(stage: str) -> Breaks:
    """The process that carries the import out is killed as the stage begins."""

    return lambda scene: scene.when(stage, lambda: os.kill(os.getpid(), signal.SIGKILL))


@contextmanager
def killed_as_it_takes(_scene: Scene) -> Iterator[None]:
    """It is killed as it begins to write that it holds the import."""
    with killed_at_writes(lambda: True):
        yield


@contextmanager
def killed_as_it_hands_back(scene: Scene) -> Iterator[None]:
    """Its try has ended otherwise, and it is killed as it begins to write that."""
    over: list[bool] = []

    def reads(intake: Intake, progress: Progress) -> ReadDocument:
        over.append(True)
        return stalled(intake, progress)

    with reading(reads)(scene), killed_at_writes(lambda: bool(over)):
        yield


def reading(read: Reader) -> Breaks:
    """The document is read so."""

    return lambda scene: scene.having(read=read)


def killed_reader(_intake: Intake, progress: Progress) -> ReadDocument:
    """A reader whose child the system kills."""
    progress.stage("pages")
    return run_limited(_kill_myself)


def _kill_myself() -> ReadDocument:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def hungry(_intake: Intake, progress: Progress) -> ReadDocument:
    """A reader whose child has too little memory."""
    progress.stage("pages")
    return run_limited(_eat, limits=ReadingLimits(memory_bytes=1 << 28))


def _eat() -> ReadDocument:
    raise AssertionError(len(b"x" * (1 << 40)))


def endless(_intake: Intake, progress: Progress) -> ReadDocument:
    """A reader whose child takes more of the processor than it may."""
    progress.stage("pages")
    return run_limited(_spin, limits=ReadingLimits(cpu_seconds=1))


def _spin() -> ReadDocument:
    while True:
        pass


# --- settings ---


def no_place_set(scene: Scene) -> AbstractContextManager[None]:
    """A worker that is not told where documents are kept."""
    return scene.having(documents=NOWHERE)


@contextmanager
def bad_limit(scene: Scene) -> Iterator[None]:
    """A worker whose limit for reading is no number."""
    with patch.dict(os.environ, TIEOUT_READ_SECONDS="soon"), scene.having(own_reader=True):
        yield


@contextmanager
def package_missing(scene: Scene) -> Iterator[None]:
    """What opens the pictures of telephones is not installed."""
    present = sys.modules.pop(_PACKAGE, None)
    sys.modules[_PACKAGE] = None  # type: ignore[assignment]
    try:
        with reading(REAL)(scene):
            yield
    finally:
        del sys.modules[_PACKAGE]
        sys.modules.update({_PACKAGE: present} if present else {})


_PACKAGE: Final = "pillow_heif"


PICTURE: Final = b"\0\0\0\x18ftypheic"


def upgraded(stage: str) -> Breaks:
    """Another version of the program takes the ledger over as the stage begins."""

    @contextmanager
    def breaks(scene: Scene) -> Iterator[None]:
        turned = False

        def turn(version: str, table: str, into: str) -> None:
            nonlocal turned
            turned = not turned
            with closing(sqlite3.connect(scene.engine.url.database or "")) as other:
                other.execute("UPDATE alembic_version SET version_num = ?", (version,))
                other.execute(f"ALTER TABLE {table} RENAME TO {into}")
                other.commit()

        def upgrade() -> None:
            if not turned:
                turn("9999", "lines", "printed_lines")

        with scene.when(stage, upgrade):
            yield
        turn(HEAD, "printed_lines", "lines")

    return breaks


# --- the document ---


@contextmanager
def gone(scene: Scene) -> Iterator[None]:
    """Its file was deleted."""
    scene.file.unlink()
    yield


@contextmanager
def empty(scene: Scene) -> Iterator[None]:
    """Its file holds nothing."""
    scene.file.write_bytes(b"")
    yield


#: Reads what is in the file, in the sandbox.
REAL: Final[Reader] = PageReader(PasswordBook(()))
DAMAGED: Final = b"%PDF-1.7 nothing"


def locked_pdf() -> bytes:
    """A PDF that nobody knows the password of."""
    return pdf(drawn("secret"), encrypt="a-password")


def too_large_at_once(scene: Scene) -> AbstractContextManager[None]:
    """One of its amounts is none that a ledger can keep."""
    account(scene.engine)
    return reading(_holding(draft((line(1, 3, MAX_MINOR + 1), *LINES[1:]))))(scene)


def too_large_to_record(scene: Scene) -> AbstractContextManager[None]:
    """Its opening balance is none that a ledger can keep."""
    return reading(_holding(draft(LINES, opening=MAX_MINOR + 1)))(scene)


def _holding(statement: StatementDraft) -> Reader:
    return documents({"june.pdf": [statement]})


def kept_in(scene: Scene) -> Documents:
    """A place of the scene's own, in a folder."""
    return Documents(open_store(str(scene.folder / "kept")))
