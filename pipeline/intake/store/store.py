"""Documents kept by their content: put once, held to their hash whenever they are taken out."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pipeline.intake.store.errors import BadDocumentsPlace, DocumentDamaged, NotInStore, StoreAway
from pipeline.intake.store.files import Files
from pipeline.intake.store.folder import Folder
from pipeline.intake.store.objects import SCHEMES, Objects

#: Lies in every store that was begun: a share that is not mounted looks like an empty folder.
MARK: Final = "tieout-documents"
_MARK_TEXT: Final = b"Statements that tieout keeps, by the SHA-256 of their bytes.\n"
#: Also that of what is written beside it first, and stays if its writer is killed.
_NAME: Final = re.compile(
    r"([0-9a-f]{2})/([0-9a-f]{2})/\.?(\1\2[0-9a-f]{60})(?:\.[0-9a-f]{32}\.tmp)?"
)


def open_store(place: str) -> Store:
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
    """Documents by their SHA-256 in hex. Each method raises ``StoreAway`` too."""

    files: Files

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

    def put(self, sha256: str, data: bytes) -> None:
        """See to it that these bytes are there; what was damaged is mended."""
        with suppress(FileNotFoundError):
            if self.files.read(_name(sha256)) == data:
                return
        self.files.write(_name(sha256), data)

    def get(self, sha256: str) -> bytes:
        """The document's bytes. Raises ``NotInStore`` and ``DocumentDamaged``."""
        try:
            data = self.files.read(_name(sha256))
        except FileNotFoundError:
            if not self.begun():
                raise StoreAway(place=self.place, reason="nothing is kept there") from None
            raise NotInStore(sha256=sha256, place=self.place) from None
        if hashlib.sha256(data).hexdigest() != sha256:
            raise DocumentDamaged(sha256=sha256, place=self.place)
        return data

    def has(self, sha256: str) -> bool:
        """Whether something is kept as that document."""
        return self.files.has(_name(sha256))

    def remove(self, sha256: str) -> None:
        """Take the document out; nothing happens where it is not."""
        self.files.remove(_name(sha256))

    def hashes(self) -> Iterator[str]:
        """Every document of which there is anything; one may come twice."""
        for name in self.files.names():
            if found := _NAME.fullmatch(name):
                yield found[3]


def _name(sha256: str) -> str:
    # A folder of millions of files is slow in many file systems.
    return f"{sha256[:2]}/{sha256[2:4]}/{sha256}"
