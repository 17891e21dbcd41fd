"""The stream of what goes on: one look for all who listen, and nobody is kept who has gone."""

import asyncio
import json
import socket
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import Engine, event, select

from app.access import users
from app.access.entrance import Entrance, Links
from app.access.rights import Right
from app.site import site
from app.web import following
from app.web.desk import Desk
from app.web.following import STILL_HERE, Followers, Hub
from app.web.stream import while_they_may
from db.engine import LedgerUnreachable
from db.models import Document, Import, WebSession
from db.session import unit_of_work
from db.words import ImportStatus
from tests.support.several_books import made
from tests.support.visiting import PASSWORD, browsing, visiting
from tests.support.waiting import PATIENCE_S, until
from tests.support.web import served


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.02)


def waiting(engine: Engine, name: str = "june.pdf") -> int:
    """An import that waits."""
    with unit_of_work(engine) as session:
        document = Document(sha256=name, size=1)
        session.add(document)
        session.flush()
        row = Import(document_id=document.id, source_name=name, status=ImportStatus.QUEUED)
        session.add(row)
        session.flush()
        return row.id


def now(engine: Engine, import_id: int, status: ImportStatus, **more: str | None) -> None:
    with unit_of_work(engine) as session:
        row = session.get_one(Import, import_id)
        row.status = status
        row.stage, row.progress = more.get("stage"), more.get("page")


@contextmanager
def listening(visitor: httpx2.Client) -> Iterator[Iterator[dict[str, Any]]]:
    """What a page hears, event by event."""
    with visitor.stream("GET", "/work/events", timeout=PATIENCE_S) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        lines = stream.iter_lines()
        yield (json.loads(line[6:]) for line in lines if line.startswith("data: "))


def test_a_page_hears_of_stage_and_page_and_of_the_end(engine: Engine) -> None:
    number = waiting(engine)
    with visiting(Desk(engine)) as visitor, listening(visitor) as heard:
        begun = {"running": [], "ended": [], "counts": {"queued": 1}, "look": 0}
        assert next(heard) == begun
        now(engine, number, ImportStatus.RUNNING, stage="pages", page="2/5")
        running = [{"id": number, "stage": "pages", "page": "2/5"}]
        assert next(heard) == {**begun, "running": running, "counts": {"running": 1}}
        now(engine, number, ImportStatus.MATCHED)
        assert next(heard)["ended"] == [[number, "matched"]]


def test_one_look_at_the_table_serves_all_who_listen(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    between = 0.1
    monkeypatch.setattr(following, "LOOK_SECONDS", between)
    desk = Desk(engine)
    looks: list[float] = []

    def counted(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if "imports.stage, imports.progress" in statement:
            looks.append(time.monotonic())

    event.listen(engine, "before_cursor_execute", counted)
    with visiting(desk) as visitor, listening(visitor) as one:
        next(one)
        with listening(visitor) as second, listening(visitor) as third:
            next(second)
            next(third)
            before = len(looks)
            until(lambda: len(looks) > before + 6)
    event.remove(engine, "before_cursor_execute", counted)
    # One who looks rests before the next look; while one of three rests, another looks.
    assert min(later - earlier for earlier, later in pairwise(looks[before:])) > 0.9 * between


def test_of_many_who_come_at_once_no_more_listen_than_the_server_bears() -> None:
    hub = Hub(most=3)

    async def listened() -> list[int]:
        # All were told that there was room, and only then the first of them took a place.
        streams = [hub.listen(lambda: "{}") for _ in range(9)]
        heard = [len(await some_of(each, 2)) for each in streams]
        for each in streams:
            await each.aclose()
        return heard

    assert asyncio.run(listened()) == [2] * 3 + [1] * 6
    assert hub.listeners == 0


def test_many_books_together_have_no_more_listeners_than_the_server_bears(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(following, "MOST_OF_ALL", 2)
    own, a, b = Hub(), Hub(), Followers()

    async def listened() -> list[bool]:
        heard = [each.listen(lambda: "{}") for each in (own, a)]
        assert [len(await some_of(each, 2)) for each in heard] == [2, 2]
        full = [b.full]
        for each in heard:
            await each.aclose()
            full.append(b.full)
        return full

    assert asyncio.run(listened()) == [True, False, False]


@pytest.mark.parametrize("way", ["signed out", "removed"])
def test_who_may_look_no_more_is_told_nothing_more(engine: Engine, way: str) -> None:
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    users.add(engine, "Lou", Right.LOOK, PASSWORD)
    with served(site(Desk(engine), Entrance(engine))) as address, browsing(address) as lou:
        lou.post("/sign-in", data={"name": "lou", "password": PASSWORD})
        with listening(lou) as heard:
            assert next(heard)["counts"] == {}
            if way == "removed":
                users.remove(engine, "Lou")
            else:
                lou.post("/sign-out")
            waiting(engine)
            assert list(heard) == []


def test_a_page_that_only_listens_keeps_no_session_alive(engine: Engine) -> None:
    entrance = Entrance(engine, Links())
    with visiting(Desk(engine), entrance) as visitor, listening(visitor) as heard:
        next(heard)
        _idle(engine, timedelta(hours=7))
        waiting(engine)
        assert next(heard)["counts"] == {"queued": 1}
        _idle(engine, timedelta(hours=2))
        waiting(engine, "july.pdf")
        assert list(heard) == []


def _idle(engine: Engine, longer: timedelta) -> None:
    with unit_of_work(engine) as session:
        row = session.scalars(select(WebSession)).one()
        row.seen_at -= longer


def test_a_ledger_that_cannot_be_asked_whether_somebody_may_look_ends_no_stream() -> None:
    async def told() -> AsyncGenerator[str, None]:
        yield "news"

    async def away() -> Right:
        raise LedgerUnreachable(place="here")

    async def listened() -> list[str]:
        return [each async for each in while_they_may(told(), away)]

    assert asyncio.run(listened()) == ["news"]


async def some_of(stream: AsyncIterator[str], most: int) -> list[str]:
    return [each for _ in range(most) if (each := await anext(stream, "")) != ""]


async def some(stream: AsyncIterator[str], count: int) -> list[str]:
    return [await anext(stream) for _ in range(count)]


def second_of(look: Callable[[], str]) -> str:
    """What somebody hears after the beginning, of what this look finds."""

    async def listened() -> str:
        stream = Hub().listen(look)
        heard = await asyncio.wait_for(some(stream, 2), PATIENCE_S)
        await stream.aclose()
        return heard[1]

    return asyncio.run(listened())


def failing_once(error: Exception) -> Callable[[], str]:
    """A look that finds nothing new, but fails the first time."""
    errors = [error]

    def look() -> str:
        if errors:
            raise errors.pop()
        return "{}"

    return look


def test_where_nothing_happens_a_comment_keeps_the_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(following, "HEARTBEAT_SECONDS", 0.05)

    async def listened() -> list[str]:
        stream = Hub().listen(lambda: "{}")
        heard = await some(stream, 2)
        # On a busy machine the first look takes longer than nothing may be said.
        while heard[1] == STILL_HERE:
            heard[1:] = await some(stream, 1)
        heard += await some(stream, 2)
        await stream.aclose()
        return heard

    begun, said, *comments = asyncio.run(listened())
    assert (begun, said) == ("retry: 2000\n\n", "event: work\ndata: {}\n\n")
    assert comments == [STILL_HERE] * 2


def test_a_ledger_that_is_away_for_a_moment_ends_no_stream() -> None:
    away = LedgerUnreachable(place="here")
    assert second_of(failing_once(away)) == "event: work\ndata: {}\n\n"


def test_a_bug_in_one_look_ends_no_stream_and_its_text_is_not_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bug = ValueError("Rent -800.00")
    assert second_of(failing_once(bug)) == "event: work\ndata: {}\n\n"
    (logged,) = [each for each in caplog.messages if "looking failed" in each]
    assert "ValueError" in logged
    assert "Rent" not in caplog.text


def test_who_reads_slowly_misses_the_oldest_and_not_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(following, "HUB_SECONDS", 0.01)
    looks: list[int] = []

    def look() -> str:
        looks.append(1)
        return str(min(len(looks), 50))

    async def listened() -> list[str]:
        stream = Hub().listen(look)
        await some(stream, 2)
        # What the fiftieth look found is said once there is one after it.
        while len(looks) < 51:
            await asyncio.sleep(0.001)
        heard = await some(stream, 4)
        await stream.aclose()
        return heard

    assert asyncio.run(listened())[-1] == "event: work\ndata: 50\n\n"


def test_hundreds_who_listen_and_never_read_hold_nobody_up_and_go_when_they_sign_out(
    tmp_path: Path,
) -> None:
    engine = made(tmp_path / "ledger.db")
    desk, entrance = Desk(engine), Entrance(engine, Links())
    with visiting(desk, entrance) as visitor, ExitStack() as stack:
        port = visitor.base_url.port or 0
        asked = (
            f"GET /work/events HTTP/1.1\r\nHost: localhost\r\nCookie: tieout-{port}="
            f"{visitor.cookies[f'tieout-{port}']}\r\nConnection: close\r\n\r\n"
        )
        readers = []
        for _ in range(300):
            place = ("127.0.0.1", port)
            readers.append(stack.enter_context(socket.create_connection(place, PATIENCE_S)))
            readers[-1].sendall(asked.encode())
        until(lambda: desk.live.full)
        assert visitor.get("/work").status_code == 200
        refused = visitor.get("/work/events")
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "10")
        visitor.post("/sign-out")
        waiting(engine)
        until(lambda: desk.live.listeners == 0)
        answers = [_all_of(each) for each in readers]
    taken = [each for each in answers if each.startswith(b"HTTP/1.1 200")]
    # Whoever was one too many by then is told to come again, and no more.
    assert 0 < len([each for each in taken if b"data: " in each]) <= following.MOST_LISTENERS
    assert all(each.startswith(b"HTTP/1.1 503") for each in answers if each not in taken)
    assert not any(b"queued" in each for each in taken)
    engine.dispose()


def _all_of(connection: socket.socket) -> bytes:
    return b"".join(iter(lambda: connection.recv(1_000_000), b""))
