"""The tool loop, usable by itself: it knows no provider, no bank and no ledger."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..providers.anthropic import AnthropicProvider
    from ..providers.openai import OpenAIProvider
    from ..providers.responses import ResponsesProvider
    from .errors import ToolError
    from .loop import ToolLoop
    from .messages import assistant, system, user
    from .outcome import Capture, Limits, LoopResult, Status
    from .registry import Tool, tool
    from .registry import ToolRegistry as Registry
    from .run_state import Task

__all__ = [
    "AnthropicProvider",
    "Capture",
    "Limits",
    "LoopResult",
    "OpenAIProvider",
    "Registry",
    "ResponsesProvider",
    "Status",
    "Task",
    "Tool",
    "ToolError",
    "ToolLoop",
    "assistant",
    "system",
    "tool",
    "user",
]

_PLACES = {
    "..providers.anthropic": ("AnthropicProvider",),
    "..providers.openai": ("OpenAIProvider",),
    "..providers.responses": ("ResponsesProvider",),
    ".errors": ("ToolError",),
    ".loop": ("ToolLoop",),
    ".messages": ("assistant", "system", "user"),
    ".outcome": ("Capture", "Limits", "LoopResult", "Status"),
    ".registry": ("Tool", "tool", "Registry"),
    ".run_state": ("Task",),
}


def __getattr__(name: str) -> object:
    """Import a part of the loop at its first use: messages and errors are needed without it."""
    for place, names in _PLACES.items():
        if name in names:
            module = import_module(place, __name__)
            return getattr(module, "ToolRegistry" if name == "Registry" else name)
    raise AttributeError(name)
