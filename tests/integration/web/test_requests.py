"""Requests that no browser writes: each is one request or none, and none is a bug."""

import asyncio
import functools
import gc
import re
import socket
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from urllib.parse import urlsplit

import httpx2
import pytest
from playwright.sync_api import Page
from sqlalchemy import Engine
from starlette.types import Receive, Scope, Send

from app.access import sessions, users
from app.access.entrance import Entrance, Links
from app.access.rights import Right
from app.site import site
from app.web import serving
from app.web.desk import Desk
from app.web.guard import Guard
from app.web.receiving import in_time
from app.web.routing import RoomRoute
from app.web.serving import PatientProtocol
from tests.support.books import in_review
from tests.support.visiting import PASSWORD, browsing
from tests.support.waiting import PATIENCE_S, until
from tests.support.web import browser, served

__all__ = ["browser"]

FORM = "Content-Type: application/x-www-form-urlencoded\r\n"
CHUNKED = "Transfer-Encoding: chunked\r\n"
#: What each field of any form could hold that no form of ours sends.
HOSTILE = ("\x00", "\u202e", "9" * 30, "-1", "' OR 1=1 --", "\U0001f4a9" * 40)
FIELDS = (
    "q", "name", "account", "page", "before", "after", "since", "until", "kind", "person", "status",
    "next", "said", "month", "batch", "seen", "only", "number", "code", "year", "password", "again",
    "now", "role", "reason", "sha256", "book", "token", "session", "keys", "lang", "back", "digits",
    "statement", "currency", "opening_balance", "opened_on", "closed_on", "into", "sure", "op",
    "line", "entry", "amount", "date", "description",
)  # fmt: skip


@pytest.fixture
def sam(engine: Engine) -> Iterator[httpx2.Client]:
    """The browser of Sam, who may do everything."""
    in_review(engine)
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    known = users.named(engine, "sam")
    assert known is not None
    secret = sessions.begin(engine, known)
    with served(site(Desk(engine), Entrance(engine))) as address, browsing(address) as client:
        client.cookies.set(f"tieout-{client.base_url.port}", secret)
        yield client


def answers(client: httpx2.Client, request: str) -> list[int]:
    """The status of each answer to what is sent on one connection, until the server ends it."""
    place = ("127.0.0.1", client.base_url.port or 0)
    with socket.create_connection(place, timeout=PATIENCE_S) as connection:
        connection.sendall(request.encode("latin-1"))
        came = b""
        # What was not read of a request that is refused makes the end of the answer a reset.
        with suppress(ConnectionResetError):
            while more := connection.recv(1_000_000):
                came += more
    return [int(each) for each in re.findall(rb"HTTP/1\.[01] (\d{3}) ", came)]


def head(client: httpx2.Client, line: str = "POST /keys", connection: str = "close") -> str:
    """The beginning of a request that would be carried out."""
    address = str(client.base_url).rstrip("/")
    name = f"tieout-{client.base_url.port}"
    return (
        f"{line} HTTP/1.1\r\nHost: {address.removeprefix('http://')}\r\nOrigin: {address}\r\n"
        f"Cookie: {name}={client.cookies[name]}\r\n{FORM}Connection: {connection}\r\n"
    )


SECOND = "GET /sign-in HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


TWO_ENDS = (
    "Content-Length: 8\r\nContent-Length: 9\r\n\r\nkeys=off",
    f"Content-Length: 8\r\n{CHUNKED}\r\n8\r\nkeys=off\r\n0\r\n\r\n",
    f"{CHUNKED}Content-Length: 8\r\n\r\n8\r\nkeys=off\r\n0\r\n\r\n",
    "Transfer-Encoding: xchunked\r\n\r\nkeys=off",
    "Transfer-Encoding: gzip, chunked\r\n\r\n8\r\nkeys=off\r\n0\r\n\r\n",
    f"{CHUNKED}{CHUNKED}\r\n8\r\nkeys=off\r\n0\r\n\r\n",
    "Content-Length: +8\r\n\r\nkeys=off",
    "Content-Length : 8\r\n\r\nkeys=off",
    f"{CHUNKED}\r\n-8\r\nkeys=off\r\n0\r\n\r\n",
    f"{CHUNKED}\r\n8\r\nkeys=off\r\n0\r\n{'X: y' * 50_000}\r\n\r\n",
)


def test_what_two_readers_could_end_at_two_places_is_refused_and_nothing_follows(
    sam: httpx2.Client,
) -> None:
    for rest in TWO_ENDS:
        assert answers(sam, head(sam, connection="keep-alive") + rest + SECOND) == [400], rest


def test_what_is_well_formed_is_carried_out_however_it_comes(sam: httpx2.Client) -> None:
    plain = head(sam) + "Content-Length: 8\r\n\r\nkeys=off"
    pieces = head(sam) + CHUNKED + "\r\n" + "".join(f"1\r\n{each}\r\n" for each in "keys=off")
    assert answers(sam, plain) == [303]
    assert answers(sam, f"{pieces}0\r\n\r\n") == [303]
    waits = head(sam) + "Expect: 100-continue\r\nContent-Length: 8\r\n\r\nkeys=off"
    assert answers(sam, waits)[-1] == 303
    # One after the other on one connection, each is answered in its turn.
    assert answers(sam, plain.replace("close", "keep-alive") * 9 + plain) == [303] * 10
    old = head(sam, "GET /work", "x").replace("HTTP/1.1", "HTTP/1.0") + "\r\n"
    assert answers(sam, old) == [200]


def test_what_is_expected_to_be_too_large_is_refused_before_it_is_sent(sam: httpx2.Client) -> None:
    large = head(sam) + "Expect: 100-continue\r\nContent-Length: 70000000\r\n\r\n"
    assert answers(sam, large) == [413]


NO_PAGES = {
    "GET http://evil.example/work": 404,
    "GET //evil.example/work": 404,
    "GET /work/..%2f..%2fetc": 404,
    "GET /im%00ports/1": 404,
    "GET /%F0%9F%92%A9": 404,
    "GET /%ff%fe": 404,
    "CONNECT evil.example:443": 403,
    "OPTIONS *": 403,
    "TRACE /work": 403,
    "GET /im\x00ports": 400,
    "GET /w\x7fork": 400,
    "GET  /work": 400,
}


def test_a_target_that_is_no_page_of_ours_is_none(sam: httpx2.Client) -> None:
    own = f"Origin: {sam.base_url}".rstrip("/") + "\r\n"
    for line, status in NO_PAGES.items():
        assert answers(sam, head(sam, line).replace(own, "") + "\r\n") == [status], line


def test_whatever_the_host_is_called_nothing_leads_there(sam: httpx2.Client) -> None:
    place = ("127.0.0.1", sam.base_url.port or 0)
    for host in ("[::1]:80", "[::1", "ex\u00e4mple", "a/b?c#d", "x" * 5000, ""):
        asked = f"GET /work HTTP/1.1\r\nHost: {host}\r\nAccept: text/html\r\nConnection: close\r\n"
        with socket.create_connection(place, timeout=PATIENCE_S) as connection:
            connection.sendall(f"{asked}\r\n".encode("latin-1"))
            came = connection.makefile("rb").read().decode("latin-1")
        assert came.split(" ")[1] in ("303", "400"), host
        assert re.findall(r"(?i)\r\nlocation: (.*)\r\n", came) in ([], ["/sign-in?next=/work"])


def test_cookies_without_end_are_no_session_and_hide_none(sam: httpx2.Client) -> None:
    name = f"tieout-{sam.base_url.port}"
    many = "a=b; " * 5_000
    there = sam.get("/work", headers={"Cookie": f"{many}{name}={sam.cookies[name]}"})
    assert there.status_code == 200
    assert answers(sam, head(sam, "GET /work") + f"Cookie: {'a=b; ' * 30_000}\r\n\r\n") == [400]
    sam.cookies.clear()
    assert sam.get("/work", headers={"Cookie": many + "c=d"}).status_code == 303


def test_every_address_takes_every_method_and_any_text_without_a_bug(
    sam: httpx2.Client, engine: Engine
) -> None:
    routes = [
        each
        for each in site(Desk(engine), Entrance(engine)).routes
        if isinstance(each, RoomRoute) and "events" not in each.path and "sign-out" not in each.path
    ]
    assert len(routes) > 50
    bugs = []
    for number, route in enumerate(routes):
        path = "/".join("1" if "}" in part else part for part in route.path.split("/"))
        given = dict.fromkeys(FIELDS, HOSTILE[number % len(HOSTILE)])
        found = [sam.request(method, path) for method in ("HEAD", "OPTIONS", "DELETE")]
        found += [sam.get(path, params=given), sam.post(path, data=given)]
        bugs += [f"{path} {each.status_code}" for each in found if each.status_code >= 500]
        bugs += [f"HEAD {path} has a body"] * bool(found[0].content)
    assert bugs == []


def test_whoever_leaves_before_the_form_is_whole_is_no_bug(
    sam: httpx2.Client, caplog: pytest.LogCaptureFixture
) -> None:
    place = ("127.0.0.1", sam.base_url.port or 0)
    for _ in range(5):
        with socket.create_connection(place, timeout=PATIENCE_S) as connection:
            connection.sendall(f"{head(sam)}Content-Length: 8\r\n\r\nkeys".encode())
    assert sam.get("/work").status_code == 200
    assert [each.message for each in caplog.records if each.levelname == "ERROR"] == []


def test_what_cannot_be_read_fills_no_log(
    sam: httpx2.Client, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(20):
        assert answers(sam, "nothing\r\n\r\n") == [400]
    assert answers(sam, head(sam, "GET /work") + "Upgrade: h2c\r\n\r\n") == [200]
    assert len(caplog.records) <= 1


@pytest.mark.parametrize("path", ["/sign-in", "/keys", "/work/events"])
@pytest.mark.parametrize("first", ["", "8\r\nkeys=off\r\n"])
@pytest.mark.parametrize("waits", [True, False], ids=["answered", "not yet answered"])
def test_nor_does_a_body_that_cannot_be_read_on_whoever_is_answered_by_then(
    sam: httpx2.Client, caplog: pytest.LogCaptureFixture, path: str, first: str, waits: bool
) -> None:
    # The keys are chosen once the form is whole; the others are refused before it is read.
    refused_at_once = path != "/keys"
    asked = head(sam, f"POST {path}", "keep-alive") + CHUNKED + "\r\n" + first
    if path == "/sign-in":
        asked = asked.replace("Origin: ", "Origin: http://evil.")
    place = ("127.0.0.1", sam.base_url.port or 0)
    with socket.create_connection(place, timeout=PATIENCE_S) as connection:
        came = b""
        if waits and refused_at_once:
            connection.sendall(asked.encode())
            asked, came = "", connection.recv(1000)
        with suppress(OSError):
            connection.sendall(asked.encode() + b"junk\r\n\r\n")
            while more := connection.recv(1_000_000):
                came += more
    assert came[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 403", b"HTTP/1.1 405")
    assert sam.get("/work").status_code == 200
    assert [each.message for each in caplog.records if each.levelname == "ERROR"] == []


def test_after_signing_out_the_back_button_shows_nothing(engine: Engine, browser: Page) -> None:
    in_review(engine)
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    with served(site(Desk(engine), Entrance(engine))) as address:
        browser.goto(f"{address}/work")
        browser.fill("#name", "sam")
        browser.fill("#password", PASSWORD)
        browser.click("button.main")
        browser.wait_for_url(f"{address}/work")
        browser.click("text=Sign out")
        browser.wait_for_url(f"{address}/sign-in*")
        browser.go_back()
        browser.wait_for_load_state()
        assert "june.pdf" not in browser.content()
        assert "/sign-in" in browser.url


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
