"""A folder of this machine for one user and one ledger, in which its processes tell each other
what no row can say.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Engine

from db.engine import place
from db.private import private_folder


def own_folder(engine: Engine) -> Path | None:
    """The folder, which is made if need be; None if there can be none, or if it is not ours."""
    if sys.platform == "win32":
        return None
    name = hashlib.sha256(_ledger(engine).encode()).hexdigest()[:16]
    with suppress(OSError):
        folder = Path(tempfile.gettempdir()) / f"tieout-{os.getuid()}" / name
        private_folder(folder)
        own = folder.parent.lstat()
        if own.st_uid == os.getuid() and not own.st_mode & 0o022:
            return folder
    return None


def _ledger(engine: Engine) -> str:
    """The same for all who use the ledger, from whichever folder they name its file."""
    if engine.dialect.name == "sqlite" and engine.url.database:
        return str(Path(engine.url.database).resolve())
    return place(engine)
