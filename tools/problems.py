"""What pydantic found wrong with a value, said without the value itself, which may be private."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pydantic import ValidationError


class Problem(NamedTuple):
    """One thing wrong: ``place`` is the dotted way to it, empty for the whole value; ``kind`` is
    pydantic's name of the fault."""

    place: str
    message: str
    kind: str


def problems(error: ValidationError) -> list[Problem]:
    """Everything that is wrong, in pydantic's order; never empty."""
    found = error.errors(include_url=False, include_input=False, include_context=False)
    return [
        Problem(
            ".".join(str(part) for part in each["loc"]),
            each["msg"].removeprefix("Value error, "),
            each["type"],
        )
        for each in found
    ]
