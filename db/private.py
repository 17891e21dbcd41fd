"""Files for their owner only: whatever this program writes may hold somebody's figures.

What is made here is readable and writable for the owner alone from its first moment on, whatever
the umask says. On Windows, where files have no such modes, the folder's own rules hold.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import IO

_OWNER_FILE = 0o600
_OWNER_FOLDER = 0o700
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_BINARY = getattr(os, "O_BINARY", 0)
#: What SQLite writes beside a database, with the mode of the database.
_BESIDE = ("", "-wal", "-shm", "-journal")


def private_folder(folder: Path) -> None:
    """Make the folder and what is missing above it; one that is there keeps its mode."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(mode=_OWNER_FOLDER, exist_ok=True)


def private_file(file: Path, newline: str | None = None, *, add: bool = False) -> IO[str]:
    """The file opened to be written again, or to ``add`` to it, as UTF-8 text."""
    how = os.O_APPEND if add else os.O_TRUNC
    return os.fdopen(_opened(file, how), "a" if add else "w", encoding="utf-8", newline=newline)


def private_bytes(file: Path) -> IO[bytes]:
    return os.fdopen(_opened(file, os.O_TRUNC | _BINARY), "wb")


def _opened(file: Path, how: int) -> int:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | how, _OWNER_FILE)
    close_to_others(file)
    return descriptor


def write_private(file: Path, text: str) -> None:
    with private_file(file) as out:
        out.write(text)


def write_new_private(file: Path, text: str) -> None:
    """Put the text into a new file. Raises FileExistsError where there is one."""
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_FILE)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        out.write(text)


def write_new_private_bytes(file: Path, content: bytes) -> None:
    """Put bytes into a new file, which is whole or not there. Raises FileExistsError as above."""
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, _OWNER_FILE)
    try:
        with os.fdopen(descriptor, "wb") as out:
            out.write(content)
    except OSError:
        file.unlink(missing_ok=True)
        raise


def private_database(file: Path) -> None:
    """Make sure of a SQLite file before SQLite opens it: an empty one is made, and one that others
    could read is closed to them, with what lies beside it."""
    # One that is there is never opened here: to close it again would drop the locks of this
    # process's other connections, and one that took itself for the last one would remove the
    # write-ahead log under them, with all that they write from then on.
    # Whatever cannot be done here SQLite meets again at once, and reports it.
    with suppress(OSError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, _OWNER_FILE))
    for ending in _BESIDE:
        close_to_others(file.with_name(file.name + ending))


def close_to_others(file: Path) -> None:
    """Take a file of ours from everybody but its owner; another's is left as it is."""
    with suppress(OSError):
        if stat.S_ISREG(file.stat().st_mode) and file.stat().st_mode & _OTHERS:
            file.chmod(_OWNER_FILE)
