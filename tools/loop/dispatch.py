"""Runs a model's calls in order: resolves, validates, and runs each within its time."""

from __future__ import annotations

import contextvars
import logging
import os
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..base import NAME, FaultClass, LoopError, without_text
from .arguments import Problem, parse_arguments, problems
from .errors import ToolError, UnserialisableError
from .events import Envelope, failure, from_error
from .json_text import Plain, canonical
from .messages import ToolCall
from .registry import Tool, ToolRegistry

if TYPE_CHECKING:
    from pydantic import BaseModel


_log = logging.getLogger(__name__)

MAX_RESULT_BYTES = 32_768
MAX_ARGUMENT_BYTES = 65_536


@dataclass(frozen=True, slots=True)
class Prepared:
    """A call made safe: ``call.arguments`` is valid JSON. Either ``tool`` and ``arguments`` are
    set and it can run, or ``refusal`` says what to mend."""

    call: ToolCall
    tool: Tool | None = None
    arguments: BaseModel | None = None
    refusal: Envelope | None = None
    warnings: tuple[str, ...] = ()
    key: str = ""


@dataclass(frozen=True, slots=True)
class CallOutcome:
    """The outcome of a call, the text that reports it, and how long it took in seconds. ``error``
    is what the tool raised without meaning to; ``away`` is what it needs and could not have."""

    call: ToolCall
    envelope: Envelope
    text: str
    seconds: float = 0.0
    error: BaseException | None = None
    away: LoopError | None = None


class ToolDispatcher:
    """Validates and runs calls against one registry; nothing a tool does raises from here."""

    def __init__(self, registry: ToolRegistry) -> None:
        self.registry = registry

    def dispatch(self, calls: Sequence[ToolCall]) -> tuple[CallOutcome, ...]:
        """Prepare and run calls in one go."""
        return self.run([self.prepare(call) for call in calls])

    def prepare(self, call: ToolCall) -> Prepared:
        """Find the tool and validate the arguments, without running anything."""
        if len(call.arguments) > MAX_ARGUMENT_BYTES:
            return Prepared(
                ToolCall(call.id, _speakable(call.name), "{}"),
                refusal=failure(
                    "arguments_too_large",
                    f"the arguments are longer than {MAX_ARGUMENT_BYTES} bytes",
                    hint="send shorter arguments",
                ),
            )
        parsed = parse_arguments(call.arguments)
        tool = self.registry.find(call.name)
        name = tool.name if tool else _speakable(call.name)
        safe = call
        if (name, parsed.text) != (call.name, call.arguments):
            safe = replace(call, name=name, arguments=parsed.text)
        if tool is None:
            return Prepared(safe, refusal=self._unknown(call.name))
        if parsed.value is None:
            hint = "send the arguments as one JSON object"
            return Prepared(safe, refusal=failure(parsed.code, parsed.reason or "", hint=hint))
        return _validated(safe, tool, parsed.value, parsed.warnings)

    def run(
        self, prepared: Sequence[Prepared], cancel: threading.Event | None = None
    ) -> tuple[CallOutcome, ...]:
        """Run what can run: neighbouring read-only calls together, others alone and in order."""
        outcomes: list[CallOutcome] = []
        for group in _groups(prepared):
            outcomes.extend(self._run_group(group, cancel))
        return tuple(outcomes)

    def _run_group(
        self, group: Sequence[Prepared], cancel: threading.Event | None
    ) -> Iterator[CallOutcome]:
        jobs = {i: _job(p) for i, p in enumerate(group) if p.tool and p.refusal is None}
        run_jobs(list(jobs.values()), cancel)
        for index, item in enumerate(group):
            job = jobs.get(index)
            refused = item.refusal or failure("not_run", "the call was not run")
            envelope = self._envelope(item, job) if job is not None else refused
            outcome = self._outcome(item.call, envelope, job.seconds if job is not None else 0.0)
            error = job.error if job is not None else None
            if error is not None:
                broken = None if isinstance(error, ToolError) else error
                outcome = replace(outcome, error=broken, away=_away(error))
            yield outcome

    def _envelope(self, item: Prepared, job: Job[object]) -> Envelope:
        if job.timed_out:
            return _late(item.tool)
        if isinstance(job.error, ToolError):
            return from_error(job.error)
        if job.error is None:
            try:
                return Envelope(True, self.registry.serialised(job.value), item.warnings)
            except Exception as error:  # noqa: BLE001 - whatever the tool's author returned
                job.error = error
        # Without its text, which may quote what the tool was working on.
        _log.error("the tool %s failed: %s", item.call.name, without_text(job.error))
        if isinstance(job.error, UnserialisableError):
            return failure(
                "unserialisable",
                "the tool's result has no exact JSON form",
                hint="do not repeat this call; answer with what you have",
            )
        return failure(
            "tool_failed",
            f"{item.call.name} failed for a reason that is not yours",
            hint="do not repeat the same call; answer with what you have and say what is missing",
        )

    def _outcome(self, call: ToolCall, envelope: Envelope, seconds: float) -> CallOutcome:
        text = envelope.text()
        if len(text.encode()) > MAX_RESULT_BYTES:
            envelope = failure(
                "result_too_large",
                "the result is too large to read",
                hint="ask for less: a shorter period, a search, or a smaller limit",
            )
            text = envelope.text()
        return CallOutcome(call, envelope, text, seconds)

    def _unknown(self, name: str) -> Envelope:
        nearest = self.registry.nearest(name)
        mean = f"did you mean {nearest}? " if nearest else ""
        names = ", ".join(self.registry.names) or "none"
        return failure("unknown_tool", "there is no such tool", hint=f"{mean}tools: {names}")


def _away(error: BaseException | None) -> LoopError | None:
    """The error, if it passes: no model is to make anything of a database that is away."""
    passes = isinstance(error, LoopError) and error.fault is FaultClass.TRANSIENT
    return error if passes and isinstance(error, LoopError) else None


def _validated(
    call: ToolCall, tool: Tool, value: dict[str, Plain], warnings: tuple[str, ...]
) -> Prepared:
    from pydantic import ValidationError

    value = _without_nulls(value, tool.arguments)
    try:
        arguments = tool.arguments.model_validate(value)
    except ValidationError as error:
        found = problems(error)
        meant = _without_blanks(value, tool.arguments, found)
        if len(meant) < len(value):
            return _validated(call, tool, meant, warnings)
        field, message, kind = found[0]
        hint = "leave this argument out" if kind == "extra_forbidden" else None
        return Prepared(
            call, refusal=failure("invalid_arguments", message, field=field or None, hint=hint)
        )
    key = f"{tool.name} {canonical(value)}"
    return Prepared(call, tool, arguments, None, warnings, key)


def _without_nulls(value: dict[str, Plain], arguments: type[BaseModel]) -> dict[str, Plain]:
    """Null for what may be left out means that it is: strict schemas leave models no other way."""
    if None not in value.values():
        return value
    fields = arguments.model_fields
    optional = {name for name, field in fields.items() if not field.is_required()}
    return {k: v for k, v in value.items() if v is not None or k not in optional}


def _without_blanks(
    value: dict[str, Plain], arguments: type[BaseModel], refused: Sequence[Problem]
) -> dict[str, Plain]:
    """So does an empty text that was refused: held to a schema, small models fill in everything."""
    fields = arguments.model_fields
    names = {problem.place.partition(".")[0] for problem in refused}
    blank = {name for name in names & fields.keys() if value.get(name) == ""}
    return {k: v for k, v in value.items() if k not in blank or fields[k].is_required()}


def _groups(prepared: Sequence[Prepared]) -> Iterator[list[Prepared]]:
    group: list[Prepared] = []
    for item in prepared:
        if item.tool is not None and item.tool.alone:
            yield group
            yield [item]
            group = []
        else:
            group.append(item)
    yield group


def _job(item: Prepared) -> Job[object]:
    tool, arguments = item.tool, item.arguments
    assert tool is not None
    function: Callable[[object], object] = tool.function
    return Job(lambda: function(arguments), tool.seconds)


def _speakable(name: str) -> str:
    """An unknown name as it may be in the history: servers refuse any other."""
    return re.sub(r"[^A-Za-z0-9_-]+", "_", name.strip())[:64] or "unknown"


def _late(tool: Tool | None) -> Envelope:
    if tool is not None and not tool.read_only:
        return failure(
            "outcome_unknown",
            "the tool did not answer in time; it may or may not have done its work",
            hint="do not repeat this call; say that the outcome is unknown",
        )
    return failure("timeout", "the tool did not answer in time", hint="ask for less, or go on")


T = TypeVar("T")

_SLICE = 0.05
_HEAD_START = 0.005
_MOST_IDLE = 16


class Latch:
    """Opened once, waited for by one thread; a bare lock costs a third of an Event."""

    __slots__ = ("_lock",)

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lock.acquire()

    def open(self) -> None:
        self._lock.release()

    def wait(self, seconds: float) -> bool:
        """Whether it was opened in time; once it was, it must not be waited for again."""
        return self._lock.acquire(timeout=seconds)


@dataclass(slots=True)
class Job(Generic[T]):
    """A function at work in its own thread, with at most ``timeout`` seconds from its start."""

    function: Callable[[], T]
    timeout: float
    value: T | None = None
    error: BaseException | None = None
    seconds: float = 0.0
    timed_out: bool = False
    finished: Latch = field(default_factory=Latch)
    context: contextvars.Context = field(default_factory=contextvars.copy_context)

    def work(self) -> None:
        """Run the function and keep its outcome."""
        begun = time.monotonic()
        try:
            self.value = self.context.run(self.function)
        except BaseException as error:  # noqa: BLE001 - for the waiting thread, which decides
            self.error = error
        self.seconds = time.monotonic() - begun


def run_jobs(jobs: Sequence[Job[T]], cancel: threading.Event | None = None) -> None:
    """Do all jobs at once and wait for each within its own time. A job that is late is left
    behind marked ``timed_out``; what it returns later is dropped.

    One thread takes job after job until a moment has passed, then each that still waits gets a
    thread of its own: most tools are done sooner than a second thread is awake.
    """
    begun = time.monotonic()
    line = deque(jobs)
    if line:
        _start(line)
    done = len(jobs) > 1 and jobs[-1].finished.wait(_HEAD_START)
    for _ in range(len(line)):
        _start(line)
    for job in jobs[: len(jobs) - done]:
        job.timed_out = not _wait(job.finished, begun + job.timeout, cancel)


class _Worker:
    """A thread that does one job after another, and goes when there are idle ones enough."""

    def __init__(self) -> None:
        self.lines: SimpleQueue[deque[Job[Any]]] = SimpleQueue()
        threading.Thread(target=self._run, daemon=True, name=f"{NAME}-job").start()

    def _run(self) -> None:
        while self._serve(self.lines.get()):
            pass

    def _serve(self, line: deque[Job[Any]]) -> bool:
        """Do what waits in the line; whether to stay for another. Nothing of a job outlives it."""
        job = _next(line)
        staying = job is not None or self._rest()
        while job is not None:
            job.work()
            following = _next(line)
            # Anyone who waits for the last may begin the next line at once, and wants this thread.
            staying = following is not None or self._rest()
            job.finished.open()
            job = following
        return staying

    def _rest(self) -> bool:
        """Be there for anyone who comes next, unless there are enough who are."""
        if len(_idle) >= _MOST_IDLE:
            return False
        _idle.append(self)
        return True


_idle: deque[_Worker] = deque()
if hasattr(os, "register_at_fork"):
    # A forked child has none of its parent's threads.
    os.register_at_fork(after_in_child=_idle.clear)


def _next(line: deque[Job[Any]]) -> Job[Any] | None:
    try:
        return line.popleft()
    except IndexError:
        return None


def _start(line: deque[Job[Any]]) -> None:
    try:
        worker = _idle.pop()
    except IndexError:
        worker = _Worker()
    worker.lines.put(line)


def _wait(finished: Latch, until: float, cancel: threading.Event | None) -> bool:
    if cancel is None:
        return finished.wait(max(0.0, until - time.monotonic()))
    while not finished.wait(_SLICE):
        if cancel.is_set() or time.monotonic() >= until:
            return finished.wait(0)
    return True
