"""What a decision about a statement does, over real HTTP, and what is shown afterwards."""

import re
from collections.abc import Iterator

import pytest
from httpx2 import Client, Response
from sqlalchemy import Engine, select

from app.access import users
from app.access.entrance import Entrance
from app.access.rights import Right
from app.acts.imports import resolve
from app.web.desk import Desk
from db.ledger.bookkeeping import add_transactions
from db.ledger.views import NewEntry
from db.models import Proposal, Transaction
from db.session import unit_of_work
from db.words import ProposalStatus
from pipeline.record.settling import settle
from pipeline.review.resolving import Wish
from tests.support.books import JUNE, LINES, account, all_of, do_in, dump
from tests.support.opinions import answer, brought_in, mind, opinion
from tests.support.shown import seen_on, sent_by
from tests.support.statements import day
from tests.support.visiting import PASSWORD, visiting


def sha256_on(visitor: Client, number: int) -> str:
    found = re.search(r'name="sha256" value="(\w+)"', visitor.get(f"/imports/{number}").text)
    assert found
    return found[1]


def proposals(ledger: Engine) -> list[ProposalStatus]:
    return all_of(ledger, select(Proposal.status).order_by(Proposal.id))


def entries(ledger: Engine) -> int:
    return len(all_of(ledger, select(Transaction)))


def test_a_yes_carries_out_what_is_ticked(visitor: Client, ledger: Engine) -> None:
    seen = seen_on(visitor.get("/imports/1"))
    done = visitor.post("/imports/1/accept", data={"seen": seen, "only": "1"})
    assert (done.status_code, done.headers["location"]) == (303, "/imports/1?said=accepted&act=2")
    assert proposals(ledger) == [ProposalStatus.ACCEPTED]
    assert entries(ledger) == 3
    assert "the changes are in the ledger" in visitor.get(done.headers["location"]).text
    assert "june.pdf" not in visitor.get("/").text


def test_a_yes_to_nothing_does_nothing_and_says_so(visitor: Client, ledger: Engine) -> None:
    seen, before = seen_on(visitor.get("/imports/1")), dump(ledger)
    done = visitor.post("/imports/1/accept", data={"seen": seen})
    assert "Nothing was ticked" in visitor.get(done.headers["location"]).text
    assert dump(ledger) == before


@pytest.mark.parametrize(
    ("decision", "given"),
    [
        ("accept", {"only": "one", "seen": "x"}),
        ("accept", {"only": "1"}),
        ("accept", {"only": "9" * 5000, "seen": "x"}),
        ("reject", {"seen": "x"}),
        ("reject", {"seen": "x", "reason": " "}),
    ],
)
def test_a_form_that_no_page_of_ours_sent_changes_nothing(
    visitor: Client, ledger: Engine, decision: str, given: dict[str, str]
) -> None:
    before = dump(ledger)
    assert visitor.post(f"/imports/1/{decision}", data=given).status_code == 400
    assert dump(ledger) == before


def test_a_decision_on_what_is_not_there_any_more_is_refused(
    visitor: Client, ledger: Engine
) -> None:
    seen = seen_on(visitor.get("/imports/1"))
    do_in(ledger, add_transactions, 1, [NewEntry(day(12), -900, "Lunch")])
    # The first yes finds the ledger moved and has the proposal made anew; the page is now old.
    first = visitor.post("/imports/1/accept", data={"seen": seen, "only": "1"})
    again = visitor.post("/imports/1/accept", data={"seen": seen, "only": "1"})
    assert (first.status_code, again.status_code) == (409, 409)
    assert "ledger_moved_since" in first.text
    assert "page_outdated" in again.text
    assert entries(ledger) == 3  # two of before, and lunch


def test_a_page_is_outdated_as_soon_as_its_statement_was_proven_again(
    visitor: Client, ledger: Engine
) -> None:
    old = visitor.get("/imports/1")
    with unit_of_work(ledger) as session:
        add_transactions(session, 1, [NewEntry(day(12), -900, "Lunch")])
        settle(session)
    for decision, said in (("accept", {"only": "1"}), ("reject", {"reason": "paid in cash"})):
        refused = visitor.post(f"/imports/1/{decision}", data={"seen": seen_on(old), **said})
        assert (refused.status_code, "page_outdated" in refused.text) == (409, True)
    new = visitor.get("/imports/1")
    assert "Lunch" not in old.text
    assert "Lunch" in new.text
    visitor.post("/imports/1/accept", data={"seen": seen_on(new), "only": "1"})
    assert entries(ledger) == 4


def test_a_page_on_which_nothing_differs_any_more_offers_nothing(
    visitor: Client, ledger: Engine
) -> None:
    old = visitor.get("/imports/1")
    with unit_of_work(ledger) as session:
        add_transactions(session, 1, [NewEntry(day(28), -80_000, "Rent")])
        settle(session)
    refused = visitor.post("/imports/1/accept", data={"seen": seen_on(old), "only": "1"})
    assert (refused.status_code, "nothing_waits" in refused.text) == (409, True)
    assert "matched" in visitor.get("/imports/1").text
    assert "june.pdf" not in visitor.get("/").text


def test_a_ledger_that_moved_is_looked_at_again_and_then_accepted(
    visitor: Client, ledger: Engine
) -> None:
    do_in(ledger, add_transactions, 1, [NewEntry(day(12), -900, "Lunch")])
    old = visitor.get("/imports/1").text
    assert "The ledger has changed since this was proposed" in old
    assert "Accept" not in old
    again = visitor.get(visitor.post("/imports/1/refresh").headers["location"])
    assert "Rent" in again.text
    visitor.post("/imports/1/accept", data={"seen": seen_on(again), "only": "1"})
    assert entries(ledger) == 4


def test_an_undo_is_shown_before_it_is_done(visitor: Client, ledger: Engine) -> None:
    seen = seen_on(visitor.get("/imports/1"))
    visitor.post("/imports/1/accept", data={"seen": seen, "only": "1"})
    before = dump(ledger)
    page = visitor.get("/imports/1")
    assert sent_by(page, "/imports/1/undo") == {"sha256": [sha256_on(visitor, 1)]}
    assert '<form class="undo" method="get"' in page.text
    asked = visitor.get("/imports/1/undo", params={"sha256": sha256_on(visitor, 1)})
    assert "1 entry is put back as it was before" in asked.text
    assert dump(ledger) == before
    undone = visitor.post("/imports/1/undo", data=sent_by(asked, "/imports/1/undo"))
    assert "Import 1 is undone. 1 entry is as it was before." in undone.text
    assert entries(ledger) == 2


def test_an_old_page_does_not_undo_the_import_that_has_its_number_now(
    visitor: Client, ledger: Engine
) -> None:
    refused = visitor.post("/imports/1/undo", data={"sha256": "of another document"})
    assert (refused.status_code, "page_outdated" in refused.text) == (409, True)
    assert proposals(ledger) == [ProposalStatus.PENDING]


def test_a_document_that_is_gone_leaves_the_page_without_pictures(visitor: Client) -> None:
    assert "No picture of the page can be shown" in visitor.get("/imports/1").text
    assert visitor.get("/imports/1/pages/1.png").status_code == 404


@pytest.fixture
def explained(engine: Engine) -> Iterator[Client]:
    """A visitor of a ledger in which a model has said what the missing rent is."""
    account(engine, LINES[:2])
    said = opinion(1, what="cheque", why="It says <b>Rent</b>.", lines=[3], act="add")
    brought_in(engine, JUNE, mind(answer(said)))
    with visiting(Desk(engine)) as client:
        yield client


def suggested_on(page: Response) -> dict[str, str]:
    """What the button beside the first opinion sends."""
    form = page.text.split('action="/imports/1/suggested"')[1].split("</form>")[0]
    return dict(re.findall(r'name="(\w+)" value="(\w+)"', form))


def test_a_models_opinion_is_shown_as_its_word(explained: Client) -> None:
    page = explained.get("/imports/1").text
    assert "scripted says: a cheque “It says &lt;b&gt;Rent&lt;/b&gt;.” (line 3)" in page
    assert "suggests: book the line" in page


def test_what_is_suggested_is_done_at_a_persons_click(explained: Client, engine: Engine) -> None:
    form = suggested_on(explained.get("/imports/1"))
    done = explained.post("/imports/1/suggested", data=form, follow_redirects=True)
    assert "Done as it was suggested." in done.text
    assert entries(engine) == 3


def test_a_suggestion_that_is_another_now_is_not_done(explained: Client, engine: Engine) -> None:
    form = suggested_on(explained.get("/imports/1"))
    resolve(engine, 1, 1, Wish("leave", reason="the bank has it wrong"), dry_run=False)
    for sent, status in ((form, 409), ({**form, "seen": "0"}, 409), ({"seen": "0"}, 303)):
        assert explained.post("/imports/1/suggested", data=sent).status_code == status
    assert entries(engine) == 2


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


def test_what_is_not_there_is_reported_as_such(visitor: Client) -> None:
    assert {path: visitor.get(path).status_code for path in NOWHERE} == dict.fromkeys(NOWHERE, 404)


def test_a_decision_is_kept_under_the_name_of_who_is_signed_in(ledger: Engine) -> None:
    users.add(ledger, "Grace", Right.DECIDE, PASSWORD)
    with visiting(Desk(ledger), Entrance(ledger)) as grace:
        grace.post("/sign-in", data={"name": "grace", "password": PASSWORD})
        seen = seen_on(grace.get("/imports/1"))
        grace.post("/imports/1/accept", data={"seen": seen, "only": "1"})
    assert all_of(ledger, select(Proposal.decided_by)) == ["Grace"]
