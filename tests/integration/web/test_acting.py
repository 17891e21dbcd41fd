"""An act that takes a while: it is followed on a page of its own, and ends whole or not at all."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from httpx2 import Client, Response
from playwright.sync_api import Page, expect
from sqlalchemy import Engine, func, select

from app.web.desk import Desk
from db.ledger.bookkeeping import hold
from db.models import Lock, Transaction
from db.session import read_only, unit_of_work
from tests.support.books import account, dump, imported, one_of
from tests.support.statements import draft, many
from tests.support.visiting import opened, visiting
from tests.support.waiting import until

COUNT = 150


@pytest.fixture
def ledger(engine: Engine) -> Engine:
    """A ledger that has none of the lines of June but the first."""
    lines = many(COUNT + 1)
    account(engine, lines[:1])
    imported(engine, draft(lines))
    return engine


@pytest.fixture
def desk(ledger: Engine) -> Desk:
    return Desk(ledger)


@pytest.fixture
def visitor(desk: Desk) -> Iterator[Client]:
    with visiting(desk) as client:
        yield client


@contextmanager
def kept_busy(ledger: Engine) -> Iterator[None]:
    """Somebody else writes to the account meanwhile."""
    with unit_of_work(ledger) as session:
        hold(session, 1)
        yield


def everything(visitor: Client) -> dict[str, str]:
    """What a yes to all changes sends, as the page says it."""
    page = visitor.get("/imports/1").text
    found = re.search(r'id="changes".*?name="seen" value="(\w+)"', page, re.DOTALL)
    assert found
    return {"seen": found[1], "beyond": f"1-{COUNT}"}


def followed(visitor: Client, address: str) -> Response:
    """What the act comes to: the page is asked until it tells of no progress."""
    until(lambda: "<progress" not in visitor.get(address).text)
    return visitor.get(address)


def booked(ledger: Engine) -> int:
    return one_of(ledger, select(func.count()).select_from(Transaction)) or 0


def test_many_changes_are_followed_and_then_done_whole(visitor: Client, ledger: Engine) -> None:
    yes = everything(visitor)
    with kept_busy(ledger):
        begun = visitor.post("/imports/1/accept", data=yes)
        address = begun.headers["location"]
        assert (begun.status_code, address.startswith("/acting/")) == (303, True)
        page = visitor.get(address).text
        assert "<progress" in page
        assert '<noscript><meta http-equiv="refresh"' in page
        assert booked(ledger) == 1
    ended = followed(visitor, address)
    assert (ended.status_code, ended.headers["location"]) == (303, "/imports/1?said=accepted&act=2")
    assert booked(ledger) == COUNT + 1
    with read_only(ledger) as session:
        assert session.scalar(select(Lock.id)) is not None


def test_how_far_it_is_is_counted(visitor: Client) -> None:
    address = visitor.post("/imports/1/accept", data=everything(visitor)).headers["location"]
    followed(visitor, address)
    said = visitor.get(address, headers={"Accept": "application/json"}).json()
    assert said == {
        "ended": True,
        "text": "0 of 1 statements are proven again.",
        "done": 0,
        "of": 1,
    }


def test_a_yes_that_is_sent_twice_is_one_act(visitor: Client, ledger: Engine) -> None:
    yes = everything(visitor)
    with kept_busy(ledger):
        first = visitor.post("/imports/1/accept", data=yes).headers["location"]
        again = visitor.post("/imports/1/accept", data=yes).headers["location"]
    assert again == first
    followed(visitor, first)
    assert booked(ledger) == COUNT + 1


def test_what_is_not_what_was_seen_is_refused_as_ever(visitor: Client, ledger: Engine) -> None:
    yes, before = everything(visitor), dump(ledger)
    begun = visitor.post("/imports/1/accept", data={**yes, "seen": "0" * 64})
    refused = followed(visitor, begun.headers["location"])
    assert (refused.status_code, "page_outdated" in refused.text) == (409, True)
    assert dump(ledger) == before


def test_nobody_sees_an_act_of_another_or_of_an_earlier_server(visitor: Client, desk: Desk) -> None:
    unknown = visitor.get("/acting/nothing")
    assert (unknown.status_code, "act_forgotten" in unknown.text) == (404, True)
    address = visitor.post("/imports/1/accept", data=everything(visitor)).headers["location"]
    assert desk.acts.find(address.rpartition("/")[2], "somebody else") is None


def test_it_goes_on_when_nobody_watches_and_the_server_waits_for_its_end(
    ledger: Engine,
) -> None:
    with visiting(Desk(ledger)) as visitor:
        visitor.post("/imports/1/accept", data=everything(visitor))
    assert booked(ledger) == COUNT + 1


def test_what_would_follow_of_many_is_looked_at_the_same_way(
    visitor: Client, ledger: Engine
) -> None:
    before = dump(ledger)
    asked = {**everything(visitor), "statement": "1"}
    asks = followed(visitor, visitor.get("/imports/1/after", params=asked).headers["location"])
    assert (asks.status_code, f'name="beyond" value="1-{COUNT}"' in asks.text) == (200, True)
    assert "The difference after 150 changes:" in asks.text
    assert dump(ledger) == before


def test_a_counter_account_beside_many_is_looked_at_with_them(visitor: Client) -> None:
    asked = {**everything(visitor), "statement": "1", "leg-3": "Expenses:Fun"}
    seen = followed(visitor, visitor.get("/imports/1/after", params=asked).headers["location"])
    assert (seen.status_code, "adds no row to a journal" in seen.text) == (409, True)


def test_a_browser_shows_how_far_it_is_and_then_what_came_of_it(
    desk: Desk, ledger: Engine, browser: Page
) -> None:
    with opened(desk) as address:
        browser.goto(f"{address}/imports/1")
        browser.locator("button.accept").click()
        sure = browser.locator("#sure button.main")
        expect(browser.locator("#sure .follows")).to_contain_text("0.00")
        with kept_busy(ledger):
            sure.click()
            expect(browser.get_by_role("progressbar")).to_be_visible()
        browser.wait_for_url("**/imports/1?*said=accepted*")
        browser.context.close()
    assert booked(ledger) == COUNT + 1
