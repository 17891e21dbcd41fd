"""A right in one book is none in another, whatever its addresses, ids and tokens are put to."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx2 import URL, Client

from app.access import sessions
from app.access.entrance import Entrance
from app.access.rights import Right
from app.access.users import set_right
from app.site import site
from app.web.books import addresses
from app.web.desk import Desk
from app.web.rendering import templates
from app.web.routing import RoomRoute
from db.engine import make_engine
from tests.support.books import dump
from tests.support.several_books import comes_in, identity
from tests.support.visiting import browsing
from tests.support.waiting import PATIENCE_S

OPENAPI = Path(__file__).parents[4] / "docs" / "openapi.json"


@pytest.fixture
def alex(shared: str, own: Desk, tmp_path: Path) -> Iterator[Client]:
    """The browser of Alex, who decides in book a, looks into the site's own, and is nobody in b."""
    set_right(own.engine, "alex", Right.DECIDE, "a", identity(tmp_path / "a.db"))
    with browsing(shared) as visitor:
        yield comes_in(visitor, "alex")


def held(file: Path) -> object:
    """All that a book remembers."""
    engine = make_engine(str(file))
    found = dump(engine)
    engine.dispose()
    return found


def pages(own: Desk) -> list[tuple[str, str]]:
    """Every method and address of the pages, as of the first of everything, but for those where
    somebody comes in."""
    routes = site(own, Entrance(own.engine)).routes
    return [
        (method, _filled(each.path))
        for each in routes
        if isinstance(each, RoomRoute) and each.needs is not None
        for method in each.methods or ()
    ]


def operations() -> list[tuple[str, str]]:
    """Every method and address of the API."""
    paths = json.loads(OPENAPI.read_text())["paths"]
    return [
        (method.upper(), "/api/v1" + _filled(path))
        for path, found in paths.items()
        for method in found
        if method in ("get", "post", "patch", "delete")
    ]


def _filled(path: str) -> str:
    return "/".join("1" if "}" in each else each for each in path.split("/"))


def test_no_address_of_a_book_without_a_right_is_there(
    alex: Client, own: Desk, tmp_path: Path
) -> None:
    before, ways = held(tmp_path / "b.db"), [*pages(own), *operations()]
    assert len(ways) > 100
    for method, path in ways:
        answer = alex.request(method, f"/books/b{path}")
        assert answer.status_code == 404, (method, path)
        assert "june.pdf" not in answer.text
    assert held(tmp_path / "b.db") == before


def test_nor_for_a_token_of_another_book(shared: str, own: Desk, tmp_path: Path) -> None:
    one = {"book": "a", "identity": identity(tmp_path / "a.db")}
    token = sessions.issue(own.engine, "of a", Right.DECIDE, **one).secret
    before = held(tmp_path / "b.db")
    said = {"Authorization": f"Bearer {token}"}
    with Client(base_url=shared, headers=said, verify=False, timeout=PATIENCE_S) as program:
        assert program.get("/books/a/api/v1/imports/1").status_code == 200
        for method, path in operations():
            for book in ("/books/b", ""):
                answer = program.request(method, book + path)
                assert answer.status_code in (404, 415, 422), (method, path, answer.text)
        # It is no session: no page opens for it.
        assert program.get("/books/a/work").status_code == 401
    assert held(tmp_path / "b.db") == before


@pytest.mark.parametrize(
    "path",
    [
        "/books/a/books/b/imports/1",
        "/books/a/../b/imports/1",
        "/books/a/..%2fb/imports/1",
        "/books/a%2f..%2fb/imports/1",
        "/books/%62/imports/1",
        "/books//b/imports/1",
        "//books/b/imports/1",
        "/books/B/imports/1",
        "/books/b;a/imports/1",
        "/books/a\\..\\b/imports/1",
        "/books/b%00/imports/1",
        "/books/..%2fb.db/imports/1",
    ],
)
def test_no_way_of_writing_an_address_leads_into_another_book(alex: Client, path: str) -> None:
    whole = URL(str(alex.base_url).rstrip("/")).copy_with(raw_path=path.encode())
    answer = alex.get(whole)
    assert answer.status_code in (400, 404)
    assert "june.pdf" not in answer.text


def test_an_address_in_a_macro_that_knows_no_request_is_in_the_book_too() -> None:
    macro = templates.from_string('{% macro to() %}<a href="/work">x</a>{% endmacro %}{{ to() }}')
    assert macro.render() == '<a href="/work">x</a>'
    token = addresses._PREFIX.set("/books/a")
    assert macro.render() == '<a href="/books/a/work">x</a>'
    addresses._PREFIX.reset(token)


@pytest.mark.parametrize(
    ("written", "there"),
    [
        ('<a href="/">', '<a href="/books/a/">'),
        ('<a href="{{ way }}">', '<a href="/books/a/way">'),
        ('<a href="{{ way }}?x={{ 1 }}">', '<a href="/books/a/way?x=1">'),
        ('<a href="{{ "/a" if 1 else "/b" }}">', '<a href="/books/a/a">'),
        ('<a href="#here">', '<a href="#here">'),
        ('<a href="{{ "#" ~ 1 }}">', '<a href="#1">'),
        ('<a href="?page=2">', '<a href="?page=2">'),
        ('<a href="//elsewhere/x">', '<a href="//elsewhere/x">'),
        ('<a href="https://elsewhere/x">', '<a href="https://elsewhere/x">'),
        ('<i data-work-url="/events">', '<i data-work-url="/books/a/events">'),
        ('<i data-payee="{{ way }}">', '<i data-payee="/way">'),
        ('<a href="{{ "" }}">', '<a href="">'),
        ('<i data-stages="{{ 3 }}" title="/x">', '<i data-stages="3" title="/x">'),
        ("<html lang=en>", '<html data-root="/books/a" lang=en>'),
    ],
)
def test_links_are_led_into_the_book_and_nothing_else_is_touched(written: str, there: str) -> None:
    token = addresses._PREFIX.set("/books/a")
    assert templates.from_string(written).render(way="/way") == there
    addresses._PREFIX.reset(token)


def test_no_script_says_an_address_of_its_own() -> None:
    """`document.documentElement.dataset.root + "/work"` is in the book; "/work" is not."""
    folder = Path(__file__).parents[4] / "app" / "web" / "static"
    for script in folder.glob("*.js"):
        said = re.findall(r"""(?<!\+ )["'`]/[a-z][^"'`]*["'`]""", script.read_text("utf-8"))
        assert (script.name, said) == (script.name, [])
