"""The review pages over real HTTP: what they show, and what a decision does."""

import httpx2
from sqlalchemy import Engine, select

from app.access import users
from app.access.entrance import Entrance
from app.access.rights import Right
from app.web.desk import Desk
from db.models import Proposal
from tests.support.books import all_of
from tests.support.forms_on_pages import seen_on
from tests.support.visiting import PASSWORD, visiting

#: Of things that there are not, or asked for as no page of ours does.
NOWHERE = (
    *("/nowhere", "/imports/99", f"/imports/{10**20}", "/imports/99/pages/1.png"),
    *("/imports/1?statement=2", "/imports/1/lines?statement=2"),
    *("/imports/1/lines/1/99.png", "/imports/1/lines/9/1.png"),
    # 1234 are the digits of account 1.
    *("/accounts/99", "/accounts/1234", "/accounts/1234/edit", "/accounts/99/entries.csv"),
    *("/accounts/1/entries.pdf", "/accounts/1?before=x", "/accounts/1?before=2026-06-01"),
    *("/accounts/1?until=yesterday", "/coverage/x", "/coverage/1/2026-13", "/coverage/1/June"),
    *("/coverage?year=0", f"/coverage?year={10**20}", "/coverage?year=x"),
    *("/history?kind=other", "/history?since=x", "/history?account=x", "/history?before=x"),
    *("/statements?status=odd", "/statements?sort=odd", "/statements?account=x"),
    *("/statements?after=x", "/statements?after=2026-06-01.1", "/?need=other", "/?account=x"),
    *("/sources/1/sync", "/sources/1/undo", "/sources/x/sync"),
)


def test_what_is_not_there_is_reported_as_such(visitor: httpx2.Client) -> None:
    assert {path: visitor.get(path).status_code for path in NOWHERE} == dict.fromkeys(NOWHERE, 404)


def test_a_decision_is_kept_under_the_name_of_who_is_signed_in(ledger: Engine) -> None:
    users.add(ledger, "Grace", Right.DECIDE, PASSWORD)
    with visiting(Desk(ledger), Entrance(ledger)) as grace:
        grace.post("/sign-in", data={"name": "grace", "password": PASSWORD})
        seen = seen_on(grace.get("/imports/1"))
        grace.post("/imports/1/accept", data={"seen": seen, "only": "1"})
    assert all_of(ledger, select(Proposal.decided_by)) == ["Grace"]
