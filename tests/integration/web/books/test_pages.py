"""Two books on one site: nothing of the one leads to, shows or changes the other."""

import json
import os
import re
import shutil
import threading
import time
from functools import partial
from pathlib import Path
from typing import Literal

import httpx2
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from sqlalchemy import Engine, select

from app.access import sessions, users
from app.access.entrance import Entrance, Links
from app.access.rights import Right
from app.access.sessions import issue
from app.access.users import set_right
from app.acts import webhooks
from app.environment.listing import NewBook, add, remove
from app.environment.opening import open_ledger_of
from app.environment.settings import Settings, home
from app.site import _desk_of, site
from app.web.books.opened import OpenBooks
from app.web.desk import Desk
from db.engine import make_engine
from db.models import Import
from db.session import unit_of_work
from db.words import ImportStatus
from jobs.options import ImportOptions
from tests.support.receiver import receiving
from tests.support.several_books import PAGES, books_beside, comes_in, identity, leads_to, status_of
from tests.support.visiting import PASSWORD, browsing
from tests.support.waiting import until
from tests.support.web import served


def test_no_page_of_a_book_leads_out_of_it(client: httpx2.Client) -> None:
    for path in PAGES:
        page = client.get(f"/books/a{path}")
        assert page.status_code in (200, 404)
        assert len(leads_to(page)) > 5
        assert [each for each in leads_to(page) if not each.startswith("/books/a")] == [], path


@pytest.mark.parametrize(("scheme", "width"), [("light", 1400), ("dark", 390)])
def test_no_page_of_a_book_shuts_anybody_out(
    address: str, entrance: Entrance, browser: Page, scheme: Literal["light", "dark"], width: int
) -> None:
    assert entrance.links
    browser.emulate_media(color_scheme=scheme)
    browser.set_viewport_size({"width": width, "height": 800})
    browser.goto(f"{address}/sign-in?token={entrance.links.new()}")
    for path in (*PAGES, "/accounts/1", "/coverage/1", "/imports/999", "/keys"):
        browser.goto(f"{address}/books/a{path}")
        browser.locator("details.books summary").click()
        found = Axe().run(browser).response["violations"]
        assert [each["id"] for each in found if each["impact"] in ("serious", "critical")] == []
        beyond = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert browser.evaluate(beyond) <= 0, path


def test_the_sites_own_pages_have_the_addresses_that_they_had(client: httpx2.Client) -> None:
    assert "/work" in leads_to(client.get("/"))
    assert not any(each.startswith("/books") for each in leads_to(client.get("/")))


def test_what_is_done_in_one_book_is_done_in_that_alone_and_leads_back_to_it(
    client: httpx2.Client, tmp_path: Path
) -> None:
    page = client.get("/books/a/imports/1")
    seen = re.findall(r'name="(seen|of)" value="([^"]*)"', page.text)
    sent = dict(seen) | {"reason": "not ours"}
    done = client.post("/books/a/imports/1/reject", data=sent)
    assert (done.status_code, done.headers["location"][:8]) == (303, "/books/a")
    assert status_of(tmp_path / "b.db") is ImportStatus.NEEDS_REVIEW
    assert status_of(tmp_path / "a.db") is not ImportStatus.NEEDS_REVIEW


@pytest.mark.parametrize("sender", ["/books/b/imports/1", "/imports/1", "/books/b"])
def test_a_form_of_another_books_page_is_refused(
    client: httpx2.Client, address: str, tmp_path: Path, sender: str
) -> None:
    told = {"Referer": f"{address}{sender}"}
    refused = client.post("/books/a/imports/1/reject", data={"reason": "no"}, headers=told)
    assert refused.status_code == 403
    assert status_of(tmp_path / "a.db") is ImportStatus.NEEDS_REVIEW


def test_a_form_of_a_books_page_is_refused_by_the_sites_own_ledger(
    client: httpx2.Client, address: str
) -> None:
    told = {"Referer": f"{address}/books/a/work"}
    assert client.post("/work/1/retry", headers=told).status_code == 403


def test_the_rail_lists_the_books_with_what_waits_in_each(client: httpx2.Client) -> None:
    # No page waits long for what waits elsewhere; the next one has it.
    until(lambda: len(re.findall(r'class="waits">1<', books_in_rail(client))) == 2)
    listed = books_in_rail(client)
    assert re.findall(r'<a href="([^"]*)"', listed) == ["/", "/books/a/", "/books/b/"]
    assert re.findall(r'aria-current="true"><bdi>([^<]*)', listed) == ["Client a"]


def books_in_rail(client: httpx2.Client) -> str:
    page = client.get("/books/a/").text
    (listed,) = re.findall(r'<details class="books">(.*?)</details>', page, re.DOTALL)
    return str(listed)


@pytest.mark.parametrize("path", ["/books/c/", "/books//", "/books/A/", "/books/a%2F..%2Fb/"])
def test_what_is_no_book_is_not_there(client: httpx2.Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_book_that_is_taken_off_the_list_is_gone_and_one_that_is_added_is_there(
    client: httpx2.Client, tmp_path: Path
) -> None:
    assert client.get("/books/b/").status_code == 200
    remove("b")
    assert client.get("/books/b/").status_code == 404
    places = (("database", str(tmp_path / "b.db")),)
    add(NewBook(name="Again", address="again", places=places), home(os.environ))
    assert client.get("/books/again/imports/1").status_code == 200


def test_a_book_that_cannot_be_opened_says_why_and_the_others_go_on(
    own: Desk, entrance: Entrance, tmp_path: Path
) -> None:
    (tmp_path / "b.db").rename(tmp_path / "elsewhere.db")
    assert entrance.links
    with served(site(own, entrance, books_beside(own))) as address, browsing(address) as client:
        client.get(f"/sign-in?token={entrance.links.new()}")
        assert "no_ledger" in client.get("/books/b/").text
        assert client.get("/books/a/").status_code == 200
        (tmp_path / "elsewhere.db").rename(tmp_path / "b.db")
        assert client.get("/books/b/").status_code == 200


def test_what_waits_in_a_book_is_carried_out_though_nobody_looks_into_it(
    own: Desk, entrance: Entrance
) -> None:
    begun: list[str] = []

    def desk_of(chosen: Settings, engine: Engine) -> Desk:
        begun.append(chosen.database_url)
        return Desk(engine)

    with served(site(own, entrance, OpenBooks(home(os.environ), own, desk_of))):
        until(lambda: len(begun) == 2)
    assert sorted(Path(each).name for each in begun) == ["a.db", "b.db"]


def test_a_list_of_books_that_cannot_be_read_is_a_page_that_says_so(
    own: Desk, entrance: Entrance, tmp_path: Path
) -> None:
    (tmp_path / "books.toml").write_text("[books")
    assert entrance.links
    with served(site(own, entrance, books_beside(own))) as found, browsing(found) as visitor:
        visitor.get(f"/sign-in?token={entrance.links.new()}")
        page = visitor.get("/books/a/")
        assert (page.status_code, "books_unreadable" in page.text) == (409, True)
        assert page.headers["x-frame-options"] == "DENY"
        assert visitor.get("/").status_code == 200


def test_what_happens_in_a_book_is_told_to_its_webhooks_until_it_is_off_the_list(
    own: Desk, entrance: Entrance, tmp_path: Path
) -> None:
    engine = make_engine(str(tmp_path / "a.db"))
    books = OpenBooks(home(os.environ), own, partial(_desk_of, (), lambda _chosen: ImportOptions()))
    with receiving() as receiver, served(site(own, entrance, books)):
        webhooks.add(engine, receiver.url, (), private=False)
        desk = books.book("a").desk
        with unit_of_work(engine) as session:
            session.scalars(select(Import)).one().status = ImportStatus.FAILED
        until(lambda: receiver.came)
        told = json.loads(receiver.bodies()[0])["data"]
        assert (told["book"], told["path"]) == ("a", "/books/a/api/v1/imports/1")
        assert desk
        assert desk.courier
        assert desk.background
        thread, ending = desk.courier._thread, desk.background._ending
        remove("a")
        books.listed()
        until(lambda: not thread.is_alive() and ending.is_set())
    engine.dispose()


def test_a_book_that_is_served_alone_answers_where_its_webhooks_lead(
    ledgers: Path, tmp_path: Path
) -> None:
    shutil.copy(ledgers / "a.db", tmp_path)
    engine = make_engine(str(tmp_path / "a.db"))
    token = issue(engine, "shop", Right.LOOK).secret
    alone = site(Desk(engine), Entrance(engine, Links()), alone="a")
    asked = {"Authorization": f"Bearer {token}"}
    with served(alone) as address, browsing(address) as client:
        there = client.get("/books/a/api/v1/imports", headers=asked)
        assert there.json() == client.get("/api/v1/imports", headers=asked).json()
        assert there.json()["items"]
        assert client.get("/books/b/api/v1/imports", headers=asked).status_code == 404
    engine.dispose()


def test_a_book_without_a_right_is_not_there_and_not_in_the_rail(
    shared: str, own: Desk, tmp_path: Path
) -> None:
    set_right(own.engine, "alex", Right.DECIDE, "a", identity(tmp_path / "a.db"))
    with browsing(shared) as visitor:
        alex = comes_in(visitor, "alex")
        page = alex.get("/books/a/")
        assert "Client a" in page.text
        assert "Client b" not in page.text
        assert alex.post("/books/a/work/1/retry").status_code != 403
        assert alex.post("/work/1/retry").status_code == 403


def test_a_right_to_look_is_not_one_to_decide(shared: str, own: Desk, tmp_path: Path) -> None:
    set_right(own.engine, "alex", Right.LOOK, "a", identity(tmp_path / "a.db"))
    with browsing(shared) as visitor:
        alex = comes_in(visitor, "alex")
        assert alex.get("/books/a/imports/1").status_code == 200
        refused = alex.post("/books/a/imports/1/reject", data={"reason": "x"})
        assert refused.status_code == 403


def test_who_has_a_right_in_one_book_alone_sees_that_and_no_more(
    shared: str, own: Desk, tmp_path: Path
) -> None:
    set_right(own.engine, "client", Right.LOOK, "a", identity(tmp_path / "a.db"))
    with browsing(shared) as visitor:
        only = comes_in(visitor, "client")
        first = only.get("/")
        assert (first.status_code, first.headers["location"]) == (303, "/books/a/")
        page = only.get("/books/a/")
        assert re.findall(r'<li><a href="([^"]*)"', page.text) == ["/books/a/"]
        for path in PAGES[1:]:
            assert only.get(path).status_code == 404
            assert only.get(f"/books/b{path}").status_code == 404


def test_a_right_is_of_the_ledger_and_not_of_what_stands_in_its_place_later(
    shared: str, own: Desk, tmp_path: Path
) -> None:
    set_right(own.engine, "alex", Right.LOOK, "a", identity(tmp_path / "a.db"))
    remove("a")
    places = (("database", str(tmp_path / "another.db")),)
    add(NewBook(name="Another client", address="a", places=places), home(os.environ))
    with browsing(shared) as visitor:
        assert comes_in(visitor, "alex").get("/books/a/").status_code == 404


def test_a_right_that_is_taken_away_is_gone_at_once(shared: str, own: Desk, tmp_path: Path) -> None:
    of_a = "a", identity(tmp_path / "a.db")
    set_right(own.engine, "alex", Right.DECIDE, *of_a)
    with browsing(shared) as visitor:
        alex = comes_in(visitor, "alex")
        assert alex.get("/books/a/").status_code == 200
        set_right(own.engine, "alex", Right.NONE, *of_a)
        assert alex.get("/books/a/").status_code == 404


def test_a_book_that_does_not_answer_holds_no_page_up_and_is_listed_for_whom_it_is(
    shared: str, own: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_right(own.engine, "alex", Right.LOOK, "b", identity(tmp_path / "b.db"))
    answers = threading.Event()

    def slow(chosen: Settings, **_how: bool) -> Engine:
        answers.wait(30)
        return open_ledger_of(chosen)

    monkeypatch.setattr("app.web.books.opened.open_ledger_of", slow)
    with browsing(shared) as visitor:
        alex = comes_in(visitor, "alex")
        before = time.monotonic()
        page = alex.get("/work")
        assert time.monotonic() - before < 25
        answers.set()
        assert re.findall(r'<li><a href="([^"]*)"', page.text) == ["/", "/books/b/"]


def test_who_manages_the_site_manages_every_book(shared: str) -> None:
    with browsing(shared) as visitor:
        assert comes_in(visitor, "boss").get("/books/b/imports/1").status_code == 200


def test_who_comes_in_is_said_by_who_manages_the_site_and_in_no_book(
    shared: str, own: Desk, tmp_path: Path
) -> None:
    set_right(own.engine, "client", Right.MANAGE, "a", identity(tmp_path / "a.db"))
    with browsing(shared) as visitor:
        boss = comes_in(visitor, "boss")
        assert "Client a" in boss.get("/people/user?name=alex").text
        given = boss.post("/people/right", data={"name": "alex", "book": "b", "role": "look"})
        assert given.status_code == 303
        assert boss.get("/books/a/people").status_code == 404
        token = boss.post("/people/token", data={"name": "x", "role": "look", "book": "a"})
        assert token.status_code == 200
    with browsing(shared) as visitor:
        assert comes_in(visitor, "alex").get("/books/b/").status_code == 200
    with browsing(shared) as visitor:
        only = comes_in(visitor, "client")
        assert 'href="/people"' not in only.get("/books/a/").text
        for path in ("/people", "/people/user?name=client"):
            assert only.get(path).status_code == 404
            assert only.get(f"/books/a{path}").status_code == 404
        new = {"name": "x", "role": "manage", "password": PASSWORD, "again": PASSWORD}
        assert only.post("/people/add", data=new).status_code == 404
        assert only.post("/books/a/people/add", data=new).status_code == 404
    assert {each.name for each in users.listed(own.engine)} == {"alex", "boss", "client"}
    assert [each.book for each in sessions.listed(own.engine)] == ["a"]


def test_who_has_a_right_in_one_book_alone_changes_the_own_password(
    shared: str, own: Desk, tmp_path: Path
) -> None:
    set_right(own.engine, "client", Right.LOOK, "a", identity(tmp_path / "a.db"))
    with browsing(shared) as visitor:
        only = comes_in(visitor, "client")
        assert 'href="/account"' in only.get("/books/a/").text
        page = only.get("/account")
        # Nothing there leads into the ledger in which they have no right.
        assert not {"/work", "/statements", "/people"} & leads_to(page)
        new = {"now": PASSWORD, "password": "eight green tables", "again": "eight green tables"}
        assert only.post("/account/password", data=new).status_code == 303
        assert only.get("/account").status_code == 200
        assert only.get("/books/a/account").status_code == 404


def test_whoever_has_not_signed_in_learns_of_no_book(shared: str) -> None:
    with browsing(shared) as visitor:
        there, none = (visitor.get(f"/books/{each}/work") for each in ("a", "c"))
    assert (there.status_code, none.status_code) == (303, 303)
    assert there.headers["location"] == "/books/a/sign-in?next=/work"


def test_whoever_has_not_signed_in_learns_of_no_book_where_one_signs_in(
    shared: str, tmp_path: Path
) -> None:
    (tmp_path / "b.db").rename(tmp_path / "elsewhere.db")
    with browsing(shared) as visitor:
        pages = [visitor.get(f"/books/{each}/sign-in") for each in ("a", "b", "c")]
    assert {each.status_code for each in pages} == {200}
    assert (
        len({each.text.replace(f"/books/{n}", "") for n, each in zip("abc", pages, strict=True)})
        == 1
    )
