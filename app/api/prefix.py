"""Where the API begins: a change that would break its users gets a new number."""

from __future__ import annotations

from typing import Final

PREFIX: Final = "/api/v1"
