"""Who is let in to the review pages, and whose decisions are taken."""

from __future__ import annotations

import getpass
import socket

import httpx2
import pytest
from sqlalchemy import Engine, select

from app.errors import WebOpen
from app.reviews import one_import
from app.web.desk import Desk
from app.web.guard import check_host
from app.web.site import site
from db.models import AuditLog
from db.session import read_only
from tests.support.books import in_review
from tests.support.web import served


@pytest.mark.parametrize(
    "host",
    ["evil.example", "a{b.evil.example:8080", "localhost.evil.example", "localhost@evil", ""],
)
def test_without_a_password_only_this_machine_is_answered(engine: Engine, host: str) -> None:
    with served(site(Desk(engine), None)) as address:
        assert httpx2.get(address).status_code == 200
        # What a browser says after somebody's own name server has sent it here.
        fooled = asked(address, f"GET / HTTP/1.1\r\nHost: {host}\r\n")
    assert fooled.startswith("HTTP/1.1 403")


def asked(address: str, head: str) -> str:
    """The answer to a request that no client would write."""
    port = int(address.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(f"{head}Connection: close\r\n\r\n".encode())
        return connection.makefile("rb").read().decode()


def test_with_a_password_whoever_knows_it_and_gives_a_name_is_let_in(engine: Engine) -> None:
    with served(site(Desk(engine), "sésame")) as address:
        answers = [
            httpx2.get(address, auth=given).status_code
            for given in (None, ("me", "wrong"), ("", "sésame"), ("me", "sésame"))
        ]
        assert httpx2.get(f"{address}/static/tieout.css").status_code == 401
    assert answers == [401, 401, 401, 200]


def test_a_name_without_a_password_to_prove_it_is_worth_nothing(engine: Engine) -> None:
    in_review(engine)
    with served(site(Desk(engine), None)) as address:
        sha256 = one_import(engine, 1).sha256
        headers = {"Origin": address}
        url = f"{address}/imports/1/undo"
        httpx2.post(url, data={"sha256": sha256 or ""}, auth=("ceo", "x"), headers=headers)
    with read_only(engine) as session:
        actors = session.scalars(select(AuditLog.actor).where(AuditLog.action == "undo")).all()
    assert actors == [getpass.getuser()]


def test_a_bug_shows_and_logs_no_text_of_a_document(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def bug(_engine: Engine) -> None:
        raise RuntimeError("SALARY 2500.00")

    monkeypatch.setattr("app.web.todo.views.waiting", bug)
    with served(site(Desk(engine), None)) as address:
        page = httpx2.get(address)
    assert (page.status_code, "RuntimeError" in page.text) == (500, True)
    assert page.headers["cache-control"] == "no-store"
    said = capfd.readouterr()
    assert "SALARY" not in page.text + said.err + said.out


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "http://["])
def test_a_decision_from_another_site_is_not_taken(engine: Engine, origin: str | None) -> None:
    headers = {} if origin is None else {"Origin": origin}
    with served(site(Desk(engine), None)) as address:
        refused = httpx2.post(f"{address}/imports/1/undo", headers=headers)
    assert refused.status_code == 403


def test_a_page_may_not_be_kept_framed_or_made_to_run_anything(engine: Engine) -> None:
    with served(site(Desk(engine), None)) as address:
        headers = httpx2.get(address).headers
    assert headers["cache-control"] == "no-store"
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_this_machine_may_be_served_without_a_password(host: str) -> None:
    check_host(host, None)


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "::", "127.0.0.2", "books.example"])
def test_others_may_be_served_only_with_one(host: str) -> None:
    with pytest.raises(WebOpen, match="TIEOUT_WEB_PASSWORD"):
        check_host(host, None)
    check_host(host, "sesame")
