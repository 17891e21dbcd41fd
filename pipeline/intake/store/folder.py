"""Documents kept in a folder of their owner's alone: whole on the disk, or not there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from db.private import private_bytes, private_folder
from pipeline.intake.store.errors import StoreAway


@dataclass(frozen=True, slots=True)
class Folder:
    """Files below ``root``, which is made with the first of them."""

    root: Path

    @property
    def place(self) -> str:
        """The folder."""
        return str(self.root)

    def read(self, name: str) -> bytes:
        """Raises FileNotFoundError and ``StoreAway``."""
        with self._typed(FileNotFoundError, NotADirectoryError):
            try:
                return (self.root / name).read_bytes()
            except NotADirectoryError:
                raise FileNotFoundError(name) from None

    def write(self, name: str, data: bytes) -> None:
        """Written beside, flushed to the disk and renamed. Raises ``StoreAway``."""
        with self._typed():
            with suppress(FileNotFoundError):
                return _write(self.root / name, data)
            # Somebody removed something there just now, and with it what was empty.
            return _write(self.root / name, data)

    def has(self, name: str) -> bool:
        """Raises ``StoreAway``."""
        with self._typed():
            return (self.root / name).is_file()

    def remove(self, name: str) -> None:
        """The folders above it stay only if something else is in them. Raises ``StoreAway``."""
        file = self.root / name
        with self._typed():
            file.unlink(missing_ok=True)
            # What was written beside it by one who was killed holds the same bytes.
            for beside in file.parent.glob(f".{file.name}.*.tmp"):
                beside.unlink(missing_ok=True)
        with suppress(OSError):
            for above in file.relative_to(self.root).parents[:-1]:
                (self.root / above).rmdir()

    def names(self, folder: str) -> Iterator[str]:
        """Raises ``StoreAway``."""
        with self._typed():
            for above, _, files in os.walk(self.root / folder, onerror=_raise):
                for file in files:
                    yield Path(above, file).relative_to(self.root).as_posix()

    @contextmanager
    def _typed(self, *but: type[OSError]) -> Iterator[None]:
        try:
            yield
        except but:
            raise
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise StoreAway(place=self.place, reason=reason) from error


def _write(file: Path, data: bytes) -> None:
    beside = file.with_name(f".{file.name}.{uuid4().hex}.tmp")
    private_folder(file.parent)
    try:
        with private_bytes(beside) as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)
    _flush(file.parent)


def _flush(folder: Path) -> None:
    """A new name is on the disk only when its folder is."""
    with suppress(OSError):  # Windows opens no folder
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _raise(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError):
        raise error
