"""Pictures of pages: drawn once, a few at a time, and gone when their document is forgotten."""

import io
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx2 import Client
from PIL import Image
from sqlalchemy import Engine
from starlette.exceptions import HTTPException

from app.acts import backups
from app.web import pictures as drawing
from app.web.desk import Desk
from app.web.pictures import Cache, Failures, Key, Pictures, picture, strip
from app.web.receiving import Limiter
from jobs.documents.finding import DocumentGone
from jobs.imports.inline import import_all
from jobs.options import Documents, DocumentSource, ImportOptions
from pipeline.intake.store import open_store
from pipeline.pages.errors import ReaderOutOfMemory, ReaderTimeout
from tests.support.books import files_imported
from tests.support.pdfs import HEIGHT, WIDTH, line, pdf
from tests.support.visiting import visiting
from tests.support.waiting import together

_PAGE = "/imports/1/pages/1.png"


@pytest.fixture(autouse=True)
def pictures(monkeypatch: pytest.MonkeyPatch) -> Pictures:
    """What this test alone draws."""
    own = Pictures()
    monkeypatch.setattr(drawing, "PICTURES", own)
    return own


@pytest.fixture
def letters(engine: Engine, tmp_path: Path) -> Desk:
    """Import 1 is a letter of one page, which is kept."""
    documents = Documents(open_store(str(tmp_path / "kept")))
    letter = DocumentSource("letter.pdf", data=pdf(line("Dear customer")))
    list(import_all(engine, [letter], ImportOptions(documents=documents)))
    return Desk(engine, documents=documents)


@pytest.fixture
def visitor(letters: Desk) -> Iterator[Client]:
    with visiting(letters) as client:
        yield client


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of each page that is drawn, as it is drawn."""
    drawn: list[int] = []
    draw = drawing._draw

    def noted(desk: Desk, key: Key) -> bytes:
        drawn.append(key.page)
        return draw(desk, key)

    monkeypatch.setattr(drawing, "_draw", noted)
    return drawn


def size_of(png: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(png)) as image:
        return image.size


def test_a_page_is_drawn_once_for_each_scale(letters: Desk, drawings: list[int]) -> None:
    assert size_of(picture(letters, 1, 1)) == (2 * WIDTH, 2 * HEIGHT)
    assert size_of(picture(letters, 1, 1, 1.0)) == (WIDTH, HEIGHT)
    assert picture(letters, 1, 1) == picture(letters, 1, 1)
    assert drawings == [1, 1]


def test_a_strip_is_cut_out_of_the_page_that_was_drawn(letters: Desk, drawings: list[int]) -> None:
    picture(letters, 1, 1)
    row = (40.0, 90.0, 140.0, 110.0)
    assert size_of(strip(letters, 1, 1, row)) == (200, 40)
    assert strip(letters, 1, 1, row) == strip(letters, 1, 1, row)
    assert drawings == [1]


@pytest.mark.parametrize(
    "box", [(-9.0, -9.0, 1e6, 1e6), (5e5, 5e5, 6e5, 6e5), (9.0, 9.0, 1.0, 1.0)]
)
def test_a_box_beside_the_page_cuts_out_what_there_is(
    letters: Desk, box: tuple[float, float, float, float]
) -> None:
    width, height = size_of(strip(letters, 1, 1, box))
    assert 1 <= width <= 2 * WIDTH
    assert 1 <= height <= 2 * HEIGHT


def test_what_broke_whoever_drew_it_is_not_drawn_again_for_a_while(
    visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []

    def endless(_desk: Desk, key: Key) -> bytes:
        tried.append(key.page)
        raise ReaderTimeout(seconds=60, more=120)

    monkeypatch.setattr(drawing, "_draw", endless)
    refused = [visitor.get(path).text for path in (_PAGE, _PAGE, "/imports/1/pages/2.png", _PAGE)]
    assert tried == [1, 2]
    assert all("reader_timeout" in each for each in refused)
    monkeypatch.setattr(drawing, "SECONDS", 0.0)
    visitor.get(_PAGE)
    assert tried == [1, 2, 1]


def test_to_look_how_large_pages_are_that_were_never_read_is_bounded_alike(
    visitor: Client, pictures: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[bool] = []

    def endless(*_: object, **__: object) -> None:
        tried.append(pictures.limiter._inside == 1)
        raise ReaderOutOfMemory(mib=1024, more=2048)

    monkeypatch.setattr(drawing, "run_limited", endless)
    shown = [visitor.get("/imports/1").text for _ in range(3)]
    assert tried == [True]
    assert all("No picture of the page can be shown" in each for each in shown)
    pictures.failures = Failures()
    pictures.limiter = Limiter(0)
    assert visitor.get("/imports/1").status_code == 503


def test_only_the_listed_scales_are_drawn(visitor: Client) -> None:
    assert visitor.get(_PAGE, params={"scale": "1.5"}).status_code == 200
    for scale in ("1.7", "1000", "nan", ""):
        assert visitor.get(_PAGE, params={"scale": scale}).status_code == 404


def test_a_browser_that_has_the_picture_is_not_sent_it_again(
    visitor: Client, drawings: list[int]
) -> None:
    first = visitor.get(_PAGE)
    assert first.headers["cache-control"] == "private, no-cache"
    again = visitor.get(_PAGE, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = visitor.get(
        _PAGE, params={"scale": "1"}, headers={"If-None-Match": first.headers["etag"]}
    )
    assert other.status_code == 200
    assert drawings == [1, 1]


def test_nothing_is_shown_of_a_document_that_was_forgotten(
    visitor: Client, letters: Desk, pictures: Pictures
) -> None:
    tag = visitor.get(_PAGE).headers["etag"]
    assert pictures.cache.bytes
    backups.document(letters.engine, letters.documents, 1, locked=False, dry_run=False)
    assert visitor.get(_PAGE).status_code == 404
    assert visitor.get(_PAGE, headers={"If-None-Match": tag}).status_code == 404
    assert pictures.cache.bytes == 0


def test_nothing_is_shown_of_a_file_that_is_gone(engine: Engine, tmp_path: Path) -> None:
    file = tmp_path / "letter.pdf"
    file.write_bytes(pdf(line("Dear customer")))
    files_imported(engine, file)
    desk = Desk(engine)
    assert picture(desk, 1, 1)
    file.unlink()
    (tmp_path / "other.pdf").touch()
    with pytest.raises(DocumentGone):
        picture(desk, 1, 1)


def test_what_was_not_used_for_longest_goes_first() -> None:
    cache = Cache(most_bytes=10)
    first, second, third = (Key("", number, "", 1, 2.0) for number in range(3))
    cache.put(first, b"four")
    cache.put(second, b"four")
    assert cache.get(first)
    cache.put(third, b"four")
    assert (cache.get(first), cache.get(second), cache.bytes) == (b"four", None, 8)
    cache.put(first, b"more than there is room for")
    assert cache.bytes <= 10


def test_a_picture_that_several_ask_for_at_once_is_drawn_once() -> None:
    pictures, drawn = Pictures(), []
    key = Key("", 1, "", 1, 2.0)

    def draw() -> bytes:
        drawn.append(1)
        time.sleep(0.1)
        return b"png"

    together(lambda _: pictures.get(key, draw), range(8))
    assert drawn == [1]


def test_beyond_those_who_draw_and_those_who_wait_nobody_is_kept_waiting() -> None:
    limiter, inside, go_on = (
        Limiter(at_once=1, waiting=1),
        threading.Semaphore(0),
        threading.Event(),
    )

    def draw() -> None:
        with limiter.turn():
            inside.release()
            go_on.wait(10)

    crowd = [threading.Thread(target=draw) for _ in range(2)]
    for each in crowd:
        each.start()
    inside.acquire()
    while limiter._inside < 2:
        pass
    with pytest.raises(HTTPException) as refused, limiter.turn():
        pass
    assert (refused.value.status_code, refused.value.headers) == (503, {"Retry-After": "2"})
    go_on.set()
    for each in crowd:
        each.join()
    with limiter.turn():
        pass


def test_too_many_at_once_are_told_when_to_come_again(visitor: Client, pictures: Pictures) -> None:
    pictures.limiter = Limiter(at_once=1, waiting=0)
    with pictures.limiter.turn():
        busy = visitor.get(_PAGE)
    assert (busy.status_code, busy.headers["retry-after"]) == (503, "2")
    assert "Wait a few seconds" in busy.text
    assert visitor.get(_PAGE).status_code == 200
