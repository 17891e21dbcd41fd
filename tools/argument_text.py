"""Reading the arguments a model wrote: exact, forgiving about form, never about meaning."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tools.argument_repair import mended
from tools.json_numbers import RefusedUnreadError
from tools.jsontext import Plain, dumps, loads

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
        return _repaired(bare)


def _repaired(text: str) -> Parsed:
    value = None if is_cut(text) else mended(text)
    if value is None:
        return _refused(text, "the arguments are not valid JSON")
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
    """The text without a Markdown fence around it."""
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
