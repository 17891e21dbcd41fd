"""Images are only sent to models that see: others fail in odd ways, or answer without looking."""

from __future__ import annotations

from collections.abc import Iterable

from tools.errors import ModelBlindError
from tools.messages import Message


def refuse_images(model: str, messages: Iterable[Message]) -> None:
    """Raises ModelBlindError if any message has an image."""
    if any(message.images for message in messages):
        raise ModelBlindError(model=model)
