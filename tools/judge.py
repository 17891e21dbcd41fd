"""What a model's response means for its run: calls, an answer, a fault to mend, or the end."""

from __future__ import annotations

from tools.answers import correction, read_answer, text_correction
from tools.argument_text import is_cut
from tools.bounds import bounded
from tools.calls import answer_calls, count_mistake
from tools.formats.base import Reply
from tools.messages import user
from tools.outcome import Answer, Status
from tools.providers.base import FinishReason, ModelResponse
from tools.run_state import RunState

NUDGE = "Please give your final answer."


def judge(state: RunState[Answer], response: ModelResponse, held: bool) -> None:
    """Take the response into the run. Faults are mended once each; a second one ends the run.

    ``held`` says that calls were forbidden in the request that it answers.
    """
    response = bounded(response)
    reply = state.format.read(response, state.names)
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
    elif not reply.text.strip():
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
    """Whether the reply ended for a reason that nobody knows, and does not show that it is whole:
    by a call that can be read, or an answer of the shape asked for."""
    if response.finish_reason is not FinishReason.UNKNOWN or reply.calls:
        return False
    return state.task.output is None or read_answer(state.task.output, reply.text).answer is None


def _cut(state: RunState[Answer], reply: Reply) -> None:
    """A reply that ends in the middle is never run or mended: ask once for a longer one."""
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
        state.pending = reply.calls
        return state.end(state.closing)
    answer_calls(state, reply)
    if state.status is None and state.repeats.worst >= state.limits.repeats:
        state.close(Status.STALLED)
    return None


def _unreadable(state: RunState[Answer], reply: Reply, problem: str) -> None:
    state.show(reply.heard)
    if state.closing is not None:
        return state.end(state.closing)
    state.add(state.format.said(reply, ()), user(problem))
    return count_mistake(state)


def _empty(state: RunState[Answer]) -> None:
    if state.closing is not None or state.flags.nudged:
        return state.end(state.closing or Status.EMPTY)
    state.flags.nudged = True
    state.flags.hold = bool(state.succeeded) and not state.missing
    state.add(user(NUDGE))
    return None


def _answer(state: RunState[Answer], reply: Reply) -> None:
    state.show(reply.text)
    reasons = _reasons(state, reply.text)
    state.add(state.format.said(reply, ()))
    if not reasons:
        return state.end(state.closing or Status.OK)
    if state.closing is not None or _told_before(state):
        return state.end(state.closing or Status.INVALID_ANSWER)
    if state.task.output is None:
        state.add(user(text_correction(reasons)))
        return None
    settled = not state.missing
    state.flags.firm, state.flags.hold = settled, settled
    state.add(user(correction(reasons)))
    return None


def _told_before(state: RunState[Answer]) -> bool:
    """Whether the model was told once what it is told now: to look first, or to answer better."""
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
