"""Decides what a model's response means: calls to run, an answer, a fault to mend, or the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic

from ..formats.base import Reply
from ..providers.base import AnswerMode, FinishReason, ModelResponse, OutputSchema
from .arguments import is_cut, problems, unfenced
from .dispatch import CallOutcome, Prepared
from .events import ToolCompleted, ToolFailed, ToolRequested, failure
from .json_text import RefusedUnreadError, loads_around, objects_in
from .messages import Message, ToolCall, user
from .outcome import Answer, Status, reached
from .registry import answer_schema, sketch
from .run_state import RunState
from .sanitise import bounded, is_call, sanitise

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError


NUDGE = "Please give your final answer."
CALL_IN_WORDS = (
    "What looks like a tool call there was not run. Write calls only in the way that you were"
    " shown, or answer without one."
)


def judge(state: RunState[Answer], response: ModelResponse, held: bool) -> None:
    """Take the response into the run. Faults are mended once each; a second one ends the run.
    ``held`` says that calls were forbidden in the request that it answers."""
    response = bounded(response)
    reply = state.format.read(response, state.names)
    if reply.kept != response.kept:
        reply = replace(reply, kept=response.kept)
    if _context_lost(state, response, held):
        state.end(Status.CONTEXT_LOST)
    elif response.finish_reason is FinishReason.CONTENT_FILTER:
        state.show(response.text)
        state.end(Status.REFUSED)
    elif _is_cut(response, reply) or _doubtful(state, response, reply):
        _cut(state, reply)
    elif reply.calls:
        _call(state, reply)
    elif reply.problem is not None:
        _unreadable(state, reply, reply.problem)
    else:
        # Words alone: an answer, unless nothing is left of them or they try to call a tool.
        clean = sanitise(reply.text, state.names)
        if clean.called and not _is_object(state, reply.text):
            state.show(reply.text)
            _unreadable(state, replace(reply, heard=clean.text), CALL_IN_WORDS)
        elif not clean.text:
            _empty(state)
        else:
            _answer(state, reply)


def _context_lost(state: RunState[Answer], response: ModelResponse, held: bool) -> bool:
    # Some servers leave the tools out of the prompt when calls are forbidden, and so count less.
    return not held and state.watch.lost(state.size, response.usage.input_tokens)


def _is_cut(response: ModelResponse, reply: Reply) -> bool:
    """Whether the reply ends before its end; routers are known to report `tool_calls` for it."""
    if response.finish_reason is FinishReason.LENGTH or reply.cut:
        return True
    return any(is_cut(call.arguments) for call in reply.calls)


def _doubtful(state: RunState[Answer], response: ModelResponse, reply: Reply) -> bool:
    """Whether the reply ended for a reason that no one knows, and does not show that it is whole:
    by a call that can be read, or an answer of the shape asked for."""
    if response.finish_reason is not FinishReason.UNKNOWN or reply.calls:
        return False
    return state.task.output is None or read_answer(state.task.output, reply.text).answer is None


def _cut(state: RunState[Answer], reply: Reply) -> None:
    """A reply that ends in the middle is never run or mended: ask once for a longer one."""
    if state.names and (reply.calls or reply.cut or reply.problem):
        state.unanswered += max(1, len(reply.calls))
    if state.closing is not None or state.flags.stretched:
        state.show(reply.text)
        state.pending = reply.calls
        return state.end(state.closing or Status.TRUNCATED)
    state.flags.stretched = True
    state.answer_tokens *= 2
    return None


def _call(state: RunState[Answer], reply: Reply) -> None:
    state.show(reply.text)
    if state.closing is not None:
        state.unanswered += len(reply.calls)
        state.pending = reply.calls
        return state.end(state.closing)
    prepared = [state.dispatcher.prepare(call) for call in state.unique(reply.calls)]
    state.add(_as_said(state, reply, tuple(item.call for item in prepared)))
    carry_out(state, prepared)
    if state.status is None and state.repeats.worst >= state.limits.repeats:
        state.close(Status.STALLED)
    return None


def _unreadable(state: RunState[Answer], reply: Reply, problem: str) -> None:
    state.unanswered += 1
    state.show(reply.heard)
    if state.closing is not None:
        return state.end(state.closing)
    state.add(_as_said(state, reply), user(problem))
    return count_mistake(state)


def _is_object(state: RunState[Answer], text: str) -> bool:
    """Whether the whole text is one object, as an answer is: its strings may quote anything."""
    if state.task.output is None:
        return False
    try:
        value = loads_around(unfenced(text))
    except ValueError:
        return False
    return isinstance(value, dict) and not is_call(value, state.names)


def _empty(state: RunState[Answer]) -> None:
    if state.closing is not None or state.flags.nudged:
        return state.end(state.closing or Status.EMPTY)
    state.flags.nudged = True
    state.flags.hold = bool(state.succeeded) and not state.missing
    state.add(user(NUDGE))
    return None


def _answer(state: RunState[Answer], reply: Reply) -> None:
    state.show(reply.text)
    reasons = _reasons(state, reply.text if state.task.output else state.text)
    state.add(_as_said(state, reply))
    if not reasons:
        return state.end(state.closing or Status.OK)
    if state.closing is not None or _told_before(state):
        return state.end(state.closing or Status.INVALID_ANSWER)
    if state.task.output is None:
        state.add(user("That answer cannot be used: " + "; ".join(reasons) + ". Answer again."))
        return None
    settled = not state.missing
    state.flags.firm, state.flags.hold = settled, settled
    state.add(user(correction(reasons)))
    return None


def _told_before(state: RunState[Answer]) -> bool:
    """Whether the model heard once what it hears now: to look first, or to answer better."""
    flags = state.flags
    if state.missing:
        told, flags.sent_to_look = flags.sent_to_look, True
    else:
        told, flags.corrected = flags.corrected, True
    return told


def _reasons(state: RunState[Answer], text: str) -> tuple[str, ...]:
    """Why the text is no answer; none when it is, which is then kept."""
    if state.missing and state.closing is None:
        return tuple(f"call {name} first" for name in state.missing)
    if state.task.output is None:
        return tuple(state.task.check_text(text)) if state.task.check_text else ()
    read = read_answer(state.task.output, text)
    if read.answer is None:
        return read.reasons
    reasons = tuple(state.task.check(read.answer)) if state.task.check else ()
    state.answer = None if reasons else read.answer
    return reasons


_HARD = frozenset({Status.DEADLINE, Status.TOKEN_CAP, Status.COST_CAP})


def _as_said(state: RunState[Answer], reply: Reply, calls: tuple[ToolCall, ...] = ()) -> Message:
    said = state.format.said(reply, calls)
    return replace(said, kept=reply.kept) if reply.kept else said


def carry_out(state: RunState[Answer], prepared: Sequence[Prepared]) -> None:
    """Run what may run, send the results back, and count what it took."""
    state.look_at_clock()
    allowed = [_not_again(state, item) for item in _within(state, prepared)]
    outcomes = _run(state, allowed)
    state.add(*state.format.result_messages([(outcome.call, outcome.text) for outcome in outcomes]))
    state.spent.calls += len(outcomes)
    state.away = next((outcome.away for outcome in outcomes if outcome.away), state.away)
    if state.away is not None:
        return state.end(Status.UNAVAILABLE)
    if any(item.tool is None or item.arguments is None for item in prepared):
        state.pending = tuple(item.call for item in prepared if item.refusal)
        count_mistake(state)
    return None


def count_mistake(state: RunState[Answer]) -> None:
    """One more turn with a call that could not be run; too many end the run."""
    state.mistakes += 1
    if state.mistakes > state.limits.mistakes:
        return state.end(Status.REPAIR_EXHAUSTED)
    state.pending = ()
    return None


def _run(state: RunState[Answer], prepared: Sequence[Prepared]) -> tuple[CallOutcome, ...]:
    """Run the calls between their events."""
    for item in prepared:
        cost_class = item.tool.cost_class.value if item.tool else None
        state.emit(ToolRequested(state.ids, item.call, cost_class))
    outcomes = state.dispatcher.run(prepared, state.task.cancel)
    for item, outcome in zip(prepared, outcomes, strict=True):
        state.repeats.remember(item, outcome)
        if outcome.envelope.ok:
            state.succeeded.add(outcome.call.name)
        about = (state.ids, outcome.call, outcome.envelope, outcome.text, outcome.seconds)
        if outcome.envelope.ok:
            state.emit(ToolCompleted(*about))
        else:
            state.emit(ToolFailed(*about, outcome.error))
        if outcome.error is not None:
            state.tool_errors.append((outcome.call, outcome.error))
    return outcomes


def _within(state: RunState[Answer], prepared: Sequence[Prepared]) -> list[Prepared]:
    """The calls, those over a limit refused: none runs whose result could not be paid for."""
    cap = reached(state.limits, state.spent)
    if cap in _HARD:
        refusal = failure("limit_reached", f"not run: {cap}", hint="answer with what you have")
        return [replace(item, refusal=refusal) for item in prepared]
    room = min(state.limits.calls_per_turn, state.limits.calls - state.spent.calls)
    said = f"not run: only the first {room} calls of this turn were"
    refusal = failure("too_many_calls", said, hint="ask for the rest in the next turn")
    return [
        item if index < room else replace(item, refusal=refusal)
        for index, item in enumerate(prepared)
    ]


def _not_again(state: RunState[Answer], item: Prepared) -> Prepared:
    again = state.repeats.notice(item)
    if again is None or item.refusal is not None:
        return item
    return replace(item, refusal=again)


_MOST_REASONS = 5


@dataclass(frozen=True, slots=True)
class ReadAnswer(Generic[Answer]):
    """A valid answer, or the reasons why there is not one, written for the model."""

    answer: Answer | None
    reasons: tuple[str, ...] = ()


def schema_of(output: type[BaseModel], mode: AnswerMode) -> OutputSchema:
    return OutputSchema(output.__name__.lower(), answer_schema(output), mode)


def instruction(output: type[BaseModel]) -> str:
    """How the answer is to look, for the system message."""
    return f"Final answer: one JSON object only: {sketch(answer_schema(output))}"


def read_answer(output: type[Answer], text: str) -> ReadAnswer[Answer]:
    """The answer in a model's final text: the one object in it, wherever it is."""
    from pydantic import ValidationError

    try:
        found = objects_in(unfenced(text))
    except RefusedUnreadError as error:
        return ReadAnswer(None, (error.message(),))
    if not found:
        return ReadAnswer(None, ("it is not one JSON object",))
    if any(each != found[0] for each in found):
        return ReadAnswer(None, ("it is more than one JSON object",))
    try:
        return ReadAnswer(output.model_validate(found[0]))
    except ValidationError as error:
        return ReadAnswer(None, _answer_faults(error))


def correction(reasons: tuple[str, ...]) -> str:
    """The one request to mend an answer."""
    return "That answer cannot be used: " + "; ".join(reasons) + ". Answer again, JSON only."


def _answer_faults(error: ValidationError) -> tuple[str, ...]:
    return tuple(
        f"{place or 'answer'}: {message}" for place, message, _ in problems(error)[:_MOST_REASONS]
    )
