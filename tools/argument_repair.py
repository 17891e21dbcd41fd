"""Mending arguments that are nearly JSON, and refusing to where mending could change a meaning.

`json_repair` will close an open string, round 10.10 to 10.1 and split 1,234.56 in two. Its work is
therefore only accepted when every word and every number of the model's text is still there, in
the same order, and when nothing was left open.
"""

from __future__ import annotations

import re

from tools.jsontext import Plain, dumps, first_value, loads, too_deep

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
    if _odd_quotes(text):
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


def _odd_quotes(text: str) -> bool:
    """Whether a quoted string may still be open."""
    bare = re.sub(r"\\.", "", text)
    return bare.count('"') % 2 == 1 or ('"' not in bare and bare.count("'") % 2 == 1)
