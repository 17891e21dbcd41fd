"""Addresses and keys of model servers, looked at before anything is sent.

What is wrong with them fails deep inside the packages otherwise, as an error of the connection or
with the key in its text.
"""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urlsplit

from tools.errors import ProviderAddressError, ProviderKeyError

_BLANK = re.compile(r"[\s\x00-\x1f\x7f]")


def check_address(base_url: str | None) -> None:
    """Raises ProviderAddressError, without the address, which may hold a password."""
    problem = None if base_url is None else _address_problem(base_url)
    if problem is not None:
        raise ProviderAddressError(problem=problem)


def check_key(key: str | None) -> None:
    """Raises ProviderKeyError, without the key."""
    if key is None:
        return
    if _BLANK.search(key):
        raise ProviderKeyError(problem="it has a space or a line break in it")
    if not key.isascii():
        raise ProviderKeyError(problem="it has a character that no key has")


def _address_problem(url: str) -> str | None:
    if _BLANK.search(url):
        return "it has a space or a line break in it"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "its host or its port is none"
    if port == 0:
        return "its port is none"
    return _without_scheme(parts) or (None if parts.hostname else "it names no host")


def _without_scheme(parts: SplitResult) -> str | None:
    known = parts.scheme in ("http", "https")
    return None if known else "it does not begin with http:// or https://"
