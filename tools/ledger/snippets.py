"""The one form in which text of a page is shown to a model, and in which it may be cited.

`<doc="ID/p3" #12:15>…</doc>` is lines 12 to 15 of page 3, both included, counted from 1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tools.ledger.workspace import PageText

_CITATION = re.compile(r'<doc="([^"/]+)/p(\d+)" #(\d+):(\d+)>(.*?)</doc>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Snippet:
    """Some lines of a page with their address."""

    doc: str
    page: int
    first: int
    last: int
    text: str

    def render(self) -> str:
        """As shown to a model; a page cannot close the tag that surrounds it."""
        body = self.text.replace("</doc", "&lt;/doc")
        return f'<doc="{self.doc}/p{self.page}" #{self.first}:{self.last}>{body}</doc>'


def window(page: PageText, first: int, last: int) -> Snippet:
    """Lines ``first`` to ``last`` of a page, from 1, both included, cut to what the page has."""
    first, last = max(1, first), min(last, len(page.lines))
    return Snippet(page.doc, page.page, first, last, "\n".join(page.lines[first - 1 : last]))


def citations(text: str) -> list[Snippet]:
    """Every snippet that a model cites in its text."""
    return [
        Snippet(doc, int(page), int(first), int(last), body.replace("&lt;/doc", "</doc"))
        for doc, page, first, last, body in _CITATION.findall(text)
    ]


def stands_on_page(cited: Snippet, pages: Sequence[PageText]) -> bool:
    """Whether the cited words stand, in that order, in exactly those lines of that page."""
    for page in pages:
        if (page.doc, page.page) == (cited.doc, cited.page):
            inside = 1 <= cited.first <= cited.last <= len(page.lines)
            lines = page.lines[cited.first - 1 : cited.last]
            return inside and _bare(cited.text) in _bare("\n".join(lines))
    return False


def _bare(text: str) -> str:
    return " ".join(text.split())
