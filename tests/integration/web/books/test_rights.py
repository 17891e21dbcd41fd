"""Who may what in which book, and who learns of it at all."""

import os
import re
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import Engine

from app.access import sessions, users
from app.access.rights import Right
from app.access.users import set_right
from app.environment.listing import NewBook, add, remove
from app.environment.opening import open_ledger_of
from app.environment.settings import Settings, home
from app.web.desk import Desk
from tests.support.several_books import PAGES, comes_in, identity, leads_to
from tests.support.visiting import PASSWORD, browsing


def test_a_book_without_a_right_is_not_there_and_not_in_the_rail(
    shared: str, own: Desk, tmp_path: Path
) -> None:
    set_right(own.engine, "alex", Right.DECIDE, "a", identity(tmp_path / "a.db"))
    with browsing(shared) as visitor:
        alex = comes_in(visitor, "alex")
        page = alex.get("/books/a/")
        assert "Client a" in page.text
        assert "Client b" not in page.text
        for path in (*PAGES, "/imports/1/pages/1.png", "/nothing"):
            assert alex.get(f"/books/b{path}").status_code == 404
        assert alex.post("/books/b/imports/1/reject", data={"reason": "x"}).status_code == 404
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
