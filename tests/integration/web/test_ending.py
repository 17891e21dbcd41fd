"""A server that ends lets go of everybody, also of those whom it is still to answer."""

import gc
import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from starlette.types import Receive, Scope, Send

from app.web import serving
from tests.support.waiting import PATIENCE_S
from tests.support.web import served


def test_who_is_answered_too_slowly_is_cut_off_and_no_connection_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serving, "_TO_END_S", 0)
    asked = threading.Event()

    async def never_done(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while True:
            # Once nobody takes up any more, this waits.
            await send({"type": "http.response.body", "body": b"x" * 10**7, "more_body": True})
            asked.set()

    with served(never_done) as address:
        place = urlsplit(address)
        line = socket.create_connection((str(place.hostname), place.port or 0), PATIENCE_S)
        line.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
        assert asked.wait(PATIENCE_S)
    with line, suppress(ConnectionResetError):
        while line.recv(65536):
            pass
    # What nobody closed would be told of here, as it is when its memory is taken back.
    gc.collect()
