"""Puts documents into the table as queued imports, and keeps Redis filled with the next."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from operator import itemgetter
from pathlib import Path

from sqlalchemy import ColumnElement, Engine, Function, func, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from db.engine import LedgerBusy, LedgerUnreachable
from db.errors import TieoutError
from db.log import log
from db.models import Document, Import
from db.models.statements import WAITING
from db.session import NOW, database_now, identity_of, read_only, unit_of_work
from db.words import ImportStatus, Kept, Priority
from jobs.documents.keeping import keep
from jobs.lease.lease import ENDED, find_import, give_back_lost, requeue
from jobs.options import Documents, DocumentSource, ImportOptions, ImportOutcome, take_in
from jobs.queue.table import KEPT_FOR_A_PERSON
from jobs.queue.work_queue import QueueUnreachable, WorkQueue
from pipeline.intake.file import IntakeError
from pipeline.intake.places import StoreAway

#: How many documents are looked at before their rows are written and their ids are queued.
BATCH = 100
_TRIES_OF_A_BATCH = 3


class NowhereToKeep(TieoutError):
    """A document without a file cannot be queued where documents are not kept. Set TIEOUT_DOCUMENTS
    to a folder or an object store that every worker reaches, or save it to a file first."""


@dataclass(frozen=True, slots=True)
class _Paper:
    """What a row keeps of a document; its bytes are ``kept``, or else stay in the file."""

    name: str
    path: str | None
    sha256: str
    size: int
    kept: bool
    origin: str | None


def submit_all(
    engine: Engine,
    sources: Iterable[DocumentSource],
    options: ImportOptions,
    work_queue: WorkQueue | None,
    *,
    at_once: int = BATCH,
    priority: Priority = Priority.NORMAL,
) -> Iterator[ImportOutcome]:
    """Queue the documents in the order given, and report each: ``queued``, or its state.

    The rows are the truth, and are written before their ids are queued. A document that failed
    before is queued again, except for one that waits for a person (poison, cancelled); a bad one is
    reported and stored nowhere. One that waits already is moved up to a higher ``priority``.
    Without a ``work_queue`` the rows wait for `jobs.worker.background`, which looks into the table.
    Raises ``QueueUnreachable`` before anything is kept; a queue that goes away later costs nothing
    but time, and is reported.
    """
    if work_queue is not None:
        work_queue.check()
    remaining = iter(sources)
    while batch := list(islice(remaining, at_once)):
        looked = [_look(engine, source, options.documents) for source in batch]
        written = _written(engine, looked, options, priority)
        _see_to_bytes(engine, batch, looked, options.documents)
        yield from written if work_queue is None else _rung(engine, written, work_queue)


def _written(
    engine: Engine,
    looked: list[_Paper | ImportOutcome],
    options: ImportOptions,
    priority: Priority,
) -> list[ImportOutcome]:
    failure: TieoutError = LedgerBusy()
    # Who changes the same rows in another order may wait for us, as we wait for them: then the
    # server ends one of the two.
    for _ in range(_TRIES_OF_A_BATCH):
        try:
            with unit_of_work(engine) as session:
                new = _new_documents(session, looked)
                turns = Turns(session, priority)
                return _each_paper(looked, partial(_submit, turns, options, new))
        except LedgerBusy as error:
            failure = error
        except LedgerUnreachable as error:
            failure = error
            break
    # One batch that cannot be written does not stop those after it.
    return _each_paper(looked, lambda paper: _failed(paper.name, failure))


def _each_paper(
    looked: list[_Paper | ImportOutcome], does: Callable[[_Paper], ImportOutcome]
) -> list[ImportOutcome]:
    """What is no paper has its outcome already."""
    return [each if isinstance(each, ImportOutcome) else does(each) for each in looked]


def _failed(name: str, error: TieoutError) -> ImportOutcome:
    failed, code = ImportStatus.FAILED, error.code
    return ImportOutcome(name, failed, error_code=code, message=error.message(), fault=error.fault)


def _rung(
    engine: Engine, outcomes: list[ImportOutcome], work_queue: WorkQueue
) -> list[ImportOutcome]:
    waiting = [outcome for outcome in outcomes if outcome.status is ImportStatus.QUEUED]
    try:
        # What comes next is for the table to say, and need not be what has just been written.
        with suppress(LedgerBusy, LedgerUnreachable):
            refill(engine, work_queue)
    except QueueUnreachable as error:
        with_error = partial(replace, error_code=error.code, message=error.message())
        return [with_error(each) if each in waiting else each for each in outcomes]
    return outcomes


def _look(engine: Engine, source: DocumentSource, documents: Documents) -> _Paper | ImportOutcome:
    """First the bytes are kept, then a row says where."""
    try:
        intake = take_in(source)
        kept = keep(engine, documents, intake.sha256, intake.data)
        if not kept and source.path is None:
            raise NowhereToKeep
    except (IntakeError, LedgerUnreachable, NowhereToKeep, StoreAway) as error:
        return _failed(source.name, error)
    path = None if source.path is None else source.path.absolute()
    origin = source.origin or (None if path is None else str(path.parent))
    path_text = None if path is None else str(path)
    return _Paper(intake.name, path_text, intake.sha256, intake.size, kept, origin)


def _see_to_bytes(
    engine: Engine,
    sources: list[DocumentSource],
    looked: list[_Paper | ImportOutcome],
    documents: Documents,
) -> None:
    """After the rows: put again what somebody took away between them and the bytes."""
    if documents.keeping is None:
        return
    for source, paper in zip(sources, looked, strict=True):
        # What has gone away since, the store or the ledger, holds what it was given.
        with suppress(IntakeError, StoreAway, LedgerBusy, LedgerUnreachable):
            if not isinstance(paper, _Paper) or not paper.kept:
                continue
            kept = documents.keeping.of(identity_of(engine))
            if not kept.has(paper.sha256) and (intake := take_in(source)).sha256 == paper.sha256:
                kept.put(intake.sha256, intake.data)


def _new_documents(
    session: Session, looked: Iterable[_Paper | ImportOutcome]
) -> dict[str, Document]:
    """Rows for those that no one has brought in yet, by hash. In the order of their hashes, so that
    no one waits in a circle who queues the same ones."""
    papers = {each.sha256: each for each in looked if isinstance(each, _Paper)}
    known = select(Document.sha256).where(Document.sha256.in_(papers))
    new = {}
    for sha256 in sorted(papers.keys() - set(session.scalars(known))):
        paper = papers[sha256]
        document = Document(sha256=sha256, size=paper.size, kept=Kept.KEPT if paper.kept else None)
        # Another process may just have queued the same document.
        with suppress(IntegrityError), session.begin_nested():
            session.add(document)
            session.flush()
            new[sha256] = document
    return new


def _submit(
    turns: "Turns", options: ImportOptions, new: dict[str, Document], paper: _Paper
) -> ImportOutcome:
    row = find_import(turns.session, paper.sha256)
    if row is None:
        row = _create(turns, paper, options, new[paper.sha256])
    if row.status is ImportStatus.FAILED:
        # Anyone who tries it again at this moment goes first, and then it has not failed any more.
        turns.session.refresh(row, with_for_update=True)
    if paper.kept and row.document is not None:
        row.document.kept = Kept.KEPT
    if row.error_code in KEPT_FOR_A_PERSON:
        return ImportOutcome(
            paper.name,
            ImportStatus.FAILED,
            row.id,
            paper.sha256,
            error_code=row.error_code,
            message=row.error_message,
        )
    renamed = row.status is ImportStatus.QUEUED and not Path(row.source_path or "").exists()
    if renamed or row.status is ImportStatus.FAILED:
        row.source_path, row.source_name = paper.path, paper.name
    if row.status is ImportStatus.FAILED:
        requeue(row)
        _place(turns, row)
    elif row.status is ImportStatus.QUEUED and turns.priority < row.priority:
        _place(turns, row)
    status = ImportStatus.DUPLICATE if row.status in ENDED else row.status
    return ImportOutcome(paper.name, status, row.id, paper.sha256)


def _place(turns: "Turns", row: Import) -> None:
    row.priority, row.turn = turns.priority, turns.take(row.origin)


def _create(turns: "Turns", paper: _Paper, options: ImportOptions, document: Document) -> Import:
    row = Import(
        document_id=document.id,
        source_name=paper.name,
        source_path=paper.path,
        status=ImportStatus.QUEUED,
        options=options.stored,
        priority=turns.priority,
        origin=paper.origin,
        turn=turns.take(paper.origin),
        handed_in_by=options.handed_in_by,
        created_at=NOW,
    )
    turns.session.add(row)
    turns.session.flush()
    if options.handed_in_by is not None:
        after = {"file": paper.name, "sha256": paper.sha256}
        log(turns.session, options.handed_in_by, "hand_in", f"imports:{row.id}", after=after)
    return row


# As it is in the index: where the status is a parameter, no planner may use it.
_WAITS = text(WAITING)


def next_waiting(session: Session, priority: Priority, most: int) -> list[int]:
    """The imports of that priority whose turn is next, at most so many."""
    fresh = (
        select(Import.turn, Import.id)
        .where(_WAITS, Import.priority == priority)
        .order_by(Import.turn, Import.id)
        .limit(most)
    )
    put_off = (
        select(Import.turn, Import.id)
        .where(
            Import.status == ImportStatus.QUEUED,
            Import.run_after <= database_now(session),
            Import.priority == priority,
        )
        .order_by(Import.run_after)
        .limit(most)
    )
    found = [tuple(row) for query in (fresh, put_off) for row in session.execute(query)]
    return [row[1] for row in sorted(found, key=itemgetter(0, 1))[:most]]


def is_put_off(session: Session, import_id: int) -> bool:
    """Whether it waits for its time: the queue may hold an id twice, and a second one that is met
    right after the first try must not be a try of its own."""
    later = Import.run_after > database_now(session)
    waits = select(Import.id).where(Import.id == import_id, Import.status == ImportStatus.QUEUED)
    return session.scalar(waits.where(later)) is not None


@dataclass(slots=True)
class Turns:
    """Gives the documents of one batch their turns."""

    session: Session
    priority: Priority
    _next: dict[str | None, int] = field(default_factory=dict)

    def take(self, origin: str | None) -> int:
        turn = self._next[origin] if origin in self._next else self._first(origin)
        self._next[origin] = turn + 1
        return turn

    def _first(self, origin: str | None) -> int:
        own = Import.origin == origin if origin is not None else Import.origin.is_(None)
        last = self._one(func.max(Import.turn), own)
        begun = self._one(func.min(Import.turn))
        return max(0 if begun is None else begun, 0 if last is None else last + 1)

    def _one(self, what: Function[int], *which: ColumnElement[bool]) -> int | None:
        query = select(what).where(_WAITS, Import.priority == self.priority, *which)
        return self.session.scalar(query)


def refill(engine: Engine, work_queue: WorkQueue) -> tuple[int, ...]:
    """Queue what comes next where fewer wait than half a window; the ids that were queued. Raises
    ``QueueUnreachable`` and ``LedgerUnreachable``."""
    window = work_queue.window()
    low = [priority for priority in Priority if work_queue.depth(priority) * 2 < window]
    if not low:
        return ()
    with work_queue.refilling() as ours:
        pushed = [_refill(engine, work_queue, each, window) for each in low] if ours else []
    return tuple(import_id for ids in pushed for import_id in ids)


def _refill(engine: Engine, work_queue: WorkQueue, priority: Priority, window: int) -> list[int]:
    with read_only(engine) as session:
        ids = next_waiting(session, priority, window)
    if not ids:
        return []
    known = frozenset(work_queue.waiting(priority))
    fresh = [import_id for import_id in ids if import_id not in known]
    fresh = fresh[: window - len(known)]
    work_queue.push(fresh, priority)
    return fresh


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep did, by ids of imports: given back, set aside as poison, and queued next."""

    returned: tuple[int, ...] = ()
    poisoned: tuple[int, ...] = ()
    pushed: tuple[int, ...] = ()

    @property
    def any(self) -> bool:
        return bool(self.returned or self.poisoned or self.pushed)


def sweep(engine: Engine, work_queue: WorkQueue) -> Swept:
    """Give lost work back, set poison aside, and put what waits into the queue again. Raises
    ``QueueUnreachable`` and ``LedgerUnreachable``; what was written before that stays."""
    returned, poisoned = give_back_lost(engine)
    return Swept(returned, poisoned, refill(engine, work_queue))
