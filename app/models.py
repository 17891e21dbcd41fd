"""The language model that the settings name, ready to be asked; none for `offline`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.settings import Settings
    from tools.loop import ToolLoop

OFFLINE = "offline"


def language_model(settings: Settings) -> ToolLoop | None:
    """A loop around the model at its server; nothing is sent before it is asked."""
    if settings.model == OFFLINE:
        return None
    from tools.loop import ToolLoop
    from tools.providers.openai import OpenAIProvider

    provider = OpenAIProvider(settings.model, base_url=settings.base_url, api_key=settings.api_key)
    return ToolLoop(provider)
