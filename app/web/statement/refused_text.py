"""Why something was refused, with a remedy that a page has, and no command of the terminal."""

from __future__ import annotations

from typing import Final

from app.texts import statement as texts_statement
from app.wording.language import _, marked
from db.errors import TieoutError
from db.visible import shown

_TEXTS: Final = marked(texts_statement.REFUSED)


def refused_text(error: TieoutError) -> str:
    """Why it was refused, with a remedy that is on the page."""
    text = _TEXTS.get(error.code)
    if text is None:
        return error.message(_)
    return _(text).format_map({name: shown(fact) for name, fact in error.facts.items()})
