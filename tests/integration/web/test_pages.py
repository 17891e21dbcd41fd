"""The review pages over real HTTP: what they show, and what a decision does."""

import httpx2
import pytest
from sqlalchemy import Engine, select

from app.access import users
from app.access.entrance import Entrance
from app.access.rights import Right
from app.web.desk import Desk
from db.models import Proposal
from db.session import read_only
from tests.support.forms_on_pages import seen_on
from tests.support.visiting import PASSWORD, visiting


@pytest.mark.parametrize(
    "path", ["/imports/99", "/nowhere", "/imports/99/pages/1.png", f"/imports/{10**20}"]
)
def test_what_is_not_there_is_reported_as_such(visitor: httpx2.Client, path: str) -> None:
    assert visitor.get(path).status_code == 404


def test_a_decision_is_kept_under_the_name_of_who_is_signed_in(ledger: Engine) -> None:
    users.add(ledger, "Grace", Right.DECIDE, PASSWORD)
    with visiting(Desk(ledger), Entrance(ledger)) as grace:
        grace.post("/sign-in", data={"name": "grace", "password": PASSWORD})
        seen = seen_on(grace.get("/imports/1"))
        grace.post("/imports/1/accept", data={"seen": seen, "only": "1"})
    with read_only(ledger) as session:
        assert session.scalars(select(Proposal.decided_by)).all() == ["Grace"]
