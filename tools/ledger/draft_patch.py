"""The tool with which a model mends a misread line: only with what stands on the page."""

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
        "Mend misread values of a statement's lines; each must stand on the page.",
        DraftPatch,
        draft_patch,
        read_only=False,
    )
