"""`tieout web` takes documents in: killed in between it goes on, and no listener keeps it."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest

from app.queries.reviews import listed
from db.engine import make_engine
from db.words import ImportStatus
from jobs.lease.lease import OPEN
from jobs.queue.table import Selection
from tests.support.handing_in import hand_in
from tests.support.process import TIEOUT, tieout
from tests.support.waiting import PATIENCE_S

_STATEMENTS = Path(__file__).parents[2] / "app" / "demo" / "statements"
_NAMES = (
    "harrow-vale-current-account-2025-03.pdf",
    "larkspur-card-2025-01.pdf",
    "sahyadri-savings-2025-04.pdf",
)


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """An empty one."""
    file = tmp_path / "tieout.db"
    assert tieout("init", "--database", file, cwd=tmp_path).code == 0
    return file


@dataclass(frozen=True)
class Served:
    """A running `tieout web`, and a client of it."""

    process: subprocess.Popen[str]
    visitor: httpx2.Client

    def end(self, by: signal.Signals) -> None:
        """End it so, and see that it does."""
        self.process.send_signal(by)
        assert self.process.wait(timeout=30) == (0 if by is signal.SIGINT else -by)


@contextmanager
def serving(ledger: Path) -> Iterator[Served]:
    """`tieout web`, until the test has ended it."""
    clean = {name: text for name, text in os.environ.items() if not name.startswith("TIEOUT_")}
    command = [str(TIEOUT), "web", "--port", "0", "--database", str(ledger)]
    process = subprocess.Popen(command, env=clean, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    with process.stderr:
        found = re.search(r"(http://[^/\s;]+)[^\s;]*", process.stderr.readline())
        assert found
        with httpx2.Client(
            base_url=found[1], headers={"Origin": found[1]}, timeout=PATIENCE_S
        ) as client:
            client.get(found[0])
            try:
                yield Served(process, client)
            finally:
                process.kill()
                process.wait()


def statuses(ledger: Path) -> dict[str, ImportStatus]:
    engine = make_engine(str(ledger))
    found = {job.file: job.status for job in listed(engine, Selection(), 10).jobs}
    engine.dispose()
    return found


def test_what_was_handed_in_when_it_was_killed_is_brought_in_after_its_start(
    ledger: Path,
) -> None:
    files = [(name, (_STATEMENTS / name).read_bytes()) for name in _NAMES]
    with serving(ledger) as served:
        assert hand_in(served.visitor, *files).status_code == 303
        served.end(signal.SIGKILL)
    assert set(statuses(ledger)) == set(_NAMES)
    assert not OPEN.isdisjoint(statuses(ledger).values())
    with serving(ledger) as served:
        deadline = time.monotonic() + 60
        while not OPEN.isdisjoint(statuses(ledger).values()):
            assert time.monotonic() < deadline
            time.sleep(0.2)
        served.end(signal.SIGINT)
    assert set(statuses(ledger).values()) == {ImportStatus.NEEDS_REVIEW}


def test_a_page_that_listens_does_not_keep_it_from_ending(ledger: Path) -> None:
    with serving(ledger) as served, served.visitor.stream("GET", "/work/events") as stream:
        heard = stream.iter_lines()
        assert next(heard)
        served.end(signal.SIGINT)
