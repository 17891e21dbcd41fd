"""The work: documents by their content, and the imports that bring them in."""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Index, LargeBinary, String, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from db.models.base import Base, Id, Json, Ref, utc_now
from db.words import DocumentType, ImportStatus, Kept, Priority

#: What waits to be queued at once; two indexes hold these rows alone.
WAITING = "status = 'queued' AND run_after IS NULL"


class Document(Base):
    """The bytes of one file, known by their SHA-256 in hex; null is what intake could not find.

    ``words`` are those of its pages, compressed, from which its statements are proven again.
    ``warnings`` are sentences for anyone who reviews it. ``about`` is what is said of a document
    that holds no statement: ``{type, summary, by}``, where ``by`` is a model's name, or null for
    rules. ``kept`` says whether its bytes are kept by their hash; null is never."""

    __tablename__ = "documents"

    id: Mapped[Id]
    sha256: Mapped[str] = mapped_column(String(64), unique=True)
    size: Mapped[int] = mapped_column(BigInteger)
    pages: Mapped[int | None]
    encrypted: Mapped[bool | None]
    engine: Mapped[str | None]
    document_type: Mapped[DocumentType | None]
    words: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    warnings: Mapped[Json | None]
    about: Mapped[Json | None]
    kept: Mapped[Kept | None]
    created_at: Mapped[datetime] = mapped_column(default=utc_now)


def _of_waiting(name: str, *columns: str) -> Index:
    return Index(name, *columns, sqlite_where=text(WAITING), postgresql_where=text(WAITING))


class Import(Base):
    """One piece of work: bring one document in.

    ``attempts`` counts the claims and is the fencing token: a worker may write only while the row
    still carries the number it took. ``lease_until`` is renewed while the work goes on; a
    running import past it may be taken again. ``deaths`` counts the workers that ended without a
    word while they held it. A queued import waits until ``run_after``; ``waiting_for`` is the code
    of the error that it waits to pass, and ``waiting_since`` when that began. Of those that wait,
    the lowest ``priority`` goes first, then the lowest ``turn``; folders, each an ``origin``, take
    turns (`jobs.queue.submit`). ``tries`` counts the tries that each class of fault ended
    (`jobs.lease.tries`).
    ``options`` is how a person asked for it to be run (accounts in scope, window), and who works
    on it. ``handed_in_by`` is who sent the document with the pages or over HTTP; null is one that
    came from a file.
    ``explained_by`` is the import that all that is off here follows from
    (`pipeline.record.standing`).
    """

    __tablename__ = "imports"
    __table_args__ = (
        Index(None, "status", "run_after"),
        Index(None, "explained_by", "status"),
        # Serves the newest of a status.
        Index(None, "status", "id"),
        _of_waiting("ix_imports_waiting", "priority", "turn", "id"),
        _of_waiting("ix_imports_waiting_of_origin", "priority", "origin", "turn"),
    )

    id: Mapped[Id]
    document_id: Mapped[Ref | None] = mapped_column(ForeignKey("documents.id"), unique=True)
    source_name: Mapped[str]
    source_path: Mapped[str | None]
    options: Mapped[Json | None]
    status: Mapped[ImportStatus] = mapped_column(default=ImportStatus.QUEUED)
    priority: Mapped[int] = mapped_column(default=Priority.NORMAL)
    origin: Mapped[str | None]
    handed_in_by: Mapped[str | None]
    turn: Mapped[int] = mapped_column(BigInteger, default=0)
    stage: Mapped[str | None]
    progress: Mapped[str | None]
    attempts: Mapped[int] = mapped_column(default=0)
    deaths: Mapped[int] = mapped_column(default=0)
    tries: Mapped[Json | None]
    run_after: Mapped[datetime | None]
    waiting_for: Mapped[str | None]
    waiting_since: Mapped[datetime | None]
    heartbeat_at: Mapped[datetime | None]
    lease_until: Mapped[datetime | None]
    error_code: Mapped[str | None]
    error_message: Mapped[str | None]
    created_at: Mapped[datetime] = mapped_column(default=utc_now)
    finished_at: Mapped[datetime | None]
    explained_by: Mapped[Ref | None]

    document: Mapped[Document | None] = relationship()
