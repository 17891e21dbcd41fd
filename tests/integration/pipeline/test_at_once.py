"""Many decisions at once: what restores both balances, and what starts a ledger from nothing."""

from __future__ import annotations

from datetime import date

import pytest
from sqlalchemy import Engine, select

from app.acts.many import accept_all
from app.shapes.decisions import ManyShape
from db.ledger import accounts
from db.models import Reconciliation
from db.session import read_only
from db.words import Verdict
from pipeline.drafts import Line
from tests.integration.pipeline.test_causes import (
    MONTHS,
    booked,
    brought_in,
    rent,
    salary,
    statement,
    statements,
)
from tests.support.books import account, dump
from tests.support.statements import line

GARAGE = line(3, 5, -4_000, "Garage", month=8)
"""Only in the ledger: what becomes of it is for a person to say."""


def taken(engine: Engine, **asked: object) -> list[ManyShape]:
    return accept_all(engine, new=False, **asked)  # type: ignore[arg-type]


def imports(found: list[ManyShape]) -> list[int]:
    return [each.import_id for each in found]


def verdicts(engine: Engine) -> list[Verdict]:
    with read_only(engine) as session:
        return list(session.scalars(select(Reconciliation.verdict).order_by(Reconciliation.id)))


def test_the_oldest_is_first_and_what_follows_is_made_anew(engine: Engine) -> None:
    account(engine, booked(rent(6), salary(9)))
    brought_in(engine, dict(reversed(statements().items())))
    assert imports(taken(engine)) == [6, 3]
    assert set(verdicts(engine)) == {Verdict.MATCHED}


def test_what_would_leave_anything_open_leaves_no_trace(engine: Engine) -> None:
    account(engine, [*booked(rent(8)), GARAGE])
    brought_in(engine, statements())
    before = dump(engine)
    assert taken(engine) == []
    assert dump(engine) == before


def test_what_stands_before_a_month_that_needs_a_person_is_taken(engine: Engine) -> None:
    account(engine, [*booked(rent(6), salary(10)), GARAGE])
    brought_in(engine, statements())
    assert imports(taken(engine)) == [1]
    assert verdicts(engine)[:2] == [Verdict.MATCHED, Verdict.MATCHED]
    assert set(verdicts(engine)[2:]) == {Verdict.DIFFERENCES}


def two_accounts(engine: Engine) -> None:
    account(engine, booked(rent(6), rent(8)))
    account(engine, booked(rent(7)), name="Savings", mask="7777")
    brought_in(engine, {**statements(), **statements("7777")})


@pytest.mark.parametrize(
    ("asked", "taken_of"),
    [
        ({}, [1, 8, 3]),
        ({"account": "7777"}, [8]),
        ({"account": "1234"}, [1, 3]),
        ({"month": date(2026, 6, 1)}, [1]),
        ({"month": date(2026, 8, 1)}, []),  # June would still be off
        ({"account": "7777", "month": date(2026, 6, 1)}, []),
    ],
)
def test_only_what_was_asked_for_is_taken(
    engine: Engine, asked: dict[str, object], taken_of: list[int]
) -> None:
    two_accounts(engine)
    assert imports(taken(engine, **asked)) == taken_of


def test_a_dry_run_shows_what_happens_and_does_nothing(engine: Engine) -> None:
    two_accounts(engine)
    before = dump(engine)
    shown = taken(engine, dry_run=True)
    assert dump(engine) == before
    # The numbers of what is yet to be made may come out otherwise on PostgreSQL.
    assert [facts(each) for each in shown] == [facts(each) for each in taken(engine)]
    assert taken(engine) == []


def facts(each: ManyShape) -> tuple[object, ...]:
    return (
        each.import_id,
        each.decision.verdict,
        [(c.op, c.was, c.now) for c in each.decision.changes],
    )


def test_nothing_is_taken_twice(engine: Engine) -> None:
    two_accounts(engine)
    taken(engine)
    before = dump(engine)
    assert taken(engine) == []
    assert dump(engine) == before


def entries_of(lines: list[Line]) -> int:
    return sum(row.amount for row in lines)


def test_a_ledger_is_started_from_statements_alone(engine: Engine) -> None:
    brought_in(engine, {**statements(), **statements("7777")})
    names = {"1234": "Everyday", "7777": "Savings"}
    accept_all(engine, new=True, names=names)
    with read_only(engine) as session:
        found = {each.mask: (each.name, each.balance_minor) for each in accounts(session)}
    closing = 100_000 + entries_of(booked())
    assert found == {"1234": ("Everyday", closing), "7777": ("Savings", closing)}
    assert verdicts(engine) == [Verdict.MATCHED] * 2 * len(MONTHS)


def test_a_document_of_two_accounts_starts_both(engine: Engine) -> None:
    both = [statement(6, 100_000), statement(6, 50_000, mask="7777")]
    brought_in(engine, {"both.pdf": both})
    accept_all(engine, new=True, names={"1234": "Everyday", "7777": "Savings"})
    with read_only(engine) as session:
        assert {each.name for each in accounts(session)} == {"Everyday", "Savings"}
    assert verdicts(engine) == [Verdict.MATCHED] * 2
