"""How a host is written in an address."""

from __future__ import annotations


def in_address(host: str) -> str:
    """The host as it stands before the port: an IPv6 one in brackets."""
    return f"[{host}]" if ":" in host else host
