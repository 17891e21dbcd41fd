"""Models that repeat what traces recorded, or what a test wrote down."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from ..loop.errors import (
    ProviderError,
    ProviderRejectedError,
    ProviderUnreachableError,
    ScriptExhaustedError,
    ToolsError,
)
from ..loop.json_text import Plain, dumps
from ..loop.messages import ToolCall, Usage
from ..loop.outcome import ToolDigest, Trace, message_text, options
from .base import FinishReason, ModelRequest, ModelResponse

#: By their codes.
_FAILURES: Mapping[str, type[ProviderError]] = {
    kind.code: kind
    for kind in (*ProviderError.__subclasses__(), *ProviderRejectedError.__subclasses__())
}


class TraceNotReplayableError(ToolsError):
    """This trace cannot be replayed: {why}. Record it with full capture."""


class ReplayMismatchError(ToolsError):
    """The run differs from its trace: request {request}, {part}, byte {byte}. If the change is
    meant, record the trace again.
    """


class ReplayProvider:
    """Answers from a full trace, under the name of the model that was recorded.

    Raises TraceNotReplayableError for a redacted or empty trace. ``complete`` raises
    ReplayMismatchError, which no loop catches, at the first difference.
    """

    def __init__(self, trace: Trace) -> None:
        run = next((entry for entry in trace.entries if entry["kind"] == "run"), None)
        if run is None:
            raise TraceNotReplayableError(why="it holds no run")
        if run.get("capture") != "full":
            raise TraceNotReplayableError(why="it is redacted")
        self.name = str(run["provider"])
        self.model = str(run["model"])
        kinds = ("request", "response", "failure")
        self._entries: list[Mapping[str, Any]] = [e for e in trace.entries if e["kind"] in kinds]
        self._at = 0
        self._seen = 0
        self._tools = ToolDigest()

    @property
    def is_over(self) -> bool:
        """Whether everything that was recorded has been said."""
        return self._at + 1 >= len(self._entries)

    def complete(self, request: ModelRequest) -> ModelResponse:
        """The recorded response, if the request is the recorded one."""
        number = self._at // 2 + 1
        if self.is_over:
            raise ReplayMismatchError(request=number, part="which was not recorded", byte=0)
        asked, answered = self._entries[self._at : self._at + 2]
        self._compare(number, asked, request)
        self._at, self._seen = self._at + 2, len(request.messages)
        if answered["kind"] == "failure":
            raise _failure(answered)
        return ModelResponse(
            text=answered["text"],
            tool_calls=tuple(
                ToolCall(c["id"], c["name"], c["arguments"], c.get("kept", ""))
                for c in answered["tool_calls"]
            ),
            finish_reason=FinishReason(answered["finish_reason"]),
            usage=Usage(
                answered["input_tokens"],
                answered["output_tokens"],
                answered["cached_tokens"],
                answered.get("estimated", False),
            ),
            raw=answered["raw"],
            kept=answered.get("kept", ""),
        )

    def _compare(self, number: int, asked: Mapping[str, Any], request: ModelRequest) -> None:
        sent = [message_text(message) for message in request.messages[self._seen :]]
        for index, text in enumerate(sent):
            _same(number, f"message {self._seen + index + 1}", _at(asked["new"], index), text)
        if len(asked["new"]) != len(sent):
            raise ReplayMismatchError(request=number, part="its number of messages", byte=0)
        _same(number, "its tools", str(asked["tools"]), self._tools.of(request.tools))
        _same(number, "its options", repr(asked["options"]), repr(options(request)))


def _same(number: int, part: str, recorded: str, sent: str) -> None:
    if recorded == sent:
        return
    before, after = recorded.encode(), sent.encode()
    pairs = enumerate(zip(before, after, strict=False))
    byte = next((i for i, (a, b) in pairs if a != b), min(len(before), len(after)))
    raise ReplayMismatchError(request=number, part=part, byte=byte)


def _at(texts: Sequence[str], index: int) -> str:
    return texts[index] if index < len(texts) else ""


def _failure(entry: Mapping[str, Any]) -> ProviderError:
    """The recorded failure again; what its text said is not recorded."""
    status = str(entry.get("status") or "")
    kind = _FAILURES.get(entry["code"], ProviderUnreachableError)
    if issubclass(kind, ProviderRejectedError):
        return kind(status=int(status) if status.isdigit() else status)
    facts = dict.fromkeys(("what", "problem", "model", "provider"), "as recorded")
    return kind(seconds="?", extra="?", **facts)


class ReplayRuns:
    """Answers from full traces, each run to its end before the next; a run is known by the messages
    it begins with. Raises what `ReplayProvider` raises."""

    def __init__(self, runs: Sequence[Trace]) -> None:
        self._waiting = [(_first(run), ReplayProvider(run)) for run in runs]
        self._now: ReplayProvider | None = None
        self.name = self._waiting[0][1].name
        self.model = self._waiting[0][1].model
        self.requests = 0

    @property
    def unasked(self) -> int:
        """How many runs no one has asked for yet."""
        return len(self._waiting)

    def complete(self, request: ModelRequest) -> ModelResponse:
        """The recorded response, if the request is the recorded one."""
        if self._now is None or self._now.is_over:
            self._now = self._next(request)
        self.requests += 1
        return self._now.complete(request)

    def _next(self, request: ModelRequest) -> ReplayProvider:
        if not self._waiting:
            raise ReplayMismatchError(request=1, part="of a run that was not recorded", byte=0)
        begins = [message_text(message) for message in request.messages]
        known = [at for at, (first, _) in enumerate(self._waiting) if first == begins]
        return self._waiting.pop(known[0] if known else 0)[1]


def runs_of(lines: Sequence[Mapping[str, Any]]) -> list[Trace]:
    """The runs of language models among the lines of an import's trace; the rules are no model."""
    runs = [list(each) for _, each in groupby(lines, key=lambda line: line["run"])]
    return [Trace(run) for run in runs if run and run[0].get("provider") != "offline"]


def _first(run: Trace) -> list[str]:
    asked = next((line for line in run.entries if line["kind"] == "request"), None)
    found: list[str] = list(asked["new"]) if asked else []  # type: ignore[call-overload]
    return found


Step: TypeAlias = ModelResponse | Callable[[ModelRequest], ModelResponse]


class ScriptedProvider:
    """Answers the requests one after another and keeps them in ``requests``. Raises
    ScriptExhaustedError, which no loop catches, when asked more often than it has answers."""

    name = "scripted"
    model = "scripted"

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = tuple(steps)
        self.requests: list[ModelRequest] = []

    def complete(self, request: ModelRequest) -> ModelResponse:
        self.requests.append(request)
        asked = len(self.requests)
        if asked > len(self._steps):
            raise ScriptExhaustedError(asked=asked, answers=len(self._steps))
        step = self._steps[asked - 1]
        return step if isinstance(step, ModelResponse) else step(request)


def says(text: str, usage: Usage | None = None) -> ModelResponse:
    return ModelResponse(text=text, usage=usage or Usage())


def calls(*wanted: tuple[str, dict[str, Plain]], text: str = "") -> ModelResponse:
    asked = tuple(
        ToolCall(f"c{index}_{name}", name, dumps(arguments))
        for index, (name, arguments) in enumerate(wanted)
    )
    return ModelResponse(text=text, tool_calls=asked, finish_reason=FinishReason.TOOL_CALLS)
