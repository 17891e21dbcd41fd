"""Makes any text storable: documents and files hold characters that no database takes."""

from __future__ import annotations


def storable(text: str) -> str:
    """``text`` with NUL, which PostgreSQL refuses, and halves of surrogate pairs, which no driver
    can encode, as U+FFFD.
    """
    clean = text.replace("\0", "\ufffd")
    if clean.isascii():
        return clean
    return clean.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
