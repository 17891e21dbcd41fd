"""The chat-completions protocol in bytes: requests built from fragments, replies read strictly."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from ..loop.errors import (
    ProviderError,
    ProviderRateLimitedError,
    ProviderRejectedError,
    ProviderReplyError,
    rejected,
)
from ..loop.json_text import Plain, compact, dumps, loads_around
from ..loop.messages import Message, Role, ToolCall
from .base import (
    AnswerMode,
    EncodedMessages,
    FinishReason,
    ModelRequest,
    ModelResponse,
    OutputSchema,
    Quirk,
    ToolSpec,
    apply,
    finish_reason,
    refuse_images,
    unrolled,
    usage_reported,
)

#: Fields of a message that only its server reads: DeepSeek's reasoning, a router's for any model.
_KEPT = ("reasoning_content", "reasoning_details")
#: And of a call: Gemini's signature.
_KEPT_OF_CALLS = ("extra_content",)
_SPOKEN = frozenset({"text", "output_text"})


@dataclass(frozen=True, slots=True)
class WireOptions:
    """What differs between servers and models in how a request is written.

    ``extra`` is added to every request as it is; ``parallel`` None leaves the server's own default;
    ``send_stop`` False is for models that refuse stop sequences; ``sees`` says that the model takes
    images."""

    max_tokens_field: str = "max_tokens"
    parallel: bool | None = None
    send_stop: bool = True
    sees: bool = False
    quirks: tuple[Quirk, ...] = ()
    extra: tuple[tuple[str, object], ...] = ()


class Encoder:
    """Writes requests, keeping the bytes of the messages and tools that it wrote before."""

    def __init__(
        self,
        model: str,
        options: WireOptions | None = None,
    ) -> None:
        self.model = model
        self.options = options or WireOptions()
        quirks = self.options.quirks
        self._roles = RoleJoiner(quirks)
        self._messages = EncodedMessages(lambda message: encode_message(message, quirks))
        self._tools: tuple[tuple[ToolSpec, ...], bytes] = ((), b"")
        self._schema = unrolled if Quirk.NO_REFERENCES in quirks else dict

    def body(self, request: ModelRequest) -> bytes:
        """The request's bytes; what is the same as last time is the same bytes. Raises
        ModelBlindError for images to a model that does not see."""
        if not self.options.sees:
            refuse_images(self.model, request.messages)
        messages = self._messages.of(self._roles.of(request.messages))
        parts = [b'{"model":', _json(self.model), b',"messages":[', b",".join(messages), b"]"]
        if request.tools:
            parts += [b',"tools":', self._tools_bytes(request.tools)]
            parts += [b',"tool_choice":"', request.tool_choice.encode(), b'"']
        for key, value in self._settings(request).items():
            parts += [b',"', key.encode(), b'":', _json(value)]
        return b"".join([*parts, b"}"])

    def _tools_bytes(self, tools: tuple[ToolSpec, ...]) -> bytes:
        known, data = self._tools
        if known is not tools:
            data = _json([_tool(spec, self._schema) for spec in tools])
            self._tools = (tools, data)
        return data

    def _settings(self, request: ModelRequest) -> dict[str, object]:
        settings: dict[str, object] = {self.options.max_tokens_field: request.max_tokens}
        if request.tools and self.options.parallel is not None:
            settings["parallel_tool_calls"] = self.options.parallel
        if request.stop and self.options.send_stop:
            settings["stop"] = list(request.stop)
        if request.output_schema and request.output_schema.mode is not AnswerMode.PROMPT:
            settings["response_format"] = _response_format(request.output_schema, self._schema)
        if request.on_delta is not None:
            settings |= {"stream": True, "stream_options": {"include_usage": True}}
        return settings | dict(self.options.extra)


def message_fields(message: Message) -> dict[str, object]:
    fields: dict[str, object] = {"role": message.role.value, "content": _content(message)}
    if message.tool_calls:
        fields["tool_calls"] = [_call(call) for call in message.tool_calls]
    if message.tool_call_id is not None:
        fields["tool_call_id"] = message.tool_call_id
    return {**fields, **_kept_fields(message.kept)}


def _content(message: Message) -> object:
    """Text alone as such; with images, parts."""
    if not message.images:
        return message.content
    urls = [f"data:{image.media_type};base64,{image.base64}" for image in message.images]
    pictures = [{"type": "image_url", "image_url": {"url": url}} for url in urls]
    return [{"type": "text", "text": message.content}, *pictures]


def encode_message(message: Message, quirks: tuple[Quirk, ...] = ()) -> bytes:
    fields = message_fields(message)
    if Quirk.EMPTY_REASONING not in quirks:
        # Only a server that wants it takes it: others refuse it or pay for it again.
        fields.pop("reasoning_content", None)
    return _json(apply(quirks, fields))


def kept_of(fields: Mapping[str, object], names: Collection[str] = _KEPT) -> str:
    """What goes back to the server as it came, as JSON; else an empty text."""
    found = {name: fields[name] for name in names if fields.get(name)}
    return dumps(cast(Plain, found)) if found else ""


def _kept_fields(kept: str) -> Mapping[str, object]:
    return as_mapping(loads_around(kept)) if kept else {}


def body_of(data: bytes) -> dict[str, Any]:
    """The JSON object that a reply is. Raises ProviderReplyError."""
    try:
        body = loads_around(data)
    except ValueError:
        raise ProviderReplyError(what="not JSON") from None
    if not isinstance(body, dict):
        raise ProviderReplyError(what="not an object")
    return body


def parse_reply(data: bytes) -> ModelResponse:
    """The response in a body of HTTP 200. Raises leaf classes of ProviderError."""
    body = body_of(data)
    choice = _choice(body)
    message = as_mapping(choice.get("message"))
    text, calls, refusal = _text(message.get("content")), _calls(message), _refusal(message)
    refused = bool(refusal) and not text.strip() and not calls
    fields = as_mapping(body.get("usage"))
    details = as_mapping(fields.get("prompt_tokens_details"))
    return ModelResponse(
        text=refusal if refused else text,
        tool_calls=calls,
        finish_reason=FinishReason.CONTENT_FILTER
        if refused
        else finish_reason(choice.get("finish_reason")),
        usage=usage_reported(
            fields.get("prompt_tokens"),
            fields.get("completion_tokens"),
            details.get("cached_tokens"),
        ),
        raw=data.decode(errors="replace"),
        kept=kept_of(message),
    )


def error_in(body: Mapping[str, object]) -> ProviderError | None:
    """The error that some routers send inside HTTP 200, at the top or in a choice."""
    error = body.get("error")
    if not error:
        return None
    code = str(as_mapping(error).get("code") or "")
    if code == "429":
        return ProviderRateLimitedError()
    if code.isdigit() and len(code) == 3:
        return rejected(int(code))
    return ProviderRejectedError(status="200, with an error inside")


def _choice(body: Mapping[str, object]) -> Mapping[str, object]:
    """The first choice without an error of its own."""
    failed = error_in(body)
    choices = body.get("choices")
    for choice in choices if isinstance(choices, list) else ():
        fields = as_mapping(choice)
        own = error_in(fields)
        if own is None:
            return fields
        failed = failed or own
    raise failed or ProviderReplyError(what="no choices")


def _calls(message: Mapping[str, object]) -> tuple[ToolCall, ...]:
    listed = message.get("tool_calls")
    if isinstance(listed, dict):
        listed = [listed]
    if not listed and message.get("function_call"):
        listed = [{"function": message["function_call"]}]
    found = [as_mapping(item) for item in listed] if isinstance(listed, list) else []
    return tuple(_read_call(item) for item in found if item)


def _read_call(item: Mapping[str, object]) -> ToolCall:
    function = as_mapping(item.get("function"))
    arguments = function.get("arguments")
    if arguments is None:
        arguments = ""
    if not isinstance(arguments, str):
        arguments = dumps(cast(Plain, arguments))
    kept = kept_of(item, _KEPT_OF_CALLS)
    return ToolCall(str(item.get("id") or ""), str(function.get("name") or ""), arguments, kept)


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        parts = [as_mapping(part) for part in content]
        spoken = (part for part in parts if part.get("type", "text") in _SPOKEN)
        return "".join(str(part.get("text") or "") for part in spoken)
    return ""


def _refusal(message: Mapping[str, object]) -> str:
    """Why the model says no, in a field of its own or as a part of the content."""
    said, content = message.get("refusal"), message.get("content")
    parts = [as_mapping(part).get("refusal") for part in content] if type(content) is list else []
    return "".join(each for each in (said, *parts) if isinstance(each, str)).strip()


def as_mapping(value: object) -> Mapping[str, object]:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def _call(call: ToolCall) -> dict[str, object]:
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": call.id, "type": "function", "function": function, **_kept_fields(call.kept)}


def _tool(spec: ToolSpec, written: Callable[[Mapping[str, object]], object]) -> dict[str, object]:
    function = {
        "name": spec.name,
        "description": spec.description,
        "parameters": written(spec.parameters),
    }
    return {"type": "function", "function": function}


def _response_format(
    output: OutputSchema, written: Callable[[Mapping[str, object]], object]
) -> dict[str, object]:
    if output.mode is AnswerMode.JSON_OBJECT:
        return {"type": "json_object"}
    schema = {"name": output.name, "strict": output.strict, "schema": written(output.schema)}
    return {"type": "json_schema", "json_schema": schema}


def _json(value: object) -> bytes:
    return compact(value).encode()


_ABOUT_ROLES = re.compile(r"\b(?:roles?|alternat\w*|template|jinja|system)\b", re.IGNORECASE)
_ABOUT_REFERENCES = re.compile(r"\$(?:ref|defs)\b")
_MOST_READ = 20_000


class RoleJoiner:
    """Joins messages as the ``quirks`` ask; what was joined last time is the same object again,
    so that it need not be encoded again."""

    def __init__(self, quirks: Collection[Quirk] = ()) -> None:
        self._merged = Quirk.MERGED_ROLES in quirks
        self._no_system = Quirk.NO_SYSTEM_ROLE in quirks
        self._last: tuple[tuple[tuple[Message, ...], Message], ...] = ()

    def of(self, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        if not self._merged and not self._no_system:
            return messages
        known = self._last
        # Swapped as one, so that two threads can only lose a saving, never mix messages.
        self._last = joined = tuple(
            (group, known[i][1] if i < len(known) and (known[i][0] == group) else _one(group))
            for i, group in enumerate(self._groups(messages))
        )
        return tuple(message for _, message in joined)

    def _groups(self, messages: tuple[Message, ...]) -> Iterator[tuple[Message, ...]]:
        group: list[Message] = []
        for message in messages:
            spoken = self._spoken(message)
            if group and not self._joins(group[-1].role, spoken.role):
                yield tuple(group)
                group = []
            group.append(spoken)
        if group:
            yield tuple(group)

    def _spoken(self, message: Message) -> Message:
        if self._no_system and message.role is Role.SYSTEM:
            return replace(message, role=Role.USER)
        return message

    def _joins(self, before: Role, role: Role) -> bool:
        if role is Role.USER and before is Role.TOOL:
            return self._merged
        return role is before and role is not Role.TOOL


def _one(group: tuple[Message, ...]) -> Message:
    first, *rest = group
    if not rest:
        return first
    return replace(
        first,
        content="\n\n".join(message.content for message in group if message.content),
        tool_calls=tuple(call for message in group for call in message.tool_calls),
        images=tuple(image for message in group for image in message.images),
    )


def gentler(
    complaint: str, messages: tuple[Message, ...], quirks: tuple[Quirk, ...]
) -> tuple[Quirk, ...] | None:
    """The quirks to try after a server's ``complaint``, if it can be about the roles and trying
    changes what is sent: first turns that alternate, then no system role either. A complaint about
    references is answered by schemas without any."""
    if Quirk.NO_REFERENCES not in quirks and _ABOUT_REFERENCES.search(complaint[:_MOST_READ]):
        return (*quirks, Quirk.NO_REFERENCES)
    if not _ABOUT_ROLES.search(complaint[:_MOST_READ]):
        return None
    sent = RoleJoiner(quirks).of(messages)
    for quirk in (Quirk.MERGED_ROLES, Quirk.NO_SYSTEM_ROLE):
        quirks = quirks if quirk in quirks else (*quirks, quirk)
        if RoleJoiner(quirks).of(messages) != sent:
            return quirks
    return None
