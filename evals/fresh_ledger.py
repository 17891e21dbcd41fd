"""A ledger of its own for each trial, gone when the trial ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory, mkdtemp

from sqlalchemy import Engine

from db.engine import make_engine
from db.upgrade import upgrade


@contextmanager
def fresh_ledger(fill: Callable[[Engine], object] | None = None) -> Iterator[Engine]:
    """A ledger without accounts, or as ``fill`` fills one once, for as long as the block runs."""
    with TemporaryDirectory(prefix="tieout-eval-") as folder:
        engine = make_engine(str(copyfile(_made(fill), Path(folder, "ledger.sqlite"))))
        try:
            yield engine
        finally:
            engine.dispose()


@cache
def _made(fill: Callable[[Engine], object] | None) -> Path:
    path = Path(mkdtemp(prefix="tieout-eval-"), "made.sqlite")
    engine = make_engine(str(path), create=True)
    upgrade(engine)
    if fill is not None:
        fill(engine)
    engine.dispose()
    return path
