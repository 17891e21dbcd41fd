"""What runs: crews on machines with clocks of their own, a watch, people who submit."""

import os
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import libfaketime

from tests.support.pools import children
from tests.support.process import TIEOUT


@dataclass
class Service:
    """A `tieout` command in a session of its own, started again whenever it has ended."""

    words: tuple[str, ...]
    environment: Mapping[str, str]
    folder: Path
    name: str
    program: tuple[str, ...] = (str(TIEOUT),)
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def log(self) -> Path:
        """What it printed and logged, over all its starts."""
        return self.folder / f"{self.name}.log"

    @property
    def runs(self) -> bool:
        """Whether it has been started and has not ended."""
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        """Start it, if it does not run."""
        if self.runs:
            return
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self.program, *self.words],
                cwd=self.folder,
                env=dict(self.environment),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def stop(self) -> None:
        """Ask it to end, and wait for it."""
        if self.process is None or not self.runs:
            return
        for pid in family(self.process.pid):
            send(pid, signal.SIGCONT)
        self.process.terminate()
        try:
            self.process.wait(timeout=90)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def environment(seconds_ahead: int = 0, **settings: str) -> dict[str, str]:
    """Of a machine whose clock is so many seconds ahead, or behind; settings are `TIEOUT_*`."""
    own = {name: each for name, each in os.environ.items() if not name.startswith("TIEOUT_")}
    return {**own, **settings, **_clock(seconds_ahead)}


def _clock(seconds_ahead: int) -> dict[str, str]:
    if not seconds_ahead:
        return {}
    library = Path(libfaketime.__file__).parent / "vendor/libfaketime/src/libfaketime.so.1"
    # Waiting is told by the monotonic clock, which no wrong time of day moves.
    return {
        "LD_PRELOAD": str(library),
        "FAKETIME": f"{seconds_ahead:+}s",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "DONT_FAKE_MONOTONIC": "1",
    }


def family(pid: int) -> list[int]:
    """The process and all that descend from it, itself first."""
    return [pid, *(below for child in children(pid) for below in family(child))]


def send(pid: int, number: signal.Signals) -> bool:
    """Whether there was such a process to send it to."""
    with suppress(ProcessLookupError):
        os.kill(pid, number)
        return True
    return False
