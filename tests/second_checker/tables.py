"""The trusted data that the rules name: patterns, constants, the words of statements, months."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

_ROOT: Final = Path(__file__).parents[2]
_LANGUAGES: Final = _ROOT / "pipeline" / "languages"


@cache
def _constants() -> dict[str, dict[str, Any]]:
    text = (_ROOT / "docs" / "kernel-tables.json").read_text(encoding="utf-8")
    return cast(dict[str, dict[str, Any]], json.loads(text))


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of a certificate."""
    text = (_ROOT / "docs" / "certificate.schema.json").read_text(encoding="utf-8")
    return cast(dict[str, Any], json.loads(text))


def constant(module: str, name: str) -> Any:
    """A constant as the rules name it: ``constant("sheet", "_LONE_MARKS")``."""
    return _constants()[module][name]


def module_table(module: str) -> dict[str, Any]:
    """All constants of one module."""
    return _constants()[module]


def minor_digits(code: str | None) -> int | None:
    """How many minor digits a currency has, if that is known."""
    known: dict[str, int] = module_table("minor_digits")
    return known.get(code) if code else None


def _compiled(entry: dict[str, Any]) -> re.Pattern[str]:
    return re.compile(entry["pattern"], re.IGNORECASE if entry["ignore_case"] else 0)


@cache
def pattern(module: str, name: str, style: str | None = None) -> re.Pattern[str]:
    """A pattern as the rules name it; some have one for each style."""
    entry = constant(module, name)
    return _compiled(entry if style is None else entry[style])


@cache
def _language_tables() -> dict[str, Any]:
    text = (_LANGUAGES / "tables.json").read_text(encoding="utf-8")
    return cast(dict[str, Any], json.loads(text))


@cache
def vocabulary() -> dict[str, dict[str, list[str]]]:
    """The words of statements: group, meaning, phrases."""
    return cast(dict[str, dict[str, list[str]]], _language_tables()["phrases"])


@cache
def months() -> dict[str, int]:
    """The number of each month's name, by its letters."""
    return cast(dict[str, int], _language_tables()["months"])


@cache
def solar_months() -> dict[str, int]:
    """The number of each month's name of the solar calendar, by its letters."""
    return cast(dict[str, int], _language_tables()["solar_months"])


@cache
def weekdays() -> frozenset[str]:
    """The letters of the weekdays' names."""
    return frozenset(_language_tables()["weekdays"])


@cache
def currency_names() -> dict[str, str]:
    """The code of each name of a currency, by its letters."""
    text = (_LANGUAGES / "currencies.json").read_text(encoding="utf-8")
    return cast(dict[str, str], json.loads(text))


@cache
def marks() -> dict[str, int]:
    """What a mark says: +1 in, -1 out, by its case-folded text."""
    words = vocabulary()["marks"]
    signs = (("credit", 1), ("debit", -1))
    return {mark.casefold(): sign for name, sign in signs for mark in words[name]}
