"""Watches what an import does: CPU of its stages, statements of SQL, transactions that write."""

from __future__ import annotations

import functools
import importlib
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from sqlalchemy import Connection, Engine, event

from db.engine import READ_ONLY

Stage = tuple[str, str, str]
"""What a stage is called, and the module and the name of the function that it is."""


@dataclass(slots=True)
class Watched:
    """Seconds of CPU by stage, how often SQL was asked and for how many seconds, and the seconds
    of every transaction that wrote, and of CPU in it."""

    stages: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    asked: int = 0
    in_sql: float = 0.0
    writing: list[float] = field(default_factory=list)
    writing_cpu: list[float] = field(default_factory=list)


@contextmanager
def watching(engine: Engine, stages: Sequence[Stage]) -> Iterator[Watched]:
    """Watch everything that is done with this engine while the block runs."""
    found = Watched()
    with ExitStack() as stack:
        for name, module, path in stages:
            stack.enter_context(_timed(found, name, module, path))
        stack.enter_context(_listening(engine, found))
        yield found


@contextmanager
def _timed(found: Watched, name: str, module: str, path: str) -> Iterator[None]:
    owner: Any = importlib.import_module(module)
    *parts, last = path.split(".")
    for part in parts:
        owner = getattr(owner, part)
    function: Callable[..., object] = getattr(owner, last)

    @functools.wraps(function)
    def timed(*arguments: object, **named: object) -> object:
        begun = time.process_time()
        try:
            return function(*arguments, **named)
        finally:
            found.stages[name] += time.process_time() - begun

    with patch.object(owner, last, timed):
        yield


@contextmanager
def _listening(engine: Engine, found: Watched) -> Iterator[None]:
    """A transaction writes from its first statement on: SQLite locks there, and PostgreSQL's
    begin with one that writes."""
    begun: dict[int, tuple[float, float]] = {}

    def before(connection: Connection, *_: object) -> None:
        now = time.perf_counter()
        connection.info["asked"] = now
        if not _only_reads(connection):
            times = now, time.process_time()
            begun.setdefault(id(connection.connection.dbapi_connection), times)

    def after(connection: Connection, *_: object) -> None:
        found.asked += 1
        found.in_sql += time.perf_counter() - connection.info["asked"]

    commit, rollback = engine.dialect.do_commit, engine.dialect.do_rollback

    def committed(connection: Any) -> None:
        commit(connection)
        since = begun.pop(id(getattr(connection, "dbapi_connection", connection)), None)
        if since is not None:
            found.writing.append(time.perf_counter() - since[0])
            found.writing_cpu.append(time.process_time() - since[1])

    def rolled_back(connection: Any) -> None:
        begun.pop(id(getattr(connection, "dbapi_connection", connection)), None)
        rollback(connection)

    event.listen(engine, "before_cursor_execute", before)
    event.listen(engine, "after_cursor_execute", after)
    with (
        patch.object(engine.dialect, "do_commit", committed),
        patch.object(engine.dialect, "do_rollback", rolled_back),
    ):
        yield
    event.remove(engine, "before_cursor_execute", before)
    event.remove(engine, "after_cursor_execute", after)


def _only_reads(connection: Connection) -> bool:
    options = connection.get_execution_options()
    return bool(options.get(READ_ONLY) or options.get("postgresql_readonly"))
