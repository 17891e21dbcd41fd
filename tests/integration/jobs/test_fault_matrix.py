"""Every class of fault at every stage of an import, run in every way: class, tries and end are as
the table in docs/operations.md says, nothing of it is stored, and afterwards all is as ever.
"""

import shutil
import signal
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import pytest
from _pytest.mark import ParameterSet
from sqlalchemy import Engine

from db.upgrade import LedgerOutdated, upgrade
from db.words import FaultClass, ImportStatus
from jobs.imports import execution
from jobs.lease.tries import MOST_ABANDONED, MOST_BY_FORCE
from jobs.queue.work_queue import WorkQueue
from pipeline.reading.from_bytes import load_readers
from tests.support import postgres
from tests.support.databases import emptied
from tests.support.fault_causes import (
    DAMAGED,
    PICTURE,
    REAL,
    bad_limit,
    disk_full,
    empty,
    endless,
    folder_away,
    gone,
    hungry,
    kept_in,
    killed_as_it_hands_back,
    killed_as_it_takes,
    killed_at,
    killed_reader,
    locked,
    locked_at_the_end,
    locked_pdf,
    model_answers,
    model_away,
    model_replies,
    no_place_set,
    package_missing,
    reading,
    server_stopped,
    server_stops,
    stalled,
    store_away,
    too_large_at_once,
    too_large_to_record,
    upgraded,
)
from tests.support.faults import (
    BOOKS,
    OFTEN,
    Books,
    Cause,
    Scene,
    Way,
    content,
    counted,
    due,
    impatient,
    nothing_of_it,
    retried,
    row_of,
    silence,
    stages_of_the_code,
    sweep_up,
    table_of_operations,
)
from tests.support.model_server import Reply
from tools.loop.outcome import Limits
from tools.providers.replay import says

TABLE: Final = table_of_operations()
#: Before the first stage the import is taken, after the last one its end is written down.
STAGES: Final = ("take", "intake", "pages", "reconcile", "extraction", "opinion", "record", "end")
HERE, AHEAD, WORKER = Way
Causes = Mapping[Way, tuple[Cause, ...]]


def everywhere(*causes: Cause) -> Causes:
    return dict.fromkeys(Way, causes)


def here(*causes: Cause) -> Causes:
    """By hand the import is taken only after its bytes were, so that it is nobody's until then."""
    return dict.fromkeys((HERE, AHEAD), causes)


def killed(stage: str) -> Causes:
    return everywhere(Cause("poison", killed_at(stage), dies=True))


def unheard_of(stage: str) -> Causes:
    return everywhere(Cause("abandoned", killed_at(stage), dies=True, elsewhere=True))


REFUSED: Final = model_replies(Reply(b"{}", 401))
SLOW: Final = model_replies(Reply(delay=0.3), limits=Limits(seconds=0.1, request_seconds=0.1))
BUSY: Final = Cause("provider_failing", model_replies(Reply(b"{}", 503)))
OFTEN_ASKED: Final = Cause("provider_rate_limited", model_replies(Reply(b"{}", 429)))
AWAY: Final = Cause("provider_unreachable", model_away)
NO_KEY: Final = Cause("provider_refused", REFUSED)
LOCKED: Final = Cause("ledger_busy", locked("record"))
FULL: Final = Cause("ledger_unreachable", disk_full)
STOPPED: Final = Cause("ledger_unreachable", server_stopped, taken=False, server=True)
STOPS: Final = Cause("ledger_unreachable", server_stops("reconcile"), server=True)
STORE: Final = Cause("store_away", store_away, kept=True)
NO_PACKAGE: Final = Cause("heic_not_installed", package_missing, data=PICTURE)
NO_STATEMENT: Final = Cause("no_statement", model_answers(*[says('{"rows": [], "facts": []}')] * 4))

CAUSES: Final[Mapping[tuple[FaultClass, str], Causes]] = {
    (FaultClass.TRANSIENT, "take"): everywhere(STOPPED),
    (FaultClass.TRANSIENT, "intake"): {
        **here(Cause("store_away", store_away, kept=True, taken=False)),
        WORKER: (STORE, Cause("document_away", folder_away)),
    },
    (FaultClass.TRANSIENT, "pages"): everywhere(Cause("reader_stalled", reading(stalled))),
    (FaultClass.TRANSIENT, "reconcile"): {
        **here(replace(STOPS, told=False), AWAY),
        WORKER: (STOPS, AWAY),
    },
    (FaultClass.TRANSIENT, "extraction"): everywhere(AWAY, OFTEN_ASKED),
    (FaultClass.TRANSIENT, "opinion"): everywhere(BUSY, Cause("provider_timed_out", SLOW)),
    (FaultClass.TRANSIENT, "record"): {
        **here(replace(LOCKED, told=False), replace(FULL, told=False)),
        WORKER: (LOCKED, FULL),
    },
    (FaultClass.TRANSIENT, "end"): everywhere(Cause("ledger_busy", locked_at_the_end, told=False)),
    (FaultClass.RESOURCE, "take"): everywhere(
        Cause("", killed_as_it_takes, taken=False, dies=True)
    ),
    (FaultClass.RESOURCE, "intake"): {
        **here(Cause("", killed_at("intake"), taken=False, dies=True)),
        WORKER: (Cause("poison", killed_at("intake"), dies=True),),
    },
    (FaultClass.RESOURCE, "pages"): {
        HERE: (
            Cause("reader_killed", reading(killed_reader)),
            Cause("poison", killed_at("pages"), dies=True),
        ),
        AHEAD: (Cause("reader_out_of_memory", reading(hungry)),),
        WORKER: (
            Cause("reader_timeout", reading(endless)),
            Cause("poison", killed_at("pages"), dies=True),
        ),
    },
    **{
        (FaultClass.RESOURCE, stage): killed(stage)
        for stage in ("reconcile", "extraction", "opinion", "record")
    },
    (FaultClass.RESOURCE, "end"): everywhere(Cause("poison", killed_as_it_hands_back, dies=True)),
    (FaultClass.ABANDONED, "intake"): {
        WORKER: (Cause("abandoned", killed_at("intake"), dies=True, elsewhere=True),),
    },
    **{
        (FaultClass.ABANDONED, stage): unheard_of(stage)
        for stage in ("pages", "reconcile", "extraction", "opinion", "record")
    },
    (FaultClass.ABANDONED, "end"): everywhere(
        Cause("abandoned", killed_as_it_hands_back, dies=True, elsewhere=True)
    ),
    (FaultClass.CONFIGURATION, "intake"): {
        WORKER: (Cause("place_not_set", no_place_set, kept=True),),
    },
    (FaultClass.CONFIGURATION, "pages"): {
        **here(NO_PACKAGE),
        WORKER: (NO_PACKAGE, Cause("limit_invalid", bad_limit)),
    },
    (FaultClass.CONFIGURATION, "reconcile"): everywhere(NO_KEY),
    (FaultClass.CONFIGURATION, "extraction"): everywhere(NO_KEY),
    (FaultClass.CONFIGURATION, "opinion"): everywhere(NO_KEY),
    (FaultClass.CONFIGURATION, "record"): everywhere(Cause("ledger_outdated", upgraded("record"))),
    (FaultClass.DOCUMENT, "intake"): {
        **here(Cause("empty_file", empty, taken=False)),
        WORKER: (Cause("document_gone", gone),),
    },
    (FaultClass.DOCUMENT, "pages"): everywhere(
        Cause("unreadable_pdf", reading(REAL), data=DAMAGED),
        Cause("password_needed", reading(REAL), data=locked_pdf()),
    ),
    (FaultClass.DOCUMENT, "reconcile"): everywhere(Cause("amount_out_of_range", too_large_at_once)),
    (FaultClass.DOCUMENT, "extraction"): everywhere(NO_STATEMENT),
    (FaultClass.DOCUMENT, "record"): everywhere(Cause("amount_out_of_range", too_large_to_record)),
}

#: What cannot happen, and why; without ways it can happen in none of them.
IMPOSSIBLE: Final[Mapping[tuple[FaultClass, str], tuple[tuple[Way, ...], str]]] = {
    (FaultClass.ABANDONED, "take"): (
        tuple(Way), "nobody is silent about what nobody holds: its row says what it said before"
    ),
    (FaultClass.ABANDONED, "intake"): (
        (HERE, AHEAD), "by hand the bytes are taken in before the import is held"
    ),
    (FaultClass.CONFIGURATION, "take"): (
        tuple(Way), "whoever has no ledger to take it from says so and does not begin"
    ),
    (FaultClass.CONFIGURATION, "intake"): (
        (HERE, AHEAD), "the command reads its settings before the first document, and stops"
    ),
    (FaultClass.CONFIGURATION, "end"): (
        tuple(Way), "it writes what was written when the import was taken, and needs nothing else"
    ),
    (FaultClass.DOCUMENT, "take"): (
        tuple(Way), "only its name, size and hash are written, and they always can be"
    ),
    (FaultClass.DOCUMENT, "opinion"): (
        tuple(Way), "whatever a model says of a difference is an opinion, and ends nothing"
    ),
    (FaultClass.DOCUMENT, "end"): (
        tuple(Way), "what is written of the end holds nothing of the document"
    ),
}  # fmt: skip


class Cell(NamedTuple):
    fault: FaultClass
    stage: str
    way: Way
    cause: Cause


CELLS: Final = [
    Cell(fault, stage, way, cause)
    for (fault, stage), causes in CAUSES.items()
    for way, several in causes.items()
    for cause in several
]


def _takes_long(cell: Cell) -> bool:
    """Each death with --jobs 2 is one of three processes; one stage of them is enough each day."""
    return cell.way is AHEAD and cell.cause.dies and (cell.fault, cell.stage) != _EACH_DAY


_EACH_DAY: Final = (FaultClass.RESOURCE, "reconcile")


def _marked(cell: Cell) -> ParameterSet:
    marks = [pytest.mark.slow] if _takes_long(cell) else []
    return pytest.param(cell, marks=marks, id=_name(cell))


def _name(cell: Cell) -> str:
    return f"{cell.fault}-{cell.stage}-{cell.way}-{cell.cause.code or 'killed'}"


@pytest.fixture(scope="module", autouse=True)
def _readers() -> None:
    """The hundreds of processes that are forked here need not load them."""
    load_readers()


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[postgres.Server, Engine]]:
    """A PostgreSQL that may be stopped, with a ledger in it."""
    with postgres.own_server(keeping=True) as own:
        engine = impatient(own.url.render_as_string(hide_password=False))
        upgrade(engine)
        yield own, engine
        engine.dispose()


@pytest.fixture
def scene(
    cell: Cell,
    sqlite_template: Path,
    work_queue: WorkQueue,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Scene]:
    monkeypatch.setattr(execution, "_SECONDS_BETWEEN_TRIES", 0)
    if not cell.cause.told:
        monkeypatch.setattr(execution, "_SECONDS_TO_HAND_BACK", 0)
    books = BOOKS.get(cell.stage, Books())
    if not cell.cause.server:
        engine = impatient(str(shutil.copy(sqlite_template, tmp_path / "ledger.sqlite")))
        yield laid(Scene(engine, tmp_path, cell.way, work_queue, books.read), books, cell.cause)
        engine.dispose()
        return
    own, engine = request.getfixturevalue("server")
    on_server = Scene(engine, tmp_path, cell.way, work_queue, books.read, server=own)
    yield laid(on_server, books, cell.cause)
    emptied(engine)


def laid(scene: Scene, books: Books, cause: Cause) -> Scene:
    """The scene with its books filled, and its document laid down."""
    scene.model = books.model
    if cause.kept:
        scene.documents = kept_in(scene)
    books.fill(scene.engine)
    scene.prepare(cause.data)
    return scene


@cache
def _clean(stage: str, kept: bool, data: bytes | None, template: Path) -> object:
    """What a run leaves in which nothing goes wrong."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        engine = impatient(str(shutil.copy(template, folder / "ledger.sqlite")))
        books = BOOKS.get(stage, Books())
        clean = Scene(engine, folder, HERE, WorkQueue("redis://"), books.read)
        laid(clean, books, Cause("", reading(books.read), kept=kept, data=data)).run()
        engine.dispose()
        return content(engine, "audit_log")


def test_each_stage_and_class_is_brought_about_or_named_impossible() -> None:
    assert set(STAGES) == {"take", *stages_of_the_code(), "end"}
    assert set(TABLE) == set(FaultClass)
    for fault in FaultClass:
        for stage in STAGES:
            ways = [*CAUSES.get((fault, stage), ()), *IMPOSSIBLE.get((fault, stage), ((), ""))[0]]
            assert sorted(ways) == sorted(Way), (fault, stage)


def test_the_table_says_what_the_program_does() -> None:
    limits = {fault: told.on_workers for fault, told in TABLE.items()}
    assert limits == {
        FaultClass.TRANSIENT: None,
        FaultClass.RESOURCE: MOST_BY_FORCE,
        FaultClass.ABANDONED: MOST_ABANDONED,
        FaultClass.CONFIGURATION: None,
        FaultClass.DOCUMENT: 1,
    }


@pytest.mark.parametrize("cell", [_marked(each) for each in CELLS])
def test_a_fault_ends_as_the_table_says(cell: Cell, scene: Scene, sqlite_template: Path) -> None:
    fault, stage, _, cause = cell
    with cause.breaks(scene):
        if cause.dies and cause.taken:
            dies(scene, cause, fault)
        elif not cause.taken:
            is_not_taken(scene, cause)
        elif cause.code == "ledger_outdated":
            is_left_to_the_other_version(scene, fault)
        elif cause.told:
            is_told(scene, cause, fault)
        else:
            cannot_be_told(scene, cause)
    if not cause.taken:
        is_as_before(scene)
    if not cause.told:
        is_nobodys_death(scene)
    nothing_of_it(scene.engine)
    if fault is FaultClass.DOCUMENT:
        return
    row = row_of(scene.engine)
    if row is not None and row.status is ImportStatus.FAILED:
        retried(scene.engine)
    if row is not None:
        due(scene.engine)
    scene.run()
    # A person who retries is logged.
    clean = _clean(stage, cause.kept, cause.data, sqlite_template)
    assert content(scene.engine, "audit_log") == clean


def is_told(scene: Scene, cause: Cause, fault: FaultClass) -> None:
    """Each try is counted under its class, until the table's number of them is reached."""
    told = TABLE[fault]
    for turn in range(1, (told.on_workers or OFTEN) + 1 if scene.way is WORKER else 2):
        outcome = scene.run()
        row = row_of(scene.engine)
        assert row is not None
        if outcome is None:
            assert counted(row) == {fault: turn}
            over = turn == told.on_workers
        else:
            assert (outcome.status, outcome.error_code) == (told.end, cause.code)
            assert (outcome.fault, counted(row)) == (fault, {fault: told.here})
            over = told.end is ImportStatus.FAILED
        assert row.status is (told.end if over else ImportStatus.QUEUED)
        assert (row.error_code, row.waiting_for) == (
            (cause.code, None) if over else (None, cause.code)
        )
        assert (row.run_after is None, row.deaths) == (over, 0)
        due(scene.engine)


def is_left_to_the_other_version(scene: Scene, fault: FaultClass) -> None:
    """Tables with a different revision only learn that the work is free again."""
    if scene.way is WORKER:
        with pytest.raises(LedgerOutdated):
            scene.run()
    else:
        outcome = scene.run()
        assert outcome is not None
        said = (outcome.status, outcome.error_code, outcome.fault)
        assert said == (ImportStatus.QUEUED, "ledger_outdated", fault)
    row = row_of(scene.engine)
    assert row is not None
    assert (row.status, row.waiting_for, row.deaths) == (ImportStatus.QUEUED, None, 0)
    assert counted(row) == {}


def dies(scene: Scene, cause: Cause, fault: FaultClass) -> None:
    """Each process that holds it is killed, until the table's number of tries is reached."""
    tries = TABLE[fault].tries(scene.way)
    assert tries
    for turn in range(1, tries + 1):
        left = scene.run_in_child(f"machine {turn}" if cause.elsewhere else None)
        assert left == -signal.SIGKILL
        if cause.elsewhere:
            silence(scene.engine)
        sweep_up(scene)
    if scene.way is not WORKER:
        assert scene.run_in_child() == 0
    row = row_of(scene.engine)
    assert row is not None
    assert (row.status, row.error_code) == (TABLE[fault].end, cause.code)
    assert (row.waiting_for, counted(row)) == (None, {fault: tries})
    assert row.deaths == (0 if cause.elsewhere else tries)


def is_not_taken(scene: Scene, cause: Cause) -> None:
    """Nobody holds it, so that nothing is counted, and a row that is there stays as it was."""
    for _ in range(OFTEN):
        if cause.dies:
            assert scene.run_in_child() == -signal.SIGKILL
            continue
        outcome = scene.run()
        if outcome is not None:
            assert (outcome.status, outcome.error_code) == (ImportStatus.FAILED, cause.code)
            assert outcome.import_id is None


def is_as_before(scene: Scene) -> None:
    row = row_of(scene.engine)
    if scene.way is not WORKER:
        assert row is None
        return
    assert row is not None
    assert (row.status, row.attempts, row.tries) == (ImportStatus.QUEUED, 0, None)


def cannot_be_told(scene: Scene, cause: Cause) -> None:
    """The ledger is away when the try ends, and the process too: more often than any limit is."""
    for _ in range(MOST_BY_FORCE + 1):
        if cause.server:
            scene.run()
            break
        assert scene.run_in_child() == 0
        sweep_up(scene)
    else:
        row = row_of(scene.engine)
        assert row is not None
        assert counted(row)[FaultClass.TRANSIENT] >= MOST_BY_FORCE


def is_nobodys_death(scene: Scene) -> None:
    """Once the ledger is back, the import waits, and no death is counted."""
    sweep_up(scene)
    row = row_of(scene.engine)
    assert row is not None
    assert row.deaths == 0
    assert row.status is not ImportStatus.FAILED
    assert set(counted(row)) <= {FaultClass.TRANSIENT}
