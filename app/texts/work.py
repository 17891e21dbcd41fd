"""The texts of the page of imports as work: beside `web`."""

from __future__ import annotations

from typing import Final

from app.wording.language import marked

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
