"""The root of every error tieout raises on purpose, so that one place can map it for a person."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import ClassVar

from db.visible import shown
from db.words import FaultClass


class TieoutError(Exception):
    """Something tieout expected might go wrong did.

    A leaf class's docstring is its message and names the remedy; ``{name}`` in it is filled from
    the keyword arguments. ``code`` is stable: stored, shown and asserted in tests. ``fault`` is
    what follows for an import that it ends.
    """

    code: ClassVar[str] = "tieout_error"
    fault: ClassVar[FaultClass] = FaultClass.DOCUMENT

    def __init__(self, **facts: object) -> None:
        self.facts = facts
        super().__init__(self.message())

    @classmethod
    def template(cls) -> str:
        """The docstring as one paragraph, the facts still to be filled in."""
        return " ".join((cls.__doc__ or cls.__name__).split())

    def message(self, say: Callable[[str], str] = str) -> str:
        """The docstring as one paragraph, with the facts filled in; ``say`` translates it."""
        text = say(self.template())
        return text.format_map({name: shown(fact) for name, fact in self.facts.items()})

    def __reduce__(self) -> tuple[object, ...]:
        # Errors cross from the sandboxed child as (class, facts).
        return (_rebuild, (type(self), self.facts))


def _rebuild(kind: type[TieoutError], facts: dict[str, object]) -> TieoutError:
    return kind(**facts)


def without_text(error: Exception) -> str:
    """A bug for the log: its class and the places in code, for its text may quote a statement."""
    return f"{type(error).__name__}\n{''.join(traceback.format_tb(error.__traceback__))}"
