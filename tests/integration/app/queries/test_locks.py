"""The locks there are, and what stands against them, as a person is shown it."""

import io
from datetime import timedelta

import pytest
from sqlalchemy import Engine, update

from app.cli.output import console
from app.cli.screens.history import discrepancies_screen
from app.errors import AccountUnclear
from app.queries.history import dismiss, is_open, listed, open_discrepancies
from app.shapes.lists import DiscrepancyShape
from db.ledger.amending import snapshot
from db.ledger.locks import lock, note
from db.models import Reconciliation
from db.session import unit_of_work
from db.words import Verdict
from pipeline.review.deciding import accept
from tests.support.books import execute_in, in_review
from tests.support.ledgers import FIRST_DAY, add


@pytest.fixture
def locked(engine: Engine) -> Engine:
    """June of `Everyday` ties out and is locked; so is a day of `Savings`, of no statement."""
    in_review(engine)
    savings = add(engine, "Savings")
    with unit_of_work(engine) as session:
        accept(session, 1, "alex")
        lock(session, savings, FIRST_DAY, FIRST_DAY + timedelta(days=1), "alex")
    return engine


def refuse(engine: Engine, evil: str = "Tea") -> None:
    """Lock 1 refuses that the ledger's first entry says something else."""
    with unit_of_work(engine) as session:
        before = snapshot(session, 1)
        assert before is not None
        note(session, 1, 1, "sam", "csv", before, {**before, "description": evil})


def shown(found: list[DiscrepancyShape]) -> str:
    out = io.StringIO()
    terminal = console(file=out, width=120)
    for part in discrepancies_screen(found):
        terminal.print(part)
    return out.getvalue()


def test_locks_and_discrepancies_are_asked_for_by_the_words_for_an_account(locked: Engine) -> None:
    refuse(locked)
    assert [each.id for each in listed(locked, "1234", released_too=False)] == [1]
    assert len(open_discrepancies(locked, "everyday")) == 1
    assert open_discrepancies(locked, "savings") == []
    with pytest.raises(AccountUnclear):
        open_discrepancies(locked, "nowhere")


def test_a_locked_statement_that_ties_out_no_more_is_listed_as_long_as_it_does_not(
    locked: Engine,
) -> None:
    for verdict, wanted in ((Verdict.DIFFERENCES, ["contradicted"]), (Verdict.MATCHED, [])):
        execute_in(locked, update(Reconciliation).values(verdict=verdict))
        found = open_discrepancies(locked)
        assert [each.cause for each in found] == wanted
        assert ("june.pdf (import 1) is locked and now: differences" in shown(found)) is bool(found)


def test_what_is_dismissed_is_off_the_list_but_not_forgotten(locked: Engine) -> None:
    refuse(locked)
    dismiss(locked, 1, "the bank has it so", dry_run=True)
    assert len(open_discrepancies(locked)) == 1
    dismiss(locked, 1, "the bank has it so")
    assert open_discrepancies(locked) == []
    kept = open_discrepancies(locked, closed_too=True)
    assert not is_open(kept[0])
    assert "the bank has it so" in shown(kept)
