"""The database tells the time, whatever the clock of the process says."""

import time
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Engine, text

from db.models import utc_now
from db.session import database_now, read_only, unit_of_work
from tests.support.clocks import clock_ahead


def now(engine: Engine) -> datetime:
    with read_only(engine) as session:
        return database_now(session)


def test_it_is_the_present_moment_in_utc(engine: Engine) -> None:
    before = utc_now()
    told = now(engine)
    assert told.tzinfo is UTC
    # SQLite's clock has three decimals, and both servers of the tests are on this machine.
    assert before - timedelta(milliseconds=1) <= told <= utc_now()


@pytest.mark.parametrize("seconds", [90, -90, 86_400])
def test_a_wrong_clock_of_the_process_is_not_listened_to(engine: Engine, seconds: int) -> None:
    right = utc_now()
    with clock_ahead(seconds):
        assert abs(utc_now() - right - timedelta(seconds=seconds)) < timedelta(seconds=30)
        assert abs(now(engine) - right) < timedelta(seconds=30)


def test_the_zone_of_the_session_changes_nothing(engine: Engine) -> None:
    right = utc_now()
    with unit_of_work(engine) as session:
        if engine.dialect.name == "postgresql":
            session.execute(text("SET LOCAL TIME ZONE 'Asia/Kolkata'"))
        told = database_now(session)
    assert told.tzinfo is UTC
    assert abs(told - right) < timedelta(seconds=30)


def test_it_goes_on_inside_a_transaction(engine: Engine) -> None:
    """So that a lease that waited for a lock is not shorter for it."""
    with unit_of_work(engine) as session:
        first = database_now(session)
        time.sleep(0.05)
        assert database_now(session) - first >= timedelta(milliseconds=49)
