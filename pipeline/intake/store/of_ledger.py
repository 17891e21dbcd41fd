"""The documents of one ledger: put once, held to their hash whenever they are taken out."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from pipeline.intake.store.errors import DocumentDamaged, NotInStore, StoreAway
from pipeline.intake.store.files import Files
from pipeline.intake.store.names import hash_in, name_of, old_folders, old_name


@dataclass(frozen=True, slots=True)
class LedgerDocuments:
    """Documents by their SHA-256 in hex, under the ledger's identity. Each method raises
    ``StoreAway`` too.

    What lies in the old place, without an identity, is found as well. It may be another ledger's
    too, so it is removed there only if this one is ``alone``.
    """

    files: Files
    identity: str
    begun: Callable[[], bool]
    alone: bool = False

    @property
    def place(self) -> str:
        """Where it is, for a person."""
        return self.files.place

    def put(self, sha256: str, data: bytes) -> None:
        """See to it that these bytes are there; what was damaged is mended."""
        name = name_of(self.identity, sha256)
        with suppress(FileNotFoundError):
            if self.files.read(name) == data:
                return
        self.files.write(name, data)

    def get(self, sha256: str) -> bytes:
        """The document's bytes. Raises ``NotInStore`` and ``DocumentDamaged``."""
        damaged = False
        for name in (name_of(self.identity, sha256), old_name(sha256)):
            with suppress(FileNotFoundError):
                data = self.files.read(name)
                if hashlib.sha256(data).hexdigest() == sha256:
                    return data
                damaged = True
        if damaged:
            raise DocumentDamaged(sha256=sha256, place=self.place)
        if not self.begun():
            raise StoreAway(place=self.place, reason="nothing is kept there")
        raise NotInStore(sha256=sha256, place=self.place)

    def has(self, sha256: str) -> bool:
        """Whether something is kept as that document."""
        return self.has_own(sha256) or self.has_old(sha256)

    def has_own(self, sha256: str) -> bool:
        """Whether something is kept as that document under this ledger's identity."""
        return self.files.has(name_of(self.identity, sha256))

    def has_old(self, sha256: str) -> bool:
        """Whether something lies in the old place as that document."""
        return self.files.has(old_name(sha256))

    def remove(self, sha256: str) -> None:
        """Take the document out; nothing happens where it is not."""
        self.files.remove(name_of(self.identity, sha256))
        if self.alone:
            self.files.remove(old_name(sha256))

    def hashes(self) -> Iterator[str]:
        """Every document of this ledger alone of which there is anything; one may come twice."""
        for folder in (self.identity, *(old_folders() if self.alone else ())):
            for name in self.files.names(folder):
                if sha256 := hash_in(name):
                    yield sha256
