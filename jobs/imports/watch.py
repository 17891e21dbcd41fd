"""Waits for files to land or change, and gives each once it is complete."""

import time
from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from db.errors import ExtraMissing
from jobs.options import DocumentSource

#: How often files that are still being written are looked at, in milliseconds.
_LOOK_MILLISECONDS = 500
#: A file that nobody wrote to for so long is whole. Less would trust the clock of another machine.
_SECONDS_OF_AN_OLD_FILE = 600.0
#: The system may drop a word of what happened, so now and then everything is looked at.
_SECONDS_BETWEEN_FULL_LOOKS = 60.0


class WatchMissing(ExtraMissing, extra="watch"):
    """The package that watches folders is not installed. Run: {install}"""


class _Look(NamedTuple):
    """What shows that a file was written to."""

    size: int
    written: int
    changed: int


@dataclass(slots=True)
class QuietFiles:
    """Which files have been left alone for ``seconds``; each state of a file is given once."""

    seconds: float
    _seen: dict[Path, tuple[_Look, float]] = field(default_factory=dict)
    _given: dict[Path, _Look] = field(default_factory=dict)

    def ready(self, files: Iterable[Path], clock: float, wall: float) -> list[Path]:
        """Those that may be read now; ``clock`` only ever rises, ``wall`` is the time of day."""
        return [file for file in files if self._is_ready(file, clock, wall)]

    def _is_ready(self, file: Path, clock: float, wall: float) -> bool:
        look = _look(file)
        if look is None or self._given.get(file) == look:
            self._seen.pop(file, None)
            return False
        before, since = self._seen.get(file, (None, clock))
        self._seen[file] = (look, since if before == look else clock)
        # A file that was there long before nobody has to be waited for.
        long_ago = max(self.seconds, _SECONDS_OF_AN_OLD_FILE) if self.seconds else 0
        old = before is None and wall - look.written / 1e9 >= long_ago
        if not old and (before != look or clock - since < self.seconds):
            return False
        del self._seen[file]
        self._given[file] = look
        return True

    def forget(self, file: Path) -> None:
        """Give it again, as it is, at the next look at everything: nothing came of it this time."""
        self._given.pop(file, None)

    @property
    def waiting(self) -> list[Path]:
        return list(self._seen)


def landing(
    folder: Path,
    find: Callable[[Path], Iterable[DocumentSource]],
    quiet: QuietFiles,
    *,
    poll: bool = False,
    looked: Callable[[], None] = lambda: None,
) -> Iterator[DocumentSource]:
    """The documents in the folder, then each that lands or changes there, without an end.

    ``find`` says which files are documents; ``poll`` looks again and again where the system
    reports nothing; ``looked`` is called after all that was there at the start has been given.
    Nothing is moved. Raises ``WatchMissing``; ``KeyboardInterrupt`` ends it.
    """
    found: dict[Path, DocumentSource] = {}
    at_start = True
    for everything in _moments({folder}, poll=poll):
        if everything:
            # A folder that came or went during the look: the next look will show it.
            with suppress(OSError):
                found = {source.path: source for source in find(folder) if source.path}
        files = list(found) if everything else [path for path in quiet.waiting if path in found]
        for path in quiet.ready(files, time.monotonic(), time.time()):
            yield found[path]
        if at_start and not quiet.waiting:
            looked()
            at_start = False


def changing(files: Callable[[], Set[Path]], quiet: QuietFiles) -> Iterator[None]:
    """Each time that one of the files was written to and is then left alone, without an end.

    ``files`` is asked again each time, as they may come to be others. Raises ``WatchMissing``;
    ``KeyboardInterrupt`` ends it.
    """
    while True:
        named = files()
        # Not the files, for many programs write a new one and put it in the place of the old.
        folders = {_folder_of(file) for file in named}
        for everything in _moments(folders, recursive=False):
            looked = named if everything else set(quiet.waiting)
            if quiet.ready(looked, time.monotonic(), time.time()):
                yield
                named = files()
            if {_folder_of(file) for file in named} != folders:
                break


def _folder_of(file: Path) -> Path:
    """The nearest folder above it that is there."""
    return next(folder for folder in file.parents if folder.is_dir())


def _moments(folders: Set[Path], *, poll: bool = False, recursive: bool = True) -> Iterator[bool]:
    """When to look: at everything, or only at what is not ready."""
    try:
        from watchfiles import watch
    except ModuleNotFoundError:
        raise WatchMissing from None
    changes = watch(
        *folders,
        watch_filter=None,
        recursive=recursive,
        force_polling=poll or None,
        rust_timeout=_LOOK_MILLISECONDS,
        yield_on_timeout=True,
        ignore_permission_denied=True,
    )
    # It watches only from its first answer on, and a first look at much takes long.
    next(changes)
    yield True
    looked = time.monotonic()
    for change in changes:
        everything = bool(change) or time.monotonic() - looked > _SECONDS_BETWEEN_FULL_LOOKS
        if everything:
            looked = time.monotonic()
        yield everything


def _look(file: Path) -> _Look | None:
    try:
        status = file.stat()
    except OSError:
        return None  # it has gone again
    return _Look(status.st_size, status.st_mtime_ns, status.st_ctime_ns)
