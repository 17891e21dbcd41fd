"""What a folder and an object store have in common: bytes under names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol


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
        """Nothing happens where there is none."""

    def names(self, folder: str) -> Iterator[str]:
        """Every name below the folder, which stands in front of each."""
