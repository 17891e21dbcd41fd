"""Answering the calls of one turn: which run, which are refused, and what the history keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tools.dispatch import Outcome, Prepared
from tools.envelope import Envelope, failure
from tools.events import ToolCompleted, ToolFailed, ToolRequested
from tools.formats.base import Reply
from tools.limits import reached
from tools.outcome import Answer, Status
from tools.run_state import RunState

_HARD = frozenset({Status.DEADLINE, Status.TOKEN_CAP, Status.COST_CAP})


def answer_calls(state: RunState[Answer], reply: Reply) -> None:
    """Answer every call of the reply, in the order asked, and add both to the history."""
    prepared = [state.dispatcher.prepare(call) for call in state.unique(reply.calls)]
    state.add(state.format.said(reply, tuple(item.call for item in prepared)))
    settle(state, prepared)


def settle(state: RunState[Answer], prepared: Sequence[Prepared]) -> None:
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


def _run(state: RunState[Answer], prepared: Sequence[Prepared]) -> tuple[Outcome, ...]:
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
        event = kind(state.ids, outcome.call, outcome.envelope, outcome.text, outcome.seconds)
        state.emit(event)
    return outcomes


def _within(state: RunState[Answer], prepared: Sequence[Prepared]) -> list[Prepared]:
    """The calls, those over a limit refused: none runs whose result could not be paid for."""
    cap = reached(state.limits, state.spent)
    if cap in _HARD:
        refusal = failure("limit_reached", f"not run: {cap}", hint="answer with what you have")
        return [replace(item, refusal=refusal) for item in prepared]
    room = min(state.limits.calls_per_turn, state.limits.calls - state.spent.calls)
    return [
        item if index < room else replace(item, refusal=_too_many(room))
        for index, item in enumerate(prepared)
    ]


def _too_many(room: int) -> Envelope:
    return failure(
        "too_many_calls",
        f"not run: only the first {room} calls of this turn were",
        hint="ask for the rest in the next turn",
    )


def _not_again(state: RunState[Answer], item: Prepared) -> Prepared:
    again = state.repeats.notice(item)
    if again is None or item.refusal is not None:
        return item
    return replace(item, refusal=again)
