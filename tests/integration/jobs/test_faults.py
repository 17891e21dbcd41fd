"""What test_fault_matrix.py does not say: beside whom and how soon something is tried again."""

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine, update

from db.engine import LedgerUnreachable
from db.models import Import
from db.session import database_now, read_only, unit_of_work
from db.words import FaultClass, ImportStatus
from jobs.imports.inline import import_all
from jobs.imports.queued import import_queued
from jobs.lease.tries import Company, Tries
from jobs.options import ImportOptions, ImportOutcome
from pipeline.intake.file import Intake
from pipeline.progress import Progress, Silent
from pipeline.reading.from_bytes import ReadDocument, Reader
from tests.support.books import JUNE, LINES, account, documents, row_of, source
from tests.support.fault_causes import hungry, killed_reader
from tests.support.faults import counted
from tests.support.loops import run as run_loop
from tests.support.model_server import ModelServer, Reply, model_server
from tests.support.pools import queued
from tools.loop.loop import ToolLoop
from tools.loop.outcome import Status
from tools.providers.openai import OpenAIProvider

June = documents({"june.pdf": [JUNE]})


def away(_intake: Intake, _progress: Progress) -> ReadDocument:
    """A ledger that goes away in the middle."""
    raise LedgerUnreachable(place="the server")


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


def at(server: ModelServer) -> ToolLoop:
    return ToolLoop(OpenAIProvider("m", base_url=server.base_url, max_retries=0))


def nobody() -> ToolLoop:
    """A model whose server is not there."""
    return at(ModelServer((), port=9))


@pytest.mark.parametrize(
    ("read", "code"), [(killed_reader, "reader_killed"), (hungry, "reader_out_of_memory")]
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
    carried_out(engine, import_id, killed_reader)
    assert carried_out(engine, import_id).status is ImportStatus.MATCHED


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
