"""Every mechanism of layouts is read and proven in several guises, and with a damage it is not."""

from __future__ import annotations

import pytest

from tests.support.attacks.case import Case
from tests.support.mechanisms.families import MECHANISMS
from tests.support.mechanisms.judging import cases, fault

ALL = [(name, case) for name in MECHANISMS for case in cases(name)]
LAYOUTS = 3


@pytest.mark.parametrize("case", [pytest.param(c, id=f"{n}: {c.name}") for n, c in ALL])
def test_a_layout_is_proven_as_it_is_and_not_when_it_is_damaged(case: Case) -> None:
    assert fault(case) == ""


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_a_mechanism_has_several_layouts_and_a_damage_for_each(mechanism: str) -> None:
    made = cases(mechanism)
    whole = [c for c in made if not any(truth.never for truth in (c.truth, *c.others))]
    honest = {case.name for case in whole if case.provable}
    assert len(honest) >= LAYOUTS
    assert len([case for case in made if case.provable is False]) >= len(honest)
    assert len({tuple(w.text for w in case.pages.pages[0].words[:40]) for case in made}) >= LAYOUTS


@pytest.mark.slow
@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_a_mechanism_holds_with_other_figures(mechanism: str) -> None:
    assert [
        (c.name, why) for s in range(2, 12) for c in cases(mechanism, s) if (why := fault(c))
    ] == []
