"""What holds for every request: whose it is, where it came from, and what goes out with each."""

import getpass

import httpx2
import pytest
from sqlalchemy import Engine, select

from app.access.entrance import Entrance, Links
from app.queries.reviews import one_import
from app.site import site
from app.web.desk import Desk
from db.models import AuditLog
from tests.support.books import all_of, in_review
from tests.support.visiting import answered, opened, visiting
from tests.support.waiting import PATIENCE_S
from tests.support.web import served

OTHER_HOSTS = (
    "evil.example", "a{b.evil.example:8080", "localhost.evil.example", "localhost@evil", "",
)  # fmt: skip


def test_the_site_of_one_person_answers_only_this_machine(engine: Engine) -> None:
    with served(site(Desk(engine), Entrance(engine, Links()))) as address:
        assert httpx2.get(f"{address}/sign-in", timeout=PATIENCE_S).status_code == 200
        # What a browser says after somebody's own name server has sent it here.
        for host in OTHER_HOSTS:
            assert answered(address, f"GET /sign-in HTTP/1.1\r\nHost: {host}").startswith("403")


def test_a_name_that_somebody_only_says_is_worth_nothing(engine: Engine) -> None:
    in_review(engine)
    with visiting(Desk(engine)) as visitor:
        data = {"sha256": one_import(engine, 1).sha256 or ""}
        said = {"Remote-User": "ceo", "X-Forwarded-User": "ceo"}
        visitor.post("/imports/1/undo", data=data, auth=("ceo", "x"), headers=said)
    actors = all_of(engine, select(AuditLog.actor).where(AuditLog.action == "undo"))
    assert actors == [getpass.getuser()]


def test_a_bug_shows_and_logs_no_text_of_a_document(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def bug(*_: object) -> None:
        raise RuntimeError("SALARY 2500.00")

    monkeypatch.setattr("app.web.pages.todo.to_do", bug)
    with opened(Desk(engine)) as address:
        page = httpx2.get(address, timeout=PATIENCE_S)
    assert (page.status_code, "RuntimeError" in page.text) == (500, True)
    assert page.headers["cache-control"] == "no-store"
    said = capfd.readouterr()
    assert "SALARY" not in page.text + said.err + said.out


def test_nothing_may_be_kept_framed_taken_elsewhere_or_made_to_run_anything(
    engine: Engine,
) -> None:
    with visiting(Desk(engine)) as visitor:
        for path in ("/", "/sign-in", "/static/tieout.css", "/nowhere", "/imports/1"):
            headers = visitor.get(path).headers
            assert "default-src 'none'" in headers["content-security-policy"], path
            assert "frame-ancestors 'none'" in headers["content-security-policy"], path
            assert headers["cross-origin-resource-policy"] == "same-origin", path
            assert headers["cross-origin-opener-policy"] == "same-origin", path
            assert headers["x-content-type-options"] == "nosniff", path
            assert headers["cache-control"] == "no-store", path


def test_a_form_that_does_not_say_where_it_is_from_is_refused_with_the_same_headers(
    engine: Engine,
) -> None:
    with opened(Desk(engine)) as address:
        refused = httpx2.post(f"{address}/imports/1/undo", timeout=PATIENCE_S)
    assert refused.status_code == 403
    assert "default-src 'none'" in refused.headers["content-security-policy"]
