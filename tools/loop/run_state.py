"""Keeps what one run of the loop has seen and used so far, and stops one that repeats itself."""

import os
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Generic

from ..base import LoopError, storable
from ..formats.base import Format
from ..providers.base import AnswerMode, OutputSchema
from .dispatch import CallOutcome, Prepared, ToolDispatcher
from .events import Envelope, Event, EventSink, Ids, failure
from .messages import Message, ToolCall, Usage, user
from .outcome import Answer, Limits, RunError, Spent, Status
from .registry import ToolRegistry
from .sanitise import sanitise
from .tokens import ContextWatch, message_bytes

_PASSING = frozenset({"timeout", "tool_failed"})
_PERHAPS_DONE = frozenset({"outcome_unknown"})


@dataclass(slots=True)
class Repeats:
    """Counts identical calls of one run and remembers which of them have an answer."""

    counts: dict[str, int] = field(default_factory=dict)
    answered: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)

    def notice(self, prepared: Prepared) -> Envelope | None:
        """Count a call; the answer to give instead of running it again, if it need not run."""
        key = _key(prepared)
        self.counts[key] = self.counts.get(key, 0) + 1
        if self.counts[key] == 1 or key not in self.answered:
            self.answered.add(key)
            return None
        return failure(
            "repeated_call",
            "unchanged: this same call was made before and its result stands above",
            hint="use that result, call something else, or answer",
        )

    def remember(self, prepared: Prepared, outcome: CallOutcome) -> None:
        """Note the outcome of a call: a failure that may pass can be tried again, and after a write
        nothing read before it is certain any more, so that it may be read again."""
        key = _key(prepared)
        if outcome.envelope.code in _PASSING:
            self.answered.discard(key)
        writes = prepared.tool is not None and not prepared.tool.read_only
        if writes and (outcome.envelope.ok or outcome.envelope.code in _PERHAPS_DONE):
            self.writes.add(key)
            self.answered = {key}
            self.counts = {each: n for each, n in self.counts.items() if each in self.writes}

    @property
    def worst(self) -> int:
        return max(self.counts.values(), default=0)


def _key(prepared: Prepared) -> str:
    return prepared.key or f"{prepared.call.name} {prepared.call.arguments}"


#: The ids that every provider takes back.
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
CLOSING = "No more tool calls are possible. Give your final answer now, from what you have."


@dataclass(frozen=True, slots=True)
class Task(Generic[Answer]):
    """What a run is to do.

    ``output`` is the shape of the answer; ``check`` gives reasons why a well-formed answer cannot
    be right (empty: it can); ``check_text`` does the same where the answer is text. ``needs`` names
    tools that must have succeeded before an answer is believed, ``needs_a_look`` says that some
    tool must. ``sinks`` hear this run alone. ``parent_id`` is the caller's own id, repeated in
    every event.
    """

    messages: tuple[Message, ...]
    registry: ToolRegistry
    output: type[Answer] | None = None
    check: Callable[[Answer], list[str]] | None = None
    check_text: Callable[[str], list[str]] | None = None
    needs: tuple[str, ...] = ()
    needs_a_look: bool = False
    sinks: tuple[EventSink, ...] = ()
    cancel: threading.Event | None = None
    run_id: str = field(default_factory=lambda: os.urandom(16).hex())
    parent_id: str | None = None

    @property
    def cancelled(self) -> bool:
        return self.cancel is not None and self.cancel.is_set()


@dataclass(slots=True)
class Flags:
    """What was already tried once in this run, and how the next request is to be made.

    ``stretched``: a cut reply was asked for again; ``nudged``: an empty one; ``corrected``: a
    wrong answer; ``sent_to_look``: one that was given before the needed tools. ``hold`` forbids
    calls in the next request; ``firm`` holds replies to the answer's schema.
    """

    stretched: bool = False
    nudged: bool = False
    corrected: bool = False
    sent_to_look: bool = False
    hold: bool = False
    firm: bool = False


@dataclass(slots=True)
class RunState(Generic[Answer]):
    """The run as it is; the loop's steps change it until ``status`` is set."""

    task: Task[Answer]
    format: Format
    limits: Limits
    sinks: list[EventSink]
    mode: AnswerMode
    clock: Callable[[], float]
    started: float
    dispatcher: ToolDispatcher = field(init=False)
    answer_tokens: int = field(init=False)
    schema: OutputSchema | None = None
    messages: list[Message] = field(default_factory=list)
    sent: int = 0
    size: int = 0
    images: int = 0
    status: Status | None = None
    closing: Status | None = None
    answer: Answer | None = None
    text: str = ""
    usage: Usage = field(default_factory=Usage)
    spent: Spent = field(default_factory=Spent)
    pending: tuple[ToolCall, ...] = ()
    warnings: list[str] = field(default_factory=list)
    error: RunError | None = None
    away: LoopError | None = None
    repeats: Repeats = field(default_factory=Repeats)
    watch: ContextWatch = field(default_factory=ContextWatch)
    flags: Flags = field(default_factory=Flags)
    call_ids: set[str] = field(default_factory=set)
    succeeded: set[str] = field(default_factory=set)
    tool_errors: list[tuple[ToolCall, BaseException]] = field(default_factory=list)
    mistakes: int = 0
    unanswered: int = 0
    heard: bool = False

    def __post_init__(self) -> None:
        self.dispatcher = ToolDispatcher(self.task.registry)
        self.answer_tokens = self.limits.answer_tokens

    @property
    def ids(self) -> Ids:
        """Where an event of this moment belongs."""
        return Ids(self.task.run_id, self.spent.turns, self.task.parent_id)

    @property
    def names(self) -> tuple[str, ...]:
        return self.task.registry.names

    @property
    def missing(self) -> tuple[str, ...]:
        """The tools that an answer needs and that have not succeeded yet."""
        unseen = self.task.needs_a_look and not self.succeeded
        named = (name for name in self.task.needs if name not in self.succeeded)
        return (*(("a tool",) if unseen else ()), *named)

    def look_at_clock(self) -> float:
        """Seconds since the run began, which are then the seconds spent."""
        self.spent.seconds = self.clock() - self.started
        return self.spent.seconds

    def remaining(self) -> float:
        """Seconds that the next request may take."""
        if self.closing is not None:
            return self.limits.grace
        return max(0.0, self.limits.seconds - self.look_at_clock())

    def end(self, status: Status) -> None:
        self.status = status

    def close(self, status: Status) -> None:
        """Ask once more, without calls, before the run ends with this status."""
        self.closing = status
        self.add(user(CLOSING))

    def add(self, *messages: Message) -> None:
        for message in messages:
            self.messages.append(message)
            self.size += message_bytes(message)
            self.images += len(message.images)

    def show(self, text: str) -> None:
        """Keep the model's last words as a person may read them."""
        clean = sanitise(storable(text), self.names)
        self.text = clean.text
        if clean.removed:
            self.warn("tool markup was removed from the model's text")

    def warn(self, warning: str) -> None:
        if warning not in self.warnings:
            self.warnings.append(warning)

    def emit(self, event: Event) -> None:
        """Send it to every listener; one that fails is dropped with a warning, the run goes on."""
        for sink in tuple(self.sinks):
            try:
                sink(event)
            except Exception:  # noqa: BLE001 - a listener's fault must not cost the run
                self.sinks.remove(sink)
                self.warn("an event listener failed and was dropped")

    def unique(self, calls: tuple[ToolCall, ...]) -> tuple[ToolCall, ...]:
        """The calls with ids that no other call of this run has."""
        return tuple(self._unique(call, index) for index, call in enumerate(calls))

    def _unique(self, call: ToolCall, index: int) -> ToolCall:
        call_id = call.id.strip()
        if not _ID.fullmatch(call_id) or call_id in self.call_ids:
            call_id = f"call_{self.spent.turns}_{index}"
        self.call_ids.add(call_id)
        return call if call_id == call.id else replace(call, id=call_id)
