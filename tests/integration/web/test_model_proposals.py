"""What a model proposed when it was asked, on the statement's page: a yes and a no of its own."""

import re

import pytest
from httpx2 import Client, Response
from sqlalchemy import Engine, select

from db.ledger.bookkeeping import add_transactions
from db.ledger.views import NewEntry
from db.models import Proposal, Reconciliation, Transaction
from db.session import read_only
from db.words import ProposalStatus
from pipeline.review.for_model import ModelProposing, etag_of
from tests.support.books import LINES, account, all_of, do_in, imported
from tests.support.shown import fields_of, sent_by
from tests.support.statements import day
from tools.ledger.workspace import FactsPropose


@pytest.fixture
def ledger(engine: Engine) -> Engine:
    """June, of which the ledger lacks the rent and has an entry that is on no statement; a model
    was asked, and proposed to remove that."""
    account_id = account(engine, LINES[:-1])
    do_in(engine, add_transactions, account_id, [NewEntry(day(20), -777, "Odd")])
    imported(engine)
    with read_only(engine) as session:
        row = session.scalars(select(Reconciliation)).one()
        etag, odd = etag_of(row), next(d["entries"] for d in row.differences if d["entries"])
    asked = {
        "request_id": "1",
        "statement": "1.1",
        "etag": etag,
        "reason": "it is on <no> statement",
        "changes": [{"action": "remove", "entries": odd}],
    }
    ModelProposing(engine, {account_id}, ["qwen"], {}).propose(FactsPropose.model_validate(asked))
    return engine


def by_whom(ledger: Engine) -> dict[str | None, ProposalStatus]:
    with read_only(ledger) as session:
        found = session.scalars(select(Proposal).order_by(Proposal.id))
        return {each.suggested_by: each.status for each in found}


def descriptions(ledger: Engine) -> list[str]:
    return sorted(all_of(ledger, select(Transaction.description)))


def test_it_says_what_the_model_would_change_and_ticks_nothing_of_it(
    visitor: Client,
) -> None:
    page = visitor.get("/imports/1").text
    assert "qwen proposed when asked (no proof): it is on &lt;no&gt; statement" in page
    assert "Accept what the model proposed" in page
    assert "Accept 1" in page
    assert page.count('name="only"') == 1


def test_a_yes_to_it_is_asked_first_and_takes_nothing_else(visitor: Client, ledger: Engine) -> None:
    before = descriptions(ledger)
    asked = sent_with("Accept what", visitor.get("/imports/1"))
    sure = visitor.get("/imports/1/after", params=asked)
    assert "2026-06-20 -7.77 EUR Odd" in sure.text
    assert descriptions(ledger) == before
    done = visitor.post("/imports/1/accept", data=sent_by(sure, "/imports/1/accept"))
    assert done.status_code == 303
    assert descriptions(ledger) == [each for each in before if each != "Odd"]
    assert by_whom(ledger)["qwen"] is ProposalStatus.ACCEPTED


@pytest.mark.parametrize(
    ("button", "qwen", "own"),
    [
        ("Reject what", ProposalStatus.REJECTED, ProposalStatus.PENDING),
        ("Reject</button>", ProposalStatus.PENDING, ProposalStatus.REJECTED),
    ],
)
def test_a_no_is_about_the_models_proposal_or_about_the_rules_own(
    visitor: Client,
    ledger: Engine,
    button: str,
    qwen: ProposalStatus,
    own: ProposalStatus,
) -> None:
    form = {**sent_with(button, visitor.get("/imports/1")), "reason": "not so"}
    assert visitor.post("/imports/1/reject", data=form).status_code == 303
    assert by_whom(ledger) == {"qwen": qwen, None: own}


def sent_with(button: str, page: Response) -> dict[str, list[str]]:
    """What the form sends that has this button."""
    forms = re.findall(r"<form[^>]*>(?:(?!</form>).)*</form>", page.text, re.DOTALL)
    (found,) = (each for each in forms if f">{button}" in each)
    return fields_of(found)
