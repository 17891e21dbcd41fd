"""How a shape is answered: by the same writer as every `--json`."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import Response

from app.shapes.writing import json_text


def answer(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A shape as JSON."""
    return Response(json_text(value, indent=None), status, headers, "application/json")
