"""What a proxy that is believed says of a request: from where it came, and over what."""

from __future__ import annotations

import ipaddress

from starlette.datastructures import Headers
from starlette.types import Scope

from app.access.proxies import Proxies


def as_forwarded(scope: Scope, proxies: Proxies) -> Scope:
    """The request as the browser sent it; what others than these proxies say is not believed."""
    client: tuple[str, int] | None = scope.get("client")
    by_proxy = client is not None and client[0] in proxies
    seen = {**scope, "state": {**scope.get("state", {}), "by_proxy": by_proxy}}
    if by_proxy and client is not None:
        headers = Headers(scope=scope)
        told = ",".join(headers.getlist("x-forwarded-for"))
        seen["client"] = (_first_other(told, proxies) or client[0], client[1])
        scheme = headers.get("x-forwarded-proto", scope["scheme"]).strip().lower()
        seen["scheme"] = scheme if scheme in ("http", "https") else scope["scheme"]
    return seen


def _first_other(told: str, proxies: Proxies) -> str:
    """The last address that is no proxy of ours: each adds the one before it at the end."""
    hops = [_plain(hop.strip()) for hop in told.split(",") if hop.strip()]
    return next((hop for hop in reversed(hops) if hop not in proxies), "")


def _plain(hop: str) -> str:
    """The address, without the port that some proxies write behind it; empty if it is none."""
    inner = hop[1:].partition("]")[0] if hop.startswith("[") else hop
    for text in (inner, inner.rpartition(":")[0]):
        try:
            return str(ipaddress.ip_address(text))
        except ValueError:
            continue
    return ""
