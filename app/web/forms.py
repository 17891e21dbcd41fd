"""Reads what a form or an address says, or refuses it, in the reader's language too."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from starlette.datastructures import FormData, QueryParams
from starlette.exceptions import HTTPException
from starlette.requests import Request

from app.texts.language import marks
from app.web.desk import MANY
from db.accounts.pages import Names
from db.statements.pages import Spot

Way = TypeVar("Way")
_MOST_DIGITS_OF_AN_ID = 18  # what the database can hold
_MOST_DIGITS = 9
_LONGEST = 200  # of what is searched for
_MOST_AT_ONCE = 1_000_000


@dataclass(frozen=True, slots=True)
class Ticked:
    """The changes that are ticked, or whole proposals; of ``only``, which are called as earlier
    decisions propose, and which counter-account somebody wrote beside a change's number."""

    only: frozenset[int]
    of: frozenset[int]
    as_before: frozenset[int]
    legs: tuple[tuple[int, str], ...]

    @property
    def fields(self) -> dict[str, object]:
        """The same as `ticked` reads it."""
        legs = {f"leg-{number}": leg for number, leg in self.legs}
        called = sorted(self.as_before)
        many = len(self.only) >= MANY
        only = {"beyond": in_ranges(self.only)} if many else {"only": sorted(self.only)}
        return {**only, "proposal": sorted(self.of), "as_before": called, **legs}


def ticked(form: FormData | QueryParams) -> Ticked:
    """What is ticked. Raises ``HTTPException`` 400."""
    only = frozenset(numbers(form, "only") | beyond(form))
    # A payee and a counter-account are taken with their change alone.
    as_before = only & numbers(form, "as_before")
    legs = ((number, text_in(form, f"leg-{number}")) for number in sorted(only))
    named = tuple((number, leg) for number, leg in legs if leg)
    return Ticked(only, frozenset(numbers(form, "proposal")), as_before, named)


def text_in(form: FormData | QueryParams, name: str) -> str:
    """What somebody wrote, without blanks around it; empty for nothing."""
    text = form.get(name)
    return text.strip() if isinstance(text, str) else ""


def field(form: FormData | QueryParams, name: str) -> str:
    """A field with something in it. Raises ``HTTPException`` 400."""
    text = form.get(name)
    if not isinstance(text, str) or not text.strip():
        raise HTTPException(400)
    return text


def numbers(form: FormData | QueryParams, name: str) -> set[int]:
    """The numbers that are ticked. Raises ``HTTPException`` 400."""
    return {_number(text, _MOST_DIGITS, refusal=400) for text in form.getlist(name)}


def chosen_one(form: FormData, name: str) -> int | None:
    """The one number that is chosen, None for none. Raises ``HTTPException`` 400."""
    found = numbers(form, name)
    if len(found) > 1:
        raise HTTPException(400)
    return next(iter(found), None)


def beyond(form: FormData | QueryParams) -> set[int]:
    """The numbers not shown that are ticked, as `101-250 260`. Raises ``HTTPException`` 400."""
    found: set[int] = set()
    for text in form.getlist("beyond"):
        for part in str(text).split():
            first, _, last = part.partition("-")
            ends = [_number(end, _MOST_DIGITS, refusal=400) for end in (first, last or first)]
            if ends[1] - ends[0] > _MOST_AT_ONCE:
                raise HTTPException(400)
            found.update(range(ends[0], ends[1] + 1))
    return found


def in_ranges(numbers: Iterable[int]) -> str:
    """Numbers as `beyond` reads them."""
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return " ".join(f"{first}-{last}" for first, last in parts)


def named(request: Request, name: str) -> int:
    """The import, or the page, that the address names. Raises ``HTTPException`` 404."""
    return _number(request.path_params[name], _MOST_DIGITS_OF_AN_ID, refusal=404)


def chosen_number(request: Request, name: str) -> int | None:
    """A number that the address adds behind its ``?``, if it does. Raises ``HTTPException`` 404."""
    return number_asked_for(request.query_params.get(name))


def chosen_text(request: Request, name: str) -> str:
    """A text that the address adds, without blanks around it; empty without one."""
    return request.query_params.get(name, "").strip()[:_LONGEST]


def chosen_day(request: Request, name: str) -> date | None:
    """A day that the address adds, if it does. Raises ``HTTPException`` 404."""
    text = request.query_params.get(name)
    return _day(text, refusal=404) if text else None


def chosen_names(request: Request) -> Names:
    """Where in a list of accounts the address is; names are taken as they are."""
    asked = request.query_params
    return Names(after=asked.get("after") or None, before=asked.get("before") or None)


def chosen_place(request: Request, name: str) -> tuple[date, int] | None:
    """A place in an account's entries, as `place_text` writes it. Raises ``HTTPException`` 404."""
    text = request.query_params.get(name)
    if not text:
        return None
    day, _, number = text.partition(".")
    return _day(day, refusal=404), _number(number, _MOST_DIGITS_OF_AN_ID, refusal=404)


def place_text(place: tuple[date, int]) -> str:
    """A place in an account's entries: the day and the number of an entry."""
    return f"{place[0].isoformat()}.{place[1]}"


def chosen_spot(request: Request, name: str) -> Spot | None:
    """A place in a list of statements, as `spot_text` writes it. Raises ``HTTPException`` 404."""
    text = request.query_params.get(name)
    if not text:
        return None
    day, _, numbers = text.partition(".")
    first, _, second = numbers.partition(".")
    most = _MOST_DIGITS_OF_AN_ID
    return Spot(
        _day(day, refusal=404) if day else None,
        _number(first, most, refusal=404),
        _number(second, _MOST_DIGITS, refusal=404),
    )


def spot_text(spot: Spot) -> str:
    return f"{spot.day.isoformat() if spot.day else ''}.{spot.first}.{spot.second}"


def day_of(form: FormData, name: str) -> date | None:
    """A day that a form names, if it does. Raises ``HTTPException`` 400."""
    text = form.get(name)
    return _day(text, refusal=400) if text else None


def number_asked_for(text: str | None) -> int | None:
    """What an address asks for by its number; None for nothing. Raises ``HTTPException`` 404."""
    return _number(text, _MOST_DIGITS_OF_AN_ID, refusal=404) if text else None


def one_of(ways: Mapping[str, Way], name: str) -> Way:
    """The way of that name. Raises ``HTTPException`` 404."""
    if name not in ways:
        raise HTTPException(404)
    return ways[name]


def _day(text: object, *, refusal: int) -> date:
    try:
        return date.fromisoformat(str(text))
    except ValueError:
        raise HTTPException(refusal) from None


def plain_number(text: object, most_digits: int = _MOST_DIGITS) -> int | None:
    """A number as an address says it; None for anything else."""
    plain = isinstance(text, str) and text.isascii() and text.isdecimal()
    return int(str(text)) if plain and len(str(text)) <= most_digits else None


def _number(text: object, most_digits: int, *, refusal: int) -> int:
    number = plain_number(text, most_digits)
    if number is None:
        raise HTTPException(refusal)
    return number


def plain_amount(typed: str) -> str:
    """What somebody typed or copied off a page, without what parts its digits, and with a point
    before the decimals: in the reader's language, or as programs write it."""
    group, point = map(re.escape, marks())
    whole = re.sub(rf"(?<=\d)(?:{group}|[\u202f\u00a0 '’])(?=\d{{3}}(?!\d))", "", typed)
    return re.sub(rf"(?<=\d){point}(?=\d)", ".", whole)
