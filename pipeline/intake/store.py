"""Where documents are kept: one folder or object store, which several ledgers may share."""

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pipeline.intake.places import (
    SCHEMES,
    BadDocumentsPlace,
    DocumentDamaged,
    Files,
    Folder,
    NotInStore,
    Objects,
    StoreAway,
    hash_in,
    name_of,
)

#: Lies in every store that was begun: a share that is not mounted looks like an empty folder.
MARK: Final = "tieout-documents"
_MARK_TEXT: Final = b"Statements that tieout keeps, by the SHA-256 of their bytes.\n"
_TRIED: Final = "tieout-tried"
_IDENTITY: Final = re.compile("[0-9a-f]{32}")


def open_store(place: str) -> "Store":
    """The store at a folder, or at the URL of an object store. Nothing is made or sent yet.

    Raises ``BadDocumentsPlace`` and ``StoreMissing``.
    """
    scheme, separator, _ = place.partition("://")
    if not separator:
        return Store(Folder(Path(place).expanduser().absolute()))
    if scheme not in SCHEMES:
        raise BadDocumentsPlace
    return Store(Objects(place))


@dataclass(frozen=True, slots=True)
class Store:
    """One place for the documents of one ledger or many. Each method raises ``StoreAway`` too."""

    files: Files

    @property
    def place(self) -> str:
        return self.files.place

    def begun(self) -> bool:
        """Whether it was ever written to: what is not may be a share that is not mounted."""
        return self.files.has(MARK)

    def begin(self) -> None:
        """Make it ready for its first document."""
        self.files.write(MARK, _MARK_TEXT)

    def try_writing(self) -> None:
        """Put something there and take it away again."""
        self.files.write(_TRIED, b"")
        self.files.remove(_TRIED)

    def of(self, identity: str) -> "LedgerDocuments":
        """What this ledger keeps here. Raises ``ValueError`` for what is no ledger's identity."""
        if not _IDENTITY.fullmatch(identity):
            raise ValueError("a ledger's identity is 32 digits of hex")
        return LedgerDocuments(self.files, identity, self.begun)


@dataclass(frozen=True, slots=True)
class LedgerDocuments:
    """Documents by their SHA-256 in hex, under the ledger's identity. Each method raises
    ``StoreAway`` too."""

    files: Files
    identity: str
    begun: Callable[[], bool]

    @property
    def place(self) -> str:
        return self.files.place

    def put(self, sha256: str, data: bytes) -> None:
        name = name_of(self.identity, sha256)
        with suppress(FileNotFoundError):
            if self.files.read(name) == data:
                return
        self.files.write(name, data)

    def get(self, sha256: str) -> bytes:
        """The document's bytes. Raises ``NotInStore`` and ``DocumentDamaged``."""
        try:
            data = self.files.read(name_of(self.identity, sha256))
        except FileNotFoundError:
            if not self.begun():
                raise StoreAway(place=self.place, reason="nothing is kept there") from None
            raise NotInStore(sha256=sha256, place=self.place) from None
        if hashlib.sha256(data).hexdigest() != sha256:
            raise DocumentDamaged(sha256=sha256, place=self.place)
        return data

    def has(self, sha256: str) -> bool:
        return self.files.has(name_of(self.identity, sha256))

    def remove(self, sha256: str) -> None:
        """Take the document out; nothing happens where it is not."""
        self.files.remove(name_of(self.identity, sha256))

    def hashes(self) -> Iterator[str]:
        """Every document of this ledger alone of which there is anything; one may come twice."""
        for name in self.files.names(self.identity):
            if sha256 := hash_in(name):
                yield sha256
