"""What the `openai` and `anthropic` packages share: one kind of errors, one kind of streams.

Neither is imported here, so that each stays unloaded until a model of its own is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from types import ModuleType
from typing import Final, Protocol

from tools.errors import (
    ProviderError,
    ProviderRateLimitedError,
    ProviderRejectedError,
    ProviderReplyError,
    ProviderTimedOutError,
    ProviderUnreachableError,
)
from tools.providers.openai_wire import as_mapping

#: Requests are sent as bytes, so the packages cannot tell what is in them.
JSON_BODY: Final = {"Content-Type": "application/json"}


class Assembly(Protocol):
    """Puts the pieces of a stream together again."""

    def add(self, piece: Mapping[str, object], /) -> None:
        """Take one piece."""

    def body(self) -> bytes:
        """The body that the same server would have sent without streaming."""


def collected(stream: AbstractContextManager[Iterable[object]], whole: Assembly) -> bytes:
    """The stream's pieces as one body; the stream is closed. Raises ProviderReplyError."""
    with stream as pieces:
        try:
            for piece in pieces:
                whole.add(as_mapping(piece))
            return whole.body()
        except (ValueError, RecursionError):  # the latter by what is nested too deeply
            raise ProviderReplyError(what="a piece of the stream is not JSON") from None


def translated(package: ModuleType, error: Exception, seconds: float) -> ProviderError:
    """What an error of ``package``, or of the connection under it, is called here; ``seconds`` is
    the time-out that the request was given."""
    if isinstance(error, package.APITimeoutError):
        return ProviderTimedOutError(seconds=round(seconds))
    if isinstance(error, package.RateLimitError):
        return ProviderRateLimitedError()
    if isinstance(error, package.APIStatusError):
        return ProviderRejectedError(status=error.status_code)
    return ProviderUnreachableError()
