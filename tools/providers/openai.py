"""Any OpenAI-compatible server, through the `openai` package, which is imported at first use.

The package's `create` walks every message again on every turn; its `post` takes the bytes as they
are, and keeps its authentication, retries, `Retry-After` and time-outs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tools.errors import (
    ProviderError,
    ProviderRateLimitedError,
    ProviderRejectedError,
    ProviderReplyError,
    ProviderTimedOutError,
    ProviderUnreachableError,
)
from tools.providers.base import Delta, ModelRequest, ModelResponse
from tools.providers.openai_stream import Assembly
from tools.providers.openai_wire import Encoder, WireOptions, as_mapping, parse_reply

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

    def complete(self, request: ModelRequest) -> ModelResponse:
        """One chat completion, streamed if someone listens."""
        from httpx2 import HTTPError
        from openai import OpenAIError

        try:
            data = self._data(request)
        except (OpenAIError, HTTPError) as error:
            # Without its text or its chain: either may quote the request.
            raise _translated(error, request.timeout) from None
        return parse_reply(data)

    def _data(self, request: ModelRequest) -> bytes:
        if request.on_delta is None:
            return self._whole(request)
        return self._streamed(request, request.on_delta)

    def _whole(self, request: ModelRequest) -> bytes:
        from httpx2 import Response

        body, options = self._encoder.body(request), _options(request)
        return (
            self._connected().post(_PATH, cast_to=Response, content=body, options=options).content
        )

    def _streamed(self, request: ModelRequest, on_delta: Callable[[Delta], None]) -> bytes:
        from openai import Stream

        stream = self._connected().post(
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
                for chunk in stream:
                    whole.add(as_mapping(chunk))
            except ValueError:
                raise ProviderReplyError(what="a piece of the stream is not JSON") from None
        return whole.body()

    def _connected(self) -> OpenAI:
        if self._client is None:
            from openai import OpenAI

            self._client = OpenAI(
                base_url=self.base_url,
                api_key=self._api_key or "none",
                max_retries=self._max_retries,
            )
        return self._client


def _options(request: ModelRequest) -> RequestOptions:
    return {"headers": {"Content-Type": "application/json"}, "timeout": request.timeout}


def _translated(error: Exception, seconds: float) -> ProviderError:
    from openai import APIError, APIStatusError, APITimeoutError, RateLimitError

    if isinstance(error, APITimeoutError):
        return ProviderTimedOutError(seconds=round(seconds))
    if isinstance(error, RateLimitError):
        return ProviderRateLimitedError()
    if isinstance(error, APIStatusError):
        return ProviderRejectedError(status=error.status_code)
    if type(error) is APIError:
        return ProviderRejectedError(status="200, with an error inside")
    return ProviderUnreachableError()
