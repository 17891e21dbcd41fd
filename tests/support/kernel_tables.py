"""The kernel's patterns and constants as docs/kernel-tables.json prints them.

`python -m tests.support.kernel_tables` writes the file. Whoever writes a second checker from
docs/certificate.md takes them from there; words, months and names are in pipeline/languages.
"""

from __future__ import annotations

import ast
import inspect
import json
import pkgutil
import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from enum import Enum
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeVar

import pipeline.proof
from db.money import exponent_of
from pipeline.proof.tables.languages import currency_names

FILE: Final = Path(__file__).parents[2] / "docs" / "kernel-tables.json"
#: Modules whose constants are no rules: they write, read and refuse certificates.
_NO_RULES: Final = ("certif", "recheck", "fitting", "errors", "tables")


def tables() -> dict[str, dict[str, Any]]:
    """By module and name; a pattern is ``{"pattern": text, "ignore_case": bool}``."""
    found = {}
    for module in _modules():
        own = {name: _plain(value) for name, value in _constants(module)}
        if own:
            found[module.__name__.removeprefix("pipeline.proof.")] = own
    currency, listed = found["currency"], found["codes"]
    codes = {
        *listed["_CODES"].split("|"),
        *currency["_SYMBOLS"].values(),
        *currency["_LABELLED"].values(),
    }
    codes |= set(currency_names().values())
    digits = {code: exponent_of(code) for code in sorted(codes - listed["_RENAMED"].keys())}
    return {"minor_digits": digits, **found}


def text() -> str:
    """The file's text."""
    return json.dumps(tables(), ensure_ascii=False, indent=1) + "\n"


def _modules() -> Iterator[ModuleType]:
    for each in pkgutil.walk_packages(pipeline.proof.__path__, "pipeline.proof."):
        short = each.name.removeprefix("pipeline.proof.")
        if not short.startswith(_NO_RULES):
            yield import_module(each.name)


def _constants(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """What the module assigns to a name in capitals."""
    for node in ast.parse(inspect.getsource(module)).body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign):
            targets = [node.target]
        for target in targets:
            if isinstance(target, ast.Name) and target.id.strip("_").isupper():
                value = getattr(module, target.id)
                if not isinstance(value, TypeVar):
                    yield target.id, value


def _plain(value: Any) -> Any:
    if isinstance(value, re.Pattern):
        return {"pattern": value.pattern, "ignore_case": bool(value.flags & re.IGNORECASE)}
    if isinstance(value, timedelta):
        return {"days": value.days}
    if isinstance(value, Mapping):
        return {str(_plain(key)): _plain(each) for key, each in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(map(_plain, value))
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value.value if isinstance(value, Enum) else value


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
