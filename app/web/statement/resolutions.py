"""How a person wants one difference settled, as a form of the page says it."""

from __future__ import annotations

import re
from datetime import date
from typing import Final, TypeVar

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException

from app.acts.wishes import Asked
from app.web.figures import without_groups
from app.web.forms import plain_number

_Choice = TypeVar("_Choice", bound=str)
_APART: Final = re.compile(r"[\s;,]+")


def asked_in(form: FormData) -> Asked:
    """The wish in a person's words. Raises ``HTTPException`` 400 for what is no number or day."""
    return Asked(
        act=_text(form, "act"),
        lines=(*_ticked(form, "line"), *_written(form, "other_line")),
        entries=(*_ticked(form, "entry"), *_written(form, "other_entry")),
        day=_day(_text(form, "to_day")),
        account=_text(form, "to_account") or None,
        amounts=tuple(each for each in _APART.split(without_groups(_text(form, "amount"))) if each),
        reason=_text(form, "reason"),
    )


def day_in(form: FormData, name: str) -> date | None:
    """A day, None for an empty field. Raises ``HTTPException`` 400."""
    return _day(_text(form, name))


def text_in(form: FormData, name: str) -> str | None:
    """What somebody wrote; None for nothing."""
    return _text(form, name) or None


def choice_in(form: FormData, name: str, *allowed: _Choice) -> _Choice | None:
    """One of a few words; None for nothing. Raises ``HTTPException`` 400."""
    text = _text(form, name)
    if not text:
        return None
    found = next((each for each in allowed if each == text), None)
    if found is None:
        raise HTTPException(400)
    return found


def _text(form: FormData, name: str) -> str:
    text = form.get(name)
    return text.strip() if isinstance(text, str) else ""


def _ticked(form: FormData, name: str) -> tuple[int, ...]:
    return tuple(_number(text) for text in form.getlist(name))


def _written(form: FormData, name: str) -> tuple[int, ...]:
    return tuple(_number(text) for text in _APART.split(_text(form, name)) if text)


def _number(text: object) -> int:
    number = plain_number(text)
    if number is None:
        raise HTTPException(400)
    return number


def _day(text: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise HTTPException(400) from None
