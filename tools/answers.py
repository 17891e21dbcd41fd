"""The final answer as an object: asked for in words, read strictly, mended once with reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, cast

from tools.argument_text import unfenced
from tools.json_numbers import RefusedUnreadError
from tools.jsontext import Plain, first_value
from tools.outcome import Answer
from tools.problems import problems
from tools.providers.base import AnswerMode, OutputSchema
from tools.schema import answer_schema
from tools.sketch import sketch

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError

_MOST_REASONS = 5


@dataclass(frozen=True, slots=True)
class Read(Generic[Answer]):
    """A valid answer, or the reasons why there is none, written for the model."""

    answer: Answer | None
    reasons: tuple[str, ...] = ()


def schema_of(output: type[BaseModel], mode: AnswerMode) -> OutputSchema:
    """What the server is asked to hold the answer to."""
    return OutputSchema(output.__name__.lower(), answer_schema(output), mode)


def instruction(output: type[BaseModel]) -> str:
    """How the answer is to look, for the system message."""
    return f"Final answer: one JSON object only: {sketch(answer_schema(output))}"


def read_answer(output: type[Answer], text: str) -> Read[Answer]:
    """The answer in a model's final text: the whole text, fenced, or the object it begins."""
    from pydantic import ValidationError

    try:
        found = _object_in(text)
    except RefusedUnreadError as error:
        return Read(None, (error.message(),))
    if found is None:
        return Read(None, ("it is not one JSON object",))
    try:
        return Read(output.model_validate(found))
    except ValidationError as error:
        return Read(None, _reasons(error))


def correction(reasons: tuple[str, ...]) -> str:
    """The one request to mend an answer."""
    return "That answer cannot be used: " + "; ".join(reasons) + ". Answer again, JSON only."


def text_correction(reasons: tuple[str, ...]) -> str:
    """The one request to mend an answer in words."""
    return "That answer cannot be used: " + "; ".join(reasons) + ". Answer again."


def _object_in(text: str) -> dict[str, Plain] | None:
    bare = unfenced(text)
    start = bare.find("{")
    if start < 0:
        return None
    try:
        value, _ = first_value(bare, start)
    except RefusedUnreadError:
        raise
    except ValueError:
        return None
    return cast("dict[str, Plain]", value)


def _reasons(error: ValidationError) -> tuple[str, ...]:
    return tuple(
        f"{place or 'answer'}: {message}" for place, message, _ in problems(error)[:_MOST_REASONS]
    )
