"""The tool with which a model suggests a ledger change; committing it is a person's, elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from tools.ledger.changes import FactsPropose, Proposed
from tools.ledger.visible import AccountNotVisibleError
from tools.ledger.workspace import Workspace
from tools.registry import Tool


def facts_propose_tool(
    workspace: Workspace,
    propose: Callable[[FactsPropose], Proposed],
    *,
    needs_approval: bool = False,
) -> Tool:
    """`facts_propose` for the accounts in scope; with ``needs_approval`` the run stops for a
    person's yes before the proposal is even written."""

    def facts_propose(arguments: FactsPropose) -> Proposed:
        for change in arguments.changes:
            if change.account_id not in workspace.scope:
                raise AccountNotVisibleError(account_id=change.account_id)
        return propose(arguments)

    return Tool(
        "facts_propose",
        "Suggest ledger changes; a person decides.",
        FactsPropose,
        facts_propose,
        read_only=False,
        needs_approval=needs_approval,
    )
