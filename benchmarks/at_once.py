"""Thousands of statements at once, into a watched folder and handed in, while a person uploads.

    python -m benchmarks.at_once [--documents 10000] [--uploads 20] [--workers 2]

Half of the documents land in the watched folder, half are handed in by one command; then a person
hands in one at a time, now and then, and another program three of a folder of its own. Prints how
all of them ended, how many others each of the person's had to wait for, how long Redis' lists grew,
and the largest memory of the processes that took the files in. The exit code is 1 if a document was
lost, or a person had to wait for more than what each worker has in its hands.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from statistics import median

from sqlalchemy import Engine, func, select

from benchmarks.support.figures import say
from db.engine import make_engine
from db.models import Import
from db.session import read_only
from db.upgrade import upgrade
from db.words import ImportStatus
from jobs.queue.work_queue import LEAST_WINDOW, WorkQueue
from tests.support import postgres, redis
from tests.support.kills.killer import environment
from tests.support.kills.state import write_world
from tests.support.months import fill, world
from tests.support.pools import PoolProcess, open_imports, pool
from tests.support.process import TIEOUT

_FOLDERS = ("inbox", "handed-in", "small", "uploads")
_DOCUMENTS_AN_ACCOUNT = 14  # twelve months, copies, one that overlaps


@dataclass(frozen=True, slots=True)
class Plan:
    """How many documents in all, and how many uploads of a person on the way."""

    documents: int
    uploads: int
    workers: int = 2
    months: int = 12
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Found:
    """What came of it.

    ``overtook`` says for each upload how many imports ended between its being handed in and its
    own end; ``three`` the same for the last of three documents of a small folder of normal
    priority. Memory is the largest that the process had, in MiB.
    """

    ended: Mapping[ImportStatus, int]
    documents: int
    overtook: Sequence[int]
    three: int
    longest: int
    watch_mib: int
    submit_mib: int
    seconds: float


def at_once(folder: Path, plan: Plan, engine: Engine, redis_url: str) -> Found:
    """Carry the plan out in this folder, on an empty ledger and queue."""
    made = world(plan.seed, -(-plan.documents // _DOCUMENTS_AN_ACCOUNT) + 1, plan.months)
    fill(engine, made)
    files = write_world(folder / "made", made)[: plan.documents + plan.uploads + 3]
    parts = _apart(folder, files, plan.uploads)
    url = engine.url.render_as_string(hide_password=False)
    settings = environment(
        TIEOUT_DATABASE_URL=url,
        TIEOUT_REDIS_URL=redis_url,
        TIEOUT_DOCUMENTS=str(folder / "kept"),
    )
    begun = time.perf_counter()
    with ExitStack() as stack:
        watch = stack.enter_context(_command(settings, folder, "watch", "inbox", "--queue"))
        submit = stack.enter_context(_command(settings, folder, "import", "handed-in", "--queue"))
        crew = stack.enter_context(pool(folder, url, redis_url, plan.workers, settings))
        stage = _Stage(engine, WorkQueue(redis_url), settings, folder, {watch: 0, submit: 0})
        stage.work(parts, crew)
        largest = stage.memory
    return Found(
        ended=_ended(engine),
        documents=len(files),
        overtook=[_overtook(engine, path) for path in parts.uploads],
        three=max(_overtook(engine, path) for path in parts.three),
        longest=stage.longest,
        watch_mib=largest[watch],
        submit_mib=largest[submit],
        seconds=time.perf_counter() - begun,
    )


@dataclass(frozen=True, slots=True)
class _Parts:
    landing: Sequence[Path]
    uploads: Sequence[Path]
    three: Sequence[Path]


def _apart(folder: Path, files: Sequence[Path], uploads: int) -> _Parts:
    """Each upload and each of the three is of another account than its neighbours."""
    for name in _FOLDERS:
        (folder / name).mkdir()
    step = len(files) // (uploads + 3)
    single = files[::step][: uploads + 3]
    rest = [file for file in files if file not in set(single)]
    for file in rest[1::2]:
        file.rename(folder / "handed-in" / file.name)
    return _Parts(
        rest[::2],
        [file.rename(folder / "uploads" / file.name) for file in single[3:]],
        [file.rename(folder / "small" / file.name) for file in single[:3]],
    )


@dataclass
class _Stage:
    engine: Engine
    queue: WorkQueue
    settings: Mapping[str, str]
    folder: Path
    memory: dict[int, int]
    longest: int = 0

    def work(self, parts: _Parts, crew: PoolProcess) -> None:
        """Let all land at once, then hand in one by one as the rest goes on, to the end."""
        for file in parts.landing:
            shutil.move(file, self.folder / "inbox" / file.name)
        self._until(lambda: self._known() > 0)
        self._hand_in("small", "--priority", "normal")
        in_all = len(parts.landing) * 2
        for number, file in enumerate(parts.uploads, start=1):
            self._until_done(in_all * number // (len(parts.uploads) + 2))
            self._hand_in(str(file))
        whole = sum(len(list((self.folder / name).iterdir())) for name in _FOLDERS)
        self._until(lambda: self._known() == whole and not open_imports(self.engine))
        assert crew.process is not None
        assert crew.process.poll() is None, crew.log.read_text()[-2000:]

    def _until_done(self, count: int) -> None:
        self._until(lambda: self._done() >= count)

    def _until(self, reached: Callable[[], bool]) -> None:
        seen, since = -1, time.monotonic()
        while not reached():
            self.longest = max(self.longest, len(self.queue.waiting()))
            for pid in self.memory:
                self.memory[pid] = max(self.memory[pid], _largest_mib(pid))
            known = self._known() + self._done()
            if known != seen:
                seen, since = known, time.monotonic()
            elif time.monotonic() - since > 120:
                raise TimeoutError(f"nothing has happened for two minutes; {seen} known and done")
            time.sleep(0.2)

    def _hand_in(self, *words: str) -> None:
        command = [str(TIEOUT), "import", *words, "--queue"]
        subprocess.run(
            command, env=dict(self.settings), cwd=self.folder, check=True, capture_output=True
        )

    def _known(self) -> int:
        with read_only(self.engine) as session:
            return session.scalar(select(func.count()).select_from(Import)) or 0

    def _done(self) -> int:
        with read_only(self.engine) as session:
            ended = Import.finished_at.is_not(None)
            return session.scalar(select(func.count()).select_from(Import).where(ended)) or 0


def _ended(engine: Engine) -> Counter[ImportStatus]:
    with read_only(engine) as session:
        return Counter(session.scalars(select(Import.status)))


def _overtook(engine: Engine, path: Path) -> int:
    """How many imports ended after this one was handed in and before it ended itself."""
    with read_only(engine) as session:
        row = session.scalars(select(Import).where(Import.source_path == str(path))).one()
        between = Import.finished_at.between(row.created_at, _moment(row.finished_at))
        return (session.scalar(select(func.count()).select_from(Import).where(between)) or 1) - 1


def _moment(when: datetime | None) -> datetime:
    assert when is not None
    return when


@contextmanager
def _command(settings: Mapping[str, str], folder: Path, *words: str) -> Iterator[int]:
    """A `tieout` command that runs until the block ends; gives its process."""
    with (folder / f"{words[0]}.log").open("wb") as log:
        process = subprocess.Popen(
            [TIEOUT, *words], env=dict(settings), cwd=folder, stdout=log, stderr=log
        )
    try:
        yield process.pid
    finally:
        process.terminate()
        process.wait(timeout=60)


def _largest_mib(pid: int) -> int:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    found = [line for line in status.splitlines() if line.startswith("VmHWM")]
    return int(found[0].split()[1]) // 1024 if found else 0


def main(arguments: list[str]) -> int:
    """Do it on a PostgreSQL of its own, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--uploads", type=int, default=20)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args(arguments)
    plan = Plan(asked.documents, asked.uploads, asked.workers)
    with (
        tempfile.TemporaryDirectory() as folder,
        redis.running() as queue,
        postgres.own_server() as database,
    ):
        engine = make_engine(database.url.render_as_string(hide_password=False), create=True)
        upgrade(engine)
        found = at_once(Path(folder), plan, engine, queue.url)
        engine.dispose()
    say(_told(found))
    is_served = max(found.overtook) <= 3 * plan.workers and found.longest <= 2 * LEAST_WINDOW
    return 0 if sum(found.ended.values()) == found.documents and is_served else 1


def _told(found: Found) -> str:
    ended = ", ".join(f"{count} {status}" for status, count in sorted(found.ended.items()))
    return (
        f"{found.documents} documents in {found.seconds:,.0f} s: {ended}\n"
        f"a person's upload ended after {median(found.overtook):g} others in the median, "
        f"{max(found.overtook)} at most\n"
        f"a folder of three ended after {found.three} others\n"
        f"Redis held {found.longest} numbers at most; "
        f"watch took {found.watch_mib} MiB, handing in {found.submit_mib} MiB"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
