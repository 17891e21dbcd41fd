"""Ports for servers of other processes, which bind them a moment after they are chosen here."""

import socket
from pathlib import Path
from random import SystemRandom
from typing import Final

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
