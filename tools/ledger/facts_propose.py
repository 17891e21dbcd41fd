"""The tool with which a model suggests a ledger change; committing it is a person's, elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from tools.ledger.changes import FactsPropose, Proposed
from tools.registry import Tool


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
