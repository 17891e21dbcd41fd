"""A probe: a script for the model server, and the status that must come of it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tests.support.loops import Lookup
from tests.support.model_server import Reply, Step, completion, message_step
from tests.support.model_server import call as native_call
from tests.support.waiting import PATIENCE_S
from tools.formats.choose import FormatName
from tools.loop.outcome import Limits, Status

FORMATS = (FormatName.NATIVE, FormatName.JSON, FormatName.REACT, FormatName.XML)
#: What the model says in one turn, written in the format asked for.
Move: TypeAlias = Callable[[FormatName], Step]
#: An account that only a call which must never run would name.
FORBIDDEN = 666
ARGUMENTS = '{"account_id":7}'
PATIENT = Limits(turns=4, seconds=PATIENCE_S, request_seconds=PATIENCE_S, grace=PATIENCE_S)
#: For what does not end by itself.
HURRIED = Limits(turns=4, seconds=0.5, request_seconds=0.5, grace=0.3)


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of probe. The last of its ``moves`` is said again whenever it is asked more;
    ``but`` names the formats in which another status than ``status`` must come of it."""

    name: str
    moves: tuple[Move, ...]
    status: Status = Status.OK
    but: Mapping[FormatName, Status] = field(default_factory=dict)
    limits: Limits = PATIENT
    stream: bool = False
    tool: Callable[[Lookup], object] | None = None
    tool_seconds: float | None = None
    needs: tuple[str, ...] = ()
    retries: int = 0

    def expected(self, format: FormatName) -> Status:
        """The status that must come of it in this format."""
        return self.but.get(format, self.status)


def always(step: Step) -> Move:
    """The same in every format."""
    return lambda _format: step


def says(text: str | None, finish: str | None = None) -> Move:
    """These words, whatever the format."""
    return always(completion(text, finish=finish))


def message(fields: dict[str, Any], finish: str | None = "stop") -> Move:
    """A message with exactly these fields."""
    return always(message_step({"role": "assistant", **fields}, finish))


def body(value: Any, status: int = 200) -> Move:
    """A body of exactly this JSON."""
    return always(Reply(json.dumps(value).encode(), status))


def answers(text: str = ARGUMENTS) -> Move:
    """The final answer as each format wants it."""

    def written(format: FormatName) -> Step:
        whole = {FormatName.JSON: f'{{"final":{text}}}', FormatName.REACT: f"Final Answer: {text}"}
        return completion(whole.get(format, text))

    return written


def calls(
    *arguments: str, name: str = "get_balance", call_id: str | None = "a", text: str = ""
) -> Move:
    """Calls of one tool with these argument texts, one after another in the formats that can."""

    def written(format: FormatName) -> Step:
        if format is FormatName.NATIVE:
            listed = [native_call(call_id, name, each) for each in arguments]
            fields = {"role": "assistant", "content": text, "tool_calls": listed}
            return message_step(fields, "tool_calls")
        return completion(text + "\n".join(_in_words(format, name, each) for each in arguments))

    return written


def _in_words(format: FormatName, name: str, arguments: str) -> str:
    if format is FormatName.JSON:
        return f'{{"tool":{json.dumps(name)},"args":{arguments}}}'
    if format is FormatName.REACT:
        return f"Action: {name}\nAction Input: {arguments}"
    return f'<tool_call>\n{{"name":{json.dumps(name)},"arguments":{arguments}}}\n</tool_call>'
