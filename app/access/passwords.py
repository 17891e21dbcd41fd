"""Passwords of users: which may be taken, and how they are kept and compared."""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from app.access.errors import PasswordCommon, PasswordTooLong, PasswordTooShort
from app.errors import WebMissing

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST: Final = 12
LONGEST: Final = 256
_FEWEST_DIFFERENT: Final = 5
_MOST_AROUND_A_WORD: Final = 6
#: What is tried first, as lists of leaked passwords have it, without what is put around a word.
_WORDS: Final = (
    *("password", "passwort", "motdepasse", "contrasena", "welcome", "letmein", "changeme"),
    *("administrator", "iloveyou", "trustno1", "princess", "sunshine", "football", "baseball"),
    *("qwertyuiop", "qwertzuiop", "azertyuiop", "qwerty", "1q2w3e4r5t", "1qaz2wsx3edc", "abc123"),
    *("secret", "master", "dragon", "monkey", "superman", "correcthorsebatterystaple", "tieout"),
)
#: The hash of nothing that anybody could type: an unknown name takes as long as a known one.
_NOBODY: Final = "\ue000 nobody"


def check(password: str, name: str = "") -> None:
    """Raises ``PasswordTooShort``, ``PasswordTooLong`` or ``PasswordCommon``."""
    if len(password) < SHORTEST:
        raise PasswordTooShort(shortest=SHORTEST)
    if len(password) > LONGEST:
        raise PasswordTooLong(longest=LONGEST)
    plain = password.casefold()
    words = (*_WORDS, name.casefold()) if name else _WORDS
    if len(set(plain)) < _FEWEST_DIFFERENT or _is_a_run(plain) or _is_around(plain, words):
        raise PasswordCommon


def hashed(password: str) -> str:
    """What is kept of it. Raises ``WebMissing``."""
    return _hasher().hash(_one_form(password))


def fits(password: str, kept: str | None) -> bool:
    """Whether it is the one that was kept; as slow without one. Raises ``WebMissing``."""
    from argon2.exceptions import InvalidHashError, VerificationError

    try:
        right = _hasher().verify(kept or _hash_of_nobody(), _one_form(password))
    except (VerificationError, InvalidHashError):
        return False
    return right and kept is not None


def is_outdated(kept: str) -> bool:
    """Whether it was hashed with less than what is asked for today."""
    return _hasher().check_needs_rehash(kept)


@cache
def _hasher() -> PasswordHasher:
    try:
        from argon2 import PasswordHasher
    except ModuleNotFoundError:
        raise WebMissing from None
    return PasswordHasher()


@cache
def _hash_of_nobody() -> str:
    return hashed(_NOBODY)


def _one_form(password: str) -> bytes:
    """Keyboards write one letter in several ways."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")


def _is_a_run(plain: str) -> bool:
    """Whether each character is the one after, or before, the one before it, as in 123456789012."""
    digits = [int(char) if char.isdecimal() else ord(char) for char in plain]
    steps = {(after - before) % 10 for before, after in pairwise(digits)}
    return steps in ({1}, {9})


def _is_around(plain: str, words: tuple[str, ...]) -> bool:
    """Whether it is one of the words, once or again and again, with little around it."""
    rests = (plain.replace(word, "") for word in words if word in plain)
    return any(len(rest) < _MOST_AROUND_A_WORD for rest in rests)
