"""Who is let in to the review pages, and whose decisions are taken."""

from __future__ import annotations

import httpx2
import pytest
from sqlalchemy import Engine

from app.errors import WebOpen
from app.web.guard import check_host
from app.web.pages import Pages
from app.web.site import site
from tests.support.web import served


def test_without_a_password_only_this_machine_is_answered(engine: Engine) -> None:
    with served(site(Pages(engine), None)) as address:
        assert httpx2.get(address).status_code == 200
        # What a browser says after somebody's own name server has sent it here.
        fooled = httpx2.get(address, headers={"Host": "evil.example"})
    assert fooled.status_code == 401


def test_with_a_password_whoever_knows_it_is_let_in(engine: Engine) -> None:
    with served(site(Pages(engine), "sésame")) as address:
        answers = [
            httpx2.get(address, auth=given).status_code
            for given in (None, ("me", "wrong"), ("me", "sésame"))
        ]
        assert httpx2.get(f"{address}/static/tieout.css").status_code == 401
    assert answers == [401, 401, 200]


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example"])
def test_a_decision_from_another_site_is_not_taken(engine: Engine, origin: str | None) -> None:
    headers = {} if origin is None else {"Origin": origin}
    with served(site(Pages(engine), None)) as address:
        refused = httpx2.post(f"{address}/imports/1/undo", headers=headers)
    assert refused.status_code == 403


def test_a_page_may_not_be_kept_framed_or_made_to_run_anything(engine: Engine) -> None:
    with served(site(Pages(engine), None)) as address:
        headers = httpx2.get(address).headers
    assert headers["cache-control"] == "no-store"
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_this_machine_may_be_served_without_a_password(host: str) -> None:
    check_host(host, None)


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "::", "books.example"])
def test_others_may_be_served_only_with_one(host: str) -> None:
    with pytest.raises(WebOpen, match="TIEOUT_WEB_PASSWORD"):
        check_host(host, None)
    check_host(host, "sesame")
