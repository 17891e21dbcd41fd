"""Copies a ledger with its documents and brings it back, or forgets parts of it for good."""

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import Engine, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from app.access.rights import person
from app.access.sessions import end_all, how_much_lets_in
from app.errors import BackupDamaged, BackupElsewhere, LedgerThere, NoBackup, NoPlaceToPut
from app.shapes.administration import BackedUpShape, ForgottenShape, RestoredShape
from app.shapes.writing import shaped
from db.engine import LedgerBusy, make_engine, parse_url, typed_errors
from db.errors import TieoutError
from db.models import Base, Document, Statement
from db.private import private_database, private_folder
from db.session import change_identity, identity_of, read_only, unit_of_work
from db.upgrade import HEAD, clean, current_revision, require_current
from db.words import Kept, ReadingStatus
from jobs.options import Documents
from pipeline.intake.places import DocumentDamaged, NotInStore
from pipeline.intake.store import LedgerDocuments, open_store
from pipeline.record.drafts import draft_of, is_of_this_kernel
from pipeline.review.forgetting import Forgotten, forget_account, forget_document

LEDGER: Final = "ledger.db"
DOCUMENTS: Final = "documents"


def back_up(engine: Engine, documents: Documents, folder: Path) -> BackedUpShape:
    """Copy the ledger as it is at one moment, and then the documents that it refers to.

    What an earlier backup in the folder holds already is not copied again. Of a document that is
    lost or damaged the copy says that it is not kept, so that all the rest can be restored.
    Raises ``BackupElsewhere``, ``StoreAway`` and ``LedgerUnreachable``."""
    if engine.dialect.name != "sqlite":
        raise BackupElsewhere
    private_folder(folder)
    copy = folder / f".{LEDGER}"
    with typed_errors(engine):
        _copy(Path(engine.url.database or ""), copy)
    kept = open_store(str(folder / DOCUMENTS))
    if not kept.begun():
        kept.begin()
    with _opened(copy) as ledger:
        hashes = _hashes(ledger)
        source, target = documents.of(ledger), kept.of(identity_of(ledger))
        missing = [each for each in hashes if not _copied(source, target, each)]
        with unit_of_work(ledger) as session:
            for sha256 in missing:
                of_it = update(Document).where(Document.sha256 == sha256)
                session.execute(of_it.values(kept=None))
    _in_one_file(copy)
    copy.replace(folder / LEDGER)
    lost = len(missing)
    return BackedUpShape(folder=str(folder), documents=len(hashes) - lost, missing=lost)


def restore(
    folder: Path,
    database_url: str,
    documents: Documents,
    *,
    replace: bool,
    keep_access: bool = False,
    dry_run: bool = False,
) -> RestoredShape:
    """Bring a backup back, after each document was held to its hash and each proof made again, and
    its tables were brought up to date.

    It is the ledger that it replaces from then on, by identity, or else the one that was backed up.
    Sessions and tokens end, unless ``keep_access``: some may have been ended after the backup.
    ``dry_run`` does that and no more. Raises ``NoBackup``, ``BackupDamaged``, ``LedgerThere``,
    ``BackupElsewhere``, ``LedgerOutdated``, ``LedgerTooOld``, ``DocumentDamaged``,
    ``NotInStore`` and ``StoreAway``; then nothing was replaced."""
    ledger = _file_of(database_url)
    if not (folder / LEDGER).is_file():
        raise NoBackup(folder=folder)
    if ledger.exists() and not (replace or dry_run):
        raise LedgerThere(file=ledger)
    kept = open_store(str(folder / DOCUMENTS))
    with _copy_of(folder / LEDGER, None if dry_run else ledger.parent) as copy:
        with _opened(copy) as books:
            _check_tables(books, folder)
            hashes, backed_up = _hashes(books), kept.of(identity_of(books))
            for sha256 in hashes:
                backed_up.get(sha256)
            statements, proven = _proven_again(books)
            sessions, tokens = (0, 0) if keep_access else how_much_lets_in(books)
            if not (dry_run or keep_access):
                end_all(books)
            if not dry_run:
                _take_over(books, ledger)
                _put_back(documents, books, backed_up, hashes)
        if not dry_run:
            _put_in_place(copy, ledger)
    return RestoredShape(
        ledger=str(ledger),
        documents=len(hashes),
        statements=statements,
        proven=proven,
        sessions_ended=sessions,
        tokens_revoked=tokens,
    )


@contextmanager
def _copy_of(backup: Path, beside: Path | None) -> Iterator[Path]:
    """What is done to it does not change the backup, which may lie where nothing can be written."""
    if beside is not None:
        private_folder(beside)
    with tempfile.TemporaryDirectory(prefix=".restoring-", dir=beside) as folder:
        copy = Path(folder) / LEDGER
        # Raises ``BackupDamaged`` where SQLite finds a fault, or where it is no ledger.
        try:
            with closing(
                sqlite3.connect(f"{backup.absolute().as_uri()}?immutable=1", uri=True)
            ) as file:
                found = str(file.execute("PRAGMA integrity_check(1)").fetchone()[0])
                tables = {name for (name,) in file.execute("SELECT name FROM sqlite_master")}
        except sqlite3.DatabaseError as error:
            found, tables = str(error), set()
        if found == "ok" and "alembic_version" not in tables:
            found = "it has no tables of a ledger"
        if found != "ok":
            raise BackupDamaged(folder=backup.parent, why=found)
        _copy(backup, copy)
        yield copy


def _check_tables(books: Engine, folder: Path) -> None:
    """The same where a table or a column is missing."""
    for table in Base.metadata.sorted_tables:
        try:
            with books.connect() as connection:
                connection.execute(select(table).limit(0))
        except DBAPIError as error:
            raise BackupDamaged(folder=folder, why=str(error.orig)) from error


def _put_in_place(copy: Path, ledger: Path) -> None:
    beside = ledger.with_name(f".{ledger.name}.restored")
    _copy(copy, beside)
    for ending in ("-wal", "-shm", "-journal"):
        ledger.with_name(ledger.name + ending).unlink(missing_ok=True)
    beside.replace(ledger)


def _file_of(database_url: str) -> Path:
    url = parse_url(database_url)
    if url.get_backend_name() != "sqlite" or not url.database:
        raise BackupElsewhere
    return Path(url.database)


def _copy(source: Path, target: Path) -> None:
    """SQLite's own way, which others may write beside."""
    target.unlink(missing_ok=True)
    private_database(target)
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other)
    _in_one_file(target)


def _in_one_file(ledger: Path) -> None:
    """With nothing beside it that could be left behind, or would be needed to read it."""
    with closing(sqlite3.connect(ledger)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def _hashes(ledger: Engine) -> list[str]:
    with read_only(ledger) as session:
        kept = select(Document.sha256).where(Document.kept == Kept.KEPT)
        return list(session.scalars(kept.order_by(Document.sha256)))


def _copied(source: LedgerDocuments | None, target: LedgerDocuments, sha256: str) -> bool:
    """Whether the document is in the backup: one that is damaged or lost cannot be."""
    try:
        target.get(sha256)
    except (NotInStore, DocumentDamaged):
        try:
            data = None if source is None else source.get(sha256)
        except (NotInStore, DocumentDamaged):
            data = None
        if data is None:
            return False
        target.put(sha256, data)
    return True


def _take_over(restored: Engine, replaced: Path) -> None:
    """Or a copy in the place of another ledger would own the same documents as its original."""
    with suppress(TieoutError), _opened(replaced, as_it_is=True) as ledger:
        identity = identity_of(ledger)
        with unit_of_work(restored) as session:
            change_identity(session, identity)


def _put_back(
    documents: Documents, restored: Engine, kept: LedgerDocuments, hashes: list[str]
) -> None:
    if not hashes:
        return
    if documents.store is None:
        raise NoPlaceToPut
    if not documents.store.begun():
        documents.store.begin()
    target = documents.store.of(identity_of(restored))
    for sha256 in hashes:
        target.put(sha256, kept.get(sha256))


def _proven_again(ledger: Engine) -> tuple[int, int]:
    """How many statements were proven, and how many of them the kernel proves again now."""
    with read_only(ledger) as session:
        query = select(Statement).where(Statement.status == ReadingStatus.PROVEN)
        rows = [row for row in session.scalars(query) if is_of_this_kernel(row)]
        return len(rows), sum(draft_of(row).status is ReadingStatus.PROVEN for row in rows)


@contextmanager
def _opened(ledger: Path, *, as_it_is: bool = False) -> Iterator[Engine]:
    engine = make_engine(str(ledger))
    try:
        with typed_errors(engine):
            if not as_it_is:
                found = current_revision(engine)
                if found is not None and found < HEAD:
                    from db.upgrade import upgrade

                    upgrade(engine)
            require_current(engine)
        yield engine
    finally:
        engine.dispose()


def document(
    engine: Engine, documents: Documents, import_id: int, *, locked: bool, dry_run: bool
) -> ForgottenShape:
    """Forget an import's document. Raises what `forget_document` raises, and ``StoreAway``."""

    def act(session: Session) -> Forgotten:
        return forget_document(session, import_id, person(), locked=locked)

    return _forgotten(engine, documents, act, dry_run=dry_run)


def account(
    engine: Engine, documents: Documents, account_id: int, *, locked: bool, dry_run: bool
) -> ForgottenShape:
    """Forget an account. Raises what `forget_account` raises, and ``StoreAway``."""

    def act(session: Session) -> Forgotten:
        return forget_account(session, account_id, person(), locked=locked)

    return _forgotten(engine, documents, act, dry_run=dry_run)


def _forgotten(
    engine: Engine, documents: Documents, act: Callable[[Session], Forgotten], *, dry_run: bool
) -> ForgottenShape:
    kept = documents.of(engine)
    with unit_of_work(engine, dry_run=dry_run) as session:
        found = act(session)
        if kept is not None:
            # Before the rows are gone for good: anyone who is stopped here does it again.
            for sha256 in () if dry_run else found.documents:
                kept.remove(sha256)
    cleaned = False
    if not dry_run:
        with suppress(LedgerBusy):
            cleaned = clean(engine)
    return shaped(ForgottenShape, found, documents=len(found.documents), cleaned=cleaned)
