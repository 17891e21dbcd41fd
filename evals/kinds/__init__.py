"""Every kind of case has a module here, whose `cases()` makes them: the same each time."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from evals.frame import Case, Kind


def all_cases() -> tuple[Case, ...]:
    """The cases of all kinds, in the order of `Kind`."""
    order = list(Kind)
    return tuple(sorted(_made(), key=lambda case: order.index(case.kind)))


def _made() -> Iterator[Case]:
    for module in iter_modules(__path__):
        yield from import_module(f"{__name__}.{module.name}").cases()
