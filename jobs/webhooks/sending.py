"""Signs a message in the Standard Webhooks form and sends it, to public addresses alone."""

import base64
import hashlib
import hmac
import http.client
import ipaddress
import secrets
import socket
import ssl
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Final
from urllib.parse import SplitResult, urlsplit

from db.errors import TieoutError

_THIS_MACHINE: Final = ("localhost", "127.0.0.1", "::1")
_PORTS: Final = {"https": 443, "http": 80}
_LONGEST: Final = 2000
_GIVEN_OUT: Final = ipaddress.IPv6Network("2000::/3")
_KEPT_BACK: Final = (ipaddress.ip_network("3fff::/20"), ipaddress.ip_network("192.88.99.0/24"))
_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")


class WebhookAddressBad(TieoutError):
    """{url!r} is not an address for a webhook: {why}. Write one such as https://shop.example/hooks."""


class WebhookAddressPrivate(TieoutError):
    """{host} is {what}, and could be an internal service. If this is intended, add the webhook with
    --private.
    """


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
    """The addresses to which the host's name leads now, each of which may be used. Raises
    ``OSError`` if it leads nowhere, and ``WebhookAddressPrivate``."""
    found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(each[4][0]) for each in found))
    for address in addresses:
        check(target, address)
    return addresses


def check(target: Target, address: str) -> None:
    """Raises ``WebhookAddressPrivate`` for an address that may not be used."""
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


SECONDS: Final = 15.0
_SECONDS_TO_CONNECT: Final = 5.0
_MOST_ADDRESSES: Final = 4


class NotSent(Exception):
    """Nothing came back that could be read, and why."""


def send(target: Target, body: bytes, headers: Mapping[str, str], seconds: float = SECONDS) -> int:
    """POST it; the status, even of a redirect. Raises ``NotSent`` and ``WebhookAddressPrivate``."""
    try:
        line = _connected(target)
    except OSError as error:
        raise NotSent(_reason(error)) from None
    connection = http.client.HTTPConnection(target.host, target.port)
    connection.sock = line
    # Anyone who answers a byte at a time would keep us for ever: then the line is cut.
    cut = threading.Timer(seconds, _cut, [connection])
    cut.start()
    try:
        line.settimeout(seconds)
        if target.is_tls:
            connection.sock = _tls().wrap_socket(connection.sock, server_hostname=target.host)
        every = {"Host": target.host_header, "Connection": "close", **headers}
        connection.request("POST", target.path, body, every)
        with connection.getresponse() as response:
            return response.status
    except (OSError, http.client.HTTPException) as error:
        raise NotSent(_reason(error)) from None
    finally:
        cut.cancel()
        connection.close()


def _connected(target: Target) -> socket.socket:
    """A line to one of its addresses: to that very one, for a name may lead elsewhere by then."""
    failed: OSError | None = None
    for address in addresses_of(target)[:_MOST_ADDRESSES]:
        try:
            line = socket.create_connection((address, target.port), _SECONDS_TO_CONNECT)
        except OSError as error:
            failed = error
            continue
        check(target, str(line.getpeername()[0]))
        return line
    raise failed or OSError("its name leads nowhere")


def _cut(connection: http.client.HTTPConnection) -> None:
    with suppress(OSError, AttributeError):
        connection.sock.shutdown(socket.SHUT_RDWR)


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _reason(error: Exception) -> str:
    """In a few words, without what the other side wrote."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return type(error).__name__


PREFIX: Final = "whsec_"
_BYTES: Final = 32


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(_BYTES)).decode()


def new_message_id() -> str:
    """Of the form that the database's triggers give."""
    return f"msg_{secrets.token_hex(16)}"


def signed(keys: Sequence[str], message_id: str, timestamp: int, body: bytes) -> dict[str, str]:
    """The headers that go with a body that is sent at this moment (seconds since 1970): a signature
    with each of the secrets."""
    text = f"{message_id}.{timestamp}.".encode() + body
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(f"v1,{_signature(each, text)}" for each in keys),
    }


def _signature(secret: str, text: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return base64.b64encode(hmac.digest(key, text, hashlib.sha256)).decode()
