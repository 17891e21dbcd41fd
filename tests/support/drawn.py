"""Independent draws of a strategy: within one run hypothesis makes examples out of earlier ones."""

from collections.abc import Iterator
from typing import TypeVar
from unittest.mock import patch

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

_Any = TypeVar("_Any")
_APART = 1_000_003  # keeps the draws of neighbouring seeds apart


def drawn(strategy: st.SearchStrategy[_Any], count: int, seed_: int) -> Iterator[_Any]:
    """So many values, each from a run of its own, so that a share of them is a share of all.

    In one run of 60, seven statements were the same one with other cents, and counted as seven.
    """
    for number in range(count):
        yield _one(strategy, seed_ * _APART + number)


def _one(strategy: st.SearchStrategy[_Any], number: int) -> _Any:
    found: list[_Any] = []

    # The first example of a run is the simplest there is, whatever the seed.
    @seed(number)
    @settings(
        max_examples=2,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(made: _Any) -> None:
        found.append(made)

    # It draws constants out of the modules that happen to be loaded: then no seed would be one.
    with patch.object(providers, "_get_local_constants", Constants):
        collect()
    return found[-1]
