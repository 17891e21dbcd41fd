"""The texts of the page on which documents are handed in: beside `web`."""

from __future__ import annotations

from typing import Final

from app.wording.language import marked

KNOWN: Final = "It was brought in before."
WAITS: Final = "It waits to be read."
DONE: Final = {
    "nothing": "No document was chosen, so nothing was handed in.",
    "stated": "Done: the statement is of this account, by your word.",
}
PRIORITIES: Final = marked(
    {
        "": "a few first, many after others",
        "high": "before everything else",
        "normal": "in turn",
        "low": "when nothing else waits",
    }
)
