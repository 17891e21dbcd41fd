"""What became of a family's cases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from pipeline.reading import read_statements
from tests.support.attacks import models
from tests.support.attacks.case import Case
from tests.support.attacks.families import FAMILIES
from tests.support.attacks.judge import proven, wrong
from tests.support.looking import seen

NAMES = (*FAMILIES, models.FAMILY)


@dataclass(slots=True)
class Tally:
    """Counts; of cases proven wrongly the names and what is wrong; honest ones not proven."""

    cases: int = 0
    right: int = 0
    unproven: int = 0
    honest: int = 0
    wrong: list[tuple[str, str]] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(
            self.cases + other.cases,
            self.right + other.right,
            self.unproven + other.unproven,
            self.honest + other.honest,
            self.wrong + other.wrong,
            self.missed + other.missed,
        )


def tally(name: str, seed: int = 1, count: int = 1, most: int | None = None) -> Tally:
    """Read every case of a family, or about ``most`` from all over it, and judge it."""
    found = Tally()
    if name == models.FAMILY:
        for lie in _some(list(lies(seed, count)), most):
            _count_lie(found, lie)
        return found
    for case in _some(list(cases(name, seed, count)), most):
        _count(found, case)
    return found


def honest(name: str, seed: int = 1) -> Tally:
    """Read those cases alone that are to be proven."""
    found = Tally()
    for case in cases(name, seed):
        if case.provable:
            _count(found, case)
    return found


_Any = TypeVar("_Any")


def _some(all_of_them: Sequence[_Any], most: int | None) -> Sequence[_Any]:
    """A step that is odd, for cases often come in pairs."""
    step = 1 if most is None else max(1, len(all_of_them) // most) | 1
    return all_of_them[::step]


def cases(name: str, seed: int = 1, count: int = 1) -> Iterator[Case]:
    """The cases of a family in as many rounds."""
    for number in range(count):
        yield from FAMILIES[name](Random(f"{name} {seed + number}"))


def lies(seed: int = 1, count: int = 1) -> Iterator[models.Lie]:
    """The lies of models, in as many rounds."""
    for number in range(count):
        yield from models.lies(Random(f"models {seed + number}"))


def _count(found: Tally, case: Case) -> None:
    found.cases += 1
    found.honest += case.provable is True
    try:
        reading = read_statements(seen(case.pages))
    except Exception as error:  # noqa: BLE001  (whatever it raises is what we look for)
        found.wrong.append((case.name, f"raised {error!r}"))
        return
    if why := wrong(reading, case):
        found.wrong.append((case.name, why))
    elif proven(reading):
        found.right += 1
    else:
        found.unproven += 1
        if case.provable:
            found.missed.append(case.name)


def _count_lie(found: Tally, lie: models.Lie) -> None:
    """Of a lie, *matched* is what must not be wrong."""
    found.cases += 1
    found.honest += lie.case.provable is True
    try:
        matched, why = models.judged(lie)
    except Exception as error:  # noqa: BLE001  (whatever it raises is what we look for)
        matched, why = False, f"raised {error!r}"
    if why:
        found.wrong.append((lie.case.name, why))
    elif matched:
        found.right += 1
    else:
        found.unproven += 1
        if lie.case.provable:
            found.missed.append(lie.case.name)
