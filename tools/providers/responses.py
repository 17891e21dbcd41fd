"""OpenAI's Responses API, by the same client: items in the place of messages."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from operator import is_
from typing import TYPE_CHECKING, cast

from ..loop.errors import ProviderReplyError
from ..loop.json_text import Plain, compact, dumps, loads_around
from ..loop.messages import Message, Role, ToolCall
from .base import (
    AnswerMode,
    Delta,
    EncodedMessages,
    FinishReason,
    ModelRequest,
    ModelResponse,
    OutputSchema,
    finish_reason,
    refuse_images,
    usage_reported,
)
from .openai import OpenAIProvider
from .openai_wire import WireOptions, as_mapping, body_of, error_in

if TYPE_CHECKING:
    from .sdk import Assembly

#: What a server says that does not know, or no longer, the response that a request goes on from.
_FORGOTTEN = frozenset({"400", "404"})
#: The messages that the server has, its id for them, and those of the calls in its answer.
_NOTHING: tuple[tuple[Message, ...], str, tuple[str, ...]] = ((), "", ())


class ResponsesProvider(OpenAIProvider):
    """One model behind an address that speaks Responses.

    Nothing is stored on the server, and reasoning goes back to it encrypted; with ``extra`` of
    `store = true` it is, and each request sends only what is new. A server that has forgotten the
    response before is sent all of it again.
    """

    name = "responses"
    path = "/responses"

    def __init__(self, model: str, **given: object) -> None:
        super().__init__(model, **given)  # type: ignore[arg-type]
        self._encoder: ItemEncoder = ItemEncoder(  # type: ignore[assignment]
            model, self._encoder.options
        )

    def complete(self, request: ModelRequest) -> ModelResponse:
        """One response, streamed if someone listens."""
        from ..loop.errors import ProviderRejectedError

        going_on = self._encoder.goes_on(request)
        try:
            response = super().complete(request)
        except ProviderRejectedError as error:
            if not going_on or str(error.facts.get("status")) not in _FORGOTTEN:
                raise
            self._encoder.forget()
            response = super().complete(request)
        self._encoder.remember(request, response)
        return response

    def _parsed(self, data: bytes) -> ModelResponse:
        """The response in a body of HTTP 200. Raises leaf classes of ProviderError."""
        body = body_of(data)
        failed = error_in(body)
        if failed is not None:
            raise failed
        listed = body.get("output")
        if not isinstance(listed, list):
            raise ProviderReplyError(what="no output")
        items = [as_mapping(item) for item in listed]
        parts = [as_mapping(part) for item in items for part in _parts(item)]
        text, refusal = _joined(parts, "text"), _joined(parts, "refusal")
        calls = tuple(_call(item) for item in items if item.get("type") == "function_call")
        refused = bool(refusal) and not text.strip() and not calls
        usage = as_mapping(body.get("usage"))
        cached = as_mapping(usage.get("input_tokens_details")).get("cached_tokens")
        # Reasoning that goes back as it came: only what is encrypted can be read without a store.
        found = [i for i in items if i.get("type") == "reasoning" and i.get("encrypted_content")]
        return ModelResponse(
            text=refusal if refused else text,
            tool_calls=calls,
            finish_reason=FinishReason.CONTENT_FILTER if refused else _ended(body),
            usage=usage_reported(usage.get("input_tokens"), usage.get("output_tokens"), cached),
            raw=data.decode(errors="replace"),
            kept=dumps(cast(Plain, found)) if found else "",
        )

    def _assembly(self, on_delta: Callable[[Delta], None]) -> Assembly:
        return ResponseAssembly(on_delta)


class ItemEncoder:
    """Writes requests, and knows what the server has of the conversation, where it keeps it."""

    def __init__(self, model: str, options: WireOptions | None = None) -> None:
        self.model = model
        self.options = options or WireOptions()
        self._items = EncodedMessages(encode_items)
        self._stores = dict(self.options.extra).get("store") is True
        self._before = _NOTHING

    def goes_on(self, request: ModelRequest) -> bool:
        """Whether the request is the last one, what was answered to it, and something new."""
        known, _, calls = self._before
        if not 0 < len(known) < len(request.messages):
            return False
        own, sent = request.messages[len(known)], request.messages[: len(known)]
        # The loop gives a call another id where two have the same: the server knows none of that.
        as_it_was = own.role is Role.ASSISTANT and tuple(c.id for c in own.tool_calls) == calls
        return as_it_was and all(map(is_, known, sent))

    def remember(self, request: ModelRequest, response: ModelResponse) -> None:
        """The server has all of this, if it keeps anything, under the id of its response."""
        raw = response.raw.encode()
        found = as_mapping(loads_around(raw)).get("id") if self._stores else None
        calls = tuple(call.id for call in response.tool_calls)
        self._before = (request.messages, found, calls) if isinstance(found, str) else _NOTHING

    def forget(self) -> None:
        """The server keeps nothing any more."""
        self._before = _NOTHING

    def body(self, request: ModelRequest) -> bytes:
        """The request's bytes. Raises ModelBlindError for images to a model that does not see."""
        if not self.options.sees:
            refuse_images(self.model, request.messages)
        items = self._items.of(request.messages)
        fields = self._fields(request)
        if self.goes_on(request):
            known, fields["previous_response_id"], _ = self._before
            items = items[len(known) + 1 :]  # and what it said itself
        spoken = b",".join(item for item in items if item)
        return _json(fields)[:-1] + b',"input":[' + spoken + b"]}"

    def _fields(self, request: ModelRequest) -> dict[str, object]:
        system = (m.content for m in request.messages if m.role is Role.SYSTEM)
        fields: dict[str, object] = {
            "model": self.model,
            "instructions": "\n\n".join(system),
            "max_output_tokens": request.max_tokens,
            "store": False,
            "include": ["reasoning.encrypted_content"],
        }
        if request.tools:
            fields["tools"] = [
                {
                    "type": "function",
                    "name": spec.name,
                    "description": spec.description,
                    "parameters": spec.parameters,
                    "strict": False,
                }
                for spec in request.tools
            ]
            fields["tool_choice"] = request.tool_choice
            if self.options.parallel is not None:
                fields["parallel_tool_calls"] = self.options.parallel
        if request.output_schema and request.output_schema.mode is not AnswerMode.PROMPT:
            fields["text"] = {"format": _format(request.output_schema)}
        if request.on_delta is not None:
            fields["stream"] = True
        return fields | dict(self.options.extra)


def _format(output: OutputSchema) -> dict[str, object]:
    if output.mode is AnswerMode.JSON_OBJECT:
        return {"type": "json_object"}
    held = {"name": output.name, "strict": output.strict, "schema": output.schema}
    return {"type": "json_schema", **held}


def encode_items(message: Message) -> bytes:
    """A message's items, without brackets around them; the system's are instructions, and none."""
    if message.role is Role.SYSTEM:
        return b""
    if message.role is Role.TOOL:
        output = {"type": "function_call_output", "call_id": message.tool_call_id}
        return _json({**output, "output": message.content})
    items = [message.kept.encode()[1:-1]] if message.kept else []
    if message.content.strip() or message.images:
        items.append(_json({"role": message.role.value, "content": _content(message)}))
    for call in message.tool_calls:
        used = {"type": "function_call", "call_id": call.id, "name": call.name}
        items.append(_json({**used, "arguments": call.arguments}))
    return b",".join(items)


def _content(message: Message) -> object:
    if not message.images:
        return message.content
    urls = [f"data:{image.media_type};base64,{image.base64}" for image in message.images]
    pictures = [{"type": "input_image", "image_url": url} for url in urls]
    return [{"type": "input_text", "text": message.content}, *pictures]


def _parts(item: Mapping[str, object]) -> list[object]:
    content = item.get("content")
    return content if item.get("type") == "message" and isinstance(content, list) else []


def _joined(parts: list[Mapping[str, object]], name: str) -> str:
    return "".join(str(part[name]) for part in parts if isinstance(part.get(name), str))


def _call(item: Mapping[str, object]) -> ToolCall:
    names = ("call_id", "name", "arguments")
    call_id, name, arguments = (str(item.get(each) or "") for each in names)
    return ToolCall(call_id or str(item.get("id") or ""), name, arguments)


def _ended(body: Mapping[str, object]) -> FinishReason:
    why = as_mapping(body.get("incomplete_details")).get("reason")
    return finish_reason(why or body.get("status"))


@dataclass(slots=True)
class ResponseAssembly:
    """Hands the pieces of a stream on; the whole response comes in its last event. ``add`` raises
    leaf classes of ProviderError for an error inside the stream."""

    on_delta: Callable[[Delta], None]
    text: str = ""
    whole: Mapping[str, object] = field(default_factory=dict)

    def add(self, event: Mapping[str, object]) -> None:
        kind, piece = event.get("type"), str(event.get("delta") or "")
        failed = error_in({"error": event} if kind == "error" else event)
        if failed is not None:
            raise failed
        place = event.get("output_index")
        index = place if isinstance(place, int) else 0
        if kind == "response.output_text.delta":
            self.text += piece
            self.on_delta(Delta(text=piece))
        elif kind == "response.function_call_arguments.delta":
            self.on_delta(Delta(index=index, arguments=piece))
        elif kind == "response.output_item.added":
            name = as_mapping(event.get("item")).get("name")
            if isinstance(name, str):
                self.on_delta(Delta(index=index, name=name))
        elif kind in ("response.completed", "response.incomplete", "response.failed"):
            self.whole = as_mapping(event.get("response"))

    def body(self) -> bytes:
        """The whole response; one without an end broke off, and what was said of it is cut."""
        part = {"type": "output_text", "text": self.text}
        cut = {"status": "incomplete", "output": [{"type": "message", "content": [part]}]}
        return json.dumps(self.whole or cut, default=str).encode()


def _json(value: object) -> bytes:
    return compact(value).encode()
