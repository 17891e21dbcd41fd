"""What one run of the loop has seen, said and used so far."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic

from tools.dispatch import ToolDispatcher
from tools.events import Event, EventSink, Ids
from tools.limits import Spent
from tools.messages import Message, ToolCall, Usage, user
from tools.outcome import Answer, RunError, Status
from tools.providers.base import AnswerMode
from tools.registry import ToolRegistry
from tools.repeats import Repeats
from tools.tokens import ContextWatch, message_bytes


@dataclass(frozen=True, slots=True)
class Task(Generic[Answer]):
    """What a run is to do.

    ``output`` is the shape of the answer; ``check`` gives reasons why a well-formed answer cannot
    be right (empty: it can). ``needs`` names tools that must have succeeded before an answer is
    believed. ``parent_id`` is the caller's own id, repeated in every event.
    """

    messages: tuple[Message, ...]
    registry: ToolRegistry
    output: type[Answer] | None = None
    check: Callable[[Answer], list[str]] | None = None
    needs: tuple[str, ...] = ()
    cancel: threading.Event | None = None
    run_id: str = field(default_factory=lambda: uuid.uuid4().hex)
    parent_id: str | None = None


@dataclass(slots=True)
class RunState(Generic[Answer]):
    """The run as it stands; the loop's steps change it until ``status`` is set."""

    task: Task[Answer]
    dispatcher: ToolDispatcher
    sinks: list[EventSink]
    answer_tokens: int
    mode: AnswerMode
    started: float
    messages: list[Message] = field(default_factory=list)
    sent: int = 0
    size: int = 0
    status: Status | None = None
    closing: Status | None = None
    answer: Answer | None = None
    text: str = ""
    usage: Usage = field(default_factory=Usage)
    spent: Spent = field(default_factory=Spent)
    pending: tuple[ToolCall, ...] = ()
    warnings: list[str] = field(default_factory=list)
    error: RunError | None = None
    repeats: Repeats = field(default_factory=Repeats)
    watch: ContextWatch = field(default_factory=ContextWatch)
    call_ids: set[str] = field(default_factory=set)
    succeeded: set[str] = field(default_factory=set)
    mistakes: int = 0
    stretched: bool = False
    nudged: bool = False
    corrected: bool = False
    hold: bool = False
    forced: bool = False

    @property
    def ids(self) -> Ids:
        """Where an event of this moment belongs."""
        return Ids(self.task.run_id, self.spent.turns, self.task.parent_id)

    def end(self, status: Status) -> None:
        """The run is over."""
        self.status = status

    def close(self, status: Status, note: str) -> None:
        """Ask once more, without tools, before the run ends with this status."""
        self.closing = status
        self.add(user(note))

    def add(self, *messages: Message) -> None:
        """Append to the history."""
        self.messages.extend(messages)
        self.size += sum(message_bytes(message) for message in messages)

    def emit(self, event: Event) -> None:
        """Tell every listener; one that fails is dropped with a warning and the run goes on."""
        for sink in tuple(self.sinks):
            try:
                sink(event)
            except Exception:  # noqa: BLE001 - a listener's fault must not cost the run
                self.sinks.remove(sink)
                self.warnings.append("an event listener failed and was dropped")

    def unique(self, calls: tuple[ToolCall, ...]) -> tuple[ToolCall, ...]:
        """The calls with ids that no other call of this run has."""
        return tuple(self._unique(call, index) for index, call in enumerate(calls))

    def _unique(self, call: ToolCall, index: int) -> ToolCall:
        call_id = call.id.strip()
        if not call_id or call_id in self.call_ids:
            call_id = f"call_{self.spent.turns}_{index}"
        self.call_ids.add(call_id)
        return ToolCall(call_id, call.name, call.arguments)
