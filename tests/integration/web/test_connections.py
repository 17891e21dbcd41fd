"""Connections that are slow, silent or many: they end, and others are answered meanwhile."""

from __future__ import annotations

import asyncio
import functools
import socket
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import httpx2
import pytest
from sqlalchemy import Engine
from starlette.types import Receive, Scope, Send

from app.access.entrance import Entrance
from app.access.links import Links
from app.web.bodies import in_time
from app.web.desk import Desk
from app.web.guard import Guard
from app.web.protocol import PatientProtocol
from app.web.site import site
from tests.support.web import served

START = {"type": "http.response.start", "status": 200, "headers": []}


@pytest.fixture
def address(engine: Engine) -> Iterator[str]:
    with served(site(Desk(engine), Entrance(engine, Links()))) as where:
        yield where


@contextmanager
def connected(address: str) -> Iterator[socket.socket]:
    place = ("127.0.0.1", int(address.rpartition(":")[2]))
    with socket.create_connection(place, timeout=10) as connection:
        yield connection


def seconds_until_closed(connection: socket.socket, trickle: bytes) -> float:
    """How long it is kept if a byte comes now and then."""
    began = time.monotonic()
    connection.settimeout(0.05)
    while time.monotonic() - began < 10:
        try:
            connection.sendall(trickle)
            if connection.recv(1000) == b"":
                break
        except TimeoutError:
            continue
        except OSError:
            break
    return time.monotonic() - began


def test_a_thousand_connections_that_are_half_open_keep_nobody_out(address: str) -> None:
    with ExitStack() as stack:
        for _ in range(1100):
            connection = stack.enter_context(connected(address))
            connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        began = time.monotonic()
        assert httpx2.get(f"{address}/sign-in", timeout=30).status_code == 200
        assert time.monotonic() - began < PatientProtocol.head_s


def test_nor_do_a_thousand_whose_forms_never_end(address: str) -> None:
    head = f"POST /sign-in HTTP/1.1\r\nHost: x\r\nOrigin: {address}\r\nContent-Length: 9000\r\n\r\n"
    head = head.replace("Host: x", f"Host: {address.removeprefix('http://')}")
    with ExitStack() as stack:
        for _ in range(1100):
            stack.enter_context(connected(address)).sendall(head.encode())
        assert httpx2.get(f"{address}/sign-in", timeout=30).status_code == 200


def test_headers_that_come_a_byte_at_a_time_are_not_waited_for(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PatientProtocol, "head_s", 0.5)
    with connected(address) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        assert 0.3 < seconds_until_closed(connection, b"a") < 3


def test_nor_are_those_of_the_next_request(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PatientProtocol, "head_s", 0.2)
    with connected(address) as connection:
        connection.sendall(b"GET /sign-in HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 200")
        assert seconds_until_closed(connection, b"\r\n") < 8


def test_a_body_that_comes_a_byte_at_a_time_is_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.guard.in_time", functools.partial(in_time, patience=0.5))
    host = address.removeprefix("http://")
    head = f"POST /sign-in HTTP/1.1\r\nHost: {host}\r\nOrigin: {address}\r\n"
    form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9000\r\n\r\n"
    with connected(address) as connection:
        connection.sendall((head + form).encode())
        answers = []
        for _ in range(100):
            time.sleep(0.05)
            try:
                connection.sendall(b"a")
                connection.settimeout(0.01)
                answers.append(connection.recv(100))
            except TimeoutError:
                continue
            break
    assert answers
    assert answers[0].startswith(b"HTTP/1.1 408")


def test_what_goes_on_being_sent_after_a_refusal_is_not_taken_for_long(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PatientProtocol, "linger_s", 0.3)
    with connected(address) as connection:
        connection.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999\r\n\r\n")
        assert connection.recv(20).startswith(b"HTTP/1.1 403")
        assert seconds_until_closed(connection, b"a") < 3


def test_headers_that_are_too_long_are_refused(address: str) -> None:
    with connected(address) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"a" * 100_000)
        assert connection.recv(100).startswith(b"HTTP/1.1 400")


async def _much(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send(START)
    for _ in range(1000):
        await send({"type": "http.response.body", "body": b"a" * 100_000, "more_body": True})


def test_an_answer_that_nobody_takes_up_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PatientProtocol, "stuck_s", 0.5)
    with served(_much) as address, connected(address) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        time.sleep(2)
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
    with served(_in_two_pieces) as address, httpx2.Client(base_url=address) as client:
        took = []
        for _ in range(20):
            began = time.perf_counter()
            client.get("/")
            took.append(time.perf_counter() - began)
    # 40 ms each, if it does.
    assert statistics.median(took) < 0.02


def test_what_is_sent_in_pieces_goes_out_piece_by_piece(engine: Engine) -> None:
    async def events(_scope: Scope, receive: Receive, send: Send) -> None:
        await send(START)
        await receive()
        for number in range(3):
            piece = f"data: {number}\n\n".encode()
            await send({"type": "http.response.body", "body": piece, "more_body": True})
            await asyncio.sleep(0.3)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    guarded = Guard(events, Entrance(engine), lambda *_: pytest.fail("a bug"))
    came: list[tuple[float, bytes]] = []
    began = time.monotonic()
    with served(guarded) as address, httpx2.stream("GET", address) as answer:
        came.extend((time.monotonic() - began, piece) for piece in answer.iter_raw())
    assert [piece for _, piece in came] == [b"data: 0\n\n", b"data: 1\n\n", b"data: 2\n\n"]
    assert came[0][0] < came[2][0] - 0.4
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
    with served(slow) as address, ExitStack() as stack:
        asking = stack.enter_context(connected(address))
        asking.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert begun.wait(5)
        silent = [stack.enter_context(connected(address)) for _ in range(60)]
        assert asking.recv(100).startswith(b"HTTP/1.1 200")
        closed = [seconds_until_closed(each, b"") < 5 for each in silent[:40]]
        silent[-1].settimeout(0.1)
        with pytest.raises(TimeoutError):
            silent[-1].recv(1)
    assert all(closed)
