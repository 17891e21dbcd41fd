"""Any OpenAI-compatible server, through the `openai` package, which is imported at first use.

The package's `create` walks every message again on every turn; its `post` takes the bytes as they
are, and keeps its authentication, retries, `Retry-After` and time-outs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tools.errors import ProviderError, ProviderRejectedError
from tools.providers.base import ModelRequest, ModelResponse
from tools.providers.discretion import without_machine
from tools.providers.openai_stream import Assembly
from tools.providers.openai_wire import Encoder, WireOptions, parse_reply
from tools.providers.sdk import JSON_BODY, collected, translated

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
        from httpx2 import Response
        from openai import Stream

        client, body = self._connected(), self._encoder.body(request)
        options: RequestOptions = {"headers": JSON_BODY, "timeout": request.timeout}
        if request.on_delta is None:
            return client.post(_PATH, cast_to=Response, content=body, options=options).content
        stream = client.post(
            _PATH,
            cast_to=object,
            content=body,
            options=options,
            stream=True,
            stream_cls=Stream[object],
        )
        return collected(stream, Assembly(request.on_delta))

    def _connected(self) -> OpenAI:
        if self._client is None:
            import openai

            self._client = openai.OpenAI(
                base_url=self.base_url,
                api_key=self._api_key or "none",
                default_headers=without_machine(openai),
                max_retries=self._max_retries,
            )
        return self._client


def _translated(error: Exception, seconds: float) -> ProviderError:
    import openai

    if type(error) is openai.APIError:
        return ProviderRejectedError(status="200, with an error inside")
    return translated(openai, error, seconds)
