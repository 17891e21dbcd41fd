"""Texts as they are compared: their letters alone, without case and accents (section 3)."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

_PLAIN: Final = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "æ": "ae", "đ": "d", "œ": "oe"})


@lru_cache(maxsize=100_000)
def squeezed(text: str) -> str:
    """The letters of a text."""
    if text.isascii():
        return "".join(filter(str.isalpha, text.casefold()))
    plain = unicodedata.normalize("NFKD", text.casefold()).translate(_PLAIN)
    return "".join(filter(str.isalpha, plain))
