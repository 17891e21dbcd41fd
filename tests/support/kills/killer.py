"""Chooses by chance what is killed or paused next, and does it."""

import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tests.support.kills.machines import Service, family, send

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
