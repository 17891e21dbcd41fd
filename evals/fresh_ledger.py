"""A ledger of its own for each trial: tables without a row, gone when the trial ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory, mkdtemp

from sqlalchemy import Engine

from db.engine import make_engine
from db.upgrade import upgrade


@contextmanager
def fresh_ledger() -> Iterator[Engine]:
    """A ledger without accounts, for as long as the block runs."""
    with TemporaryDirectory(prefix="tieout-eval-") as folder:
        engine = make_engine(str(copyfile(_empty(), Path(folder, "ledger.sqlite"))))
        try:
            yield engine
        finally:
            engine.dispose()


@cache
def _empty() -> Path:
    path = Path(mkdtemp(prefix="tieout-eval-"), "empty.sqlite")
    engine = make_engine(str(path), create=True)
    upgrade(engine)
    engine.dispose()
    return path
