"""Whatever runs on and on delivers what webhooks are owed, with or without `tieout web`."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.process import TIEOUT, tieout
from tests.support.receiver import Receiver, receiving
from tests.support.waiting import until


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Receiver]:
    """One that is owed that an import failed, which happened while nobody delivered."""
    tieout("init", cwd=tmp_path)
    (tmp_path / "junk.pdf").write_bytes(b"%PDF-1.7 junk")
    with receiving() as found:
        tieout("webhook", "add", found.url, cwd=tmp_path)
        tieout("import", "junk.pdf", cwd=tmp_path)
        assert found.came == []
        yield found


def test_a_watcher_delivers(tmp_path: Path, receiver: Receiver) -> None:
    (tmp_path / "inbox").mkdir()
    with running(tmp_path, "watch", "inbox"):
        assert b"import.failed" in first_of(receiver)


def test_a_schedule_delivers(tmp_path: Path, receiver: Receiver, redis_url: str) -> None:
    (tmp_path / "rules.toml").write_text(
        '[[schedule]]\nname = "inbox"\nrun = "coverage"\nevery = "1d"\n', encoding="utf-8"
    )
    with running(tmp_path, "schedule", "--file", "rules.toml", TIEOUT_REDIS_URL=redis_url):
        assert b"import.failed" in first_of(receiver)


@contextmanager
def running(folder: Path, *words: str, **given: str) -> Iterator[None]:
    clean = {name: text for name, text in os.environ.items() if not name.startswith("TIEOUT_")}
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        [TIEOUT, *words],
        cwd=folder,
        env={**clean, **given},
        stdin=quiet,
        stdout=quiet,
        stderr=quiet,
    ) as process:
        try:
            yield
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)


def first_of(receiver: Receiver) -> bytes:
    until(lambda: receiver.came)
    return receiver.bodies()[0]
