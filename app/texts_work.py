"""The texts of the page of imports as work: beside `app.texts_web`."""

from __future__ import annotations

from typing import Final

from app.language import marked

DONE: Final = {
    "retry": "{count} tried again",
    "cancel": "{count} cancelled",
    "nothing": "Nothing was chosen that this can be done to.",
}
ASK: Final = marked(
    {
        "retry": "Let {count} be tried again?",
        "cancel": "Cancel {count}?",
    }
)
ACTS: Final = {"retry": "Retry", "cancel": "Cancel"}
