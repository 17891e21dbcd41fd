"""Fixtures that hold for every test: cheap passwords, and no thread that outlives it."""

from collections.abc import Iterator

import pytest
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST

from app.access import users
from jobs.webhooks import delivering
from jobs.worker import background
from tests.support.waiting import PATIENCE_S

#: What the program itself hashes with.
own_hasher = users._hasher


@pytest.fixture(scope="session", autouse=True)
def cheap_passwords() -> Iterator[PasswordHasher]:
    """The profile that argon2 keeps for tests."""
    cheap = PasswordHasher.from_parameters(CHEAPEST)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(users, "_hasher", lambda: cheap)
        yield cheap


@pytest.fixture(scope="session", autouse=True)
def threads_end() -> Iterator[None]:
    """The program leaves them after seconds, for its process ends; that of the tests goes on."""
    with pytest.MonkeyPatch.context() as patched:
        for room in (background, delivering):
            patched.setattr(room, "_SECONDS_TO_END", float(PATIENCE_S))
        yield
