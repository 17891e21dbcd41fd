"""Texts as they are compared: their letters alone, without case and accents (section 3)."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

_PLAIN: Final = str.maketrans(
    {"ı": "i", "ł": "l", "ø": "o", "æ": "ae", "đ": "d", "œ": "oe"}
    | {"ي": "ی", "ى": "ی", "ك": "ک", "ة": "ه", "ـ": ""}
)


@lru_cache(maxsize=100_000)
def squeezed(text: str) -> str:
    """The letters of a text."""
    if text.isascii():
        return "".join(filter(str.isalpha, text.casefold()))
    plain = unicodedata.normalize("NFKD", text.casefold()).translate(_PLAIN)
    return "".join(c for c in plain if c.isalpha() or _is_indic_mark(c))


def _is_indic_mark(char: str) -> bool:
    return 0x0900 <= ord(char) < 0x1100 and unicodedata.category(char).startswith("M")
