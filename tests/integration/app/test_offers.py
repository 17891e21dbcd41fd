"""What a page offers to change is what a yes to it then does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from sqlalchemy import Engine

from app.decisions import say_yes
from app.offers import offered
from jobs.inline import import_all
from jobs.options import ImportOptions
from pipeline.drafts import Line
from tests.support.books import JUNE, LINES, account, documents, dump, source
from tests.support.statements import draft

WRONG = replace(LINES[2], amount=-8_000)


def brought_in(engine: Engine) -> None:
    list(import_all(engine, [source()], ImportOptions(), read=documents({"june.pdf": [JUNE]})))


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
    brought_in(engine)
    before = dump(engine)
    offer = offered(engine, 1)
    assert offer
    assert dump(engine) == before
    assert [change["op"] for change in offer["changes"]] == ops
    done = [each for one in say_yes(engine, 1, (), dry_run=False) for each in one["changes"]]
    # A new entry has no number before it is there.
    new = [{**each, "entry": 0} if each["op"] == "add" else each for each in done]
    assert offer["changes"] == new


def test_a_statement_without_any_change_does_not_hide_those_of_another(engine: Engine) -> None:
    account(engine, LINES[:2])
    account(engine, LINES, name="Savings", mask="9876")
    read = documents({"june.pdf": [JUNE, draft(LINES[:1], mask="9876")]})
    (outcome,) = import_all(engine, [source()], ImportOptions(), read=read)
    assert outcome.document
    assert [len(each.proof.differences) for each in outcome.document.statements] == [1, 2]
    offer = offered(engine, 1)
    assert offer
    assert [change["now"] for change in offer["changes"]] == ["2026-06-28 -800.00 EUR Rent"]


def test_nothing_is_offered_where_nothing_waits(engine: Engine) -> None:
    account(engine)
    brought_in(engine)
    assert offered(engine, 1) is None
