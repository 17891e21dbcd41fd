"""Who may notice a change: many probes, each with the lines of the kernel that it runs."""

from __future__ import annotations

import os
import pickle
import resource
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Protocol

from tests.support.mutation.changes import Change

KERNEL = str(Path(__file__).parents[3] / "pipeline" / "proof") + os.sep
_MEMORY = 6 << 30  # bytes
Lines = frozenset[tuple[str, int]]


class Probe(Protocol):
    """Something that a change may alter; ``cost`` is about how many ms it takes, ``about`` the
    module that it is named after, if after any."""

    cost: float
    about: str

    def noticed(self) -> bool | None:
        """Whether the kernel now decides otherwise; None if it only says it in other words."""


@dataclass(slots=True)
class Judge:
    """Probes with the lines that each runs: those first that are named after the module,
    then those that noticed something of late, then those that run little else."""

    probes: list[Probe]
    lines: list[Lines]
    lately: Counter[int] = field(default_factory=Counter)

    def covering(self, change: Change, most: float) -> list[int]:
        """The probes that run a change's lines, for ``most`` ms at the most; all of them for a line
        that ran before any probe, of which the answer is cached."""
        wanted = {(str(change.path), line) for line in change.lines if change.function}
        found = [at for at, lines in enumerate(self.lines) if not lines.isdisjoint(wanted)]
        found = found or list(range(len(self.probes)))
        own = change.module.rpartition(".")[2]
        found.sort(
            key=lambda at: (
                self.probes[at].about != own,
                not self.probes[at].about.startswith(own),
                -self.lately[at],
                len(self.lines[at]),
            )
        )
        spent = accumulate(self.probes[at].cost for at in found)
        return [at for at, ms in zip(found, spent, strict=True) if ms <= most]

    def asked(self, order: Iterable[int]) -> tuple[int | None, bool]:
        """Which probe noticed the change, if one did; and whether words differ."""
        words = False
        for at in order:
            noticed = self.probes[at].noticed()
            if noticed:
                return at, words
            words = words or noticed is None
        return None, words


def lines_run(work: Callable[[], object]) -> Lines:
    """The lines of the kernel that some work runs."""
    found: set[tuple[str, int]] = set()
    left: dict[CodeType, set[int]] = {}

    def call(frame: FrameType, _event: str, _arg: Any) -> Any:
        code = frame.f_code
        if not code.co_filename.startswith(KERNEL):
            return None
        todo = left.get(code)
        if todo is None:
            todo = left[code] = {line for _, _, line in code.co_lines() if line}
        if not todo:
            return None
        path = code.co_filename

        def line(frame: FrameType, event: str, _arg: Any) -> Any:
            if event == "line":
                found.add((path, frame.f_lineno))
                todo.discard(frame.f_lineno)
            return line

        found.add((path, frame.f_lineno))
        todo.discard(frame.f_lineno)
        return line

    before = sys.gettrace()
    sys.settrace(call)
    try:
        work()
    finally:
        sys.settrace(before)
    return frozenset(found)


def forked(work: Callable[[], object], seconds: float) -> Any:
    """What some work gives in a process of its own; None if that died or took too long."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reading)
            signal.setitimer(signal.ITIMER_PROF, seconds)
            resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
            with os.fdopen(writing, "wb") as pipe:
                pipe.write(pickle.dumps(work()))
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    return pickle.loads(data) if data else None
