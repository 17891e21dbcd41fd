"""Things joined to others, directly or by way of third ones: which belong together."""

from __future__ import annotations

from typing import Generic, TypeVar

_Thing = TypeVar("_Thing")


class Joined(Generic[_Thing]):
    """Sets that grow together; a thing that was never joined is alone."""

    def __init__(self) -> None:
        self._next: dict[_Thing, _Thing] = {}

    def join(self, one: _Thing, other: _Thing) -> None:
        """From now on both belong together, and all that belongs to either."""
        self._next[self.root(one)] = self.root(other)

    def root(self, thing: _Thing) -> _Thing:
        """The same thing for all that belong together."""
        on = self._next.setdefault
        while on(thing, thing) != thing:
            self._next[thing] = self._next[self._next[thing]]
            thing = self._next[thing]
        return thing
