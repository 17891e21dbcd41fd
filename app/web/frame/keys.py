"""The keys that pages hear, as the list behind `?` names them; `static/keys.js` acts on them."""

from __future__ import annotations

from typing import Final

from app.wording.language import marked

#: The cookie that says that a person wants no single keys.
COOKIE: Final = "keys"

#: A title, and what each key does, in the order of the list.
KEYS: Final = (
    (
        marked("Everywhere"),
        (
            ("/", marked("search")),
            ("?", marked("this list")),
            ("u", marked("upload")),
            ("g t", marked("go to To do")),
            ("g s", marked("go to Statements")),
            ("g a", marked("go to Accounts")),
            ("g c", marked("go to Coverage")),
            ("g h", marked("go to History")),
            ("g w", marked("go to Work")),
            ("Esc", marked("leave a field or close a window")),
        ),
    ),
    (
        marked("In a list"),
        (
            ("j", marked("next")),
            ("k", marked("previous")),
            ("Enter", marked("open")),
        ),
    ),
    (
        marked("On a statement"),
        (
            ("j", marked("next difference")),
            ("k", marked("previous difference")),
            ("Space", marked("tick or untick it")),
            ("[", marked("previous statement that waits")),
            ("]", marked("next statement that waits")),
        ),
    ),
)
