"""Pages made to deceive: nothing may be proven of them but what a person sees.

`python -m tests.support.attacks --family dates --show 5` lists what is proven wrongly.
"""

from __future__ import annotations

import pytest

from tests.support.attacks import models
from tests.support.attacks.families import FAMILIES
from tests.support.attacks.tally import tally

MOST = 120
"""Cases of each family that a quick run reads."""


@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_is_proven_but_what_a_person_sees(family: str) -> None:
    assert tally(family, most=MOST).wrong == []


def test_no_model_makes_a_match_of_what_a_person_does_not_see() -> None:
    assert tally(models.FAMILY, most=60).wrong == []


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("family", [*FAMILIES, models.FAMILY])
def test_nothing_is_proven_but_what_a_person_sees_of_thousands(family: str) -> None:
    assert tally(family, seed=100, count=2).wrong == []
