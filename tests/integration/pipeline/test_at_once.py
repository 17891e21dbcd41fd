"""Many decisions at once: what restores both balances, and what starts a ledger from nothing."""

from datetime import date

from sqlalchemy import Engine

from app.acts.deciding import accept_all
from app.shapes.decisions import ManyShape
from db.ledger.queries import accounts
from db.words import Verdict
from pipeline.drafts import Line
from pipeline.review.stating import Said, state
from tests.integration.pipeline.test_causes import (
    MONTHS,
    booked,
    rent,
    salary,
    statement,
    statements,
    two_accounts,
)
from tests.support.books import account, all_imported, do_in, look_in, unchanged, verdicts
from tests.support.statements import line

GARAGE = line(3, 5, -4_000, "Garage", month=8)
"""Only in the ledger: what becomes of it is for a person to say."""


def taken(engine: Engine, **asked: object) -> list[ManyShape]:
    return accept_all(engine, new=False, **asked)  # type: ignore[arg-type]


def imports(found: list[ManyShape]) -> list[int]:
    return [each.import_id for each in found]


def test_the_oldest_is_first_and_what_follows_is_made_anew(engine: Engine) -> None:
    account(engine, booked(rent(6), salary(9)))
    all_imported(engine, dict(reversed(statements().items())))
    assert imports(taken(engine)) == [6, 3]
    assert set(verdicts(engine)) == {Verdict.MATCHED}


def test_what_would_leave_anything_open_leaves_no_trace(engine: Engine) -> None:
    account(engine, [*booked(rent(8)), GARAGE])
    all_imported(engine, statements())
    with unchanged(engine):
        assert taken(engine) == []


def test_what_stands_before_a_month_that_needs_a_person_is_taken(engine: Engine) -> None:
    account(engine, [*booked(rent(6), salary(10)), GARAGE])
    all_imported(engine, statements())
    assert imports(taken(engine)) == [1]
    assert verdicts(engine)[:2] == [Verdict.MATCHED, Verdict.MATCHED]
    assert set(verdicts(engine)[2:]) == {Verdict.DIFFERENCES}


def test_only_what_was_asked_for_is_taken(engine: Engine) -> None:
    two_accounts(engine)
    june, august = ({"month": date(2026, month, 1)} for month in (6, 8))
    for asked, taken_of in (
        ({}, [1, 8, 3]),
        ({"account": "7777"}, [8]),
        ({"account": "1234"}, [1, 3]),
        (june, [1]),
        (august, []),  # June would still be off
        ({"account": "7777", **june}, []),
    ):
        assert imports(taken(engine, dry_run=True, **asked)) == taken_of, asked
    assert imports(taken(engine, account="7777")) == [8]


def entries_of(lines: list[Line]) -> int:
    return sum(row.amount for row in lines)


def test_accounts_are_made_from_statements_and_nothing_is_said_for_them(engine: Engine) -> None:
    all_imported(engine, {**statements(), **statements("7777")})
    made = accept_all(engine, new=True, names={"1234": "Everyday", "7777": "Savings"})
    assert [[c.op for c in each.decision.changes] for each in made] == [["account"]] * 2
    assert balances(engine) == {"Everyday": 100_000, "Savings": 100_000}
    assert set(verdicts(engine)) == {Verdict.UNPROVEN}


def test_one_answer_an_account_starts_a_ledger_from_statements_alone(engine: Engine) -> None:
    all_imported(engine, {**statements(), **statements("7777")})
    accept_all(engine, new=True, names={"1234": "Everyday", "7777": "Savings"})
    for first in (1, 1 + len(MONTHS)):
        answer(engine, first)
    taken(engine)
    closing = 100_000 + entries_of(booked())
    assert balances(engine) == {"Everyday": closing, "Savings": closing}
    assert verdicts(engine) == [Verdict.MATCHED] * 2 * len(MONTHS)


def test_a_document_of_two_accounts_starts_both(engine: Engine) -> None:
    both = [statement(6, 100_000), statement(6, 50_000, mask="7777")]
    all_imported(engine, {"both.pdf": both})
    accept_all(engine, new=True, names={"1234": "Everyday", "7777": "Savings"})
    for number in (1, 2):
        # Both numbers are on the page: which statement is whose is a person's word.
        answer(engine, 1, number, account_id=number)
    taken(engine)
    assert set(balances(engine)) == {"Everyday", "Savings"}
    assert verdicts(engine) == [Verdict.MATCHED] * 2


def answer(engine: Engine, import_id: int, number: int = 1, account_id: int | None = None) -> None:
    """The first question of a new account: its largest line, the salary, came in, and the closing
    balance is its holder's."""
    said = Said(account_id=account_id, largest="in", balance="have")
    do_in(engine, state, import_id, said, "Anna", number=number)


def balances(engine: Engine) -> dict[str, int]:
    return {each.name: each.balance_minor for each in look_in(engine, accounts)}
