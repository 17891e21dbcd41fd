"""How a run ended, as data with its ordered record, and the limits that can end it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from ..providers.base import ModelRequest, ModelResponse, ToolSpec
from .events import (
    Event,
    RequestFailed,
    RequestSent,
    ResponseReceived,
    RunEnded,
    RunStarted,
    Streamed,
    ToolCompleted,
    ToolFailed,
    ToolRequested,
)
from .json_text import Plain, canonical, compact, loads
from .messages import Message, ToolCall, Usage

if TYPE_CHECKING:
    from pydantic import BaseModel

    from ..base import LoopError


_GROUPS = re.compile(r"[A-Z0-9]+(?:[ -][A-Z0-9]+)*")
_MOST_DIGITS = 6
_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


class Capture(StrEnum):
    """How much a trace holds."""

    REDACTED = "redacted"
    FULL = "full"


class Trace:
    """The lines of one run, each a flat JSON object with `kind` and `request`. They are written
    when they are first read, so that a run no one asks about pays nothing."""

    def __init__(self, lines: Iterable[Mapping[str, object]] = ()) -> None:
        self._lines = lines

    @cached_property
    def entries(self) -> tuple[Mapping[str, object], ...]:
        """Every line, in order."""
        return tuple(self._lines)

    def jsonl(self) -> str:
        return "".join(compact(entry) + "\n" for entry in self.entries)


def _object(line: str) -> Mapping[str, object]:
    entry = loads(line)
    return entry if isinstance(entry, dict) else {}


def read_trace(text: str) -> Trace:
    return Trace([_object(line) for line in text.splitlines() if line.strip()])


class TraceRecorder:
    """An event sink that keeps what the trace of a run is written from."""

    def __init__(self, capture: Capture = Capture.REDACTED) -> None:
        self._capture = capture
        self._events: list[Event] = []

    @property
    def trace(self) -> Trace:
        return Trace(_Writer(self._capture).lines(tuple(self._events)))

    def __call__(self, event: Event) -> None:
        if not isinstance(event, Streamed | ToolRequested):
            self._events.append(event)


class _Writer:
    """Writes events as lines, hashing each message only once."""

    def __init__(self, capture: Capture) -> None:
        import hashlib

        self._capture = capture
        self._hash = hashlib.sha256()
        self._tools = ToolDigest()

    def lines(self, events: Iterable[Event]) -> Iterator[Mapping[str, object]]:
        for event in events:
            fields = self._fields(event)
            if fields is not None:
                yield {**fields, "run": event.ids.run, "request": event.ids.request}

    @property
    def _full(self) -> bool:
        return self._capture is Capture.FULL

    def _fields(self, event: Event) -> dict[str, object] | None:
        if isinstance(event, RequestSent):
            return self._request(event)
        if isinstance(event, ResponseReceived):
            return self._response(event.response, event.seconds)
        if isinstance(event, ToolCompleted | ToolFailed):
            return self._tool(event)
        return _plain_fields(event, self._capture)

    def _request(self, event: RequestSent) -> dict[str, object]:
        for message in event.new:
            self._hash.update(message_text(message).encode())
        request = event.request
        whole = self._hash.copy()
        whole.update(canonical(options(request)).encode())  # type: ignore[arg-type]
        whole.update(self._tools.of(request.tools).encode())
        return {
            "kind": "request",
            "at": round(event.at, 6),
            "fingerprint": whole.hexdigest(),
            "messages": len(request.messages),
            "new": [self._message(message) for message in event.new],
            "options": options(request),
            "tools": self._tools.of(request.tools),
        }

    def _message(self, message: Message) -> object:
        text = message_text(message)
        if self._full:
            return text
        images = [_digest(image.data) for image in message.images]
        return {"role": message.role.value, **_size(text)} | ({"images": images} if images else {})

    def _response(self, response: ModelResponse, seconds: float) -> dict[str, object]:
        fields: dict[str, object] = {
            "kind": "response",
            "seconds": round(seconds, 6),
            "finish_reason": response.finish_reason.value,
            "input_tokens": response.usage.input_tokens,
            "output_tokens": response.usage.output_tokens,
            "cached_tokens": response.usage.cached_tokens,
            "estimated": response.usage.estimated,
            "text": response.text if self._full else _size(response.text),
            "tool_calls": [self._call(call) for call in response.tool_calls],
        }
        if not self._full:
            return fields
        return {**fields, "raw": response.raw, **({"kept": response.kept} if response.kept else {})}

    def _call(self, call: ToolCall) -> dict[str, object]:
        arguments = call.arguments if self._full else masked(call.arguments)
        kept = {"kept": call.kept} if self._full and call.kept else {}
        return {"id": call.id, "name": call.name, "arguments": arguments, **kept}

    def _tool(self, event: ToolCompleted | ToolFailed) -> dict[str, object]:
        return {
            "kind": "tool",
            **self._call(event.call),
            "ok": event.envelope.ok,
            "code": event.envelope.code,
            "seconds": round(event.seconds, 6),
            "result": event.text if self._full else _size(event.text),
            **(
                {"error": type(event.error).__name__}
                if isinstance(event, ToolFailed) and event.error is not None
                else {}
            ),
        }


def _plain_fields(event: Event, capture: Capture) -> dict[str, object] | None:
    if isinstance(event, RunStarted):
        return {
            "kind": "run",
            "capture": capture.value,
            "parent": event.ids.parent,
            "provider": event.provider,
            "model": event.model,
            "format": event.format,
            "tools": event.tools_fingerprint,
        }
    if isinstance(event, RequestFailed):
        seconds = round(event.seconds, 6)
        return {"kind": "failure", "code": event.code, "status": event.status, "seconds": seconds}
    if isinstance(event, RunEnded):
        return {"kind": "end", "status": event.status, "unanswered": event.unanswered}
    return None


def options(request: ModelRequest) -> dict[str, object]:
    """What a request says beyond its messages; time-outs and sinks do not reach the model."""
    output = request.output_schema
    return {
        "tools": [spec.name for spec in request.tools],
        "tool_choice": request.tool_choice,
        "max_tokens": request.max_tokens,
        "stop": list(request.stop),
        "output": f"{output.mode.value} {output.name}" if output else None,
    }


def message_text(message: Message) -> str:
    """The one text of a message, for hashing, storing and comparing."""
    fields: dict[str, object] = {"role": message.role.value, "content": message.content}
    if message.tool_calls:
        fields["tool_calls"] = [[c.id, c.name, c.arguments] for c in message.tool_calls]
    if message.tool_call_id is not None:
        fields["tool_call_id"] = message.tool_call_id
    if message.kept:
        fields["kept"] = message.kept
    if message.images:
        fields["images"] = [[image.media_type, image.base64] for image in message.images]
    return compact(fields)


def masked(text: str) -> str:
    """The text with everything that could be an account number reduced to its last four."""
    pieces = _ISO_DATE.split(text)
    dates = _ISO_DATE.findall(text)
    return "".join(_interleaved([_GROUPS.sub(_last_four, p) for p in pieces], dates))


def _interleaved(pieces: list[str], dates: list[str]) -> Iterator[str]:
    for index, piece in enumerate(pieces):
        yield piece
        yield dates[index] if index < len(dates) else ""


def _last_four(match: re.Match[str]) -> str:
    digits = sum(char.isdigit() for char in match[0])
    return "…" + match[0][-4:] if digits > _MOST_DIGITS else match[0]


def _size(text: str) -> dict[str, object]:
    data = text.encode(errors="surrogatepass")
    return {"bytes": len(data), "sha256": _digest(data)}


def _digest(data: bytes) -> str:
    import hashlib

    return hashlib.sha256(data).hexdigest()


@lru_cache(maxsize=64)
def tools_fingerprint(specs: tuple[ToolSpec, ...]) -> str:
    """SHA-256 in hex over names, descriptions and parameters, in order."""
    import hashlib  # a tenth of this package's import, and only runs need it

    described = [[spec.name, spec.description, dict(spec.parameters)] for spec in specs]
    return hashlib.sha256(canonical(cast(Plain, described)).encode()).hexdigest()


@dataclass(slots=True)
class ToolDigest:
    """The fingerprint of the tools of one request after another, which are mostly the same."""

    specs: tuple[ToolSpec, ...] = ()
    digest: str = ""

    def of(self, specs: tuple[ToolSpec, ...]) -> str:
        """The fingerprint, worked out again only for other tools."""
        if specs is not self.specs or not self.digest:
            self.specs, self.digest = specs, tools_fingerprint(specs)
        return self.digest


Answer = TypeVar("Answer", bound="BaseModel")


class Status(StrEnum):
    """Why a run ended."""

    OK = "ok"  # the model answered, and the answer has the shape asked for
    TURN_CAP = "turn_cap"  # after the turns allowed, the closing request was the last one
    CALL_CAP = "call_cap"  # as many tool calls as allowed were made
    TOKEN_CAP = "token_cap"  # as many tokens as allowed were used
    COST_CAP = "cost_cap"  # as much money as allowed was spent
    DEADLINE = "deadline"  # the wall clock ran out
    TRUNCATED = "truncated"  # the reply was cut off, twice
    EMPTY = "empty"  # the model said nothing, twice
    STALLED = "stalled"  # the same call again and again
    REFUSED = "refused"  # the server's content filter withheld the reply
    REPAIR_EXHAUSTED = "repair_exhausted"  # too many calls that could not be run
    CONTEXT_LOST = "context_lost"  # the server silently dropped part of the conversation
    PROVIDER_ERROR = "provider_error"  # the server failed; `error` says how
    INVALID_ANSWER = "invalid_answer"  # the answer has not the shape asked for, twice
    UNAVAILABLE = "unavailable"  # the server, or what a tool needs, could not be had; `away` is why
    CANCELLED = "cancelled"  # the caller called it off


@dataclass(frozen=True, slots=True)
class RunError:
    """What the provider failed with: a stable code and a text for people."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class LoopResult(Generic[Answer]):
    """The outcome of one run.

    ``answer`` is set whenever a valid one was given, also by the closing request at a cap. ``text``
    is the model's last text, free of tool markup. ``turns`` counts model calls, ``calls`` the tool
    calls answered; ``cost`` is US dollars, None when a price is not known. ``tool_errors`` are what
    tools raised without meaning to, with the calls. ``away`` is what is
    between the model and an answer, and says nothing of what was asked: a server that is away, the
    database under a tool, a key that is refused."""

    status: Status
    answer: Answer | None = None
    text: str = ""
    messages: tuple[Message, ...] = ()
    usage: Usage = field(default_factory=Usage)
    cost: Decimal | None = None
    turns: int = 0
    calls: int = 0
    trace: Trace = field(default_factory=Trace)
    pending_calls: tuple[ToolCall, ...] = ()
    warnings: tuple[str, ...] = ()
    error: RunError | None = None
    tool_errors: tuple[tuple[ToolCall, BaseException], ...] = ()
    away: LoopError | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """The caps of one run; None means no cap.

    ``seconds`` is wall clock for the whole run, after which the one closing request still has
    ``grace`` seconds. ``turns`` counts model calls before that closing one. ``cost`` is in US
    dollars. ``answer_tokens`` is what one reply may be long; a reply cut off there is asked for
    once more with twice as much.
    """

    turns: int = 8
    calls: int = 32
    calls_per_turn: int = 8
    tokens: int | None = 100_000
    cost: Decimal | None = None
    seconds: float = 300.0
    grace: float = 20.0
    request_seconds: float = 120.0
    answer_tokens: int = 1024
    mistakes: int = 4
    repeats: int = 3


@dataclass(slots=True)
class Spent:
    """What a run has used so far; ``cost`` is None once a price is not known."""

    turns: int = 0
    calls: int = 0
    tokens: int = 0
    cost: Decimal | None = Decimal(0)
    seconds: float = 0.0


def reached(limits: Limits, spent: Spent) -> Status | None:
    """The first limit that the run has reached, or None."""
    if spent.seconds >= limits.seconds:
        return Status.DEADLINE
    if limits.tokens is not None and spent.tokens >= limits.tokens:
        return Status.TOKEN_CAP
    if limits.cost is not None and spent.cost is not None and spent.cost >= limits.cost:
        return Status.COST_CAP
    if spent.calls >= limits.calls:
        return Status.CALL_CAP
    return Status.TURN_CAP if spent.turns >= limits.turns else None
