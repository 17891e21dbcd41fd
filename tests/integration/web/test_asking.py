"""Questions, one after the other, on the page and over HTTP, by the same conversation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Engine

from app.access.rights import Right
from app.access.sessions import issue
from app.acts.asking import Conversation
from app.web.desk import Desk
from db.ledger.bookkeeping import add_transactions
from db.ledger.views import NewEntry
from jobs.options import ImportOptions
from tests.support.api import at, calling, client
from tests.support.books import do_in
from tests.support.statements import day
from tests.support.visiting import opened, visiting
from tools.loop.loop import ToolLoop
from tools.providers.replay import ScriptedProvider, calls, says

LOOK = calls(("get_accounts", {}))
BALANCE = says('{"cells": [{"look": 1, "row": 1, "column": "balance"}]}')
KIND = says('{"cells": [{"look": 1, "row": 1, "column": "kind"}]}')


def mind(*replies: Any) -> ScriptedProvider:
    return ScriptedProvider([*replies])


def desk_of(ledger: Engine, provider: ScriptedProvider) -> Desk:
    options = ImportOptions(language_model=ToolLoop(provider))
    return Desk(ledger, make_options=lambda: options)


def test_what_has_changed_meanwhile_is_looked_up_again(ledger: Engine) -> None:
    again = says('{"cells": [{"look": 2, "row": 1, "column": "balance"}]}')
    provider = mind(LOOK, BALANCE, BALANCE, LOOK, again)
    talk = Conversation(ledger, ToolLoop(provider))
    first = talk.ask("How much have I?")
    do_in(ledger, add_transactions, 1, [NewEntry(day(30), -1, "Fee")])
    second = talk.ask("And now?")
    assert "has changed since: look again" in provider.requests[3].messages[-1].content
    assert first.text != second.text


def test_only_the_newest_turns_are_remembered(
    ledger: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.acts.asking.MOST_REMEMBERED", 200)
    provider = mind(LOOK, BALANCE, LOOK, BALANCE)
    talk = Conversation(ledger, ToolLoop(provider))
    talk.ask("One?"), talk.ask("Two?")
    assert [m.content for m in provider.requests[2].messages if m.role == "user"] == ["Two?"]


def ask(shop: httpx2.Client, **wanted: Any) -> httpx2.Response:
    return shop.post("/ask", json={"question": "How much?", **wanted})


def test_over_http_a_conversation_goes_on_and_is_its_callers_own(ledger: Engine) -> None:
    desk = desk_of(ledger, mind(LOOK, BALANCE, KIND))
    with at(desk) as address:
        secrets = [issue(ledger, name, Right.LOOK).secret for name in ("shop", "other")]
        with client(address, secrets[0]) as shop, client(address, secrets[1]) as other:
            first = ask(shop).json()
            assert first["cells"][0]["sentence"] in first["answer"]
            refused = ask(other, conversation=first["conversation"])
            assert (refused.status_code, refused.json()["code"]) == (404, "no_such_conversation")
            second = ask(shop, conversation=first["conversation"]).json()
            assert (second["conversation"], second["calls"]) == (first["conversation"], [])


@pytest.mark.parametrize(
    ("right", "wanted", "status", "code"),
    [
        (Right.LOOK, {"propose": True}, 403, "not_allowed"),
        (Right.LOOK, {"question": " "}, 422, "bad_request"),
        (Right.LOOK, {}, 503, "ask_needs_model"),
    ],
)
def test_over_http_it_is_refused(
    ledger: Engine, right: Right, wanted: dict[str, Any], status: int, code: str
) -> None:
    with calling(Desk(ledger), right) as shop:
        refused = ask(shop, **wanted)
    assert (refused.status_code, refused.json()["code"]) == (status, code)


def test_over_http_a_stream_says_what_is_looked_up_and_then_the_answer(ledger: Engine) -> None:
    with calling(desk_of(ledger, mind(LOOK, BALANCE)), Right.LOOK) as shop:
        told = [shop.post("/ask/events", json={"question": "How much?"}).text for _ in range(2)]
    events = [each.split("\n") for each in told[0].split("\n\n") if each]
    names = [name.removeprefix("event: ") for name, _ in events]
    assert (names[0], names[-1]) == ("look", "answer")
    assert "balance" in json.loads(events[-1][1].removeprefix("data: "))["answer"]
    assert told[1].startswith("event: problem\n")


@contextmanager
def looking(desk: Desk) -> Iterator[httpx2.Client]:
    with visiting(desk) as visitor:
        visitor.follow_redirects = True
        yield visitor


def test_without_a_script_the_page_shows_the_whole_conversation(ledger: Engine) -> None:
    with looking(desk_of(ledger, mind(LOOK, BALANCE, KIND))) as visitor:
        first = visitor.post("/ask", data={"question": "How <b>much</b>?"})
        talk = first.url.params["talk"]
        second = visitor.post("/ask", data={"question": "Which kind?", "talk": talk}).text
    assert "How &lt;b&gt;much&lt;/b&gt;?" in second
    assert second.index("balance") < second.index("Which kind?") < second.index("checking")


def test_without_a_model_the_page_says_what_to_do(ledger: Engine) -> None:
    with looking(Desk(ledger)) as visitor:
        assert "TIEOUT_MODEL" in visitor.get("/ask").text


@pytest.mark.thorough
def test_in_a_browser_the_answer_comes_by_itself(ledger: Engine, browser: Page) -> None:
    with opened(desk_of(ledger, mind(LOOK, BALANCE))) as address:
        browser.goto(f"{address}/ask")
        browser.get_by_label("Your question").fill("How much have I?")
        browser.get_by_role("main").get_by_role("button", name="Ask").click()
        expect(browser.locator(".told")).to_contain_text("balance")
        expect(browser.locator("#asking")).to_be_empty()
