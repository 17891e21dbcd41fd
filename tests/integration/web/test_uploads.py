"""Documents handed in with the browser: what is taken, what is refused, and what is asked."""

import asyncio
import getpass
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from httpx2 import Client
from playwright.sync_api import Page, expect
from sqlalchemy import Engine
from starlette.datastructures import Headers, UploadFile

from app.queries.reviews import one_job
from app.web import receiving
from app.web.desk import Desk
from app.web.pages import uploads
from app.web.receiving import Limiter
from db.models import Import, Statement
from db.session import unit_of_work
from db.words import ImportStatus, Priority
from jobs.options import ImportOptions
from jobs.queue.work_queue import WorkQueue
from jobs.worker.background import Background
from pipeline.intake import file as intake_file
from tests.support.books import account, dump, imported, source
from tests.support.handing_in import hand_in, handing_in, keeping, letter, locked, taking_in
from tests.support.shown import sent_by
from tests.support.visiting import answered, opened, visiting
from tests.support.waiting import until


@pytest.fixture
def visitor(engine: Engine, tmp_path: Path) -> Iterator[Client]:
    with handing_in(engine, tmp_path) as client:
        yield client


_REFUSED = "That password does not open the document."


def waits_for(engine: Engine, import_id: int, code: str) -> None:
    until(lambda: one_job(engine, import_id).error_code == code)


def test_what_is_handed_in_is_kept_read_and_listed_under_its_name(
    visitor: Client, engine: Engine
) -> None:
    done = hand_in(visitor, ("march.pdf", letter()), ("april.pdf", letter("Dear sir")))
    assert done.status_code == 303
    waits_for(engine, 2, "no_statement")
    page = visitor.get(done.headers["location"]).text
    assert page.index("march.pdf") < page.index("april.pdf")
    assert "2 documents" in page
    assert "no_statement" in page
    assert visitor.get("/imports/1/pages/1.png").status_code == 200


def test_who_handed_it_in_stands_at_the_import_and_in_the_history(
    visitor: Client, engine: Engine
) -> None:
    data = letter()
    hand_in(visitor, ("march.pdf", data))
    hand_in(visitor, ("again.pdf", data))
    who = getpass.getuser()
    assert one_job(engine, 1).handed_in_by == who
    assert f"handed in by <bdi>{who}</bdi>" in visitor.get("/work").text
    done = visitor.get("/history").text
    # The same bytes again are the same import, and change nothing.
    assert done.count("handed in a document") == 2  # once as a choice, once as an act
    assert "march.pdf" in done


def test_a_script_is_told_what_became_of_each(visitor: Client) -> None:
    told = hand_in(
        visitor, ("march.pdf", letter()), ("notes.txt", b"hello"), json=True, batch="0123456789ab"
    ).json()
    assert told["batch"] == "0123456789ab"
    march, notes = told["documents"]
    assert (march["status"], march["import_id"], march["error"]) == ("queued", 1, None)
    assert (notes["status"], notes["import_id"], notes["error_code"]) == (
        "failed",
        None,
        "not_a_pdf",
    )


def test_a_document_that_was_there_before_leads_to_its_import(
    engine: Engine, tmp_path: Path
) -> None:
    account(engine)
    kept = keeping(tmp_path)
    imported(engine, options=ImportOptions(documents=kept))
    with visiting(Desk(engine, documents=kept)) as visitor:
        data = source().data or b""
        page = visitor.get(hand_in(visitor, ("again.pdf", data)).headers["location"]).text
    assert "imported before" in page
    assert 'href="/imports/1">Open the earlier import' in page


def test_after_a_restart_what_was_handed_in_is_still_listed(engine: Engine, tmp_path: Path) -> None:
    with handing_in(engine, tmp_path) as visitor:
        batch = hand_in(visitor, ("march.pdf", letter())).headers["location"]
        waits_for(engine, 1, "no_statement")
    with handing_in(engine, tmp_path) as visitor:
        assert "march.pdf" in visitor.get(batch).text
        assert "march.pdf" in visitor.get("/upload").text


def test_what_waited_when_the_server_ended_is_read_after_its_start(
    engine: Engine, tmp_path: Path
) -> None:
    with visiting(Desk(engine, documents=keeping(tmp_path))) as visitor:
        hand_in(visitor, ("march.pdf", letter()))
    assert one_job(engine, 1).status is ImportStatus.QUEUED
    with handing_in(engine, tmp_path):
        waits_for(engine, 1, "no_statement")


def test_a_locked_document_asks_for_its_password_and_is_opened_with_it(
    visitor: Client, engine: Engine
) -> None:
    hand_in(visitor, ("locked.pdf", locked("sesame")))
    waits_for(engine, 1, "password_needed")
    page = visitor.get("/upload").text
    assert 'action="/upload/1/password"' in page
    assert "TIEOUT_PDF_PASSWORDS" not in page
    wrong = visitor.post("/upload/1/password", data={"password": "guess"})
    assert wrong.status_code == 303
    until(lambda: one_job(engine, 1).attempts == 2 and 'name="password" required' in again(visitor))
    assert _REFUSED in again(visitor)
    assert _REFUSED in visitor.get("/work").text
    visitor.post("/upload/1/password", data={"password": "sesame"})
    waits_for(engine, 1, "no_statement")
    assert visitor.post("/upload/1/password", data={"password": "sesame"}).status_code == 409


def again(visitor: Client) -> str:
    return visitor.get("/upload").text


def test_a_document_that_is_handed_in_twice_is_asked_about_once(
    visitor: Client, engine: Engine
) -> None:
    twice = [("locked.pdf", locked("sesame"))] * 2
    hand_in(visitor, *twice)
    waits_for(engine, 1, "password_needed")
    hand_in(visitor, *twice)
    # Each that finds it failed lets it wait again: once, or twice if it failed in between.
    waits_for(engine, 1, "password_needed")
    assert one_job(engine, 1).attempts > 1
    page = again(visitor)
    assert page.count('id="password-1"') == 1
    assert page.count("Open the earlier import") == 3
    assert 'id="password-1"' in visitor.get("/work").text


def test_whose_a_statement_is_is_asked_where_it_does_not_say(
    engine: Engine, tmp_path: Path
) -> None:
    with handing_in(engine, tmp_path) as visitor:
        hand_in(visitor, ("june.pdf", letter()))
        waits_for(engine, 1, "no_statement")
        imported(engine)
        account(engine)
        with unit_of_work(engine) as session:
            session.get_one(Import, 2).origin = "upload:0123456789ab"
            assert session.get_one(Statement, 1).account_id is None
        page = again(visitor)
        assert "Which account does the statement belong to?" in page
        shown = visitor.get("/upload")
        form = {**sent_by(shown, "/upload/2/account"), "account": "1"}
        done = visitor.post("/upload/2/account", data=form)
        assert done.status_code == 303
        assert "Which account does the statement belong to?" not in again(visitor)
        outdated = visitor.post("/upload/2/account", data=form)
        assert (outdated.status_code, "statement_moved" in outdated.text) == (409, True)


def test_an_account_that_is_named_holds_for_all_that_is_handed_in(
    visitor: Client, engine: Engine
) -> None:
    account(engine)
    hand_in(visitor, ("march.pdf", letter()), account="1")
    with unit_of_work(engine) as session:
        assert (session.get_one(Import, 1).options or {})["named_account"] == 1
    assert hand_in(visitor, ("may.pdf", letter("May")), account="nobody").status_code == 409


def test_a_form_without_a_document_says_so(visitor: Client) -> None:
    done = visitor.post("/upload", files=[("documents", ("", b"", "application/pdf"))])
    assert "No document was chosen" in visitor.get(done.headers["location"]).text


def test_a_document_over_the_limit_is_refused_and_the_others_are_not(
    visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receiving, "MAX_BYTES", 10_000)
    monkeypatch.setattr(intake_file.take_in_bytes, "__defaults__", (10_000,))
    large = letter() + b" " * 60_000
    told = hand_in(visitor, ("large.pdf", large), ("march.pdf", letter()), json=True).json()
    assert [each["error_code"] for each in told["documents"]] == ["file_too_large", None]


def test_of_a_document_over_the_limit_no_more_is_kept_than_shows_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(receiving, "MAX_BYTES", 1_000)

    async def body() -> AsyncGenerator[bytes, None]:
        yield _BEGUN
        for _ in range(20):
            yield b"x" * 500
        yield b"\r\n--frontier--\r\n"

    async def size() -> int | None:
        kind = Headers({"Content-Type": "multipart/form-data; boundary=frontier"})
        form = await receiving.FormParts(kind, body()).parse()
        file = form["documents"]
        assert isinstance(file, UploadFile)
        found = file.size
        await form.close()
        return found

    assert asyncio.run(size()) == 1_001


def test_more_files_than_a_form_may_hold_are_refused(visitor: Client, engine: Engine) -> None:
    crowd = [(f"{number}.pdf", b"%PDF-") for number in range(10_000)]
    refused = hand_in(visitor, *crowd)
    assert refused.status_code == 413
    assert "fewer documents" in refused.text
    with unit_of_work(engine) as session:
        assert session.get(Import, 1) is None


def test_while_others_hand_in_much_one_is_told_to_come_again(
    visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = Limiter(1)
    monkeypatch.setattr(receiving, "_RECEIVING", full)
    with full.turn():
        busy = hand_in(visitor, ("march.pdf", letter()))
    assert (busy.status_code, busy.headers["retry-after"]) == (503, "2")
    assert hand_in(visitor, ("march.pdf", letter())).status_code == 303


@pytest.mark.parametrize(("length", "status"), [(receiving.MOST_BYTES + 1, 413), ("many", 400)])
def test_what_is_too_long_or_of_no_length_is_refused_before_it_is_read(
    engine: Engine, length: object, status: int
) -> None:
    with opened(Desk(engine)) as address:
        said = answer(address, f"Content-Length: {length}")
    assert said.startswith(f"{status} ")


def test_a_body_that_goes_on_beyond_the_limit_is_cut_off(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    (route,) = (each for each in uploads.ROUTES if each.endpoint is uploads.upload)
    monkeypatch.setattr(route, "most_bytes", 100_000)
    piece = f"{50_000:x}\r\n".encode() + b"x" * 50_000 + b"\r\n"
    begun = f"{len(_BEGUN):x}\r\n".encode() + _BEGUN + b"\r\n"
    with opened(Desk(engine)) as address:
        said = answer(address, "Transfer-Encoding: chunked", begun + piece * 4)
    assert said.startswith("413 ")


_BEGUN = (
    b'--frontier\r\nContent-Disposition: form-data; name="documents"; filename="a.pdf"\r\n\r\n%PDF-'
)


def answer(address: str, length: str, body: bytes = b"") -> str:
    """What the server says to a form of that length, of which no more than ``body`` is sent."""
    head = (
        f"POST /upload HTTP/1.1\r\nHost: {urlsplit(address).netloc}\r\nOrigin: {address}\r\n"
        f"Content-Type: multipart/form-data; boundary=frontier\r\n{length}"
    )
    return answered(address, head, body)


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        ("application/json", b"{}", 415),
        ("application/x-www-form-urlencoded", b"documents=x", 415),
        ("multipart/form-data", b"x", 400),
        ("multipart/form-data; boundary=frontier", b"nothing of the kind", 400),
        ("multipart/form-data; boundary=frontier", _BEGUN, 400),
    ],
)
def test_what_is_no_form_of_ours_is_refused(
    visitor: Client, kind: str, body: bytes, status: int
) -> None:
    headers = {"Content-Type": kind}
    assert visitor.post("/upload", content=body, headers=headers).status_code == status


def test_without_a_place_for_documents_it_says_what_to_set(engine: Engine) -> None:
    with visiting(Desk(engine)) as visitor:
        told = hand_in(visitor, ("march.pdf", letter()), json=True).json()
    assert told["documents"][0]["error_code"] == "nowhere_to_keep"


def test_a_password_is_in_no_page_and_no_log(
    visitor: Client, engine: Engine, caplog: pytest.LogCaptureFixture
) -> None:
    hand_in(visitor, ("locked.pdf", locked("other")), password="open-sesame-1")
    waits_for(engine, 1, "password_needed")
    for path in ("/upload", "/work", "/imports/1", "/history"):
        assert "open-sesame-1" not in visitor.get(path).text
    assert "open-sesame-1" not in caplog.text + repr(dump(engine))


def test_with_a_queue_it_is_handed_to_the_workers(
    engine: Engine, tmp_path: Path, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIEOUT_REDIS_URL", redis_url)
    with visiting(taking_in(engine, tmp_path, queue=True)) as visitor:
        hand_in(visitor, ("march.pdf", letter()), ("locked.pdf", locked("sesame")))
        assert sorted(WorkQueue(redis_url).waiting(Priority.HIGH)) == [1, 2]
        fails(engine, 2, "password_needed")
        assert "not by the workers" in again(visitor)
        visitor.post("/upload/2/password", data={"password": "sesame"})
        waits_for(engine, 2, "no_statement")
    assert one_job(engine, 1).status is ImportStatus.QUEUED


def fails(engine: Engine, import_id: int, code: str) -> None:
    """As a worker leaves it."""
    with unit_of_work(engine) as session:
        row = session.get_one(Import, import_id)
        row.status, row.error_code, row.error_message = ImportStatus.FAILED, code, "Locked."


def test_a_queue_that_is_away_takes_nothing_and_says_so(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIEOUT_REDIS_URL", "redis://127.0.0.1:1/0")
    with visiting(taking_in(engine, tmp_path, queue=True)) as visitor:
        refused = hand_in(visitor, ("march.pdf", letter()))
    assert (refused.status_code, "queue_unreachable" in refused.text) == (409, True)
    assert not (tmp_path / "kept").exists()


def test_a_locked_document_is_opened_on_its_own_page(visitor: Client, engine: Engine) -> None:
    hand_in(visitor, ("locked.pdf", locked("sesame")))
    waits_for(engine, 1, "password_needed")
    page = visitor.get("/imports/1").text
    assert 'action="/upload/1/password"' in page
    assert _REFUSED not in page
    given = {"password": "guess", "to": "import"}
    assert visitor.post("/upload/1/password", data=given).headers["location"] == "/imports/1"
    until(lambda: _REFUSED in visitor.get("/imports/1").text)
    visitor.post("/upload/1/password", data={"password": "sesame", "to": "import"})
    waits_for(engine, 1, "no_statement")
    assert _REFUSED not in visitor.get("/imports/1").text


@pytest.mark.parametrize("page", ["/", "/imports/1", "/upload"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_page_names_a_setting_or_a_command_as_the_remedy_of_a_failure(
    visitor: Client, engine: Engine, page: str, language: str
) -> None:
    hand_in(visitor, ("locked.pdf", locked("sesame")), ("letter.pdf", letter()))
    waits_for(engine, 1, "password_needed")
    until(lambda: one_job(engine, 2).error_code == "no_statement")
    visitor.cookies.set("lang", language)
    text = visitor.get(page).text
    assert "TIEOUT_" not in text
    assert "--password-file" not in text
    assert "tieout read" not in text


def test_what_was_opened_is_at_its_end_before_its_password_is_let_go_of(
    visitor: Client, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in(visitor, ("locked.pdf", locked("sesame")), password="sesame")
    waits_for(engine, 1, "no_statement")
    monkeypatch.setattr(Background, "holds_password", lambda *_: True)
    assert 'action="/work/1/retry"' in visitor.get("/imports/1").text
    assert "will be opened" not in visitor.get("/upload").text


def test_a_failed_import_is_retried_on_its_own_page(visitor: Client, engine: Engine) -> None:
    hand_in(visitor, ("letter.pdf", letter()))
    waits_for(engine, 1, "no_statement")
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
