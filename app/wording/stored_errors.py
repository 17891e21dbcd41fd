"""Says an error that was stored as a sentence again, in the language of whoever looks at it now."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from app.wording.language import _
from db.errors import TieoutError

_FACT = re.compile(r"\\\{(\w+)(?:!r)?\\\}")


def error_text(
    code: str | None, message: str | None, otherwise: Mapping[str, str] | None = None
) -> str:
    """The message in the language that is spoken, with its facts; as it is if nobody knows it.

    ``otherwise`` are texts by code that are said instead, filled with the same facts.
    """
    for template in _templates(code or ""):
        if (said := _pattern(template).fullmatch(message or "")) is not None:
            return _filled(_((otherwise or {}).get(code or "", template)), said.groupdict())
    return message or ""


def _filled(text: str, facts: dict[str, str]) -> str:
    # A fact that was quoted stands in the stored sentence with its quotes.
    return text.replace("!r}", "}").format_map(facts)


def _templates(code: str) -> Iterator[str]:
    return (kind.template() for kind in _below(TieoutError) if kind.code == code)


def _below(kind: type[TieoutError]) -> Iterator[type[TieoutError]]:
    for child in kind.__subclasses__():
        yield child
        yield from _below(child)


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """What a sentence made of the template looks like; a fact that is there twice is the same."""
    known: set[str] = set()

    def fact(found: re.Match[str]) -> str:
        name = found[1]
        if name in known:
            return f"(?P={name})"
        known.add(name)
        return f"(?P<{name}>.*)"

    return re.compile(_FACT.sub(fact, re.escape(template)), re.DOTALL)
