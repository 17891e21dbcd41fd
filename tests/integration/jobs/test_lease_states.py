"""Every order in which workers, a sweeper, the clock and crashes can meet over one import.

Each state that can be reached is reached once, and every step is the program's own, on a real
database: only which process is alive is made up. After each step the rules of the lease must hold.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import Engine, insert, select, update

from app.telemetry.figures import figures
from db.engine import LedgerUnreachable
from db.models import Document, Import, utc_now
from db.session import database_now, read_only, unit_of_work
from db.words import ImportStatus, Priority
from jobs.imports.queued import import_queued
from jobs.lease import lease, machine
from jobs.lease.heartbeat import RunningProgress, beating
from jobs.lease.lease import (
    LEASE,
    Work,
    acquire,
    acquire_queued,
    fence,
    give_back_lost,
    released,
    renew,
)
from jobs.lease.tries import MOST_BY_FORCE
from jobs.options import DocumentSource, ImportOptions
from jobs.queue.submit import Swept, next_waiting, submit_all, sweep
from jobs.queue.work_queue import WorkQueue, connect
from pipeline.errors import WorkLost
from pipeline.intake.file import Intake, take_in_bytes
from pipeline.progress import Progress, Silent
from pipeline.reading.from_bytes import ReadDocument
from tests.support.books import account, do_in, execute_in, imported, look_in, one_of, source
from tests.support.clocks import clock_ahead

#: A worker may acquire the import so often, which bounds the states.
MOST_ATTEMPTS: Final = 2
LAPSED: Final = utc_now() - timedelta(days=1)
_OF_A_LEASE: Final = (
    "status",
    "attempts",
    "deaths",
    "tries",
    "options",
    "lease_until",
    "heartbeat_at",
    "error_code",
)


@dataclass(frozen=True)
class Worker:
    """A process that works on imports; ``work`` is what it believes to hold."""

    name: str
    host: str = "here"
    life: int = 1
    work: Work | None = None
    #: It noted on its machine that it let go, while the ledger was away.
    noted: bool = False

    @property
    def identity(self) -> dict[str, Any]:
        """What its claims say of it."""
        return {"host": self.host, "pid": f"{self.name}{self.life}", "began": "1"}


@dataclass(frozen=True)
class State:
    """All that decides what can happen next; ``died`` and ``recorded`` are what really did."""

    row: Mapping[str, Any] = field(compare=False)
    workers: tuple[Worker, ...]
    notes: frozenset[str] = frozenset()
    #: The sweeper has seen that the import is lost, and not acted on it yet.
    seen_lost: bool = False
    died: int = 0
    recorded: int = 0

    @property
    def key(self) -> object:
        """The same for states that differ only in ids and moments."""
        names = {each.work.claim: each.name for each in self.workers if each.work}
        holder = self.row["options"].get("worker", {})
        claim = holder.get("claim", "")
        return (
            self.row["status"],
            self.row["attempts"],
            self.row["deaths"],
            self.row["lease_until"] is not None and self.row["lease_until"] <= LAPSED,
            names.get(claim, "gone"),
            claim in self.notes,
            holder.get("pid") in {each.identity["pid"] for each in self.workers},
            tuple((w.name, w.work.token if w.work else 0, w.noted) for w in self.workers),
            self.seen_lost,
            self.died,
            self.recorded,
        )


class World:
    """One import in a real ledger, and the processes that there are."""

    def __init__(self, engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
        """Queue one document."""
        self.engine = engine
        self.alive: set[str] = set()
        self.acting: Worker | None = None
        monkeypatch.setattr(lease, "is_gone", self._is_gone)
        monkeypatch.setattr(lease, "is_here", lambda worker: worker["host"] == "here")
        monkeypatch.setattr(lease, "new_claim", self._claim)
        monkeypatch.setattr(lease, "is_release_noted", lambda _, claim: claim in self.notes)
        monkeypatch.setattr(lease, "erase_note", lambda _, claim: self.notes.discard(claim))
        self.notes: set[str] = set()
        with unit_of_work(engine) as session:
            document = Document(sha256="0" * 64, size=1)
            session.add(document)
            session.flush()
            values = {"document_id": document.id, "source_name": "june.pdf", "options": {}}
            session.execute(insert(Import).values(status=ImportStatus.QUEUED, **values))
            self.import_id = session.scalars(select(Import.id)).one()

    def _is_gone(self, worker: Mapping[str, Any]) -> bool:
        return worker["host"] == "here" and worker["pid"] not in self.alive

    def _claim(self) -> dict[str, Any]:
        assert self.acting
        return {**self.acting.identity, "claim": machine.new_claim()["claim"]}

    def row(self) -> dict[str, Any]:
        """The import as the ledger has it."""
        with read_only(self.engine) as session:
            row = session.get_one(Import, self.import_id)
            return {name: getattr(row, name) for name in _OF_A_LEASE}

    def restore(self, state: State) -> None:
        """Make everything as it was then."""
        execute_in(self.engine, update(Import).values(**state.row))
        self.notes = set(state.notes)
        self.alive = {str(each.identity["pid"]) for each in state.workers}

    # The steps. Each gives the state after it, or None where it cannot be taken.

    def begin(self, state: State, worker: Worker) -> State | None:
        """A worker acquires the import."""
        self.acting = worker
        work = do_in(self.engine, acquire_queued, self.import_id)
        return self._after(state, replace(worker, work=work)) if work else None

    def beat(self, state: State, worker: Worker) -> State | None:
        """Its heartbeat renews the lease; one that lost the work stops."""
        assert worker.work
        try:
            do_in(self.engine, renew, worker.work, "read", None)
        except WorkLost:
            return self._after(state, replace(worker, work=None))
        return self._after(state, worker)

    def finish(self, state: State, worker: Worker) -> State | None:
        """It records the outcome, in one transaction."""
        assert worker.work
        recorded = self._write(worker.work, ImportStatus.MATCHED)
        after = self._after(state, replace(worker, work=None))
        return replace(after, recorded=state.recorded + recorded)

    def hand_back(self, state: State, worker: Worker) -> State | None:
        """It was asked to stop, or the ledger is there again: it puts the work back."""
        assert worker.work
        if self._write(worker.work, ImportStatus.QUEUED) and worker.noted:
            self.notes.discard(worker.work.claim)
        return self._after(state, replace(worker, work=None, noted=False))

    def leave(self, state: State, worker: Worker) -> State | None:
        """The ledger is away: it notes on its machine that it works no longer."""
        assert worker.work
        self.notes.add(worker.work.claim)
        return self._after(state, replace(worker, noted=True))

    def give_up(self, state: State, worker: Worker) -> State | None:
        """It waited for the ledger in vain; its note remains."""
        return self._after(state, replace(worker, work=None, noted=False))

    def die(self, state: State, worker: Worker) -> State | None:
        """Its process is gone in the midst of the work, and another one begins."""
        assert worker.work
        over = replace(worker, life=worker.life + 1, work=None, noted=False)
        held = state.row["attempts"] == worker.work.token and not worker.noted
        running = state.row["status"] is ImportStatus.RUNNING
        counts = held and running and worker.host == "here"
        return replace(self._after(state, over), died=state.died + counts)

    def lapse(self, state: State, _worker: Worker) -> State | None:
        """More time passes than a lease lasts."""
        execute_in(self.engine, update(Import).values(lease_until=LAPSED))
        return self._after(state)

    def look(self, state: State, _worker: Worker) -> State | None:
        """The sweeper looks for lost work."""
        if not lease.lost_imports(self.engine):
            return None
        return replace(self._after(state), seen_lost=True)

    def give_back(self, state: State, _worker: Worker) -> State | None:
        """The sweeper gives back what it saw, some time ago."""
        lease.give_back(self.engine, self.import_id)
        return replace(self._after(state), seen_lost=False)

    def _write(self, work: Work, status: ImportStatus) -> bool:
        try:
            with unit_of_work(self.engine) as session:
                fence(session, work, **released(status))
        except WorkLost:
            return False
        return True

    def _after(self, state: State, worker: Worker | None = None) -> State:
        workers = tuple(
            worker if worker and each.name == worker.name else each for each in state.workers
        )
        return replace(state, row=self.row(), workers=workers, notes=frozenset(self.notes))


#: What anybody can see must be so for a step, before the state is made for it.
EACH: Final[Mapping[str, Callable[[State, Worker], bool]]] = {
    "begin": lambda state, own: not own.work and state.row["attempts"] < MOST_ATTEMPTS,
    "beat": lambda _, own: own.work is not None and not own.noted,
    "finish": lambda _, own: own.work is not None and not own.noted,
    "hand_back": lambda _, own: own.work is not None,
    "leave": lambda _, own: own.work is not None and not own.noted and own.host == "here",
    "give_up": lambda _, own: own.noted,
    "die": lambda _, own: own.work is not None,
}
ONCE: Final[Mapping[str, Callable[[State], bool]]] = {
    "lapse": lambda state: state.row["status"] is ImportStatus.RUNNING,
    "look": lambda state: not state.seen_lost,
    "give_back": lambda state: state.seen_lost,
}


def steps_from(world: World, state: State) -> Iterator[tuple[str, Worker, State]]:
    """Every step that can be taken, by whom, and where it leads."""
    taken = [(name, own) for own in state.workers for name, can in EACH.items() if can(state, own)]
    taken += [(name, state.workers[0]) for name, can in ONCE.items() if can(state)]
    for name, worker in taken:
        world.restore(state)
        after = getattr(world, name)(state, worker)
        if after is not None:
            yield name, worker, after


def broken_rules(before: State, name: str, worker: Worker, after: State) -> Iterator[str]:
    """What must never be so after a step."""
    if after.recorded > 1:
        yield "its outcome was recorded twice"
    if after.row["deaths"] > after.died:
        yield "a death was counted that was none"
    if name == "give_back" and before.row["status"] is ImportStatus.RUNNING:
        holder = next((w for w in before.workers if _holds(before, w)), None)
        lapsed = before.row["lease_until"] <= LAPSED
        if after.row["status"] is not ImportStatus.RUNNING and holder and not lapsed:
            if not holder.noted:
                yield "it was taken from a living worker within its lease"
            elif after.row["deaths"] > before.row["deaths"]:
                yield "an end in order was counted as a death"
    if name == "begin" and before.row["status"] is not ImportStatus.QUEUED:
        yield "it was acquired while it was not queued"
    if name == "finish" and after.recorded > before.recorded and not _holds(before, worker):
        yield "a worker recorded what another one holds"
    holders = [w for w in after.workers if _holds(after, w)]
    if len(holders) > 1:
        yield "two workers hold it"


def _holds(state: State, worker: Worker) -> bool:
    held = worker.work is not None and worker.work.token == state.row["attempts"]
    return held and state.row["status"] is ImportStatus.RUNNING


def is_never_lost(world: World, state: State) -> bool:
    """Whether the import leaves `running` once all workers are gone and a sweep comes by."""
    world.restore(state)
    world.alive = set()
    if state.row["status"] is ImportStatus.RUNNING:
        execute_in(world.engine, update(Import).values(lease_until=LAPSED))
    lease.give_back_lost(world.engine)
    return world.row()["status"] is not ImportStatus.RUNNING


def explored(world: World, *workers: Worker) -> tuple[int, list[str]]:
    """How many states there are, and what went wrong, each with the steps that lead there."""
    first = State(world.row(), workers)
    paths: dict[object, tuple[str, ...]] = {first.key: ()}
    waiting, wrong = deque([first]), []
    while waiting:
        state = waiting.popleft()
        path = paths[state.key]
        if not is_never_lost(world, state):
            wrong.append(f"{' '.join(path)}: it runs for ever")
        for name, worker, after in steps_from(world, state):
            way = (*path, f"{worker.name}.{name}")
            wrong += [
                f"{' '.join(way)}: {rule}" for rule in broken_rules(state, name, worker, after)
            ]
            if after.key not in paths:
                paths[after.key] = way
                waiting.append(after)
    return len(paths), wrong


@pytest.mark.parametrize("hosts", [("here", "here"), ("here", "elsewhere")])
def test_no_order_of_events_breaks_a_rule_of_the_lease(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, hosts: tuple[str, str]
) -> None:
    world = World(engine, monkeypatch)
    workers = [Worker(name, host) for name, host in zip("ab", hosts, strict=True)]
    states, wrong = explored(world, *workers)
    assert wrong == []
    assert states > 100


A_DAY = 86_400
wrong_by = pytest.mark.parametrize("seconds", [90, -90, A_DAY, -A_DAY])


def intake(name: str = "june") -> Intake:
    return take_in_bytes(b"%PDF-1.7 " + name.encode(), f"{name}.pdf")


def taken(engine: Engine, name: str = "june") -> Work:
    return do_in(engine, acquire, intake(name), None, {})


def row_of(engine: Engine, work: Work) -> Import:
    with read_only(engine) as session:
        return session.get_one(Import, work.import_id)


def the_worker_dies(engine: Engine, work: Work) -> None:
    """Its lease runs out: what it wrote down lies so much further back."""
    lease = row_of(engine, work).lease_until
    assert lease
    longer_ago = {"lease_until": lease - LEASE - timedelta(seconds=1)}
    elsewhere = {"options": {"worker": {"host": "another machine", "pid": 1}}}
    execute_in(engine, update(Import).values(**longer_ago, **elsewhere))


def test_the_documents_of_a_right_clock_are_left_alone_by_a_wrong_one(
    engine: Engine, work_queue: WorkQueue
) -> None:
    works = [taken(engine, name) for name in ("april", "may", "june")]
    with clock_ahead(90):
        for _ in range(MOST_BY_FORCE):
            assert sweep(engine, work_queue) == Swept()
    rows = [row_of(engine, work) for work in works]
    assert [(row.status, row.deaths, row.attempts) for row in rows] == [
        (ImportStatus.RUNNING, 0, 1)
    ] * 3


@wrong_by
def test_what_a_wrong_clock_works_on_is_left_alone_by_a_right_one(
    engine: Engine, work_queue: WorkQueue, seconds: int
) -> None:
    with clock_ahead(seconds):
        work = taken(engine)
    assert sweep(engine, work_queue) == Swept()
    with clock_ahead(seconds), beating(engine, work, RunningProgress(Silent()), every=0.01):
        for _ in range(20):
            assert sweep(engine, work_queue) == Swept()
    assert sweep(engine, work_queue) == Swept()


@wrong_by
def test_the_work_of_the_dead_is_given_back_whoever_has_a_wrong_clock(
    engine: Engine, work_queue: WorkQueue, seconds: int
) -> None:
    with clock_ahead(seconds):
        work = taken(engine)
    the_worker_dies(engine, work)
    assert sweep(engine, work_queue).returned == (work.import_id,)
    again = do_in(engine, acquire_queued, work.import_id)
    assert again
    the_worker_dies(engine, again)
    with clock_ahead(seconds):
        assert sweep(engine, work_queue).returned == (work.import_id,)


@wrong_by
def test_work_handed_back_waits_its_few_seconds_and_no_longer(
    engine: Engine, redis_url: str, tmp_path: Path, seconds: int
) -> None:
    def away(_intake: Intake, _progress: Progress) -> ReadDocument:
        raise LedgerUnreachable(place="the server")

    work_queue = WorkQueue(redis_url)
    (tmp_path / "june.pdf").write_bytes(b"%PDF-1.7 june")
    source = DocumentSource("june.pdf", tmp_path / "june.pdf")
    (outcome,) = submit_all(engine, [source], ImportOptions(), work_queue)
    assert outcome.import_id
    begun = now_of(engine)
    with clock_ahead(seconds):
        import_queued(engine, outcome.import_id, ImportOptions(), Silent(), lambda: False, away)
    with read_only(engine) as session:
        run_after = session.get_one(Import, outcome.import_id).run_after
    ended = now_of(engine)
    assert run_after
    assert begun < run_after <= ended + timedelta(seconds=5)
    # A minute, for the queue to be asked in however slow the machine is.
    put_off(engine, now_of(engine) + timedelta(minutes=1))
    with connect(redis_url) as connection:
        connection.flushdb()  # its id too is to come from the table
    with clock_ahead(seconds):
        assert sweep(engine, work_queue).pushed == ()
    put_off(engine, now_of(engine))
    with clock_ahead(seconds):
        assert sweep(engine, work_queue).pushed == (outcome.import_id,)


def put_off(engine: Engine, until: datetime) -> None:
    execute_in(engine, update(Import).values(run_after=until))


def now_of(engine: Engine) -> datetime:
    """By the database's clock."""
    return look_in(engine, database_now)


AN_HOUR = 3600


def test_what_a_slow_clock_has_queued_does_not_seem_to_wait_for_long(
    engine: Engine, redis_url: str, tmp_path: Path
) -> None:
    file = tmp_path / "june.pdf"
    file.write_bytes(source().data or b"")
    with clock_ahead(-AN_HOUR):
        given = [DocumentSource("june.pdf", file)]
        list(submit_all(engine, given, ImportOptions(), WorkQueue(redis_url)))
    assert figures(engine).oldest_seconds < AN_HOUR / 2


def test_an_import_begins_and_ends_by_the_same_clock(engine: Engine) -> None:
    account(engine)
    with clock_ahead(AN_HOUR):
        imported(engine)
    row = one_of(engine, select(Import))
    assert row.finished_at
    assert timedelta(0) <= row.finished_at - row.created_at < timedelta(minutes=30)


def test_what_was_lost_does_not_wait_for_what_had_passed_before(engine: Engine) -> None:
    with unit_of_work(engine) as session:
        ago = database_now(session) - timedelta(hours=3)
        old = {"waiting_for": "store_away", "waiting_since": ago, "run_after": ago}
        held = {"status": ImportStatus.RUNNING, "lease_until": ago}
        session.add(Import(source_name="june.pdf", **held, **old))
    assert give_back_lost(engine) == ((1,), ())
    with read_only(engine) as session:
        row = session.get_one(Import, 1)
        seen = row.status, row.waiting_for, row.waiting_since, row.run_after
        assert seen == (ImportStatus.QUEUED, None, None, None)
        assert next_waiting(session, Priority.NORMAL, 5) == [1]
