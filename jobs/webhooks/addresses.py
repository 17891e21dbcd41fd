"""Where a webhook may be sent to, so that nobody reaches by it what they could not reach else.

Without leave, only over TLS and only to addresses that the whole internet reaches; this machine
itself may be named, by its own names, and then without TLS. What is refused: loopback, private
networks (10/8, 172.16/12, 192.168/16, fc00::/7), link-local ones and with them the metadata of
clouds (169.254.169.254), carrier-grade NAT (100.64/10), multicast, reserved and unspecified ones,
IPv6 addresses that stand for such an IPv4 one, and those beyond 2000::/3.
"""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from typing import ClassVar, Final
from urllib.parse import SplitResult, urlsplit

from db.errors import TieoutError

_THIS_MACHINE: Final = ("localhost", "127.0.0.1", "::1")
_PORTS: Final = {"https": 443, "http": 80}
_LONGEST: Final = 2000
_GIVEN_OUT: Final = ipaddress.IPv6Network("2000::/3")
_KEPT_BACK: Final = (ipaddress.ip_network("3fff::/20"), ipaddress.ip_network("192.88.99.0/24"))
_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")


class WebhookAddressBad(TieoutError):
    """{url!r} is no address for a webhook: {why}. Write one such as https://shop.example/hooks."""

    code: ClassVar[str] = "webhook_address_bad"


class WebhookAddressPrivate(TieoutError):
    """{host} is {what}, and could be a service that nobody else is meant to reach. If it is meant,
    add the webhook with --private."""

    code: ClassVar[str] = "webhook_address_private"


@dataclass(frozen=True, slots=True)
class Target:
    """Where to send: what the address says, in parts."""

    url: str
    is_tls: bool
    host: str
    port: int
    path: str
    private: bool

    @property
    def is_this_machine(self) -> bool:
        """Whether this machine is named, by one of its own names."""
        return self.host in _THIS_MACHINE

    @property
    def host_header(self) -> str:
        """The host as the request names it."""
        named = f"[{self.host}]" if ":" in self.host else self.host
        plain = self.port == _PORTS["https" if self.is_tls else "http"]
        return named if plain else f"{named}:{self.port}"


def target_of(url: str, *, private: bool) -> Target:
    """The address in parts; nothing is looked up. Raises ``WebhookAddressBad`` and
    ``WebhookAddressPrivate``."""
    parts = _parts(url)
    host = (parts.hostname or "").rstrip(".").lower()
    if not host or parts.username is not None or parts.password is not None or parts.fragment:
        raise WebhookAddressBad(url=url, why="it needs a host, and neither a name nor a fragment")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    port = _port(parts, url)
    found = Target(url, parts.scheme == "https", host, port, path, private)
    if not found.is_tls and not found.is_this_machine and not private:
        raise WebhookAddressBad(url=url, why="what is sent to another machine needs https")
    return found


def addresses_of(target: Target) -> list[str]:
    """The addresses to which the host's name leads now, each of which may be told.

    Raises ``OSError`` if it leads nowhere, and ``WebhookAddressPrivate``.
    """
    found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(each[4][0]) for each in found))
    for address in addresses:
        check(target, address)
    return addresses


def check(target: Target, address: str) -> None:
    """Raises ``WebhookAddressPrivate`` for an address that may not be told."""
    what = _what_it_is(address)
    if what is None or target.private:
        return
    if target.is_this_machine and ipaddress.ip_address(address).is_loopback:
        return
    raise WebhookAddressPrivate(host=target.host, what=what)


def _what_it_is(text: str) -> str | None:
    """Why an address is not one of the whole internet; None if it is."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        address = _within(address) or address
    if address.is_loopback:
        return "this machine"
    if address.is_link_local:
        return "an address of its own network alone"
    if address.is_multicast or not address.is_global or not _is_given_out(address):
        return "an address of a private network"
    return None


def _is_given_out(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether it is of the part from which the internet has its addresses: whatever else Python
    takes for global leads to what a network makes of it, such as a NAT64 of its own."""
    whole = address.version == 4 or address in _GIVEN_OUT
    return whole and not any(address in each for each in _KEPT_BACK)


def _within(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that it stands for, if it does."""
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo
    return address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else None)


def _parts(url: str) -> SplitResult:
    if len(url) > _LONGEST or not url.isascii() or any(each <= " " for each in url):
        raise WebhookAddressBad(url=url[:_LONGEST], why="it is too long, or holds other characters")
    try:
        parts = urlsplit(url)
    except ValueError:
        raise WebhookAddressBad(url=url, why="it cannot be read") from None
    if parts.scheme not in _PORTS:
        raise WebhookAddressBad(url=url, why="it does not begin with https://")
    return parts


def _port(parts: SplitResult, url: str) -> int:
    try:
        return parts.port or _PORTS[parts.scheme]
    except ValueError:
        raise WebhookAddressBad(url=url, why="its port is no number of a port") from None
