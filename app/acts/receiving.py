"""Takes a document that somebody hands in, and lets it wait for whoever carries imports out.

The pages and the API call this. The bytes are kept first, then a row says so, so that a process
that ends at any moment loses nothing.
"""

from __future__ import annotations

from typing import BinaryIO

from sqlalchemy import Engine

from app.acts.queueing import hand_in
from app.errors import NotTakenIn
from app.queries.work import one_job
from app.shapes.receiving import ReceivedShape
from db.words import ImportStatus, Priority
from jobs.intake import take_in
from jobs.kept_documents import Documents
from jobs.options import ImportOutcome, Source
from pipeline.intake.file import MAX_BYTES

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
    ``NotAPdf``, ``NotTakenIn`` and ``QueueUnreachable``.
    """
    source = Source(name, data=stream.read(MAX_BYTES + 1), origin=_ORIGIN)
    take_in(source)  # refuses what is no document before anything is written
    (outcome,) = hand_in(
        engine, documents, [source], account, queue=queue, priority=Priority.HIGH, actor=actor
    )
    if outcome.import_id is None or outcome.sha256 is None:
        raise NotTakenIn(why=outcome.message or outcome.error_code)
    return _received(engine, outcome)


def _received(engine: Engine, outcome: ImportOutcome) -> ReceivedShape:
    assert outcome.import_id is not None
    assert outcome.sha256 is not None
    duplicate = outcome.status is ImportStatus.DUPLICATE
    return ReceivedShape(
        import_id=outcome.import_id,
        file=outcome.name,
        sha256=outcome.sha256,
        status=one_job(engine, outcome.import_id).status if duplicate else outcome.status,
        duplicate=duplicate,
        error_code=outcome.error_code,
        error=outcome.message,
    )
