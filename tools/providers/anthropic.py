"""Anthropic's own protocol, through the optional `anthropic` package, imported at first use."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tools.errors import (
    ProviderError,
    ProviderMissingError,
    ProviderRateLimitedError,
    ProviderRejectedError,
    ProviderReplyError,
    ProviderTimedOutError,
    ProviderUnreachableError,
)
from tools.providers.anthropic_wire import Assembly, Encoder, parse_reply
from tools.providers.base import Delta, ModelRequest, ModelResponse
from tools.providers.openai_wire import as_mapping

if TYPE_CHECKING:
    from anthropic import Anthropic
    from anthropic._types import RequestOptions

_PATH = "/v1/messages"


class AnthropicProvider:
    """One of Anthropic's models; ``base_url`` None is Anthropic itself. Replies cannot be held to
    a schema here, so answers are asked for in words."""

    name = "anthropic"

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        max_retries: int = 2,
    ) -> None:
        self.model = model
        self.base_url = base_url
        self._api_key = api_key
        self._max_retries = max_retries
        self._encoder = Encoder(model)
        self._client: Anthropic | None = None

    def complete(self, request: ModelRequest) -> ModelResponse:
        """One message, streamed if someone listens."""
        client = self._connected()
        from anthropic import AnthropicError
        from httpx2 import HTTPError

        try:
            data = self._data(client, request)
        except (AnthropicError, HTTPError) as error:
            # Without its text or its chain: either may quote the request.
            raise _translated(error, request.timeout) from None
        return parse_reply(data)

    def _data(self, client: Anthropic, request: ModelRequest) -> bytes:
        from httpx2 import Response

        if request.on_delta is not None:
            return self._streamed(client, request, request.on_delta)
        body, options = self._encoder.body(request), _options(request)
        return client.post(_PATH, cast_to=Response, content=body, options=options).content

    def _streamed(
        self, client: Anthropic, request: ModelRequest, on_delta: Callable[[Delta], None]
    ) -> bytes:
        from anthropic import Stream

        stream = client.post(
            _PATH,
            cast_to=object,
            content=self._encoder.body(request),
            options=_options(request),
            stream=True,
            stream_cls=Stream[object],
        )
        whole = Assembly(on_delta)
        with stream:
            try:
                for event in stream:
                    whole.add(as_mapping(event))
            except ValueError:
                raise ProviderReplyError(what="a piece of the stream is not JSON") from None
        return whole.body()

    def _connected(self) -> Anthropic:
        if self._client is None:
            try:
                from anthropic import Anthropic
            except ImportError:
                raise ProviderMissingError(provider="anthropic", extra="anthropic") from None
            self._client = Anthropic(
                base_url=self.base_url,
                api_key=self._api_key or "none",
                max_retries=self._max_retries,
            )
        return self._client


def _options(request: ModelRequest) -> RequestOptions:
    return {"headers": {"Content-Type": "application/json"}, "timeout": request.timeout}


def _translated(error: Exception, seconds: float) -> ProviderError:
    from anthropic import APIStatusError, APITimeoutError, RateLimitError

    if isinstance(error, APITimeoutError):
        return ProviderTimedOutError(seconds=round(seconds))
    if isinstance(error, RateLimitError):
        return ProviderRateLimitedError()
    if isinstance(error, APIStatusError):
        return ProviderRejectedError(status=error.status_code)
    return ProviderUnreachableError()
