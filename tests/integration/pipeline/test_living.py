"""What is stored is true of the ledger after every act, and does not depend on their order."""

import random
from typing import Any

import pytest
from sqlalchemy import Engine, select

from db.models import Import, Reconciliation
from db.session import read_only
from tests.integration.pipeline.test_causes import booked, rent, salary, statements
from tests.support.books import account, all_imported, all_of
from tests.support.living import Life, untrue
from tests.support.months import end_state, fill, world

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
        all_imported(engine, {name: made.documents[name]})
    assert in_order.setdefault(seed, end_state(engine)) == end_state(engine)


KEPT = (
    Reconciliation.at_stake_minor,
    Reconciliation.opening_off_minor,
    Reconciliation.closing_off_minor,
    Reconciliation.carried,
    Reconciliation.follows,
)


def kept(engine: Engine) -> list[tuple[Any, ...]]:
    with read_only(engine) as session:
        rows = session.execute(select(*KEPT).order_by(Reconciliation.statement_id))
        return [tuple(row) for row in rows]


def explained(engine: Engine) -> list[int | None]:
    return all_of(engine, select(Import.explained_by).order_by(Import.id))


def test_a_balance_that_is_off_is_kept_with_what_it_follows_from(engine: Engine) -> None:
    account(engine, booked(rent(6), salary(9)))
    all_imported(engine, statements())
    lacks, then = -80_006, -80_006 + 90_009
    assert kept(engine) == [
        (80_006, None, lacks, False, None),
        (0, lacks, lacks, True, 1),
        (0, lacks, lacks, True, 2),
        (90_009, lacks, then, False, None),
        (0, then, then, True, 4),
        (0, then, then, True, 5),
    ]
    assert explained(engine) == [None, 1, 2, None, 4, 5]
