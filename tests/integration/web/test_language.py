"""Pages speak the language that a person chose, or that the browser asks for."""

from collections.abc import Iterator

import httpx2
import pytest

from app.texts.language import LANGUAGES, catalogue, error_text, spoken
from app.web.guard import wished
from pipeline.pages.errors import NoPages, PasswordNeeded, TooManyPages


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


@pytest.mark.parametrize("code", [code for code, _name in LANGUAGES])
@pytest.mark.parametrize(
    "path", ["/", "/keys", "/history", "/accept-all", "/nowhere", "/imports/1"]
)
def test_every_page_can_be_made_in_every_language(
    visitor: httpx2.Client, path: str, code: str
) -> None:
    page = visitor.get(path, headers={"Accept-Language": code})
    assert page.status_code in (200, 404)
    assert f'<html data-root="" lang="{code}">' in page.text


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
