"""Under which names documents are kept, and what can go wrong with the place that keeps them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar, Final, Protocol

from db.errors import ExtraMissing, TieoutError
from db.words import FaultClass


class StoreAway(TieoutError):
    """The documents kept at {place} cannot be reached: {reason}. Nothing is lost: queued work is
    tried again by itself. Check the share or the server; tieout doctor says more."""

    code: ClassVar[str] = "store_away"
    fault: ClassVar[FaultClass] = FaultClass.TRANSIENT


class NotInStore(TieoutError):
    """The document {sha256} is missing at {place}. Import its file again, which restores it: tieout
    import FILE. Or restore it from a backup.
    """

    code: ClassVar[str] = "not_in_store"
    fault: ClassVar[FaultClass] = FaultClass.TRANSIENT


class DocumentDamaged(TieoutError):
    """The document {sha256} at {place} is damaged: the disk or the server changed it. Import its
    file again, which repairs it: tieout import FILE. Or restore it from a backup.
    """

    code: ClassVar[str] = "document_damaged"
    fault: ClassVar[FaultClass] = FaultClass.TRANSIENT


class BadDocumentsPlace(TieoutError):
    """TIEOUT_DOCUMENTS must be a folder, or an object store as s3://bucket/prefix, gs://bucket or
    az://container, which the one given is not. Correct it, or leave it out.
    """

    code: ClassVar[str] = "bad_documents_place"
    fault: ClassVar[FaultClass] = FaultClass.CONFIGURATION


class StoreMissing(ExtraMissing):
    """The package that reaches object stores is not installed. Run: {install}"""

    code: ClassVar[str] = "store_missing"
    fault: ClassVar[FaultClass] = FaultClass.CONFIGURATION
    extra: ClassVar[str] = "store"


#: What is mended where documents are kept: no fact about the document itself.
NO_FACTS: tuple[type[TieoutError], ...] = (StoreAway, NotInStore, DocumentDamaged)


class Files(Protocol):
    """Bytes under names such as ``9f…/ab/cd/abcd…``. Each method raises ``StoreAway`` if the place
    cannot be used just now."""

    @property
    def place(self) -> str:
        """Where it is, for a person."""

    def read(self, name: str) -> bytes:
        """Raises FileNotFoundError too."""

    def write(self, name: str, data: bytes) -> None:
        """All of it or nothing, in the place of what was there."""

    def has(self, name: str) -> bool:
        """Whether there is something under that name."""

    def remove(self, name: str) -> None:
        """A name that is not there is passed over."""

    def names(self, folder: str) -> Iterator[str]:
        """Every name below the folder, which is in front of each."""


#: Also that of what is written beside it first, and stays if its writer is killed.
_HASHED: Final = re.compile(
    r"(?:[0-9a-f]{32}/)?"
    r"([0-9a-f]{2})/([0-9a-f]{2})/\.?(\1\2[0-9a-f]{60})(?:\.[0-9a-f]{32}\.tmp)?"
)


def name_of(identity: str, sha256: str) -> str:
    """Where this ledger keeps the document."""
    return f"{identity}/{old_name(sha256)}"


def old_name(sha256: str) -> str:
    """Where older versions kept it, for every ledger alike."""
    # A folder of millions of files is slow in many file systems.
    return f"{sha256[:2]}/{sha256[2:4]}/{sha256}"


def old_folders() -> Iterator[str]:
    """In these the old names are, and no ledger's."""
    return (f"{first:02x}" for first in range(256))


def hash_in(name: str) -> str | None:
    """Of which document the name is, if of any."""
    found = _HASHED.fullmatch(name)
    return found[3] if found else None
