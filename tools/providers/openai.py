"""Any OpenAI-compatible server, through the `openai` package, which is imported at first use.

The package's `create` walks every message again on every turn; its `post` takes the bytes as they
are, and keeps its authentication, retries, `Retry-After` and time-outs.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tools.errors import ProviderError, ProviderRejectedError
from tools.providers.address import check_address, check_key
from tools.providers.base import ModelRequest, ModelResponse
from tools.providers.discretion import without_machine
from tools.providers.openai_stream import Assembly
from tools.providers.openai_wire import Encoder, WireOptions, parse_reply
from tools.providers.quirks import Quirk
from tools.providers.roles import gentler
from tools.providers.sdk import JSON_BODY, collected, told_at_once, translated

if TYPE_CHECKING:
    from openai import OpenAI
    from openai._types import RequestOptions

_PATH = "/chat/completions"


class OpenAIProvider:
    """One model behind one address.

    ``base_url`` None is OpenAI itself; ``api_key`` None is for local servers that want none. A
    failed request is tried ``max_retries`` times more, on faults that may pass only.
    """

    name = "openai"

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
        self._api_key = api_key
        self._max_retries = max_retries
        self._encoder = Encoder(model, options)
        self._client: OpenAI | None = None

    @property
    def quirks(self) -> tuple[Quirk, ...]:
        """What its requests are written by, with what its server has taught it."""
        return self._encoder.options.quirks

    def complete(self, request: ModelRequest) -> ModelResponse:
        """One chat completion, streamed if someone listens."""
        data, streamed = self._asked(request)
        response = parse_reply(data)
        if request.on_delta is not None and not streamed:
            told_at_once(response, request.on_delta)
        return response

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
        from httpx2 import Response
        from openai import Stream

        client = self._connected()
        # The package makes up a key of random bytes otherwise, and sends it to nobody.
        options: RequestOptions = {
            "headers": JSON_BODY,
            "timeout": request.timeout,
            "idempotency_key": "none",
        }
        if request.on_delta is None:
            whole = client.post(_PATH, cast_to=Response, content=body, options=options)
            return whole.content, False
        stream = client.post(
            _PATH,
            cast_to=object,
            content=body,
            options=options,
            stream=True,
            stream_cls=Stream[object],
        )
        return collected(stream.response, Assembly(request.on_delta))

    def _connected(self) -> OpenAI:
        if self._client is None:
            check_address(self.base_url)
            check_key(self._api_key)
            import openai

            from tools.providers.bounds import bounded_client

            self._client = openai.OpenAI(
                base_url=self.base_url,
                api_key=self._api_key or "none",
                default_headers=without_machine(openai),
                max_retries=self._max_retries,
                http_client=bounded_client(openai, self),
            )
        return self._client


def _gentler(encoder: Encoder, error: Exception, request: ModelRequest) -> Encoder | None:
    from openai import APIStatusError

    if not isinstance(error, APIStatusError):
        return None
    quirks = gentler(error.response.text, request.messages, encoder.options.quirks)
    if quirks is None:
        return None
    return Encoder(encoder.model, replace(encoder.options, quirks=quirks))


def _translated(error: Exception, seconds: float) -> ProviderError:
    import openai

    if type(error) is openai.APIError:
        return ProviderRejectedError(status="200, with an error inside")
    return translated(openai, error, seconds)
