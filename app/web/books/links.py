"""Keeps every link, form and file of a template in the book of whoever looks at the page.

It is done where templates are compiled, so that none can forget it: what begins with / in an
attribute that holds an address gets the book's prefix, written out or computed alike.
"""

from __future__ import annotations

import re
from typing import Final

from jinja2.ext import Extension

from app.web.books.addresses import prefix_here

#: Of data, those whose names say that they are addresses: others hold any text.
_ATTRIBUTE: Final = r"(\b(?:data-(?:[a-z]+-)*)?(?:href|src|action|formaction|address|url)=)"
_WRITTEN: Final = re.compile(_ATTRIBUTE + r'"/(?!/)')
_COMPUTED: Final = re.compile(_ATTRIBUTE + r'"\{\{-?\s*((?:[^}"]|\}(?!\})|"[^"]*")+?)\s*-?\}\}')
_ROOT: Final = re.compile(r"<html\b")


class SiteAddress(str):
    """An address of the whole site, and not of the book that is looked at."""

    __slots__ = ()


class BookLinks(Extension):
    """Rewrites the attributes of each template that hold addresses."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002 - Jinja's signature
        """The template, its addresses led into the book; scripts find the prefix in data-root."""
        source = _COMPUTED.sub(r'\1"{{ led_into_book(\2) }}', source)
        source = _WRITTEN.sub(r'\1"{{ led_into_book("/") }}', source)
        return _ROOT.sub('<html data-root="{{ prefix_here() }}"', source)


def led_into_book(address: object) -> object:
    """The address, in the book that is looked at; what is no address of ours stays as it is."""
    if isinstance(address, SiteAddress) or not isinstance(address, str):
        return address
    ours = address.startswith("/") and not address.startswith("//")
    return prefix_here() + address if ours else address
