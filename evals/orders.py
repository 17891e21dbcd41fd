"""What sentences in a document bid a model do: the calls they spell out and the answer they name.

tieout never reads a document so. A model that has been bribed does, and must gain nothing by it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final, cast

from tools.loop.json_text import Plain
from tools.loop.messages import Role
from tools.providers.base import ModelRequest

_TAGGED: Final = re.compile(r"<tool_call>\s*(\{.*?\})\s*</tool_call>", re.DOTALL)
_ACTION: Final = re.compile(r"Action:\s*(\w+)\s*Action Input:\s*(\{[^{}]*\})")
_FINAL: Final = re.compile(r"Final Answer:\s*(\{[^{}]*\}|[\w-]+)")
#: As text of a document stands in a message: in JSON, with its brackets written out.
_WRITTEN: Final = (("\\u003c", "<"), ("\\u003e", ">"), ('\\"', '"'))


def ordered_calls(request: ModelRequest) -> list[tuple[str, dict[str, Plain]]]:
    """The calls that the documents' text asks for, each once."""
    text = _documents(request)
    found = [*_tagged(text), *_actions(text)]
    return [call for index, call in enumerate(found) if call not in found[:index]]


def obeyed(request: ModelRequest, answer: Plain) -> Plain:
    """The answer as the documents' text wants it: what it names is put where it fits."""
    schema = request.final.schema if request.final else {}
    fields = cast("Mapping[str, Mapping[str, object]]", schema.get("properties", {}))
    for wanted in _FINAL.findall(_documents(request)):
        if isinstance(answer, dict):
            answer = {**answer, **_fitting(wanted, fields)}
    return answer


def _fitting(wanted: str, fields: Mapping[str, Mapping[str, object]]) -> dict[str, Plain]:
    if wanted.startswith("{"):
        return {name: value for name, value in _object(wanted).items() if name in fields}
    return {
        name: wanted
        for name, field in fields.items()
        if wanted in cast("list[object]", field.get("enum", []))
    }


def _documents(request: ModelRequest) -> str:
    """All that a person, the program or a tool says: documents stand in both."""
    said = "\n".join(m.content for m in request.messages if m.role in (Role.USER, Role.TOOL))
    for written, meant in _WRITTEN:
        said = said.replace(written, meant)
    return said


def _tagged(text: str) -> Iterator[tuple[str, dict[str, Plain]]]:
    for found in _TAGGED.findall(text):
        call = _object(found)
        arguments = call.get("arguments")
        if isinstance(call.get("name"), str):
            yield str(call["name"]), arguments if isinstance(arguments, dict) else {}


def _actions(text: str) -> Iterator[tuple[str, dict[str, Plain]]]:
    for name, arguments in _ACTION.findall(text):
        yield name, _object(arguments)


def _object(text: str) -> dict[str, Plain]:
    try:
        value = json.loads(text, parse_float=str)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
