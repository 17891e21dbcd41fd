"""Threads of the program that a test began end with it: none is left in the next test's ledger."""

from collections.abc import Iterator

import pytest

from jobs.webhooks import delivering
from jobs.worker import background
from tests.support.waiting import PATIENCE_S


@pytest.fixture(scope="session", autouse=True)
def threads_end() -> Iterator[None]:
    """The program leaves them after seconds, for its process ends; that of the tests goes on."""
    with pytest.MonkeyPatch.context() as patched:
        for room in (background, delivering):
            patched.setattr(room, "_SECONDS_TO_END", float(PATIENCE_S))
        yield
