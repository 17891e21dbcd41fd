"""Waits for what comes by itself, and finds a free port."""

import socket
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import SystemRandom
from typing import Any, Final, TypeVar

R = TypeVar("R")
#: A guard against a test that hangs, and no promise.
PATIENCE_S = 60


def until(holds: Callable[[], object], seconds: float = PATIENCE_S) -> None:
    """Waits for it. Raises ``AssertionError`` if it does not come."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not come to that"
        time.sleep(0.02)


def together(call: Callable[[Any], R], given: Iterable[Any]) -> list[R]:
    """What it comes to for each of these, all at the same time."""
    each = list(given)
    with ThreadPoolExecutor(len(each)) as crowd:
        return list(crowd.map(call, each))


_LOWEST: Final = 20_000
_RANGE: Final = Path("/proc/sys/net/ipv4/ip_local_port_range")
_USUAL: Final = 32_768
_GIVEN: Final[set[int]] = set()


def free_port() -> int:
    """One that nobody listens on, of those that the system gives to nobody by itself.

    Of the others any connection that somebody opens meanwhile may get the very same.
    """
    dice = SystemRandom()
    while True:
        port = dice.randrange(_LOWEST, _first_given_away())
        if port not in _GIVEN and _is_free(port):
            _GIVEN.add(port)
            return port


def _first_given_away() -> int:
    try:
        lowest = int(_RANGE.read_text().split()[0])
    except OSError:
        return _USUAL
    return lowest if lowest > _LOWEST else _USUAL


def _is_free(port: int) -> bool:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True
