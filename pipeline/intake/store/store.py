"""Where documents are kept: one folder or object store, which several ledgers may share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pipeline.intake.store.errors import BadDocumentsPlace
from pipeline.intake.store.files import Files
from pipeline.intake.store.folder import Folder
from pipeline.intake.store.names import hash_in, old_folders, old_name
from pipeline.intake.store.objects import SCHEMES, Objects
from pipeline.intake.store.of_ledger import LedgerDocuments

#: Lies in every store that was begun: a share that is not mounted looks like an empty folder.
MARK: Final = "tieout-documents"
_MARK_TEXT: Final = b"Statements that tieout keeps, by the SHA-256 of their bytes.\n"
_TRIED: Final = "tieout-tried"
_IDENTITY: Final = re.compile("[0-9a-f]{32}")


def open_store(place: str, *, alone: bool = False) -> Store:
    """The store at a folder, or at the URL of an object store. Nothing is made or sent yet.

    ``alone``: one ledger alone keeps its documents there. Raises ``BadDocumentsPlace`` and
    ``StoreMissing``.
    """
    scheme, separator, _ = place.partition("://")
    if not separator:
        return Store(Folder(Path(place).expanduser().absolute()), alone=alone)
    if scheme not in SCHEMES:
        raise BadDocumentsPlace
    return Store(Objects(place), alone=alone)


@dataclass(frozen=True, slots=True)
class Store:
    """One place for the documents of one ledger or many. Each method raises ``StoreAway`` too.

    Older versions kept the documents of all ledgers side by side, in its "old place".
    """

    files: Files
    alone: bool = False

    @property
    def place(self) -> str:
        """Where it is, for a person."""
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

    def of(self, identity: str) -> LedgerDocuments:
        """What this ledger keeps here. Raises ``ValueError`` for what is no ledger's identity."""
        if not _IDENTITY.fullmatch(identity):
            raise ValueError("a ledger's identity is 32 digits of hex")
        return LedgerDocuments(self.files, identity, self.begun, alone=self.alone)

    def old_hashes(self) -> Iterator[str]:
        """Every document in the old place, whosoever; one may come twice."""
        for folder in old_folders():
            for name in self.files.names(folder):
                if sha256 := hash_in(name):
                    yield sha256

    def remove_old(self, sha256: str) -> None:
        """Take the document out of the old place; nothing happens where it is not."""
        self.files.remove(old_name(sha256))
