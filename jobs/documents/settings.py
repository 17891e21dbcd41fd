"""Says where the bytes of documents are kept and for how long, from the settings."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from pipeline.intake.store import LedgerDocuments, Store

if TYPE_CHECKING:
    from sqlalchemy import Engine


class Keep(StrEnum):
    """For how long documents are kept."""

    ALWAYS = "always"
    #: until nobody has anything left to do about it
    UNTIL_DONE = "until_done"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Documents:
    """Where documents are kept, None for nowhere, and for how long."""

    store: Store | None = None
    keep: Keep = Keep.ALWAYS

    @property
    def keeping(self) -> Store | None:
        """Where new documents are put, if they are kept at all."""
        return None if self.keep is Keep.NEVER else self.store

    def of(self, engine: Engine) -> LedgerDocuments | None:
        """What this ledger keeps there."""
        # Anyone who only reads a file is spared the database.
        from db.session import identity_of

        return None if self.store is None else self.store.of(identity_of(engine))

    def make_sure(self, engine: Engine, sha256: str, data: bytes) -> None:
        """After their row was written: put them again if somebody forgot them meanwhile."""
        if self.keeping is None:
            return
        kept = self.of(engine)
        if kept is not None and not kept.has(sha256):
            kept.put(sha256, data)


#: Every document stays in its file, and nowhere else.
NOWHERE: Final = Documents()
