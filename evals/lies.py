"""A true answer changed into a plausible false one of the same shape; the same for one seed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal
from random import Random
from typing import Final, cast

from tools.loop.json_text import Plain

_FIGURE: Final = re.compile(r"[-+]?\d[\d.,' ]*\d|[-+]?\d")
_DAYS: Final = (-31, -30, -1, 1, 7, 30, 31, 365)
#: How often a leaf is changed, and the order or number of what is listed: one, the other, both.
_WAYS: Final = ((0.4, 0.0), (0.0, 1.0), (0.4, 0.4))
_ALL: Final = (1.0, 1.0)
#: These only name a thing to the program: other words there are a mistake and no lie.
_HANDLES: Final = frozenset({"statement", "etag", "ledger_etag", "cursor", "request_id", "doc"})

Schema = Mapping[str, object]


def lie(true: Plain, random: Random, schema: Schema | None = None) -> Plain:
    """The value with one place or more changed; what has no place to change stays as it is."""
    for leaves, lists in (random.choice(_WAYS), _ALL):
        told = _Liar(random, leaves, lists).value(true, schema or {})
        if told != true:
            return told
    return true


def lie_in_text(true: str, random: Random) -> str:
    """The text with its figures changed."""
    return _FIGURE.sub(lambda found: _figure(found[0], random), true)


class _Liar:
    """Walks a value and changes its leaves, and the order and number of what is listed."""

    def __init__(self, random: Random, leaves: float, lists: float) -> None:
        self._random = random
        self._leaves = leaves
        self._lists = lists

    def value(self, true: Plain, schema: Schema) -> Plain:
        if isinstance(true, dict):
            fields = cast(Mapping[str, Schema], schema.get("properties", {}))
            return {
                name: each if name in _HANDLES else self.value(each, fields.get(name, {}))
                for name, each in true.items()
            }
        if isinstance(true, list):
            items = cast(Schema, schema.get("items", {}))
            return self._listed([self.value(each, items) for each in true])
        return self._leaf(true, schema) if self._random.random() < self._leaves else true

    def _leaf(self, true: str | int | Decimal | bool | None, schema: Schema) -> Plain:
        others = [each for each in cast("list[Plain]", schema.get("enum", [])) if each != true]
        if others:
            return self._random.choice(others)
        if isinstance(true, bool):
            return not true
        if isinstance(true, int):
            return true + self._random.choice((-2, -1, 1, 2, 10))
        if isinstance(true, Decimal):
            return true * self._random.choice((-1, 10))
        return self._text(true) if isinstance(true, str) else None

    def _text(self, true: str) -> str:
        try:
            day = date.fromisoformat(true)
        except ValueError:
            return lie_in_text(true, self._random)
        return (day + timedelta(days=self._random.choice(_DAYS))).isoformat()

    def _listed(self, true: list[Plain]) -> list[Plain]:
        if len(true) < 2 or self._random.random() >= self._lists:
            return true
        told = list(true)
        at = self._random.randrange(len(told) - 1)
        act = self._random.choice(("swap", "drop", "double"))
        if act == "swap":
            told[at], told[at + 1] = _crossed(told[at], told[at + 1], self._random)
        elif act == "drop":
            del told[at]
        else:
            told.insert(at, told[at])
        return told


def _crossed(one: Plain, other: Plain, random: Random) -> tuple[Plain, Plain]:
    """Two rows with one of their values exchanged, so that pairs are wrong; or wholly."""
    if isinstance(one, dict) and isinstance(other, dict):
        unlike = sorted(name for name in one.keys() & other.keys() if one[name] != other[name])
        if unlike:
            name = random.choice(unlike)
            return {**one, name: other[name]}, {**other, name: one[name]}
    return other, one


def _figure(true: str, random: Random) -> str:
    """Another figure that is printed alike: a digit, the sign or the place of the point changed."""
    act = random.choice(("digit", "digit", "sign", "scale"))
    if act == "sign":
        return true[1:] if true[0] in "+-" else f"-{true}"
    if act == "scale":
        return f"{true}0"
    places = [index for index, char in enumerate(true) if char.isdigit()]
    at = random.choice(places)
    digit = random.choice([each for each in "0123456789" if each != true[at]])
    return f"{true[:at]}{digit}{true[at + 1 :]}"
