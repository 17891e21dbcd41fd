"""Puts documents into the queue, for the verbs, and hands in what came with a browser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sqlalchemy import Engine

from app.acts.actors import person
from app.environment.keeping import documents_of
from app.environment.opening import open_ledger
from app.environment.settings import Settings
from app.installation.chosen import settings_for
from app.queries.books import account_id
from db.words import Priority
from jobs.kept_documents import Documents
from jobs.options import ImportOptions, ImportOutcome, Source
from jobs.submitting import BATCH, submit_all
from jobs.work_queue import WorkQueue
from pipeline.model_choice import Escalate


def submit(
    sources: Iterable[Source],
    chosen: Settings,
    account: str | None = None,
    *,
    one_by_one: bool = False,
    priority: Priority = Priority.NORMAL,
) -> Iterator[ImportOutcome]:
    """Queue the documents, and say how each stands; ``one_by_one`` if they come as time goes by.

    ``account`` is whose statements a person says they are.

    Raises:
        NoQueue, QueueMissing, BadRedisUrl, QueueUnreachable, and what `open_ledger` raises.
    """
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
    sources: Iterable[Source],
    account: str | None = None,
    *,
    queue: bool,
    priority: Priority = Priority.NORMAL,
    actor: str | None = None,
) -> Iterator[ImportOutcome]:
    """Let documents wait that came without a file, one in memory at a time, and say how each
    stands; with ``queue`` for its workers, and else for the background of this process.

    Raises:
        AccountUnclear, NoQueue, QueueMissing, BadRedisUrl, QueueUnreachable.
    """
    chosen = settings_for(engine)
    work_queue = WorkQueue(chosen.redis_url) if queue else None
    options = ImportOptions(
        escalate=Escalate(chosen.escalate),
        named_account=account_id(engine, account),
        documents=documents,
        handed_in_by=actor or person(),
    )
    yield from submit_all(engine, sources, options, work_queue, at_once=1, priority=priority)
