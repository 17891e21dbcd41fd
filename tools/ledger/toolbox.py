"""Which ledger tools a run gets: the same ones for reconciling a document and for a question."""

from __future__ import annotations

from tools.ledger.compare import compare_tool
from tools.ledger.draft_patch import draft_patch_tool
from tools.ledger.facts_propose import facts_propose_tool
from tools.ledger.get_accounts import get_accounts_tool
from tools.ledger.get_lines import get_lines_tool
from tools.ledger.get_statement import get_statement_tool
from tools.ledger.get_transactions import get_transactions_tool
from tools.ledger.recorded_statements import recorded_tools
from tools.ledger.search_statement import search_statement_tool
from tools.ledger.visible import Sessions
from tools.ledger.workspace import Workspace
from tools.registry import Tool, ToolRegistry


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
