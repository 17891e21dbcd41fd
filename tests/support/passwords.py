"""Passwords that are hashed for next to nothing: in most tests somebody signs in only to look."""

from collections.abc import Iterator

import pytest
from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST

from app.access import users

#: What the program itself hashes with.
own_hasher = users._hasher


@pytest.fixture(scope="session", autouse=True)
def cheap_passwords() -> Iterator[PasswordHasher]:
    """The profile that argon2 keeps for tests."""
    cheap = PasswordHasher.from_parameters(CHEAPEST)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(users, "_hasher", lambda: cheap)
        yield cheap
