"""The tool with which a model says what the page's words are: only with what stands there."""

from __future__ import annotations

from collections.abc import Callable

from tools.ledger.changes import DraftPatch, Patched
from tools.ledger.visible import visible_statement
from tools.ledger.workspace import Workspace
from tools.registry import Tool


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
