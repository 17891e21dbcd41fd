"""What lists show of a proof is kept beside it, and is what the proof says."""

from typing import Any

from sqlalchemy import Engine, select

from db.models import Import, Reconciliation
from db.session import read_only
from tests.integration.pipeline.test_causes import booked, brought_in, rent, salary, statements
from tests.support.books import account

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
    with read_only(engine) as session:
        return list(session.scalars(select(Import.explained_by).order_by(Import.id)))


def test_a_balance_that_is_off_is_kept_with_what_it_follows_from(engine: Engine) -> None:
    account(engine, booked(rent(6), salary(9)))
    brought_in(engine, statements())
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
