"""What people try who are not let in, or not so far: forms, names, cookies, links."""

import ipaddress
import time
from collections.abc import Iterator
from typing import Literal

import pytest
from argon2 import Parameters, PasswordHasher, extract_parameters
from httpx2 import Client, HTTPTransport, Response
from sqlalchemy import Engine

from app.access import users
from app.access import users as passwords
from app.access.entrance import Entrance, Proxies
from app.access.rights import Right
from app.access.throttle import Throttle
from app.site import site
from app.web.coming_in import own_way
from app.web.desk import Desk
from app.web.routing import RoomRoute
from tests.support.books import LINES, account, dump, imported, in_review
from tests.support.guessing import Guesses, guessing
from tests.support.visiting import PASSWORD, answered, browsing, visiting
from tests.support.web import served

_OURS = ("users", "sessions", "tokens")


@pytest.fixture
def shared(engine: Engine) -> Iterator[Client]:
    """A browser before a ledger with the users Sam, who manages, and Lou, who looks."""
    in_review(engine)
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    users.add(engine, "Lou", Right.LOOK, PASSWORD)
    with visiting(Desk(engine), Entrance(engine)) as client:
        yield client


def come_in(client: Client, name: str = "sam", **more: str) -> Response:
    return client.post("/sign-in", data={"name": name, "password": PASSWORD, **more})


def books(engine: Engine) -> dict[str, list[tuple[object, ...]]]:
    """All that is remembered but who comes in."""
    return {name: rows for name, rows in dump(engine).items() if name not in _OURS}


def everything_that_changes(engine: Engine) -> list[str]:
    """Every address of the site that a form is sent to, as of import 1."""
    sent = {path: needs for path, needs in _sent_to(engine).items() if needs}
    # How the pages look to one's own browser is anybody's to say; all else changes the ledger.
    assert {path for path, needs in sent.items() if needs < Right.DECIDE} == {
        "/ask",
        "/keys",
        "/language",
    }
    return [_filled(path) for path, needs in sent.items() if needs >= Right.DECIDE]


def _sent_to(engine: Engine) -> dict[str, Right | None]:
    return {each.path: each.needs for each in routes_of(engine) if "POST" in (each.methods or ())}


def routes_of(engine: Engine) -> list[RoomRoute]:
    """Every address of the site, but for the API and its files."""
    routes = site(Desk(engine), Entrance(engine)).routes
    return [each for each in routes if isinstance(each, RoomRoute)]


def _filled(path: str) -> str:
    parts = path.split("/")
    return "/".join("1" if "id}" in part else part.replace("{decision}", "undo") for part in parts)


def test_who_may_only_look_changes_nothing_whatever_they_send(
    shared: Client, engine: Engine
) -> None:
    come_in(shared, "lou")
    assert shared.get("/imports/1").status_code == 200
    before, sent = books(engine), everything_that_changes(engine)
    assert len(sent) >= 2
    for path in sent:
        refused = shared.post(path, data={"seen": "x", "only": "1", "sha256": "x"})
        assert (refused.status_code, "right_missing" in refused.text) == (403, True), path
    assert books(engine) == before


def test_who_may_decide_does_not_say_who_may_come_in(shared: Client, engine: Engine) -> None:
    users.add(engine, "Alex", Right.DECIDE, PASSWORD)
    come_in(shared, "alex")
    assert shared.get("/accept-all").status_code == 200
    before = {name: dump(engine)[name] for name in ("users", "tokens")}
    ways = [each for each in routes_of(engine) if each.needs is Right.MANAGE]
    assert len(ways) >= 9
    for each in ways:
        for method in each.methods or ():
            assert shared.request(method, _filled(each.path)).status_code == 403, each.path
    assert {name: dump(engine)[name] for name in ("users", "tokens")} == before


def test_who_is_not_signed_in_changes_nothing_either(shared: Client, engine: Engine) -> None:
    before = books(engine)
    for path in everything_that_changes(engine):
        assert shared.post(path, data={"seen": "x"}).status_code == 401, path
    assert books(engine) == before


def test_every_address_needs_a_right_but_where_one_signs_in_and_out(engine: Engine) -> None:
    open_to_all = {
        getattr(each, "path", "")
        for each in site(Desk(engine), Entrance(engine)).routes
        if not (isinstance(each, RoomRoute) and each.needs is not None)
    }
    # The API asks for its tokens itself.
    assert open_to_all == {"/sign-in", "/sign-out", "/static", "/api/v1"}


def test_names_and_payees_are_text(engine: Engine) -> None:
    hostile = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
    account(engine, LINES[:2], name=hostile)
    imported(engine, name=hostile)
    users.add(engine, hostile[:60], Right.MANAGE, PASSWORD)
    with visiting(Desk(engine), Entrance(engine)) as client:
        come_in(client, hostile[:60])
        shown = [client.get(path).text for path in ("/", "/work", "/imports/1")]
        client.cookies.clear()
        shown.append(come_in(client, hostile, password="wrong").text)
    assert not [text for text in shown if "<script>alert" in text or "<img src=x" in text]
    assert "&lt;script&gt;" in shown[-1]


def test_a_form_of_another_site_is_not_taken_with_our_cookie(
    shared: Client, engine: Engine
) -> None:
    come_in(shared)
    before = books(engine)
    for said in (
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        *({"Sec-Fetch-Site": said} for said in ("cross-site", "same-site", "none")),
        {"Origin": str(shared.base_url).rstrip("/") + ".evil.example"},
    ):
        for path in ("/imports/1/undo", "/sign-in", "/sign-out"):
            assert shared.post(path, headers=said).status_code == 403
    assert books(engine) == before
    assert shared.get("/").status_code == 200


OUTWARD = (
    *("/static/../site.py", "/static/%2e%2e/site.py", "/static/..%2fsite.py"),
    *("/static/..%5csite.py", "/static//etc/passwd", "/static/%00"),
    *("/imports/..%2f1", "/static", "/work/"),
)


def test_no_path_leads_out(shared: Client) -> None:
    come_in(shared)
    for path in OUTWARD:
        answer = shared.get(path)
        assert answer.status_code in (400, 404, 405), path
        assert "location" not in answer.headers, path


def test_a_session_that_somebody_prepared_is_not_the_one_that_is_signed_in(
    shared: Client, engine: Engine
) -> None:
    cookie = f"tieout-{shared.base_url.port}"
    come_in(shared, "lou")
    prepared = shared.cookies[cookie]
    # Lou has put the own cookie into Sam's browser, who signs in.
    come_in(shared, "sam")
    assert shared.cookies[cookie] != prepared
    assert Entrance(engine).by_session(prepared) is None


def test_of_two_sessions_that_a_browser_sends_neither_counts_and_both_end(
    shared: Client, engine: Engine
) -> None:
    """A page of a neighbouring host can put a cookie of the same name beside the own one."""
    cookie = f"tieout-{shared.base_url.port}"
    secrets = []
    for name in ("sam", "lou"):
        come_in(shared, name)
        secrets.append(shared.cookies[cookie])
        shared.cookies.clear()
    own, put = (f"{cookie}={each}" for each in secrets)
    for both in (f"{own}; {put}", f"{put};{own}", f"{own}; {cookie}=", f'{own}; {cookie}="{put}"'):
        assert shared.get("/work", headers={"Cookie": both}).status_code == 303
        assert "two_sessions" in shared.get("/sign-in", headers={"Cookie": both}).text
    for same in (own, f"{own}; {own}", f"a=b;{own};c", f"{own}; {put.replace('tieout', 'Tieout')}"):
        assert shared.get("/work", headers={"Cookie": same}).status_code == 200
    many = "; ".join([own, put, *(f"{cookie}={number}" for number in range(500))])
    assert shared.post("/sign-out", headers={"Cookie": many}).status_code == 303
    assert [Entrance(engine).by_session(each) for each in secrets] == [None, None]


def test_choosing_a_language_leads_to_no_other_site(shared: Client) -> None:
    come_in(shared)
    for way in ("https://evil.example", "//evil.example", "/\\evil.example", "x"):
        come = shared.post("/language", data={"lang": "de", "back": way})
        assert (come.status_code, come.headers["location"]) == (303, "/"), way


@pytest.mark.parametrize("change", ["", "x", "-1", "' OR 1=1 --", "a" * 43, "\xff\xfe"])
def test_a_cookie_that_was_tampered_with_is_worth_nothing(shared: Client, change: str) -> None:
    come_in(shared)
    cookie = f"tieout-{shared.base_url.port}"
    tampered = change + shared.cookies[cookie][len(change) :] + change
    with browsing(str(shared.base_url)) as other:
        head = f"{cookie}={tampered}" if change else f"{cookie}="
        raw = {b"Cookie": head.encode("latin-1"), b"Accept": b"text/html"}
        assert other.get("/", headers=raw).status_code == 303


@pytest.mark.parametrize(
    "way",
    [
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "javascript:alert(1)",
        "evil.example",
        "/work\r\nSet-Cookie: a=b",
        "/work\u2028",
        "",
    ],
)
def test_signing_in_leads_to_no_other_site(shared: Client, way: str) -> None:
    come = come_in(shared, next=way)
    assert come.headers["location"] == "/"
    assert len(come.headers.get_list("set-cookie")) == 2  # the session, and the browser
    assert own_way(way) == "/"


def test_a_page_that_is_looked_at_takes_no_other_method(shared: Client, engine: Engine) -> None:
    come_in(shared)
    before = books(engine)
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "POST", "PROPFIND"):
        assert shared.request(method, "/imports/1").status_code in (403, 405), method
    assert books(engine) == before


def test_a_password_is_not_taken_from_the_address(shared: Client) -> None:
    shared.get("/sign-in", params={"name": "sam", "password": PASSWORD})
    assert shared.get("/").status_code == 303


def test_a_form_that_is_too_large_is_refused_before_it_is_read(shared: Client) -> None:
    head = f"POST /sign-in HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nContent-Length: {10**12}"
    assert answered(str(shared.base_url), head).startswith("413")


def test_nor_is_more_read_of_one_that_does_not_say_how_large_it_is(
    shared: Client,
) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b"a" * 16 * 1024

    form = {"Content-Type": "application/x-www-form-urlencoded"}
    refused = shared.post("/sign-in", content=endless(), headers=form)
    assert refused.status_code == 413


def test_a_range_of_a_file_is_a_range_and_too_many_are_none(shared: Client) -> None:
    some = shared.get("/static/tieout.css", headers={"Range": "bytes=0-9"})
    assert (some.status_code, len(some.content)) == (206, 10)
    ranges = ",".join(f"{start}-" for start in range(2000))
    many = shared.get("/static/tieout.css", headers={"Range": f"bytes={ranges}"})
    assert len(many.content) < 100_000


def test_a_name_that_is_not_there_costs_as_much_as_one_that_is(
    engine: Engine, cheap_passwords: PasswordHasher, monkeypatch: pytest.MonkeyPatch
) -> None:
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    compared: list[Parameters] = []

    class Watched(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
            compared.append(extract_parameters(str(hash)))
            return super().verify(hash, password)

    watched = Watched.from_parameters(extract_parameters(cheap_passwords.hash("")))
    monkeypatch.setattr(passwords, "_hasher", lambda: watched)
    for name in ("sam", "nobody"):
        assert users.known(engine, name, "wrong password") is None
    there, absent = compared
    assert there == absent


GUESSER = "127.0.0.2"
#: What the one who guesses may tell of where others come from, if that is believed.
BELIEVED = Proxies((ipaddress.ip_network(GUESSER),))
SECONDS = 2.5
#: How slow a machine may be that does all of this at once; else it is a second or two.
PATIENCE = 40.0


def comes_in(address: str, name: str) -> float:
    """In how many seconds they do, from where nobody guesses; they try again as they are told."""
    began = time.monotonic()
    transport = HTTPTransport(local_address="127.0.0.3")
    said = {"Origin": address}
    with Client(base_url=address, transport=transport, headers=said, timeout=60) as client:
        while time.monotonic() - began < PATIENCE:
            answer = client.post("/sign-in", data={"name": name, "password": PASSWORD})
            if answer.status_code == 303:
                break
            assert answer.status_code == 503, answer.text
            time.sleep(0.5)
        return time.monotonic() - began


@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    ("names", "told", "proxies"),
    [
        (("sam",), 0, Proxies()),
        (("sam", "lou", "name{number}"), 0, Proxies()),
        # What it says of other addresses is not believed.
        (("sam",), 100_000, Proxies()),
        (("name{number}",), 100_000, BELIEVED),
    ],
    ids=["one name", "many names", "forged addresses", "many addresses"],
)
def test_six_hundred_wrong_passwords_a_second_let_nobody_in_and_keep_nobody_out(
    engine: Engine,
    caplog: pytest.LogCaptureFixture,
    names: tuple[str, ...],
    told: int,
    proxies: Proxies,
) -> None:
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    users.add(engine, "Lou", Right.LOOK, PASSWORD)
    entrance = Entrance(engine, proxies=proxies)
    with served(site(Desk(engine), entrance)) as address:
        attack = Guesses(address, 600, SECONDS, names, told, GUESSER)
        with guessing(attack) as process, browsing(address) as visitor:
            time.sleep(1.0)
            took = [comes_in(address, name) for name in ("sam", "lou")]
            assert visitor.get("/sign-in").status_code == 200
            answers = process.result()
    assert max(took) < PATIENCE
    assert answers["sent"] > 20
    assert set(answers) <= {"sent", "lost", "401", "429", "503"}
    if proxies is not BELIEVED:
        # Ten passwords were compared, and one more after each wait of 1, 2 and 4 seconds.
        assert answers["401"] <= 15
    failed = [each for each in caplog.records if each.message == "sign-in failed"]
    held = [each for each in caplog.records if each.message == "sign-ins held back"]
    assert 0 < len(failed) <= answers["401"] + 60
    assert len(held) <= 2


def test_who_came_in_from_there_before_comes_in_while_everybody_guesses_the_name(
    engine: Engine,
) -> None:
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    entrance = Entrance(engine, proxies=BELIEVED)
    with served(site(Desk(engine), entrance)) as address:
        assert comes_in(address, "sam") < PATIENCE
        with guessing(Guesses(address, 600, SECONDS, ("sam",), 100_000, GUESSER)):
            time.sleep(1.0)
            assert comes_in(address, "sam") < PATIENCE


def test_a_browser_that_came_in_before_comes_in_from_where_others_guess(engine: Engine) -> None:
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    entrance = Entrance(engine, throttle=Throttle(lambda: 0.0))
    form, said = {"name": "sam", "password": PASSWORD}, []
    with served(site(Desk(engine), entrance)) as address:
        headers = {"Origin": address}
        home, office = (HTTPTransport(local_address=f"127.0.0.{n}") for n in (3, 2))
        with Client(base_url=address, transport=home, headers=headers) as client:
            said.append(client.post("/sign-in", data=form).status_code)
            kept = {name: value for name, value in client.cookies.items() if "browser" in name}
        with Client(base_url=address, transport=office, headers=headers) as client:
            for _ in range(11):
                client.post("/sign-in", data={"name": "sam", "password": "wrong"})
            said.append(client.post("/sign-in", data=form).status_code)
            client.cookies.update(kept)
            said.append(client.post("/sign-in", data=form).status_code)
    assert said == [303, 429, 303]
