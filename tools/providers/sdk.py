"""What the `openai` and `anthropic` packages share: addresses, time limits, errors and streams."""

import re
import time
import weakref
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Final, Protocol, TypeVar
from urllib.parse import SplitResult, urlsplit

from httpx2 import ReadError, ReadTimeout, Response, SyncByteStream

from ..loop.errors import (
    ProviderAddressError,
    ProviderError,
    ProviderKeyError,
    ProviderRateLimitedError,
    ProviderReplyError,
    ProviderTimedOutError,
    ProviderUnreachableError,
    rejected,
)
from ..loop.json_text import Plain, loads_around
from .base import Delta, ModelRequest, ModelResponse
from .openai_wire import as_mapping

T = TypeVar("T")

#: Requests are sent as bytes, so the packages cannot tell what is in them.
JSON_BODY: Final = {"Content-Type": "application/json"}


class Streaming(Protocol):
    """A response whose body is still to be read."""

    def iter_bytes(self) -> Iterator[bytes]:
        """The body, chunk by chunk."""

    def close(self) -> None:
        """Let the connection go."""


class Addressed(Protocol):
    """A model behind one address."""

    base_url: str | None
    api_key: str | None
    max_retries: int


class Assembly(Protocol):
    """Puts the pieces of a stream together again."""

    def add(self, piece: Mapping[str, object], /) -> None:
        """Take one piece."""

    def body(self) -> bytes:
        """The body that the same server would have sent without streaming."""


def collected(response: Streaming, whole: Assembly) -> tuple[bytes, bool]:
    """The body of a streamed response, and whether it came in pieces: some servers send a whole one
    to anyone who asks for a stream. The response is closed. Raises ProviderReplyError."""
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


def connected(package: ModuleType, make: Callable[..., T], owner: Addressed) -> T:
    """A client of ``package`` for what ``owner`` is. Raises leaf classes of ProviderError."""
    return make(
        base_url=owner.base_url,
        api_key=owner.api_key or "none",
        default_headers=without_machine(package),
        max_retries=owner.max_retries,
        http_client=bounded_client(package, owner),
    )


def posted(
    package: ModuleType,
    client: Any,
    path: str,
    body: bytes,
    request: ModelRequest,
    assembly: Callable[[Callable[[Delta], None]], Assembly],
    **options: object,
) -> tuple[bytes, bool]:
    """The body that is answered, and whether it came as a stream."""
    given = {"headers": JSON_BODY, "timeout": request.timeout, **options}
    if request.on_delta is None:
        whole = client.post(path, cast_to=Response, content=body, options=given)
        return whole.content, False
    streamed = {"stream": True, "stream_cls": package.Stream[object]}
    stream = client.post(path, cast_to=object, content=body, options=given, **streamed)
    return collected(stream.response, assembly(request.on_delta))


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

    if isinstance(error, ReplyTooLongError) or isinstance(error.__cause__, ReplyTooLongError):
        return ProviderReplyError(what="longer than any")
    if isinstance(error, package.APITimeoutError | TimeoutException):
        return ProviderTimedOutError(seconds=round(seconds))
    if isinstance(error, package.RateLimitError):
        return ProviderRateLimitedError()
    if isinstance(error, package.APIStatusError):
        return rejected(error.status_code)
    return ProviderUnreachableError()


_DONE = "[DONE]"
_BESIDE = (":", "event:", "id:", "retry:")


@dataclass(slots=True)
class Events:
    """Reads a body's chunks. ``rest`` is what was no event: all of it, if the server sent a whole
    body instead of a stream."""

    rest: list[str] = field(default_factory=list)
    seen: bool = False

    def of(self, chunks: Iterable[bytes]) -> Iterator[Plain]:
        """The data of each event up to the stream's end. Raises ValueError for what is no JSON."""
        data: list[str] = []
        for line in _lines(chunks):
            if line.startswith("data:"):
                data.append(line[5:].strip())
            elif not line and data:
                yield from self._parsed(data)
                data = []
            elif line and not line.startswith(_BESIDE):
                self.rest.append(line)
        yield from self._parsed(data)

    def _parsed(self, data: list[str]) -> Iterator[Plain]:
        """One event's lines; some servers leave out the blank line between two events."""
        for text in ["\n".join(data)] if _whole(data) else data:
            self.seen = True
            if text and text != _DONE:
                yield loads_around(text)


def _whole(data: list[str]) -> bool:
    """Whether the lines are one JSON text rather than one each."""
    return not all(line == _DONE or (line[:1] == "{" and line[-1:] == "}") for line in data)


def _lines(chunks: Iterable[bytes]) -> Iterator[str]:
    pending: list[bytes] = []
    for chunk in chunks:
        *whole, last = chunk.split(b"\n")
        for part in whole:
            yield b"".join([*pending, part]).rstrip(b"\r").decode(errors="replace")
            pending = []
        pending.append(last)
    yield b"".join(pending).rstrip(b"\r").decode(errors="replace")
    yield ""


#: No completion is longer; more would take the process's memory, and hold it while it is parsed.
MOST_BYTES = 8_000_000
#: A stream is parsed piece by piece, and says much around each word.
MOST_STREAMED = 64_000_000


class ReplyTooLongError(ReadError):
    """The server sent more than any reply has."""


class _Bounded(SyncByteStream):
    """A body that ends in time and in size, or in an error; unpacked here, where it is counted."""

    def __init__(self, body: SyncByteStream, most: int, seconds: float, *, packed: bool) -> None:
        self._body = body
        self._unpacking = zlib.decompressobj(wbits=47) if packed else None  # gzip or zlib
        self._most = most
        self._until = time.monotonic() + seconds

    def __iter__(self) -> Iterator[bytes]:
        left = self._most
        for chunk in self._body:
            if self._unpacking is not None:
                chunk = self._unpacked(chunk, left + 1)
            left -= len(chunk)
            if left < 0:
                raise ReplyTooLongError("too long")
            if time.monotonic() > self._until:
                raise ReadTimeout("too slow")
            yield chunk

    def close(self) -> None:
        self._body.close()

    def _unpacked(self, chunk: bytes, most: int) -> bytes:
        assert self._unpacking is not None
        try:
            return self._unpacking.decompress(chunk, most)
        except zlib.error:
            raise ReadError("not what its header says") from None


def bounded_client(package: ModuleType, owner: object) -> Any:
    """The HTTP client of ``package``, bounded, closed when ``owner`` is gone."""
    client = package.DefaultHttpxClient(
        event_hooks={"response": [_bind]}, headers={"Accept-Encoding": "gzip"}
    )
    weakref.finalize(owner, client.close).atexit = False
    return client


def _bind(response: Response) -> None:
    """Bound a response before anything of it is read."""
    seconds = response.request.extensions.get("timeout", {}).get("read")
    streamed = "event-stream" in response.headers.get("content-type", "")
    body, packing = response.stream, response.headers.pop("content-encoding", "identity").lower()
    if packing not in ("identity", "gzip", "deflate", ""):
        raise ReplyTooLongError("packed in a way that was not asked for, and so of any length")
    if isinstance(body, SyncByteStream) and seconds is not None:
        most = MOST_STREAMED if streamed else MOST_BYTES
        packed = packing in ("gzip", "deflate")
        response.stream = _Bounded(body, most, seconds, packed=packed)


_TELLING = ("Lang", "Package-Version", "OS", "Arch", "Runtime", "Runtime-Version", "Async")


def without_machine(package: ModuleType) -> dict[str, Any]:
    """The default headers with which a client of ``package`` does not describe the machine."""
    return {f"X-Stainless-{name}": package.Omit() for name in _TELLING}


_BLANK = re.compile(r"[\s\x00-\x1f\x7f]")


def check_address(base_url: str | None) -> None:
    """Raises ProviderAddressError, without the address, which may hold a password."""
    problem = None if base_url is None else _address_problem(base_url)
    if problem is not None:
        raise ProviderAddressError(problem=problem)


def check_key(key: str | None) -> None:
    """Raises ProviderKeyError, without the key."""
    if key is None:
        return
    if _BLANK.search(key):
        raise ProviderKeyError(problem="it has a space or a line break in it")
    if not key.isascii():
        raise ProviderKeyError(problem="it has a character that no key has")


def _address_problem(url: str) -> str | None:
    if _BLANK.search(url):
        return "it has a space or a line break in it"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "its host or its port is none"
    if port == 0:
        return "its port is none"
    return _without_scheme(parts) or (None if parts.hostname else "it names no host")


def _without_scheme(parts: SplitResult) -> str | None:
    known = parts.scheme in ("http", "https")
    return None if known else "it does not begin with http:// or https://"
