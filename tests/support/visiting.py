"""Somebody who visits the pages of a ledger: with an HTTP client, or with a browser."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import httpx2
from starlette.types import ASGIApp, Receive, Scope, Send

from app.access import sessions
from app.access.entrance import Entrance, Links
from app.access.rights import Right, person
from app.access.users import SignedIn
from app.site import site
from app.web.desk import Desk
from tests.support.waiting import PATIENCE_S
from tests.support.web import served

#: Of whoever is a user in a test.
PASSWORD = "seven red chairs"


@contextmanager
def visiting(desk: Desk, entrance: Entrance | None = None) -> Iterator[httpx2.Client]:
    """Somebody whose browser says which page sent a form; come in already if there is a link."""
    entrance = entrance or Entrance(desk.engine, Links())
    with served(site(desk, entrance)) as address, browsing(address) as client:
        if entrance.links:
            client.get(f"/sign-in?token={entrance.links.new()}")
        yield client


@contextmanager
def browsing(address: str) -> Iterator[httpx2.Client]:
    """A browser that has not signed in."""
    said = {"Origin": address, "Accept": "text/html,*/*", "Sec-Fetch-Site": "same-origin"}
    # There is no TLS; without this it reads the certificates of all the world first.
    with httpx2.Client(base_url=address, headers=said, timeout=PATIENCE_S, verify=False) as client:
        yield client


def answered(address: str, head: str, body: bytes = b"") -> str:
    """The beginning of the answer to a request that no client would write, from its status on."""
    place = urlsplit(address)
    with socket.create_connection((place.hostname, place.port), PATIENCE_S) as connection:
        connection.sendall(f"{head}\r\n\r\n".encode() + body)
        return connection.recv(1000).decode().removeprefix("HTTP/1.1 ")


@contextmanager
def opened(desk: Desk, right: Right = Right.MANAGE) -> Iterator[str]:
    """The address at which a browser of this machine finds the pages, signed in already."""
    with served(signed_in(desk, right)) as address:
        yield address


def signed_in(desk: Desk, right: Right = Right.MANAGE) -> ASGIApp:
    """The site, as a browser has it whose cookie is of whoever runs the server."""
    entrance = Entrance(desk.engine, Links())
    secret = sessions.begin(desk.engine, SignedIn(person(), right))
    pages = site(desk, entrance)

    async def with_cookie(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and "cookie" not in dict(scope["headers"]):
            cookie = f"tieout-{scope['server'][1]}={secret}".encode()
            scope = {**scope, "headers": [*scope["headers"], (b"cookie", cookie)]}
        await pages(scope, receive, send)

    return with_cookie
