"""The words of all languages, which `fixtures.languages` makes of `pipeline/languages`."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any


@lru_cache(maxsize=1)
def tables() -> dict[str, Any]:
    """Phrases, months, weekdays and what tells a currency, by the names of `tables.json`."""
    found: dict[str, Any] = _read("tables.json")
    return found


@lru_cache(maxsize=1)
def month_names() -> dict[str, int]:
    """The month (1 to 12) of each name, by its letters."""
    names: dict[str, int] = tables()["months"]
    return names


@lru_cache(maxsize=1)
def solar_months() -> dict[str, int]:
    """The month (1 to 12) of each name of the solar calendar, by its letters."""
    names: dict[str, int] = tables()["solar_months"]
    return names


@lru_cache(maxsize=1)
def month_languages() -> tuple[str, ...]:
    """The languages whose names of months the kernel has."""
    table = files("pipeline.proof").joinpath("months.json").read_text(encoding="utf-8")
    return tuple(json.loads(table)["names"])


@lru_cache(maxsize=1)
def weekday_names() -> frozenset[str]:
    """The names of weekdays, by their letters."""
    return frozenset(tables()["weekdays"])


@lru_cache(maxsize=1)
def currency_names() -> dict[str, str]:
    """The code of each name that languages have for one currency alone, by its letters."""
    names: dict[str, str] = _read("currencies.json")
    return names


def _read(name: str) -> Any:
    return json.loads(files("pipeline.languages").joinpath(name).read_text(encoding="utf-8"))
