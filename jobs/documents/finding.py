"""Finds the bytes of documents where they are kept, and compares all of them with the ledger."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, select

from db.errors import TieoutError
from db.models import Document, Import
from db.session import change_identity, identity_of, new_identity, read_only, unit_of_work
from db.statements.pages import NoSuchImport
from db.words import FaultClass, Kept
from jobs.documents.keeping import keep, remove_unclaimed
from jobs.options import Documents
from pipeline.intake.file import Intake, IntakeError, take_in_bytes, take_in_path
from pipeline.intake.places import DocumentDamaged, NotInStore
from pipeline.intake.store import LedgerDocuments


class DocumentGone(TieoutError, fault=FaultClass.DOCUMENT):
    """The document of import {import_id} is no longer at {path}, or has changed. Put it back, or
    give the path of the same file: tieout reprocess {import_id} --file PATH
    """


class DocumentAway(TieoutError, fault=FaultClass.TRANSIENT):
    """The folder of the document of import {import_id}, {folder}, cannot be reached from this
    machine. If it is on a share, mount the share; queued work is tried again by itself."""


class DocumentNotKept(TieoutError, fault=FaultClass.DOCUMENT):
    """The document of import {import_id} came without a file, and documents were not kept. If you
    have its file: tieout reprocess {import_id} --file PATH"""


class DocumentDropped(TieoutError, fault=FaultClass.DOCUMENT):
    """The document of import {import_id} was removed after the import (TIEOUT_KEEP_DOCUMENTS). If
    you have its file: tieout reprocess {import_id} --file PATH
    """


class PlaceNotSet(TieoutError, fault=FaultClass.CONFIGURATION):
    """The document of import {import_id} is kept, but nothing says where. Set TIEOUT_DOCUMENTS to
    what it was when the document was brought in."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the rows say of the document."""

    import_id: int
    name: str
    sha256: str
    path: Path | None
    kept: Kept | None

    @classmethod
    def of(cls, work: Import) -> "Wanted | None":
        """The same where the import is at hand with its document; None if it has none."""
        known = work.document
        if known is None:
            return None
        path = Path(work.source_path) if work.source_path else None
        return cls(work.id, work.source_name, known.sha256, path, known.kept)

    def is_it(self, intake: Intake) -> bool:
        return intake.sha256 == self.sha256


def document_of(
    engine: Engine, import_id: int, documents: Documents, file: Path | None = None
) -> tuple[str, Intake]:
    """The name and the bytes of the import's document. ``file`` is where they are, if not where
    they are kept.

    Raises ``NoSuchImport``, ``DocumentNotKept``, ``DocumentDropped``, ``DocumentAway``,
    ``DocumentGone``, ``PlaceNotSet``, and what a store raises.
    """
    wanted = _wanted(engine, import_id)
    found = _had(engine, wanted, documents) if file is None else _from_file(wanted, file)
    return wanted.name, Intake(found.sha256, found.size, wanted.name, found.data)


def still_there(engine: Engine, import_id: int, documents: Documents) -> str:
    """The hash of the import's document, once it is known that its bytes can still be had. It reads
    no bytes where they are in their place. Raises what `document_of` raises."""
    wanted = _wanted(engine, import_id)
    be_there(engine, wanted, documents)
    return wanted.sha256


def be_there(engine: Engine, wanted: Wanted, documents: Documents) -> None:
    """The same of a document of which all is known. Raises what `document_of` raises."""
    if not _in_place(engine, wanted, documents):
        _had(engine, wanted, documents)


def _had(engine: Engine, wanted: Wanted, documents: Documents) -> Intake:
    if wanted.kept is Kept.KEPT:
        return _from_store(engine, wanted, documents)
    if wanted.kept is Kept.DROPPED:
        intake = _same_file(wanted)
        if intake is None:
            raise DocumentDropped(import_id=wanted.import_id)
        return intake
    if wanted.path is None:
        raise DocumentNotKept(import_id=wanted.import_id)
    return _from_file(wanted, wanted.path)


def _in_place(engine: Engine, wanted: Wanted, documents: Documents) -> bool:
    if wanted.kept is Kept.KEPT:
        kept = documents.of(engine)
        return kept is not None and kept.has(wanted.sha256)
    return wanted.path is not None and wanted.path.is_file()


def _wanted(engine: Engine, import_id: int) -> Wanted:
    with read_only(engine) as session:
        query = select(Import.source_name, Import.source_path, Document.sha256, Document.kept)
        query = query.join(Document, Document.id == Import.document_id)
        row = session.execute(query.where(Import.id == import_id)).one_or_none()
    if row is None:
        raise NoSuchImport(import_id=import_id)
    path = Path(row.source_path) if row.source_path else None
    return Wanted(import_id, row.source_name, row.sha256, path, row.kept)


def _from_store(engine: Engine, wanted: Wanted, documents: Documents) -> Intake:
    kept = documents.of(engine)
    if kept is None:
        raise PlaceNotSet(import_id=wanted.import_id)
    try:
        data = kept.get(wanted.sha256)
    except (NotInStore, DocumentDamaged):
        intake = _same_file(wanted)
        if intake is None:
            raise
        keep(engine, documents, intake.sha256, intake.data)
        return intake
    return take_in_bytes(data, wanted.name)


def _same_file(wanted: Wanted) -> Intake | None:
    with suppress(IntakeError):
        if wanted.path is not None and wanted.is_it(intake := take_in_path(wanted.path)):
            return intake
    return None


def _from_file(wanted: Wanted, path: Path) -> Intake:
    try:
        intake = take_in_path(path)
    except IntakeError as error:
        if _is_away(path, error):
            raise DocumentAway(import_id=wanted.import_id, folder=path.parent) from None
        raise DocumentGone(import_id=wanted.import_id, path=path) from None
    if not wanted.is_it(intake):
        raise DocumentGone(import_id=wanted.import_id, path=path)
    return intake


def _is_away(path: Path, error: IntakeError) -> bool:
    """Whether the file may be there, where only this machine cannot get at it just now. A share
    that is not mounted leaves an empty folder in its place."""
    cause = error.__cause__
    if isinstance(cause, OSError) and not isinstance(cause, FileNotFoundError):
        return True
    with suppress(OSError):
        return next(path.parent.iterdir(), None) is None
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """How many are whole, the imports whose document is lost or damaged, and how many documents no
    row refers to: left by who was stopped, or by an import that was undone or dropped."""

    whole: int
    lost: tuple[int, ...]
    damaged: tuple[int, ...]
    unclaimed: int
    removed: int


def check(engine: Engine, documents: Documents, *, remove: bool) -> Checked:
    """Read all documents kept; ``remove`` unclaimed ones. Raises ``PlaceNotSet``, ``StoreAway``."""
    with read_only(engine) as session:
        rows = select(Import.id, Document.sha256).join(Document, Document.id == Import.document_id)
        kept = session.execute(rows.where(Document.kept == Kept.KEPT).order_by(Import.id)).all()
        claimed = select(Document.sha256).where(Document.kept.is_distinct_from(Kept.DROPPED))
        known = frozenset(session.scalars(claimed))
    if documents.store is None:
        if kept:
            raise PlaceNotSet(import_id=kept[0].id)
        return Checked(whole=0, lost=(), damaged=(), unclaimed=0, removed=0)
    own = documents.store.of(identity_of(engine))
    found = {row.id: _is_whole(own, row.sha256) for row in kept}
    unclaimed = [sha256 for sha256 in dict.fromkeys(own.hashes()) if sha256 not in known]
    removed = [each for each in unclaimed if remove and remove_unclaimed(engine, own, each)]
    return Checked(
        whole=sum(whole is True for whole in found.values()),
        lost=tuple(number for number, whole in found.items() if whole is None),
        damaged=tuple(number for number, whole in found.items() if whole is False),
        unclaimed=len(unclaimed),
        removed=len(removed),
    )


def _is_whole(own: LedgerDocuments, sha256: str) -> bool | None:
    """None where it is not there at all."""
    try:
        own.get(sha256)
    except NotInStore:
        return None
    except DocumentDamaged:
        return False
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Separated:
    """Which ledger it is from now on, and how many documents were copied for it."""

    identity: str
    documents: int


def separate(engine: Engine, documents: Documents, *, dry_run: bool = False) -> Separated:
    """Make a copied ledger one of its own: its documents are copied, then its identity changes.
    Raises ``StoreAway``; then the ledger has not changed."""
    identity, copied = new_identity(), 0
    if documents.store is not None:
        before, after = documents.store.of(identity_of(engine)), documents.store.of(identity)
        with read_only(engine) as session:
            kept = session.scalars(select(Document.sha256).where(Document.kept == Kept.KEPT)).all()
        for sha256 in kept:
            # What is lost or damaged is so for the copy too.
            with suppress(DocumentDamaged, NotInStore):
                data = before.get(sha256)
                if not dry_run:
                    after.put(sha256, data)
                copied += 1
    with unit_of_work(engine, dry_run=dry_run) as session:
        change_identity(session, identity)
    return Separated(identity=identity, documents=copied)
