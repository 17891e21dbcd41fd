"""All mechanisms, by the names of their modules beside this one.

A module ``layouts_NAME.py`` here has ``MECHANISMS``: for each mechanism a family of cases
that yields at least three layouts that differ, proven (``provable=True``), and the same layouts
with one damage each, of which nothing that was damaged may be proven (``Truth.never``).
"""

import pkgutil
from importlib import import_module
from typing import Final

import tests.support.mechanisms as here
from tests.support.attacks.case import Family
from tests.support.mechanisms.stories import texts


def _found() -> dict[str, Family]:
    families = dict(texts())
    for each in pkgutil.iter_modules(here.__path__):
        if each.name.startswith("layouts_"):
            families |= import_module(f"{here.__name__}.{each.name}").MECHANISMS
    return families


MECHANISMS: Final[dict[str, Family]] = _found()
