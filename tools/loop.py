"""The synchronous tool loop: ask, run the calls, tell the results, until an answer or a limit.

Knows no provider, no bank and no database. Its outcome is data: whatever a model or a server does
ends in a status with the whole history; only a programmer's error raises.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from decimal import Decimal

from tools.answers import correction, instruction, read_answer, schema_of
from tools.argument_text import is_cut
from tools.calls import answer_calls
from tools.dispatch import ToolDispatcher
from tools.errors import ProviderError, ProviderRejectedError
from tools.events import (
    EventSink,
    RequestFailed,
    RequestSent,
    ResponseReceived,
    RunEnded,
    RunStarted,
    Streamed,
)
from tools.formats.base import Format, Reply, with_instructions
from tools.formats.native import NativeFormat
from tools.limits import Limits, reached
from tools.messages import Usage, user
from tools.outcome import Answer, LoopResult, RunError, Status
from tools.providers.base import (
    AnswerMode,
    Delta,
    FinishReason,
    ModelRequest,
    ModelResponse,
    Provider,
)
from tools.run_state import RunState, Task
from tools.threads import Job, run_jobs
from tools.tokens import estimate, tool_bytes
from tools.trace import Capture, TraceRecorder

CLOSING = "No more tool calls are possible. Give your final answer now, from what you have."
NUDGE = "Please give your final answer."

_LOWER = {AnswerMode.JSON_SCHEMA: AnswerMode.JSON_OBJECT, AnswerMode.JSON_OBJECT: AnswerMode.PROMPT}


class ToolLoop:
    """Runs tasks with one model.

    ``price`` turns the usage of one call into US dollars, or None when it is not known. ``mode``
    is the firmest way in which this model can be asked for JSON. ``sinks`` hear every event;
    with ``stream`` they also hear the pieces of a reply while it is written.
    """

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
    ) -> None:
        self._provider = provider
        self._format = format or NativeFormat()
        self._limits = limits or Limits()
        self._price = price
        self._mode = mode
        self._sinks = tuple(sinks)
        self._stream = stream
        self._capture = capture
        self._clock = clock

    def run(self, task: Task[Answer]) -> LoopResult[Answer]:
        """Run to the end, whatever that is."""
        recorder = TraceRecorder(self._capture)
        state = self._begin(task, recorder)
        while state.status is None:
            self._turn(state)
        state.emit(RunEnded(state.ids, state.status.value))
        return _result(state, state.status, recorder)

    def _begin(self, task: Task[Answer], recorder: TraceRecorder) -> RunState[Answer]:
        state = RunState(
            task=task,
            dispatcher=ToolDispatcher(task.registry),
            sinks=[recorder, *self._sinks],
            answer_tokens=self._limits.answer_tokens,
            mode=self._mode,
            started=self._clock(),
            size=tool_bytes(task.registry.specs),
        )
        wanted = instruction(task.output) if task.output else ""
        messages = with_instructions(task.messages, wanted)
        state.add(*self._format.opening(messages, task.registry.specs))
        state.emit(
            RunStarted(
                state.ids,
                self._provider.name,
                self._provider.model,
                self._format.name,
                task.registry.fingerprint,
            )
        )
        return state

    def _turn(self, state: RunState[Answer]) -> None:
        """One request and what follows from its response."""
        if state.task.cancel is not None and state.task.cancel.is_set():
            return state.end(Status.CANCELLED)
        state.spent.seconds = self._clock() - state.started
        cap = reached(self._limits, state.spent)
        if cap is not None and state.closing is None:
            state.close(cap, CLOSING)
        response = self._ask(state)
        if response is not None:
            self._judge(state, response)
        return None

    def _ask(self, state: RunState[Answer]) -> ModelResponse | None:
        """The model's response, or None when there is none; then the run may have ended."""
        state.spent.turns += 1
        request = self._request(state)
        new = tuple(state.messages[state.sent :])
        state.sent = len(state.messages)
        state.emit(RequestSent(state.ids, request, new, self._clock() - state.started))
        job = Job(lambda: self._provider.complete(request), self._remaining(state))
        begun = self._clock()
        run_jobs([job], state.task.cancel)
        seconds = self._clock() - begun
        if job.value is None:
            self._failed(state, job, seconds)
            return None
        state.emit(ResponseReceived(state.ids, job.value, seconds))
        return job.value

    def _request(self, state: RunState[Answer]) -> ModelRequest:
        tools = state.task.registry.specs
        held = state.closing is not None or state.hold
        state.hold = False
        output = state.task.output
        firm = output is not None and (state.forced or not tools)
        request = ModelRequest(
            messages=tuple(state.messages),
            tools=tools,
            tool_choice="none" if held else "auto",
            output_schema=schema_of(output, state.mode) if output and firm else None,
            max_tokens=state.answer_tokens,
            timeout=min(self._limits.request_seconds, self._remaining(state)),
            on_delta=self._delta_sink(state) if self._stream else None,
        )
        return self._format.request(request)

    def _remaining(self, state: RunState[Answer]) -> float:
        if state.closing is not None:
            return self._limits.grace
        return max(0.0, self._limits.seconds - (self._clock() - state.started))

    def _delta_sink(self, state: RunState[Answer]) -> Callable[[Delta], None]:
        ids = state.ids

        def told(delta: Delta) -> None:
            # A reply that comes after its run gave up is nobody's any more.
            if state.status is None and state.ids == ids:
                state.emit(Streamed(ids, delta))

        return told

    def _failed(self, state: RunState[Answer], job: Job[ModelResponse], seconds: float) -> None:
        """No response: end the run, or ask less firmly when the server refused the JSON mode."""
        if job.error is not None and not isinstance(job.error, ProviderError):
            raise job.error
        code = job.error.code if job.error else "no_answer_in_time"
        state.emit(RequestFailed(state.ids, code, seconds))
        if state.task.cancel is not None and state.task.cancel.is_set():
            state.end(Status.CANCELLED)
        elif job.error is None:
            state.end(state.closing or Status.DEADLINE)
        elif isinstance(job.error, ProviderRejectedError) and self._softened(state):
            return
        else:
            state.error = RunError(job.error.code, job.error.message())
            state.end(Status.PROVIDER_ERROR)

    def _softened(self, state: RunState[Answer]) -> bool:
        asked = state.task.output is not None and (state.forced or not state.task.registry.specs)
        if not asked or state.mode is AnswerMode.PROMPT:
            return False
        state.mode = _LOWER[state.mode]
        state.hold = bool(state.task.registry.specs)
        return True

    def _judge(self, state: RunState[Answer], response: ModelResponse) -> None:
        """Decide what a response means for the run."""
        self._charge(state, response)
        reply = self._format.read(response, state.task.registry.names)
        if state.closing is None and state.watch.lost(state.size, response.usage.input_tokens):
            return state.end(Status.CONTEXT_LOST)
        if response.finish_reason is FinishReason.CONTENT_FILTER:
            return state.end(Status.REFUSED)
        if _cut(response, reply):
            return self._cut(state, reply)
        if reply.calls:
            return self._call(state, reply)
        if not reply.text.strip():
            return self._empty(state)
        return self._answer(state, reply)

    def _charge(self, state: RunState[Answer], response: ModelResponse) -> None:
        state.usage += response.usage
        guess = estimate(state.size + len(response.text))
        state.spent.tokens += response.usage.total_tokens or guess
        cost = self._price(response.usage) if self._price else None
        known = state.spent.cost
        state.spent.cost = known + cost if known is not None and cost is not None else None

    def _cut(self, state: RunState[Answer], reply: Reply) -> None:
        """A reply that ends in the middle is never run or mended: ask once for a longer one."""
        state.text, state.pending = reply.text, reply.calls
        if state.closing is not None or state.stretched:
            return state.end(state.closing or Status.TRUNCATED)
        state.stretched, state.pending = True, ()
        state.answer_tokens *= 2
        return None

    def _call(self, state: RunState[Answer], reply: Reply) -> None:
        state.text = reply.text
        if state.closing is not None:
            state.pending = reply.calls
            return state.end(state.closing)
        answer_calls(state, self._format, self._limits, reply, self._elapsed(state))
        if state.status is None and state.repeats.worst >= self._limits.repeats:
            state.close(Status.STALLED, CLOSING)
        return None

    def _elapsed(self, state: RunState[Answer]) -> float:
        return self._clock() - state.started

    def _empty(self, state: RunState[Answer]) -> None:
        if state.closing is not None or state.nudged:
            return state.end(state.closing or Status.EMPTY)
        state.nudged = True
        state.hold = bool(state.succeeded)
        state.add(user(NUDGE))
        return None

    def _answer(self, state: RunState[Answer], reply: Reply) -> None:
        state.text = reply.text
        reasons = _weigh(state, reply.text)
        state.add(self._format.said(reply, ()))
        if not reasons:
            return state.end(state.closing or Status.OK)
        if state.closing is not None or state.corrected:
            return state.end(state.closing or Status.INVALID_ANSWER)
        missing = set(state.task.needs) - state.succeeded
        state.corrected, state.forced, state.hold = True, not missing, not missing
        state.add(user(correction(reasons)))
        return None


def _cut(response: ModelResponse, reply: Reply) -> bool:
    """Whether the reply ends before its end; routers are known to report `tool_calls` for it."""
    if response.finish_reason is FinishReason.LENGTH:
        return True
    return any(is_cut(call.arguments) for call in reply.calls)


def _weigh(state: RunState[Answer], text: str) -> tuple[str, ...]:
    """Why the text is no answer; none when it is, which is then kept."""
    missing = tuple(name for name in state.task.needs if name not in state.succeeded)
    if missing and state.closing is None:
        return tuple(f"call {name} first" for name in missing)
    if state.task.output is None:
        return ()
    read = read_answer(state.task.output, text)
    if read.answer is None:
        return read.reasons
    reasons = tuple(state.task.check(read.answer)) if state.task.check else ()
    state.answer = None if reasons else read.answer
    return reasons


def _result(state: RunState[Answer], status: Status, recorder: TraceRecorder) -> LoopResult[Answer]:
    return LoopResult(
        status=status,
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
    )
