"""Answering the calls of one turn: which run, which are refused, and what the history keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tools.dispatch import Outcome, Prepared
from tools.envelope import Envelope, failure
from tools.events import ToolCompleted, ToolFailed, ToolRequested
from tools.formats.base import Format, Reply
from tools.limits import Limits, reached
from tools.outcome import Answer, Status
from tools.run_state import RunState

_HARD = frozenset({Status.DEADLINE, Status.TOKEN_CAP, Status.COST_CAP})


def answer_calls(
    state: RunState[Answer], format: Format, limits: Limits, reply: Reply, elapsed: float
) -> None:
    """Answer every call of the reply, in the order asked, and add both to the history."""
    calls = state.unique(reply.calls)
    prepared = [state.dispatcher.prepare(call) for call in calls]
    state.add(format.said(reply, tuple(item.call for item in prepared)))
    if any(item.tool and item.tool.needs_approval for item in prepared):
        state.pending = tuple(item.call for item in prepared)
        return state.end(Status.AWAITING_APPROVAL)
    state.spent.seconds = elapsed
    return settle(state, format, limits, prepared)


def settle(
    state: RunState[Answer], format: Format, limits: Limits, prepared: Sequence[Prepared]
) -> None:
    """Run what may run, tell the results, and count what it took."""
    allowed = _within(state, limits, prepared)
    outcomes = run_calls(state, [_not_again(state, item) for item in allowed])
    state.add(*format.told([(o.call, o.envelope.text()) for o in outcomes]))
    state.spent.calls += len(outcomes)
    if any(item.refusal for item in prepared):
        state.mistakes += 1
    if state.mistakes > limits.mistakes:
        state.pending = tuple(item.call for item in prepared if item.refusal)
        state.end(Status.REPAIR_EXHAUSTED)


def run_calls(state: RunState[Answer], prepared: Sequence[Prepared]) -> tuple[Outcome, ...]:
    """Run the calls between their events."""
    for item in prepared:
        cost_class = item.tool.cost_class.value if item.tool else None
        state.emit(ToolRequested(state.ids, item.call, cost_class))
    outcomes = state.dispatcher.run(prepared, state.task.cancel)
    for item, outcome in zip(prepared, outcomes, strict=True):
        state.repeats.remember(item, outcome)
        if outcome.envelope.ok:
            state.succeeded.add(outcome.call.name)
        kind = ToolCompleted if outcome.envelope.ok else ToolFailed
        state.emit(kind(state.ids, outcome.call, outcome.envelope, outcome.seconds))
    return outcomes


def _within(
    state: RunState[Answer], limits: Limits, prepared: Sequence[Prepared]
) -> list[Prepared]:
    """The calls, those over a limit refused: none runs whose result could not be paid for."""
    cap = reached(limits, state.spent)
    if cap in _HARD:
        refusal = failure("limit_reached", f"not run: {cap}", hint="answer with what you have")
        return [replace(item, refusal=refusal) for item in prepared]
    room = min(limits.calls_per_turn, limits.calls - state.spent.calls)
    return [
        item if index < room else replace(item, refusal=_too_many(room))
        for index, item in enumerate(prepared)
    ]


def _too_many(room: int) -> Envelope:
    return failure(
        "too_many_calls",
        f"not run: only the first {room} calls of a turn are run",
        hint="ask for the rest in the next turn",
    )


def _not_again(state: RunState[Answer], item: Prepared) -> Prepared:
    again = state.repeats.notice(item)
    if again is None or item.refusal is not None:
        return item
    return replace(item, refusal=again)
