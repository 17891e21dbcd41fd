"""Puts documents into the queue, for the verbs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.opening import open_ledger
from app.settings import Settings
from jobs.bell import Bell
from jobs.options import ImportOptions, ImportOutcome, Source
from jobs.submitting import BATCH, submit_all
from pipeline.minds import Escalate


def submit(
    sources: Iterable[Source], chosen: Settings, *, one_by_one: bool = False
) -> Iterator[ImportOutcome]:
    """Queue the documents, and tell how each stands; ``one_by_one`` if they come as time goes by.

    Raises:
        NoQueue, QueueMissing, BadRedisUrl, QueueUnreachable, and what `open_ledger` raises.
    """
    bell = Bell(chosen.redis_url)
    options = ImportOptions(escalate=Escalate(chosen.escalate))
    engine = open_ledger(chosen.database_url)
    yield from submit_all(engine, sources, options, bell, at_once=1 if one_by_one else BATCH)
