"""Connections that are slow, silent or many: they end, and others are answered meanwhile."""

import asyncio
import functools
import gc
import socket
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from urllib.parse import urlsplit

import httpx2
import pytest
from sqlalchemy import Engine
from starlette.types import Receive, Scope, Send

from app.access.entrance import Entrance, Links
from app.site import site
from app.web import serving
from app.web.desk import Desk
from app.web.guard import Guard
from app.web.receiving import in_time
from app.web.serving import PatientProtocol
from tests.support.waiting import PATIENCE_S, until
from tests.support.web import served

START = {"type": "http.response.start", "status": 200, "headers": []}


@pytest.fixture
def address(engine: Engine) -> Iterator[str]:
    with served(site(Desk(engine), Entrance(engine, Links()))) as where:
        yield where


@contextmanager
def connected(address: str) -> Iterator[socket.socket]:
    place = ("127.0.0.1", int(address.rpartition(":")[2]))
    with socket.create_connection(place, timeout=PATIENCE_S) as connection:
        yield connection


def wait_until_closed(connection: socket.socket, trickle: bytes) -> None:
    """It is not kept, though a byte comes now and then."""
    connection.settimeout(0.05)

    def closed() -> bool:
        try:
            connection.sendall(trickle)
            return connection.recv(1000) == b""
        except TimeoutError:
            return False
        except OSError:
            return True

    until(closed)


def test_a_thousand_connections_that_are_half_open_keep_nobody_out(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PatientProtocol, "head_s", 2.0 * PATIENCE_S)
    with ExitStack() as stack:
        for _ in range(1100):
            connection = stack.enter_context(connected(address))
            connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        assert httpx2.get(f"{address}/sign-in", timeout=PATIENCE_S).status_code == 200


def test_nor_do_a_thousand_whose_forms_never_end(address: str) -> None:
    head = f"POST /sign-in HTTP/1.1\r\nHost: x\r\nOrigin: {address}\r\nContent-Length: 9000\r\n\r\n"
    head = head.replace("Host: x", f"Host: {address.removeprefix('http://')}")
    with ExitStack() as stack:
        for _ in range(1100):
            stack.enter_context(connected(address)).sendall(head.encode())
        assert httpx2.get(f"{address}/sign-in", timeout=PATIENCE_S).status_code == 200


def test_headers_that_come_a_byte_at_a_time_are_not_waited_for(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PatientProtocol, "head_s", 0.5)
    began = time.monotonic()
    with connected(address) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        wait_until_closed(connection, b"a")
    assert time.monotonic() - began > 0.4


def test_nor_are_those_of_the_next_request(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PatientProtocol, "head_s", 0.2)
    with connected(address) as connection:
        connection.sendall(b"GET /sign-in HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 200")
        wait_until_closed(connection, b"\r\n")


def test_a_body_that_comes_a_byte_at_a_time_is_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.guard.in_time", functools.partial(in_time, patience=0.5))
    monkeypatch.setattr(PatientProtocol, "linger_s", 2.0 * PATIENCE_S)
    host = address.removeprefix("http://")
    head = f"POST /sign-in HTTP/1.1\r\nHost: {host}\r\nOrigin: {address}\r\n"
    form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9000\r\n\r\n"
    with connected(address) as connection:
        connection.sendall((head + form).encode())
        connection.settimeout(0.05)
        answers: list[bytes] = []

        def answered() -> bool:
            with suppress(TimeoutError):
                connection.sendall(b"a")
                answers.append(connection.recv(100))
            return bool(answers)

        until(answered)
    assert answers[0].startswith(b"HTTP/1.1 408")


def test_what_goes_on_being_sent_after_a_refusal_is_not_taken_for_long(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PatientProtocol, "linger_s", 0.3)
    with connected(address) as connection:
        connection.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999\r\n\r\n")
        assert connection.recv(20).startswith(b"HTTP/1.1 403")
        wait_until_closed(connection, b"a")


def test_headers_that_are_too_long_are_refused(address: str) -> None:
    with connected(address) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"a" * 100_000)
        assert connection.recv(100).startswith(b"HTTP/1.1 400")


def test_an_answer_that_nobody_takes_up_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PatientProtocol, "stuck_s", 0.5)
    ended = threading.Event()

    async def much(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send(START)
        for _ in range(1000):
            await send({"type": "http.response.body", "body": b"a" * 100_000, "more_body": True})
        ended.set()

    with served(much) as address, connected(address) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert ended.wait(PATIENCE_S)
        taken = 0
        with suppress(ConnectionResetError):
            while more := connection.recv(1_000_000):
                taken += len(more)
    assert taken < 50_000_000


async def _in_two_pieces(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({**START, "headers": [(b"content-length", b"2")]})
    for more in (True, False):
        await send({"type": "http.response.body", "body": b"a", "more_body": more})


def test_the_end_of_an_answer_does_not_wait_for_its_beginning_to_be_confirmed() -> None:
    with (
        served(_in_two_pieces) as address,
        httpx2.Client(base_url=address, timeout=PATIENCE_S) as client,
    ):
        took = []
        for _ in range(40):
            began = time.perf_counter()
            client.get("/")
            took.append(time.perf_counter() - began)
    # 40 ms each, if it does; a machine that has much else to do is quick now and then.
    assert statistics.quantiles(took)[0] < 0.02


def test_what_is_sent_in_pieces_goes_out_piece_by_piece(engine: Engine) -> None:
    pieces = [f"data: {number}\n\n".encode() for number in range(3)]
    came = {piece: threading.Event() for piece in pieces}
    in_turn = []

    async def events(_scope: Scope, receive: Receive, send: Send) -> None:
        await send(START)
        await receive()
        for piece in pieces:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
            in_turn.append(await asyncio.to_thread(came[piece].wait, PATIENCE_S))
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    guarded = Guard(events, Entrance(engine), lambda *_: pytest.fail("a bug"))
    with (
        served(guarded) as address,
        httpx2.stream("GET", address, timeout=2 * PATIENCE_S) as answer,
    ):
        for piece in answer.iter_raw():
            came[piece].set()
    assert in_turn == [True] * 3
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"


def test_who_asks_nothing_for_longest_makes_room_and_who_is_answered_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = threading.Event()

    async def slow(scope: Scope, _receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            begun.set()
        await asyncio.sleep(1)
        await _in_two_pieces(scope, _receive, send)

    monkeypatch.setattr(PatientProtocol, "most", 20)
    monkeypatch.setattr(PatientProtocol, "head_s", 2.0 * PATIENCE_S)
    with served(slow) as address, ExitStack() as stack:
        asking = stack.enter_context(connected(address))
        asking.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert begun.wait(PATIENCE_S)
        silent = [stack.enter_context(connected(address)) for _ in range(60)]
        assert asking.recv(100).startswith(b"HTTP/1.1 200")
        for each in silent[:40]:
            wait_until_closed(each, b"")
        silent[-1].settimeout(0.1)
        with pytest.raises(TimeoutError):
            silent[-1].recv(1)


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
