"""Addresses of this room."""

from __future__ import annotations

from typing import Final

from starlette.routing import Route

ROUTES: Final[tuple[Route, ...]] = ()
