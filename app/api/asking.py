"""Questions to the ledger from models that other programs run, by MCP."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.acts.offering import Offered
from app.api.problems import documented
from app.api.requests import Looks
from app.api.route import StreamRoute
from app.errors import McpMissing
from app.web.desk import desk

router: Final = APIRouter(tags=["asking"], route_class=StreamRoute, responses=documented(501))


@router.post("/mcp", include_in_schema=False)
def speak_mcp(request: Request, caller: Looks) -> Response:
    """The answer to one message of MCP's streamable HTTP."""
    try:
        from app.api.mcp import McpAnswer
    except ModuleNotFoundError:
        raise McpMissing from None

    own = desk(request)
    offered = Offered(
        own.engine,
        (f"mcp:{caller.name}",),
        proposes=True,
        marked=True,
        documents=own.documents,
        files=own.files,
    )
    return McpAnswer(offered, caller.right)
