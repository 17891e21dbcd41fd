"""What a model suggests waits for a person, and is refused where a person could not accept it."""

import pytest
from sqlalchemy import Engine, select

from db.ledger.amending import remove
from db.ledger.bookkeeping import add_transactions
from db.ledger.views import NewEntry
from db.models import Lock, Proposal, Reconciliation
from db.session import read_only, unit_of_work
from jobs.imports.inline import import_all
from jobs.options import ImportOptions
from pipeline.record.settling import settle
from pipeline.review.for_model import ModelProposing, etag_of
from tests.support.books import JUNE, account, documents, source
from tests.support.statements import day
from tools.ledger.workspace import FactsPropose
from tools.loop.errors import ToolError


@pytest.fixture
def books(engine: Engine) -> int:
    """June, and in the ledger its three lines and an entry that is on no statement."""
    account_id = account(engine)
    with unit_of_work(engine) as session:
        add_transactions(session, account_id, [NewEntry(day(20), -777, "Odd")])
    read = documents({"june.pdf": [JUNE]})
    list(import_all(engine, [source("june.pdf")], ImportOptions(), read=read))
    return account_id


def etag(engine: Engine) -> str:
    with read_only(engine) as session:
        return etag_of(session.scalars(select(Reconciliation)).one())


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
    with read_only(engine) as session:
        found = {each.id: each.suggested_by for each in session.scalars(select(Proposal))}
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
