"""Keeps the bytes of documents by their hash, for as long as a person wants them kept."""

import logging
from collections.abc import Sequence
from typing import Final

from sqlalchemy import Engine, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from db.engine import make_engine
from db.errors import TieoutError
from db.models import Document, Import
from db.session import change_rows, identity_of, read_only, unit_of_work
from db.words import ImportStatus, Kept
from jobs.options import Documents, Keep
from pipeline.intake.file import Intake
from pipeline.intake.places import StoreAway
from pipeline.intake.store import LedgerDocuments, Store

_LOG = logging.getLogger(__name__)
_BATCH: Final = 200
#: Nothing waits here, not even for a person who looks at the pages.
_OVER: Final = (
    ImportStatus.MATCHED,
    ImportStatus.DONE,
    ImportStatus.LEFT,
    ImportStatus.DUPLICATE,
)
_IMPORT: Final = Import, Import.document_id == Document.id
_CAN_GO: Final = Document.kept == Kept.KEPT, Import.status.in_(_OVER)


def keep(engine: Engine, documents: Documents, sha256: str, data: bytes) -> bool:
    """Keep these bytes before their row; whether any are kept. Raises ``StoreAway``."""
    if documents.keeping is None:
        return False
    _begin(engine, documents.keeping)
    documents.keeping.of(identity_of(engine)).put(sha256, data)
    return True


def mark_kept(session: Session, document_id: int) -> None:
    """Say in the document's row that its bytes are kept."""
    change_rows(session, Document, [document_id], {"kept": Kept.KEPT})


def keep_known(engine: Engine, documents: Documents, intake: Intake) -> None:
    """Keep a document that was brought in before: one that never was, if all are to be, and one
    that is said to be. Raises ``StoreAway``."""
    if documents.keeping is None:
        return
    query = select(Document.id, Document.kept).where(Document.sha256 == intake.sha256)
    with read_only(engine) as session:
        row = session.execute(query).first()
    if row is None or (row.kept is not Kept.KEPT and documents.keep is not Keep.ALWAYS):
        return
    keep(engine, documents, intake.sha256, intake.data)
    if row.kept is not Kept.KEPT:
        with unit_of_work(engine) as session:
            mark_kept(session, row.id)
        documents.make_sure(engine, intake.sha256, intake.data)


def drop_ended(engine: Engine, documents: Documents) -> int:
    """Where documents are kept only until then: drop those whose import is over; how many."""
    if documents.keep is not Keep.UNTIL_DONE or documents.store is None:
        return 0
    kept = documents.store.of(identity_of(engine))
    dropped, last = 0, 0
    while ids := _over(engine, last):
        dropped += sum(_drop(engine, kept, document_id) for document_id in ids)
        last = ids[-1]
    return dropped


def drop_ended_of(database_url: str, documents: Documents) -> None:
    """The same, for a process that does nothing else."""
    engine = make_engine(database_url)
    dropped = drop_ended(engine, documents)
    engine.dispose()
    if dropped:
        _LOG.info("dropped", extra={"documents": dropped})


def _over(engine: Engine, last: int) -> Sequence[int]:
    """The next documents after that one whose import is over."""
    over = (
        select(Document.id)
        .join(*_IMPORT)
        .where(*_CAN_GO, Document.id > last)
        .order_by(Document.id)
        .limit(_BATCH)
    )
    with read_only(engine) as session:
        return session.scalars(over).all()


def _drop(engine: Engine, kept: LedgerDocuments, document_id: int) -> bool:
    # Looked at once more: somebody may have something to do about it by now.
    over = select(Document).join(*_IMPORT).where(Document.id == document_id, *_CAN_GO)
    try:
        with unit_of_work(engine) as session:
            row = session.scalar(over.with_for_update())
            if row is not None:
                row.kept = Kept.DROPPED
                session.flush()
                kept.remove(row.sha256)
            return row is not None
    except TieoutError:
        return False  # there is another time


def remove_unclaimed(engine: Engine, kept: LedgerDocuments, sha256: str) -> bool:
    """Take a document's bytes away unless there is a row for it, or one that says that they were
    dropped; whether there was none.

    Anyone who brings the same document in at this moment waits for the row that is put in its place
    here, and then sees that the bytes are gone. Raises ``StoreAway``."""
    there = select(Document.kept).where(Document.sha256 == sha256).with_for_update()
    with unit_of_work(engine, dry_run=True) as session:
        row = session.execute(there).first()
        if row is None:
            session.add(Document(sha256=sha256, size=0))
        try:
            session.flush()
        except IntegrityError:
            session.rollback()
            return False
        if row is not None and row.kept is not Kept.DROPPED:
            return False
        kept.remove(sha256)
    return True


def _begin(engine: Engine, store: Store) -> None:
    """Raises ``StoreAway`` where the place is empty and the ledger's documents should be in it."""
    if store.begun():
        return
    with read_only(engine) as session:
        before = session.scalar(select(Document.id).where(Document.kept == Kept.KEPT).limit(1))
    if before is not None:
        raise StoreAway(place=store.place, reason="none of this ledger's documents is there")
    store.begin()
