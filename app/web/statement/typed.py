"""What a person had typed into a form that was refused, so that nobody types it again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping

#: The form in which a person states what the page does not say; it names no act.
STATED = "state"


def typed_in(form: Mapping[str, object]) -> Callable[[str], Mapping[str, str]]:
    """What the form of an act is filled with: nothing, unless it is the one that was refused."""
    texts = {name: text for name, text in form.items() if isinstance(text, str)}
    refused = texts.get("act", STATED)

    def typed(act: str) -> Mapping[str, str]:
        return defaultdict(str, texts if texts and act == refused else {})

    return typed
