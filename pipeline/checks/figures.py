"""Builds checks with their figures as text a person can compare."""

from __future__ import annotations

from db.money import to_decimal_string
from pipeline.drafts import Check, CheckState


def equal(
    name: str, expected: int | None, found: int | None, exponent: int, detail: str = ""
) -> Check:
    """Passed if both amounts (minor units) are known and the same; unavailable if one is not."""
    figures = [None if v is None else to_decimal_string(v, exponent) for v in (expected, found)]
    if expected is None or found is None:
        state = CheckState.UNAVAILABLE
    else:
        state = CheckState.PASSED if expected == found else CheckState.FAILED
    return Check(name, state, figures[0], figures[1], detail)


def count(name: str, expected: int, found: int, detail: str = "") -> Check:
    """Passed if both numbers are the same."""
    state = CheckState.PASSED if expected == found else CheckState.FAILED
    return Check(name, state, str(expected), str(found), detail)


def holds(name: str, held: bool | None, detail: str = "") -> Check:
    """Passed or failed as ``held`` says; unavailable for None."""
    if held is None:
        return Check(name, CheckState.UNAVAILABLE, detail=detail)
    return Check(name, CheckState.PASSED if held else CheckState.FAILED, detail=detail)
