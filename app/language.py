"""Says a text in the language of whoever asked: the texts themselves are the catalogue's keys."""

from __future__ import annotations

from contextvars import ContextVar
from gettext import NullTranslations

#: Set for each request; a terminal speaks English.
spoken: ContextVar[NullTranslations] = ContextVar("spoken", default=NullTranslations())  # noqa: B039


def _(text: str) -> str:
    """The text in that language; where it has none, the text itself."""
    return spoken.get().gettext(text) if text else text


def counted(one: str, several: str, number: int) -> str:
    """The form of the text for that number, with ``{count}`` filled in."""
    return spoken.get().ngettext(one, several, number).format(count=number)
