"""Remembers, while this process runs, what was handed in to it and left no row of its own."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from db.words import ImportStatus
from jobs.options import ImportOutcome

_MOST_BATCHES: Final = 200
_MOST_DOCUMENTS: Final = 5_000


@dataclass(frozen=True, slots=True)
class HandedIn:
    """One document as it was handed in; ``earlier``: it was known before."""

    name: str
    import_id: int | None
    earlier: bool
    error_code: str | None
    error: str | None


@dataclass(slots=True)
class Handed:
    """What was handed in last, by batch; the oldest is forgotten first."""

    most: int = _MOST_DOCUMENTS
    _batches: OrderedDict[str, list[HandedIn]] = field(default_factory=OrderedDict, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def add(self, batch: str, outcomes: Iterable[ImportOutcome]) -> None:
        """These were handed in, after what was before in the same batch."""
        with self._lock:
            self._batches.setdefault(batch, []).extend(map(_handed_in, outcomes))
            while self._is_full() and len(self._batches) > 1:
                self._batches.popitem(last=False)

    def all(self) -> dict[str, tuple[HandedIn, ...]]:
        """What is remembered, in the order in which batches began."""
        with self._lock:
            return {batch: tuple(documents) for batch, documents in self._batches.items()}

    def _is_full(self) -> bool:
        documents = sum(map(len, self._batches.values()))
        return documents > self.most or len(self._batches) > _MOST_BATCHES


def _handed_in(outcome: ImportOutcome) -> HandedIn:
    earlier = outcome.status is ImportStatus.DUPLICATE
    return HandedIn(outcome.name, outcome.import_id, earlier, outcome.error_code, outcome.message)
