"""Says a text in the language of whoever asked: the texts themselves are the catalogue's keys."""

from __future__ import annotations

from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path
from typing import Final, TypeVar

DOMAIN: Final = "tieout"
LOCALES: Final = Path(__file__).parents[1] / "locale"
ENGLISH: Final = "en"
#: What can be chosen, each by its own name.
LANGUAGES: Final = ((ENGLISH, "English"), ("de", "Deutsch"), ("fr", "Français"))

#: Set for each request; a terminal speaks English.
spoken: ContextVar[NullTranslations] = ContextVar("spoken", default=NullTranslations())  # noqa: B039

Texts = TypeVar("Texts")


def _(text: str) -> str:
    """The text in that language; where it has none, the text itself."""
    return spoken.get().gettext(text) if text else text


def counted(one: str, several: str, number: int) -> str:
    """The form of the text for that number, with ``{count}`` filled in."""
    return spoken.get().ngettext(one, several, number).format(count=number)


def marked(texts: Texts) -> Texts:
    """A text, or a table of them, that is said with `_` where it is shown: the catalogue has it."""
    return texts


@cache
def catalogue(code: str) -> NullTranslations:
    """The texts in one of `LANGUAGES`."""
    if code == ENGLISH:
        return NullTranslations()
    return translation(DOMAIN, LOCALES, [code], fallback=True)


def language() -> str:
    """The code of the language that is spoken."""
    return spoken.get().info().get("language", ENGLISH)
