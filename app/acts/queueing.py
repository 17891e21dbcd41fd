"""Takes documents in, for the verbs and over HTTP, and lets them wait for a worker."""

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from sqlalchemy import Engine

from app.access.rights import person
from app.environment.listing import documents_of, settings_for
from app.environment.opening import open_ledger
from app.environment.settings import Settings
from app.errors import NotTakenIn
from app.queries.books import account_id
from app.queries.reviews import one_job
from app.shapes.imports import ReceivedShape
from app.shapes.writing import shaped
from db.words import ImportStatus, Priority
from jobs.options import Documents, DocumentSource, ImportOptions, ImportOutcome, take_in
from jobs.queue.submit import BATCH, submit_all
from jobs.queue.work_queue import WorkQueue
from pipeline.intake.file import MAX_BYTES
from pipeline.model_choice import Escalate


def submit(
    sources: Iterable[DocumentSource],
    chosen: Settings,
    account: str | None = None,
    *,
    one_by_one: bool = False,
    priority: Priority = Priority.NORMAL,
) -> Iterator[ImportOutcome]:
    """Queue the documents, and say the state of each; ``one_by_one`` if they come as time goes by.

    ``account`` is whose statements a person says they are. Raises ``NoQueue``, ``QueueMissing``,
    ``BadRedisUrl``, ``QueueUnreachable``, and what `open_ledger` raises."""
    work_queue = WorkQueue(chosen.redis_url)
    engine = open_ledger(chosen.database_url)
    options = ImportOptions(
        escalate=Escalate(chosen.escalate),
        named_account=account_id(engine, account),
        documents=documents_of(chosen),
    )
    at_once = 1 if one_by_one else BATCH
    yield from submit_all(engine, sources, options, work_queue, at_once=at_once, priority=priority)


def hand_in(
    engine: Engine,
    documents: Documents,
    sources: Iterable[DocumentSource],
    account: str | None = None,
    *,
    queue: bool,
    priority: Priority = Priority.NORMAL,
    actor: str | None = None,
) -> Iterator[ImportOutcome]:
    """Let documents wait that came without a file, one in memory at a time, and say the state of
    each; with ``queue`` for its workers, and else for the background of this process. Raises
    ``AccountUnclear``, ``NoQueue``, ``QueueMissing``, ``BadRedisUrl``, ``QueueUnreachable``."""
    chosen = settings_for(engine)
    work_queue = WorkQueue(chosen.redis_url) if queue else None
    options = ImportOptions(
        escalate=Escalate(chosen.escalate),
        named_account=account_id(engine, account),
        documents=documents,
        handed_in_by=actor or person(),
    )
    yield from submit_all(engine, sources, options, work_queue, at_once=1, priority=priority)


#: What programs hand in takes turns with what came otherwise.
_ORIGIN = "api"


def receive(
    engine: Engine,
    documents: Documents,
    stream: BinaryIO,
    name: str,
    *,
    account: str | None = None,
    queue: bool = False,
    actor: str | None = None,
) -> ReceivedShape:
    """Take one document in from its stream, before the backlog: somebody waits for it.

    ``account`` is whose statement a person says it is, ``queue`` as `hand_in` has it. The same
    bytes again change nothing. Raises ``AccountUnclear``, ``EmptyFile``, ``FileTooLarge``,
    ``NotAPdf``, ``NotTakenIn`` and ``QueueUnreachable``."""
    source = DocumentSource(name, data=stream.read(MAX_BYTES + 1), origin=_ORIGIN)
    take_in(source)  # refuses what is no document before anything is written
    (outcome,) = hand_in(
        engine, documents, [source], account, queue=queue, priority=Priority.HIGH, actor=actor
    )
    if outcome.import_id is None or outcome.sha256 is None:
        raise NotTakenIn(why=outcome.message or outcome.error_code)
    duplicate = outcome.status is ImportStatus.DUPLICATE
    return shaped(
        ReceivedShape,
        outcome,
        file=outcome.name,
        status=one_job(engine, outcome.import_id).status if duplicate else outcome.status,
        duplicate=duplicate,
        error=outcome.message,
    )
