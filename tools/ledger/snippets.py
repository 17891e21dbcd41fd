"""The one form in which text of a page is shown to a model, with the address of its lines.

`<doc="ID/p3" #12:15>…</doc>` is lines 12 to 15 of page 3, both included, counted from 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from tools.ledger.workspace import PageText


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
