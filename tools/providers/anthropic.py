"""Anthropic's own protocol, through the optional `anthropic` package, imported at first use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tools.errors import ProviderMissingError
from tools.providers.address import check_address, check_key
from tools.providers.anthropic_wire import Assembly, Encoder, parse_reply
from tools.providers.base import ModelRequest, ModelResponse
from tools.providers.discretion import without_machine
from tools.providers.sdk import JSON_BODY, collected, told_at_once, translated

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
        sees: bool = False,
    ) -> None:
        self.model = model
        self.base_url = base_url
        self._api_key = api_key
        self._max_retries = max_retries
        self._encoder = Encoder(model, sees=sees)
        self._client: Anthropic | None = None

    def complete(self, request: ModelRequest) -> ModelResponse:
        """One message, streamed if someone listens."""
        client = self._connected()
        import anthropic
        from httpx2 import HTTPError

        try:
            data, streamed = self._data(client, request)
        except (anthropic.AnthropicError, HTTPError) as error:
            # Without its text or its chain: either may quote the request.
            raise translated(anthropic, error, request.timeout) from None
        response = parse_reply(data)
        if request.on_delta is not None and not streamed:
            told_at_once(response, request.on_delta)
        return response

    def _data(self, client: Anthropic, request: ModelRequest) -> tuple[bytes, bool]:
        """The body, and whether it came as a stream."""
        from anthropic import Stream
        from httpx2 import Response

        body = self._encoder.body(request)
        options: RequestOptions = {"headers": JSON_BODY, "timeout": request.timeout}
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

    def _connected(self) -> Anthropic:
        if self._client is None:
            check_address(self.base_url)
            check_key(self._api_key)
            try:
                import anthropic
            except ImportError:
                raise ProviderMissingError(provider="anthropic", extra="anthropic") from None
            from tools.providers.bounds import bounded_client

            self._client = anthropic.Anthropic(
                base_url=self.base_url,
                api_key=self._api_key or "none",
                default_headers=without_machine(anthropic),
                max_retries=self._max_retries,
                http_client=bounded_client(anthropic, self),
            )
        return self._client
