"""What a process counts as it works: stages, ends, warnings, and what models were asked.

Several processes of a pool count into files of one private folder, a file for each that runs at
once: one who follows another goes on with its file, so that there are never many."""

import fcntl
import logging
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram, multiprocess, values

from db.private import private_bytes
from db.words import ImportStatus
from tools.loop.events import Event, RequestFailed, ResponseReceived, RunStarted
from tools.loop.tokens import Price

_SECONDS: Final = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300)
_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
#: What is logged under these names is the end of a try of an import.
_ENDS: Final = frozenset({"ended", "handed back"})
_SWEPT: Final = ("returned", "poisoned", "queued_again")
_MICRO: Final = 1_000_000


class Counted:
    """The counters of this process, in ``registry``; None if a folder gathers those of several."""

    def __init__(self, registry: CollectorRegistry | None) -> None:
        def counter(name: str, says: str, *labels: str) -> Counter:
            return Counter(f"tieout_{name}", says, labels, registry=registry)

        self.stages = Histogram(
            "tieout_stage_seconds",
            "How long stages took.",
            ["stage"],
            buckets=_SECONDS,
            registry=registry,
        )
        self.ends = counter("imports_ended", "Imports that ended or went back.", "status", "code")
        self.retries = counter("retries", "Tries that ended, to be followed by another.", "class")
        self.warnings = counter("warnings", "Warnings that were logged, by their code.", "code")
        self.swept = counter("swept", "What sweeps found.", "found")
        self.requests = counter("model_requests", "Requests to models.", "model", "outcome")
        self.tokens = counter("model_tokens", "Tokens, as models report.", "model", "direction")
        self.cost = counter("model_cost_microdollars", "What requests cost, where known.", "model")


_counted: list[Counted] = []


def counted() -> Counted | None:
    return _counted[0] if _counted else None


def stage_took(stage: str, seconds: float) -> None:
    if here := counted():
        here.stages.labels(stage).observe(seconds)


def count_here() -> CollectorRegistry:
    return _count(Counted(REGISTRY), REGISTRY)


def count_in(folder: Path) -> CollectorRegistry:
    """Count in this process and all that it will start; the registry has the sums of all."""
    os.environ[_FOLDER] = str(folder)
    values.ValueClass = values.MultiProcessValue(_Places(folder).own)  # type: ignore[no-untyped-call]
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry, str(folder))  # type: ignore[no-untyped-call]
    return _count(Counted(None), registry)


def _count(made: Counted, registry: CollectorRegistry) -> CollectorRegistry:
    _counted[:] = [made]
    logging.getLogger("jobs").addHandler(_Listening())
    logging.getLogger("app").addHandler(_Listening())
    return registry


@dataclass(slots=True)
class _Places:
    """A number for each process that runs at once. The lock on it ends with the process."""

    folder: Path
    _held: dict[int, tuple[int, IO[bytes]]] = field(default_factory=dict)

    def own(self) -> int:
        pid = os.getpid()
        if pid not in self._held:
            number = 0
            while (lock := self._take(number)) is None:
                number += 1
            self._held[pid] = number, lock
        return self._held[pid][0]

    def _take(self, number: int) -> IO[bytes] | None:
        file = private_bytes(self.folder / f"{number}.lock")
        try:
            # A lock of this kind is not handed on to children.
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            return None
        return file


class _Listening(logging.Handler):
    """Counts what is logged: the log and the metrics cannot disagree."""

    def emit(self, record: logging.LogRecord) -> None:
        here, code = counted(), getattr(record, "code", None)
        if here is None:
            return
        if record.name.startswith("jobs.") and record.msg in _ENDS:
            _count_end(here, record)
        if record.levelno >= logging.WARNING and code is not None:
            here.warnings.labels(str(code)).inc()
        if record.msg == "swept":
            for found in _SWEPT:
                here.swept.labels(found).inc(getattr(record, found, 0))


def _count_end(here: Counted, record: logging.LogRecord) -> None:
    status = getattr(record, "status", ImportStatus.QUEUED.value)
    here.ends.labels(status, str(getattr(record, "code", ""))).inc()
    if status == ImportStatus.QUEUED.value and (fault := getattr(record, "fault", None)):
        here.retries.labels(fault).inc()


@dataclass(slots=True)
class ModelCounts:
    """Hears of a loop's runs, and counts requests, tokens and cost by the model's name."""

    model: str
    price: Price | None

    def __call__(self, event: Event) -> None:
        here = counted()
        if here is None or isinstance(event, RunStarted):
            return
        if isinstance(event, RequestFailed):
            here.requests.labels(self.model, event.code).inc()
        elif isinstance(event, ResponseReceived):
            usage = event.response.usage
            here.requests.labels(self.model, "answered").inc()
            here.tokens.labels(self.model, "in").inc(usage.input_tokens)
            here.tokens.labels(self.model, "out").inc(usage.output_tokens)
            cost = self.price(usage) if self.price else None
            here.cost.labels(self.model).inc(int((cost or 0) * _MICRO))
