"""The months that lack a statement, of all accounts at once, are those that coverage has."""

from __future__ import annotations

import random
from datetime import date, timedelta

import pytest
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from db.models import Document, Import, Reconciliation, Statement
from db.session import read_only, unit_of_work
from db.words import AccountKind, ImportStatus, ReadingStatus, Verdict
from pipeline.review.coverage import MonthState
from pipeline.review.covered import coverage
from pipeline.review.missing import missing_months
from tests.support.books import account

UNTIL = date(2026, 6, 30)


def covered(session: Session, account_id: int, start: date, end: date) -> None:
    """A statement of these days, as far as coverage looks."""
    document = Document(sha256=f"{account_id}-{start}".ljust(64, "0"), size=1)
    work = Import(document=document, source_name="x.pdf", status=ImportStatus.MATCHED)
    statement = Statement(
        work=work, ordinal=0, account_id=account_id, kind=AccountKind.CHECKING, exponent=2,
        period_start=start, period_end=end, status=ReadingStatus.PROVEN, checks=[],
    )  # fmt: skip
    session.add(
        Reconciliation(
            statement=statement,
            verdict=Verdict.MATCHED,
            proof=[],
            differences=[],
            extraction_skipped=True,
        )
    )


def found(session: Session, account_id: int) -> list[date]:
    rows = missing_months(session, UNTIL)
    return [each.first for each in rows if each.account_id == account_id]


@pytest.mark.parametrize("seed", range(4))
def test_missing_months_are_those_of_coverage(engine: Engine, seed: int) -> None:
    chance = random.Random(seed)
    accounts = [account(engine, name=f"Account {n}", mask=str(2000 + n)) for n in range(4)]
    with unit_of_work(engine) as session:
        for each in accounts:
            day = date(2025, 7, 1) + timedelta(days=chance.randrange(60))
            while day < UNTIL:
                end = day + timedelta(days=chance.randrange(20, 45))
                covered(session, each, day, end)
                # The next one begins on its last day, the day after, or after a gap.
                day = end + timedelta(days=chance.choice((0, 1, 1, 1, 2, 40)))
    with read_only(engine) as session:
        for each, months in coverage(session, accounts, UNTIL).items():
            wanted = [month.first for month in months if month.state is MonthState.MISSING]
            assert found(session, each) == wanted


def test_an_account_that_never_had_a_statement_lacks_none(engine: Engine) -> None:
    lone = account(engine)
    with read_only(engine) as session:
        assert found(session, lone) == []
