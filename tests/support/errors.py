"""Every error that tieout raises on purpose, found by importing every module of every room."""

import pkgutil
from collections.abc import Iterator
from importlib import import_module

from db.errors import TieoutError

ROOMS = ("app", "db", "jobs", "pipeline", "tools")


def every_error() -> Iterator[type[TieoutError]]:
    """All error classes of all rooms, found by importing every module."""
    for room in ROOMS:
        package = import_module(room)
        for module in pkgutil.walk_packages(package.__path__, f"{room}."):
            if ".migrations" not in module.name:
                import_module(module.name)
    yield from below(TieoutError)


def below(kind: type[TieoutError]) -> Iterator[type[TieoutError]]:
    """The class's descendants, of our own rooms only: tests may define more."""
    for child in kind.__subclasses__():
        if child.__module__.split(".")[0] in ROOMS:
            yield child
        yield from below(child)


ERRORS = sorted(set(every_error()), key=lambda kind: kind.code)
