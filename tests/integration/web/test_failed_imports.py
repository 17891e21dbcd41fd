"""The page of an import that failed, or is still under way: what a person can do about it there."""

from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Engine

from app.queries.reviews import one_job
from app.web.desk import Desk
from jobs.worker.background import Background
from tests.support.handing_in import (
    hand_in,
    handing_in,
    keeping,
    letter,
    locked,
    taking_in,
)
from tests.support.visiting import opened, visiting
from tests.support.waiting import until

_REFUSED = "That password does not open the document."


@pytest.fixture
def visitor(engine: Engine, tmp_path: Path) -> Iterator[httpx2.Client]:
    with handing_in(engine, tmp_path) as client:
        yield client


def ended(engine: Engine, code: str) -> None:
    until(lambda: one_job(engine, 1).error_code == code)


def test_a_locked_document_is_opened_on_its_own_page(
    visitor: httpx2.Client, engine: Engine
) -> None:
    hand_in(visitor, ("locked.pdf", locked("sesame")))
    ended(engine, "password_needed")
    page = visitor.get("/imports/1").text
    assert 'action="/upload/1/password"' in page
    assert _REFUSED not in page
    given = {"password": "guess", "to": "import"}
    assert visitor.post("/upload/1/password", data=given).headers["location"] == "/imports/1"
    until(lambda: _REFUSED in visitor.get("/imports/1").text)
    visitor.post("/upload/1/password", data={"password": "sesame", "to": "import"})
    ended(engine, "no_statement")
    assert _REFUSED not in visitor.get("/imports/1").text


@pytest.mark.parametrize("page", ["/", "/imports/1", "/upload"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_page_names_a_setting_or_a_command_as_the_remedy_of_a_failure(
    visitor: httpx2.Client, engine: Engine, page: str, language: str
) -> None:
    hand_in(visitor, ("locked.pdf", locked("sesame")), ("letter.pdf", letter()))
    ended(engine, "password_needed")
    until(lambda: one_job(engine, 2).error_code == "no_statement")
    visitor.cookies.set("lang", language)
    text = visitor.get(page).text
    assert "TIEOUT_" not in text
    assert "--password-file" not in text
    assert "tieout read" not in text


def test_what_was_opened_is_at_its_end_before_its_password_is_let_go_of(
    visitor: httpx2.Client, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in(visitor, ("locked.pdf", locked("sesame")), password="sesame")
    ended(engine, "no_statement")
    monkeypatch.setattr(Background, "holds_password", lambda *_: True)
    assert 'action="/work/1/retry"' in visitor.get("/imports/1").text
    assert "will be opened" not in visitor.get("/upload").text


def test_a_failed_import_is_retried_on_its_own_page(visitor: httpx2.Client, engine: Engine) -> None:
    hand_in(visitor, ("letter.pdf", letter()))
    ended(engine, "no_statement")
    assert 'action="/work/1/retry"' in visitor.get("/imports/1").text
    done = visitor.post("/work/1/retry", data={"to": "import"})
    assert done.headers["location"] == "/imports/1"
    until(lambda: one_job(engine, 1).attempts == 2)


def test_a_refused_retry_is_told_without_a_command(engine: Engine, tmp_path: Path) -> None:
    with visiting(Desk(engine, documents=keeping(tmp_path))) as visitor:
        hand_in(visitor, ("letter.pdf", letter()))
        refused = visitor.post("/work/1/retry", data={"to": "todo"})
        assert refused.status_code == 409
        assert "not_failed" in refused.text
        assert "tieout reprocess" not in refused.text


def test_the_page_of_an_import_follows_it_until_it_has_ended(
    engine: Engine, tmp_path: Path, browser: Page
) -> None:
    with visiting(Desk(engine, documents=keeping(tmp_path))) as visitor:
        hand_in(visitor, ("letter.pdf", letter()))
    with opened(Desk(engine, documents=keeping(tmp_path))) as address:
        browser.goto(f"{address}/imports/1")
        expect(browser.locator(".list")).to_contain_text("It is not read yet")
        assert browser.get_by_role("link", name="Look again").is_visible()
    with opened(taking_in(engine, tmp_path)) as address:
        browser.goto(f"{address}/imports/1")
        expect(browser.locator(".list")).to_contain_text("no_statement")
        expect(browser.get_by_role("button", name="Retry")).to_be_visible()
        browser.context.close()
