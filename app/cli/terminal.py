"""A terminal that shows text and obeys none of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from db.text import visible

if TYPE_CHECKING:
    pass


class SafeConsole(Console):
    """Rich's console, which alone may move the cursor and set colours: texts cannot."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Every piece that is printed, made visible; control pieces are Rich's own."""
        for piece in super().render(renderable, options):
            yield piece if piece.control else piece._replace(text=visible(piece.text))
