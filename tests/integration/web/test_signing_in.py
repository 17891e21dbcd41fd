"""How people come in: by a link, a password, or a proxy that names them."""

import ipaddress
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from httpx2 import Client, Response
from sqlalchemy import Engine, select, update

from app.access import sessions, users
from app.access.entrance import Entrance, Links, Proxies, proxies_of
from app.access.errors import NobodyCanSignIn, ProxiesNotNamed
from app.access.rights import Right
from app.access.throttle import Throttle
from app.environment.settings import Settings
from app.errors import SettingInvalid
from app.site import entrance_of, site
from app.web.desk import Desk
from app.web.guard import as_forwarded
from db.models import WebSession, utc_now
from tests.support.books import all_of, dump, execute_in
from tests.support.visiting import PASSWORD, browsing, visiting
from tests.support.web import served


@pytest.fixture
def links() -> Links:
    return Links()


@pytest.fixture
def own(engine: Engine, links: Links) -> Iterator[Client]:
    """A browser before the site of one person, not let in yet."""
    pages = site(Desk(engine), Entrance(engine, links))
    with served(pages) as address, browsing(address) as client:
        yield client


@pytest.fixture
def shared(engine: Engine) -> Iterator[Client]:
    """A browser before a site with the user Sam, who manages it."""
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    with visiting(Desk(engine), Entrance(engine)) as client:
        yield client


def sign_in(client: Client, **given: str) -> Response:
    return client.post("/sign-in", data={"name": "sam", "password": PASSWORD, **given})


def test_a_link_lets_in_once_and_leads_to_a_page_without_it(own: Client, links: Links) -> None:
    link = f"/sign-in?token={links.new()}"
    assert own.get("/").headers["location"] == "/sign-in"
    come = own.get(link)
    assert (come.status_code, come.headers["location"]) == (303, "/")
    assert own.get("/").status_code == 200
    assert own.post("/sign-out").headers["location"] == "/sign-in"
    spent = own.get(link)
    assert (spent.status_code, "tieout web" in spent.text) == (410, True)
    assert own.get("/").status_code == 303


def test_only_looking_whether_a_link_is_there_does_not_use_it_up(own: Client, links: Links) -> None:
    link = f"/sign-in?token={links.new()}"
    own.head(link)
    assert own.get(link).status_code == 303


def test_who_is_in_already_may_use_a_spent_link(own: Client, links: Links) -> None:
    link = f"/sign-in?token={links.new()}"
    own.get(link)
    assert own.get(link).headers["location"] == "/"


@pytest.mark.parametrize("path", ["/", "/imports/1", "/work", "/imports/1/pages/1.png"])
def test_without_a_session_no_page_is_shown(own: Client, path: str) -> None:
    assert own.get(path).headers["location"].startswith("/sign-in")
    picture = own.get(path, headers={"Accept": "image/png"})
    assert (picture.status_code, "not_signed_in" in picture.text) == (401, True)


def test_a_user_signs_in_comes_back_to_the_page_and_signs_out(shared: Client) -> None:
    asked = shared.get("/work?page=2")
    assert asked.headers["location"] == "/sign-in?next=/work%3Fpage%3D2"
    page = shared.get(asked.headers["location"])
    assert 'name="next" value="/work?page=2"' in page.text
    come = sign_in(shared, next="/work?page=2")
    assert (come.status_code, come.headers["location"]) == (303, "/work?page=2")
    assert shared.get("/work").status_code == 200
    secret = next(iter(shared.cookies.values()))
    shared.post("/sign-out")
    assert shared.get("/work").status_code == 303
    # And whoever kept the cookie has nothing of it.
    again = shared.get("/work", headers={"Cookie": f"{_cookie_name(shared)}={secret}"})
    assert again.status_code == 303


def _cookie_name(client: Client) -> str:
    return f"tieout-{client.base_url.port}"


@pytest.mark.parametrize(
    "given", [{"password": "wrong"}, {"name": "nobody"}, {"password": ""}, {"name": ""}]
)
def test_a_wrong_password_and_a_wrong_name_look_alike(
    shared: Client, given: dict[str, str]
) -> None:
    refused = sign_in(shared, **given)
    assert (refused.status_code, "sign_in_failed" in refused.text) == (401, True)
    assert PASSWORD not in refused.text
    assert not shared.cookies


def test_the_cookie_is_for_this_site_and_no_script(shared: Client) -> None:
    said = sign_in(shared).headers["set-cookie"].lower()
    assert "httponly" in said
    assert "samesite=lax" in said
    assert "path=/" in said
    assert "domain" not in said


def test_the_database_holds_nothing_that_one_could_come_in_with(
    shared: Client, engine: Engine
) -> None:
    sign_in(shared)
    held = str(dump(engine))
    assert next(iter(shared.cookies.values())) not in held
    assert PASSWORD not in held
    assert "$argon2id$" in held


@pytest.mark.parametrize("change", ["role", "password", "remove"])
def test_a_session_ends_with_what_it_rested_on(shared: Client, engine: Engine, change: str) -> None:
    users.add(engine, "Alex", Right.MANAGE, PASSWORD)
    sign_in(shared)
    assert shared.get("/").status_code == 200
    if change == "role":
        users.set_role(engine, "sam", Right.LOOK)
    elif change == "password":
        users.set_password(engine, "sam", "another seven chairs")
    else:
        users.remove(engine, "sam")
    assert shared.get("/").status_code == 303


@pytest.mark.parametrize(("column", "after"), [("seen_at", sessions.IDLE), ("created_at", None)])
def test_a_session_ends_by_itself(
    shared: Client, engine: Engine, column: str, after: object
) -> None:
    sign_in(shared)
    long = sessions.IDLE if after else sessions.WHOLE
    for before, status in ((long * 0.9, 200), (long * 1.1, 303)):
        execute_in(engine, update(WebSession).values({column: utc_now() - before}))
        assert shared.get("/").status_code == status


def test_a_session_that_is_over_is_dropped_when_somebody_comes_in(
    shared: Client, engine: Engine
) -> None:
    sign_in(shared)
    execute_in(engine, update(WebSession).values(seen_at=utc_now() - sessions.IDLE * 2))
    shared.cookies.clear()
    sign_in(shared)
    assert len(all_of(engine, select(WebSession.id))) == 1


def test_the_session_of_one_persons_site_is_worth_nothing_on_a_shared_one(
    engine: Engine, links: Links
) -> None:
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    own = Entrance(engine, links).by_link(links.new())
    assert Entrance(engine, links).by_session(own) is not None
    assert Entrance(engine).by_session(own) is None


def test_a_failure_is_logged_without_what_was_typed(
    shared: Client, caplog: pytest.LogCaptureFixture
) -> None:
    sign_in(shared, password="my old secret")
    sign_in(shared, name="my other secret")
    failed = [vars(each) for each in caplog.records if each.message == "sign-in failed"]
    assert [(each["address"], each["user"]) for each in failed] == [
        ("127.0.0.1", "Sam"),
        ("127.0.0.1", "unknown"),
    ]
    assert "secret" not in str(failed)


def test_after_many_wrong_passwords_one_is_told_how_long_to_wait(engine: Engine) -> None:
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    # No second passes between two tries, however slow the machine is.
    entrance = Entrance(engine, throttle=Throttle(lambda: 0.0))
    with visiting(Desk(engine), entrance) as client:
        refused = [sign_in(client, password=f"wrong {number}") for number in range(12)]
        waiting = sign_in(client)
    assert [each.status_code for each in refused[:10]] == [401] * 10
    assert (waiting.status_code, "too_many_tries" in waiting.text) == (429, True)
    assert int(waiting.headers["retry-after"]) >= 1


HERE = (ipaddress.ip_network("127.0.0.1/32"),)
ELSEWHERE = (ipaddress.ip_network("10.0.0.7/32"),)


@contextmanager
def behind(engine: Engine, proxies: Proxies) -> Iterator[Client]:
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
