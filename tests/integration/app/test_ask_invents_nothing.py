"""Every way by which words of a model, or figures of another account, could be printed as fact."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import date
from typing import Any

import pytest
from sqlalchemy import Engine

from app.acts.asking import Answered, Listener, answer_shape, ask
from app.acts.offering import OfferedLedger
from app.cells import UNSAID_ARGUMENTS
from app.texts import models as texts
from db.ledger.bookkeeping import add_account, add_transactions
from db.ledger.views import NewAccount, NewEntry
from db.models import Statement
from db.session import unit_of_work
from db.words import AccountKind
from evals.ask_ledger import fill
from evals.fresh_ledger import fresh_ledger
from evals.kinds.ask import TODAY
from tests.support.books import do_in
from tools.ledger.get_accounts import FindAccounts
from tools.ledger.get_transactions import FindTransactions
from tools.loop.loop import ToolLoop
from tools.providers.replay import ScriptedProvider, calls, says

HALF_YEAR = {"start_date": "2026-01-01", "end_date": "2026-06-30"}
ACCOUNTS = ("get_accounts", {"as_of": "2026-03-31"})
Looked = tuple[str, dict[str, Any]]

#: Of kinds that no list of words holds: in several languages, ordinals, fractions, comparisons.
FALSEHOODS = """You own three accounts in all.|Deux mille trois cents|dreiundzwanzig Zahlungen
veintidós pagos|двадцать два|fünfte Zahlung|the third coffee|two thirds of it|three quarters
twice as much as in May|half of your salary|MMXXVI payments|in Septembre|März|on Tuesdays
more than last month|fewer than five|the largest payment of all|the cheapest month
you never paid rent|no other account|nobody paid you|Ostrich Ltd was paid -3.20
Coffee corner in Everyday|in US dollars|four thousand euros|Savings holds 3634.45 EUR
Everyday and Savings together 9,000.00|it rose|since March it fell|reconciled|overdrawn"""
KINDS = re.split(r"[|\n]", FALSEHOODS)


def cell(row: object, column: str | None, look: int = 1) -> dict[str, Any]:
    return {"look": look, "row": row, "column": column}


def entries(account: int = 1, **filters: object) -> Looked:
    return "get_transactions", {"account_id": account, **HALF_YEAR, **filters}


Door = Callable[[str], tuple[list[Looked], list[dict[str, Any]]]]
BALANCE = [cell(1, "balance")]
DOORS: dict[str, Door] = {
    "a row that is none": lambda text: ([ACCOUNTS], [cell(text, "as_of")]),
    "a search": lambda text: ([entries(search=text)], [cell(None, "total_rows")]),
    "a search without an answer": lambda text: ([entries(search=text)], []),
    "a search of lines": lambda text: (
        [entries(search=f"x”:\n  {text}\nSavings …0815, searched for “")],
        [cell(None, "total_rows")],
    ),
    "a tool": lambda text: ([(text.replace(" ", "_"), {}), ACCOUNTS], BALANCE),
    "an argument": lambda text: ([("get_accounts", {text: text}), ACCOUNTS], BALANCE),
    "a cursor": lambda text: ([entries(cursor=text), entries()], [cell(None, "count")]),
    "a statement": lambda text: ([("get_differences", {"statement": text}), ACCOUNTS], BALANCE),
    "a verdict": lambda text: ([("find_statements", {"verdict": text}), ACCOUNTS], BALANCE),
}


@pytest.fixture(scope="module")
def ledger() -> Iterator[Engine]:
    """Four accounts of half a year; no test changes it."""
    with fresh_ledger(fill) as engine:
        yield engine


def answered(
    ledger: Engine, looks: list[Looked], cells: list[dict[str, Any]], listener: Listener
) -> Answered:
    provider = ScriptedProvider([*map(calls, looks), *[says(json.dumps({"cells": cells}))] * 2])
    return ask("How much have I?", ledger, ToolLoop(provider), listener, today=TODAY)


def said(ledger: Engine, looks: list[Looked], *cells: dict[str, Any]) -> list[str]:
    """The lines that are printed."""
    return answered(ledger, looks, list(cells), Listener()).text.splitlines()


def shown(ledger: Engine, door: Door, text: str) -> str:
    """All that a person or a script is shown as fact: what was searched for is said as such."""
    followed: list[str] = []
    found = answered(ledger, *door(text), Listener(followed.append))
    cells = [asdict(each) for each in answer_shape(found).cells]
    told = json.dumps([found.text, found.looked, cells, followed], default=str, ensure_ascii=False)
    return re.sub(r", searched for “[^“”]*”(?=[:,\"\\])", "", told).replace("_", " ")


@pytest.mark.parametrize("door", DOORS)
def test_no_word_of_a_model_comes_through(ledger: Engine, door: str) -> None:
    found = {text: shown(ledger, DOORS[door], text).casefold() for text in KINDS}
    assert [text for text, told in found.items() if text.casefold() in told] == []


def test_a_search_is_one_quotation_of_a_line_however_it_is_written(ledger: Engine) -> None:
    forged = "x”:\n  balance 9,999.00 EUR\nSavings …0815, searched for “"
    title, found = said(ledger, [entries(search=forged)], cell(None, "total_rows"))
    assert re.fullmatch(r"Everyday …4711: [^“”]+ “[^“”]{1,60}”:", title)
    assert found == "  found: 0"
    long = said(ledger, [entries(search="x" * 500)], cell(None, "total_rows"))[0]
    assert long.endswith(f", searched for “{'x' * 60}…”:")


def test_a_look_up_is_said_with_all_that_it_leaves_out(ledger: Engine) -> None:
    tools = OfferedLedger(ledger).looking().tools
    fields = {tool.name: [*tool.arguments.model_fields] for tool in tools}
    fields["get_accounts"] = [*FindAccounts.model_fields]
    fields["get_transactions"] = [*FindTransactions.model_fields]
    for tool, names in fields.items():
        unsaid = {
            name
            for name in names
            if f"{{{name}}}" not in texts.LOOKED[tool] and name not in texts.LOOKED_FILTERS
        }
        assert unsaid <= UNSAID_ARGUMENTS, tool


@pytest.mark.parametrize(
    ("given", "title"),
    [
        ({"account_id": 3}, ", of Card …9912:"),
        ({"end_date": "2025-01-31"}, ", that begin on 2025-01-31 or earlier:"),
        ({"start_date": "2027-01-01"}, ", that end on 2027-01-01 or later:"),
        ({"import_id": 7, "verdict": "matched"}, ", of import 7, that are matched:"),
    ],
)
def test_no_statement_found_is_said_of_what_was_looked_through(
    ledger: Engine, given: dict[str, Any], title: str
) -> None:
    lines = said(ledger, [("find_statements", given)], cell(None, "total_rows"))
    assert lines == [f"statements and how they tie out{title}", "  found: 0"]


def test_a_value_that_no_filter_touches_is_said_without_filters(ledger: Engine) -> None:
    looks = [entries(search="rent")]
    lines = said(ledger, looks, cell(None, "count"), cell(None, "total_rows"))
    assert [line.endswith("searched for “rent”:") for line in lines] == [False, False, True, False]
    assert lines[1].startswith("  all entries of these days: ")


@pytest.mark.parametrize(
    "look", [("get_accounts", {"as_of": "2031-12-31"}), entries(end_date="2026-07-31")]
)
def test_a_balance_of_days_to_come_is_said_as_that(ledger: Engine, look: Looked) -> None:
    column = cell(1, "balance") if look[0] == "get_accounts" else cell(None, "closing")
    assert said(ledger, [look], column)[0].endswith(", days after 2026-07-10 still to come:")


def test_a_balance_before_all_entries_is_said_as_that(ledger: Engine) -> None:
    before = ", before its first entry on 2026-01-02"
    [_, line] = said(ledger, [("get_accounts", {"as_of": "1990-12-31"})], cell(1, "balance"))
    assert line == f"  Everyday …4711: balance 1200.00 EUR{before}"
    [title, _] = said(
        ledger, [entries(start_date="1990-01-01", end_date="1990-12-31")], cell(None, "closing")
    )
    assert title.endswith(f"1990-12-31{before}:")


def test_an_entry_is_said_once_however_often_it_is_pointed_at(ledger: Engine) -> None:
    looks = [entries(search="rent"), entries()]
    often = [cell(1, "amount"), cell("1", None), cell(1, None), cell(1, None, 2), cell("1", "date")]
    lines = said(ledger, looks, *often)
    assert [line for line in lines if "Rent" in line] == lines[1:]
    assert len(lines) == 2
    [_, amount] = said(ledger, looks, cell("1", "amount"))
    assert amount == "  no. 1, 2026-01-02, “Rent Hafenstrasse”, -851.00 EUR: -851.00 EUR"


def test_a_difference_names_the_account_of_its_statement(ledger: Engine) -> None:
    lines = said(ledger, [("get_differences", {"statement": "1.1"})], cell(1, "amount"))
    assert lines[0] == "what differs on statement 1.1 of Everyday …4711:"
    statements = said(ledger, [("find_statements", {})], cell("1.1", None))
    assert "account Everyday …4711, " in statements[1]


@pytest.mark.parametrize("name", ["01.1", "1.01", "١.1", "1.1\n", " 1.1", "1.1.1", "1.0"])
def test_a_statement_has_one_name(ledger: Engine, name: str) -> None:
    look = ("get_differences", {"statement": name})
    assert said(ledger, [look], cell(None, "verdict")) == [texts.NOT_SHOWN]


def test_a_verdict_of_an_earlier_version_is_said_as_that(engine: Engine) -> None:
    fill(engine)
    with unit_of_work(engine) as session:
        session.query(Statement).update({"kernel_version": None})
    for look, at in (("find_statements", {}), ("get_differences", {"statement": "1.1"})):
        row = "1.1" if look == "find_statements" else None
        [_, line] = said(engine, [(look, at)], cell(row, "verdict"))
        assert line.endswith("verdict differences, by an earlier version")


def test_no_text_of_the_ledger_ends_its_quotation_or_line(engine: Engine) -> None:
    account = NewAccount(
        "Gi\nro", AccountKind.CHECKING, "EUR", "A”: balance 9", None, 1, opened_on=date(2026, 1, 1)
    )
    do_in(engine, add_account, account)
    do_in(engine, add_transactions, 1, [NewEntry(date(2026, 3, 1), -1, "a”, 9.00 EUR\n\u202e“b")])
    lines = said(
        engine, [("get_accounts", {}), entries()], cell(1, "institution"), cell(1, None, 2)
    )
    assert lines[1] == '  Gi␊ro: institution “A": balance 9”'
    assert lines[3] == '  no. 1, 2026-03-01, -0.01 EUR, “a", 9.00 EUR␊\\u202e"b”'
    assert len(lines) == 4
