"""What every model looks like to the loop: one request in, one response out."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from operator import attrgetter, is_
from typing import Literal, Protocol, TypeAlias, cast

from ..loop.errors import ModelBlindError
from ..loop.messages import Message, ToolCall, Usage


class FinishReason(StrEnum):
    """Why the model stopped, in one vocabulary for all providers."""

    STOP = "stop"
    TOOL_CALLS = "tool_calls"
    LENGTH = "length"
    CONTENT_FILTER = "content_filter"
    UNKNOWN = "unknown"


class AnswerMode(StrEnum):
    """How firmly the server is asked for JSON; each rung is the fallback of the one before."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    PROMPT = "prompt"


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as described to the model; ``parameters`` is a JSON schema."""

    name: str
    description: str
    parameters: Mapping[str, object]

    def __hash__(self) -> int:
        # A schema has none; those of one tool are one object, so that telling them apart is cheap.
        return hash((self.name, self.description))


@dataclass(frozen=True, slots=True)
class OutputSchema:
    """The shape the final answer must have."""

    name: str
    schema: Mapping[str, object]
    mode: AnswerMode = AnswerMode.JSON_SCHEMA
    strict: bool = True


@dataclass(frozen=True, slots=True)
class Delta:
    """A piece of a streamed reply: text, or a piece of the call at ``index``."""

    text: str = ""
    index: int | None = None
    name: str = ""
    arguments: str = ""


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """Everything one model call needs.

    ``final`` is the shape that the run's answer is to have in the end; ``output_schema`` is what
    this very reply is held to, and ``mode`` how firmly JSON can be asked for. ``timeout`` is in
    seconds; ``on_delta`` asks for streaming and receives the pieces, the response being the same
    as without.
    """

    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    tool_choice: Literal["auto", "none"] = "auto"
    final: OutputSchema | None = None
    output_schema: OutputSchema | None = None
    mode: AnswerMode = AnswerMode.JSON_SCHEMA
    max_tokens: int = 1024
    stop: tuple[str, ...] = ()
    timeout: float = 60.0
    on_delta: Callable[[Delta], None] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ModelResponse:
    """What the model answered. ``raw`` is the body as the server sent it, for the trace; ``kept``
    is reasoning that goes back to the server with the message, and to no one else."""

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish_reason: FinishReason = FinishReason.STOP
    usage: Usage = field(default_factory=Usage)
    raw: str = ""
    kept: str = ""


class Provider(Protocol):
    """A model to ask. ``complete`` raises leaf classes of ProviderError, nothing else."""

    @property
    def name(self) -> str:
        """The provider, as in `models.toml`."""

    @property
    def model(self) -> str:
        """The model, as the provider calls it."""

    def complete(self, request: ModelRequest) -> ModelResponse:
        """Ask once."""


_IMAGES = attrgetter("images")


def refuse_images(model: str, messages: Iterable[Message]) -> None:
    """Raises ModelBlindError if any message has an image."""
    if any(map(_IMAGES, messages)):
        raise ModelBlindError(model=model)


_WORDS = {
    FinishReason.STOP: "stop end_turn stop_sequence eos eos_token end complete completed finished",
    FinishReason.TOOL_CALLS: "tool_calls tool_call tool_use function_call",
    FinishReason.LENGTH: "length max_tokens max_length max_output_tokens model_length incomplete"
    " model_context_window_exceeded context_length_exceeded",
    FinishReason.CONTENT_FILTER: "content_filter content_filtered refusal safety sensitive"
    " recitation blocklist prohibited_content spii guardrail_intervened",
}
_KNOWN = {word: reason for reason, words in _WORDS.items() for word in words.split()}


def finish_reason(value: object) -> FinishReason:
    """A server's word in ours; one that says nothing has come to its end."""
    if value is None or value == "":
        return FinishReason.STOP
    return _KNOWN.get(str(value).lower(), FinishReason.UNKNOWN)


#: No reply takes more; a count beyond it is none, and no database could keep it.
MOST_TOKENS = 1_000_000_000


def usage_reported(read: object, written: object, cached: object = 0) -> Usage:
    """The counts; without any, zeros that are marked as still to be `estimated`."""
    counts = count_of(read), count_of(written), count_of(cached)
    return Usage(*counts, estimated=not counts[0] and not counts[1])


def count_of(value: object) -> int:
    """A count of tokens, 0 for what is not one."""
    return value if type(value) is int and 0 < value <= MOST_TOKENS else 0


class EncodedMessages:
    """Keeps the bytes that ``encode`` made of the messages it was given last."""

    def __init__(self, encode: Callable[[Message], bytes]) -> None:
        self._encode = encode
        self._last: tuple[tuple[Message, ...], tuple[bytes, ...]] = ((), ())

    def of(self, messages: tuple[Message, ...]) -> tuple[bytes, ...]:
        """The bytes of each message; those that begin as last time are not encoded again."""
        # Swapped as one pair, so that two threads can only lose a saving, never mix messages.
        known, encoded = self._last
        same = [*map(is_, known, messages), False].index(False)
        encoded = encoded[:same] + tuple(self._encode(message) for message in messages[same:])
        self._last = (messages, encoded)
        return encoded


Fields: TypeAlias = dict[str, object]


class Quirk(StrEnum):
    """A change to messages on their way out; the history itself stays as it is."""

    MERGED_ROLES = "merged_roles"  # gemma, older mistral: user and assistant must alternate
    NO_SYSTEM_ROLE = "no_system_role"  # gemma: instructions belong into the first user message
    EMPTY_REASONING = "empty_reasoning"  # deepseek: calls in history need reasoning_content
    NINE_CHARACTER_IDS = "nine_character_ids"  # mistral templates refuse any other id
    NULL_CONTENT = "null_content"  # some templates print an empty content beside calls
    THOUGHT_SIGNATURE = "thought_signature"  # gemini: calls in history need a signature
    NO_REFERENCES = "no_references"  # a schema that contains itself is written out instead


_DEEPEST = 3


def unrolled(schema: Mapping[str, object]) -> Mapping[str, object]:
    """A schema without references: what contains itself does so three times, and then anything."""
    named = cast("Mapping[str, object]", schema.get("$defs", {}))

    def written(node: object, depth: int) -> object:
        if isinstance(node, list):
            return [written(each, depth) for each in node]
        if not isinstance(node, Mapping):
            return node
        if "$ref" in node:
            target = named[str(node["$ref"]).rpartition("/")[2]]
            return written(target, depth + 1) if depth < _DEEPEST else {}
        return {key: written(each, depth) for key, each in node.items() if key != "$defs"}

    return cast("Mapping[str, object]", written(schema, 0)) if named else schema


def apply(quirks: Iterable[Quirk], fields: Fields) -> Fields:
    """The message's fields with every quirk served that is about one message alone."""
    for quirk in quirks:
        change = _CHANGES.get(quirk)
        fields = change(fields) if change else fields
    return fields


def _empty_reasoning(fields: Fields) -> Fields:
    return {"reasoning_content": "", **fields} if "tool_calls" in fields else fields


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
    return _with_calls(fields, lambda call: {"extra_content": extra, **call})


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
