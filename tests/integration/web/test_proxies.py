"""Behind a reverse proxy: what it says is believed, and what others say is not."""

import ipaddress
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2
import pytest
from sqlalchemy import Engine

from app.access import users
from app.access.entrance import Entrance, Proxies, proxies_of
from app.access.errors import NobodyCanSignIn, ProxiesNotNamed
from app.access.rights import Right
from app.environment.settings import Settings
from app.errors import SettingInvalid
from app.site import entrance_of
from app.web.desk import Desk
from app.web.guard import as_forwarded
from tests.support.visiting import PASSWORD, visiting

HERE = (ipaddress.ip_network("127.0.0.1/32"),)
ELSEWHERE = (ipaddress.ip_network("10.0.0.7/32"),)


@contextmanager
def behind(engine: Engine, proxies: Proxies) -> Iterator[httpx2.Client]:
    with visiting(Desk(engine), Entrance(engine, proxies=proxies)) as client:
        yield client


def test_whom_the_proxy_names_is_signed_in_with_their_role(engine: Engine) -> None:
    users.add(engine, "Zoë", Right.LOOK, None)
    with behind(engine, Proxies(HERE, "Remote-User")) as client:
        named = {b"Remote-User": "zoë".encode(), b"Accept": b"text/html"}
        assert client.get("/", headers=named).status_code == 200
        assert client.get("/").status_code == 303
        refused = client.post("/imports/1/undo", headers={b"Remote-User": "zoë".encode()})
        assert (refused.status_code, "right_missing" in refused.text) == (403, True)


def test_whom_it_names_and_nobody_added_is_refused_unless_a_role_is_set(engine: Engine) -> None:
    named = {"Remote-User": "stranger"}
    with behind(engine, Proxies(HERE, "Remote-User")) as client:
        refused = client.get("/", headers=named)
        assert (refused.status_code, "proxy_user_unknown" in refused.text) == (403, True)
    with behind(engine, Proxies(HERE, "Remote-User", Right.LOOK)) as client:
        assert client.get("/", headers=named).status_code == 200
        for name in ("a\u202eb".encode(), b"x" * 65):
            assert client.get("/", headers={b"Remote-User": name}).status_code == 403


def test_from_anywhere_else_the_header_says_nothing(engine: Engine) -> None:
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    with behind(engine, Proxies(ELSEWHERE, "Remote-User", Right.MANAGE)) as client:
        said = {"Remote-User": "sam", "X-Forwarded-For": "10.0.0.7", "Forwarded": "for=10.0.0.7"}
        assert client.get("/", headers=said).status_code == 303


def test_two_names_are_none(engine: Engine) -> None:
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    with behind(engine, Proxies(HERE, "Remote-User", Right.MANAGE)) as client:
        twice = [("Remote-User", "sam"), ("Remote-User", "mallory"), ("Accept", "text/html")]
        assert client.get("/", headers=twice).status_code == 403


def test_what_another_sites_page_sends_to_the_api_is_refused_though_the_proxy_names_who_it_is(
    engine: Engine,
) -> None:
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    with behind(engine, Proxies(HERE, "Remote-User")) as client:
        said = {"Remote-User": "sam", "Content-Type": "application/json"}
        new = b'{"name": "Till", "currency": "EUR"}'
        foreign = {**said, "Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
        assert client.post("/api/v1/accounts", headers=foreign, content=new).status_code == 403
        assert client.post("/api/v1/accounts", headers=said, content=new).status_code == 201


def test_a_refusal_is_in_the_form_that_a_program_reads(engine: Engine) -> None:
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    with behind(engine, Proxies(HERE, "Remote-User")) as client:
        said = {"Remote-User": "sam", "Origin": "https://evil.example"}
        refused = client.post("/api/v1/accounts", headers=said, content=b"{}")
        unknown = client.get("/api/v1/accounts", headers={"Remote-User": "stranger"})
        nowhere = client.get("/api/v1")
        page = client.post("/work/1/retry", headers=said)
    assert [each.json()["code"] for each in (refused, unknown, nowhere)] == [
        "wrong_origin",
        "proxy_user_unknown",
        "not_found",
    ]
    assert [each.status_code for each in (refused, unknown, nowhere)] == [403, 403, 404]
    assert refused.headers["content-type"] == "application/problem+json"
    assert page.headers["content-type"].startswith("text/plain")


def test_over_https_the_cookie_is_for_https_alone(engine: Engine) -> None:
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    with behind(engine, Proxies(HERE)) as client:
        origin = {"Origin": str(client.base_url).rstrip("/").replace("http://", "https://")}
        given = {"name": "sam", "password": PASSWORD}
        said = {"X-Forwarded-Proto": "https", **origin}
        cookie = client.post("/sign-in", data=given, headers=said).headers["set-cookie"]
        assert cookie.startswith("__Host-tieout=")
        assert "secure" in cookie.lower()
        # What a page sent in the clear is not from our pages then.
        clear = {"X-Forwarded-Proto": "https"}
        assert client.post("/sign-in", data=given, headers=clear).status_code == 403


@pytest.mark.parametrize(
    ("told", "taken"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("6.6.6.6, 203.0.113.9", "203.0.113.9"),
        ("6.6.6.6, 203.0.113.9, 127.0.0.1", "203.0.113.9"),
        ("", "127.0.0.1"),
        ("203.0.113.9:4711", "203.0.113.9"),
        ("[2001:db8::9]:4711", "2001:db8::9"),
        ("2001:DB8::9", "2001:db8::9"),
        # What is no address says nothing of where somebody is.
        ("x" * 20_000, "127.0.0.1"),
        ("203.0.113.9, unknown", "127.0.0.1"),
    ],
)
def test_the_address_is_the_last_that_no_proxy_of_ours_has(told: str, taken: str) -> None:
    headers = [(b"x-forwarded-for", told.encode())]
    scope = {"type": "http", "client": ("127.0.0.1", 1), "scheme": "http", "headers": headers}
    assert as_forwarded(scope, Proxies(HERE))["client"][0] == taken
    assert as_forwarded(scope, Proxies(ELSEWHERE))["client"][0] == "127.0.0.1"


def test_how_people_come_in_follows_from_users_host_and_proxy(engine: Engine) -> None:
    proxied = Settings(web_proxies="10.0.0.7", web_user_header="Remote-User")
    assert entrance_of(Settings(), engine, "127.0.0.1").local
    for chosen, host in ((Settings(), "0.0.0.0"), (proxied, "127.0.0.1")):
        with pytest.raises(NobodyCanSignIn):
            entrance_of(chosen, engine, host)
    assert not entrance_of(proxied.over(web_proxy_right="look"), engine, "0.0.0.0").local
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "192.168.1.5"):
        assert not entrance_of(Settings(), engine, host).local


def test_settings_that_cannot_be_meant_are_refused() -> None:
    with pytest.raises(ProxiesNotNamed):
        proxies_of(Settings(web_user_header="Remote-User"))
    with pytest.raises(SettingInvalid, match="TIEOUT_WEB_PROXIES"):
        proxies_of(Settings(web_proxies="proxy.example"))
