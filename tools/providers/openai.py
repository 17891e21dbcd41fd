"""Any OpenAI-compatible server, through the `openai` package, which is imported at first use.

The package's `create` walks every message again on every turn; its `post` takes the bytes as they
are, and keeps its authentication, retries, `Retry-After` and time-outs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from tools.errors import (
    ProviderError,
    ProviderMissingError,
    ProviderRateLimitedError,
    ProviderRejectedError,
    ProviderTimedOutError,
    ProviderUnreachableError,
)
from tools.providers.base import ModelRequest, ModelResponse
from tools.providers.openai_wire import Encoder, WireOptions, parse_reply

if TYPE_CHECKING:
    from openai import OpenAI, OpenAIError

_JSON = {"Content-Type": "application/json"}


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
        self._base_url = base_url
        self._api_key = api_key
        self._max_retries = max_retries
        self._encoder = Encoder(model, options)
        self._client: OpenAI | None = None

    def complete(self, request: ModelRequest) -> ModelResponse:
        """One chat completion."""
        from openai import OpenAIError

        client = self._connected()
        try:
            data = self._post(client, request)
        except OpenAIError as error:
            _fail(error, request.timeout)
        return parse_reply(data)

    def _post(self, client: OpenAI, request: ModelRequest) -> bytes:
        from httpx2 import Response

        response = client.post(
            "/chat/completions",
            cast_to=Response,
            content=self._encoder.body(request),
            options={"headers": _JSON, "timeout": request.timeout},
        )
        return response.content

    def _connected(self) -> OpenAI:
        if self._client is None:
            try:
                from openai import OpenAI
            except ImportError:
                raise ProviderMissingError(provider="openai", extra="openai") from None
            self._client = OpenAI(
                base_url=self._base_url,
                api_key=self._api_key or "none",
                max_retries=self._max_retries,
            )
        return self._client


def _fail(error: OpenAIError, seconds: float) -> NoReturn:
    """The package's error as one of ours, without its text: it may quote the request."""
    raise _translated(error, seconds) from None


def _translated(error: OpenAIError, seconds: float) -> ProviderError:
    from openai import APIConnectionError, APIStatusError, APITimeoutError, RateLimitError

    if isinstance(error, APITimeoutError):
        return ProviderTimedOutError(seconds=round(seconds))
    if isinstance(error, RateLimitError):
        return ProviderRateLimitedError()
    if isinstance(error, APIStatusError):
        return ProviderRejectedError(status=error.status_code)
    if isinstance(error, APIConnectionError):
        return ProviderUnreachableError()
    return ProviderUnreachableError()
