"""Makes any text storable: documents and files hold characters that no database takes."""

from __future__ import annotations


def storable(text: str) -> str:
    """``text`` with NUL, which PostgreSQL refuses, and halves of surrogate pairs, which no driver
    can encode, as U+FFFD.
    """
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
