"""What stands around every page: the rail, the keys, the languages; with script and without."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import product

import httpx2
import pytest
from playwright.sync_api import Page
from sqlalchemy import Engine
from starlette.requests import Request

from app.access.entrance import Entrance
from app.acts.imports import accept
from app.shapes.reading import ObjectionShape
from app.site import site
from app.texts import proof as texts_proof
from app.texts.language import LANGUAGES, catalogue, error_text, retold, spoken
from app.texts.sentences import objection_text
from app.web.desk import Desk
from app.web.guard import wished
from app.web.rendering import KEYS, page
from pipeline.pages.errors import NoPages, PasswordNeeded, TooManyPages
from tests.support.books import imported, in_review
from tests.support.statements import draft
from tests.support.visiting import opened

NOON = datetime(2026, 6, 30, 12, tzinfo=UTC)
PAGES = (
    "/",
    "/?need=differences",
    "/accept-all",
    "/history",
    "/history/2/undo",
    "/keys",
    "/nowhere",
)


@pytest.fixture
def ledger(engine: Engine) -> Engine:
    """An import that was accepted, and one that waits."""
    in_review(engine)
    accept(engine, 1, (), dry_run=False, actor="Anna")
    imported(engine, draft((), closing=1), name="odd.pdf")
    return engine


def test_every_room_can_be_reached_from_every_page(visitor: httpx2.Client) -> None:
    for path in ("/", "/history", "/keys", "/nowhere"):
        shown = visitor.get(path).text
        for address in ("/", "/statements", "/accounts", "/coverage", "/history", "/work"):
            assert f'<a href="{address}"' in shown
        assert 'action="/statements" role="search"' in shown
        # Nobody is asked who they are where there is nothing: so nothing that changes is offered.
        assert ('href="/upload"' in shown) == (path != "/nowhere")


def test_the_rail_says_where_one_is(visitor: httpx2.Client) -> None:
    assert '<a href="/history" aria-current="page">' in visitor.get("/history").text
    assert '<a href="/" aria-current="page">' not in visitor.get("/history").text


def test_the_keys_are_listed_without_script_too(visitor: httpx2.Client) -> None:
    shown = visitor.get("/keys").text
    for _title, keys in KEYS:
        for pressed, does in keys:
            assert all(f"<kbd>{key}</kbd>" in shown for key in pressed.split())
            assert does in shown


def test_single_keys_can_be_turned_off_and_on_again(visitor: httpx2.Client) -> None:
    assert 'data-keys="off"' not in visitor.get("/").text
    visitor.post("/keys", data={"keys": "off"})
    assert 'data-keys="off"' in visitor.get("/").text
    visitor.post("/keys", data={"keys": "on"})
    assert 'data-keys="off"' not in visitor.get("/").text
    assert visitor.post("/keys", data={"keys": "some"}).status_code == 404


def test_whoever_is_signed_in_is_named_and_can_sign_out(ledger: Engine) -> None:
    app = site(Desk(ledger), Entrance(ledger))

    def framed(person: str | None) -> str:
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/keys",
            "query_string": b"",
            "headers": [],
        }
        request = Request({**scope, "app": app, "state": {"person": person} if person else {}})
        return bytes(page(request, "frame/keys.html").body).decode()

    assert "Anna &lt;b&gt;" in framed("Anna <b>")
    assert 'action="/sign-out"' in framed("Anna")
    assert 'action="/sign-out"' not in framed(None)


def test_nothing_on_a_page_is_script_or_style_of_its_own(visitor: httpx2.Client) -> None:
    for path in PAGES:
        shown = visitor.get(path).text
        assert "<script>" not in shown
        assert "<style" not in shown
        assert " style=" not in shown
        assert " onclick=" not in shown


def test_keys_lead_through_the_site(ledger: Engine, browser: Page) -> None:
    with opened(Desk(ledger)) as address:
        # A letter after `g` counts for a second and a half.
        browser.clock.set_fixed_time(NOON)
        browser.goto(address)
        browser.keyboard.press("/")
        assert browser.evaluate("document.activeElement.id") == "search"
        browser.keyboard.type("j?gt")
        assert browser.input_value("#search") == "j?gt"
        browser.keyboard.press("Escape")
        browser.keyboard.press("?")
        assert browser.is_visible("dialog#keys")
        browser.keyboard.press("j")
        browser.keyboard.press("Escape")
        assert not browser.is_visible("dialog#keys")
        browser.keyboard.press("j")
        assert row_in_focus(browser) == 0
        browser.keyboard.press("j")
        assert row_in_focus(browser) == 1
        browser.keyboard.press("k")
        assert row_in_focus(browser) == 0
        browser.keyboard.press("g")
        browser.keyboard.press("h")
        browser.wait_for_url(f"{address}/history")
        browser.click("#show-keys")
        assert browser.is_visible("dialog#keys")


def row_in_focus(browser: Page) -> int:
    at = "row => row.contains(document.activeElement)"
    found: int = browser.evaluate(f"[...document.querySelectorAll('[data-row]')].findIndex({at})")
    return found


def test_a_browser_that_wants_no_single_keys_is_left_alone(
    ledger: Engine,
    browser: Page,
) -> None:
    with opened(Desk(ledger)) as address:
        browser.goto(f"{address}/keys")
        browser.click("button[name=keys]")
        browser.locator("body[data-keys=off]").wait_for()
        browser.wait_for_load_state()
        browser.keyboard.press("/")
        assert browser.evaluate("document.activeElement.id") != "search"


@pytest.fixture
def german() -> Iterator[None]:
    token = spoken.set(catalogue("de"))
    yield
    spoken.reset(token)


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("de", "de"),
        ("de-AT,en;q=0.5", "de"),
        ("en-GB,de;q=0.9", "en"),
        ("pl, fr;q=0.3, de;q=0.8", "de"),
        ("fr;q=0, en;q=0.1", "en"),
        ("", "en"),
        ("*", "en"),
        ("de;q=high", "en"),
        ("FR", "fr"),
    ],
)
def test_a_browser_is_answered_in_the_language_it_likes_best(header: str, code: str) -> None:
    assert wished(header) == code


def test_the_browsers_wish_decides_until_a_person_chooses(visitor: httpx2.Client) -> None:
    assert '<html data-root="" lang="en">' in visitor.get("/").text
    page = visitor.get("/", headers={"Accept-Language": "de"}).text
    assert '<html data-root="" lang="de">' in page
    assert "Kontoauszüge" in page
    visitor.post("/language", data={"lang": "fr", "back": "/"})
    page = visitor.get("/", headers={"Accept-Language": "de"}).text
    assert '<html data-root="" lang="fr">' in page
    assert "Relevés" in page


def test_choosing_a_language_shows_the_same_page_again(visitor: httpx2.Client) -> None:
    page = visitor.get("/?need=differences&q=a%26b").text
    assert 'name="back" value="/?need=differences&amp;q=a%26b"' in page
    chosen = visitor.post("/language", data={"lang": "de", "back": "/?need=failed"})
    assert (chosen.status_code, chosen.headers["location"]) == (303, "/?need=failed")


def test_a_language_that_there_is_not_is_refused(visitor: httpx2.Client) -> None:
    assert visitor.post("/language", data={"lang": "xx", "back": "/"}).status_code == 404
    visitor.cookies.set("lang", "../../etc")
    assert '<html data-root="" lang="en">' in visitor.get("/").text


def test_every_page_can_be_made_in_every_language(visitor: httpx2.Client) -> None:
    paths = ("/", "/keys", "/history", "/accept-all", "/nowhere", "/imports/1")
    for path, (code, _name) in product(paths, LANGUAGES):
        page = visitor.get(path, headers={"Accept-Language": code})
        assert page.status_code in (200, 404), (path, code)
        assert f'<html data-root="" lang="{code}">' in page.text, (path, code)


def test_an_error_is_told_in_the_language_of_whoever_is_shown_it(visitor: httpx2.Client) -> None:
    refused = visitor.get("/imports/99", headers={"Accept-Language": "de"}).text
    assert "99" in refused
    assert "There is no import" not in refused


def test_a_stored_error_is_said_again_with_its_facts(german: None) -> None:  # noqa: ARG001
    english = TooManyPages(pages=900, limit=500).message()
    said = error_text(TooManyPages.code, english)
    assert said != english
    assert "900" in said
    assert "500" in said


def test_a_stored_sentence_that_no_error_says_now_stays_as_it_is(german: None) -> None:  # noqa: ARG001
    assert error_text("too_many_pages", "It was so in an older version.") == (
        "It was so in an older version."
    )
    assert error_text("gone", "Gone.") == "Gone."
    assert error_text(None, None) == ""
    assert error_text(NoPages.code, NoPages().message()) != NoPages().message()
    assert error_text(PasswordNeeded.code, NoPages().message()) == NoPages().message()


def test_what_a_check_found_is_said_again_part_by_part(german: None) -> None:  # noqa: ARG001
    found = "14.52 on page 1 does not look so; and 3 more; something new"
    said = retold(found, texts_proof.DETAILS)
    assert said == "14.52 auf Seite 1 sieht nicht so aus; und 3 weitere; something new"


def test_what_a_check_found_several_times_is_said_once(german: None) -> None:  # noqa: ARG001
    found = "a day in a column of page 1; a day in a column of page 1; and 2 more"
    said = retold(found, texts_proof.DETAILS)
    assert said == "ein Datum in einer Spalte von Seite 1 (×2); und 2 weitere"


def test_whose_word_contradicts_is_said_in_the_readers_language(german: None) -> None:  # noqa: ARG001
    said = retold("layout says EUR; line 3: a mark is passed over", texts_proof.DETAILS)
    assert said == "die gelernte Aufteilung sagt EUR; Zeile 3: ein Zeichen ist übergangen"


def test_a_figure_that_the_reader_objects_is_written_as_the_reader_of_the_page_does(
    german: None,  # noqa: ARG001
) -> None:
    total = ObjectionShape(code="total", detail="2030.00", incomplete=False)
    assert objection_text(total) == "eine gedruckte Summe weicht ab: 2.030,00"
