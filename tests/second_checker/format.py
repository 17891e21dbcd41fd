"""Reads the JSON of a certificate: strictly, or not at all (section 1)."""

from __future__ import annotations

import json
import math
from typing import Any, Final

from tests.second_checker.model import (
    Box,
    Convention,
    Excuse,
    Page,
    Place,
    Refused,
    Witness,
    WitnessRow,
    Word,
)
from tests.second_checker.schema import hold
from tests.second_checker.tables import constant, schema

_MOST_BYTES: Final = 64_000_000
_LONGEST_NUMBER: Final = 40


def parsed(text: str) -> dict[str, Any]:
    """The certificate's JSON values. Raises Refused."""
    if len(text.encode("utf-8", "surrogatepass")) > _MOST_BYTES:
        raise Refused("the certificate is too large")
    try:
        value = json.loads(
            text,
            object_pairs_hook=_without_doubles,
            parse_int=_integer,
            parse_float=_number,
            parse_constant=_no_constant,
        )
    except (ValueError, RecursionError) as error:
        raise Refused("not JSON") from error
    hold(value, schema(), schema())
    found: dict[str, Any] = value
    if found["kernel_version"] != constant("page", "KERNEL_VERSION"):
        raise Refused("another version of the rules")
    numbers = [page["number"] for page in found["document"]["pages"]]
    if numbers != list(range(1, len(numbers) + 1)):
        raise Refused("pages do not count from 1 without a gap")
    return found


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Refused("a name stands twice in an object")
    return found


def _integer(text: str) -> int:
    if len(text) > _LONGEST_NUMBER:
        raise Refused("a number is too long")
    return int(text)


def _number(text: str) -> float:
    if len(text) > _LONGEST_NUMBER or not math.isfinite(float(text)):
        raise Refused("a number is too long or infinite")
    return float(text)


def _no_constant(text: str) -> float:
    raise Refused(f"{text} is no number")


def pages_of(values: dict[str, Any]) -> tuple[Page, ...]:
    """The pages of the document."""
    return tuple(_page(page) for page in values["document"]["pages"])


def _page(values: dict[str, Any]) -> Page:
    words = tuple(Word(*word) for word in values["words"])
    ink: tuple[Box, ...] = tuple((x0, top, x1, low) for x0, top, x1, low in values.get("ink", []))
    return Page(values["number"], values["width"], words, ink)


def witness_of(values: dict[str, Any]) -> Witness:
    """The witness, from its JSON values."""
    return Witness(
        values["section"]["start"],
        values["section"]["stop"],
        Convention(**values["convention"]),
        tuple(_row(row) for row in values["rows"]),
        _place(values["opening"]),
        _place(values["closing"]),
        tuple(
            Excuse(_there(excuse["figure"]), excuse["reason"])
            for excuse in values.get("excused", [])
        ),
    )


def _row(values: dict[str, Any]) -> WitnessRow:
    return WitnessRow(
        _there(values["amount"]),
        values["side"],
        _place(values["date"]),
        _place(values.get("value_date")),
        _place(values.get("balance")),
        _place(values.get("direction")),
        tuple(_there(place) for place in values.get("text", [])),
    )


def _place(values: dict[str, Any] | None) -> Place | None:
    return None if values is None else _there(values)


def _there(values: dict[str, Any]) -> Place:
    return Place(values["page"], tuple(values["words"]))
