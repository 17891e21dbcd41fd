"""What is stored is true of the ledger after every act, and does not depend on their order."""

import random

import pytest
from sqlalchemy import Engine

from jobs.imports.inline import import_all
from jobs.options import ImportOptions
from tests.support.books import documents, source
from tests.support.living import Life, untrue
from tests.support.months import World, end_state, fill, world

STEPS = 20
THOROUGH = pytest.mark.thorough


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=THOROUGH) for n in (1, 2))])
def test_after_every_act_what_is_stored_is_what_follows_from_scratch(
    engine: Engine, seed: int
) -> None:
    made = world(seed, accounts=2, months=4)
    fill(engine, made)
    life = Life(engine, made, random.Random(seed))
    for _ in range(STEPS):
        life.step()
        assert untrue(engine) is None, "\n".join(life.done)


@pytest.fixture(scope="module")
def in_order() -> dict[int, str]:
    """The end state of each seed's documents, as the first who asks for it brought it about."""
    return {}


@pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
@pytest.mark.parametrize("order", [0, 1, pytest.param(2, marks=THOROUGH)])
@pytest.mark.parametrize("seed", [3])
def test_the_same_documents_come_to_the_same_in_any_order(
    engine: Engine, seed: int, order: int, in_order: dict[int, str]
) -> None:
    made = world(seed, accounts=2, months=4)
    fill(engine, made)
    names = sorted(made.documents)
    random.Random(order).shuffle(names)
    for name in names:
        bring(engine, made, name)
    assert in_order.setdefault(seed, end_state(engine)) == end_state(engine)


def bring(engine: Engine, made: World, name: str) -> None:
    assert list(import_all(engine, [source(name)], ImportOptions(), read=documents(made.documents)))
