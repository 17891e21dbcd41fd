"""Every stream that is being told, so that a server that is to end can let all listeners go."""

from __future__ import annotations

from typing import Final, Protocol
from weakref import WeakSet

#: A comment now and then keeps a proxy from ending what is silent.
HEARTBEAT_SECONDS: Final = 15.0
#: After so long whoever listened comes again by itself, in milliseconds.
RETRY: Final = "retry: 2000\n\n"
STILL_HERE: Final = ": still here\n\n"


#: In all books together: each holds one of the connections that the server has (`protocol`).
MOST_OF_ALL: Final = 400


class Stream(Protocol):
    """Whatever tells listeners."""

    @property
    def listeners(self) -> int:
        """How many there are."""

    def end(self) -> None:
        """Let every listener go."""


_STREAMS: Final[WeakSet[Stream]] = WeakSet()


def remember(stream: Stream) -> None:
    """Let it end with the server."""
    _STREAMS.add(stream)


def too_many_listen() -> bool:
    """Whether nobody else may listen, to whatever it is."""
    return sum(each.listeners for each in _STREAMS) >= MOST_OF_ALL


def end_streams() -> None:
    """Let all listeners go: a server that is to end waits for what is still being answered."""
    for each in list(_STREAMS):
        each.end()
