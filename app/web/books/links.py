"""Keeps every link, form and file of a template in the book of whoever looks at the page.

It is done where templates are compiled, so that none can forget it: what begins with / in an
attribute that holds an address gets the book's prefix, written out or computed alike.
"""

from __future__ import annotations

import re
from typing import Final

from jinja2 import pass_context
from jinja2.ext import Extension
from jinja2.runtime import Context

from app.web.books.addresses import prefix_of

_ATTRIBUTE: Final = r"(\b(?:href|src|srcset|action|formaction|poster|data-[a-z-]+)=)"
_WRITTEN: Final = re.compile(_ATTRIBUTE + r'"/(?!/)')
_COMPUTED: Final = re.compile(_ATTRIBUTE + r'"\{\{-?\s*((?:[^}"]|\}(?!\})|"[^"]*")+?)\s*-?\}\}')
_ROOT: Final = re.compile(r"<html\b")


class SiteAddress(str):
    """An address of the whole site, and not of the book that is looked at."""

    __slots__ = ()


class BookLinks(Extension):
    """Rewrites the attributes of each template that hold addresses."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002 - Jinja's signature
        """The template, whose addresses go through `at`; scripts find the prefix in data-root."""
        source = _COMPUTED.sub(r'\1"{{ at(\2) }}', source)
        source = _WRITTEN.sub(r'\1"{{ at("/") }}', source)
        return _ROOT.sub('<html data-root="{{ at("") }}"', source)


@pass_context
def at(context: Context, address: object) -> object:
    """The address, in the book that is looked at; what is no address of ours stays as it is."""
    request = context.get("request")
    prefix = prefix_of(request) if request is not None else ""
    if isinstance(address, SiteAddress) or not isinstance(address, str):
        return address
    ours = not address or (address.startswith("/") and not address.startswith("//"))
    return prefix + address if ours else address
