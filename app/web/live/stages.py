"""What each stage of an import is called, in the language of whoever follows it."""

from __future__ import annotations

from app.texts import terminal as texts
from app.wording.language import _


def stage_texts() -> dict[str, str]:
    """By the name that is stored."""
    return {name: _(text) for name, text in texts.STAGES.items()}
