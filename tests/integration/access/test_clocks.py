"""The clock goes back or forward under sessions, tries and keys: nobody comes in by that, or is
kept out for ever."""

from datetime import timedelta

import pytest
from sqlalchemy import Engine

from app.access import sessions
from app.access.entrance import Links
from app.access.rights import Right
from app.access.sessions import SignedIn
from app.access.throttle import Throttle
from db import outside
from db.models import AnsweredRequest, WebSession
from db.outside import KeyedRequest
from db.session import unit_of_work
from tests.support.clocks import clock_ahead

HOUR = timedelta(hours=1)
ASKED = KeyedRequest("token:1", "key-1", "0" * 64)


def clock_goes(engine: Engine, by: timedelta) -> None:
    """What was written stands earlier by as much as the clock goes forward."""
    with unit_of_work(engine) as session:
        for row in session.query(WebSession):
            for name in ("created_at", "seen_at"):
                setattr(row, name, getattr(row, name) - by)
        for request in session.query(AnsweredRequest):
            request.created_at -= by


@pytest.mark.parametrize(
    ("by", "stands"),
    [
        (HOUR, True),
        (-HOUR, True),
        (timedelta(hours=9), False),
        # Begun while the clock was wrong by a year, it would be open for a year.
        (timedelta(days=-365), False),
        (timedelta(hours=-9), False),
    ],
)
def test_a_session_stands_as_long_as_the_clock_is_nearly_right(
    engine: Engine, by: timedelta, stands: bool
) -> None:
    secret = sessions.begin(engine, SignedIn("sam", Right.LOOK))
    clock_goes(engine, by)
    assert (sessions.found(engine, secret, local=True) is not None) == stands
    # Whoever comes in now has the others that are over dropped, and no more.
    sessions.begin(engine, SignedIn("lou", Right.LOOK))
    clock_goes(engine, -by)
    assert (sessions.found(engine, secret, local=True) is not None) == stands


@pytest.mark.parametrize("seconds", [3600.0, -3600.0])
def test_a_wait_is_as_long_whatever_the_clock_says(seconds: float) -> None:
    throttle = Throttle()
    while not throttle.take("sam", "10.0.0.1", is_user=True):
        pass
    with clock_ahead(seconds):
        assert 1 <= throttle.take("sam", "10.0.0.1", is_user=True) <= 2
        links = Links()
        secret = links.new()
    assert [links.take(secret), links.take(secret)] == [True, False]


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_what_was_answered_is_answered_the_same_whatever_the_clock_says(
    engine: Engine, by: timedelta
) -> None:
    with unit_of_work(engine) as session:
        assert outside.begin(session, ASKED) is None
        outside.end(session, ASKED, 201, {}, b"done")
    clock_goes(engine, by)
    with unit_of_work(engine) as session:
        again = outside.begin(session, ASKED)
    assert again is not None
    assert (again.status, again.body) == (201, b"done")


def test_a_request_that_goes_on_while_the_clock_goes_back_is_not_carried_out_twice(
    engine: Engine,
) -> None:
    with unit_of_work(engine) as session:
        outside.begin(session, ASKED)
    clock_goes(engine, -HOUR)
    with unit_of_work(engine) as session:
        assert outside.begin(session, ASKED) is not None
    # Whoever took a key while the clock was wrong by a year, and died, does not keep it.
    clock_goes(engine, timedelta(days=-365))
    with unit_of_work(engine) as session:
        assert outside.begin(session, ASKED) is None
