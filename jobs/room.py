"""Lets an import that ended by force run beside fewer others of its machine, and in the end alone.

Whoever carries an import out holds a shared lock on a file of this machine; who has to be alone
holds it exclusively. A second file is a turnstile: while somebody waits to be alone nobody new
comes in, so that the wait ends. The system lets go of the locks of a process that dies.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import ClassVar, Final

from sqlalchemy import Engine

from db.errors import TieoutError
from db.words import FaultClass
from jobs.machine import own_folder
from jobs.tries import Company

_SECONDS_TO_WAIT: Final = 1800.0
_SECONDS_BETWEEN_LOOKS: Final = 0.1


class NotAlone(TieoutError):
    """This import has to run alone on its machine, and others ran there for too long. It is tried
    again by itself."""

    code: ClassVar[str] = "not_alone"
    fault: ClassVar[FaultClass] = FaultClass.TRANSIENT


@contextmanager
def room(engine: Engine, company: Company, look: Callable[[], None]) -> Iterator[None]:
    """Holds, while the block runs, as much of this machine as the import is to have.

    ``look`` is called again and again while it waits, and may raise. Raises ``NotAlone``. In order
    of the files nobody waits in a circle: few, turnstile, room.
    """
    with ExitStack() as held:
        folder = own_folder(engine)
        if folder is None:
            yield  # no place for the files: better beside others than never
            return
        deadline = time.monotonic() + _SECONDS_TO_WAIT
        alone = company is Company.ALONE
        if company is Company.FEW:
            held.enter_context(_lock(folder / "few", True, look, deadline))
        with _lock(folder / "turnstile", alone, look, deadline):
            held.enter_context(_lock(folder / "room", alone, look, deadline))
        yield


@contextmanager
def _lock(file: Path, by_itself: bool, look: Callable[[], None], deadline: float) -> Iterator[None]:
    descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        while not _locked(descriptor, by_itself):
            if time.monotonic() > deadline:
                raise NotAlone
            look()
            time.sleep(_SECONDS_BETWEEN_LOOKS)
        yield
    finally:
        os.close(descriptor)


def _locked(descriptor: int, by_itself: bool) -> bool:
    if sys.platform == "win32":
        return True  # workers do not run there
    import fcntl

    with suppress(BlockingIOError):
        fcntl.flock(descriptor, (fcntl.LOCK_EX if by_itself else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        return True
    return False
