"""The tool that gives a model what a statement's draft says, in short."""

from __future__ import annotations

from tools.argument_types import Arguments
from tools.ledger.visible import visible_statement
from tools.ledger.workspace import StatementFacts, Workspace
from tools.registry import Tool


class GetStatement(Arguments):
    """Which statement."""

    statement: str


def get_statement_tool(workspace: Workspace) -> Tool:
    """`get_statement` over the statements of this run."""

    def get_statement(arguments: GetStatement) -> StatementFacts:
        return visible_statement(workspace, arguments.statement)

    return Tool("get_statement", "A statement's facts.", GetStatement, get_statement)
