"""Anthropic's own protocol, through the optional `anthropic` package, imported at first use."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, cast

from ..loop.errors import ProviderMissingError, ProviderReplyError
from ..loop.json_text import Plain, compact, dumps, loads_around
from ..loop.messages import Image, Message, Role, ToolCall
from .base import (
    AnswerMode,
    Delta,
    EncodedMessages,
    ModelRequest,
    ModelResponse,
    ToolSpec,
    count_of,
    finish_reason,
    refuse_images,
    usage_reported,
)
from .openai_wire import as_mapping, error_in
from .sdk import check_address, check_key, connected, posted, told_at_once, translated

if TYPE_CHECKING:
    from anthropic import Anthropic


_PATH = "/v1/messages"
#: What is before it, the tools too, costs a tenth when it is sent again within five minutes.
_CACHED: Mapping[str, object] = {"cache_control": {"type": "ephemeral"}}


class AnthropicProvider:
    """One of Anthropic's models; ``base_url`` None is Anthropic itself. A model that cannot be held
    to a schema is asked for its answer in words. ``extra`` is added to every request as it is, such
    as `thinking`."""

    name = "anthropic"

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        max_retries: int = 2,
        sees: bool = False,
        extra: Mapping[str, object] | None = None,
    ) -> None:
        self.model = model
        self.base_url = base_url
        self.api_key = api_key
        self.max_retries = max_retries
        self._encoder = AnthropicEncoder(model, sees=sees, extra=extra)
        self._client: Anthropic | None = None

    def complete(self, request: ModelRequest) -> ModelResponse:
        """One message, streamed if someone listens."""
        client = self._connected()
        import anthropic
        from httpx2 import HTTPError

        try:
            body = self._encoder.body(request)
            data, streamed = posted(anthropic, client, _PATH, body, request, AnthropicAssembly)
        except (anthropic.AnthropicError, HTTPError) as error:
            # Without its text or its chain: either may quote the request.
            raise translated(anthropic, error, request.timeout) from None
        response = parse_reply(data)
        if request.on_delta is not None and not streamed:
            told_at_once(response, request.on_delta)
        return response

    def _connected(self) -> Anthropic:
        if self._client is None:
            check_address(self.base_url)
            check_key(self.api_key)
            try:
                import anthropic
            except ImportError:
                raise ProviderMissingError(provider="anthropic", extra="anthropic") from None
            self._client = connected(anthropic, anthropic.Anthropic, self)
        return self._client


class AnthropicEncoder:
    """Writes requests, keeping the bytes of the messages that it wrote before."""

    def __init__(
        self, model: str, *, sees: bool = False, extra: Mapping[str, object] | None = None
    ) -> None:
        self._model = model
        self._extra = dict(extra or {})
        self._sees = sees
        self._blocks = EncodedMessages(encode_blocks)

    def body(self, request: ModelRequest) -> bytes:
        """The request's bytes; leading system messages travel in a field of their own. Raises
        ModelBlindError for images to a model that does not see."""
        if not self._sees:
            refuse_images(self._model, request.messages)
        spoken = tuple(m for m in request.messages if m.role is not Role.SYSTEM)
        system = "\n\n".join(m.content for m in request.messages if m.role is Role.SYSTEM)
        settings: dict[str, object] = {"model": self._model, "max_tokens": request.max_tokens}
        if system:
            settings["system"] = [{"type": "text", "text": system, **_CACHED}]
        if request.tools:
            settings["tools"] = [_tool(spec) for spec in request.tools]
            settings["tool_choice"] = {"type": request.tool_choice}
        if request.stop:
            settings["stop_sequences"] = list(request.stop)
        if request.on_delta is not None:
            settings["stream"] = True
        settings |= self._extra
        output = _output(request)
        if output is not None:
            configured = as_mapping(settings.get("output_config"))
            settings["output_config"] = {**configured, "format": output}
        goes_on = bool(request.tools) and request.tool_choice == "auto"
        turns = self._turns(spoken, marked=goes_on)
        return _json(settings)[:-1] + b',"messages":' + turns + b"}"

    def _turns(self, messages: tuple[Message, ...], *, marked: bool) -> bytes:
        """Neighbours with the same speaker are one turn, as the protocol demands; ``marked``: all
        of it is to be cached, for a request that will begin in the same way."""
        blocks = [*self._blocks.of(messages)]
        if marked and messages and messages[-1].role is not Role.ASSISTANT:
            blocks[-1] = blocks[-1][:-1] + b"," + _json(_CACHED)[1:]
        pairs = zip(messages, blocks, strict=True)
        turns = [
            b'{"role":"%s","content":[%s]}' % (speaker.encode(), b",".join(b for _, b in group))
            for speaker, group in groupby(
                pairs, key=lambda pair: "assistant" if pair[0].role is Role.ASSISTANT else "user"
            )
        ]
        return b"[" + b",".join(turns) + b"]"


def _output(request: ModelRequest) -> dict[str, object] | None:
    """The schema of the answer, with bounds and patterns as words: what writes by it knows types
    alone. One with free names is not sent, since all others would be forbidden."""
    output = request.output_schema
    if output is None or output.mode is not AnswerMode.JSON_SCHEMA:
        return None
    from anthropic import transform_schema

    schema = _one_type(output.schema)
    free = '"additionalProperties":{' in compact(schema)
    return None if free else {"type": "json_schema", "schema": transform_schema(schema)}


def _one_type(node: Mapping[str, object]) -> dict[str, object]:
    """The schema with a choice of schemas in the place of a list of types."""
    types, rest = node.get("type"), {key: _within(each) for key, each in node.items()}
    if not isinstance(types, list):
        return rest
    values = [each for each in cast("list[object]", node.get("enum", [])) if each is not None]
    solid = rest | ({"enum": values} if values else {})
    options = [{"type": "null"} if each == "null" else {**solid, "type": each} for each in types]
    return {"anyOf": options}


def _within(value: object) -> object:
    if isinstance(value, list):
        return [_within(each) for each in value]
    return _one_type(value) if isinstance(value, Mapping) else value


def encode_blocks(message: Message) -> bytes:
    """A message's content blocks, without the brackets around them."""
    if message.role is Role.TOOL:
        block = {"type": "tool_result", "tool_use_id": message.tool_call_id}
        return _json({**block, "content": message.content})
    blocks = [_image(image) for image in message.images]
    if message.kept:  # first, as the protocol demands, and before the calls that follow from it
        blocks.append(message.kept.encode()[1:-1])
    if message.content.strip():
        blocks.append(_json({"type": "text", "text": message.content}))
    blocks += [_use(call) for call in message.tool_calls]
    # The protocol refuses an empty turn.
    return b",".join(blocks) or _json({"type": "text", "text": "…"})


def parse_reply(data: bytes) -> ModelResponse:
    """The response in a body of HTTP 200. Raises ProviderReplyError."""
    try:
        body = loads_around(data)
    except ValueError:
        raise ProviderReplyError(what="not JSON") from None
    blocks = body.get("content") if isinstance(body, dict) else None
    if not isinstance(body, dict) or not isinstance(blocks, list):
        raise ProviderReplyError(what="no content")
    found = [as_mapping(block) for block in blocks]
    # Where calls follow from thoughts, those must go back signed.
    thoughts = [b for b in found if b.get("type") in ("thinking", "redacted_thinking")]
    used = any(block.get("type") == "tool_use" for block in found)
    # Here cached tokens are counted apart from the input; the loop's are a part of it.
    fields = as_mapping(body.get("usage"))
    names = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    fresh, written, cached = (count_of(fields.get(name)) for name in names)
    return ModelResponse(
        text="".join(str(block.get("text", "")) for block in found if block.get("type") == "text"),
        tool_calls=tuple(_call(block) for block in found if block.get("type") == "tool_use"),
        finish_reason=finish_reason(body.get("stop_reason")),
        usage=usage_reported(fresh + written + cached, fields.get("output_tokens"), cached),
        raw=data.decode(errors="replace"),
        kept=dumps(cast(Plain, thoughts)) if thoughts and used else "",
    )


@dataclass(slots=True)
class AnthropicAssembly:
    """Puts a streamed message together again; ``body`` is what it would have been unstreamed."""

    on_delta: Callable[[Delta], None]
    blocks: dict[int, dict[str, str]] = field(default_factory=dict)
    stop_reason: object = None
    usage: dict[str, object] = field(default_factory=dict)

    def add(self, event: Mapping[str, object]) -> None:
        """Take one event. Raises leaf classes of ProviderError for an error in the stream."""
        failed = error_in(event)
        if failed is not None:
            raise failed
        self.usage |= as_mapping(as_mapping(event.get("message")).get("usage"))
        self.usage |= as_mapping(event.get("usage"))
        delta = as_mapping(event.get("delta"))
        self.stop_reason = delta.get("stop_reason") or self.stop_reason
        index = event.get("index")
        if isinstance(index, int):
            self._block(index, as_mapping(event.get("content_block")), delta)

    def body(self) -> bytes:
        """The whole message. One without a stop reason broke off, so it is a cut one."""
        content = b",".join(_assembled(self.blocks[index]) for index in sorted(self.blocks))
        rest = _json({"stop_reason": self.stop_reason or "max_tokens", "usage": self.usage})
        return b'{"content":[' + content + b"]," + rest[1:]

    def _block(self, index: int, begun: Mapping[str, object], delta: Mapping[str, object]) -> None:
        block = self.blocks.setdefault(index, {"type": "text", "text": ""})
        for key in ("type", "id", "name", "text", "data"):
            if isinstance(begun.get(key), str):
                block[key] = str(begun[key])
        for key in ("thinking", "signature"):
            if key in delta:
                block[key] = block.get(key, "") + str(delta[key])
        text, arguments = str(delta.get("text", "")), str(delta.get("partial_json", ""))
        block["text"] = block.get("text", "") + text + arguments
        name = str(begun.get("name", ""))
        if text:
            self.on_delta(Delta(text=text))
        elif name or arguments:
            self.on_delta(Delta(index=index, name=name, arguments=arguments))


def _assembled(block: Mapping[str, str]) -> bytes:
    if block["type"].endswith("thinking"):
        return _ascii({key: value for key, value in block.items() if key != "text"})
    if block["type"] != "tool_use":
        return _ascii({"type": block["type"], "text": block["text"]})
    # A cut input is no JSON: it goes on as text, so that anyone who reads it sees the cut.
    given = block["text"] or "{}"
    try:
        loads_around(given)
    except ValueError:
        given = json.dumps(given)
    whole = _ascii({"type": "tool_use", "id": block.get("id", ""), "name": block.get("name", "")})
    return whole[:-1] + b',"input":' + given.encode() + b"}"


def _ascii(value: object) -> bytes:
    """JSON that can be encoded, whatever halves of characters a stream brings."""
    return json.dumps(value).encode()


def _call(block: Mapping[str, object]) -> ToolCall:
    given = block.get("input", {})
    arguments = given if isinstance(given, str) else dumps(cast(Plain, given))
    return ToolCall(str(block.get("id") or ""), str(block.get("name") or ""), arguments)


def _image(image: Image) -> bytes:
    source = {"type": "base64", "media_type": image.media_type, "data": image.base64}
    return _json({"type": "image", "source": source})


def _use(call: ToolCall) -> bytes:
    head = _json({"type": "tool_use", "id": call.id, "name": call.name})
    return head[:-1] + b',"input":' + call.arguments.encode() + b"}"


def _tool(spec: ToolSpec) -> dict[str, object]:
    schema = dict(spec.parameters)
    return {"name": spec.name, "description": spec.description, "input_schema": schema}


def _json(value: object) -> bytes:
    return compact(value).encode()
