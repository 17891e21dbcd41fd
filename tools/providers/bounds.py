"""How long a server may answer and how much: a connection can drip for ever, each byte in time.

Imported only when a server is first asked, since it needs the packages' HTTP client.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from httpx2 import ReadError, ReadTimeout, Response, SyncByteStream

#: No completion is longer; more would take the process's memory, and hold it while it is parsed.
MOST_BYTES = 8_000_000
#: A stream is parsed piece by piece, and says much around each word.
MOST_STREAMED = 64_000_000


class ReplyTooLongError(ReadError):
    """The server sent more than any reply has."""


class _Bounded(SyncByteStream):
    """A body that ends in time and in size, or in an error."""

    def __init__(self, body: SyncByteStream, most: int, seconds: float) -> None:
        self._body = body
        self._most = most
        self._until = time.monotonic() + seconds

    def __iter__(self) -> Iterator[bytes]:
        left = self._most
        for chunk in self._body:
            left -= len(chunk)
            if left < 0:
                raise ReplyTooLongError("too long")
            if time.monotonic() > self._until:
                raise ReadTimeout("too slow")
            yield chunk

    def close(self) -> None:
        self._body.close()


def bounded_client(package: ModuleType, owner: object) -> Any:
    """The HTTP client of ``package``, bounded, closed when ``owner`` is gone."""
    client = package.DefaultHttpxClient(event_hooks={"response": [_bind]})
    weakref.finalize(owner, client.close).atexit = False
    return client


def _bind(response: Response) -> None:
    """Bound a response before anything of it is read."""
    seconds = response.request.extensions.get("timeout", {}).get("read")
    streamed = "event-stream" in response.headers.get("content-type", "")
    body = response.stream
    if isinstance(body, SyncByteStream) and seconds is not None:
        response.stream = _Bounded(body, MOST_STREAMED if streamed else MOST_BYTES, seconds)
