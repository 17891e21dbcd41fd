"""What every test may ask for."""

from __future__ import annotations

import gc
import signal
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from tests.support.databases import (
    blank_engine,
    engine,
    postgresql_engine,
    postgresql_server,
    sqlite_compiled,
    sqlite_template,
)
from tests.support.object_store import object_store
from tests.support.passwords import cheap_passwords
from tests.support.redis import redis_server, redis_url, work_queue
from tests.support.web import browser, browser_itself, running_browser

__all__ = [
    "blank_engine",
    "browser",
    "browser_itself",
    "cheap_passwords",
    "engine",
    "object_store",
    "postgresql_engine",
    "postgresql_server",
    "redis_server",
    "redis_url",
    "running_browser",
    "sqlite_compiled",
    "sqlite_template",
    "work_queue",
]


def pytest_configure() -> None:
    """A busy machine fails no test; and what the tests start can be interrupted."""
    _at_any_pace()
    # What a shell starts beside itself ignores Ctrl-C, and so would whatever the tests start.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _at_any_pace() -> None:
    """Hypothesis measures each example by the clock on the wall, and fails what takes 200 ms."""
    settings.register_profile(
        "any pace", deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.load_profile("any pace")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end: meanwhile the collector of garbage looks for none."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
