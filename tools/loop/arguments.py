"""Reads the arguments that a model wrote: forgiving about form, never about meaning."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from .json_text import (
    Plain,
    RefusedUnreadError,
    dumps,
    first_value,
    loads,
    too_deep,
)

if TYPE_CHECKING:
    from pydantic import ValidationError


_FENCE = "```"


@dataclass(frozen=True, slots=True)
class Parsed:
    """The arguments as an object, or None with the reason; ``text`` is always valid JSON and is
    what may go back into the history; ``warnings`` tell the model what was mended."""

    value: dict[str, Plain] | None
    text: str
    warnings: tuple[str, ...] = ()
    reason: str | None = None
    code: str = "arguments_not_json"


def parse_arguments(text: str) -> Parsed:
    """The object in a model's argument text; blank means none given."""
    bare = unfenced(text)
    if not bare:
        return Parsed({}, "{}")
    try:
        return _object(loads(bare), bare)
    except RefusedUnreadError as error:
        return replace(_refused(bare, error.message()), code=error.code)
    except ValueError:
        value = None if is_cut(bare) else mended(bare)
        if value is None:
            return _refused(bare, "the arguments are not valid JSON")
        return Parsed(value, dumps(value), ("the arguments were not valid JSON and were mended",))


def _object(value: Plain, text: str) -> Parsed:
    if isinstance(value, str):
        # Some models encode the object twice.
        return _object_in(value)
    if value is None:
        return Parsed({}, "{}")
    if not isinstance(value, dict):
        return _refused(text, "the arguments must be one JSON object")
    return Parsed(value, text)


def _object_in(text: str) -> Parsed:
    try:
        value = loads(text) if text.strip() else {}
    except RefusedUnreadError:
        raise
    except ValueError:
        value = None
    if not isinstance(value, dict):
        return _refused(text, "the arguments must be one JSON object")
    return Parsed(value, dumps(value), ("the arguments were encoded twice",))


def _refused(text: str, reason: str) -> Parsed:
    # Servers parse the arguments in the history again: only valid JSON may go back.
    return Parsed(None, dumps({"invalid_json": text[:200]}), (), reason)


def unfenced(text: str) -> str:
    bare = text.strip()
    if bare.startswith(_FENCE) and bare.endswith(_FENCE) and len(bare) > 6:
        bare = bare[3:-3].removeprefix("json").strip()
    return bare


def is_cut(text: str) -> bool:
    """Whether the text ends inside a string, an object or a list: the reply was cut off there."""
    depth, quoted, escaped = 0, False, False
    for char in text:
        if escaped:
            escaped = False
        elif quoted:
            escaped, quoted = char == "\\", char != '"'
        elif char == '"':
            quoted = True
        else:
            depth += (char in "{[") - (char in "}]")
    return quoted or depth > 0


_NUMBER = re.compile(r"\d(?:[\d.,eE+-]*\d)?")
_WORD = re.compile(r"\w+")
_LITERALS = {"True": "true", "False": "false", "None": "null"}
_SUFFIX = "<|tool_call_end|>"


def mended(text: str) -> dict[str, Plain] | None:
    """The one object that the text can only mean, or None."""
    return None if too_deep(text) else _first_object(text) or _guarded(text)


def _first_object(text: str) -> dict[str, Plain] | None:
    """A whole object with talk after it; two objects are two meanings, so none."""
    try:
        value, end = first_value(text)
    except ValueError:
        return None
    rest = text[end:].removeprefix(_SUFFIX)
    return value if isinstance(value, dict) and "{" not in rest else None


def _guarded(text: str) -> dict[str, Plain] | None:
    bare = re.sub(r"\\.", "", text)
    if bare.count('"') % 2 == 1 or ('"' not in bare and bare.count("'") % 2 == 1):
        return None
    from json_repair import repair_json

    fixed = repair_json(text, ensure_ascii=False)
    try:
        value = loads(fixed)
    except ValueError:
        return None
    if not isinstance(value, dict) or not _same(text, dumps(value)):
        return None
    return value


def _same(before: str, after: str) -> bool:
    return _words(before) == _words(after) and _numbers(before) == _numbers(after)


def _words(text: str) -> list[str]:
    return [_LITERALS.get(word, word) for word in _WORD.findall(text)]


def _numbers(text: str) -> list[str]:
    return _NUMBER.findall(re.sub(r"\s", "", text))


class Problem(NamedTuple):
    """One thing wrong: ``place`` is the dotted way to it, empty for the whole value; ``kind`` is
    pydantic's name of the fault."""

    place: str
    message: str
    kind: str


def problems(error: ValidationError) -> list[Problem]:
    """Everything that is wrong, in pydantic's order; never empty."""
    found = error.errors(include_url=False, include_input=False, include_context=False)
    return [
        Problem(
            ".".join(str(part) for part in each["loc"]),
            each["msg"].removeprefix("Value error, "),
            each["type"],
        )
        for each in found
    ]
