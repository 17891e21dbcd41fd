"""Reading ahead changes nothing but the time it takes."""

from __future__ import annotations

import threading
from collections.abc import Callable

from sqlalchemy import Engine

from jobs.inline import import_all
from jobs.options import ImportOptions, ImportOutcome, Source
from pipeline.intake import Intake
from pipeline.pages.errors import PasswordNeeded, UnreadablePdf
from pipeline.progress import Progress
from pipeline.read import ReadDocument, Reader
from tests.support.books import JUNE, account, documents, source

NAMES = ["a.pdf", "b.pdf", "c.pdf", "d.pdf"]


def reader_that(does: Callable[[str], None]) -> Reader:
    """Finds June's statement in every document, unless ``does`` raises for its bytes."""
    plain = documents({name: [JUNE] for name in NAMES})

    def read(intake: Intake, progress: Progress) -> ReadDocument:
        does(intake.data.decode())
        return plain(intake, progress)

    return read


def outcomes(engine: Engine, read: Reader, at_once: int) -> list[ImportOutcome]:
    sources: list[Source] = [source(name) for name in NAMES]
    return list(import_all(engine, sources, ImportOptions(), read=read, at_once=at_once))


def test_so_many_documents_are_read_at_the_same_time(engine: Engine) -> None:
    # Only if three readers wait here together does any of them go on.
    together = threading.Barrier(3)
    seen: list[str] = []

    def meet(text: str) -> None:
        seen.append(text)
        if len(seen) <= 3:
            together.wait(timeout=20)

    found = outcomes(engine, reader_that(meet), 3)
    assert [outcome.name for outcome in found] == NAMES


def test_the_order_given_decides_which_is_the_first_and_which_the_copy(engine: Engine) -> None:
    account(engine)
    late = threading.Event()

    def first_is_slow(text: str) -> None:
        if "a.pdf" in text:
            late.wait(timeout=20)
        if "c.pdf" in text:
            late.set()

    found = outcomes(engine, reader_that(first_is_slow), 3)
    assert [outcome.status.value for outcome in found] == ["matched", *["duplicate"] * 3]


def test_one_that_cannot_be_read_is_told_in_its_turn(engine: Engine) -> None:
    def second_is_broken(text: str) -> None:
        if "b.pdf" in text:
            raise UnreadablePdf

    found = outcomes(engine, reader_that(second_is_broken), 2)
    assert [outcome.error_code for outcome in found] == [None, "unreadable_pdf", None, None]


def test_a_bug_while_reading_ahead_costs_one_document(engine: Engine) -> None:
    def second_is_a_bug(text: str) -> None:
        if "b.pdf" in text:
            raise ZeroDivisionError

    found = outcomes(engine, reader_that(second_is_a_bug), 2)
    assert [outcome.error_code for outcome in found] == [None, "unexpected", None, None]


def test_a_locked_document_is_asked_for_in_its_turn(engine: Engine) -> None:
    tries: list[str] = []

    def opens_at_the_second_try(text: str) -> None:
        if "b.pdf" in text:
            tries.append(threading.current_thread().name)
            if len(tries) == 1:
                raise PasswordNeeded

    found = outcomes(engine, reader_that(opens_at_the_second_try), 2)
    assert [outcome.error_code for outcome in found] == [None, None, None, None]
    assert tries[0].startswith("tieout-ahead")
    assert tries[1] == threading.main_thread().name
