"""Which account has a statement's rows: the same as if every account were compared."""

import random
from dataclasses import replace
from datetime import timedelta
from functools import partial

from sqlalchemy import Engine

from db.session import read_only
from pipeline.account.comparison import ScopedLedger
from pipeline.account.finding import by_overlap
from pipeline.drafts import Line
from tests.support.books import account
from tests.support.statements import draft, line

LINES = tuple(line(n, n + 2, -1_000 - n, f"Shop {n}") for n in range(1, 13))
STATEMENT = draft(LINES, mask=None)


def with_rows(engine: Engine, name: str, held: int, elsewhen: int, currency: str = "EUR") -> int:
    """An account with entries of so many of the lines, and so many more of other days."""
    later = [_moved(row) for row in LINES[held : held + elsewhen]]
    return account(engine, [*LINES[:held], *later], name=name, mask=None, currency=currency)


def _moved(row: Line) -> Line:
    assert row.date
    days = timedelta(days=12 if row.date.day < 15 else -12)
    return replace(row, date=row.date + days)


def plainly(ledger: ScopedLedger) -> int | None:
    """The rule as it is written, after looking at every account."""
    compared = [ledger.compare(STATEMENT, account_id) for account_id in sorted(ledger.scope)]
    found = [each for each in compared if each and each.side.currency == "EUR"]
    pairs = sorted(
        ((len(each.matching.pairs), each.side.account_id) for each in found), reverse=True
    )
    if not pairs or pairs[0][0] < max(3, len(LINES) / 2):
        return None
    if len(pairs) > 1 and pairs[1][0] * 2 > pairs[0][0]:
        return None
    return pairs[0][1]


def test_whatever_accounts_there_are_the_answer_is_that_of_comparing_all(engine: Engine) -> None:
    rows = ((12, 0), (6, 6), (6, 0), (5, 7), (3, 0), (3, 9), (0, 12), (2, 1), (0, 0), (11, 1))
    ids = [with_rows(engine, f"{held} {more}", held, more) for held, more in rows]
    ids.append(with_rows(engine, "Dollars", 12, 0, "USD"))
    chance = random.Random(13)
    answers = set()
    for _ in range(30):
        scope = frozenset(chance.sample(ids, chance.randint(1, 4)))
        ledger = ScopedLedger(partial(read_only, engine), scope)
        found = by_overlap(STATEMENT, ledger)
        answers.add(plainly(ledger))
        assert (found.side.account_id if found else None) == plainly(ledger), scope
    # There were cases for each answer: both of all rows and of half of them, and none.
    assert answers >= {None, ids[0], ids[1], ids[2], ids[9]}
