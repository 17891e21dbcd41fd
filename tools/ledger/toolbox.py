"""Which ledger tools a run gets, with those that suggest a change."""

from __future__ import annotations

from collections.abc import Callable

from tools.ledger.drafts import compare_tool, get_lines_tool, get_statement_tool
from tools.ledger.get_accounts import get_accounts_tool
from tools.ledger.get_transactions import get_transactions_tool
from tools.ledger.recorded_statements import recorded_tools
from tools.ledger.search_statement import search_statement_tool
from tools.ledger.workspace import (
    DraftPatch,
    FactsPropose,
    Patched,
    Proposed,
    Sessions,
    Workspace,
    visible_statement,
)
from tools.loop.registry import Tool, ToolRegistry


def build_ledger_tools(sessions: Sessions, workspace: Workspace) -> ToolRegistry:
    """The tools over a workspace: the ledger's always, the statements' if it has any.

    Nothing that changes the ledger is ever among them; what mends a draft or suggests a change
    is only if the workspace offers it.
    """
    tools = [get_accounts_tool(sessions, workspace), get_transactions_tool(sessions, workspace)]
    return ToolRegistry([*tools, *_statement_tools(workspace), *_suggesting_tools(workspace)])


def _statement_tools(workspace: Workspace) -> list[Tool]:
    if workspace.recorded is not None:
        return recorded_tools(workspace.recorded, workspace.shown)
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
