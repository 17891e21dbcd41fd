"""Chooses by chance what is killed or paused next among what runs, and does it."""

import os
import random
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import libfaketime

from tests.support.forked import TIEOUT, Running, start
from tests.support.pools import children
from tests.support.process import clean


@dataclass
class Service:
    """A `tieout` command in a session of its own, started again whenever it has ended."""

    words: tuple[str, ...]
    environment: Mapping[str, str]
    folder: Path
    name: str
    program: tuple[str, ...] = (str(TIEOUT),)
    process: Running | None = field(default=None, repr=False)

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
            command = [*self.program, *self.words]
            self.process = start(
                command, self.folder, self.environment, stdout=log, stderr=log, new_session=True
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
    return {**clean(), **settings, **_clock(seconds_ahead)}


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


#: How often each is chosen. Readers and workers are what a full machine kills first.
_WEIGHTS: Mapping[str, int] = {
    "reader": 8,
    "worker": 6,
    "crew": 4,
    "watch": 2,
    "submitter": 2,
    "redis": 3,
    "postgresql": 3,
    "store": 3,
    "pause": 4,
}
_SERVERS = ("redis", "postgresql", "store")


class Server(Protocol):
    """A server that can be killed and started again."""

    def kill(self) -> None:
        """End it as a crash would."""

    def start(self) -> None:
        """Start it again, and wait until it answers."""


@dataclass
class Killer:
    """What it may lay hands on, and what it has done so far.

    ``may_harm`` says whether one more death could be one too many for what runs right now: work
    that several processes died over is set aside for a person, as it should be, but not by us.
    """

    dice: random.Random
    crews: Sequence[Service]
    watch: Service
    submitters: Sequence[Service]
    servers: Mapping[str, Server]
    may_harm: Callable[[], bool]
    longest_pause: float = 8.0
    done: Counter[str] = field(default_factory=Counter)
    _paused: dict[int, float] = field(default_factory=dict)

    def strike(self) -> None:
        """Kill or pause one of them; servers are back within two seconds."""
        self.wake()
        names = [name for name in _WEIGHTS if name not in _SERVERS or name in self.servers]
        what = self.dice.choices(names, [_WEIGHTS[name] for name in names])[0]
        if self._strike(what):
            self.done[what] += 1

    def wake(self, *, all_of_them: bool = False) -> None:
        """Let those go on whose pause is over."""
        now = time.monotonic()
        for pid in [pid for pid, until in self._paused.items() if all_of_them or until <= now]:
            del self._paused[pid]
            send(pid, signal.SIGCONT)

    def _strike(self, what: str) -> bool:
        if what in _SERVERS:
            self.servers[what].kill()
            time.sleep(self.dice.uniform(0, 1.5))
            self.servers[what].start()
            return True
        found = self._processes(what)
        if not found:
            return False
        pid = self.dice.choice(found)
        if what == "pause":
            self._paused[pid] = time.monotonic() + self.dice.uniform(0.5, self.longest_pause)
            return send(pid, signal.SIGSTOP)
        if what in ("reader", "worker", "crew") and not self.may_harm():
            return False
        return send(pid, signal.SIGKILL)

    def _processes(self, what: str) -> list[int]:
        if what in ("watch", "submitter"):
            services = [self.watch] if what == "watch" else self.submitters
            return [each.process.pid for each in services if each.process and each.runs]
        crews = [family(each.process.pid) for each in self.crews if each.process and each.runs]
        workers = [pid for crew in crews for pid in crew[1:]]
        if what == "crew":
            return [crew[0] for crew in crews]
        if what == "pause":
            return [pid for crew in crews for pid in crew]
        below = {child for pid in workers for child in family(pid)[1:]}
        return sorted(below if what == "reader" else set(workers) - below)
