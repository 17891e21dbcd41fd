"""People and Your account: who may come in is said in the browser as at the terminal."""

import re
from collections.abc import Iterator

import pytest
from httpx2 import Client, Response
from sqlalchemy import Engine, select

from app.access import sessions, users
from app.access.entrance import Entrance, Links
from app.access.rights import Right
from app.web.desk import Desk
from db.models import AuditLog, WebSession
from tests.support.books import all_of, one_of
from tests.support.visiting import PASSWORD, browsing, visiting
from tests.support.waiting import until

OTHER = "eight green tables"


@pytest.fixture
def sam(engine: Engine) -> Iterator[Client]:
    """The browser of Sam, who manages, before a site with Lou, who looks."""
    users.add(engine, "Sam", Right.MANAGE, PASSWORD)
    users.add(engine, "Lou", Right.LOOK, PASSWORD)
    with visiting(Desk(engine), Entrance(engine)) as client:
        assert come_in(client, "Sam").status_code == 303
        yield client


@pytest.fixture
def lou(sam: Client) -> Iterator[Client]:
    """The browser of Lou, at the same site."""
    with browsing(str(sam.base_url).rstrip("/")) as client:
        assert come_in(client, "Lou").status_code == 303
        yield client


def come_in(client: Client, name: str, password: str = PASSWORD) -> Response:
    return client.post("/sign-in", data={"name": name, "password": password})


def done(engine: Engine) -> list[tuple[str, str]]:
    rows = all_of(engine, select(AuditLog).order_by(AuditLog.id))
    return [(row.actor, row.action) for row in rows]


def test_a_user_is_added_with_a_password_and_comes_in(sam: Client, engine: Engine) -> None:
    form = {"name": "Alex", "role": "decide", "password": OTHER, "again": OTHER}
    added = sam.post("/people/add", data=form)
    assert added.headers["location"] == "/people?said=added"
    assert "Alex" in sam.get("/people").text
    with browsing(str(sam.base_url).rstrip("/")) as alex:
        assert come_in(alex, "alex", OTHER).status_code == 303
    assert done(engine)[-1] == ("Sam", "user_add")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"again": "another"}, "passwords_differ"),
        ({"password": "x", "again": "x"}, "password_too_short"),
        ({"name": "sam"}, "user_there"),
        ({"name": "a\u202eb"}, "user_name_invalid"),
    ],
)
def test_what_cannot_be_added_is_said_on_the_page(
    sam: Client, engine: Engine, change: dict[str, str], code: str
) -> None:
    form = {"name": "Alex", "role": "decide", "password": OTHER, "again": OTHER}
    refused = sam.post("/people/add", data=form | change)
    assert (refused.status_code, code in refused.text) == (409, True)
    assert OTHER not in refused.text
    assert len(users.listed(engine)) == 2


def test_another_role_ends_the_sessions_and_the_last_manager_stays(
    sam: Client, lou: Client, engine: Engine
) -> None:
    assert lou.get("/").status_code == 200
    assert sam.post("/people/role", data={"name": "Lou", "role": "decide"}).status_code == 303
    assert lou.get("/").status_code == 303
    refused = sam.post("/people/role", data={"name": "Sam", "role": "look"})
    assert (refused.status_code, "last_manager" in refused.text) == (409, True)
    assert done(engine)[-1] == ("Sam", "user_role")


def test_sessions_are_seen_and_ended_one_by_one_or_all(
    sam: Client, lou: Client, engine: Engine
) -> None:
    with browsing(str(sam.base_url).rstrip("/")) as second:
        come_in(second, "Lou")
        shown = sam.get("/people/user?name=Lou").text
        numbers = re.findall(r'name="session" value="(\d+)"', shown)
        assert len(numbers) == 2
        ended = {"name": "Lou", "session": numbers[0]}
        assert sam.post("/people/sign-out", data=ended).status_code == 303
        assert (second.get("/").status_code, lou.get("/").status_code) == (303, 200)
    again = sam.post("/people/sign-out", data=ended)
    assert (again.status_code, "no_such_session" in again.text) == (409, True)
    sam.post("/people/sign-out", data={"name": "Lou"})
    assert lou.get("/").status_code == 303
    assert done(engine)[-1] == ("Sam", "session_end")


def test_a_session_of_another_user_is_not_ended_by_its_number(
    sam: Client, lou: Client, engine: Engine
) -> None:
    own = one_of(engine, select(WebSession).where(WebSession.name == "Sam"))
    assert lou.post("/account/sign-out", data={"session": str(own.id)}).status_code == 409
    assert sam.get("/").status_code == 200


def test_a_password_is_set_and_a_user_removed(sam: Client, lou: Client, engine: Engine) -> None:
    form = {"name": "Lou", "password": OTHER, "again": OTHER}
    assert sam.post("/people/password", data=form).status_code == 303
    assert lou.get("/").status_code == 303
    assert come_in(lou, "Lou").status_code == 401
    assert come_in(lou, "Lou", OTHER).status_code == 303
    assert sam.post("/people/remove", data={"name": "Lou"}).status_code == 303
    assert lou.get("/").status_code == 303
    assert sam.get("/people/user?name=Lou").status_code == 404
    assert done(engine)[-2:] == [("Sam", "user_password"), ("Sam", "user_remove")]


def test_a_token_is_shown_once_and_revoked(sam: Client, engine: Engine) -> None:
    made = sam.post("/people/token", data={"name": "shop", "role": "decide"})
    (secret,) = re.findall(r"tieout_[0-9a-f]{12}_[\w-]{43}", made.text)
    found = sessions.holder(engine, secret)
    assert found is not None
    assert found.right is Right.DECIDE
    assert secret not in sam.get("/people").text
    sam.post("/people/revoke", data={"token": str(found.id)})
    assert sessions.holder(engine, secret) is None
    twice = sam.post("/people/revoke", data={"token": str(found.id)})
    assert (twice.status_code, "no_such_token" in twice.text) == (409, True)
    assert done(engine)[-2:] == [("Sam", "token_add"), ("Sam", "token_revoke")]


@pytest.mark.parametrize("path", ["/people", "/people/user?name=Sam"])
def test_who_does_not_manage_sees_nothing_of_it(lou: Client, path: str) -> None:
    assert lou.get(path).status_code == 403
    assert "/people" not in lou.get("/").text
    assert "/account" in lou.get("/").text


def test_one_changes_the_own_password_and_stays_signed_in_here_alone(
    sam: Client, lou: Client, engine: Engine
) -> None:
    with browsing(str(sam.base_url).rstrip("/")) as second:
        come_in(second, "Lou")
        form = {"now": PASSWORD, "password": OTHER, "again": OTHER}
        changed = lou.post("/account/password", data=form)
        assert changed.headers["location"] == "/account?said=password"
        assert lou.get("/account").status_code == 200
        assert second.get("/account").status_code == 303
    assert done(engine)[-1] == ("Lou", "user_password")
    assert users.known(engine, "lou", OTHER) is not None


def test_not_without_the_one_before_and_guesses_are_slowed_down(
    lou: Client, engine: Engine
) -> None:
    form = {"now": "not it", "password": OTHER, "again": OTHER}
    assert "password_wrong" in lou.post("/account/password", data=form).text
    until(lambda: "too_many_tries" in lou.post("/account/password", data=form).text)
    assert users.known(engine, "lou", PASSWORD) is not None
    assert lou.get("/account").status_code == 200


def test_whoever_runs_the_server_adds_the_first_user(engine: Engine) -> None:
    with visiting(Desk(engine), Entrance(engine, Links())) as own:
        assert "/people" in own.get("/").text
        assert own.get("/account").status_code == 404
        form = {"name": "Sam", "role": "manage", "password": OTHER, "again": OTHER}
        assert own.post("/people/add", data=form).status_code == 303
    assert [each.name for each in users.listed(engine)] == ["Sam"]


def test_one_without_a_password_comes_by_a_proxy(sam: Client, engine: Engine) -> None:
    form = {"name": "Kim", "role": "look", "password": "", "again": "", "proxy_only": "yes"}
    assert sam.post("/people/add", data=form).status_code == 303
    assert {each.name: each.has_password for each in users.listed(engine)}["Kim"] is False
