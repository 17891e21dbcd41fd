"""What a tool says to a cursor that it never gave."""

from __future__ import annotations

from typing import ClassVar

from tools.errors import ToolError


class CursorError(ToolError):
    """That cursor is none that this tool gave."""

    code: ClassVar[str] = "cursor_invalid"
    hint: ClassVar[str | None] = "use next_cursor as it was given, or leave it out"
    field: ClassVar[str | None] = "cursor"
