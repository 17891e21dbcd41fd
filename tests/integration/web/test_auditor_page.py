"""An auditor's page: a certificate is dropped on it, and checked in the browser alone."""

import json
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import FilePayload, Page, expect
from sqlalchemy import Engine

from app.access.entrance import Entrance, Links
from app.site import site
from app.web.desk import Desk
from pipeline.proof import Certificate
from tests.support.books import in_review
from tests.support.forgeries import Forgery, forgeries, honest
from tests.support.visiting import opened, visiting
from tests.support.web import served

# What a browser makes of the page has nothing to do with the database.
pytestmark = pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
ADDRESS = "/static/auditor.html"


@pytest.fixture
def troubles(browser: Page) -> list[str]:
    """What the browser complains about: what the policy of the site forbids, among others."""
    found: list[str] = []
    browser.on("console", lambda said: found.append(said.text) if said.type == "error" else None)
    browser.on("pageerror", lambda error: found.append(str(error)))
    return found


def check(browser: Page, address: str, name: str, certificate: object) -> None:
    """Choose that certificate's file on the page."""
    text = certificate if isinstance(certificate, bytes) else json.dumps(certificate).encode()
    browser.goto(address + ADDRESS)
    file = FilePayload(name=name, mimeType="application/json", buffer=text)
    browser.set_input_files("#file", files=[file])


def test_an_honest_certificate_is_shown_with_what_it_rests_on(
    engine: Engine, browser: Page, troubles: list[str]
) -> None:
    with opened(Desk(engine)) as address:
        check(browser, address, "june.json", honest("days_without_year"))

        expect(browser.locator("#status")).to_have_text("june.json: accepted")
        shown = browser.locator("#result")
        expect(shown).to_contain_text("The statement and the books agree.")
        currency = shown.get_by_role("row", name="Currency").first
        expect(currency).to_contain_text("A person said so")
        period = shown.get_by_role("row", name="Period of the statement").first
        expect(period).to_contain_text("“Statement period”, “01.06.2026”, “30.06.2026”")
        expect(shown.locator("#lines tbody tr").nth(1)).to_contain_text("2026-06-04Rent-40.0056.50")
        expect(shown).to_contain_text("What is taken on trust")
        violations = Axe().run(browser).response["violations"]
        assert [v["id"] for v in violations if v["impact"] in ("serious", "critical")] == []
    assert troubles == []


def test_what_is_only_assumed_stands_out(engine: Engine, browser: Page) -> None:
    with opened(Desk(engine)) as address:
        check(browser, address, "june.json", honest("page_alone"))

        side = browser.locator("tr.assumption", has_text="Whose a positive balance is")
        expect(side).to_contain_text("Assumed: not settled")


def test_a_line_is_found_on_the_drawing_of_its_page(engine: Engine, browser: Page) -> None:
    with opened(Desk(engine)) as address:
        check(browser, address, "june.json", honest("two_pages"))
        browser.get_by_role("button", name="Line 5").click()

        chosen = browser.locator('details[data-page="2"] svg .amount.chosen title')
        expect(chosen).to_have_text("Line 5: amount")


def forged(kind: str, name: str) -> Forgery:
    return next(each for each in forgeries() if (each.kind, each.name) == (kind, name))


def test_a_forged_one_is_refused_with_the_reason(
    engine: Engine, browser: Page, troubles: list[str]
) -> None:
    forgery = forged("words", "another closing balance")
    with opened(Desk(engine)) as address:
        check(browser, address, "june.json", forgery.forged())

        expect(browser.locator("#status")).to_have_text("june.json: refused")
        reason = "The reason: sums is failed, but the certificate says passed."
        expect(browser.locator(".verdict.refused")).to_contain_text(reason)
        expect(browser.locator(".verdict.refused li", has_text="proven is false")).to_be_visible()
    assert troubles == []


def test_a_file_that_is_none_is_refused(engine: Engine, browser: Page) -> None:
    with opened(Desk(engine)) as address:
        check(browser, address, "june.pdf", b"%PDF-1.7 \xff")

        expect(browser.locator(".verdict.refused")).to_contain_text("not UTF-8")


def test_it_can_be_dropped(engine: Engine, browser: Page) -> None:
    with opened(Desk(engine)) as address:
        browser.goto(address + ADDRESS)
        dropped = browser.evaluate_handle(
            "text => { const data = new DataTransfer();"
            " data.items.add(new File([text], 'june.json')); return data; }",
            json.dumps(honest("page_alone")),
        )
        browser.dispatch_event("#drop", "drop", {"dataTransfer": dropped})

        expect(browser.locator("#status")).to_have_text("june.json: accepted")


def test_nobody_needs_to_sign_in_and_nothing_else_is_loaded(engine: Engine, browser: Page) -> None:
    asked: list[str] = []
    browser.on("request", lambda request: asked.append(request.url))
    with served(site(Desk(engine), Entrance(engine, Links()))) as address:
        check(browser, address, "june.json", honest("page_alone"))
        expect(browser.locator("#status")).to_have_text("june.json: accepted")

    beside = ("auditor.html", "auditor.css", "auditor.js", "checker.js", "tieout.svg")
    tables = ("months.json", "currencies.json", "labels.json")
    assert {Path(url).name for url in asked} <= {*beside, *tables}
    assert all(url.startswith(f"{address}/static/") for url in asked)


def test_a_statements_page_hands_out_its_certificate_and_leads_here(engine: Engine) -> None:
    in_review(engine)
    with visiting(Desk(engine)) as client:
        page = client.get("/imports/1").text
        kept = client.get("/imports/1/certificates/1")
        none = client.get("/imports/1/certificates/2")

    assert 'href="/imports/1/certificates/1"' in page
    assert f'href="{ADDRESS}"' in page
    assert "import-1-1.certificate.json" in kept.headers["content-disposition"]
    assert Certificate.read(kept.text).proof()
    assert none.status_code == 404
