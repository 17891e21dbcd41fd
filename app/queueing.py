"""Puts documents into the queue, for the verbs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.books import account_id
from app.keeping import documents_of
from app.opening import open_ledger
from app.settings import Settings
from db.words import Priority
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
