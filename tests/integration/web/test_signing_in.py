"""How people come in: by a link once, by a password, by a proxy; and what ends it."""

from collections.abc import Iterator

import httpx2
import pytest
from sqlalchemy import Engine, select, update

from app.access import sessions, users
from app.access.entrance import Entrance, Links
from app.access.rights import Right
from app.access.throttle import Throttle
from app.site import site
from app.web.desk import Desk
from db.models import WebSession, utc_now
from db.session import read_only, unit_of_work
from tests.support.books import dump
from tests.support.visiting import PASSWORD, browsing, visiting
from tests.support.web import served


@pytest.fixture
def links() -> Links:
    return Links()


@pytest.fixture
def own(engine: Engine, links: Links) -> Iterator[httpx2.Client]:
    """A browser before the site of one person, not let in yet."""
    pages = site(Desk(engine), Entrance(engine, links))
    with served(pages) as address, browsing(address) as client:
        yield client


@pytest.fixture
def shared(engine: Engine) -> Iterator[httpx2.Client]:
    """A browser before a site with the user Sam, who manages it."""
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    with visiting(Desk(engine), Entrance(engine)) as client:
        yield client


def sign_in(client: httpx2.Client, **given: str) -> httpx2.Response:
    return client.post("/sign-in", data={"name": "sam", "password": PASSWORD, **given})


def test_a_link_lets_in_once_and_leads_to_a_page_without_it(
    own: httpx2.Client, links: Links
) -> None:
    link = f"/sign-in?token={links.new()}"
    assert own.get("/").headers["location"] == "/sign-in"
    come = own.get(link)
    assert (come.status_code, come.headers["location"]) == (303, "/")
    assert own.get("/").status_code == 200
    assert own.post("/sign-out").headers["location"] == "/sign-in"
    spent = own.get(link)
    assert (spent.status_code, "tieout web" in spent.text) == (410, True)
    assert own.get("/").status_code == 303


def test_only_looking_whether_a_link_is_there_does_not_use_it_up(
    own: httpx2.Client, links: Links
) -> None:
    link = f"/sign-in?token={links.new()}"
    own.head(link)
    assert own.get(link).status_code == 303


def test_who_is_in_already_may_use_a_spent_link(own: httpx2.Client, links: Links) -> None:
    link = f"/sign-in?token={links.new()}"
    own.get(link)
    assert own.get(link).headers["location"] == "/"


@pytest.mark.parametrize("path", ["/", "/imports/1", "/work", "/imports/1/pages/1.png"])
def test_without_a_session_no_page_is_shown(own: httpx2.Client, path: str) -> None:
    assert own.get(path).headers["location"].startswith("/sign-in")
    picture = own.get(path, headers={"Accept": "image/png"})
    assert (picture.status_code, "not_signed_in" in picture.text) == (401, True)


def test_a_user_signs_in_comes_back_to_the_page_and_signs_out(shared: httpx2.Client) -> None:
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


def _cookie_name(client: httpx2.Client) -> str:
    return f"tieout-{client.base_url.port}"


@pytest.mark.parametrize(
    "given", [{"password": "wrong"}, {"name": "nobody"}, {"password": ""}, {"name": ""}]
)
def test_a_wrong_password_and_a_wrong_name_look_alike(
    shared: httpx2.Client, given: dict[str, str]
) -> None:
    refused = sign_in(shared, **given)
    assert (refused.status_code, "sign_in_failed" in refused.text) == (401, True)
    assert PASSWORD not in refused.text
    assert not shared.cookies


def test_the_cookie_is_for_this_site_and_no_script(shared: httpx2.Client) -> None:
    said = sign_in(shared).headers["set-cookie"].lower()
    assert "httponly" in said
    assert "samesite=lax" in said
    assert "path=/" in said
    assert "domain" not in said


def test_the_database_holds_nothing_that_one_could_come_in_with(
    shared: httpx2.Client, engine: Engine
) -> None:
    sign_in(shared)
    held = str(dump(engine))
    assert next(iter(shared.cookies.values())) not in held
    assert PASSWORD not in held
    assert "$argon2id$" in held


@pytest.mark.parametrize("change", ["role", "password", "remove"])
def test_a_session_ends_with_what_it_rested_on(
    shared: httpx2.Client, engine: Engine, change: str
) -> None:
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
    shared: httpx2.Client, engine: Engine, column: str, after: object
) -> None:
    sign_in(shared)
    long = sessions.IDLE if after else sessions.WHOLE
    for before, status in ((long * 0.9, 200), (long * 1.1, 303)):
        with unit_of_work(engine) as session:
            session.execute(update(WebSession).values({column: utc_now() - before}))
        assert shared.get("/").status_code == status


def test_a_session_that_is_over_is_dropped_when_somebody_comes_in(
    shared: httpx2.Client, engine: Engine
) -> None:
    sign_in(shared)
    with unit_of_work(engine) as session:
        session.execute(update(WebSession).values(seen_at=utc_now() - sessions.IDLE * 2))
    shared.cookies.clear()
    sign_in(shared)
    with read_only(engine) as session:
        assert len(session.scalars(select(WebSession.id)).all()) == 1


def test_the_session_of_one_persons_site_is_worth_nothing_on_a_shared_one(
    engine: Engine, links: Links
) -> None:
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    own = Entrance(engine, links).by_link(links.new())
    assert Entrance(engine, links).by_session(own) is not None
    assert Entrance(engine).by_session(own) is None


def test_a_failure_is_logged_without_what_was_typed(
    shared: httpx2.Client, caplog: pytest.LogCaptureFixture
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
