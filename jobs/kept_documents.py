"""Where the bytes of documents are kept and for how long, as settings say it; without a ledger."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pipeline.intake.store.store import Store


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

    def make_sure(self, sha256: str, data: bytes) -> None:
        """After their row was written: put them again if somebody forgot them meanwhile."""
        if self.keeping is not None and not self.keeping.has(sha256):
            self.keeping.put(sha256, data)


#: Every document stays in its file, and nowhere else.
NOWHERE: Final = Documents()
