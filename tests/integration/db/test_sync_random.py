"""Random ledgers, edited at their source in six ways: what is brought in step is the same again."""

import random
from datetime import date, timedelta

import pytest
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from db.ledger.bookkeeping import add_account
from db.ledger.queries import entries
from db.ledger.views import NewAccount, NewEntry
from db.words import AccountKind
from tests.support.books import do_in
from tests.support.kept import source_says

PAYEES = ("Coffee", "Bakery", "Rent", "Salary", "Tram")


def ledger(rnd: random.Random) -> list[NewEntry]:
    """Some with many equal rows."""
    return [_row(rnd) for _ in range(rnd.randint(3, 40))]


def _row(rnd: random.Random) -> NewEntry:
    day = date(2026, 1, 1) + timedelta(rnd.randint(0, 20))
    return NewEntry(day, rnd.choice((-350, -350, -1_200, 250_000)), rnd.choice(PAYEES))


def edited(rnd: random.Random, rows: list[NewEntry]) -> list[NewEntry]:
    """One edit of each kind, on rows that may be the same one."""
    made = [*rows]
    for part in ("booked_on", "amount_minor", "description"):
        at = rnd.randrange(len(made))
        other = _row(rnd)
        values = {name: getattr(made[at], name) for name in NewEntry.__slots__}
        made[at] = NewEntry(**{**values, part: getattr(other, part)})
    made.pop(rnd.randrange(len(made)))
    made.insert(rnd.randint(0, len(made)), _row(rnd))
    rnd.shuffle(made)
    return made


def said(session: Session, account: int) -> list[tuple[date, int, str]]:
    found = entries(session, account)
    return sorted((each.booked_on, each.amount_minor, each.description) for each in found)


@pytest.mark.parametrize("seed", range(6))
def test_the_copy_is_as_its_source_after_any_edits(engine: Engine, seed: int) -> None:
    do_in(engine, _edit_fifty, seed)


def _edit_fifty(session: Session, seed: int) -> None:
    for number in range(50):
        rnd = random.Random(f"{seed} {number}")
        new = NewAccount(f"Account {number}", AccountKind.CHECKING, "EUR")
        account = add_account(session, new)
        rows = ledger(rnd)
        for _ in range(3):
            source_says(session, account, rows)
            wanted = sorted((row.booked_on, row.amount_minor, row.description) for row in rows)
            assert said(session, account) == wanted, (seed, number)
            rows = edited(rnd, rows)
