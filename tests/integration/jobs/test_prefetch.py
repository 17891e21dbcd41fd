"""Prefetching changes nothing but the time it takes."""

import multiprocessing
import os
import pickle
import signal
from collections.abc import Callable, Generator
from pathlib import Path

from sqlalchemy import Engine

from jobs.imports.inline import import_all
from jobs.options import DocumentSource, ImportOptions, ImportOutcome
from pipeline.intake.file import Intake
from pipeline.intake.passwords import PasswordBook
from pipeline.pages.errors import PasswordNeeded
from pipeline.progress import Progress
from pipeline.reading.from_bytes import PageReader, ReadDocument, Reader
from tests.support.books import JUNE, account, documents, source
from tests.support.waiting import PATIENCE_S, until

NAMES = ["a.pdf", "b.pdf", "c.pdf", "d.pdf"]
#: What a reader of these tests waits with is known to the reading processes from their birth.
CONTEXT = multiprocessing.get_context("fork")


def reader_that(does: Callable[[str], None]) -> Reader:
    """Finds June's statement in every document, unless ``does`` raises for its bytes."""
    plain = documents({name: [JUNE] for name in NAMES})

    def read(intake: Intake, progress: Progress) -> ReadDocument:
        does(intake.data.decode())
        return plain(intake, progress)

    return read


def outcomes(engine: Engine, read: Reader, at_once: int) -> list[ImportOutcome]:
    sources: list[DocumentSource] = [source(name) for name in NAMES]
    return list(import_all(engine, sources, ImportOptions(), read=read, at_once=at_once))


def test_so_many_documents_are_read_at_the_same_time(engine: Engine) -> None:
    # Only if three readers wait here together does any of them go on.
    together = CONTEXT.Barrier(3)

    def meet(text: str) -> None:
        if "d.pdf" not in text:
            together.wait(timeout=PATIENCE_S)

    found = outcomes(engine, reader_that(meet), 3)
    assert [outcome.name for outcome in found] == NAMES
    assert [outcome.error_code for outcome in found] == [None] * 4


def test_the_order_given_decides_which_is_the_first_and_which_the_copy(engine: Engine) -> None:
    account(engine)
    late = CONTEXT.Event()

    def first_is_slow(text: str) -> None:
        if "a.pdf" in text:
            late.wait(timeout=PATIENCE_S)
        if "c.pdf" in text:
            late.set()

    found = outcomes(engine, reader_that(first_is_slow), 3)
    assert [outcome.status.value for outcome in found] == ["matched", *["duplicate"] * 3]


def test_a_bug_while_prefetching_costs_one_document(engine: Engine) -> None:
    def second_is_a_bug(text: str) -> None:
        if "b.pdf" in text:
            raise ZeroDivisionError

    found = outcomes(engine, reader_that(second_is_a_bug), 2)
    assert [outcome.error_code for outcome in found] == [None, "unexpected", None, None]


def test_a_reading_process_that_is_killed_costs_nothing_but_time(
    engine: Engine, tmp_path: Path
) -> None:
    here, prefetched = os.getpid(), tmp_path / "prefetched"

    def dies_once(text: str) -> None:
        if os.getpid() == here:
            return
        with prefetched.open("a") as file:
            file.write(f"{text}\n")
        if "a.pdf" in text:  # which is waited for before the last one is begun
            os.kill(os.getpid(), signal.SIGKILL)

    found = outcomes(engine, reader_that(dies_once), 1 + 1)
    assert [outcome.error_code for outcome in found] == [None] * 4
    assert "d.pdf" in prefetched.read_text()


def test_where_readers_keep_dying_documents_are_read_here(engine: Engine) -> None:
    here = os.getpid()

    def dies(_text: str) -> None:
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)

    found = outcomes(engine, reader_that(dies), 2)
    assert [outcome.error_code for outcome in found] == [None] * 4


def test_who_stops_early_waits_for_no_reader(engine: Engine) -> None:
    never = CONTEXT.Event()
    children = set(multiprocessing.active_children())

    def hangs(text: str) -> None:
        if "a.pdf" not in text:
            never.wait(timeout=2 * PATIENCE_S)

    sources = [source(name) for name in NAMES]
    coming = import_all(engine, sources, ImportOptions(), read=reader_that(hangs), at_once=2)
    next(coming)
    readers = {each.pid for each in set(multiprocessing.active_children()) - children}
    assert len(readers) == 2
    assert isinstance(coming, Generator)
    coming.close()
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in readers))


def test_a_locked_document_is_asked_for_here_in_its_turn(engine: Engine, tmp_path: Path) -> None:
    here, tries = os.getpid(), tmp_path / "tries"

    def opens_only_here(text: str) -> None:
        if "b.pdf" in text:
            with tries.open("a") as file:
                file.write("here\n" if os.getpid() == here else "prefetched\n")
            if os.getpid() != here:
                raise PasswordNeeded

    found = outcomes(engine, reader_that(opens_only_here), 2)
    assert [outcome.error_code for outcome in found] == [None] * 4
    assert tries.read_text().split() == ["prefetched", "here"]


def test_the_reader_can_be_handed_to_a_process_that_was_not_forked() -> None:
    # Where there is no fork, the reading processes are sent their reader.
    sent = pickle.loads(pickle.dumps(PageReader(PasswordBook(["sesame"]))))
    assert list(sent.passwords) == ["sesame"]
