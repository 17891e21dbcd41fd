"""What some models want changed in the messages they are sent, by name, as in `models.toml`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import TypeAlias, cast

Fields: TypeAlias = dict[str, object]


class Quirk(StrEnum):
    """A change to messages on their way out; the history itself stays as it is."""

    MERGED_ROLES = "merged_roles"  # gemma, older mistral: user and assistant must alternate
    NO_SYSTEM_ROLE = "no_system_role"  # gemma: instructions belong into the first user message
    EMPTY_REASONING = "empty_reasoning"  # deepseek: calls in history need reasoning_content
    NINE_CHARACTER_IDS = "nine_character_ids"  # mistral templates refuse any other id
    NULL_CONTENT = "null_content"  # some templates print an empty content beside calls
    THOUGHT_SIGNATURE = "thought_signature"  # gemini: calls in history need a signature


def apply(quirks: Iterable[Quirk], fields: Fields) -> Fields:
    """The message's fields with every quirk served that is about one message alone."""
    for quirk in quirks:
        change = _CHANGES.get(quirk)
        fields = change(fields) if change else fields
    return fields


def _empty_reasoning(fields: Fields) -> Fields:
    return {**fields, "reasoning_content": ""} if "tool_calls" in fields else fields


def _null_content(fields: Fields) -> Fields:
    if "tool_calls" in fields and not fields["content"]:
        return {**fields, "content": None}
    return fields


def _nine_character_ids(fields: Fields) -> Fields:
    if "tool_call_id" in fields:
        return {**fields, "tool_call_id": _short(str(fields["tool_call_id"]))}
    return _with_calls(fields, lambda call: {**call, "id": _short(str(call["id"]))})


def _thought_signature(fields: Fields) -> Fields:
    # The value that Google documents for calls which were not made by the model itself.
    extra = {"google": {"thought_signature": "skip_thought_signature_validator"}}
    return _with_calls(fields, lambda call: {**call, "extra_content": extra})


def _with_calls(fields: Fields, change: Callable[[Fields], Fields]) -> Fields:
    if "tool_calls" not in fields:
        return fields
    calls = cast("list[Fields]", fields["tool_calls"])
    return {**fields, "tool_calls": [change(call) for call in calls]}


def _short(call_id: str) -> str:
    """Nine letters and digits, the same for the same id."""
    return hashlib.sha256(call_id.encode()).hexdigest()[:9]


_CHANGES = {
    Quirk.EMPTY_REASONING: _empty_reasoning,
    Quirk.NINE_CHARACTER_IDS: _nine_character_ids,
    Quirk.NULL_CONTENT: _null_content,
    Quirk.THOUGHT_SIGNATURE: _thought_signature,
}
