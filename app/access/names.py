"""Names of users and tokens: shown to people, and compared so that no two look alike."""

from __future__ import annotations

import unicodedata

_LONGEST = 64


def tidy(name: str) -> str | None:
    """The name in one form of its characters; None if it can be no name."""
    plain = unicodedata.normalize("NFC", name.strip())
    return plain if 0 < len(plain) <= _LONGEST and plain.isprintable() else None


def compared(name: str) -> str:
    """What two names are the same by: without case, or width of letters."""
    return unicodedata.normalize("NFKC", name.strip()).casefold()
