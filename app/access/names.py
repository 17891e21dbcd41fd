"""Names of users and tokens: shown to people, and compared so that no two look alike."""

from __future__ import annotations

import unicodedata

_LONGEST = 64
_TOKEN = "token:"
#: As the log names programs, models, and what this program does by itself.
_OF_OTHERS = (_TOKEN, "model:")
_NOBODY = ("tieout",)


def tidy(name: str) -> str | None:
    """The name in one form of its characters; None if it can be no name."""
    plain = unicodedata.normalize("NFC", name.strip())
    return plain if 0 < len(plain) <= _LONGEST and plain.isprintable() else None


def of_person(name: str) -> str | None:
    """The same for somebody who signs in: none that the log gives to what is no person."""
    plain, key = tidy(name), compared(name)
    return None if key in _NOBODY or key.startswith(_OF_OTHERS) else plain


def of_token(name: str) -> str:
    """How the log names a program, by the name of its token."""
    return f"{_TOKEN}{name}"


def compared(name: str) -> str:
    """What two names are the same by: without case, or width of letters."""
    return unicodedata.normalize("NFKC", name.strip()).casefold()
