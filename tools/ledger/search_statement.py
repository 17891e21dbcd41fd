"""Finds places on a statement's pages, as many as a token budget allows."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import Field

from tools.ledger.workspace import Arguments, ShownPage, Workspace, visible_statement
from tools.loop.registry import Tool
from tools.loop.tokens import top_k_for_budget, within_budget

_LINES = 6
_STEP = 4
_WORD = re.compile(r"\w+(?:[.,]\d+)*")


class SearchStatement(Arguments):
    """What to look for; without a hint the pages' beginning is shown."""

    statement: str
    hint: str | None = Field(default=None, max_length=200)
    token_budget: int = Field(default=800, ge=100, le=4_000)


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """Where a snippet is, and the snippet."""

    page: int
    first: int
    last: int
    score: int
    snippet: str


@dataclass(frozen=True, slots=True)
class SnippetAnswer:
    """The best places, and how many there were; a note when nothing was found."""

    total: int
    places: tuple[FoundPlace, ...]
    note: str | None = None


def search_statement_tool(workspace: Workspace) -> Tool:
    """`search_statement` over the pages of this run's statements."""

    def search_statement(arguments: SearchStatement) -> SnippetAnswer:
        visible_statement(workspace, arguments.statement)
        pages = workspace.pages(arguments.statement) if workspace.pages else ()
        return search(pages, arguments.hint or "", arguments.token_budget)

    return Tool(
        "search_statement",
        "Find text on a statement's pages.",
        SearchStatement,
        search_statement,
    )


def search(pages: Sequence[ShownPage], hint: str, token_budget: int) -> SnippetAnswer:
    """The windows of lines that share most words with the hint, best first."""
    words = _words(hint)
    scored = [(len(words & _words(each.text)), each) for page in pages for each in _windows(page)]
    hits = [(score, each) for score, each in scored if score or not words]
    # Sorting keeps the order of the pages among equals.
    best = sorted(hits, key=lambda pair: -pair[0])[: top_k_for_budget(token_budget)]
    rendered = [each.render() for _, each in best]
    fitting = within_budget(rendered, token_budget)
    places = [_place(*pair, text) for pair, text in zip(best, rendered, strict=True)]
    return SnippetAnswer(len(hits), tuple(places[:fitting]), None if hits else _note(pages))


def _windows(page: ShownPage) -> "list[Snippet]":
    starts = range(1, max(2, len(page.lines) - (_LINES - _STEP) + 1), _STEP)
    return [window(page, start, start + _LINES - 1) for start in starts if page.lines]


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(text)}


def _place(score: int, snippet: "Snippet", text: str) -> FoundPlace:
    return FoundPlace(snippet.page, snippet.first, snippet.last, score, text)


def _note(pages: Sequence[ShownPage]) -> str:
    if not pages:
        return "this statement has no text; answer with what you have"
    return "nothing found; try fewer or other words, an amount, or no hint"


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


def window(page: ShownPage, first: int, last: int) -> Snippet:
    """Lines ``first`` to ``last`` of a page, from 1, both included, cut to what the page has."""
    first, last = max(1, first), min(last, len(page.lines))
    return Snippet(page.doc, page.page, first, last, "\n".join(page.lines[first - 1 : last]))
