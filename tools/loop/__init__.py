"""The tool loop, usable by itself: it knows no provider, no bank and no ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tools.loop.loop import ToolLoop

__all__ = ["ToolLoop"]


def __getattr__(name: str) -> object:
    """Import the loop at its first use: messages and errors are needed without it."""
    if name != "ToolLoop":
        raise AttributeError(name)
    from tools.loop.loop import ToolLoop

    return ToolLoop
