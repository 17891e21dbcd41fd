"""How a host is written in an address, and which hosts are this machine alone."""

from __future__ import annotations

from typing import Final

#: As they stand in an address.
THIS_MACHINE: Final = ("localhost", "127.0.0.1", "[::1]")


def in_address(host: str) -> str:
    """The host as it stands before the port: an IPv6 one in brackets."""
    return f"[{host}]" if ":" in host else host


def is_this_machine(host: str) -> bool:
    """Whether nobody but this machine is served when this is listened on."""
    return in_address(host) in THIS_MACHINE
