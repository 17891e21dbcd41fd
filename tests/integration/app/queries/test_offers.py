"""What a page offers to change is what a yes to it then does."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

import pytest
from sqlalchemy import Engine

from app.acts.correcting import StatedByPerson, state_facts
from app.acts.imports import accept
from app.errors import PageOutdated
from app.queries.reviews import offered
from db.ledger.queries import accounts, balance_as_of
from pipeline.drafts import Line
from tests.support.books import (
    JUNE,
    LINES,
    account,
    all_imported,
    dump,
    imported,
    look_in,
)
from tests.support.statements import draft, line

WRONG = replace(LINES[2], amount=-8_000)


JULY = draft(
    [replace(LINES[0], date=date(2026, 7, 3)), replace(LINES[1], date=date(2026, 7, 10))],
    opening=JUNE.closing_balance,
    start=date(2026, 7, 1),
    end=date(2026, 7, 31),
)


def over(lines: Sequence[Line], opening: int = 100_000) -> Callable[[Engine], object]:
    """A ledger whose account has these entries."""
    return lambda engine: account(engine, lines, opening=opening)


@pytest.mark.parametrize(
    ("ledger", "ops"),
    [
        (over(LINES[:1]), ["add", "add"]),
        (over([*LINES[:2], WRONG]), ["amend"]),
        (over([*LINES, LINES[0]]), ["remove"]),
        (over([], opening=0), ["open", "add", "add", "add"]),
        (lambda _engine: None, ["account"]),
    ],
    ids=["missing", "wrong", "twice", "empty account", "empty ledger"],
)
def test_what_is_offered_is_what_a_yes_does(
    engine: Engine, ledger: Callable[[Engine], object], ops: list[str]
) -> None:
    ledger(engine)
    imported(engine)
    before = dump(engine)
    offer = offered(engine, 1)
    assert offer
    assert dump(engine) == before
    assert [change.op for change in offer.changes] == ops
    (decided,) = accept(engine, 1, (), dry_run=False)
    assert decided.verdict == ("unproven" if ops == ["account"] else "matched")
    # A new entry has no number before it is there.
    new = [replace(each, entry=0) if each.op == "add" else each for each in decided.changes]
    assert list(offer.changes) == new


def test_a_statement_without_any_change_does_not_hide_those_of_another(engine: Engine) -> None:
    saved = [line(1, 4, 5_000, "Interest"), line(2, 11, -700, "Fee"), line(3, 20, -90, "Card")]
    account(engine, LINES[:2])
    account(engine, saved, name="Savings", mask="9876")
    outcome = imported(engine, JUNE, draft(saved[:2], mask="9876"))
    assert outcome.document
    assert [len(each.findings.differences) for each in outcome.document.statements] == [1, 1]
    offer = offered(engine, 1)
    assert offer
    assert [change.now for change in offer.changes] == ["2026-06-28 -800.00 EUR Rent"]


def test_statements_of_one_account_are_decided_one_after_the_other(engine: Engine) -> None:
    everyday = account(engine, [], opening=0)
    imported(engine, JUNE, JULY, name="year.pdf")
    first = offered(engine, 1)
    assert first
    assert (len(first.changes), first.more) == (4, 1)
    assert [each.verdict for each in accept(engine, 1, (), dry_run=False)] == ["matched"]
    second = offered(engine, 1)
    assert second
    assert ([each.op for each in second.changes], second.more) == (["add", "add"], 0)
    assert [each.verdict for each in accept(engine, 1, (), dry_run=False)] == ["matched"]
    assert offered(engine, 1) is None
    assert look_in(engine, balance_as_of, everyday, date(2026, 7, 31)) == JULY.closing_balance


def test_months_of_a_new_account_open_it_once(engine: Engine) -> None:
    all_imported(engine, {"june.pdf": [JUNE], "july.pdf": [JULY]})
    early = offered(engine, 2)
    assert early
    accept(engine, 1, (), dry_run=False)  # the account
    state_facts(engine, 1, StatedByPerson(largest="in", balance="have"))
    accept(engine, 1, (), dry_run=False)  # what June says
    late = offered(engine, 2)
    assert late
    offer = [(each.op, each.now) for each in late.changes]
    assert offer == [
        ("add", "2026-07-03 -3.50 EUR Coffee"),
        ("add", "2026-07-10 2500.00 EUR Salary"),
    ]
    with pytest.raises(PageOutdated):
        accept(engine, 2, (), dry_run=False, seen=early.seen)
    done = accept(engine, 2, (), dry_run=False, seen=late.seen)
    assert [each.verdict for each in done] == ["matched"]
    (only,) = look_in(engine, accounts)
    assert only.balance_minor == JULY.closing_balance
