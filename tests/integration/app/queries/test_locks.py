"""The locks there are, and what stands against them, as a person is shown it."""

import io
from datetime import timedelta

import pytest
from sqlalchemy import Engine, update

from app.cli.output import console
from app.cli.screens.history import discrepancies_screen, locks_screen
from app.errors import AccountUnclear
from app.queries.history import dismiss, is_open, listed, open_discrepancies
from app.shapes.lists import DiscrepancyShape
from db.ledger.amending import snapshot
from db.ledger.locks import lock, note, unlock
from db.models import Reconciliation
from db.session import unit_of_work
from db.words import Verdict
from pipeline.review.deciding import accept
from tests.support.books import do_in, execute_in, in_review
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


def test_a_lock_names_its_account_and_the_statement_that_tied_out(locked: Engine) -> None:
    june, march = listed(locked, None, released_too=False)
    assert (june.account, june.file, june.verdict) == (
        "Everyday *1234",
        "june.pdf",
        Verdict.MATCHED,
    )
    assert (march.account, march.file, march.verdict) == ("Savings", None, None)


def test_a_released_lock_is_listed_on_request_with_its_reason(locked: Engine) -> None:
    do_in(locked, unlock, 1, "the bank corrected it", "alex")
    assert [each.id for each in listed(locked, None, released_too=False)] == [2]
    released, _ = listed(locked, None, released_too=True)
    assert released.released_reason == "the bank corrected it"
    out = io.StringIO()
    for part in locks_screen([released], 0):
        console(file=out, width=120).print(part)
    assert "the bank corrected it" in out.getvalue()


def test_locks_and_discrepancies_are_asked_for_by_the_words_for_an_account(locked: Engine) -> None:
    refuse(locked)
    assert [each.id for each in listed(locked, "1234", released_too=False)] == [1]
    assert len(open_discrepancies(locked, "everyday")) == 1
    assert open_discrepancies(locked, "savings") == []
    with pytest.raises(AccountUnclear):
        open_discrepancies(locked, "nowhere")


def test_what_was_refused_says_what_the_entry_says_and_was_to_say(locked: Engine) -> None:
    refuse(locked)
    (one,) = open_discrepancies(locked)
    assert (one.cause, one.actor, one.action) == ("refused", "sam", "csv")
    assert one.was is not None
    assert one.was.startswith("2026-06-03 -3.50 EUR ")
    assert one.now == "2026-06-03 -3.50 EUR Tea"


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


def test_what_a_released_lock_refused_is_not_open(locked: Engine) -> None:
    refuse(locked)
    do_in(locked, unlock, 1, "a late receipt", "alex")
    assert open_discrepancies(locked) == []
    (kept,) = open_discrepancies(locked, closed_too=True)
    assert not is_open(kept)
    assert "a late receipt" in shown([kept])


def test_no_text_passes_for_another_discrepancy_or_acts_on_the_terminal(locked: Engine) -> None:
    refuse(locked, "Tea\n9. csv by nobody\x1b[2J\u202e")
    said = shown(open_discrepancies(locked))
    assert not any(line.strip().startswith("9.") for line in said.splitlines())
    assert not {"\x1b", "\u202e"} & set(said)
