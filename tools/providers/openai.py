"""Any OpenAI-compatible server, through the `openai` package, which is imported at first use."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

from ..loop.errors import ProviderError, ProviderRejectedError
from ..loop.json_text import Plain, dumps
from .base import Delta, ModelRequest, ModelResponse, Quirk
from .openai_wire import (
    Encoder,
    WireOptions,
    as_mapping,
    error_in,
    gentler,
    parse_reply,
)
from .sdk import check_address, check_key, connected, posted, told_at_once, translated

if TYPE_CHECKING:
    from openai import OpenAI

    from .sdk import Assembly


class OpenAIProvider:
    """One model behind one address.

    ``base_url`` None is OpenAI itself; ``api_key`` None is for local servers that want none. A
    failed request is tried ``max_retries`` times more, on faults that may pass only.
    """

    name = "openai"
    path = "/chat/completions"

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        options: WireOptions | None = None,
        max_retries: int = 2,
    ) -> None:
        self.model = model
        self.base_url = base_url
        self.api_key = api_key
        self.max_retries = max_retries
        self._encoder = Encoder(model, options)
        self._client: OpenAI | None = None

    @property
    def quirks(self) -> tuple[Quirk, ...]:
        """What its requests are written by, with what its server has taught it."""
        return self._encoder.options.quirks

    def complete(self, request: ModelRequest) -> ModelResponse:
        """One chat completion, streamed if someone listens."""
        data, streamed = self._asked(request)
        response = self._parsed(data)
        if request.on_delta is not None and not streamed:
            told_at_once(response, request.on_delta)
        return response

    def _parsed(self, data: bytes) -> ModelResponse:
        return parse_reply(data)

    def _assembly(self, on_delta: Callable[[Delta], None]) -> Assembly:
        return ChunkAssembly(on_delta)

    def _asked(self, request: ModelRequest) -> tuple[bytes, bool]:
        """The body, and whether it came as a stream. A template that refuses the order of the
        roles is asked again in the order that it can take; what it took is kept."""
        from httpx2 import HTTPError
        from openai import OpenAIError

        encoder: Encoder | None = self._encoder
        while encoder is not None:
            try:
                answered = self._data(request, encoder.body(request))
            except (OpenAIError, HTTPError) as error:
                # Without its text or its chain: either may quote the request.
                failed = _translated(error, request.timeout)
                encoder = _gentler(encoder, error, request)
            else:
                self._encoder = encoder
                return answered
        raise failed

    def _data(self, request: ModelRequest, body: bytes) -> tuple[bytes, bool]:
        import openai

        to = openai, self._connected(), self.path
        # The package makes up a key of random bytes otherwise, and sends it to nobody.
        return posted(*to, body, request, self._assembly, idempotency_key="none")

    def _connected(self) -> OpenAI:
        if self._client is None:
            check_address(self.base_url)
            check_key(self.api_key)
            import openai

            self._client = connected(openai, openai.OpenAI, self)
        return self._client


def _gentler(encoder: Encoder, error: Exception, request: ModelRequest) -> Encoder | None:
    from openai import APIStatusError

    if not isinstance(error, APIStatusError):
        return None
    quirks = gentler(error.response.text, request.messages, encoder.options.quirks)
    if quirks is None:
        return None
    return type(encoder)(encoder.model, replace(encoder.options, quirks=quirks))


def _translated(error: Exception, seconds: float) -> ProviderError:
    import openai

    if type(error) is openai.APIError:
        return ProviderRejectedError(status="200, with an error inside")
    return translated(openai, error, seconds)


@dataclass(slots=True)
class _Call:
    id: str = ""
    name: str = ""
    arguments: str = ""
    index: object = None
    extra: object = None


@dataclass(slots=True)
class ChunkAssembly:
    """Takes the chunks one after another and hands the pieces on. ``add`` raises leaf classes of
    ProviderError for an error that a router sends inside the stream."""

    on_delta: Callable[[Delta], None]
    text: str = ""
    refusal: str = ""
    calls: list[_Call] = field(default_factory=list)
    finish: object = None
    usage: object = None
    reasoning: str = ""
    details: list[object] = field(default_factory=list)

    def add(self, chunk: Mapping[str, object]) -> None:
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
        message |= {"refusal": self.refusal} if self.refusal else {}
        message |= {"reasoning_content": self.reasoning} if self.reasoning else {}
        message |= {"reasoning_details": self.details} if self.details else {}
        if self.calls:
            message["tool_calls"] = [_written(call) for call in self.calls]
        choice = {"index": 0, "message": message, "finish_reason": self.finish or "length"}
        whole = {"choices": [choice], "usage": self.usage}
        return json.dumps(whole, default=str).encode()

    def _take(self, delta: Mapping[str, object]) -> None:
        content = delta.get("content")
        if isinstance(content, str) and content:
            self.text += content
            self.on_delta(Delta(text=content))
        refusal, reasoning = delta.get("refusal"), delta.get("reasoning_content")
        self.refusal += refusal if isinstance(refusal, str) else ""
        self.reasoning += reasoning if isinstance(reasoning, str) else ""
        details = delta.get("reasoning_details")
        self.details += details if isinstance(details, list) else []
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
        call.extra = piece.get("extra_content") or call.extra
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
    extra = {"extra_content": call.extra} if call.extra else {}
    return {"id": call.id, "type": "function", "function": function, **extra}
