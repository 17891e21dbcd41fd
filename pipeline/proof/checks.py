"""Named tests and what they found, with figures as text that a person can compare."""

from dataclasses import dataclass, replace
from enum import StrEnum

from db.money import to_decimal_string


class CheckState(StrEnum):
    """What a check found. Unavailable is not passed."""

    PASSED = "passed"
    FAILED = "failed"
    UNAVAILABLE = "unavailable"


@dataclass(frozen=True, slots=True)
class Check:
    """One named test with its figures."""

    name: str
    state: CheckState
    expected: str | None = None
    found: str | None = None
    detail: str = ""


def equal(name: str, expected: int | None, found: int | None, exponent: int) -> Check:
    """Passed if both amounts (minor units) are known and the same; unavailable if one is not."""
    figures = [None if v is None else to_decimal_string(v, exponent) for v in (expected, found)]
    held = None if None in (expected, found) else expected == found
    return replace(holds(name, held), expected=figures[0], found=figures[1])


def holds(name: str, held: bool | None, detail: str = "") -> Check:
    """Passed or failed as ``held`` says; unavailable for None."""
    found = CheckState.PASSED if held else CheckState.FAILED
    return Check(name, CheckState.UNAVAILABLE if held is None else found, detail=detail)


def passed_unless(name: str, faults: list[str]) -> Check:
    """Passed if there are no faults; else failed, and the first three say why."""
    more = f"; and {len(faults) - 3} more" if len(faults) > 3 else ""
    return holds(name, not faults, "; ".join(faults[:3]) + more)
