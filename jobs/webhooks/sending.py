"""Sends one message to one address: within a time, following nothing, reading next to nothing."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Final

from jobs.webhooks.addresses import Target, addresses_of, check

SECONDS: Final = 15.0
_SECONDS_TO_CONNECT: Final = 5.0
_MOST_ADDRESSES: Final = 4


class NotSent(Exception):
    """Nothing came back that could be read, and why."""


def send(target: Target, body: bytes, headers: Mapping[str, str], seconds: float = SECONDS) -> int:
    """POST it, and give the status. A redirect is a status like any other.

    Raises ``NotSent`` and ``WebhookAddressPrivate``.
    """
    try:
        line = _connected(target)
    except OSError as error:
        raise NotSent(_reason(error)) from None
    connection = http.client.HTTPConnection(target.host, target.port)
    connection.sock = line
    # Whoever answers a byte at a time would keep us for ever: then the line is cut.
    cut = threading.Timer(seconds, _cut, [connection])
    cut.start()
    try:
        line.settimeout(seconds)
        return _posted(target, connection, body, headers)
    except (OSError, http.client.HTTPException) as error:
        raise NotSent(_reason(error)) from None
    finally:
        cut.cancel()
        connection.close()


def _posted(
    target: Target,
    connection: http.client.HTTPConnection,
    body: bytes,
    headers: Mapping[str, str],
) -> int:
    if target.is_tls:
        connection.sock = _tls().wrap_socket(connection.sock, server_hostname=target.host)
    every = {"Host": target.host_header, "Connection": "close", **headers}
    connection.request("POST", target.path, body, every)
    with connection.getresponse() as response:
        return response.status


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
