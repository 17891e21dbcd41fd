"""The digits of a text, whatever script they are printed in: what two spellings are compared by."""

from __future__ import annotations

import unicodedata


def digits_of(text: str) -> str:
    """Its decimal digits as 0 to 9, without anything between them."""
    return "".join(
        str(unicodedata.decimal(char))
        for char in unicodedata.normalize("NFKC", text)
        if char.isdecimal()
    )
