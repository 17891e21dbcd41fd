"""How long real documents keep a worker and the database's server busy, one by one."""

from __future__ import annotations

import os
import resource
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, event

from db.engine import make_engine
from db.upgrade import upgrade
from jobs.imports.inline import import_one
from jobs.options import DocumentSource, ImportOptions
from pipeline.progress import Silent
from tests.support import postgres
from tests.support.piles import fill_ledger, make_pile

_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class ServiceTime:
    """Of one document: seconds of processor on either side, and the statements it sent."""

    worker: float
    database: float
    statements: int


def recorded(count: int) -> list[ServiceTime]:
    """So many one-page statements brought in here, one after the other, through PostgreSQL."""
    with tempfile.TemporaryDirectory() as folder, postgres.own_server() as server:
        engine = make_engine(server.url.render_as_string(hide_password=False), create=True)
        upgrade(engine)
        fill_ledger(engine, count * 10 // 9 + 1)
        files = [f for f in make_pile(Path(folder) / "pile", count * 10 // 9 + 1) if _whole(f)]
        assert server.process is not None
        times = list(_each(engine, files[:count], server.process.pid))
        engine.dispose()
    return times


def _each(engine: Engine, files: list[Path], server: int) -> Iterator[ServiceTime]:
    options = ImportOptions()
    read = options.reader(options.password_book)
    share = _database_share(engine, files[: len(files) // 4], server)
    for file in files[len(files) // 4 :]:
        with _counted(engine) as sent:
            before = _own()
            import_one(engine, DocumentSource(file.name, file), options, read, Silent())
            spent = _own() - before
        yield ServiceTime(spent, share * sent[0], sent[0])


def _database_share(engine: Engine, files: list[Path], server: int) -> float:
    """Seconds of the server's processor a statement.

    The system counts them in hundredths of a second, so they are taken over many documents.
    """
    options = ImportOptions()
    read = options.reader(options.password_book)
    before = _spent(server)
    with _counted(engine) as sent:
        for file in files:
            import_one(engine, DocumentSource(file.name, file), options, read, Silent())
    return (_spent(server) - before) / max(1, sent[0])


@contextmanager
def _counted(engine: Engine) -> Iterator[list[int]]:
    sent = [0]

    def one(*_: object) -> None:
        sent[0] += 1

    event.listen(engine, "after_cursor_execute", one)
    try:
        yield sent
    finally:
        event.remove(engine, "after_cursor_execute", one)


def _own() -> float:
    """Of this process and of its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def _spent(server: int) -> float:
    """Of the server and all its processes, also of those that have ended."""
    family = [server, *map(int, _children(server))]
    return sum(_ticks(pid) for pid in family) / _TICKS


def _children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def _ticks(pid: int) -> int:
    try:
        parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    # utime, stime, and both of the children that were waited for: proc(5), fields 14 to 17.
    return sum(map(int, parts[11:15]))


def _whole(file: Path) -> bool:
    return b"%%EOF" in file.read_bytes()[-64:]
