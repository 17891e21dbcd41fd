"""Answers a browser that asks for a picture: with it, or that the one it has is still right."""

from __future__ import annotations

from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.web.desk import desk
from app.web.pictures.drawing import SCALES, USUAL_SCALE, asked, drawn, tag_of
from pipeline.pages.picture import Box

#: Kept by this person's browser alone, which asks at each look whether it is still right.
_ASKED_AGAIN: Final = "private, no-cache"
_USUAL: Final = next(name for name, scale in SCALES.items() if scale == USUAL_SCALE)


def picture_response(
    request: Request, import_id: int, page: int, box: Box | None = None
) -> Response:
    """The page, or the box of it, at the scale that the address asks for.

    Raises what `asked` and `drawn` raise.
    """
    scale = SCALES.get(request.query_params.get("scale", _USUAL))
    if scale is None:
        raise HTTPException(404)
    at = desk(request)
    key = asked(at, import_id, page, scale, box)
    headers = {"ETag": tag_of(key), "Cache-Control": _ASKED_AGAIN}
    known = request.headers.get("if-none-match", "")
    if headers["ETag"] in (tag.strip().removeprefix("W/") for tag in known.split(",")):
        return Response(status_code=304, headers=headers)
    return Response(drawn(at, key), media_type="image/png", headers=headers)
