"""What every test may ask for."""

import gc
import signal
from collections.abc import Generator
from pathlib import Path
from typing import Final

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
from tests.support.ending import threads_end
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
    "threads_end",
    "work_queue",
]


# A busy machine makes every example slow, and what chance finds is for a hunt and not for a change.
settings.register_profile(
    "alike",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("alike")


def pytest_configure() -> None:
    """What the tests start can be interrupted."""
    # What a shell starts beside itself ignores Ctrl-C, and so would whatever the tests start.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end: meanwhile the collector of garbage looks for none."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()


_TESTS: Final = Path(__file__).parent
#: What starts a server or a browser.
_SERVERS: Final = {"object_store", "postgresql_server", "redis_server", "running_browser"}
#: What starts commands, kills processes, tries thousands of requests or reads hundreds of pages: a
#: newcomer waits five minutes for the others.
_THOROUGH: Final = (
    "acceptance",
    "integration/api/test_schemathesis",
    "integration/app/acts/test_forgetting_beside",
    "integration/app/test_local_models",
    "integration/app/test_nothing_acts",
    "integration/evals",
    "integration/jobs/test_adversarial",
    "integration/jobs/test_interrupted",
    "integration/jobs/test_kill",
    "integration/jobs/test_prefetch",
    "integration/jobs/test_two_ledgers",
    "integration/jobs/test_webhooks",
    "integration/pages/test_scan",
    "integration/pipeline/test_at_once",
    "integration/pipeline/test_lagging",
    "integration/pipeline/test_lies",
    "integration/pipeline/test_many_accounts",
    "integration/pipeline/test_wrong_ledgers",
    "integration/test_forgeries",
    "integration/test_mechanisms",
    "integration/tools/test_probes",
    "integration/web/hostile",
    "integration/web/test_attacks",
    "integration/web/test_connections",
    "integration/web/test_events",
    "integration/web/test_guessing",
    "integration/web/test_picture_cache",
    "integration/web/test_requests",
    "packaging",
    "unit/pipeline/pages/test_sandbox",
)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `make test` leaves to `make test-all`, and see that all names are stable: each
    process that runs tests must call them the same, and an address is another in each.

    Raises ``UsageError``.
    """
    for item in items:
        if _is_thorough(item):
            item.add_marker("thorough")
        if " at 0x" in item.nodeid:
            raise pytest.UsageError(f"the name of this test is another each time: {item.nodeid}")


def _is_thorough(item: pytest.Item) -> bool:
    place = item.path.relative_to(_TESTS).as_posix()
    call = getattr(item, "callspec", None)
    database = call.params.get("engine", call.params.get("blank_engine")) if call else None
    starts = _SERVERS.intersection(getattr(item, "fixturenames", ()))
    return place.startswith(_THOROUGH) or database == "postgresql" or bool(starts)
