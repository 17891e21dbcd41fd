"""The tools on statements on record and their pages, and which ledger tools a run gets."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from pydantic import Field

from db.words import Verdict
from tools.ledger.drafts import compare_tool, get_lines_tool, get_statement_tool
from tools.ledger.get_accounts import get_accounts_tool
from tools.ledger.get_transactions import get_transactions_tool
from tools.ledger.workspace import (
    Arguments,
    DraftPatch,
    FactsPropose,
    IsoDate,
    Patched,
    Proposed,
    Sessions,
    ShownPage,
    Whole,
    Workspace,
    names_of,
    table,
    visible_statement,
)
from tools.loop.registry import Tool, ToolRegistry
from tools.loop.tokens import top_k_for_budget, within_budget


class FindStatements(Arguments):
    """Statements that reach into the days from ``start_date`` to ``end_date``, newest first."""

    import_id: Whole | None = None
    account_id: Whole | None = None
    start_date: IsoDate | None = None
    end_date: IsoDate | None = None
    verdict: Verdict | None = None
    limit: int = Field(default=20, ge=1, le=50)


class GetDifferences(Arguments):
    """Which statement, as find_statements names it."""

    statement: str


@dataclass(frozen=True, slots=True)
class RecordedStatement:
    """One statement on record; what it counts as differences is open."""

    statement: str
    account: str | None
    account_id: int | None
    currency: str | None
    first_day: date | None
    last_day: date | None
    opening: Decimal | None
    closing: Decimal | None
    line_count: int
    verdict: str
    difference_count: int


@dataclass(frozen=True, slots=True)
class OpenDifference:
    """One thing that differs: the statement's lines by number, the ledger's entries by id. Where
    they are asked for, ``page`` and ``box`` (left, top, right, bottom, in points) are the place of
    its figure."""

    kind: str
    lines: tuple[int, ...]
    entries: tuple[int, ...]
    date: date | None
    amount: Decimal | None
    ledger_amount: Decimal | None
    description: str
    reason: str
    page: int | None = None
    box: tuple[Decimal, ...] | None = None


@dataclass(frozen=True, slots=True)
class RecordedDifferences:
    """What is open on one statement; ``etag`` names that state of it."""

    etag: str
    account_id: int | None
    currency: str
    verdict: str
    differences: tuple[OpenDifference, ...]


@dataclass(frozen=True, slots=True)
class RecordedAnswers:
    """How the pipeline answers both tools."""

    find: Callable[[FindStatements], tuple[list[RecordedStatement], int]]
    differences: Callable[[str], RecordedDifferences]


@dataclass(frozen=True, slots=True)
class StatementsAnswer:
    """The first of them; ``total_rows`` counts all."""

    total_rows: int
    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]


@dataclass(frozen=True, slots=True)
class Open:
    """The open differences of a statement."""

    statement: str
    account_id: int | None
    etag: str
    currency: str
    verdict: str
    total_differences: int
    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]


def recorded_tools(recorded: RecordedAnswers, masked: Callable[[str], str]) -> list[Tool]:
    """`find_statements` and `get_differences`, their texts as ``masked`` shows them."""

    def find_statements(asked: FindStatements) -> StatementsAnswer:
        found, total = recorded.find(asked)
        named = [replace(each, account=each.account and masked(each.account)) for each in found]
        shown = table(names_of(RecordedStatement), named)
        return StatementsAnswer(total, shown.columns, shown.rows)

    def get_differences(asked: GetDifferences) -> Open:
        found = recorded.differences(asked.statement)
        told = [replace(each, description=masked(each.description)) for each in found.differences]
        shown = table(names_of(OpenDifference), told)
        return Open(
            statement=asked.statement,
            account_id=found.account_id,
            etag=found.etag,
            currency=found.currency,
            verdict=found.verdict,
            total_differences=len(found.differences),
            columns=shown.columns,
            rows=shown.rows,
        )

    return [
        Tool("find_statements", "Statements on record.", FindStatements, find_statements),
        Tool("get_differences", "What differs on a statement.", GetDifferences, get_differences),
    ]


def build_ledger_tools(
    sessions: Sessions, workspace: Workspace, recorded: RecordedAnswers | None = None
) -> ToolRegistry:
    """The tools over a workspace: the ledger's always, the statements' if it has any; or those on
    statements on record, where a person asks and no document is at hand.

    Nothing that changes the ledger is ever among them; what mends a draft or suggests a change
    is only if the workspace offers it.
    """
    tools = [get_accounts_tool(sessions, workspace), get_transactions_tool(sessions, workspace)]
    tools += recorded_tools(recorded, workspace.shown) if recorded else _statement_tools(workspace)
    return ToolRegistry([*tools, *_suggesting_tools(workspace)])


def _statement_tools(workspace: Workspace) -> list[Tool]:
    if not workspace.statements:
        return []
    tools = [get_statement_tool(workspace)]
    if workspace.compare is not None:
        tools.append(compare_tool(workspace, workspace.compare))
    if workspace.lines is not None:
        tools.append(get_lines_tool(workspace))
    if workspace.pages is not None:
        tools.append(search_statement_tool(workspace))
    return tools


def _suggesting_tools(workspace: Workspace) -> list[Tool]:
    tools = []
    if workspace.patch is not None:
        tools.append(draft_patch_tool(workspace, workspace.patch))
    if workspace.propose is not None:
        tools.append(facts_propose_tool(workspace.propose))
    return tools


def draft_patch_tool(workspace: Workspace, patch: Callable[[DraftPatch], Patched]) -> Tool:
    """`draft_patch` over the drafts of this run; ``patch`` checks etag, lock and page."""

    def draft_patch(arguments: DraftPatch) -> Patched:
        visible_statement(workspace, arguments.statement)
        return patch(arguments)

    return Tool(
        "draft_patch",
        "Say which words of the page are which row or fact; each must stand on its line.",
        DraftPatch,
        draft_patch,
        read_only=False,
    )


def facts_propose_tool(propose: Callable[[FactsPropose], Proposed]) -> Tool:
    """`facts_propose`; ``propose`` writes down what waits for a person, and refuses what is out of
    scope, locked, or no open difference."""
    return Tool(
        "facts_propose",
        "Suggest what mends a statement's differences; a person decides.",
        FactsPropose,
        propose,
        read_only=False,
    )


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
