"""The synchronous tool loop: ask, run calls, send results back, until an answer or a limit."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal

from ..base import FaultClass
from ..formats.base import Format, with_instructions
from ..formats.choose import NativeFormat
from ..providers.base import AnswerMode, Delta, ModelRequest, ModelResponse, Provider
from .dispatch import Job, run_jobs
from .errors import ProviderError, ProviderRejectedError, ProviderTimedOutError
from .events import (
    EventSink,
    RequestFailed,
    RequestSent,
    ResponseReceived,
    RunEnded,
    RunStarted,
    Streamed,
)
from .judge import instruction, judge, schema_of
from .messages import Usage, user
from .outcome import (
    Answer,
    Capture,
    Limits,
    LoopResult,
    RunError,
    Status,
    TraceRecorder,
    reached,
)
from .registry import Tool, ToolRegistry
from .run_state import RunState, Task
from .tokens import estimate, tool_bytes

_LOWER = {AnswerMode.JSON_SCHEMA: AnswerMode.JSON_OBJECT, AnswerMode.JSON_OBJECT: AnswerMode.PROMPT}
# What servers say to a request that asks for something they do not have.
_UNSUPPORTED = frozenset({400, 404, 422})
_MOMENT = 0.05
_NO_PRICE = (
    "No price is known for this model, so its cost cannot be limited, and it was not asked. Give"
    " input_price and output_price in models.toml, or limit tokens instead of cost."
)


class ToolLoop:
    """Runs tasks with one model.

    ``price`` turns the usage of one call into US dollars, or None when it is not known. ``mode`` is
    the firmest way in which this model can be asked for JSON. ``sinks`` hear every event; with
    ``stream`` they also hear the pieces of a reply while it is written. Anyone who makes the
    messages asks ``sees`` whether the model takes images, ``whole_numbers`` whether account
    numbers may go to it unmasked, and ``plans`` whether it had better fill in one shape that a
    program carries out than call tools."""

    def __init__(
        self,
        provider: Provider,
        *,
        format: Format | None = None,
        limits: Limits | None = None,
        price: Callable[[Usage], Decimal | None] | None = None,
        mode: AnswerMode = AnswerMode.JSON_SCHEMA,
        sinks: Sequence[EventSink] = (),
        stream: bool = False,
        capture: Capture = Capture.REDACTED,
        clock: Callable[[], float] = time.monotonic,
        sees: bool = False,
        whole_numbers: bool = False,
        plans: bool = False,
    ) -> None:
        self.sees = sees
        self.plans = plans
        self.whole_numbers = whole_numbers
        self._provider = provider
        self._format = format or NativeFormat()
        self._limits = limits or Limits()
        self._price = price
        self._mode = mode
        self._sinks = tuple(sinks)
        self._stream = stream
        self._capture = capture
        self._clock = clock

    @property
    def limits(self) -> Limits:
        return self._limits

    def ask(
        self, question: str, *tools: Tool, output: type[Answer] | None = None
    ) -> LoopResult[Answer]:
        """Run one question with these tools; with ``output`` the answer is one of that model."""
        return self.run(Task((user(question),), ToolRegistry(tools), output))

    def run(self, task: Task[Answer]) -> LoopResult[Answer]:
        """Run to the end, whatever that is."""
        recorder = TraceRecorder(self._capture)
        state = self._state(task, recorder)
        wanted = instruction(task.output) if task.output else ""
        messages = with_instructions(task.messages, wanted)
        state.add(*self._format.opening(messages, task.registry.specs))
        return self._drive(state, recorder)

    def _state(self, task: Task[Answer], recorder: TraceRecorder) -> RunState[Answer]:
        state = RunState(
            task=task,
            format=self._format,
            limits=self._limits,
            sinks=[recorder, *self._sinks, *task.sinks],
            mode=self._mode,
            clock=self._clock,
            started=self._clock(),
            schema=schema_of(task.output, self._mode) if task.output else None,
            size=tool_bytes(task.registry.specs),
        )
        model = (self._provider.name, self._provider.model)
        state.emit(RunStarted(state.ids, *model, self._format.name, task.registry.fingerprint))
        return state

    def _drive(self, state: RunState[Answer], recorder: TraceRecorder) -> LoopResult[Answer]:
        if self._limits.cost is not None and self._cost(Usage()) is None:
            state.error = RunError("price_unknown", _NO_PRICE)
            state.end(Status.COST_CAP)
        while state.status is None:
            self._turn(state)
        state.emit(RunEnded(state.ids, state.status.value, state.unanswered))
        return LoopResult(
            status=state.status,
            answer=state.answer,
            text=state.text,
            messages=tuple(state.messages),
            usage=state.usage,
            cost=state.spent.cost,
            turns=state.spent.turns,
            calls=state.spent.calls,
            trace=recorder.trace,
            pending_calls=state.pending,
            warnings=tuple(state.warnings),
            error=state.error,
            tool_errors=tuple(state.tool_errors),
            away=state.away,
        )

    def _turn(self, state: RunState[Answer]) -> None:
        if state.task.cancelled:
            return state.end(Status.CANCELLED)
        state.look_at_clock()
        cap = reached(self._limits, state.spent)
        if cap is not None and state.closing is None:
            state.close(cap)
        held = state.closing is not None or state.flags.hold
        state.flags.hold = False
        response = self._ask(state, held)
        if response is not None:
            self._charge(state, response)
            judge(state, response, held)
        return None

    def _ask(self, state: RunState[Answer], held: bool) -> ModelResponse | None:
        """The response, or None when the run may have ended; ``held`` forbids calls."""
        state.spent.turns += 1
        request = self._request(state, held)
        new = tuple(state.messages[state.sent :])
        state.sent = len(state.messages)
        state.emit(RequestSent(state.ids, request, new, state.look_at_clock()))
        job = Job(lambda: self._provider.complete(request), state.remaining())
        begun = self._clock()
        run_jobs([job], state.task.cancel)
        seconds = self._clock() - begun
        if job.value is None:
            self._failed(state, request, job.error, seconds)
            # A gentler request is made in the same way otherwise.
            state.flags.hold = held
            return None
        state.heard = True
        state.emit(ResponseReceived(state.ids, job.value, seconds))
        return job.value

    def _request(self, state: RunState[Answer], held: bool) -> ModelRequest:
        tools = state.task.registry.specs
        firm = state.flags.firm or not tools
        request = ModelRequest(
            messages=tuple(state.messages),
            tools=tools,
            tool_choice="none" if held else "auto",
            final=state.schema,
            output_schema=state.schema if firm else None,
            mode=state.mode,
            max_tokens=state.answer_tokens,
            timeout=min(self._limits.request_seconds, state.remaining()),
            on_delta=_emitter(state) if self._stream else None,
        )
        return self._format.request(request)

    def _failed(
        self,
        state: RunState[Answer],
        request: ModelRequest,
        error: BaseException | None,
        seconds: float,
    ) -> None:
        """No response: end the run, or ask less firmly when the server refused the JSON mode."""
        if error is not None and not isinstance(error, ProviderError):
            raise error
        code = error.code if error else "no_answer_in_time"
        status = error.facts.get("status") if error else None
        state.emit(RequestFailed(state.ids, code, seconds, None if status is None else str(status)))
        if state.task.cancelled:
            state.end(Status.CANCELLED)
        elif error is None or _out_of_time(state, error):
            if not state.heard:
                state.away = ProviderTimedOutError(seconds=round(self._limits.seconds))
            state.end(state.closing or Status.DEADLINE)
        elif not _softened(state, request, error):
            state.error = RunError(error.code, error.message())
            # How a run ends that its server did not answer; what says nothing of the question is
            # kept.
            passes = error.fault is FaultClass.TRANSIENT
            if passes or error.fault is FaultClass.CONFIGURATION:
                state.away = error
            ended = Status.UNAVAILABLE if passes else Status.PROVIDER_ERROR
            state.end(state.closing or ended)

    def _charge(self, state: RunState[Answer], response: ModelResponse) -> None:
        usage = response.usage
        read = estimate(state.size, state.images)
        written = estimate(sum(len(c.arguments) for c in response.tool_calls) + len(response.text))
        if usage.estimated:
            usage = Usage(read, written, estimated=True)
        state.usage += usage
        state.spent.tokens += usage.total_tokens or read + written
        cost = self._cost(usage)
        known = state.spent.cost
        state.spent.cost = known + cost if known is not None and cost is not None else None

    def _cost(self, usage: Usage) -> Decimal | None:
        return self._price(usage) if self._price else None


def _out_of_time(state: RunState[Answer], error: ProviderError) -> bool:
    """Whether the request was given up because the whole run had no more time for it."""
    return isinstance(error, ProviderTimedOutError) and state.remaining() < _MOMENT


def _softened(state: RunState[Answer], request: ModelRequest, error: ProviderError) -> bool:
    """Whether there is a lower rung of the JSON ladder to try; if so, the run is now on it."""
    unsupported = (
        isinstance(error, ProviderRejectedError) and error.facts.get("status") in _UNSUPPORTED
    )
    if request.output_schema is None or state.mode is AnswerMode.PROMPT or not unsupported:
        return False
    state.mode = _LOWER[state.mode]
    if state.schema is not None:
        state.schema = replace(state.schema, mode=state.mode)
    return True


def _emitter(state: RunState[Answer]) -> Callable[[Delta], None]:
    ids = state.ids

    def emit(delta: Delta) -> None:
        # A reply that comes after its run gave up is nobody's any more.
        if state.status is None and state.ids == ids:
            state.emit(Streamed(ids, delta))

    return emit
