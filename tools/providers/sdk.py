"""What the `openai` and `anthropic` packages share: one kind of errors, one kind of streams.

Neither is imported here, so that each stays unloaded until a model of its own is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Final, Protocol

from tools.errors import (
    ProviderError,
    ProviderRateLimitedError,
    ProviderReplyError,
    ProviderTimedOutError,
    ProviderUnreachableError,
    rejected,
)
from tools.providers.base import Delta, ModelResponse
from tools.providers.openai_wire import as_mapping
from tools.providers.sse import Events

#: Requests are sent as bytes, so the packages cannot tell what is in them.
JSON_BODY: Final = {"Content-Type": "application/json"}


class Streaming(Protocol):
    """A response whose body is still to be read."""

    def iter_bytes(self) -> Iterator[bytes]:
        """The body, chunk by chunk."""

    def close(self) -> None:
        """Let the connection go."""


class Assembly(Protocol):
    """Puts the pieces of a stream together again."""

    def add(self, piece: Mapping[str, object], /) -> None:
        """Take one piece."""

    def body(self) -> bytes:
        """The body that the same server would have sent without streaming."""


def collected(response: Streaming, whole: Assembly) -> tuple[bytes, bool]:
    """The body of a streamed response, and whether it came in pieces: some servers send a whole
    one to whoever asks for a stream. The response is closed. Raises ProviderReplyError."""
    events = Events()
    try:
        for piece in events.of(response.iter_bytes()):
            whole.add(as_mapping(piece))
    except (ValueError, RecursionError):  # the latter by what is nested too deeply
        raise ProviderReplyError(what="a piece of the stream is not JSON") from None
    finally:
        response.close()
    if events.rest and not events.seen:
        return "\n".join(events.rest).encode(), False
    return whole.body(), True


def told_at_once(response: ModelResponse, on_delta: Callable[[Delta], None]) -> None:
    """Tell who listens to a stream what came all at once."""
    if response.text:
        on_delta(Delta(text=response.text))
    for index, call in enumerate(response.tool_calls):
        on_delta(Delta(index=index, name=call.name, arguments=call.arguments))


def translated(package: ModuleType, error: Exception, seconds: float) -> ProviderError:
    """What an error of ``package``, or of the connection under it, is called here; ``seconds`` is
    the time-out that the request was given."""
    from httpx2 import TimeoutException

    from tools.providers.bounds import ReplyTooLongError

    if isinstance(error, ReplyTooLongError) or isinstance(error.__cause__, ReplyTooLongError):
        return ProviderReplyError(what="longer than any")
    if isinstance(error, package.APITimeoutError | TimeoutException):
        return ProviderTimedOutError(seconds=round(seconds))
    if isinstance(error, package.RateLimitError):
        return ProviderRateLimitedError()
    if isinstance(error, package.APIStatusError):
        return rejected(error.status_code)
    return ProviderUnreachableError()
