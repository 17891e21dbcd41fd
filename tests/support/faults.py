"""An import in which something goes wrong at a stage: how it is run, and what it leaves behind."""

import json
import os
import re
import signal
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, event, select, update

from db.engine import make_engine
from db.models import Document, Import, Ledger, Proposal, Reconciliation, Statement
from db.session import database_now, read_only, unit_of_work
from db.words import FaultClass, ImportStatus
from jobs.imports.inline import import_all
from jobs.imports.queued import import_queued
from jobs.lease import machine
from jobs.lease.lease import give_back_lost
from jobs.lease.tries import Tries
from jobs.options import NOWHERE, Documents, DocumentSource, ImportOptions, ImportOutcome
from jobs.queue.submit import submit_all
from jobs.queue.table import retry
from jobs.queue.work_queue import WorkQueue
from pipeline.drafts import ReadStatements
from pipeline.intake.file import Intake
from pipeline.progress import Progress, Silent
from pipeline.reading.from_bytes import ReadDocument, Reader
from tests.support.books import JUNE, LINES, account, all_of, documents, dump, source
from tests.support.opinions import answer, opinion
from tests.support.statements import copied
from tools.loop.loop import ToolLoop
from tools.providers.replay import ScriptedProvider, Step, calls, says

ROOT: Final = Path(__file__).parents[2]
_ROW: Final = re.compile(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \| ([^|]+) \| `(\w+)` \|$", re.MULTILINE)
_STAGE: Final = re.compile(r'\.stage\("(\w+)"\)')
#: So often is looked whether something is tried without end.
OFTEN: Final = 4


class Way(StrEnum):
    """How an import is run."""

    HERE = "here"
    AHEAD = "--jobs 2"
    WORKER = "worker"


@dataclass(frozen=True)
class Told:
    """What docs/operations.md says of a class: tries, None for without end, and the end."""

    on_workers: int | None
    here: int | None
    end: ImportStatus

    def tries(self, way: Way) -> int | None:
        """How often it is tried when it is run in this way."""
        return self.on_workers if way is Way.WORKER else self.here


def table_of_operations() -> dict[FaultClass, Told]:
    """The table "What is tried again" of docs/operations.md."""
    text = (ROOT / "docs" / "operations.md").read_text()
    (section,) = re.findall(r"^## What is tried again\n(.*?)^## ", text, re.MULTILINE | re.DOTALL)
    return {
        FaultClass(name): Told(_number(holder), _number(here), ImportStatus(end))
        for name, holder, here, end in _ROW.findall(section)
    }


def _number(cell: str) -> int | None:
    return None if cell.startswith("unlimited") else int(re.match(r"\d+", cell)[0])  # type: ignore[index]


def stages_of_the_code() -> set[str]:
    """Every stage that something in the program says it begins."""
    rooms = [file for room in ("jobs", "pipeline") for file in (ROOT / room).rglob("*.py")]
    return {stage for file in rooms for stage in _STAGE.findall(file.read_text())}


@dataclass
class Scene:
    """A ledger and one document to bring in, run in one way; ``at`` is what happens as a stage
    begins, ``while_waiting`` what happens while a hand-back is tried again."""

    engine: Engine
    folder: Path
    way: Way
    work_queue: WorkQueue
    read: Reader
    model: Callable[[], ToolLoop | None] = lambda: None
    documents: Documents = NOWHERE
    at: dict[str, Callable[[], object]] = field(default_factory=dict)
    while_waiting: Callable[[], None] = lambda: None
    own_reader: bool = False
    server: object = None

    @property
    def file(self) -> Path:
        """The document; beside it lies another, so that its folder is not taken for a share that
        is not mounted."""
        return self.folder / "papers" / "june.pdf"

    def prepare(self, data: bytes | None = None) -> None:
        """Lay the document down, and queue it where a worker is to take it."""
        self.file.parent.mkdir()
        self.file.write_bytes(data or source("june.pdf").data or b"")
        self.file.with_name("other.pdf").touch()
        if self.way is Way.WORKER:
            options = ImportOptions(documents=self.documents)
            given = [DocumentSource("june.pdf", self.file)]
            list(submit_all(self.engine, given, options, self.work_queue))

    @contextmanager
    def when(
        self, stage: str, does: Callable[[], object], waiting: Callable[[], None] = lambda: None
    ) -> Iterator[None]:
        """What happens as the stage begins, and while a hand-back is tried again."""
        self.at[stage], self.while_waiting = does, waiting
        yield
        del self.at[stage]
        self.while_waiting = lambda: None

    @contextmanager
    def having(self, **values: Any) -> Iterator[None]:
        """With these things otherwise than they are."""
        well = {name: getattr(self, name) for name in values}
        vars(self).update(values)
        yield
        vars(self).update(well)

    def run(self) -> ImportOutcome | None:
        """Run the command, or let a worker have its turn, in this process."""
        if self.way is Way.WORKER:
            self._worked()
            return None
        at_once = 2 if self.way is Way.AHEAD else 1
        read = None if self.own_reader else self.read
        given = [DocumentSource("june.pdf", self.file)]
        options = self._options()
        outcomes = import_all(self.engine, given, options, _Hooks(self), read, at_once=at_once)
        (outcome,) = outcomes
        return outcome

    def run_in_child(self, elsewhere: str | None = None) -> int:
        """The same in a process of its own, ``elsewhere`` on a machine of that name; its exit code,
        negative for a signal."""
        with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
            child = os.fork()
        if child == 0:
            code = 1
            try:
                if elsewhere:
                    machine._where = lambda: elsewhere  # type: ignore[assignment]
                self.engine = impatient(self.engine.url.render_as_string(hide_password=False))
                self.run()
                code = 0
            finally:
                os._exit(code)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    def _worked(self) -> None:
        read = None if self.own_reader else self.read
        import_queued(self.engine, 1, self._options(), _Hooks(self), self._stopping, read)

    def _stopping(self) -> bool:
        self.while_waiting()
        return False

    def _options(self) -> ImportOptions:
        return ImportOptions(self.model(), pauses=(0, 0), documents=self.documents)


@dataclass
class _Hooks(Silent):
    """Watches an import, and does at a stage what the scene says."""

    scene: Scene

    def start(self, source: DocumentSource) -> "_Hooks":  # noqa: ARG002
        """It follows every document."""
        return self

    def stage(self, name: str) -> None:
        """What happens now."""
        self.scene.at.get(name, lambda: None)()


def impatient(url: str) -> Engine:
    """An engine that waits for no other writer."""
    engine = make_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", lambda own, _: own.execute("PRAGMA busy_timeout = 0"))
    return engine


def due(engine: Engine) -> None:
    """What waits for later has waited long enough."""
    with unit_of_work(engine) as session:
        session.execute(update(Import).values(run_after=None))


def row_of(engine: Engine) -> Import | None:
    """The import's row, if there is one."""
    with read_only(engine) as session:
        return session.scalars(select(Import)).one_or_none()


def counted(row: Import) -> dict[FaultClass, int]:
    """How many tries ended by each class."""
    return dict(Tries.read(row.tries).count)


def nothing_of_it(engine: Engine) -> None:
    """Hold the ledger to it that nothing is stored of what went wrong."""
    with read_only(engine) as session:
        for table in (Statement, Reconciliation, Proposal):
            assert session.scalars(select(table.id)).all() == []
        assert set(session.scalars(select(Document.about))) <= {None}


def silence(engine: Engine) -> None:
    """A lease's time passes without a word of its holder, and what is lost is looked for."""
    with unit_of_work(engine) as session:
        late = database_now(session) - timedelta(seconds=1)
        held = update(Import).where(Import.status == ImportStatus.RUNNING)
        session.execute(held.values(lease_until=late))


def sweep_up(scene: Scene) -> None:
    """What a pool does for its workers, and the next command for one that was run by hand."""
    if scene.way is Way.WORKER:
        give_back_lost(scene.engine)


def retried(engine: Engine) -> None:
    """A person has looked at the import that failed, and lets it wait again."""
    with unit_of_work(engine) as session:
        retry(session, 1, "person")


def content(engine: Engine, but: str = "") -> dict[str, list[tuple[object, ...]]]:
    """Every row without what tells when it was written, by whom and at which attempt; and
    ``but`` one table."""
    statuses: list[tuple[object, ...]] = [
        (row.status, row.error_code, row.stage, row.waiting_for)
        for row in all_of(engine, select(Import))
    ]
    kept = {
        table: [
            tuple(value for value in row if not isinstance(value, datetime | list | dict))
            for row in rows
        ]
        for table, rows in dump(engine).items()
        # No two ledgers have the same identity, or the same salts.
        if table not in ("imports", "audit_chain", Ledger.__tablename__, but)
    }
    return {**kept, "imports": statuses}


@contextmanager
def killed_at_writes(after: Callable[[], bool]) -> Iterator[None]:
    """A child of this process is killed as it begins to write, once ``after`` says so."""
    parent = os.getpid()

    def writing(_own: object, _cursor: object, statement: str, *_: object) -> None:
        if os.getpid() != parent and after() and statement.split()[0] in ("INSERT", "UPDATE"):
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "before_cursor_execute", writing)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", writing)


Breaks = Callable[[Scene], AbstractContextManager[None]]


def june(intake: Intake, progress: Progress) -> ReadDocument:
    """Reads June's statement, whatever the bytes are."""
    return _JUNE(replace(intake, data=source("june.pdf").data or b""), progress)


_JUNE: Final = documents({"june.pdf": [JUNE]})


@dataclass(frozen=True)
class Books:
    """What the ledger holds, what is read of the document, and a model that answers."""

    fill: Callable[[Engine], object] = account
    read: Reader = june
    model: Callable[[], ToolLoop | None] = lambda: None


@dataclass(frozen=True)
class Cause:
    """A fault, and the code of the error that it is told as.

    ``taken``: somebody holds the import when it happens. ``told``: the ledger can be told of it.
    ``dies``: the process does not live to tell, on this machine or ``elsewhere``. ``server``: the
    ledger is in PostgreSQL; ``kept``: documents are kept; ``data`` is what the file holds.
    """

    code: str
    breaks: Breaks
    taken: bool = True
    told: bool = True
    dies: bool = False
    elsewhere: bool = False
    server: bool = False
    kept: bool = False
    data: bytes | None = None


def _unknown(intake: Intake, progress: Progress) -> ReadDocument:
    """A reader that does not know the document's layout."""
    return june(intake, progress)._replace(reading=ReadStatements(()))


def answering(*steps: Step) -> Callable[[], ToolLoop]:
    return lambda: ToolLoop(ScriptedProvider(steps))


_NO_ACCOUNT: Final = json.dumps(
    {"document_type": "statement", "account_id": None, "verdict": "unproven"}
)
_COPIED: Final = json.dumps({"rows": copied(LINES), "facts": []})
_RENT: Final = opinion(1, what="not_booked", why="It is in no entry.", lines=[3], act="add")
_STRANGER: Final = partial(account, lines=(), mask="9999", name="Another")

#: Where only some documents come to a stage: those that do.
BOOKS: Final[Mapping[str, Books]] = {
    "reconcile": Books(_STRANGER, model=answering(calls(("get_accounts", {})), says(_NO_ACCOUNT))),
    "extraction": Books(read=_unknown, model=answering(*[says(_COPIED)] * 9)),
    "opinion": Books(lambda engine: account(engine, LINES[:2]), model=answering(answer(_RENT))),
}
