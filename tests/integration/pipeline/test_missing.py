"""The months that lack a statement, of all accounts at once, are those that coverage has."""

import random
from datetime import date, timedelta

import pytest
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from db.ledger.bookkeeping import add_transactions
from db.ledger.views import NewEntry
from db.models import Account, Document, Import
from db.session import read_only, unit_of_work
from db.words import ImportStatus
from pipeline.review.coverage import MonthState, coverage
from pipeline.review.missing import missing_months
from tests.support.books import account, look_in
from tests.support.ledgers import kept_statement, kept_verdict

GAPS = {MonthState.PARTLY, MonthState.MISSING}
UNTIL = date(2026, 6, 30)
TODAY = date(2026, 7, 10)


def covered(
    session: Session, account_id: int, start: date, end: date, opening: int = 0, closing: int = 0
) -> None:
    """A statement of these days, as far as coverage looks."""
    document = Document(sha256=f"{account_id}-{start}".ljust(64, "0"), size=1)
    work = Import(document=document, source_name="x.pdf", status=ImportStatus.MATCHED)
    statement = kept_statement(
        work=work, account_id=account_id, period_start=start, period_end=end,
        opening_minor=opening, closing_minor=closing,
    )  # fmt: skip
    session.add(kept_verdict(statement))


def found(session: Session, account_id: int, today: date = TODAY) -> list[date]:
    rows = missing_months(session, today)
    return [each.first for each in rows if each.account_id == account_id]


@pytest.mark.parametrize("seed", range(12))
def test_missing_months_are_those_of_coverage(engine: Engine, seed: int) -> None:
    chance = random.Random(seed)
    accounts = [account(engine, [], name=f"Account {n}", mask=str(2000 + n)) for n in range(4)]
    with unit_of_work(engine) as session:
        for each in accounts:
            balance, day = 7, date(2025, 7, 1) + timedelta(days=chance.randrange(60))
            while day < UNTIL:
                end = day + timedelta(days=chance.randrange(20, 45))
                covered(session, each, day, end, balance, balance := chance.choice((0, 7, 9)))
                # The next one begins on its last day, the day after, or after a gap.
                day = end + timedelta(days=chance.choice((0, 1, 1, 1, 2, 7, 8, 40)))
                balance = chance.choice((balance, balance, 5))
            row = session.get_one(Account, each)
            row.opened_on = chance.choice((row.opened_on, date(2025, 6, 30), date(2025, 6, 29)))
            row.closed_on = chance.choice((None, date(2026, chance.randrange(1, 7), 15)))
            # So that a day before its first statement awaits one.
            if row.opened_on and chance.random() < 0.5:
                add_transactions(session, each, [NewEntry(row.opened_on, 5_000, "Paid in")])
    with read_only(engine) as session:
        for each, months in coverage(session, accounts, UNTIL, today=TODAY).items():
            wanted = [month.first for month in months if month.state in GAPS]
            assert found(session, each) == wanted


def test_an_account_that_never_had_a_statement_lacks_none(engine: Engine) -> None:
    lone = account(engine)
    assert look_in(engine, found, lone) == []
