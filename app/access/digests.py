"""Secrets that this program makes: random, shown once, and kept as what they are compared with."""

from __future__ import annotations

import hashlib
import secrets

_BYTES = 32


def new_secret() -> str:
    """Text that nobody can guess, of letters, digits, - and _."""
    return secrets.token_urlsafe(_BYTES)


def digest(secret: str) -> str:
    """What is kept of it. It is random, so a plain hash is enough: there is nothing to guess."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
