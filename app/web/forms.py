"""What a form or an address says, or a refusal if no page of ours could have said it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request

Way = TypeVar("Way")
_MOST_DIGITS_OF_AN_ID = 18  # what the database can hold
_MOST_DIGITS = 9


def field(form: FormData, name: str) -> str:
    """A field with something in it. Raises ``HTTPException`` 400."""
    text = form.get(name)
    if not isinstance(text, str) or not text.strip():
        raise HTTPException(400)
    return text


def numbers(form: FormData, name: str) -> set[int]:
    """The numbers that are ticked. Raises ``HTTPException`` 400."""
    return {_number(text, _MOST_DIGITS, refusal=400) for text in form.getlist(name)}


def named(request: Request, name: str) -> int:
    """The import, or the page, that the address names. Raises ``HTTPException`` 404."""
    return _number(request.path_params[name], _MOST_DIGITS_OF_AN_ID, refusal=404)


def number_or_none(text: str | None) -> int | None:
    """The number that an address may say, if it says one. Raises ``HTTPException`` 404."""
    return None if not text else _number(text, _MOST_DIGITS_OF_AN_ID, refusal=404)


def one_of(ways: Mapping[str, Way], name: str) -> Way:
    """The way of that name. Raises ``HTTPException`` 404."""
    if name not in ways:
        raise HTTPException(404)
    return ways[name]


def _number(text: object, most_digits: int, *, refusal: int) -> int:
    plain = isinstance(text, str) and text.isascii() and text.isdecimal()
    if not plain or len(str(text)) > most_digits:
        raise HTTPException(refusal)
    return int(str(text))
