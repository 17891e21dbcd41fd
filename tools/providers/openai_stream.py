"""A streamed chat completion put together again, however carelessly its pieces are numbered.

The whole is written as the body that the same server would have sent without streaming, so that
one reader serves both.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import cast

from tools.jsontext import Plain, dumps
from tools.providers.base import Delta
from tools.providers.openai_wire import as_mapping, error_in


@dataclass(slots=True)
class _Call:
    id: str = ""
    name: str = ""
    arguments: str = ""
    index: object = None


@dataclass(slots=True)
class Assembly:
    """Takes the chunks one after another and hands the pieces on. ``add`` raises leaf classes of
    ProviderError for an error that a router sends inside the stream."""

    on_delta: Callable[[Delta], None]
    text: str = ""
    refusal: str = ""
    calls: list[_Call] = field(default_factory=list)
    finish: object = None
    usage: object = None

    def add(self, chunk: Mapping[str, object]) -> None:
        """Take one chunk."""
        failed = error_in(chunk)
        if failed is not None:
            raise failed
        self.usage = chunk.get("usage") or self.usage
        choices = chunk.get("choices")
        choice = as_mapping(choices[0]) if isinstance(choices, list) and choices else {}
        self.finish = choice.get("finish_reason") or self.finish
        self._take(as_mapping(choice.get("delta") or choice.get("message")))

    def body(self) -> bytes:
        """The whole completion. One without any finish reason broke off, so it is a cut one."""
        message: dict[str, object] = {"role": "assistant", "content": self.text}
        if self.refusal:
            message["refusal"] = self.refusal
        if self.calls:
            message["tool_calls"] = [_written(call) for call in self.calls]
        choice = {"index": 0, "message": message, "finish_reason": self.finish or "length"}
        whole = {"choices": [choice], "usage": self.usage}
        return json.dumps(whole).encode()

    def _take(self, delta: Mapping[str, object]) -> None:
        content = delta.get("content")
        if isinstance(content, str) and content:
            self.text += content
            self.on_delta(Delta(text=content))
        refusal = delta.get("refusal")
        self.refusal += refusal if isinstance(refusal, str) else ""
        pieces = delta.get("tool_calls")
        for piece in pieces if isinstance(pieces, list) else ():
            self._piece(as_mapping(piece))

    def _piece(self, piece: Mapping[str, object]) -> None:
        function = as_mapping(piece.get("function"))
        call = self._call_of(piece)
        name, arguments = function.get("name"), function.get("arguments")
        if isinstance(name, str) and name and not call.name:
            call.name = name
        if arguments is not None and not isinstance(arguments, str):
            arguments = dumps(cast(Plain, arguments))
        call.arguments += arguments or ""
        place = self.calls.index(call)
        self.on_delta(Delta(index=place, name=str(name or ""), arguments=arguments or ""))

    def _call_of(self, piece: Mapping[str, object]) -> _Call:
        """The call that a piece belongs to: by its id if it is a new one, else by its index, else
        the last one; some servers leave the index out or say 0 for every call."""
        found, index = piece.get("id"), piece.get("index")
        call_id = found if isinstance(found, str) else ""
        known = [call for call in self.calls if call.index == index] if index is not None else []
        current = known[-1:] or (self.calls[-1:] if index is None else [])
        if current and (not call_id or current[0].id in ("", call_id)):
            current[0].id = current[0].id or call_id
            return current[0]
        self.calls.append(_Call(id=call_id, index=index))
        return self.calls[-1]


def _written(call: _Call) -> dict[str, object]:
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": call.id, "type": "function", "function": function}
