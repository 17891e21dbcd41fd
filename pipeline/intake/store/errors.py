"""What can go wrong with the place where documents are kept; no fact about a document."""

from __future__ import annotations

from typing import ClassVar

from db.errors import TieoutError
from db.extras import ExtraMissing
from db.words import FaultClass


class StoreAway(TieoutError):
    """The documents kept at {place} cannot be reached: {reason}. Nothing is lost: queued work is
    tried again by itself. Check the share or the server; tieout doctor says more."""

    code: ClassVar[str] = "store_away"
    fault: ClassVar[FaultClass] = FaultClass.TRANSIENT


class NotInStore(TieoutError):
    """The document {sha256} is not among those kept at {place}. Bring its file in again, which puts
    it back: tieout import FILE. Or put it back from a backup."""

    code: ClassVar[str] = "not_in_store"
    fault: ClassVar[FaultClass] = FaultClass.TRANSIENT


class DocumentDamaged(TieoutError):
    """What is kept at {place} as the document {sha256} is not what was put there: the disk or the
    server damaged it. Bring its file in again, which mends it: tieout import FILE. Or put it
    back from a backup."""

    code: ClassVar[str] = "document_damaged"
    fault: ClassVar[FaultClass] = FaultClass.TRANSIENT


class BadDocumentsPlace(TieoutError):
    """TIEOUT_DOCUMENTS must be a folder, or an object store as s3://bucket/prefix, gs://bucket or
    az://container, which the one given is not. Mend it, or leave it out."""

    code: ClassVar[str] = "bad_documents_place"
    fault: ClassVar[FaultClass] = FaultClass.CONFIGURATION


class StoreMissing(ExtraMissing):
    """The package that reaches object stores is not installed. Run: {install}"""

    code: ClassVar[str] = "store_missing"
    fault: ClassVar[FaultClass] = FaultClass.CONFIGURATION
    extra: ClassVar[str] = "store"


#: What is mended where documents are kept: no fact about the document itself.
NO_FACTS: tuple[type[TieoutError], ...] = (StoreAway, NotInStore, DocumentDamaged)
