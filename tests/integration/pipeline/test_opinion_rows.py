"""What a model is shown of a difference, and what it may propose."""

import json
from typing import Any

import pytest
from sqlalchemy import Engine, select

from db.ledger.amending import remove
from db.ledger.bookkeeping import add_transactions
from db.ledger.views import NewEntry
from db.models import Lock, Proposal, Reconciliation
from db.session import read_only, unit_of_work
from pipeline.drafts import StatementDraft
from pipeline.record.settling import settle
from pipeline.review.for_model import ModelProposing, etag_of
from tests.support.books import account, all_of, do_in, imported, one_of
from tests.support.opinions import answer, brought_in, mind
from tests.support.statements import day, draft, line
from tools.ledger.workspace import FactsPropose
from tools.loop.errors import ToolError

SALARY = line(2, 10, 250_000, "Salary")


def asked(engine: Engine, statement: StatementDraft) -> dict[str, Any]:
    """The rows that a model was given of the statement."""
    model = mind(answer())
    brought_in(engine, statement, model)
    found: dict[str, Any] = json.loads(model.requests[0].messages[-1].content)
    return found


def booked(engine: Engine, account_id: int, *entries: NewEntry) -> None:
    do_in(engine, add_transactions, account_id, entries)


def test_the_rows_before_and_after_an_odd_one_are_shown(engine: Engine) -> None:
    rows = [line(n, n, -n * 111, f"Row {n}") for n in range(1, 8)]
    account(engine, [each for each in rows if each.ordinal != 4])

    assert [each[0] for each in asked(engine, draft(rows))["lines"]] == [3, 4, 5]


def test_other_rows_of_its_amount_are_shown_however_far(engine: Engine) -> None:
    rows = [line(n, n, -n * 111, f"Row {n}") for n in range(1, 8)]
    refund = line(8, 28, 444, "Shop, thank you")
    account(engine, rows)

    found = asked(engine, draft([*rows, refund]))
    assert [each[0] for each in found["lines"]] == [4, 7, 8]


def test_entries_of_its_amount_in_other_accounts_are_shown_nearest_first(engine: Engine) -> None:
    account(engine, [SALARY])
    savings = account(engine, [], name="Savings", mask="7777")
    days = (day(20), day(4), day(3), day(2, 5), day(30, 8))
    booked(engine, savings, *(NewEntry(each, -350, f"Coffee {each:%d.%m.}") for each in days))

    found = asked(engine, draft([line(1, 3, -350, "LUNA"), SALARY]))
    assert [row[1] for row in found["entries_of_other_accounts"]["Savings *7777"]] == [
        "2026-06-03", "2026-06-04", "2026-06-20"
    ]  # fmt: skip


def test_a_transfers_other_half_is_shown(engine: Engine) -> None:
    account(engine, [SALARY])
    savings = account(engine, [], name="Savings", mask="7777")
    booked(engine, savings, NewEntry(day(4), 5_000, "From daily account"))

    found = asked(engine, draft([line(1, 3, -5_000, "TRANSFER"), SALARY]))
    assert [row[2] for row in found["entries_of_other_accounts"]["Savings *7777"]] == ["50.00"]


def test_an_account_in_another_currency_has_nothing_to_say(engine: Engine) -> None:
    account(engine, [SALARY])
    dollars = account(engine, [], name="Dollars", mask="7777", currency="USD")
    booked(engine, dollars, NewEntry(day(4), -5_000, "Shop"))

    found = asked(engine, draft([line(1, 3, -5_000, "SHOP"), SALARY]))
    assert "entries_of_other_accounts" not in found


def test_of_many_differences_those_come_first_that_only_words_can_tell(engine: Engine) -> None:
    lone = [line(n, 1, -10_000 - n, f"Shop {n}") for n in range(1, 40)]
    everyday = account(engine, [])
    coffees = [NewEntry(day(2), -350, "Ada"), NewEntry(day(4), -350, "Bea")]
    booked(engine, everyday, *coffees)

    found = asked(engine, draft([*lone, line(40, 3, -350, "LUNA")]))
    kinds = [each[1] for each in found["differences"]]
    assert kinds == ["ambiguous", *["missing_in_ledger"] * 23]


def test_what_has_too_many_rows_to_be_shown_is_not_asked_about(engine: Engine) -> None:
    crowd = [line(n, 3, -350, f"Coffee number {n} of a long June") for n in range(1, 100)]
    everyday = account(engine, [])
    entries = [NewEntry(day(3), -350, f"Espresso {n} with somebody") for n in range(100)]
    booked(engine, everyday, *entries)
    found = asked(engine, draft([*crowd, line(100, 5, -990, "Book")]))

    assert [each[1] for each in found["differences"]] == ["missing_in_ledger"]


@pytest.fixture
def books(engine: Engine) -> int:
    """June, and in the ledger its three lines and an entry that is on no statement."""
    account_id = account(engine)
    do_in(engine, add_transactions, account_id, [NewEntry(day(20), -777, "Odd")])
    imported(engine)
    return account_id


def etag(engine: Engine) -> str:
    return etag_of(one_of(engine, select(Reconciliation)))


def suggest(engine: Engine, scope: set[int], *changes: dict[str, object], number: str = "1") -> int:
    model = ModelProposing(engine, scope, ["qwen"], {})
    said = {"statement": "1.1", "etag": etag(engine), "reason": "I think so"}
    asked = FactsPropose.model_validate({"request_id": number, "changes": changes, **said})
    return model.propose(asked).proposal_id


def odd_entry(engine: Engine) -> dict[str, object]:
    with read_only(engine) as session:
        row = session.scalars(select(Reconciliation)).one()
        (entry,) = (d["entries"][0] for d in row.differences if d["entries"])
    return {"action": "remove", "entries": [entry]}


def refusal(engine: Engine, scope: set[int], *changes: dict[str, object], number: str = "1") -> str:
    with pytest.raises(ToolError) as caught:
        suggest(engine, scope, *changes, number=number)
    return caught.value.code


def test_it_waits_under_the_models_name_beside_the_rules_own(engine: Engine, books: int) -> None:
    made = suggest(engine, {books}, odd_entry(engine))
    found = {each.id: each.suggested_by for each in all_of(engine, select(Proposal))}
    assert found.pop(made) == "qwen"
    assert set(found.values()) <= {None}


def test_the_same_request_is_the_same_proposal_and_no_other(engine: Engine, books: int) -> None:
    made = suggest(engine, {books}, odd_entry(engine))
    assert suggest(engine, {books}, odd_entry(engine)) == made
    assert suggest(engine, {books}, odd_entry(engine), number="2") == made
    assert refusal(engine, {books}, {"action": "add", "lines": [0]}) == "not_proposable"


def test_an_account_out_of_scope_and_a_locked_period_refuse(engine: Engine, books: int) -> None:
    odd = odd_entry(engine)
    assert refusal(engine, set(), odd) == "statement_not_visible"
    with unit_of_work(engine) as session:
        session.add(Lock(account_id=books, period_start=day(1), period_end=day(30)))
    assert refusal(engine, {books}, odd) == "locked"


def test_what_is_incomplete_is_refused(engine: Engine, books: int) -> None:
    incomplete: list[dict[str, object]] = [
        {"action": "remove"},
        {"action": "pair", "lines": [0]},
        {"action": "amend"},
    ]
    for change in incomplete:
        assert refusal(engine, {books}, change) == "not_proposable"


def test_it_goes_when_what_it_is_about_is_settled(engine: Engine, books: int) -> None:
    made = suggest(engine, {books}, odd_entry(engine))
    with unit_of_work(engine) as session:
        add_transactions(session, books, [NewEntry(day(21), -5, "Another")])
        settle(session)
        assert session.get(Proposal, made) is not None
    with unit_of_work(engine) as session:
        entry = session.get_one(Proposal, made).changes[0]["entry"]
        remove(session, entry)
        settle(session)
        assert session.get(Proposal, made) is None
