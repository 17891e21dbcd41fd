"""Which ledger tools a run gets: the same ones for reconciling a document and for a question."""

from __future__ import annotations

from tools.ledger.compare import compare_tool
from tools.ledger.get_accounts import get_accounts_tool
from tools.ledger.get_statement import get_statement_tool
from tools.ledger.get_transactions import get_transactions_tool
from tools.ledger.visible import Sessions
from tools.ledger.workspace import Workspace
from tools.registry import Tool, ToolRegistry


def build_ledger_tools(sessions: Sessions, workspace: Workspace) -> ToolRegistry:
    """The read-only tools over the workspace: the ledger's always, the statements' if it has any.

    Nothing that writes is ever among them.
    """
    tools = [get_accounts_tool(sessions, workspace), get_transactions_tool(sessions, workspace)]
    return ToolRegistry([*tools, *_statement_tools(workspace)])


def _statement_tools(workspace: Workspace) -> list[Tool]:
    if not workspace.statements:
        return []
    tools = [get_statement_tool(workspace)]
    if workspace.compare is not None:
        tools.append(compare_tool(workspace, workspace.compare))
    return tools
