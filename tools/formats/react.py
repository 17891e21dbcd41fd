"""Thought, Action, Action Input, Observation: calls as text for models without native tools."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..loop.messages import Message, ToolCall, assistant, user
from ..loop.sanitise import sanitise
from ..providers.base import ModelResponse
from .base import Reply, TextFormat, outside_fences, shielded

PROBLEM = (
    "That action cannot be read: write `Action:` and `Action Input:` lines, or a final answer."
)
STOP = ("\nObservation:",)
_GRAMMAR = """You can use these tools:
{tools}

To use one, write exactly these lines and stop:
Thought: why you need it
Action: its name
Action Input: {{"argument": "value"}}
You are then given the result as "Observation: …". One action at a time. When you know enough:
Thought: I know the answer
Final Answer: your answer

Example:
Thought: I need the accounts first.
Action: {first}
Action Input: {{}}"""
_MOST_NAME = 200
_NAME = re.compile(r"[`*\"' ]*([\w.]+)(?:\(\))?[`*\"'. ]*")


class ReactFormat(TextFormat):
    """One call a turn, as lines of text."""

    name = "react"
    grammar, stop = _GRAMMAR, STOP

    def read(self, response: ModelResponse, names: Sequence[str]) -> Reply:
        """The first action, unless a final answer comes before it."""
        # What the model said before it began to invent results.
        observed = [block for block in blocks(response.text) if block.marker is Marker.OBSERVATION]
        text = response.text[: observed[0].start] if observed else response.text
        found = blocks(text)
        for index, block in enumerate(found):
            if block.marker is Marker.FINAL:
                return Reply(block.text, (), text)
            if block.marker is Marker.ACTION:
                rest = found[index + 1 : index + 2]
                call = _call(block, rest, names)
                if call is not None:
                    return Reply(
                        "", (call,), text[: (rest[0].end if _has_input(rest) else block.end)]
                    )
                if _has_input(rest):
                    return Reply("", (), sanitise(text).text, PROBLEM)
        return Reply(_prose(text, found), (), text)

    def said(self, reply: Reply, calls: tuple[ToolCall, ...]) -> Message:
        """The model's own lines; a mended call is written out again as it should have been."""
        if calls and calls != reply.calls:
            call = calls[0]
            return assistant(f"Action: {call.name}\nAction Input: {call.arguments}")
        return assistant(reply.heard.strip())

    def result_messages(self, results: Sequence[tuple[ToolCall, str]]) -> list[Message]:
        """An observation is one line of JSON, so that it cannot contain a line of the grammar."""
        return [user("\n".join(f"Observation: {shielded(text)}" for _, text in results))]


def _call(block: "Block", rest: "Sequence[Block]", names: Sequence[str]) -> ToolCall | None:
    """The call that the block asks for; prose after `Action:` is not one."""
    matched = _NAME.fullmatch(block.text.strip()[:_MOST_NAME])
    if matched is None:
        return None
    name = matched[1].rstrip(".")
    if not _has_input(rest):
        # Without any input only the name of a tool, as the very last word, is a call.
        return ToolCall("", name, "{}") if name in names and not rest else None
    given = rest[0].text.strip()
    if name not in names and not given.startswith("{"):
        return None
    return ToolCall("", name, given)


def _has_input(rest: "Sequence[Block]") -> bool:
    return bool(rest) and rest[0].marker is Marker.INPUT


def _prose(text: str, found: "Sequence[Block]") -> str:
    """The text of an answer that has no `Final Answer:`; a leading thought is not part of it."""
    if found and found[0].marker is Marker.THOUGHT and not text[: found[0].start].strip():
        return text[found[0].end :].strip()
    return text


class Marker(StrEnum):
    """The words that begin a line of the grammar."""

    THOUGHT = "thought"
    ACTION = "action"
    INPUT = "action input"
    OBSERVATION = "observation"
    FINAL = "final answer"


@dataclass(frozen=True, slots=True)
class Block:
    """A marker with the text up to the next one; ``start`` and ``end`` are places in the reply."""

    marker: Marker
    text: str
    start: int
    end: int


_LINE = re.compile(
    r"^[ \t]*[*_]{0,2}(thought|action input|action|observation|final answer)"
    r"[*_]{0,2}[ \t]*:[*_]{0,2}",
    re.IGNORECASE | re.MULTILINE,
)


def blocks(text: str) -> list[Block]:
    """The marked parts of a reply, in order; lines inside code fences are not marked. Everything
    after a final answer belongs to it, whatever it looks like."""
    found: list[Block] = []
    marks = list(outside_fences(_LINE, text))
    for index, match in enumerate(marks):
        marker = Marker(match[1].lower())
        last = marker is Marker.FINAL or index + 1 == len(marks)
        end = len(text) if last else marks[index + 1].start()
        found.append(Block(marker, text[match.end() : end].strip(), match.start(), end))
        if marker is Marker.FINAL:
            break
    return found
