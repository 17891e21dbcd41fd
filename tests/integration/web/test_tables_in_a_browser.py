"""Statements, accounts and coverage in a real browser: for every eye, on a phone, by keyboard."""

import pytest
from playwright.sync_api import Page
from sqlalchemy import Engine

from app.queries.history import listed
from app.web.desk import Desk
from db.ledger.amending import snapshot
from db.ledger.locks import note
from db.session import unit_of_work
from pipeline.review.deciding import accept
from tests.support.books import account, in_review
from tests.support.visiting import opened

# What a browser makes of the pages has nothing to do with the database.
pytestmark = pytest.mark.parametrize("engine", ["sqlite"], indirect=True)

BEYOND = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
PAGES = (
    "/statements", "/statements?q=rent", "/accounts", "/accounts/new", "/accounts/1",
    "/accounts/1/merge", "/sources", "/sources/new", "/coverage?year=2026", "/coverage/1",
    "/coverage/1/2026-06", "/coverage/discrepancies",
)  # fmt: skip


@pytest.fixture
def ledger(engine: Engine) -> Engine:
    """June of `Everyday` is locked, and the lock has refused something."""
    in_review(engine)
    account(engine, [], name="Savings", mask="9876", opening=0)
    with unit_of_work(engine) as session:
        accept(session, 1, "alex")
        before = snapshot(session, 1)
        note(session, 1, 1, "sam", "csv", before, {**(before or {}), "description": "Tea"})
    return engine


def test_no_name_is_too_long_for_a_page(ledger: Engine, browser: Page) -> None:
    there = account(ledger, [], name="X" * 200, mask=None, opening=0)
    merged = f"/accounts/{there}/merge"
    beside = ("/", "/history", "/history?account=1", f"/accounts/{there}", merged, "/upload")
    with opened(Desk(ledger)) as address:
        browser.goto(f"{address}/accounts/new")
        browser.get_by_label("Name", exact=True).fill("W" * 200)
        browser.get_by_label("Currency").fill("EUR")
        browser.get_by_role("button", name="See the consequences").click()
        browser.get_by_role("button", name="Add the account").click()
        browser.wait_for_url("**/accounts/*said=*")
        browser.goto(f"{address}/history")
        undo = browser.get_by_role("link", name="Undo").first.get_attribute("href")
        assert undo
        for width in (1400, 1024, 390):
            browser.set_viewport_size({"width": width, "height": 800})
            for path in (*PAGES, *beside, undo):
                browser.goto(address + path)
                assert browser.evaluate(BEYOND) <= 0, (path, width)


@pytest.mark.parametrize(
    "path", ["/statements", "/statements?q=rent", "/accounts", "/accounts/1", "/coverage/1"]
)
def test_the_cells_of_a_row_end_on_one_line(ledger: Engine, browser: Page, path: str) -> None:
    ends = """[...document.querySelectorAll('main tbody tr')].map(row => new Set(
        [...row.cells].map(cell => Math.round(cell.getBoundingClientRect().bottom))).size)"""
    with opened(Desk(ledger)) as address:
        browser.goto(address + path)
        found = browser.evaluate(ends)
    assert found
    assert set(found) == {1}


@pytest.mark.parametrize("width", [1400, 390])
def test_the_chart_begins_and_ends_where_its_days_stand(
    ledger: Engine, browser: Page, width: int
) -> None:
    browser.set_viewport_size({"width": width, "height": 900})
    ends = """(() => {
        const box = each => document.querySelector(each).getBoundingClientRect();
        const [line, days] = [box('.chart polyline'), box('.chart .ends:last-child')];
        return [line.left - days.left, days.right - line.right];
    })()"""
    with opened(Desk(ledger)) as address:
        browser.goto(f"{address}/accounts/1")
        apart = browser.evaluate(ends)
    assert max(apart) < 16


def test_a_lock_is_released_by_keyboard_alone(ledger: Engine, browser: Page) -> None:
    with opened(Desk(ledger)) as address:
        browser.goto(f"{address}/coverage?year=2026")
        browser.get_by_role("link", name="2026-06 covered, with a lock").focus()
        browser.keyboard.press("Enter")
        browser.get_by_label("Reason").focus()
        browser.keyboard.type("the bank corrected it")
        browser.keyboard.press("Tab")
        browser.keyboard.press("Enter")
        browser.get_by_role("heading", name="Unlock this period?").wait_for()
        assert len(listed(ledger, None, released_too=False)) == 1
        browser.get_by_role("button", name="Unlock").focus()
        browser.keyboard.press("Enter")
        browser.get_by_role("status").get_by_text("The period is unlocked").wait_for()
    assert listed(ledger, None, released_too=False) == []


@pytest.mark.parametrize("language", ["de", "fr"])
def test_what_is_pressed_stays_in_its_card_on_a_phone_in_longer_languages(
    engine: Engine, browser: Page, language: str
) -> None:
    in_review(engine)
    browser.set_viewport_size({"width": 390, "height": 800})
    browser.set_extra_http_headers({"Accept-Language": language})
    beyond = """[...document.querySelectorAll('.card .button, .card button')].filter(each =>
        each.getBoundingClientRect().right > each.closest('.card').getBoundingClientRect().right)
        .map(each => each.textContent)"""
    with opened(Desk(engine)) as address:
        browser.goto(address)
        assert browser.locator(".card .button").count() > 0
        assert browser.evaluate(beyond) == []
