"""Why something was refused or went wrong, with a remedy that a page has, and no command."""

from __future__ import annotations

from typing import Final

from app.texts import refused as texts_refused
from app.wording import stored_errors
from app.wording.language import _, marked
from db.errors import TieoutError
from db.visible import shown
from pipeline.review.errors import CannotResolve

_TEXTS: Final = marked(texts_refused.REFUSED)
_WHY: Final = marked(texts_refused.WHY)


def refused_text(error: TieoutError) -> str:
    """Why it was refused, with a remedy that is on the page."""
    text = _TEXTS.get(error.code)
    if text is None:
        return error.message(_)
    facts = {name: shown(fact) for name, fact in error.facts.items()}
    if error.code == CannotResolve.code:
        why = str(facts["why"])
        facts["why"] = _(_WHY.get(why, why))
    return _(text).format_map(facts)


def error_text(code: str | None, message: str | None) -> str:
    """The same of an error that was stored as a sentence."""
    return stored_errors.error_text(code, message, _TEXTS)
