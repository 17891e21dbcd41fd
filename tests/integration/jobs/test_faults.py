"""Each class of fault, brought about for real: how often it is tried, and how that ends."""

from __future__ import annotations

import os
import re
import shutil
import signal
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine, select, update

from db.clock import database_now
from db.faults import LedgerUnreachable
from db.models import Import, Reconciliation
from db.session import read_only, unit_of_work
from db.words import FaultClass, ImportStatus
from jobs.inline import import_all
from jobs.options import ImportOptions, ImportOutcome, Source
from jobs.queued import import_queued
from jobs.submitting import submit_all
from jobs.tries import MOST_ABANDONED, MOST_BY_FORCE, Company, Tries
from jobs.work_queue import WorkQueue
from pipeline.intake.file import Intake
from pipeline.intake.passwords import PasswordBook
from pipeline.pages.sandbox.limited import run_limited
from pipeline.pages.sandbox.limits import Limits
from pipeline.progress import Progress, Silent
from pipeline.reading.from_bytes import PageReader, ReadDocument, Reader
from tests.support.books import JUNE, LINES, account, documents, source
from tests.support.loops import run as run_loop
from tests.support.model_server import ModelServer, Reply, model_server
from tools.loop import ToolLoop
from tools.outcome import Status
from tools.providers.openai import OpenAIProvider

OPERATIONS = Path(__file__).parents[3] / "docs" / "operations.md"
_ROW = re.compile(r"^\| `(\w+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
_WORDS = {"third": 3, "ten": 10}

June = documents({"june.pdf": [JUNE]})


def _kill_myself() -> ReadDocument:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def _eat() -> ReadDocument:
    raise AssertionError(len(b"x" * (1 << 40)))


def killed(_intake: Intake, progress: Progress) -> ReadDocument:
    """A reader whose child the system kills."""
    progress.stage("pages")
    return run_limited(_kill_myself)


def hungry(_intake: Intake, progress: Progress) -> ReadDocument:
    """A reader whose child has too little memory."""
    progress.stage("pages")
    return run_limited(_eat, limits=Limits(memory_bytes=1 << 28))


def away(_intake: Intake, _progress: Progress) -> ReadDocument:
    """A ledger that goes away in the middle."""
    raise LedgerUnreachable(place="the server")


def queued(engine: Engine, redis_url: str, folder: Path, data: bytes | None = None) -> int:
    file = folder / "june.pdf"
    file.write_bytes(data or source("june.pdf").data or b"")
    sources = [Source("june.pdf", file)]
    (outcome,) = submit_all(engine, sources, ImportOptions(), WorkQueue(redis_url))
    assert outcome.import_id
    return outcome.import_id


def carried_out(
    engine: Engine, import_id: int, read: Reader = June, model: ToolLoop | None = None
) -> Import:
    """The row after one more worker had its turn, however long it should have waited."""
    with unit_of_work(engine) as session:
        session.execute(update(Import).values(run_after=None))
    import_queued(engine, import_id, ImportOptions(model), Silent(), lambda: False, read)
    return row_of(engine)


def inline(engine: Engine, read: Reader, model: ToolLoop | None = None) -> ImportOutcome:
    options = ImportOptions(model, pauses=(0, 0))
    (outcome,) = import_all(engine, [source("june.pdf")], options, read=read)
    return outcome


def row_of(engine: Engine) -> Import:
    with read_only(engine) as session:
        return session.scalars(select(Import)).one()


def counted(row: Import) -> dict[FaultClass, int]:
    return dict(Tries.read(row.tries).count)


def at(server: ModelServer) -> ToolLoop:
    return ToolLoop(OpenAIProvider("m", base_url=server.base_url, max_retries=0))


def nobody() -> ToolLoop:
    """A model whose server is not there."""
    return at(ModelServer((), port=9))


def test_the_table_of_operations_names_each_class_and_its_limit() -> None:
    rows = {found[0]: found for found in _ROW.findall(OPERATIONS.read_text())}
    workers = {FaultClass(name): row[2] for name, row in rows.items() if name in set(FaultClass)}
    assert set(workers) == set(FaultClass)
    limits = {
        fault: _WORDS[word]
        for fault, text in workers.items()
        for word in _WORDS
        if re.search(rf"\b{word}\b", text)
    }
    assert limits == {FaultClass.RESOURCE: MOST_BY_FORCE, FaultClass.ABANDONED: MOST_ABANDONED}
    assert "without end" in workers[FaultClass.TRANSIENT]
    assert workers[FaultClass.DOCUMENT] == "`failed` at once"


@pytest.mark.parametrize(
    ("read", "code"), [(killed, "reader_killed"), (hungry, "reader_out_of_memory")]
)
def test_what_ends_by_force_is_tried_three_times_the_last_time_alone(
    engine: Engine, redis_url: str, tmp_path: Path, read: Reader, code: str
) -> None:
    import_id = queued(engine, redis_url, tmp_path)
    for company in (Company.FEW, Company.ALONE):
        row = carried_out(engine, import_id, read)
        assert (row.status, row.error_code, row.waiting_for) == (ImportStatus.QUEUED, None, code)
        with read_only(engine) as session:
            assert Tries.read(row.tries).company(database_now(session)) is company
    row = carried_out(engine, import_id, read)
    assert (row.status, row.error_code, row.waiting_for) == (ImportStatus.FAILED, code, None)
    assert counted(row) == {FaultClass.RESOURCE: 3}


def test_a_reader_that_was_killed_once_costs_a_queued_import_nothing(
    engine: Engine, redis_url: str, tmp_path: Path
) -> None:
    account(engine)
    import_id = queued(engine, redis_url, tmp_path)
    carried_out(engine, import_id, killed)
    assert carried_out(engine, import_id).status is ImportStatus.MATCHED


def test_here_and_now_what_ends_by_force_is_tried_three_times_too(engine: Engine) -> None:
    outcome = inline(engine, killed)
    assert (outcome.status, outcome.error_code) == (ImportStatus.FAILED, "reader_killed")
    row = row_of(engine)
    assert (row.status, row.attempts, counted(row)) == (
        ImportStatus.FAILED, 3, {FaultClass.RESOURCE: 3}
    )  # fmt: skip


def test_here_and_now_what_passes_is_tried_three_times_and_waits(engine: Engine) -> None:
    account(engine)
    outcome = inline(engine, away)
    assert (outcome.status, outcome.error_code) == (ImportStatus.QUEUED, "ledger_unreachable")
    row = row_of(engine)
    assert (row.attempts, counted(row), row.error_code) == (3, {FaultClass.TRANSIENT: 3}, None)
    assert inline(engine, June).status is ImportStatus.MATCHED


def test_what_passes_is_tried_without_end_less_and_less_often(
    engine: Engine, redis_url: str, tmp_path: Path
) -> None:
    import_id = queued(engine, redis_url, tmp_path)
    for count in range(1, 40):
        row = carried_out(engine, import_id, away)
        assert (row.status, row.waiting_for) == (ImportStatus.QUEUED, "ledger_unreachable")
        assert counted(row) == {FaultClass.TRANSIENT: count}
    with unit_of_work(engine) as session:
        long_ago = database_now(session) - timedelta(minutes=2)
        session.execute(update(Import).values(waiting_since=long_ago))
    row = carried_out(engine, import_id, away)
    with read_only(engine) as session:
        wait = (row.run_after or long_ago) - database_now(session)
    assert timedelta(minutes=1) < wait <= timedelta(minutes=2)
    assert row.waiting_since == long_ago


def test_a_share_that_is_not_there_is_waited_for(
    engine: Engine, redis_url: str, tmp_path: Path
) -> None:
    account(engine)
    share = tmp_path / "share"
    share.mkdir()
    import_id = queued(engine, redis_url, share)
    shutil.move(share, tmp_path / "gone")
    row = carried_out(engine, import_id)
    assert (row.status, row.waiting_for) == (ImportStatus.QUEUED, "document_away")
    shutil.move(tmp_path / "gone", share)
    assert carried_out(engine, import_id).status is ImportStatus.MATCHED


def test_a_document_that_is_at_fault_fails_at_once(
    engine: Engine, redis_url: str, tmp_path: Path
) -> None:
    import_id = queued(engine, redis_url, tmp_path, b"%PDF-1.7 nothing")
    row = carried_out(engine, import_id, PageReader(PasswordBook(())))
    assert (row.status, row.error_code) == (ImportStatus.FAILED, "unreadable_pdf")
    assert counted(row) == {FaultClass.DOCUMENT: 1}


def test_a_model_that_is_needed_and_away_is_waited_for_and_nothing_of_it_is_stored(
    engine: Engine, redis_url: str, tmp_path: Path
) -> None:
    account(engine, LINES[:2])
    row = carried_out(engine, queued(engine, redis_url, tmp_path), model=nobody())
    assert (row.status, row.waiting_for) == (ImportStatus.QUEUED, "provider_unreachable")
    with read_only(engine) as session:
        assert session.scalars(select(Reconciliation)).all() == []


def test_a_model_that_is_not_needed_may_be_away(engine: Engine) -> None:
    account(engine)
    assert inline(engine, June, nobody()).status is ImportStatus.MATCHED


def test_a_refused_key_is_said_once_and_the_rest_is_left(engine: Engine) -> None:
    account(engine, LINES[:2])
    both = documents({"june.pdf": [JUNE], "again.pdf": [JUNE]})
    with model_server(Reply(b"{}", 401)) as server:
        options = ImportOptions(at(server), pauses=(0, 0))
        files = [source("june.pdf"), source("again.pdf")]
        (outcome,) = import_all(engine, files, options, read=both)
    assert (outcome.status, outcome.error_code) == (ImportStatus.QUEUED, "provider_refused")
    assert (row_of(engine).error_code, len(server.requests)) == (None, 1)


def test_of_a_ledger_that_is_away_under_a_tool_a_model_makes_nothing() -> None:
    from tests.support.model_server import completion

    def gone(_arguments: object) -> object:
        raise LedgerUnreachable(place="the server")

    with model_server(completion(None, ("get_balance", '{"account_id":7}'))) as server:
        result = run_loop(server, gone)
    assert (result.status, type(result.away)) == (Status.UNAVAILABLE, LedgerUnreachable)
    assert len(server.requests) == 1
