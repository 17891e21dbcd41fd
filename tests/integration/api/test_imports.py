"""Another program hands documents in, and follows them, over real HTTP."""

import json
import time
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import httpx2
import pytest
from sqlalchemy import Engine, func, select
from starlette.responses import Response

from app.access.rights import Right
from app.access.sessions import issue, revoke
from app.acts.imports import cancel
from app.acts.queueing import receive
from app.api import idempotency, imports, upload
from app.queries.reviews import jobs_of
from app.shapes.imports import JobShape
from app.web import serving
from app.web.desk import Desk
from app.web.following import Followers
from app.web.receiving import Limiter
from db.models import AnsweredRequest, Token
from db.outside import KeyedRequest
from db.session import unit_of_work
from jobs.options import Documents
from pipeline.intake.store import open_store
from tests.support.api import at, calling, client, ended, working
from tests.support.books import JUNE, LINES, account, one_of, source
from tests.support.visiting import answered, visiting
from tests.support.waiting import PATIENCE_S, until

PDF = source().data or b""
AS_PDF = {"Content-Type": "application/pdf"}
_CUT_SHORT = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n' + PDF


@pytest.fixture
def desk(engine: Engine, tmp_path: Path) -> Iterator[Desk]:
    """A ledger that has all of June but the rent."""
    account(engine, LINES[:2])
    with working(engine, tmp_path, {"june.pdf": [JUNE]}) as found:
        yield found


@pytest.fixture
def shop(desk: Desk) -> Iterator[httpx2.Client]:
    with calling(desk) as found:
        yield found


def test_a_document_sent_raw_is_taken_in_and_followed_to_its_end(shop: httpx2.Client) -> None:
    taken = shop.post("/imports", params={"name": "june.pdf"}, content=PDF, headers=AS_PDF)
    assert (taken.status_code, taken.headers["Location"]) == (202, "/api/v1/imports/1")
    assert (taken.json()["file"], taken.json()["duplicate"]) == ("june.pdf", False)
    found = ended(shop, 1)
    assert (found["status"], found["handed_in_by"]) == ("needs_review", "token:shop")
    (act,) = shop.get("/log", params={"action": "hand_in"}).json()["items"]
    assert (act["actor"], act["import_id"], act["file"]) == ("token:shop", 1, "june.pdf")


def test_a_document_sent_as_a_form_goes_by_its_own_name(shop: httpx2.Client) -> None:
    files = {"file": ("C:\\bank\\june.pdf", PDF, "application/pdf")}
    taken = shop.post("/imports", files=files, data={"account": "Everyday"})
    assert (taken.status_code, taken.json()["file"]) == (202, "june.pdf")


def test_the_same_bytes_again_lead_to_the_import_that_is_there(shop: httpx2.Client) -> None:
    shop.post("/imports", content=PDF, headers=AS_PDF)
    ended(shop, 1)
    again = shop.post("/imports", content=PDF, headers=AS_PDF)
    assert (again.status_code, again.headers["Location"]) == (200, "/api/v1/imports/1")
    assert (again.json()["duplicate"], again.json()["status"]) == (True, "needs_review")


@pytest.mark.parametrize(
    ("content", "kind", "status", "code"),
    [
        (b"hello", "application/pdf", 415, "not_a_pdf"),
        (b"", "application/pdf", 422, "empty_file"),
        (PDF, "text/html", 415, "wrong_media_type"),
        (b"junk", "multipart/form-data; boundary=x", 422, "bad_request"),
        (b"junk", "multipart/form-data", 422, "bad_request"),
        (_CUT_SHORT, "multipart/form-data; boundary=x", 422, "bad_request"),
    ],
)
def test_what_is_no_document_is_a_problem_that_says_what_to_do(
    shop: httpx2.Client, content: bytes, kind: str, status: int, code: str
) -> None:
    refused = shop.post("/imports", content=content, headers={"Content-Type": kind})
    assert refused.headers["content-type"] == "application/problem+json"
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert refused.json()["status"] == status
    assert shop.get("/imports").json()["items"] == []


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("a\0b.pdf", "a\ufffdb.pdf"),
        ("../../etc/passwd", "passwd"),
        ("ü 名.pdf", "ü 名.pdf"),
        ("50%25.pdf", "50%25.pdf"),
        ('a "b".pdf', 'a "b".pdf'),
        ("/", "document"),
        (None, "document"),
    ],
)
def test_a_document_goes_by_a_name_that_can_be_kept(
    shop: httpx2.Client, given: str | None, kept: str
) -> None:
    params = {"name": given} if given else {}
    raw = shop.post("/imports", params=params, content=PDF, headers=AS_PDF)
    assert raw.json()["file"] == kept
    if given and given.isprintable():  # control characters are escaped in forms
        formed = shop.post("/imports", files={"file": (given, PDF, "application/pdf")})
        assert formed.json()["file"] == kept


def test_a_document_that_was_cancelled_does_not_wait_for_its_turn(
    engine: Engine, tmp_path: Path
) -> None:
    with calling(waiting_desk(engine, tmp_path)) as shop:
        shop.post("/imports", content=PDF, headers=AS_PDF)
        shop.post("/imports/1/cancel")
        again = shop.post("/imports", content=PDF, headers=AS_PDF)
    assert (again.status_code, again.json()["error_code"]) == (200, "cancelled")


def test_who_hands_in_while_too_many_do_is_told_to_come_again(
    shop: httpx2.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upload, "_ARRIVING", Limiter(0))
    refused = shop.post("/imports", content=PDF, headers=AS_PDF)
    assert (refused.status_code, refused.json()["code"]) == (503, "service_unavailable")
    assert refused.headers["Retry-After"] == "2"


def test_a_body_that_is_too_long_is_refused_before_it_is_read(shop: httpx2.Client) -> None:
    """It says 60 MB and sends nothing: whoever waited for the body would wait for ever."""
    request = shop.build_request(
        "POST", "/imports", headers={**AS_PDF, "Content-Length": "60000000"}
    )
    request.headers["Content-Length"] = "60000000"
    lines = (b"%s: %s" % pair for pair in request.headers.raw)
    head = b"\r\n".join((b"POST /api/v1/imports HTTP/1.1", *lines)).decode()
    assert answered(str(shop.base_url), head).startswith("413 ")


def test_a_body_that_does_not_say_how_long_it_is_is_read_no_further_than_allowed(
    shop: httpx2.Client,
) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(60):
            yield b"%PDF-1.7" + b" " * ((1 << 20) - 8)

    refused = shop.post("/imports", content=endless(), headers=AS_PDF)
    assert (refused.status_code, refused.json()["code"]) == (413, "body_too_large")


def test_a_body_of_json_may_not_be_as_long_as_a_document(shop: httpx2.Client) -> None:
    def long() -> Iterator[bytes]:
        yield b'{"passwords": ["' + b"x" * (2 << 20) + b'"]}'

    refused = shop.post("/imports/1/reprocess", content=long())
    assert (refused.status_code, refused.json()["code"]) == (413, "body_too_large")


def test_imports_come_page_by_page_the_newest_first(shop: httpx2.Client) -> None:
    for number in range(3):
        shop.post("/imports", content=PDF + b"%d" % number, headers=AS_PDF)
    first = shop.get("/imports", params={"limit": 2}).json()
    rest = shop.get("/imports", params={"limit": 2, "cursor": first["next"]}).json()
    assert [each["id"] for each in first["items"] + rest["items"]] == [3, 2, 1]
    assert rest["next"] is None


@pytest.mark.parametrize("cursor", ["x", "WyJvdGhlciIsMV0", "WyJpbXBvcnRzIiwiMSJd", "é"])
def test_a_cursor_that_no_list_gave_is_refused(shop: httpx2.Client, cursor: str) -> None:
    refused = shop.get("/imports", params={"cursor": cursor})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_cursor")


def test_events_tell_of_an_import_until_it_has_ended(shop: httpx2.Client) -> None:
    shop.post("/imports", content=PDF, headers=AS_PDF)
    with shop.stream("GET", "/imports/1/events") as told:
        assert told.headers["content-type"].startswith("text/event-stream")
        lines = [line for line in told.iter_lines() if line.startswith("data: ")]
    assert json.loads(lines[-1].removeprefix("data: "))["status"] == "needs_review"


def test_who_comes_again_is_told_nothing_twice_and_at_last_to_stay_away(
    shop: httpx2.Client,
) -> None:
    shop.post("/imports", content=PDF, headers=AS_PDF)
    ended(shop, 1)
    said = shop.get("/imports/1/events").text
    (number,) = [line for line in said.splitlines() if line.startswith("id: ")]
    again = {"Last-Event-ID": number.removeprefix("id: ")}
    assert shop.get("/imports/1/events", headers=again).status_code == 204
    late = shop.get("/imports/1/events", headers={"Last-Event-ID": "0" * 16})
    assert late.text == said


def test_all_who_follow_are_told_by_one_look(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing carries the imports out here: each is cancelled, and all who follow hear of it."""
    looks: list[int] = []

    def counted(engine: Engine, import_ids: Collection[int]) -> dict[int, JobShape]:
        looks.append(len(import_ids))
        return jobs_of(engine, import_ids)

    monkeypatch.setattr(imports, "jobs_of", counted)
    desk = waiting_desk(engine, tmp_path)
    for number in (1, 2):
        receive(engine, desk.documents, BytesIO(PDF + b"%d" % number), "june.pdf")
    with calling(desk) as shop, ThreadPoolExecutor(4) as others:
        told = [others.submit(statuses_of, shop, each) for each in (1, 1, 2, 2)]
        until(lambda: len(desk.followers._all) == len(told))
        until(lambda: 2 in looks)
        for number in (1, 2):
            shop.post(f"/imports/{number}/cancel")
        assert [each.result() for each in told] == [["queued", "failed"]] * 4
    assert max(looks) == 2
    until(lambda: desk.followers._reader is None)


def test_no_more_may_follow_than_the_server_bears(engine: Engine, tmp_path: Path) -> None:
    desk = replace(waiting_desk(engine, tmp_path), followers=Followers(0))
    receive(engine, desk.documents, BytesIO(PDF), "june.pdf")
    with calling(desk) as shop:
        refused = shop.get("/imports/1/events")
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "10")


def test_a_server_that_ends_lets_followers_go(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It cuts off what is still answered, but later than any follower is let go.
    monkeypatch.setattr(serving, "_TO_END_S", PATIENCE_S)
    desk = waiting_desk(engine, tmp_path)
    receive(engine, desk.documents, BytesIO(PDF), "june.pdf")
    secret = issue(engine, "shop", Right.LOOK).secret
    with ThreadPoolExecutor(1) as other:
        with at(desk) as address:
            shop = client(address, secret)
            told = other.submit(statuses_of, shop, 1)
            until(lambda: bool(desk.followers._all))
            began = time.monotonic()
        assert time.monotonic() - began < PATIENCE_S / 2
        assert told.result() == ["queued"]
    shop.close()


def test_a_token_that_is_revoked_hears_nothing_more(engine: Engine, tmp_path: Path) -> None:
    desk = waiting_desk(engine, tmp_path)
    receive(engine, desk.documents, BytesIO(PDF), "june.pdf")
    token = issue(engine, "shop", Right.DECIDE)
    with (
        at(desk) as address,
        client(address, token.secret) as shop,
        shop.stream("GET", "/imports/1/events") as told,
    ):
        heard = (line for line in told.iter_lines() if line.startswith("data: "))
        assert json.loads(next(heard).removeprefix("data: "))["status"] == "queued"
        revoke(engine, token.id)
        cancel(engine, 1)
        assert list(heard) == []


def waiting_desk(engine: Engine, folder: Path) -> Desk:
    """A desk at which nobody carries anything out."""
    return Desk(engine, documents=Documents(open_store(str(folder / "documents"))))


def statuses_of(shop: httpx2.Client, import_id: int) -> list[str]:
    said = shop.get(f"/imports/{import_id}/events").text.splitlines()
    data = [line.removeprefix("data: ") for line in said if line.startswith("data: ")]
    return [str(json.loads(each)["status"]) for each in data]


def test_a_request_sent_again_under_its_key_is_answered_the_same(shop: httpx2.Client) -> None:
    key = {**AS_PDF, "Idempotency-Key": "a-1"}
    first = shop.post("/imports", content=PDF, headers=key)
    ended(shop, 1)
    again = shop.post("/imports", content=PDF, headers=key)
    assert (again.status_code, again.json()) == (first.status_code, first.json())
    assert again.headers["Location"] == first.headers["Location"]
    assert again.headers["Idempotency-Replayed"] == "true"


def test_a_key_may_not_be_used_for_another_request(shop: httpx2.Client) -> None:
    key = {**AS_PDF, "Idempotency-Key": "a-1"}
    shop.post("/imports", content=PDF, headers=key)
    other = shop.post("/imports", content=PDF + b"2", headers=key)
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")


def test_an_act_under_a_key_is_carried_out_once(shop: httpx2.Client) -> None:
    shop.post("/imports", content=PDF, headers=AS_PDF)
    ended(shop, 1)
    key = {"Idempotency-Key": "undo-1"}
    first = shop.delete("/imports/1", headers=key)
    again = shop.delete("/imports/1", headers=key)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert shop.delete("/imports/1").status_code == 404


def test_a_refusal_for_want_of_a_right_is_not_kept_under_its_key(desk: Desk) -> None:
    key = {"Idempotency-Key": "retry-1"}
    with calling(desk, Right.LOOK) as looker:
        for path in ("/imports/1/retry", "/imports/2/cancel"):
            refused = looker.post(path, headers=key)
            assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
        assert keys_taken(desk) == 0
        now_may(desk, Right.DECIDE)
        answered = looker.post("/imports/1/retry", headers=key)
        assert (answered.status_code, answered.json()["code"]) == (404, "no_such_import")
        assert keys_taken(desk) == 1


def test_an_answer_is_not_repeated_to_whom_the_right_was_taken_from(desk: Desk) -> None:
    key = {"Idempotency-Key": "add-1"}
    card = {"name": "Card", "currency": "EUR"}
    with calling(desk) as shop:
        assert shop.post("/accounts", json=card, headers=key).status_code == 201
        now_may(desk, Right.LOOK)
        refused = shop.post("/accounts", json=card, headers=key)
        assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
        now_may(desk, Right.DECIDE)
        again = shop.post("/accounts", json=card, headers=key)
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (201, "true")


@pytest.mark.parametrize(("status", "kept"), [(401, False), (403, False), (404, True)])
def test_an_answer_about_rights_is_never_kept(engine: Engine, status: int, kept: bool) -> None:
    asked = KeyedRequest("token:1", "a-1", "0" * 64)
    assert idempotency.begin(engine, asked) is None
    idempotency.end(engine, asked, Response(b"{}", status))
    assert (idempotency.begin(engine, asked) is not None) is kept


def keys_taken(desk: Desk) -> int:
    return one_of(desk.engine, select(func.count()).select_from(AnsweredRequest)) or 0


def now_may(desk: Desk, right: Right) -> None:
    """The only token may do so much from now on."""
    with unit_of_work(desk.engine) as session:
        session.scalars(select(Token)).one().role = right.role


def test_a_dry_run_of_undo_leaves_the_import(shop: httpx2.Client) -> None:
    shop.post("/imports", content=PDF, headers=AS_PDF)
    ended(shop, 1)
    assert shop.delete("/imports/1", params={"dry_run": "true"}).json()["import_id"] == 1
    assert shop.get("/imports/1").status_code == 200


def test_what_is_cancelled_waits_for_a_retry(desk: Desk) -> None:
    receive(desk.engine, desk.documents, BytesIO(PDF), "june.pdf")
    with calling(replace(desk, background=None)) as shop:
        assert shop.post("/imports/1/cancel").json()["error_code"] == "cancelled"
        assert shop.post("/imports/1/cancel").json()["code"] == "not_open"
    with calling(desk) as shop:
        assert shop.post("/imports/1/retry").status_code == 200
        assert ended(shop, 1)["status"] == "needs_review"


def test_without_a_token_nothing_is_told(desk: Desk) -> None:
    with at(desk) as address:
        for secret in (None, "tieout_0123456789ab_" + "x" * 43):
            with client(address, secret) as nobody:
                refused = nobody.get("/imports")
            assert (refused.status_code, refused.json()["code"]) == (401, "no_token")
            assert refused.headers["WWW-Authenticate"] == 'Bearer realm="tieout"'


def test_who_is_signed_in_may_look_with_the_browser_too(desk: Desk) -> None:
    with visiting(desk) as browser:
        assert browser.get("/api/v1/imports").json()["items"] == []
        elsewhere = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
        refused = browser.post("/api/v1/imports/1/retry", headers=elsewhere)
        assert refused.status_code == 403
